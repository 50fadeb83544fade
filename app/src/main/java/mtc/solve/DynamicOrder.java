package mtc.solve;

import java.util.Arrays;
import mtc.column.Ints;

/**
 * A graph to which arcs are added, and taken away in the reverse order, and that always knows a
 * topological order of itself (Pearce and Kelly, "A Dynamic Topological Sort Algorithm for Directed
 * Acyclic Graphs", 2006). An arc that agrees with the order costs nothing; another one costs a
 * search of the part of the order that it spans.
 */
final class DynamicOrder {
  private static final int NONE = -1;

  private final int nodes;

  /** Position of a node in the topological order. */
  private final int[] positionOf;

  private int arcCount;
  private int[] arcFrom = new int[64];
  private int[] arcTo = new int[64];

  /** The arcs out of and into a node, newest first, linked through the arcs. */
  private final int[] firstOut;

  private int[] nextOut = new int[64];
  private final int[] firstIn;
  private int[] nextIn = new int[64];

  /** Nodes whose position changed since they were last asked for; null if nobody asks. */
  private Ints moved;

  private boolean[] isMoved;

  // Scratch of one search.
  private final int[] mark;
  private int currentMark;
  private final int[] reachedBy;
  private final Ints forward = new Ints();
  private final Ints backward = new Ints();
  private int[] pool = new int[64];

  DynamicOrder(int nodes) {
    this.nodes = nodes;
    positionOf = new int[nodes];
    firstOut = new int[nodes];
    firstIn = new int[nodes];
    mark = new int[nodes];
    reachedBy = new int[nodes];
    for (var node = 0; node < nodes; node++) {
      positionOf[node] = node;
    }
    Arrays.fill(firstOut, NONE);
    Arrays.fill(firstIn, NONE);
  }

  /** From now on keeps the nodes that move. */
  void watchMoves() {
    moved = new Ints();
    isMoved = new boolean[nodes];
  }

  /** Hands over the nodes that moved since the last time. */
  void takeMoved(Ints into) {
    into.clear();
    for (var i = 0; i < moved.size(); i++) {
      isMoved[moved.get(i)] = false;
      into.add(moved.get(i));
    }
    moved.clear();
  }

  /**
   * Adds all arcs at once to an empty graph whose order is guessed.
   *
   * @return whether the guess agrees with them; if not, none is added
   */
  boolean addAll(Ints from, Ints to, int[] positions) {
    for (var i = 0; i < from.size(); i++) {
      if (positions[from.get(i)] >= positions[to.get(i)]) {
        return false;
      }
    }
    System.arraycopy(positions, 0, positionOf, 0, nodes);
    for (var i = 0; i < from.size(); i++) {
      link(from.get(i), to.get(i));
    }
    return true;
  }

  /**
   * Adds all arcs at once to an empty graph, in linear time (Kahn). First come, first served: nodes
   * that could come at the same time keep the order of their numbers.
   *
   * @return whether they are acyclic; if not, none is added
   */
  boolean addAll(Ints from, Ints to) {
    var remaining = new int[nodes];
    for (var i = 0; i < from.size(); i++) {
      link(from.get(i), to.get(i));
      remaining[to.get(i)]++;
    }
    var queue = new Ints(nodes);
    for (var node = 0; node < nodes; node++) {
      if (remaining[node] == 0) {
        queue.add(node);
      }
    }
    for (var i = 0; i < queue.size(); i++) {
      var node = queue.get(i);
      positionOf[node] = i;
      for (var arc = firstOut[node]; arc != NONE; arc = nextOut[arc]) {
        if (--remaining[arcTo[arc]] == 0) {
          queue.add(arcTo[arc]);
        }
      }
    }
    if (queue.size() < nodes) {
      shrinkTo(0);
      return false;
    }
    return true;
  }

  int position(int node) {
    return positionOf[node];
  }

  int arcCount() {
    return arcCount;
  }

  int from(int arc) {
    return arcFrom[arc];
  }

  /** Takes the arcs away that were added last, down to a count. */
  void shrinkTo(int count) {
    while (arcCount > count) {
      arcCount--;
      firstOut[arcFrom[arcCount]] = nextOut[arcCount];
      firstIn[arcTo[arcCount]] = nextIn[arcCount];
    }
  }

