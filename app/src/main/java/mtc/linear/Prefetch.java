package mtc.linear;

import mtc.history.History;

/**
 * Loads what the next operations will ask for, some of them ahead. Asked for one after the other,
 * each would be waited for as soon as the columns are larger than the caches; loaded in one loop
 * that does nothing else, the processor fetches them all at once. It changes no result.
 */
abstract class Prefetch {
  private static final int OPERATIONS_AHEAD = 64;

  final History history;
  private int loadedTo;

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
      loaded = load(loadedTo, to);
      loadedTo = to;
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

  /**
   * The versions that reads will likely see, and what comes before them: in a log that goes session
   * by session those are rarely the latest ones.
   *
   * @param latest by key, as {@link Resolution} keeps them
   */
  static Prefetch seen(Versions versions, VersionTable table, long[] latest) {
    return new Prefetch(versions.history) {
      @Override
      int load(int from, int to) {
        var sum = 0;
        for (var op = from; op < to; op++) {
          var recent = latest[history.key(op)];
          var write = (int) recent;
          if (write < 0 || recent >>> Integer.SIZE != (history.value(op) & 0xFFFF_FFFFL)) {
            write = history.kind(op) == History.READ ? table.likely(op) : Versions.NONE;
            sum += write >= 0 ? history.key(write) : 0;
          }
          if (write >= 0) {
            sum += versions.version(write);
          }
        }
        return sum;
      }
    };
  }

  /** Who read the versions that operations saw or replaced, and whose those reads are. */
  static Prefetch readers(Versions versions) {
    return new Prefetch(versions.history) {
      @Override
      int load(int from, int to) {
        var sum = 0;
        for (var op = from; op < to; op++) {
          var version = versions.version(op);
          var reader = version >= 0 ? versions.reader(version) : Versions.NONE;
          if (reader >= 0) {
            sum += versions.owner(reader);
          }
        }
        return sum;
      }
    };
  }
}
