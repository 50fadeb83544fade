package mtc.solve;

import java.util.Arrays;
import mtc.column.Groups;
import mtc.column.Ints;

/**
 * A graph to which arcs are added, and taken away in the reverse order, and that always knows a
 * topological order of itself. An arc that agrees with the order costs nothing. For another one,
 * what it leads to and what leads to it are searched by turns, both within the part of the order
 * that it spans; the side that is done first moves to the other end of the arc, and nobody else
 * does (Haeupler, Kavitha, Mathew, Sen and Tarjan, "Incremental Cycle Detection, Topological
 * Ordering, and Strong Component Maintenance", 2012, two-way search).
 *
 * <p>So that few move when few must, the order is a list with labels that leave gaps (Bender, Cole,
 * Demaine, Farach-Colton and Zito, "Two Simplified Algorithms for Maintaining Order in a List",
 * 2002).
 */
final class DynamicOrder {
  private static final int NONE = -1;

  /** A stretch of the list twice as long must leave gaps half as wide again. */
  private static final double WIDER_PER_DOUBLING = 1.5;

  private final int nodes;

  /** The arcs that stay; and who they come from, by whom they lead to, once somebody asks. */
  private final SortedGraph known;

  private Groups knownInto;

  // The list: before the first and after the last node comes the node that is none.
  private final int[] next;
  private final int[] previous;

  /** By node: the lower ones come first. */
  private final int[] label;

  // Arcs that come and go.
  private int arcCount;
  private int[] arcFrom = new int[64];
  private int[] arcTo = new int[64];

  /** The arcs out of and into a node, newest first, linked through the arcs. */
  private final int[] firstOut;

  private int[] nextOut = new int[64];
  private final int[] firstIn;
  private int[] nextIn = new int[64];

  /** Nodes that moved since they were last asked for; null if nobody asks. */
  private Ints moved;

  private boolean[] isMoved;

  // One search. A node is marked by the side that reached it, and the step that it was reached by:
  // the node at the other end, and the arc, or none if it is known.
  private final int[] mark;
  private int forwardMark;
  private int backwardMark;
  private final int[] reachedFrom;
  private final int[] reachedBy;
  private final Ints forward = new Ints();
  private final Ints backward = new Ints();
  private long[] keyed = new long[16];

  // Where the two sides met.
  private int meetingFrom;
  private int meetingTo;
  private int meetingArc;

  /**
   * A graph of known arcs.
   *
   * @param known has no cycle
   * @param positions by node, an order that agrees with the arcs
   */
  DynamicOrder(SortedGraph known, int[] positions) {
    this.known = known;
    nodes = known.nodeCount();
    label = new int[nodes + 1];
    next = new int[nodes + 1];
    previous = new int[nodes + 1];
    firstOut = filled();
    firstIn = filled();
    mark = new int[nodes];
    reachedFrom = new int[nodes];
    reachedBy = new int[nodes];
    var order = new int[nodes];
    for (var node = 0; node < nodes; node++) {
      order[positions[node]] = node;
    }
    var last = nodes;
    for (var node : order) {
      append(last, node);
      last = node;
    }
    append(last, nodes);
    spread(next[nodes], nodes, -1, Integer.MAX_VALUE);
  }

  private int[] filled() {
    var none = new int[nodes];
    Arrays.fill(none, NONE);
    return none;
  }

