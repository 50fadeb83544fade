package mtc.check;

import mtc.solve.Budget;

/**
 * How to check.
 *
 * @param sessionOrder whether the order within a session counts
 * @param clockSkewNanos real time counts only when the gap is larger than this; 0 for event order
 * @param examples how many counterexamples to keep per kind of anomaly
 * @param search how long to search for what the linear algorithms leave open; null for not at all
 * @param witness whether a valid verdict should come with its {@link mtc.witness.Witness}
 */
public record CheckOptions(
    boolean sessionOrder, long clockSkewNanos, int examples, Budget search, boolean witness) {
  /** Linear time only. */
  public static final CheckOptions DEFAULT = new CheckOptions(true, 0, 1);

  /** Linear time only. */
  public CheckOptions(boolean sessionOrder, long clockSkewNanos, int examples) {
    this(sessionOrder, clockSkewNanos, examples, null, false);
  }

  /** The same, and a search with a budget for what is left open. */
  public CheckOptions searching(Budget budget) {
    return new CheckOptions(sessionOrder, clockSkewNanos, examples, budget, witness);
  }

  /** The same, and a witness for what is valid. */
  public CheckOptions witnessing() {
    return new CheckOptions(sessionOrder, clockSkewNanos, examples, search, true);
  }
}
