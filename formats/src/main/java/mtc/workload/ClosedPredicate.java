package mtc.workload;

import mtc.history.Scalars;

/** placeholder */
public final class ClosedPredicate {
  private ClosedPredicate() {}

  public static boolean isOne(Value transaction, Scalars scalars) {
    return false;
  }
}
