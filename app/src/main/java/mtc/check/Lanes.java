package mtc.check;

import java.util.Arrays;

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
    for (var place = 0; place < chains.keyCount(); place++) {
      firstLane[place] = begins.size();
      add(place, paths);
    }
    firstLane[chains.keyCount()] = begins.size();
    begins.add(chains.count());
  }

  private void add(int place, Paths paths) {
    var from = chains.firstChain.get(place);
    var count = chains.chainsOf(place);
    var byPath = new int[count];
    for (var i = 0; i < count; i++) {
      byPath[i] = from + i;
    }
    sort(byPath, paths);
    for (var i = 0; i < count; i++) {
      var path = path(byPath[i], paths);
      if (i == 0 || path < 0 || path != path(byPath[i - 1], paths)) {
        begins.add(from + i);
      }
      sorted[from + i] = byPath[i];
      laneOf[byPath[i]] = begins.size() - 1 - firstLane[place];
      indexOf[byPath[i]] = from + i - begins.get(begins.size() - 1);
    }
  }

  private int path(int chain, Paths paths) {
    return paths.pathOf[chains.headOwner(chain)];
  }

  /** By path, and along it. Chains are numbered in the order of the log, so mostly they are. */
  private void sort(int[] list, Paths paths) {
    var keyed = new long[list.length];
    for (var i = 0; i < list.length; i++) {
      keyed[i] = (long) path(list[i], paths) << 32 | paths.placeOf[chains.headOwner(list[i])];
    }
    var order = new long[list.length];
    // A path's place is unique on it; heads on no path may come in any order.
    for (var i = 0; i < list.length; i++) {
      order[i] = keyed[i];
    }
    Arrays.sort(order);
    var next = new int[list.length];
    var filled = new int[list.length];
    for (var chain = 0; chain < list.length; chain++) {
      var at = Arrays.binarySearch(order, keyed[chain]);
      while (at > 0 && order[at - 1] == keyed[chain]) {
        at--;
      }
      next[at + filled[at]++] = list[chain];
    }
    System.arraycopy(next, 0, list, 0, next.length);
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
