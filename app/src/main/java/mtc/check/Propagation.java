package mtc.check;

import java.util.Arrays;
import mtc.solve.Budget;
import mtc.solve.Reachability;

/**
 * What follows by itself: an order of two chains that would close a cycle with what is known is
 * ruled out, so the opposite order is known as well; and so on, until nothing more follows.
 *
 * <p>For sessions and real time this settles most of what is open, at the price of a few passes over
 * the graph. What it cannot settle is left to the solver.
 */
final class Propagation {
  static final byte OPEN = 0;
  static final byte FIRST_BEFORE_SECOND = 1;
  static final byte SECOND_BEFORE_FIRST = 2;

  /** Reachability of so many nodes times paths fits in memory, four bytes each. */
  private static final long MOST_ENTRIES = 200_000_000;

  private final OpenProblem problem;
  private final OpenChains chains;
  private final Versions versions;
  private final Budget budget;

  /** By pair of chains, numbered as the variables of {@link OpenProblem}. */
  final byte[] order;

  // Arcs: those that are known come first, then those of orders that became known.
  private int[] from;
  private int[] to;
  private int arcs;
  private int knownArcs;

  /** The pair that an arc after the known ones comes from. */
  private int[] pairOfArc = new int[64];

  /** How many arcs there were when a pair was settled: its reason is among them. */
  private int[] arcsBefore;

  private Reachability reachability;

  /** Where a chain's head must not lead: snapshots of the readers of another's last version. */
  private int[][] readersOfEnd;

  private int contradicted = -1;

  Propagation(OpenProblem problem, Budget budget) {
    this.problem = problem;
    this.chains = problem.chains;
    this.versions = chains.versions;
    this.budget = budget;
    order = new byte[Math.toIntExact(problem.pairCount())];
  }

  /** Settles what it can; false if some pair of chains can be ordered neither way. */
  boolean run(Paths paths) {
    if ((long) problem.nodeCount() * paths.count > MOST_ENTRIES || order.length == 0) {
      return true;
    }
    collectKnown();
    collectReaders();
    arcsBefore = new int[order.length];
    var nodePath = new int[problem.nodeCount()];
    var nodePlace = new int[problem.nodeCount()];
    Arrays.fill(nodePath, -1);
    for (var t = 0; t < paths.pathOf.length; t++) {
      nodePath[problem.commit(t)] = paths.pathOf[t];
      nodePlace[problem.commit(t)] = 2 * paths.placeOf[t] + 1;
      nodePath[problem.snapshot(t)] = paths.pathOf[t];
      nodePlace[problem.snapshot(t)] = 2 * paths.placeOf[t];
    }
    reachability = new Reachability(paths.count, nodePath, nodePlace);
    var settled = true;
    while (settled && !budget.isExhausted()) {
      if (!reachability.compute(from, to, arcs)) {
        // Two orders that became known in one pass contradict each other.
        contradicted = pairOfArc[arcs - 1 - knownArcs];
        return false;
      }
      settled = pass();
      if (contradicted >= 0) {
        return false;
      }
    }
    return true;
  }

  private boolean pass() {
    var arcsAtStart = arcs;
    var settled = false;
    for (var place = 0; place < chains.keyCount(); place++) {
      var first = chains.firstChain.get(place);
      var end = chains.firstChain.get(place + 1);
      for (var chain = first; chain < end; chain++) {
        for (var other = chain + 1; other < end; other++) {
          var pair = problem.before(chain, other) >> 1;
          if (order[pair] == OPEN) {
            settled |= settle(pair, chain, other, arcsAtStart);
            if (contradicted >= 0) {
              return true;
            }
          }
        }
      }
    }
    return settled;
  }

  private boolean settle(int pair, int chain, int other, int arcsAtStart) {
    var notBefore = isRuledOut(chain, other);
    var notAfter = isRuledOut(other, chain);
    if (!notBefore && !notAfter) {
      return false;
    }
    arcsBefore[pair] = arcsAtStart;
    if (notBefore && notAfter) {
      contradicted = pair;
    } else if (notBefore) {
      order[pair] = SECOND_BEFORE_FIRST;
      addOrder(pair, other, chain);
    } else {
      order[pair] = FIRST_BEFORE_SECOND;
      addOrder(pair, chain, other);
    }
    return true;
  }

  /** Whether that a chain comes before another would close a cycle. */
  private boolean isRuledOut(int chain, int later) {
    var head = chains.headOwner(later);
    if (reachability.leads(problem.snapshot(head), problem.commit(chains.lastOwner(chain)))) {
      return true;
    }
    for (var reader : readersOfEnd[chain]) {
      if (reachability.leads(problem.commit(head), reader)) {
        return true;
      }
    }
    return false;
  }

  private void addOrder(int pair, int chain, int later) {
    var last = problem.commit(chains.lastOwner(chain));
    var head = chains.headOwner(later);
    if (!reachability.leads(last, problem.snapshot(head))) {
      add(last, problem.snapshot(head), pair);
    }
    if (readersOfEnd[chain].length > 0
        && !reachability.leads(problem.endOf(chain), problem.commit(head))) {
      add(problem.endOf(chain), problem.commit(head), pair);
    }
  }

  private void add(int source, int target, int pair) {
    if (arcs == from.length) {
      from = Arrays.copyOf(from, arcs * 2);
      to = Arrays.copyOf(to, arcs * 2);
    }
    if (arcs - knownArcs == pairOfArc.length) {
      pairOfArc = Arrays.copyOf(pairOfArc, pairOfArc.length * 2);
    }
    from[arcs] = source;
    to[arcs] = target;
    pairOfArc[arcs++ - knownArcs] = pair;
  }

  private void collectKnown() {
    var fromKnown = new Ints();
    var toKnown = new Ints();
    problem.known(
        (source, target) -> {
          fromKnown.add(source);
          toKnown.add(target);
        });
    arcs = fromKnown.size();
    knownArcs = arcs;
    from = fromKnown.first(arcs);
    to = toKnown.first(arcs);
  }

  /** Of the readers on one path only the last one counts: who leads to another leads to it too. */
  private void collectReaders() {
    readersOfEnd = new int[chains.count()][];
    var readers = new Ints();
    for (var chain = 0; chain < chains.count(); chain++) {
      readers.clear();
      var last = chains.last.get(chain);
      for (var reader = versions.reader[last];
          reader != Versions.NONE;
          reader = versions.reader[reader]) {
        readers.add(problem.snapshot(versions.owner[reader]));
      }
      readersOfEnd[chain] = readers.first(readers.size());
    }
  }

  /** Calls back with every arc that an order which became known adds, and its pair. */
  void forEachArc(ArcOfPair consumer) {
    for (var arc = knownArcs; arc < arcs; arc++) {
      consumer.accept(from[arc], to[arc], pairOfArc[arc - knownArcs]);
    }
  }

  /** An arc and the pair of chains whose order it comes from. */
  @FunctionalInterface
  interface ArcOfPair {
    void accept(int from, int to, int pair);
  }
}
