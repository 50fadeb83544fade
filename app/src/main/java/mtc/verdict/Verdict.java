package mtc.verdict;

import java.util.List;
import mtc.witness.Witness;

/**
 * The answer for one history at one level.
 *
 * @param witness the proof that it is valid, if it is and the proof was asked for; else null
 */
public record Verdict(
    Level level, Outcome outcome, List<Anomaly> anomalies, Open open, Witness witness) {
  public Verdict(Level level, Outcome outcome, List<Anomaly> anomalies, Open open) {
    this(level, outcome, anomalies, open, null);
  }

  /** Never a guess: what does not follow is {@link #UNKNOWN}. */
  public enum Outcome {
    VALID,
    INVALID,
    UNKNOWN
  }

  /**
   * What leaves the verdict unknown.
   *
   * @param cause what is to be done about it
   * @param reason in a sentence; empty if nothing is open
   * @param keyCount how many keys are open
   * @param keys the first of them
   * @param transactionCount how many transactions write open versions
   * @param transactions the first of them
   */
  public record Open(
      Cause cause,
      String reason,
      int keyCount,
      int[] keys,
      int transactionCount,
      int[] transactions) {
    public static final Open NOTHING = about(Cause.ORDER, "");

    /** Nothing to point at in the history. */
    public static Open about(Cause cause, String reason) {
      return new Open(cause, reason, 0, new int[0], 0, new int[0]);
    }
  }

  /** What it takes to decide a verdict that is open. */
  public enum Cause {
    /** A log that tells more of the order of its versions. */
    ORDER,
    /** The same, or a larger budget. */
    BUDGET,
    /** Another workload: this one's operations tell too little to prove anything. */
    WORKLOAD
  }
}
