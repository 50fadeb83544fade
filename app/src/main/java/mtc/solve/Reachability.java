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

  /**
   * @param pathOf the path that a node lies on, or -1
   * @param placeOf its place there; a node leads to every node with a greater place on its path
   */
  public Reachability(int paths, int[] pathOf, int[] placeOf) {
    this.paths = paths;
    this.pathOf = pathOf;
    this.placeOf = placeOf;
    first = new int[pathOf.length * paths];
  }

  /**
   * Computes it anew for other arcs, in time proportional to arcs and paths.
   *
   * @return false if the arcs form a cycle
   */
  public boolean compute(SortedGraph graph) {
    if (!graph.isAcyclic()) {
      return false;
    }
    Arrays.fill(first, NOWHERE);
    for (var i = graph.order.length - 1; i >= 0; i--) {
      var node = graph.order[i];
      var base = node * paths;
      for (var arc = graph.first(node); arc < graph.end(node); arc++) {
        var other = graph.target(arc) * paths;
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
}
