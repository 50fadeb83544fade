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
   * @param reason in a sentence; empty if nothing is open
   * @param keyCount how many keys are open
   * @param keys the first of them
   * @param transactionCount how many transactions write open versions
   * @param transactions the first of them
   */
  public record Open(
      String reason, int keyCount, int[] keys, int transactionCount, int[] transactions) {
    public static final Open NOTHING = new Open("", 0, new int[0], 0, new int[0]);
  }
}
