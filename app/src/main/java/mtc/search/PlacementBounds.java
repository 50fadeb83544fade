package mtc.search;

import java.util.Arrays;
import mtc.column.Ints;
import mtc.solve.Budget;

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

  // The known graph: by node where its arcs begin, those in order from the first to the last.
  private int[] first;
  private int[] target;
  private final int[] order;
  private int ordered;
  private final int[] least;
  private final int[] greatest;

  PlacementBounds(AppendBlocks blocks, OpenProblem known, Budget budget) {
    this.blocks = blocks;
    this.known = known;
    this.budget = budget;
    order = new int[known.nodeCount()];
    least = new int[known.nodeCount()];
    greatest = new int[known.nodeCount()];
  }

  /** The blocks without the candidates that are ruled out. */
  AppendBlocks bounded() {
    collectArcs();
    if ((long) blocks.keyCount() * (order.length + target.length) < MOST_STEPS && sort()) {
      for (var open = 0; open < blocks.keyCount(); open++) {
        var isNews = true;
        for (var round = 0; isNews && round < MOST_ROUNDS; round++) {
          isNews = blocks.hasOpenBlocks(open) && !budget.isExhausted() && bound(open);
        }
      }
    }
    return blocks;
  }

  private void collectArcs() {
    var from = new Ints();
    var to = new Ints();
    known.known((source, end) -> {
      from.add(source);
      to.add(end);
    });
    first = new int[order.length + 1];
    for (var i = 0; i < from.size(); i++) {
      first[from.get(i) + 1]++;
    }
    for (var node = 0; node < order.length; node++) {
      first[node + 1] += first[node];
    }
    var at = Arrays.copyOf(first, order.length);
    target = new int[from.size()];
    for (var i = 0; i < from.size(); i++) {
      target[at[from.get(i)]++] = to.get(i);
    }
  }

  /** Puts the nodes in an order that all arcs agree with; false if there is none. */
  private boolean sort() {
    var incoming = new int[order.length];
    for (var to : target) {
      incoming[to]++;
    }
    for (var node = 0; node < order.length; node++) {
      if (incoming[node] == 0) {
        order[ordered++] = node;
      }
    }
    for (var done = 0; done < ordered; done++) {
      var node = order[done];
      for (var arc = first[node]; arc < first[node + 1]; arc++) {
        if (--incoming[target[arc]] == 0) {
          order[ordered++] = target[arc];
        }
      }
    }
    return ordered == order.length;
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
    for (var node : order) {
      for (var arc = first[node]; arc < first[node + 1]; arc++) {
        least[target[arc]] = Math.max(least[target[arc]], least[node]);
      }
    }
    for (var i = order.length - 1; i >= 0; i--) {
      var node = order[i];
      for (var arc = first[node]; arc < first[node + 1]; arc++) {
        greatest[node] = Math.min(greatest[node], greatest[target[arc]]);
      }
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
    for (var arc = first[node]; arc < first[node + 1]; arc++) {
      bound = Math.min(bound, greatest[target[arc]]);
    }
    return bound;
  }

  private int end(int candidate) {
    return blocks.placeOf(candidate) + blocks.length(blocks.blockOf(candidate));
  }
}
