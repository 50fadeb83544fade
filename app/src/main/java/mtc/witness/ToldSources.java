package mtc.witness;

import java.util.BitSet;
import mtc.column.LongNumbers;
import mtc.history.History;
import mtc.history.Scalars;

/** What a proof says that reads have seen. Each such line must be true, whether or not it helps. */
final class ToldSources {
  static final int INITIAL = -1;

  private final History history;

  /** A read and the transaction that it is said to have seen, line by line. */
  private final int[] told;

  private final int[] events;

  /** The reads, numbered by line. */
  private final LongNumbers reads = new LongNumbers();

  /** By line: whether it was true. */
  private final BitSet shown = new BitSet();

  ToldSources(History history, Witness witness) {
    this.history = history;
    this.told = witness.sources();
    this.events = witness.events();
  }

  /** Takes what is said; if something is said of what is no read, says so, and else null. */
  String take() {
    for (var i = 0; i < told.length; i += 2) {
      var operation = told[i];
      if (operation >= history.operationCount()) {
        return falsely(i, "there is no operation " + operation);
      }
      var isRead =
          history.kind(operation) != History.WRITE && history.kind(operation) != History.APPEND;
      if (!isRead) {
        return falsely(i, "operation " + operation + " is a write");
      }
      var isTold =
          history.kind(operation) == History.READ_LIST
              || history.value(operation) != Scalars.UNKNOWN;
      if (!isTold) {
        return falsely(i, "the log does not tell what operation " + operation + " saw");
      }
      if (!reads.add(operation)) {
        return falsely(i, "operation " + operation + " has another such line");
      }
    }
    return null;
  }

  /**
   * What is wrong when all who take part have read: that one of them is said to have read from
   * another and did not. Of those who take no part nothing that is said matters.
   */
  String refuteRest() {
    var takesPart = new BitSet();
    for (var event : events) {
      if (event >= 0) {
        takesPart.set(history.firstOperation(event), history.endOperation(event));
      }
    }
    for (var i = 0; i < told.length; i += 2) {
      if (!shown.get(i / 2) && takesPart.get(told[i])) {
        return falsely(i, "operation " + told[i] + " saw what its own transaction wrote");
      }
    }
    return null;
  }

  boolean has(int read) {
    return reads.find(read) >= 0;
  }

  /** The transaction that a read saw, or {@link #INITIAL}; there must be one. */
  int of(int read) {
    return told[2 * reads.find(read) + 1];
  }

  /** What is wrong if a read saw somebody else than is said of it; null if nothing is. */
  String refute(int read, int reader, int source) {
    if (!has(read)) {
      return null;
    }
    shown.set(reads.find(read));
    return of(read) == source ? null : refute(read, reader);
  }

  /** What is wrong if a read did not see what is said of it. */
  String refute(int read, int reader) {
    var source = of(read);
    var from = source == INITIAL ? "the initial version" : "what transaction " + source + " left";
    return falsely(read, source, "transaction " + reader + " did not read " + from);
  }

  private String falsely(int at, String why) {
    return falsely(told[at], told[at + 1], why);
  }

  private static String falsely(int read, int source, String why) {
    return "the line \"r " + read + " " + (source < 0 ? "-" : source) + "\" is false: " + why;
  }
}
