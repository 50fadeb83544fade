package mtc.linear;

import java.util.Arrays;
import mtc.history.History;

/** The writes of keys whose versions reads do not put in order, as the likely order does. */
final class LikelyWrites {
  private final Versions versions;
  private final LikelyOrder likely;

  /** By key: where its writes begin, each with the rank of its writer above it, sorted. */
  private final int[] first;

  private final long[] byRank;

  LikelyWrites(Groundwork core, LikelyOrder likely) {
    this.versions = core.versions;
    this.likely = likely;
    var history = versions.history;
    first = new int[history.keyCount() + 1];
    for (var op = 0; op < history.operationCount(); op++) {
      if (isOfUnordered(core, op)) {
        first[history.key(op)]++;
      }
    }
    for (int key = 0, sum = 0; key < first.length; key++) {
      sum += first[key];
      first[key] = sum;
    }
    byRank = new long[first[history.keyCount()]];
    for (var op = history.operationCount() - 1; op >= 0; op--) {
      if (isOfUnordered(core, op)) {
        byRank[--first[history.key(op)]] = (long) rank(versions.owner(op)) << Integer.SIZE | op;
      }
    }
    for (var key = 0; key < history.keyCount(); key++) {
      Arrays.sort(byRank, first[key], first[key + 1]);
    }
  }

  private static boolean isOfUnordered(Groundwork core, int op) {
    return core.isUnordered(core.versions.history.key(op))
        && History.isWrite(core.versions.history.kind(op))
        && core.versions.version(op) != Versions.NONE
        && core.versions.takesPart(core.versions.owner(op));
  }

  private int rank(int node) {
    return (int) (likely.place(node) >> Integer.SIZE);
  }

  /** Where the writes of a key begin that do not come before some place. */
  int firstFrom(int key, long place) {
    var rank = place >> Integer.SIZE;
    var low = first[key];
    var high = first[key + 1];
    while (low < high) {
      var middle = (low + high) >>> 1;
      if (byRank[middle] >> Integer.SIZE < rank) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** A write of the key, or NONE if there is none that may come before some place. */
  int at(int key, int index, long place) {
    return index < first[key + 1] && byRank[index] >> Integer.SIZE <= place >> Integer.SIZE
        ? (int) byRank[index]
        : Versions.NONE;
  }
}
