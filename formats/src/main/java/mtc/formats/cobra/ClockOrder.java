package mtc.formats.cobra;

import mtc.column.AscendingOrder;
import mtc.history.History;
import mtc.history.Status;

/**
 * What the clock, in whole milliseconds, makes of real time. It may have less order than the log,
 * but must not have more: that could make a violation of what is none.
 */
final class ClockOrder {
  private static final int NANOS_PER_MILLI = 1_000_000;

  /** Over before another one begins, by the clock alone; -1 if there is no such transaction. */
  int earlier = -1;

  /** The one that begins then. */
  int later = -1;

  /** From the last start to the first: all that were not over by then must not end before it. */
  ClockOrder(History history) {
    var byStart = AscendingOrder.of(history.transactionCount(), history::start);
    var byEnd = AscendingOrder.of(history.transactionCount(), history::end);
    var first = -1;
    var e = byEnd.length - 1;
    for (var s = byStart.length - 1; s >= 0; s--) {
      for (; e >= 0 && history.end(byEnd[e]) >= history.start(byStart[s]); e--) {
        var t = byEnd[e];
        var hasEnd = history.status(t) == Status.COMMITTED;
        if (hasEnd && (first < 0 || history.endNanos(t) < history.endNanos(first))) {
          first = t;
        }
      }
      if (first >= 0 && millis(history.endNanos(first)) < millis(history.startNanos(byStart[s]))) {
        earlier = first;
        later = byStart[s];
        return;
      }
    }
  }

  static long millis(long nanos) {
    return nanos / NANOS_PER_MILLI;
  }

  /** Whether a time is none of a whole millisecond. */
  static boolean isRounded(long nanos) {
    return nanos % NANOS_PER_MILLI != 0;
  }
}
