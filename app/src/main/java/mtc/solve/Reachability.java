package mtc.solve;

import java.util.Arrays;

/**
 * Which nodes of an acyclic graph lead to which, for nodes that lie on paths: of each path a node
 * keeps the first place that it leads to, and so leads to all places after it. With few paths that
 * is far less than a bit for each two nodes, and a question is one comparison.
 */
public final class Reachability {
  /** A place that nothing leads to. */
  private static final int NOWHERE = Integer.MAX_VALUE;

  private final int paths;

  /** By node: the path it lies on, -1 for none, and its place there. */
  private final int[] pathOf;

  private final int[] placeOf;

  /** By node and path: the first place reached. */
  private final int[] first;

  private final int[] order;
  private final int[] outFirst;
  private int[] outTo = new int[0];

  /**
   * @param pathOf the path that a node lies on, or -1
   * @param placeOf its place there; a node leads to every node with a greater place on its path
   */
  public Reachability(int paths, int[] pathOf, int[] placeOf) {
    this.paths = paths;
    this.pathOf = pathOf;
    this.placeOf = placeOf;
    first = new int[pathOf.length * paths];
    order = new int[pathOf.length];
    outFirst = new int[pathOf.length + 1];
  }

  /**
   * Computes it anew for a list of arcs, in time proportional to arcs and paths.
   *
   * @return false if the arcs form a cycle
   */
  public boolean compute(int[] from, int[] to, int arcs) {
    sortArcs(from, to, arcs);
    if (!sortNodes()) {
      return false;
    }
    Arrays.fill(first, NOWHERE);
    for (var i = order.length - 1; i >= 0; i--) {
      var node = order[i];
      var base = node * paths;
      for (var arc = outFirst[node]; arc < outFirst[node + 1]; arc++) {
        var other = outTo[arc] * paths;
        for (var path = 0; path < paths; path++) {
          first[base + path] = Math.min(first[base + path], first[other + path]);
        }
      }
      if (pathOf[node] >= 0) {
        var own = base + pathOf[node];
        first[own] = Math.min(first[own], placeOf[node]);
      }
    }
    return true;
  }

  /** Whether a node leads to another one, or is it; false if that one lies on no path. */
  public boolean leads(int node, int to) {
    return pathOf[to] >= 0 && first[node * paths + pathOf[to]] <= placeOf[to];
  }

  private void sortArcs(int[] from, int[] to, int arcs) {
    Arrays.fill(outFirst, 0);
    for (var i = 0; i < arcs; i++) {
      outFirst[from[i] + 1]++;
    }
    for (var node = 0; node < order.length; node++) {
      outFirst[node + 1] += outFirst[node];
    }
    if (outTo.length < arcs) {
      outTo = new int[arcs + arcs / 2];
    }
    var at = Arrays.copyOf(outFirst, order.length);
    for (var i = 0; i < arcs; i++) {
      outTo[at[from[i]]++] = to[i];
    }
  }

  private boolean sortNodes() {
    var remaining = new int[order.length];
    for (var arc = 0; arc < outFirst[order.length]; arc++) {
      remaining[outTo[arc]]++;
    }
    var size = 0;
    for (var node = 0; node < order.length; node++) {
      if (remaining[node] == 0) {
        order[size++] = node;
      }
    }
    for (var i = 0; i < size; i++) {
      for (var arc = outFirst[order[i]]; arc < outFirst[order[i] + 1]; arc++) {
        if (--remaining[outTo[arc]] == 0) {
          order[size++] = outTo[arc];
        }
      }
    }
    return size == order.length;
  }
}
