package mtc.search;

import java.util.Arrays;
import java.util.BitSet;
import mtc.column.Ints;
import mtc.linear.Versions;
import mtc.solve.Budget;
import mtc.solve.Reachability;

/**
 * What follows by itself: an order of two chains that would close a cycle with what is known is
 * ruled out, so the opposite order is known as well; and so on, until nothing more follows.
 *
 * <p>For sessions and real time this settles most of what is open, at the price of a few passes
 * over the graph. What it cannot settle is left to the solver.
 *
 * <p>There may be a million pairs of chains of one key, so pairs are not looked at one by one. If a
 * chain of a {@link Lanes lane} must come before another chain, so must all that precede it on its
 * lane: one number for each chain and lane says it all, and one arc, from the last of those that
 * come before, implies the others.
 */
final class Propagation {
  /** An array has no more. */
  private static final long MOST_ENTRIES = Integer.MAX_VALUE - 8;

  private static final int ASKED_EVERY = 1 << 12;

  private final OpenProblem problem;
  private final OpenChains chains;
  private final Versions versions;
  private final Budget budget;
  private Lanes lanes;

  /** By chain and lane of its key: how many chains of the lane come before it. */
  private int[] before;

  /** By chain: where its lanes begin in {@link #before}. */
  private int[] firstSlot;

  private KnownArcs arcs;

  // Each growth of an entry of before, linked: the reason of what it settled is among earlier arcs.
  private int[] lastGrowth;
  private final Ints growthBefore = new Ints();
  private final Ints growthFrom = new Ints();
  private final Ints growthArcs = new Ints();

  private Reachability reachability;

  /** Where a chain's head must not lead: snapshots of the readers of another's last version. */
  private int[][] readersOfEnd;

  /** Pairs whose orders contradict each other. */
  private int[] contradicted = new int[0];

  Propagation(OpenProblem problem, Budget budget) {
    this.problem = problem;
    this.chains = problem.chains;
    this.versions = chains.versions;
    this.budget = budget;
  }

  /** Settles what it can; false if that leads to a contradiction. */
  boolean run(Paths paths) {
    if (paths.count == 0 || !fits(paths)) {
      return true;
    }
    arcs = new KnownArcs(problem);
    collectReaders();
    lastGrowth = new int[before.length];
    Arrays.fill(lastGrowth, -1);
    reachability = reachability(paths);
    addLanes();
    do {
      if (!reachability.compute(arcs.sorted(problem.nodeCount()))) {
        contradicted = new OrderReasons(problem, this, arcs).pairsOfACycle();
        return false;
      }
    } while (pass() && !budget.isExhausted());
    return true;
  }

  private boolean fits(Paths paths) {
    var entries = (long) problem.nodeCount() * paths.count;
    lanes = new Lanes(chains, paths);
    firstSlot = new int[chains.count() + 1];
    for (var place = 0; place < chains.keyCount(); place++) {
      var count = lanes.count(place);
      entries += (long) count * chains.chainsOf(place);
      for (var chain = chains.firstChain.get(place);
          chain < chains.firstChain.get(place + 1) && entries < MOST_ENTRIES;
          chain++) {
        firstSlot[chain + 1] = firstSlot[chain] + count;
      }
    }
    if (entries >= MOST_ENTRIES || !budget.allows(2 * Integer.BYTES * entries)) {
      lanes = null;
      return false;
    }
    before = new int[firstSlot[chains.count()]];
    return true;
  }

  private Reachability reachability(Paths paths) {
    var nodePath = new int[problem.nodeCount()];
    var nodePlace = new int[problem.nodeCount()];
    Arrays.fill(nodePath, -1);
    for (var t = 0; t < paths.pathOf.length; t++) {
      nodePath[problem.commit(t)] = paths.pathOf[t];
      nodePlace[problem.commit(t)] = 2 * paths.placeOf[t] + 1;
      nodePath[problem.snapshot(t)] = paths.pathOf[t];
      nodePlace[problem.snapshot(t)] = 2 * paths.placeOf[t];
    }
    return new Reachability(paths.count, nodePath, nodePlace);
  }

  /** Chains of one lane are in order from the start. */
  private void addLanes() {
    for (var place = 0; place < chains.keyCount(); place++) {
      for (var lane = 0; lane < lanes.count(place); lane++) {
        for (var i = 1; i < lanes.length(place, lane); i++) {
          var chain = lanes.chain(place, lane, i);
          before[firstSlot[chain] + lane] = i;
          addFirstOrder(lanes.chain(place, lane, i - 1), chain);
        }
      }
    }
  }

  /** Their heads lie on one path: for a chain of one transaction only its readers are news. */
  private void addFirstOrder(int chain, int later) {
    var pair = problem.before(chain, later) >> 1;
    var head = chains.headOwner(later);
    if (chains.lastOwner(chain) != chains.headOwner(chain)) {
      arcs.add(problem.commit(chains.lastOwner(chain)), problem.write(head), pair);
    }
    if (problem.mayHaveReaders(chain)) {
      arcs.add(problem.endOf(chain), problem.overwrite(head), pair);
    }
  }

