package mtc.linear;

import java.util.Arrays;
import mtc.column.Ints;

/**
 * An order of the transactions that contains the flow of information, and what each read leaves
 * behind as far as that fits: that of the strongly connected components of the graph of
 * serializability, and within one of them that of the flow alone.
 *
 * <p>Where a history is not far from serializable, next to everything agrees with it, and what does
 * not lies in a component: proposition 19 of docs/theory.md.
 */
final class LikelyOrder {
  final Graph graph;
  private final Components components;

  /** By node: its place in its component from 1 on; 0 if it lies on no cycle. */
  private final int[] inner;

  /** Whether the flow of information has a cycle, so that there is no such order. */
  final boolean isCyclic;

  LikelyOrder(Graph graph) {
    this.graph = graph;
    components = graph.serial().components();
    inner = new int[components.count() > 0 ? graph.nodeCount : 0];
    var fits = true;
    for (var component = 0; component < components.count() && fits; component++) {
      fits = order(component);
    }
    isCyclic = !fits;
  }

  /** What comes earlier has a lower place. */
  long place(int node) {
    return (long) components.rank(node) << Integer.SIZE | (inner.length == 0 ? 0 : inner[node]);
  }

  /** Whether some cycle leads through a node. */
  boolean isOnCycle(int node) {
    return inner.length > 0 && inner[node] > 0;
  }

  /** Whether some cycle leads through two nodes. */
  boolean areTogether(int node, int other) {
    return components.areTogether(node, other);
  }

  /** All that lies on some cycle, sorted. */
  int[] onCycles() {
    var nodes = components.allMembers();
    Arrays.sort(nodes);
    return nodes;
  }

  /** Depth first along the flow, with its own stack; false if there is a cycle. */
  private boolean order(int component) {
    var members = components.members(component);
    Arrays.sort(members);
    var path = new Ints();
    var next = new int[64];
    var placed = 0;
    for (var start : members) {
      if (inner[start] != 0) {
        continue;
      }
      path.add(start);
      inner[start] = -1;
      next[0] = graph.first[start];
      while (path.size() > 0) {
        var depth = path.size() - 1;
        var node = path.get(depth);
        var source = nextSource(node, next, depth);
        if (source < 0) {
          path.removeLast();
          inner[node] = ++placed;
          continue;
        }
        if (inner[source] < 0) {
          return false;
        }
        path.add(source);
        inner[source] = -1;
        if (depth + 1 == next.length) {
          next = Arrays.copyOf(next, next.length * 2);
        }
        next[depth + 1] = graph.first[source];
      }
    }
    return true;
  }

  /** Where the flow comes from that has no place yet, or -1. */
  private int nextSource(int node, int[] next, int depth) {
    while (next[depth] < graph.first[node + 1]) {
      var edge = next[depth]++;
      var source = graph.source(edge);
      if (graph.type(edge) < Graph.RW && inner[source] <= 0 && areTogether(node, source)) {
        return source;
      }
    }
    return -1;
  }
}