  /**
   * Adds an arc; its number is the arc count before.
   *
   * @return whether the graph stays acyclic; if not, the arc is not added and {@link #pathOnto}
   *     tells the path that it would close to a cycle
   */
  boolean add(int from, int to) {
    if (from == to) {
      return false;
    }
    if (positionOf[from] > positionOf[to]) {
      if (!searchForward(to, from)) {
        return false;
      }
      searchBackward(from, positionOf[to]);
      reorder();
    }
    link(from, to);
    return true;
  }

  /** After a refused arc: collects the arcs of a shortest path from its target to its source. */
  void pathOnto(int from, int to, Ints arcs) {
    for (var node = from; node != to; node = arcFrom[reachedBy[node]]) {
      arcs.add(reachedBy[node]);
    }
  }

  private void link(int from, int to) {
    if (arcCount == arcFrom.length) {
      var capacity = arcCount * 2;
      arcFrom = Arrays.copyOf(arcFrom, capacity);
      arcTo = Arrays.copyOf(arcTo, capacity);
      nextOut = Arrays.copyOf(nextOut, capacity);
      nextIn = Arrays.copyOf(nextIn, capacity);
    }
    arcFrom[arcCount] = from;
    arcTo[arcCount] = to;
    nextOut[arcCount] = firstOut[from];
    nextIn[arcCount] = firstIn[to];
    firstOut[from] = arcCount;
    firstIn[to] = arcCount++;
  }

  /** Breadth first, so that the path found to the goal is a shortest one. */
  private boolean searchForward(int start, int goal) {
    var limit = positionOf[goal];
    currentMark++;
    forward.clear();
    forward.add(start);
    mark[start] = currentMark;
    for (var i = 0; i < forward.size(); i++) {
      for (var arc = firstOut[forward.get(i)]; arc != NONE; arc = nextOut[arc]) {
        var node = arcTo[arc];
        if (mark[node] == currentMark || positionOf[node] > limit) {
          continue;
        }
        mark[node] = currentMark;
        reachedBy[node] = arc;
        if (node == goal) {
          return false;
        }
        forward.add(node);
      }
    }
    return true;
  }

  private void searchBackward(int start, int limit) {
    currentMark++;
    backward.clear();
    backward.add(start);
    mark[start] = currentMark;
    for (var i = 0; i < backward.size(); i++) {
      for (var arc = firstIn[backward.get(i)]; arc != NONE; arc = nextIn[arc]) {
        var node = arcFrom[arc];
        if (mark[node] != currentMark && positionOf[node] >= limit) {
          mark[node] = currentMark;
          backward.add(node);
        }
      }
    }
  }

  /** What leads to the source goes before what the target leads to, within the same positions. */
  private void reorder() {
    var count = backward.size() + forward.size();
    if (pool.length < count) {
      pool = new int[count * 2];
    }
    sortByPosition(backward);
    sortByPosition(forward);
    var b = 0;
    var f = 0;
    // The source is the last of all: what leads to it does not run out first.
    for (var i = 0; i < count; i++) {
      var takeBackward =
          f == forward.size() || positionOf[backward.get(b)] < positionOf[forward.get(f)];
      pool[i] = positionOf[takeBackward ? backward.get(b++) : forward.get(f++)];
    }
    var next = 0;
    for (var i = 0; i < backward.size(); i++) {
      move(backward.get(i), pool[next++]);
    }
    for (var i = 0; i < forward.size(); i++) {
      move(forward.get(i), pool[next++]);
    }
  }

  private void move(int node, int position) {
    positionOf[node] = position;
    if (moved != null && !isMoved[node]) {
      isMoved[node] = true;
      moved.add(node);
    }
  }

  private void sortByPosition(Ints list) {
    // Position and node in one long: the order of the longs is that of the positions.
    var keyed = new long[list.size()];
    for (var i = 0; i < list.size(); i++) {
      keyed[i] = (long) positionOf[list.get(i)] << 32 | list.get(i);
    }
    Arrays.sort(keyed);
    for (var i = 0; i < list.size(); i++) {
      list.set(i, (int) keyed[i]);
    }
  }
}
