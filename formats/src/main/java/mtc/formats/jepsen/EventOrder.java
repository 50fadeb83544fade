package mtc.formats.jepsen;

import mtc.column.AscendingOrder;
import mtc.formats.UnwritableException;
import mtc.history.History;

/**
 * Invocations and completions in an order that a Jepsen log of the same history could have.
 *
 * <p>T comes before S in real time iff it ended strictly before S started, so where an end and a
 * start are at the same place the invocation goes first. An operation that never ended completes,
 * as {@code :info}, just before its process goes on or when everything else is over.
 */
final class EventOrder {
  /** Twice the transaction, and one more for its completion. */
  final int[] events;

  int count;

  /** Whether transactions without a session overlap, which a log without processes cannot show. */
  boolean hasAnonymousOverlap;

  private final History history;

  /** By session, and for no session at index 0: the transaction that is open, + 1. */
  private final int[] open;

  /** By session: the transaction that was invoked last. */
  private final int[] last;

  private EventOrder(History history) {
    this.history = history;
    this.events = new int[2 * history.transactionCount()];
    this.open = new int[history.sessionCount() + 1];
    this.last = new int[history.sessionCount() + 1];
  }

  /** Only completions, in the order of the history. */
  static EventOrder ofCompletions(History history) {
    var order = new EventOrder(history);
    for (var t = 0; t < history.transactionCount(); t++) {
      order.events[order.count++] = 2 * t + 1;
    }
    return order;
  }

  /**
   * Null if transactions of one session overlap, which no log can show.
   *
   * @throws UnwritableException if one was over before another one of its session began that comes
   *     before it: the order of the events would be another session order
   */
  static EventOrder ofRealTime(History history) throws UnwritableException {
    var order = new EventOrder(history);
    return order.merge() ? order : null;
  }

  private boolean merge() throws UnwritableException {
    var n = history.transactionCount();
    var byStart = AscendingOrder.of(n, history::start);
    var byEnd = AscendingOrder.of(n, history::end);
    var s = 0;
    var e = 0;
    while (e < n) {
      if (s < n && history.start(byStart[s]) <= history.end(byEnd[e])) {
        if (!invoke(byStart[s++])) {
          return false;
        }
      } else {
        complete(byEnd[e++]);
      }
    }
    return true;
  }

  private boolean invoke(int transaction) throws UnwritableException {
    var slot = history.session(transaction) + 1;
    if (open[slot] != 0) {
      var other = open[slot] - 1;
      if (slot == 0) {
        hasAnonymousOverlap = true;
      } else if (history.end(other) == History.NEVER) {
        complete(other);
      } else {
        return false;
      }
    }
    if (slot > 0 && transaction < last[slot]) {
      throw turnedRound(transaction, last[slot]);
    }
    last[slot] = transaction;
    open[slot] = transaction + 1;
    events[count++] = 2 * transaction;
    return true;
  }

  private UnwritableException turnedRound(int transaction, int next) {
    return new UnwritableException(
        "transaction "
            + history.id(transaction)
            + " comes before "
            + history.id(next)
            + " in session "
            + history.scalars().render(history.sessionName(history.session(transaction)))
            + ", and after it in real time; in a Jepsen log one order says both");
  }

  private void complete(int transaction) {
    var slot = history.session(transaction) + 1;
    var isOpen = open[slot] == transaction + 1;
    if (isOpen) {
      open[slot] = 0;
    }
    // One that never ended was completed already if its process went on.
    if (isOpen || slot == 0 || history.end(transaction) != History.NEVER) {
      events[count++] = 2 * transaction + 1;
    }
  }
}
