package mtc.search;

import java.util.Arrays;

/** What holds whatever is chosen, as arcs by their source: for those who follow them forwards. */
final class KnownGraph {
  /** By node: its first arc; one more entry at the end. */
  final int[] first;

  /** By arc. */
  final int[] target;

  /** All nodes, each before those it leads to; some are missing if there is a cycle. */
  final int[] order;

  final boolean isAcyclic;

  KnownGraph(OpenProblem problem) {
    var nodes = problem.nodeCount();
    first = new int[nodes + 1];
    problem.known((source, _) -> first[source + 1]++);
    for (var node = 0; node < nodes; node++) {
      first[node + 1] += first[node];
    }
    target = new int[first[nodes]];
    var at = Arrays.copyOf(first, nodes);
    problem.known((source, end) -> target[at[source]++] = end);
    order = new int[nodes];
    isAcyclic = sort() == nodes;
  }

  private int sort() {
    var remaining = new int[order.length];
    for (var end : target) {
      remaining[end]++;
    }
    var size = 0;
    for (var node = 0; node < order.length; node++) {
      if (remaining[node] == 0) {
        order[size++] = node;
      }
    }
    for (var i = 0; i < size; i++) {
      for (var arc = first[order[i]]; arc < first[order[i] + 1]; arc++) {
        if (--remaining[target[arc]] == 0) {
          order[size++] = target[arc];
        }
      }
    }
    return size;
  }

  /** By node: its place in the order. */
  int[] positions() {
    var positions = new int[order.length];
    for (var i = 0; i < order.length; i++) {
      positions[order[i]] = i;
    }
    return positions;
  }
}
