package mtc.linear;

import java.util.Arrays;
import mtc.column.Bits;
import mtc.column.Ints;

/**
 * The strongly connected components of more than one node: what is left of a graph when everything
 * that lies on no cycle is taken away.
 *
 * <p>Pearce's one-array form of Tarjan's algorithm ("A space-efficient algorithm for finding
 * strongly connected components", 2016), with its own stack. A node's mark is 0 before it is
 * visited, then the least visiting number it reaches, and in the end the number of its component:
 * those count down from the top, so that a finished node never looks like an open one.
 *
 * <p>Proposition 9 of docs/theory.md.
 */
final class Components {
  private final Dependencies graph;
  private final int[] mark;

  /**
   * A bit for each node whose component is complete: most edges come from such a node, anywhere in
   * the graph, and of a long history these fit in a cache, which the marks do not.
   */
  private final Bits isComplete;

  private int component = Integer.MAX_VALUE;

  /** Visited nodes whose component is not complete. */
  private final Ints open = new Ints();

  private final Ints pathNodes = new Ints();
  private int[] pathEdges = new int[64];

  private final Ints members = new Ints();
  private final Ints starts = new Ints();

  Components(Dependencies graph) {
    this.graph = graph;
    this.mark = new int[graph.nodeCount()];
    this.isComplete = new Bits(mark.length);
    var visited = 1;
    for (var node = 0; node < mark.length; node++) {
      if (mark[node] == 0) {
        visited = visit(node, visited);
      }
    }
    starts.add(members.size());
  }

  int count() {
    return starts.size() - 1;
  }

  int size(int component) {
    return starts.get(component + 1) - starts.get(component);
  }

  int member(int component, int index) {
    return members.get(starts.get(component) + index);
  }

  int[] members(int component) {
    var some = new int[size(component)];
    for (var i = 0; i < some.length; i++) {
      some[i] = member(component, i);
    }
    return some;
  }

  /** What lies on some cycle. */
  int[] allMembers() {
    return members.toArray();
  }

  /** The place of a node's component among all: whatever leads to it has a lower one. */
  int rank(int node) {
    return Integer.MAX_VALUE - mark[node];
  }

  boolean areTogether(int node, int other) {
    return mark[node] == mark[other];
  }

  private int visit(int from, int visitedBefore) {
    var visited = visitedBefore;
    push(from);
    mark[from] = visited++;
    while (pathNodes.size() > 0) {
      var depth = pathNodes.size() - 1;
      var node = pathNodes.get(depth);
      var unvisited = nextUnvisited(node, depth);
      if (unvisited >= 0) {
        push(unvisited);
        mark[unvisited] = visited++;
        continue;
      }
      pathNodes.removeLast();
      if (pathEdges[depth] < 0) {
        open.add(node);
      } else {
        visited -= complete(node);
      }
    }
    return visited;
  }

  private void push(int node) {
    var depth = pathNodes.size();
    if (depth == pathEdges.length) {
      pathEdges = Arrays.copyOf(pathEdges, depth * 2);
    }
    pathNodes.add(node);
    pathEdges[depth] = 0;
  }

  /**
   * Goes on with the edges of a node until one leads to an unvisited node. The place is kept in
   * {@link #pathEdges}; negative (its complement) once the node turned out not to be a root.
   */
  private int nextUnvisited(int node, int depth) {
    var place = pathEdges[depth];
    var isRoot = place >= 0;
    var edge = isRoot ? place : ~place;
    var count = graph.edgeCount(node);
    for (; edge < count; edge++) {
      var source = graph.source(node, edge);
      if (source == Dependencies.SKIP || isComplete.get(source)) {
        continue;
      }
      if (mark[source] == 0) {
        // The same edge is looked at again when the node it leads to is done.
        pathEdges[depth] = isRoot ? edge : ~edge;
        return source;
      }
      if (mark[source] < mark[node]) {
        mark[node] = mark[source];
        isRoot = false;
      }
    }
    pathEdges[depth] = isRoot ? edge : ~edge;
    return -1;
  }

  /** Takes a root's component off the open nodes; returns how many nodes it has. */
  private int complete(int root) {
    var size = 1;
    var start = members.size();
    while (open.size() > 0 && mark[open.get(open.size() - 1)] >= mark[root]) {
      var node = open.removeLast();
      mark[node] = component;
      isComplete.set(node);
      members.add(node);
      size++;
    }
    mark[root] = component--;
    isComplete.set(root);
    if (size > 1) {
      members.add(root);
      starts.add(start);
    }
    return size;
  }
}
