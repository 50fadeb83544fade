package mtc.search;

import java.util.Arrays;
import mtc.column.Ints;

/**
 * The chains of each key by the paths that their heads lie on: along a lane, each chain is known to
 * come before the next one. A head on no path has a lane of its own.
 */
final class Lanes {
  private final OpenChains chains;

  /** By chain: its lane among those of its key, and its place there. */
  final int[] laneOf;

  final int[] indexOf;

  /** Chains, those of one key together, lane by lane, in order. */
  private final int[] sorted;

  /** By place of a key: its first lane. By lane: where it begins in the sorted chains. */
  private final int[] firstLane;

  private final Ints begins = new Ints();

  Lanes(OpenChains chains, Paths paths) {
    this.chains = chains;
    laneOf = new int[chains.count()];
    indexOf = new int[chains.count()];
    sorted = new int[chains.count()];
    firstLane = new int[chains.keyCount() + 1];
    var firstRank = firstRank(paths);
    for (var place = 0; place < chains.keyCount(); place++) {
      firstLane[place] = begins.size();
      add(place, paths, firstRank);
    }
    firstLane[chains.keyCount()] = begins.size();
    begins.add(chains.count());
  }

  private void add(int place, Paths paths, int[] firstRank) {
    var from = chains.firstChain.get(place);
    var byRank = new long[chains.chainsOf(place)];
    for (var i = 0; i < byRank.length; i++) {
      var head = chains.headOwner(from + i);
      var rank = firstRank[paths.pathOf[head] + 1] + paths.placeOf[head];
      byRank[i] = (long) rank << 32 | from + i;
    }
    Arrays.sort(byRank);
    var lastPath = -1;
    for (var i = 0; i < byRank.length; i++) {
      var chain = (int) byRank[i];
      var path = paths.pathOf[chains.headOwner(chain)];
      if (i == 0 || path < 0 || path != lastPath) {
        begins.add(from + i);
      }
      lastPath = path;
      sorted[from + i] = chain;
      laneOf[chain] = begins.size() - 1 - firstLane[place];
      indexOf[chain] = from + i - begins.get(begins.size() - 1);
    }
  }

  /** By path + 1: the first number of its places, if they are numbered path by path. */
  private static int[] firstRank(Paths paths) {
    var first = new int[paths.count + 2];
    // What is on no path comes before all of them.
    first[1] = 1;
    for (var path : paths.pathOf) {
      first[path + 2] += path < 0 ? 0 : 1;
    }
    for (var i = 1; i < first.length; i++) {
      first[i] += first[i - 1];
    }
    return first;
  }

  /** How many lanes a key has. */
  int count(int place) {
    return firstLane[place + 1] - firstLane[place];
  }

  int length(int place, int lane) {
    return begins.get(firstLane[place] + lane + 1) - begins.get(firstLane[place] + lane);
  }

  int chain(int place, int lane, int index) {
    return sorted[begins.get(firstLane[place] + lane) + index];
  }
}
