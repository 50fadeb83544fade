package mtc.history;

import java.util.HashSet;

/**
 * Which keys hold the history's initial value before the first transaction.
 *
 * <p>A reserved one all keys hold. A default one, as the 0 of text formats, is rather the first
 * write of a transaction that sets the store up, if one that committed wrote it; then nobody knows
 * what was there before. Who wrote it after reading it has not read it from itself.
 */
public final class InitialVersions {
  private static final int NOBODY = 0;
  private static final int SEVERAL = -1;

  private final History history;

  /**
   * By key: the committed transaction that wrote the default value, + 1; null if it is reserved.
   */
  private final int[] writer;

  public InitialVersions(History history) {
    this.history = history;
    writer = history.initialValueIsReserved() ? null : new int[history.keyCount()];
    if (writer != null) {
      for (var t = 0; t < history.transactionCount(); t++) {
        if (history.isCommitted(t)) {
          noteWritesOf(t);
        }
      }
    }
  }

  private void noteWritesOf(int t) {
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      var key = history.key(op);
      if (history.kind(op) == History.WRITE && history.value(op) == history.initialValue(key)) {
        writer[key] = writer[key] == NOBODY || writer[key] == t + 1 ? t + 1 : SEVERAL;
      }
    }
  }

  /**
   * Whether a transaction reads the default initial value of a key and then writes it. Where a
   * value is always that of its writer, it would have read its own write.
   */
  public static boolean isReadAndWritten(History history, int transaction) {
    if (history.initialValueIsReserved()) {
      return false;
    }
    var read = new HashSet<Integer>();
    var end = history.endOperation(transaction);
    for (var op = history.firstOperation(transaction); op < end; op++) {
      var key = history.key(op);
      if (history.value(op) == history.initialValue(key) && !history.initialValueIsReserved(key)) {
        if (history.kind(op) == History.READ) {
          read.add(key);
        } else if (history.kind(op) == History.WRITE && read.contains(key)) {
          return true;
        }
      }
    }
    return false;
  }

  /** What a key holds at first as a transaction sees it; {@link Scalars#UNKNOWN} if unknown. */
  public int value(int key, int reader) {
    return writer == null
            || history.initialValueIsReserved(key)
            || writer[key] == NOBODY
            || writer[key] == reader + 1
        ? history.initialValue(key)
        : Scalars.UNKNOWN;
  }
}
