package mtc.search;

import java.util.Arrays;
import mtc.column.Ints;
import mtc.solve.Budget;
import mtc.solve.SortedGraph;

/**
 * Rules out places where a block would close a cycle with what is known: it stands after whatever
 * was seen, or stands for certain, before it, and before whatever comes after it.
 *
 * <p>Which append an element is, sessions and real time mostly tell: that takes two passes over the
 * graph for each list, and leaves the solver little to find out by itself.
 */
final class PlacementBounds {
  /** Beyond so many steps the solver is left to itself. */
  private static final long MOST_STEPS = 2_000_000_000L;

  /** What became certain may rule out more. */
  private static final int MOST_ROUNDS = 8;

  private final OpenProblem known;
  private final Budget budget;
  private AppendBlocks blocks;

  private final SortedGraph graph;
  private final int[] least;
  private final int[] greatest;

  PlacementBounds(AppendBlocks blocks, OpenProblem known, Budget budget) {
    this.blocks = blocks;
    this.known = known;
    this.budget = budget;
    graph = known.knownGraph(budget);
    least = new int[known.nodeCount()];
    greatest = new int[known.nodeCount()];
  }

  /** The blocks without the candidates that are ruled out. */
  AppendBlocks bounded() {
    if (graph.isAcyclic()
        && (long) blocks.keyCount() * (graph.nodeCount() + graph.arcCount()) < MOST_STEPS) {
      for (var open = 0; open < blocks.keyCount(); open++) {
        var isNews = true;
        for (var round = 0; isNews && round < MOST_ROUNDS; round++) {
          isNews = blocks.hasOpenBlocks(open) && !budget.isExhausted() && bound(open);
        }
      }
    }
    return blocks;
  }

  /** Rules out what it can; false if that is nothing. */
  private boolean bound(int open) {
    Arrays.fill(least, 0);
    Arrays.fill(greatest, Integer.MAX_VALUE);
    for (var read : blocks.reads(open)) {
      var node = known.snapshot(known.versions.owner(read));
      least[node] = Math.max(least[node], blocks.seen(read));
      if (known.known.seesAllBefore()) {
        greatest[node] = Math.min(greatest[node], blocks.seen(read));
      }
    }
    for (var c = blocks.firstCandidate(open); c < blocks.firstCandidate(open + 1); c++) {
      if (blocks.counts(c) && blocks.isCertain(c)) {
        var node = known.commit(blocks.owner(blocks.blockOf(c)));
        least[node] = Math.max(least[node], end(c));
        greatest[node] = Math.min(greatest[node], blocks.placeOf(c));
      }
    }
    for (var node : graph.order) {
      for (var arc = graph.first(node); arc < graph.end(node); arc++) {
        var target = graph.target(arc);
        least[target] = Math.max(least[target], least[node]);
      }
    }
    for (var i = graph.order.length - 1; i >= 0; i--) {
      var node = graph.order[i];
      greatest[node] = Math.min(greatest[node], greatestAfter(node));
    }
    var ruledOut = new Ints();
    for (var c = blocks.firstCandidate(open); c < blocks.firstCandidate(open + 1); c++) {
      var node = known.commit(blocks.owner(blocks.blockOf(c)));
      var fits = least[node] <= blocks.placeOf(c) && end(c) <= greatestAfter(node);
      if (blocks.counts(c) && !blocks.isCertain(c) && !fits) {
        ruledOut.add(c);
      }
    }
    if (ruledOut.size() > 0) {
      blocks = blocks.without(open, ruledOut);
    }
    return ruledOut.size() > 0;
  }

  /** What a transaction read itself is no bound for what it appended then. */
  private int greatestAfter(int node) {
    var bound = Integer.MAX_VALUE;
    for (var arc = graph.first(node); arc < graph.end(node); arc++) {
      bound = Math.min(bound, greatest[graph.target(arc)]);
    }
    return bound;
  }

  private int end(int candidate) {
    return blocks.placeOf(candidate) + blocks.length(blocks.blockOf(candidate));
  }
}
