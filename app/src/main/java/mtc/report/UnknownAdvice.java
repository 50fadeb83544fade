package mtc.report;

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
            + open.keyCount()
            + " keys and "
            + open.transactionCount()
            + " transactions in all)";
  }

  public static String on(Subject subject, Verdict.Open open) {
    var more =
        open.reason().startsWith("the search")
            ? "It may take a larger --timeout or --max-memory. "
            : "";
    return more
        + "To decide it, let the workload read each key before it writes it, and never write a"
        + " value twice to a key; 'mtc inspect "
        + Printable.text(subject.path())
        + "' shows what stands in the way.";
  }
}