  private boolean pass() {
    var arcsAtStart = arcs.count;
    var settled = false;
    for (var place = 0; place < chains.keyCount(); place++) {
      for (var chain = chains.firstChain.get(place);
          chain < chains.firstChain.get(place + 1);
          chain++) {
        if (chain % ASKED_EVERY == 0) {
          budget.require();
        }
        for (var lane = 0; lane < lanes.count(place); lane++) {
          if (lane != lanes.laneOf[chain]) {
            settled |= settle(place, chain, lane, arcsAtStart);
          }
        }
      }
    }
    return settled;
  }

  /** Finds how many chains of a lane must come before another chain. */
  private boolean settle(int place, int chain, int lane, int arcsAtStart) {
    var slot = firstSlot[chain] + lane;
    var known = before[slot];
    var length = lanes.length(place, lane);
    if (known == length || !isRuledOut(chain, lanes.chain(place, lane, known))) {
      return false;
    }
    var low = known;
    var step = 1;
    while (low + step < length && isRuledOut(chain, lanes.chain(place, lane, low + step))) {
      low += step;
      step *= 2;
    }
    var high = Math.min(low + step, length);
    while (low + 1 < high) {
      var middle = (low + high) >>> 1;
      if (isRuledOut(chain, lanes.chain(place, lane, middle))) {
        low = middle;
      } else {
        high = middle;
      }
    }
    before[slot] = low + 1;
    growthBefore.add(lastGrowth[slot]);
    growthFrom.add(known);
    growthArcs.add(arcsAtStart);
    lastGrowth[slot] = growthFrom.size() - 1;
    addOrder(lanes.chain(place, lane, low), chain);
    return true;
  }

  /** Whether that a chain comes before another would close a cycle. */
  private boolean isRuledOut(int chain, int later) {
    var head = chains.headOwner(later);
    if (reachability.leads(problem.write(head), problem.commit(chains.lastOwner(chain)))) {
      return true;
    }
    for (var reader : readersOfEnd[chain]) {
      if (reachability.leads(problem.commit(head), reader)) {
        return true;
      }
    }
    return false;
  }

  /** Adds the arcs of an order that the others do not imply. */
  private void addOrder(int chain, int later) {
    var pair = problem.before(chain, later) >> 1;
    var head = chains.headOwner(later);
    var last = problem.commit(chains.lastOwner(chain));
    if (!reachability.leads(last, problem.write(head))) {
      arcs.add(last, problem.write(head), pair);
    }
    if (problem.mayHaveReaders(chain)
        && !reachability.leads(problem.endOf(chain), problem.overwrite(head))) {
      arcs.add(problem.endOf(chain), problem.overwrite(head), pair);
    }
  }

  private void collectReaders() {
    readersOfEnd = new int[chains.count()][];
    var readers = new Ints();
    for (var chain = 0; chain < chains.count(); chain++) {
      readers.clear();
      for (var reader = versions.reader(chains.last.get(chain));
          reader != Versions.NONE;
          reader = versions.reader(reader)) {
        readers.add(problem.snapshot(versions.owner(reader)));
      }
      readersOfEnd[chain] = readers.toArray();
    }
  }

  // What came of it.

  /** Whether a chain is known to come before another one of its key. */
  boolean isBefore(int chain, int later) {
    return lanes != null && lanes.indexOf[chain] < before[firstSlot[later] + lanes.laneOf[chain]];
  }

  /** Positive if a pair's first chain is known to come first, negative if last, 0 if open. */
  int order(int pair) {
    var first = problem.firstOf(pair);
    var second = problem.secondOf(pair);
    return isBefore(first, second) ? 1 : isBefore(second, first) ? -1 : 0;
  }

  /** Two chains of a key. */
  @FunctionalInterface
  interface Pair {
    void accept(int chain, int other);
  }

  /** Calls back with every arc that an order which became known adds, and its pair. */
  void forEachArc(KnownArcs.ArcOfPair consumer) {
    if (arcs != null) {
      arcs.forEachOfPairs(consumer);
    }
  }

  // Why.

  /**
   * After failure, or of the pairs that a solver's failure involved: all pairs that had a part in
   * it, those included that settled others.
   */
  void addReasons(BitSet asked) {
    if (lanes == null) {
      return;
    }
    for (var pair : contradicted) {
      asked.set(pair);
    }
    new OrderReasons(problem, this, arcs).addTo(asked);
  }

  /** How many arcs there were when it became known that a chain comes before another. */
  int arcsWhenSettled(int chain, int later) {
    var index = lanes.indexOf[chain];
    var growth = lastGrowth[firstSlot[later] + lanes.laneOf[chain]];
    while (growth >= 0 && growthFrom.get(growth) > index) {
      growth = growthBefore.get(growth);
    }
    return growth < 0 ? arcs.countOfProblem : growthArcs.get(growth);
  }

  /** The snapshots of those who read the last version of a chain. */
  int[] readersOfEnd(int chain) {
    return readersOfEnd[chain];
  }
}