  private void append(int last, int node) {
    next[last] = node;
    previous[node] = last;
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

  /** Lower for who comes first; others may lie between any two. */
  int position(int node) {
    return label[node];
  }

  /** All nodes, the first one first. */
  int[] order() {
    var order = new int[nodes];
    var node = next[nodes];
    for (var i = 0; i < nodes; i++) {
      order[i] = node;
      node = next[node];
    }
    return order;
  }

  /** How many arcs have been added to those that are known. */
  int arcCount() {
    return arcCount;
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
    if (label[from] > label[to] && !makeRoom(from, to)) {
      return false;
    }
    link(from, to);
    return true;
  }

  /** Whether an arc would close a cycle; nothing changes. */
  boolean closesCycle(int from, int to) {
    return from == to || label[from] > label[to] && search(from, to) == null;
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

  // Searching.

  /** Puts the source of an arc before its target; false if the target leads to the source. */
  private boolean makeRoom(int from, int to) {
    var done = search(from, to);
    if (done == forward) {
      move(forward, from, next[from]);
    } else if (done == backward) {
      move(backward, previous[to], to);
    }
    return done != null;
  }

  /**
   * What the target of an arc leads to up to its source, or what leads to the source down to the
   * target, whatever is found first; null if the target leads to the source.
   */
  private Ints search(int from, int to) {
    startSearch(from, to);
    var forwardCost = 0L;
    var backwardCost = 0L;
    var f = 0;
    var b = 0;
    while (true) {
      // Who has looked at fewer arcs goes on, so both cost at most twice what the cheaper one does.
      if (forwardCost <= backwardCost) {
        if (f == forward.size()) {
          return forward;
        }
        var cost = goForward(forward.get(f++), label[from]);
        if (cost == NONE) {
          return null;
        }
        forwardCost += cost;
      } else {
        if (b == backward.size()) {
          return backward;
        }
        var cost = goBackward(backward.get(b++), label[to]);
        if (cost == NONE) {
          return null;
        }
        backwardCost += cost;
      }
    }
  }

  private void startSearch(int from, int to) {
    if (knownInto == null) {
      knownInto = known.sourcesByTarget();
    }
    forwardMark = backwardMark + 1;
    backwardMark = forwardMark + 1;
    forward.clear();
    backward.clear();
    forward.add(to);
    backward.add(from);
    mark[to] = forwardMark;
    mark[from] = backwardMark;
  }

  /** Reaches those that a node leads to up to a label; how many arcs it has, or -1 if both met. */
  private int goForward(int node, int limit) {
    var end = known.end(node);
    var cost = 1 + end - known.first(node);
    for (var i = known.first(node); i < end; i++) {
      if (meets(node, known.target(i), NONE, limit)) {
        return NONE;
      }
    }
    for (var arc = firstOut[node]; arc != NONE; arc = nextOut[arc]) {
      if (meets(node, arcTo[arc], arc, limit)) {
        return NONE;
      }
      cost++;
    }
    return cost;
  }

  private boolean meets(int node, int target, int arc, int limit) {
    if (label[target] > limit || mark[target] == forwardMark) {
      return false;
    }
    if (mark[target] == backwardMark) {
      meet(node, target, arc);
      return true;
    }
    mark[target] = forwardMark;
    reachedFrom[target] = node;
    reachedBy[target] = arc;
    forward.add(target);
    return false;
  }

  private int goBackward(int node, int limit) {
    var end = knownInto.end(node);
    var cost = 1 + end - knownInto.first(node);
    for (var i = knownInto.first(node); i < end; i++) {
      if (meetsBackward(node, knownInto.get(i), NONE, limit)) {
        return NONE;
      }
    }
    for (var arc = firstIn[node]; arc != NONE; arc = nextIn[arc]) {
      if (meetsBackward(node, arcFrom[arc], arc, limit)) {
        return NONE;
      }
      cost++;
    }
    return cost;
  }

  private boolean meetsBackward(int node, int source, int arc, int limit) {
    if (label[source] < limit || mark[source] == backwardMark) {
      return false;
    }
    if (mark[source] == forwardMark) {
      meet(source, node, arc);
      return true;
    }
    mark[source] = backwardMark;
    reachedFrom[source] = node;
    reachedBy[source] = arc;
    backward.add(source);
    return false;
  }

  private void meet(int from, int to, int arc) {
    meetingFrom = from;
    meetingTo = to;
    meetingArc = arc;
  }

  /**
   * After a refused arc between two nodes: the nodes of a path from its target to its source, and
   * what leads from each, but the last, to the next: the number of an arc, or -1 if it is known.
   */
  void pathOnto(int from, int to, Ints pathNodes, Ints arcs) {
    pathNodes.clear();
    arcs.clear();
    if (from == to) {
      pathNodes.add(from);
      return;
    }
    for (var node = meetingFrom; node != to; node = reachedFrom[node]) {
      pathNodes.add(node);
      arcs.add(reachedBy[node]);
    }
    pathNodes.add(to);
    pathNodes.reverse();
    arcs.reverse();
    arcs.add(meetingArc);
    for (var node = meetingTo; node != from; node = reachedFrom[node]) {
      pathNodes.add(node);
      arcs.add(reachedBy[node]);
    }
    pathNodes.add(from);
  }

  // The list.

  /** Moves nodes, in the order that they have, between two neighbours. */
  private void move(Ints group, int before, int after) {
    sort(group);
    var last = before;
    for (var i = 0; i < group.size(); i++) {
      var node = (int) keyed[i];
      append(previous[node], next[node]);
      append(last, node);
      last = node;
      noteMoved(node);
    }
    append(last, after);
    makeLabels((int) keyed[0], last, group.size());
  }

  private void noteMoved(int node) {
    if (moved != null && !isMoved[node]) {
      isMoved[node] = true;
      moved.add(node);
    }
  }

  /** Label and node in one long: the order of the longs is that of the labels. */
  private void sort(Ints group) {
    var count = group.size();
    if (keyed.length < count) {
      keyed = new long[2 * count];
    }
    for (var i = 0; i < count; i++) {
      keyed[i] = (long) label[group.get(i)] << 32 | group.get(i);
    }
    Arrays.sort(keyed, 0, count);
  }

  /** Labels nodes that follow each other, and their neighbours as well if there is no room. */
  private void makeLabels(int first, int last, int count) {
    var from = first;
    var to = last;
    var length = count;
    var wanted = 1.0;
    while (true) {
      var low = labelBefore(from);
      var high = labelAfter(to);
      var isAll = previous[from] == nodes && next[to] == nodes;
      if (isAll || (long) high - low >= wanted * (length + 1)) {
        spread(from, next[to], low, high);
        return;
      }
      for (var more = length; more > 0; more--) {
        if (previous[from] != nodes) {
          from = previous[from];
          length++;
        }
        if (next[to] != nodes) {
          to = next[to];
          length++;
        }
      }
      wanted = Math.max(2, wanted) * WIDER_PER_DOUBLING;
    }
  }

  private int labelBefore(int node) {
    return previous[node] == nodes ? -1 : label[previous[node]];
  }

  private int labelAfter(int node) {
    return next[node] == nodes ? Integer.MAX_VALUE : label[next[node]];
  }

  /** Gives labels between two others, evenly, to the nodes from one up to another. */
  private void spread(int from, int end, int low, int high) {
    var count = 0;
    for (var node = from; node != end; node = next[node]) {
      count++;
    }
    var i = 1L;
    for (var node = from; node != end; node = next[node]) {
      label[node] = (int) (low + ((long) high - low) * i++ / (count + 1));
    }
  }
}
