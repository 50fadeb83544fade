package mtc.report;

import mtc.source.Counted;
import mtc.source.Printable;
import mtc.verdict.Verdict;

/** What a verdict that is {@code unknown} tells people. */
public final class UnknownAdvice {
  private UnknownAdvice() {}

  /** Why it is open, and of how many keys and transactions those listed are the first. */
  public static String reason(Verdict.Open open) {
    var isAllListed =
        open.keyCount() <= open.keys().length
            && open.transactionCount() <= open.transactions().length;
    return isAllListed
        ? open.reason()
        : open.reason()
            + " ("
            + Counted.of(open.keyCount(), "key")
            + " and "
            + Counted.of(open.transactionCount(), "transaction")
            + " in all)";
  }

  public static String on(Subject subject, Verdict.Open open) {
    return switch (open.cause()) {
      case WORKLOAD ->
          (subject.history().relaxation() == null
                  ? "What this workload logs can refute only levels that allow no lost updates (psi"
                      + " and above); a workload whose"
                  : "What this workload logs can refute a level, but not prove it; a workload"
                      + " whose")
              + " transactions tell what they read and wrote (list-append, rw-register) can be"
              + " decided.";
      case BUDGET -> "It may take a larger --timeout or --max-memory. " + moreTelling(subject);
      case ORDER -> moreTelling(subject);
    };
  }

  private static String moreTelling(Subject subject) {
    return "To decide it, let the workload read each key before it writes it, and never write a"
        + " value twice to a key; 'mtc inspect "
        + Printable.text(subject.path())
        + "' shows what stands in the way.";
  }
}
