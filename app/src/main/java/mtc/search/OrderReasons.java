package mtc.search;

import java.util.Arrays;
import java.util.BitSet;
import mtc.column.Groups;
import mtc.column.Ints;

/**
 * Why orders are known: goes back from pairs of chains that {@link Propagation} settled to the
 * arcs, and so the pairs, that settled them.
 */
final class OrderReasons {
  private final OpenProblem problem;
  private final Propagation propagation;
  private final KnownArcs arcs;

  /** By node: the arcs from it. */
  private final Groups outgoing;

  // By node, of the current search.
  private final int[] reachedBy;
  private final int[] mark;
  private int search;

  private final Ints pending = new Ints();

  OrderReasons(OpenProblem problem, Propagation propagation, KnownArcs arcs) {
    this.problem = problem;
    this.propagation = propagation;
    this.arcs = arcs;
    outgoing = Groups.of(problem.nodeCount(), Arrays.copyOf(arcs.from, arcs.count));
    reachedBy = new int[problem.nodeCount()];
    mark = new int[problem.nodeCount()];
  }

  /** Adds to the pairs among the questions those that settled them, and what settled those. */
  void addTo(BitSet asked) {
    for (var q = asked.nextSetBit(problem.firstPair()); q >= 0; q = asked.nextSetBit(q + 1)) {
      pending.add(q);
    }
    var done = new BitSet();
    while (pending.size() > 0) {
      var pair = pending.removeLast();
      asked.set(pair);
      if (!done.get(pair)) {
        done.set(pair);
        var first = problem.firstOf(pair);
        var second = problem.secondOf(pair);
        addWhy(first, second);
        addWhy(second, first);
      }
    }
  }

  /** Adds the pairs by whose order it became known that a chain comes before another, if it did. */
  private void addWhy(int chain, int later) {
    if (propagation.isBefore(chain, later)) {
      addWhyNot(later, chain, propagation.arcsWhenSettled(chain, later));
    }
  }

  /** Adds the pairs whose order rules out that a chain comes before another. */
  private void addWhyNot(int chain, int later, int limit) {
    var head = problem.chains.headOwner(later);
    var last = problem.commit(problem.chains.lastOwner(chain));
    if (find(problem.write(head), last, limit)) {
      addPath(problem.write(head), last);
      return;
    }
    for (var reader : propagation.readersOfEnd(chain)) {
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
      for (var o = outgoing.first(node); o < outgoing.end(node); o++) {
        var arc = outgoing.get(o);
        var target = arcs.to[arc];
        if (arc < limit && mark[target] != search) {
          mark[target] = search;
          reachedBy[target] = arc;
          queue.add(target);
        }
      }
    }
    return mark[goal] == search;
  }

  private void addPath(int start, int goal) {
    for (var node = goal; node != start; node = arcs.from[reachedBy[node]]) {
      if (arcs.isOfPair(reachedBy[node])) {
        pending.add(arcs.pair(reachedBy[node]));
      }
    }
  }

  /** Orders that became known contradict each other: the pairs of one cycle of them. */
  int[] pairsOfACycle() {
    var into = arcsInCycles();
    var node = 0;
    while (into[node] < 0) {
      node++;
    }
    search++;
    for (; mark[node] != search; node = arcs.from[into[node]]) {
      mark[node] = search;
    }
    var pairs = new Ints();
    var start = node;
    do {
      if (arcs.isOfPair(into[node])) {
        pairs.add(arcs.pair(into[node]));
      }
      node = arcs.from[into[node]];
    } while (node != start);
    return pairs.toArray();
  }

  /** For each node that a cycle leads to, an arc into it from another such node; else -1. */
  private int[] arcsInCycles() {
    var isAfterCycle = new boolean[problem.nodeCount()];
    Arrays.fill(isAfterCycle, true);
    for (var node : arcs.sorted(problem.nodeCount()).order) {
      isAfterCycle[node] = false;
    }
    var into = new int[problem.nodeCount()];
    Arrays.fill(into, -1);
    for (var arc = 0; arc < arcs.count; arc++) {
      if (isAfterCycle[arcs.from[arc]] && isAfterCycle[arcs.to[arc]]) {
        into[arcs.to[arc]] = arc;
      }
    }
    return into;
  }
}
