package mtc.linear;

import mtc.history.History;

/**
 * Loads what the next operations will ask for, some of them ahead. Asked for one after the other,
 * each would be waited for as soon as the columns are larger than the caches; loaded in one loop
 * that does nothing else, the processor fetches them all at once. It changes no result.
 *
 * <p>What is to be loaded is collected first, by a loop that looks only at what stands side by side
 * in the log; then it is loaded by one of as few instructions as can be, for the fewer they are,
 * the more loads the processor has under way. What is found by way of something else has a loop
 * after that of the other: in one loop the processor would have to guess, at every turn, what comes
 * of a load that takes as long as a hundred others, and start anew wherever it guessed wrong.
 */
abstract class Prefetch {
  private static final int OPERATIONS_AHEAD = 128;
  private static final int MOST_AT_ONCE = 2 * OPERATIONS_AHEAD;

  final History history;
  private int loadedTo;

  /** What one loop found for the next. */
  final int[] found = new int[MOST_AT_ONCE];

  /** The same, of something else. */
  final int[] others = new int[MOST_AT_ONCE];

  /** Written only so that loading is not optimized away. */
  private int loaded;

  private Prefetch(History history) {
    this.history = history;
  }

  /** To be called before each transaction, in order. */
  final void before(int transaction) {
    var end = history.endOperation(transaction);
    if (end > loadedTo) {
      var to = Math.min(end + OPERATIONS_AHEAD, history.operationCount());
      while (loadedTo < to) {
        var next = Math.min(to, loadedTo + MOST_AT_ONCE);
        loaded = load(loadedTo, next);
        loadedTo = next;
      }
    }
  }

  /** Loads for these operations; what it returns must depend on all that it loads. */
  abstract int load(int from, int to);

  /** Where a table of versions will hold the writes. */
  static Prefetch entries(VersionTable table, History history) {
    return new Prefetch(history) {
      @Override
      int load(int from, int to) {
        var count = 0;
        for (var op = from; op < to; op++) {
          if (History.isWrite(history.kind(op))) {
            found[count++] = table.place(op);
          }
        }
        return table.likely(found, count);
      }
    };
  }

  /** The versions that reads will likely see, and what comes before them. */
  static Prefetch seen(Versions versions, VersionTable table, LatestWrites latest) {
    return new Prefetch(versions.history) {
      @Override
      int load(int from, int to) {
        var sum = latest.isTelling() ? loadLatest(from, to) : 0;
        var count = 0;
        var initial = 0;
        for (var op = from; op < to; op++) {
          var isRead = !History.isWrite(history.kind(op));
          if (isRead && history.value(op) == history.initialValue()) {
            others[initial++] = history.key(op);
          } else if (isRead && !(latest.isTelling() && latest.isSeenBy(op))) {
            found[count++] = table.place(op);
          }
        }
        sum += versions.initialReaders(others, initial);
        sum += table.likely(found, count);
        if (!table.isByValue()) {
          for (var i = 0; i < count; i++) {
            sum += history.key(found[i]);
          }
        }
        return sum + versions.load(found, count);
      }

      /** The versions that those reads will see which see the latest one. */
      private int loadLatest(int from, int to) {
        for (var op = from; op < to; op++) {
          found[op - from] = history.key(op);
        }
        latest.writes(found, to - from);
        return versions.load(found, to - from);
      }
    };
  }

  /**
   * The versions that operations saw or replaced, and of those that were replaced who read them, as
   * far as they are not many, and whose those reads are.
   */
  static Prefetch readers(Versions versions) {
    return new Prefetch(versions.history) {
      private static final int FEW = 3;

      private final int[] initial = new int[MOST_AT_ONCE];

      @Override
      int load(int from, int to) {
        var seen = 0;
        var replaced = 0;
        var first = 0;
        for (var op = from; op < to; op++) {
          var version = versions.version(op);
          var isWrite = History.isWrite(history.kind(op));
          if (version >= 0 && isWrite) {
            others[replaced++] = version;
          } else if (version >= 0) {
            found[seen++] = version;
          } else if (version == Versions.INITIAL && isWrite) {
            initial[first++] = history.key(op);
          }
        }
        var sum = versions.load(found, seen) + versions.initialReaders(initial, first);
        for (var i = 0; i < FEW; i++) {
          sum += versions.readers(others, replaced) + versions.readers(initial, first);
        }
        return sum;
      }
    };
  }
}
