package mtc.linear;

import mtc.history.History;

/**
 * Loads what the next operations will ask for, some of them ahead. Asked for one after the other,
 * each would be waited for as soon as the columns are larger than the caches; loaded in one loop
 * that does nothing else, the processor fetches them all at once. It changes no result.
 *
 * <p>What is found by way of something else is loaded in a loop after that of the other. In one
 * loop the processor would have to guess, at every turn, what comes of a load that takes as long as
 * a hundred others, and start anew wherever it guessed wrong.
 */
abstract class Prefetch {
  private static final int OPERATIONS_AHEAD = 128;
  private static final int MOST_AT_ONCE = 2 * OPERATIONS_AHEAD;

  final History history;
  private int loadedTo;

  /** What one loop found for the next. */
  final int[] found = new int[MOST_AT_ONCE];

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
        var sum = 0;
        for (var op = from; op < to; op++) {
          if (History.isWrite(history.kind(op))) {
            sum += table.likely(op);
          }
        }
        return sum;
      }
    };
  }

  /** The versions that reads will likely see, and what comes before them. */
  static Prefetch seen(Versions versions, VersionTable table, LatestWrites latest) {
    return new Prefetch(versions.history) {
      @Override
      int load(int from, int to) {
        var sum = latest.isTelling() ? findLatest(from, to) : findEntries(from, to);
        for (var i = 0; i < to - from; i++) {
          sum += versions.version(found[i]);
        }
        for (var op = from; op < to; op++) {
          if (history.value(op) == history.initialValue()) {
            sum += versions.firstReader(history.key(op), Versions.INITIAL);
          }
        }
        return sum;
      }

      private int findEntries(int from, int to) {
        for (var op = from; op < to; op++) {
          found[op - from] = Math.max(0, table.likely(op));
        }
        var sum = 0;
        for (var i = 0; i < to - from && !table.isByValue(); i++) {
          sum += history.key(found[i]);
        }
        return sum;
      }

      private int findLatest(int from, int to) {
        var sum = 0;
        for (var op = from; op < to; op++) {
          sum += latest.write(history.key(op));
        }
        for (var op = from; op < to; op++) {
          var isOther = history.kind(op) == History.READ && !latest.isSeenBy(op);
          var write = isOther ? table.likely(op) : latest.write(history.key(op));
          found[op - from] = Math.max(0, write);
        }
        return sum;
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

      @Override
      int load(int from, int to) {
        var sum = 0;
        for (var op = from; op < to; op++) {
          var version = versions.version(op);
          var reader =
              version < Versions.INITIAL
                  ? Versions.NONE
                  : versions.firstReader(history.key(op), version);
          sum += reader;
          found[op - from] = History.isWrite(history.kind(op)) ? reader : Versions.NONE;
        }
        for (var i = 0; i < FEW; i++) {
          sum += nextReaders(to - from);
        }
        return sum;
      }

      private int nextReaders(int count) {
        var sum = 0;
        for (var i = 0; i < count; i++) {
          found[i] = found[i] < 0 ? Versions.NONE : versions.reader(found[i]);
          sum += found[i];
        }
        return sum;
      }
    };
  }
}
