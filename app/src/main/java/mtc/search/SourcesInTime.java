package mtc.search;

import java.util.Arrays;
import java.util.function.IntConsumer;
import mtc.column.Groups;
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

  /** By key: the writes that ended, by end. */
  private final Groups writes;

  /** By place in {@link #writes}: of the writes of the key so far, the one that started last. */
  private final int[] lastStarted;

  SourcesInTime(Versions versions, boolean[] keys, RealTime realTime) {
    this.versions = versions;
    this.history = versions.history;
    this.realTime = realTime;
    writes = Groups.of(history.keyCount(), write -> forEachEnded(keys, write));
    lastStarted = new int[writes.size()];
    for (var key = 0; key < history.keyCount(); key++) {
      findLastStarted(writes.first(key), writes.end(key));
    }
  }

  /** The final writes of those who ended, by end. */
  private void forEachEnded(boolean[] keys, Groups.Member consumer) {
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
      var write = writes.get(i);
      var before = i == from ? write : lastStarted[i - 1];
      lastStarted[i] = start(write) > start(before) ? write : before;
    }
  }

  private long start(int write) {
    return realTime.start(versions.owner(write));
  }

  /** By transaction: the place of its end among all ends; after all of them if it has none. */
  private int[] placeOfEnd;

  // By write that may be read: those of one value of a key next to each other, those that never
  // ended first, and by start.
  private int[] inGroups;

  /** By place there: the last end of the writes so far that ended. */
  private int[] lastEnd;

  /** Puts writes of one value in an order in which those in time are found. */
  int[] inGroups(long[] values, int[] operations) {
    placeOfEnd = new int[history.transactionCount()];
    Arrays.fill(placeOfEnd, Integer.MAX_VALUE);
    for (var place = 0; place < realTime.endCount(); place++) {
      placeOfEnd[realTime.ended(place)] = place;
    }
    inGroups = operations.clone();
    lastEnd = new int[operations.length];
    for (var from = 0; from < values.length; ) {
      var to = from;
      while (to < values.length && values[to] == values[from]) {
        to++;
      }
      sortGroup(from, to);
      from = to;
    }
    return inGroups;
  }

  private void sortGroup(int from, int to) {
    var keyed = new long[to - from];
    for (var i = from; i < to; i++) {
      var writer = versions.owner(inGroups[i]);
      var rank = (long) realTime.endsBefore(writer) << 32 | i - from;
      keyed[i - from] = hasEnd(writer) ? rank : rank + Long.MIN_VALUE;
    }
    Arrays.sort(keyed);
    var sorted = new int[to - from];
    for (var i = 0; i < sorted.length; i++) {
      sorted[i] = inGroups[from + (int) keyed[i]];
    }
    System.arraycopy(sorted, 0, inGroups, from, sorted.length);
    for (var i = from; i < to; i++) {
      var writer = versions.owner(inGroups[i]);
      var before = i == from ? -1 : lastEnd[i - 1];
      lastEnd[i] = hasEnd(writer) ? Math.max(before, placeOfEnd[writer]) : before;
    }
  }

  private boolean hasEnd(int transaction) {
    return placeOfEnd[transaction] != Integer.MAX_VALUE;
  }

  /** Calls back with the possible sources among the writes of a value, the first ones first. */
  void forEachPossible(int read, int from, int to, IntConsumer consumer) {
    var replacing = replacing(read);
    var leastEnd = replacing == NONE ? -1 : realTime.endsBefore(versions.owner(replacing));
    var ended = from;
    for (var high = to; ended < high; ) {
      var middle = (ended + high) >>> 1;
      if (hasEnd(versions.owner(inGroups[middle]))) {
        high = middle;
      } else {
        ended = middle + 1;
      }
    }
    var limit = placeOfEnd[versions.owner(read)];
    var afterNeverEnded = firstStartedAfter(limit, from, ended);
    for (var i = from; i < afterNeverEnded; i++) {
      consumer.accept(inGroups[i]);
    }
    var after = firstStartedAfter(limit, ended, to);
    var first = after;
    while (first > ended && lastEnd[first - 1] >= leastEnd) {
      first--;
    }
    for (var i = first; i < after; i++) {
      if (placeOfEnd[versions.owner(inGroups[i])] >= leastEnd) {
        consumer.accept(inGroups[i]);
      }
    }
  }

  /** The first of some writes that started when a transaction with that end was over. */
  private int firstStartedAfter(int placeOfReader, int from, int to) {
    var low = from;
    for (var high = to; low < high; ) {
      var middle = (low + high) >>> 1;
      if (realTime.endsBefore(versions.owner(inGroups[middle])) > placeOfReader) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
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
    var replacing = replacing(read);
    var isBetween =
        replacing != NONE
            && (source == Versions.INITIAL
                || realTime.isBefore(versions.owner(source), versions.owner(replacing)));
    return isBetween ? replacing : NONE;
  }

  /** Of the writes that ended before a read started, the one that started last; or NONE. */
  private int replacing(int read) {
    var key = history.key(read);
    var low = writes.first(key);
    var high = writes.end(key);
    while (low < high) {
      var middle = (low + high) >>> 1;
      if (realTime.isBefore(versions.owner(writes.get(middle)), versions.owner(read))) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == writes.first(key) ? NONE : lastStarted[low - 1];
  }
}
