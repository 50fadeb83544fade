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

  /** Pairs that cannot be ordered either way, or whose orders contradict each other. */
  private final Ints contradicted = new Ints();

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
        new Reasons().collectCycle();
        return false;
      }
      settled = pass();
      if (contradicted.size() > 0) {
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
            if (contradicted.size() > 0) {
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
      contradicted.add(pair);
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
    if ((readersOfEnd[chain].length > 0 || problem.mayHaveOpenReader(chain))
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
      for (var reader = versions.reader(last);
          reader != Versions.NONE;
          reader = versions.reader(reader)) {
        readers.add(problem.snapshot(versions.owner(reader)));
      }
      readersOfEnd[chain] = readers.first(readers.size());
    }
  }

  /**
   * After failure, or of the pairs that a solver's failure involved: all pairs that had a part in
   * it, those included that settled others.
   */
  void addReasons(boolean[] asked) {
    var reasons = new Reasons();
    for (var i = 0; i < contradicted.size(); i++) {
      reasons.add(contradicted.get(i));
    }
    for (var pair = 0; pair < order.length; pair++) {
      if (asked[pair]) {
        reasons.add(pair);
      }
    }
    reasons.run(asked);
  }

  /** Goes back from settled pairs to the arcs, and so the pairs, that settled them. */
  private final class Reasons {
    private final Ints pending = new Ints();
    private final int[] firstOut = new int[problem.nodeCount() + 1];
    private final int[] outArc = new int[arcs];
    private final int[] reachedBy = new int[problem.nodeCount()];
    private final int[] mark = new int[problem.nodeCount()];
    private int search;

    Reasons() {
      for (var arc = 0; arc < arcs; arc++) {
        firstOut[from[arc] + 1]++;
      }
      for (var node = 0; node < problem.nodeCount(); node++) {
        firstOut[node + 1] += firstOut[node];
      }
      var at = Arrays.copyOf(firstOut, problem.nodeCount());
      for (var arc = 0; arc < arcs; arc++) {
        outArc[at[from[arc]]++] = arc;
      }
    }

    void add(int pair) {
      pending.add(pair);
    }

    void run(boolean[] asked) {
      var done = new boolean[order.length];
      while (pending.size() > 0) {
        var pair = pending.removeLast();
        asked[pair] = true;
        if (!done[pair]) {
          done[pair] = true;
          if (isContradicted(pair) || order[pair] == SECOND_BEFORE_FIRST) {
            addWhyNot(problem.firstOf(pair), problem.secondOf(pair), arcsBefore[pair]);
          }
          if (isContradicted(pair) || order[pair] == FIRST_BEFORE_SECOND) {
            addWhyNot(problem.secondOf(pair), problem.firstOf(pair), arcsBefore[pair]);
          }
        }
      }
    }

    private boolean isContradicted(int pair) {
      return order[pair] == OPEN && arcsBefore != null && arcsBefore[pair] > 0;
    }

    /** Adds the pairs whose order rules out that a chain comes before another. */
    private void addWhyNot(int chain, int later, int limit) {
      var head = chains.headOwner(later);
      var last = problem.commit(chains.lastOwner(chain));
      if (find(problem.snapshot(head), last, limit)) {
        addPath(problem.snapshot(head), last);
        return;
      }
      for (var reader : readersOfEnd[chain]) {
        if (find(problem.commit(head), reader, limit)) {
          addPath(problem.commit(head), reader);
          return;
        }
      }
      throw new IllegalStateException("an order was ruled out for no reason");
    }

    /** Breadth first over the arcs below a limit. */
    private boolean find(int start, int goal, int limit) {
      search++;
      var queue = new Ints();
      queue.add(start);
      mark[start] = search;
      for (var i = 0; i < queue.size() && mark[goal] != search; i++) {
        var node = queue.get(i);
        for (var o = firstOut[node]; o < firstOut[node + 1]; o++) {
          var arc = outArc[o];
          if (arc < limit && mark[to[arc]] != search) {
            mark[to[arc]] = search;
            reachedBy[to[arc]] = arc;
            queue.add(to[arc]);
          }
        }
      }
      return mark[goal] == search;
    }

    private void addPath(int start, int goal) {
      for (var node = goal; node != start; node = from[reachedBy[node]]) {
        if (reachedBy[node] >= knownArcs) {
          pending.add(pairOfArc[reachedBy[node] - knownArcs]);
        }
      }
    }

    /** Orders that became known in one pass contradict each other. */
    void collectCycle() {
      for (var arc = knownArcs; arc < arcs; arc++) {
        if (find(to[arc], from[arc], arcs)) {
          pending.add(pairOfArc[arc - knownArcs]);
          addPath(to[arc], from[arc]);
          break;
        }
      }
      while (pending.size() > 0) {
        contradicted.add(pending.removeLast());
      }
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
