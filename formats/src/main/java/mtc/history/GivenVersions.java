package mtc.history;

import java.util.Arrays;
import java.util.BitSet;
import mtc.column.AscendingOrder;
import mtc.column.Groups;

/**
 * The order in which a log says that the versions of each key came: by a number beside each write,
 * such as a revision or a commit timestamp.
 *
 * <p>A version is the last write of its transaction to the key. Only those of transactions that may
 * have committed are here.
 */
public final class GivenVersions {
  public static final int NOBODY = -1;
  public static final int SEVERAL = -2;

  private final History history;

  /** Writes by key, in the order of the log. */
  private final Groups byKey;

  /** The same, those of one key by their number. */
  private final int[] writes;

  GivenVersions(History history) {
    this.history = history;
    byKey = byKey();
    writes = byKey.toArray();
    for (var key = 0; key < history.keyCount(); key++) {
      sort(byKey.first(key), byKey.end(key));
    }
  }

  private Groups byKey() {
    var lastOf = new int[history.keyCount()];
    var isVersion = new BitSet();
    for (var t = 0; t < history.transactionCount(); t++) {
      if (history.status(t) == Status.ABORTED) {
        continue;
      }
      for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
        if (History.isWrite(history.kind(op)) && history.hasVersion(op)) {
          var key = history.key(op);
          var before = lastOf[key] - 1;
          isVersion.set(op);
          if (before >= history.firstOperation(t)) {
            isVersion.clear(before);
          }
          lastOf[key] = op + 1;
        }
      }
    }
    return Groups.of(
        history.keyCount(),
        version -> {
          for (var op = isVersion.nextSetBit(0); op >= 0; op = isVersion.nextSetBit(op + 1)) {
            version.accept(history.key(op), op);
          }
        });
  }

  /** Logs are mostly in the order of their versions already. */
  private void sort(int from, int to) {
    var isSorted = true;
    for (var i = from + 1; i < to && isSorted; i++) {
      isSorted = history.version(writes[i - 1]) <= history.version(writes[i]);
    }
    if (!isSorted) {
      var logged = Arrays.copyOfRange(writes, from, to);
      var order = AscendingOrder.of(logged.length, i -> history.version(logged[i]));
      for (var i = 0; i < logged.length; i++) {
        writes[from + i] = logged[order[i]];
      }
    }
  }

  public int count(int key) {
    return byKey.end(key) - byKey.first(key);
  }

  /** A write of a key, by its place in the order. */
  public int write(int key, int place) {
    return writes[byKey.first(key) + place];
  }

  /**
   * The write that a number stands beside and that left a value; {@link #NOBODY} or {@link
   * #SEVERAL} if that is not one.
   */
  public int find(int key, long version, int value) {
    var low = byKey.first(key);
    var high = byKey.end(key);
    while (low < high) {
      var middle = (low + high) >>> 1;
      if (history.version(writes[middle]) < version) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    var found = NOBODY;
    for (var i = low; i < byKey.end(key) && history.version(writes[i]) == version; i++) {
      if (history.value(writes[i]) == value) {
        if (found >= 0) {
          return SEVERAL;
        }
        found = writes[i];
      }
    }
    return found;
  }

  /** Whether two versions of a key have the same number, so that they have no order. */
  boolean hasTies() {
    for (var key = 0; key < history.keyCount(); key++) {
      for (var i = byKey.first(key) + 1; i < byKey.end(key); i++) {
        if (history.version(writes[i - 1]) == history.version(writes[i])) {
          return true;
        }
      }
    }
    return false;
  }
}
