package mtc.search;

import java.util.Arrays;
import mtc.history.History;
import mtc.linear.RealTime;
import mtc.linear.Versions;

/**
 * What real time alone says of the sources of open reads: nobody reads what starts after they end,
 * nor what another write replaced that lies, in time, wholly between the two.
 *
 * <p>Of a repeated value that leaves those who wrote it about when it was read, mostly one.
 */
final class SourcesInTime {
  private static final int NONE = Versions.NONE;

  private final Versions versions;
  private final History history;
  private final RealTime realTime;

  /** The writes that ended, those of a key next to each other, by end. */
  private final int[] writes;

  /** By place in {@link #writes}: of the writes of the key so far, the one that started last. */
  private final int[] lastStarted;

  /** By key: its first write. */
  private final int[] first;

  SourcesInTime(Versions versions, boolean[] keys, RealTime realTime) {
    this.versions = versions;
    this.history = versions.history;
    this.realTime = realTime;
    first = new int[history.keyCount() + 1];
    forEachEnded(keys, (key, _) -> first[key + 1]++);
    for (var key = 0; key < history.keyCount(); key++) {
      first[key + 1] += first[key];
    }
    writes = new int[first[history.keyCount()]];
    lastStarted = new int[writes.length];
    var at = Arrays.copyOf(first, first.length);
    forEachEnded(keys, (key, write) -> writes[at[key]++] = write);
    for (var key = 0; key < history.keyCount(); key++) {
      findLastStarted(first[key], first[key + 1]);
    }
  }

  private interface Write {
    void accept(int key, int write);
  }

  /** The final writes of those who ended, by end. */
  private void forEachEnded(boolean[] keys, Write consumer) {
    for (var place = 0; place < realTime.endCount(); place++) {
      var t = realTime.ended(place);
      for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
        if (History.isWrite(history.kind(op))
            && keys[history.key(op)]
            && versions.version(op) != NONE) {
          consumer.accept(history.key(op), op);
        }
      }
    }
  }

  private void findLastStarted(int from, int to) {
    for (var i = from; i < to; i++) {
      var before = i == from ? writes[i] : lastStarted[i - 1];
      lastStarted[i] = start(writes[i]) > start(before) ? writes[i] : before;
    }
  }

  private long start(int write) {
    return realTime.start(versions.owner(write));
  }

  boolean isPossible(int read, int source) {
    return !isTooLate(read, source) && replacedBy(read, source) == NONE;
  }

  private boolean isTooLate(int read, int source) {
    return source >= 0 && realTime.isBefore(versions.owner(read), versions.owner(source));
  }

  /**
   * A write that comes, in time, after a source and before a read; {@link Versions#NONE} if none.
   */
  int replacedBy(int read, int source) {
    var key = history.key(read);
    var low = first[key];
    var high = first[key + 1];
    while (low < high) {
      var middle = (low + high) >>> 1;
      if (realTime.isBefore(versions.owner(writes[middle]), versions.owner(read))) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low == first[key]) {
      return NONE;
    }
    var replacing = lastStarted[low - 1];
    var isBetween =
        source == Versions.INITIAL
            || realTime.isBefore(versions.owner(source), versions.owner(replacing));
    return isBetween ? replacing : NONE;
  }
}
