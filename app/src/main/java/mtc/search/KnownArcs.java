package mtc.search;

import java.util.Arrays;
import mtc.column.Ints;
import mtc.solve.SortedGraph;

/** Arcs between nodes of a problem: those that it begins with, then those of orders found since. */
final class KnownArcs {
  // By arc.
  int[] from;
  int[] to;

  int count;
  final int countOfProblem;

  /** The pair of chains whose order an arc comes from, by arc after those of the problem. */
  private int[] pair = new int[64];

  KnownArcs(OpenProblem problem) {
    var fromKnown = new Ints();
    var toKnown = new Ints();
    problem.known((source, target) -> {
      fromKnown.add(source);
      toKnown.add(target);
    });
    count = fromKnown.size();
    countOfProblem = count;
    from = fromKnown.toArray();
    to = toKnown.toArray();
  }

  SortedGraph sorted(int nodes) {
    return new SortedGraph(
        nodes,
        arcs -> {
          for (var arc = 0; arc < count; arc++) {
            arcs.accept(from[arc], to[arc]);
          }
        });
  }

  void add(int source, int target, int ofPair) {
    if (count == from.length) {
      from = Arrays.copyOf(from, count * 2);
      to = Arrays.copyOf(to, count * 2);
    }
    if (count - countOfProblem == pair.length) {
      pair = Arrays.copyOf(pair, pair.length * 2);
    }
    from[count] = source;
    to[count] = target;
    pair[count++ - countOfProblem] = ofPair;
  }

  boolean isOfPair(int arc) {
    return arc >= countOfProblem;
  }

  int pair(int arc) {
    return pair[arc - countOfProblem];
  }

  /** An arc and the pair of chains whose order it comes from. */
  @FunctionalInterface
  interface ArcOfPair {
    void accept(int from, int to, int pair);
  }

  void forEachOfPairs(ArcOfPair consumer) {
    for (var arc = countOfProblem; arc < count; arc++) {
      consumer.accept(from[arc], to[arc], pair(arc));
    }
  }
}
