package mtc.check;

import java.util.function.Supplier;
import mtc.solve.Budget;

/**
 * How to check.
 *
 * @param sessionOrder whether the order within a session counts
 * @param clockSkewNanos real time counts only when the gap is larger than this; 0 for event order
 * @param examples how many counterexamples to keep per kind of anomaly
 * @param search begins the budget of a search for what the linear algorithms leave open; null for
 *     no search
 * @param witness whether a valid verdict should come with its {@link mtc.witness.Witness}
 */
public record CheckOptions(
    boolean sessionOrder,
    long clockSkewNanos,
    int examples,
    Supplier<Budget> search,
    boolean witness) {
  /** Linear time only. */
  public static final CheckOptions DEFAULT = new CheckOptions(true, 0, 1);

  /** Linear time only. */
  public CheckOptions(boolean sessionOrder, long clockSkewNanos, int examples) {
    this(sessionOrder, clockSkewNanos, examples, null, false);
  }

  /** The same, and a search for what is left open, each time with a new budget. */
  public CheckOptions searching(Supplier<Budget> budgets) {
    return new CheckOptions(sessionOrder, clockSkewNanos, examples, budgets, witness);
  }

  /** The same, and a witness for what is valid. */
  public CheckOptions witnessing() {
    return new CheckOptions(sessionOrder, clockSkewNanos, examples, search, true);
  }
}
