package mtc.linear;

import java.util.Arrays;
import java.util.HashMap;
import mtc.column.Ints;

/**
 * Finds a telling cycle in a strongly connected component: one with the fewest RW edges, then
 * without real time, then without session order, then shortest.
 *
 * <p>From a start it searches backwards in the order of (RW edges, length): layer by layer of RW
 * edges, breadth first within one. It tries many starts and kinds of edges, each only near the
 * start, and in all only as much work as the component is large, times a constant: small components
 * are searched completely, a huge one costs linear time all the same.
 */
final class CycleSearch {
  private static final int WORK_PER_NODE = 4;
  private static final int LEAST_WORK = 2_000;
  private static final int SPREAD = 1_024;
  private static final int EDGES_TRIED_BACK = 16;

  private final Dependencies dependencies;
  private final Components components;
  private final Ends ends;
  private final boolean sessionOrder;
  private final int transactionCount;

  /** By node: the search that reached it last, and how: where to, by what type of edge. */
  private final int[] reachedIn;

  private final int[] towards;
  private final byte[] type;
  private int search;
  private long work;
  private long workPerSearch;

  private Queue seeds = new Queue();
  private final Queue steps = new Queue();
  private Queue seedsOfNextLayer = new Queue();

  private int start;
  private boolean withSessionOrder;

  /** Ends before this place lead nowhere; {@link Integer#MAX_VALUE} without real time. */
  private int firstEnd;

  /** By end: the search that reached it last, and so all before it on its line. */
  private final int[] endReachedIn;

  /** By transaction: the search that took it, and so all before it in its session. */
  private final int[] takenIn;

  CycleSearch(Dependencies dependencies, Components components) {
    this.dependencies = dependencies;
    this.components = components;
    this.transactionCount = dependencies.graph.versions.history.transactionCount();
    this.sessionOrder = dependencies.graph.hasSessionOrder;
    this.ends = dependencies.ends();
    var nodes = dependencies.nodeCount();
    reachedIn = new int[nodes];
    towards = new int[nodes];
    type = new byte[nodes];
    endReachedIn = new int[ends == null ? 0 : ends.endCount()];
    takenIn = new int[sessionOrder ? transactionCount : 0];
  }

  /** Nodes that a search found, in the order of (RW edges, length): first in, first out. */
  private static final class Queue {
    private static final int FIELDS = 4;
    private final Ints fields = new Ints();
    private int head;

    void add(int node, int towards, int type, int length) {
      fields.add(node);
      fields.add(towards);
      fields.add(type);
      fields.add(length);
    }

    boolean isEmpty() {
      return head == fields.size();
    }

    int node() {
      return fields.get(head);
    }

    int towards() {
      return fields.get(head + 1);
    }

    int type() {
      return fields.get(head + 2);
    }

    int length() {
      return fields.get(head + 3);
    }

    void remove() {
      head += FIELDS;
    }

    void clear() {
      fields.clear();
      head = 0;
    }
  }

  /** The best cycle found in a component. */
  Cycle best(int component) {
    var size = components.size(component);
    var budget = (long) WORK_PER_NODE * size + LEAST_WORK;
    var firstEnd = firstEnd(component);
    work = 0;
    workPerSearch = LEAST_WORK;
    var best = bestPair(component);
    // Evenly spread starts, so that a budget for a few of them sees different parts.
    var stride = size / SPREAD + 1;
    for (var offset = 0; offset < stride && work < budget; offset++) {
      for (var i = offset; i < size && work < budget; i += stride) {
        best = bestThrough(components.member(component, i), firstEnd, best);
      }
    }
    // No cycle is near any of those starts: a long one leads through each of them.
    workPerSearch = Long.MAX_VALUE;
    for (var i = 0; best == null; i++) {
      best = bestThrough(components.member(component, i), firstEnd, null);
    }
    return best;
  }

  /**
   * Whether no better cycle can be there: weaker levels have been searched before, so a component
   * has no cycle of fewer RW edges than its own level needs.
   */
  private boolean isOptimal(Cycle cycle) {
    return cycle.length() == 2
        && cycle.count(Graph.RW) == dependencies.leastRw()
        && cycle.needs() == (ends == null ? 0 : 2);
  }

  /**
   * The best cycle of two transactions: most anomalies have one, and it is found by looking at each
   * edge for one back. Only so many edges are tried for each, lest a hub make it quadratic.
   */
  private Cycle bestPair(int component) {
    Cycle best = null;
    for (var i = 0; i < components.size(component) && (best == null || !isOptimal(best)); i++) {
      var node = components.member(component, i);
      var to = isStart(node) ? dependencies.graphNode(node) : Integer.MAX_VALUE;
      if (to < transactionCount) {
        best = bestPairInto(node, to, best);
      }
    }
    return best;
  }

  private Cycle bestPairInto(int node, int to, Cycle bestSoFar) {
    var graph = dependencies.graph;
    var best = bestSoFar;
    for (var edge = graph.first[to]; edge < graph.first[to + 1]; edge++) {
      var from = graph.source(edge);
      if (from >= transactionCount) {
        continue;
      }
      if (ends != null && ends.isBefore(to, from)) {
        best = better(best, node, from, to, graph.type(edge), Cycle.RT);
      }
      if (graph.isBeforeInSession(to, from)) {
        best = better(best, node, from, to, graph.type(edge), Graph.SO);
      }
      var end = Math.min(graph.first[from + 1], graph.first[from] + EDGES_TRIED_BACK);
      for (var back = graph.first[from]; back < end; back++) {
        if (graph.source(back) == to) {
          best = better(best, node, from, to, graph.type(edge), graph.type(back));
        }
      }
    }
    return best;
  }

  /** The two nodes of a transaction may be in two components: a cycle is told of its own. */
  private Cycle better(Cycle best, int node, int from, int to, int type, int typeBack) {
    var rw = (type == Graph.RW ? 1 : 0) + (typeBack == Graph.RW ? 1 : 0);
    var left = typeBack == Graph.RW ? dependencies.snapshot(to) : dependencies.commit(to);
    if (rw > dependencies.mostRwOfTwo() || left != node) {
      return best;
    }
    var cycle = new Cycle(new int[] {from, to}, new int[] {type, typeBack});
    return cycle.isBetterThan(best) ? cycle : best;
  }

  private boolean isStart(int node) {
    return dependencies.graphNode(node) < dependencies.graph.nodeCount;
  }

  /** The first end whose node is in a component: of the ends before it nothing is. */
  private int firstEnd(int component) {
    var least = Integer.MAX_VALUE;
    for (var i = 0; ends != null && i < components.size(component); i++) {
      var node = dependencies.graphNode(components.member(component, i));
      if (node >= dependencies.graph.nodeCount) {
        least = Math.min(least, node - dependencies.graph.nodeCount);
      }
    }
    return least;
  }

  private Cycle bestThrough(int node, int firstOfComponent, Cycle bestSoFar) {
    var best = bestSoFar;
    if (!isStart(node) || best != null && isOptimal(best)) {
      return best;
    }
    // A search that may go all the way goes at once with all edges.
    for (var needs = workPerSearch == Long.MAX_VALUE ? allEdges() : 0; needs < 4; needs++) {
      if ((needs & 1) != 0 && !sessionOrder || (needs & 2) != 0 && ends == null) {
        continue;
      }
      var limit = Integer.MAX_VALUE;
      if (best != null) {
        limit = best.count(Graph.RW) - (needs > best.needs() ? 1 : 0);
      }
      withSessionOrder = (needs & 1) != 0;
      firstEnd = (needs & 2) != 0 ? firstOfComponent : Integer.MAX_VALUE;
      var cycle = through(node, limit);
      if (cycle != null && cycle.isBetterThan(best)) {
        best = cycle;
      }
    }
    return best;
  }

  private int allEdges() {
    return (sessionOrder ? 1 : 0) + (ends == null ? 0 : 2);
  }

  /** A cycle through a node with the fewest RW edges, and shortest among those; or null. */
  private Cycle through(int node, int rwLimit) {
    search++;
    start = node;
    seeds.clear();
    steps.clear();
    seedsOfNextLayer.clear();
    if (rwLimit < 0) {
      return null;
    }
    var workLimit = workPerSearch == Long.MAX_VALUE ? workPerSearch : work + workPerSearch;
    expand(node, 0);
    for (var rw = 0; rw <= rwLimit; rw++) {
      while (!seeds.isEmpty() || !steps.isEmpty()) {
        var queue = takeSeed() ? seeds : steps;
        var reached = queue.node();
        if (reachedIn[reached] != search) {
          reachedIn[reached] = search;
          towards[reached] = queue.towards();
          type[reached] = (byte) queue.type();
          if (reached == start) {
            return trace();
          }
          expand(reached, queue.length());
        }
        queue.remove();
        if (work > workLimit) {
          return null;
        }
      }
      if (seedsOfNextLayer.isEmpty()) {
        return null;
      }
      var empty = seeds;
      seeds = seedsOfNextLayer;
      seedsOfNextLayer = empty;
      seedsOfNextLayer.clear();
      steps.clear();
    }
    return null;
  }

  private boolean takeSeed() {
    return steps.isEmpty() || !seeds.isEmpty() && seeds.length() <= steps.length();
  }

  private void expand(int node, int length) {
    var graph = dependencies.graph;
    var graphNode = dependencies.graphNode(node);
    var edges = graph.first[graphNode + 1] - graph.first[graphNode];
    work += 1 + edges;
    for (var i = 0; i < edges; i++) {
      var source = dependencies.source(node, i);
      if (source == Dependencies.SKIP || !components.areTogether(source, start)) {
        continue;
      }
      var edgeType = graph.type(graph.first[graphNode] + i);
      if (edgeType == Graph.RW) {
        seedsOfNextLayer.add(source, node, edgeType, length + 1);
      } else if (edgeType != Graph.SO) {
        steps.add(source, node, edgeType, length + 1);
      }
    }
    if (withSessionOrder && graphNode < transactionCount) {
      expandSession(node, length);
    }
    if (firstEnd != Integer.MAX_VALUE && graphNode < transactionCount) {
      for (var i = 0; i < ends.startCount(graphNode); i++) {
        expandRealTime(node, ends.lastBefore(graphNode, i), length);
      }
    }
  }

  /**
   * Session order is transitive: all that a session ran before is one step away. Between two of a
   * component there is nothing that is not in it.
   */
  private void expandSession(int node, int length) {
    var graph = dependencies.graph;
    var before = graph.beforeInSession(dependencies.graphNode(node));
    while (before >= 0
        && takenIn[before] != search
        && components.areTogether(dependencies.commit(before), start)) {
      work++;
      takenIn[before] = search;
      steps.add(dependencies.commit(before), node, Graph.SO, length + 1);
      before = graph.beforeInSession(before);
    }
  }

  /** Goes back along a line to what is reached already, and takes the ends from there on. */
  private void expandRealTime(int node, int last, int length) {
    var from = last + 1;
    for (var place = last;
        place >= firstEnd && endReachedIn[place] != search;
        place = ends.previous(place)) {
      endReachedIn[place] = search;
      from = place;
    }
    for (var place = from; place <= last; place++) {
      work++;
      var ended = dependencies.commit(ends.ended(place));
      if (components.areTogether(ended, start)) {
        steps.add(ended, node, Cycle.RT, length + 1);
      }
    }
  }

  private Cycle trace() {
    var nodes = new Ints();
    var node = start;
    do {
      nodes.add(node);
      node = towards[node];
    } while (node != start);
    var path = nodes.toArray();
    if (dependencies.splitsTransactions()) {
      path = simple(path);
    }
    return collapse(path);
  }

  /**
   * A cycle of the two-node graph may pass both nodes of a transaction T. The part from (T,0) to
   * (T,1) leaves T and comes back to it by edges other than RW, so it is a cycle by itself. It goes
   * to the end if (T,1) comes first: of the nodes of such a cycle, only that one can be where the
   * search began, as from the others this part is found without the rest, which has more RW edges.
   */
  private int[] simple(int[] path) {
    var placeOf = new HashMap<Integer, Integer>();
    for (var i = 0; i < path.length; i++) {
      var before = placeOf.put(path[i] >> 1, i);
      if (before != null) {
        var isFromSnapshot = (path[before] & 1) == 1;
        return simple(
            Arrays.copyOfRange(
                path, isFromSnapshot ? i : before, isFromSnapshot ? path.length : i));
      }
    }
    return path;
  }

  /** Leaves out the nodes of keys: RW into one and on to a head is one RW edge. */
  private Cycle collapse(int[] path) {
    var transactions = new Ints();
    var types = new Ints();
    for (var node : path) {
      var graphNode = dependencies.graphNode(node);
      if (graphNode < transactionCount) {
        transactions.add(graphNode);
        types.add(type[node]);
      }
    }
    return shortened(transactions, types);
  }

  /**
   * Two steps of session order, or of real time, are one. A search leaves two where it ends, or
   * where a cycle is cut short.
   */
  private Cycle shortened(Ints transactions, Ints types) {
    var kept = new Ints();
    var keptTypes = new Ints();
    for (var i = 0; i < types.size(); i++) {
      var next = transactions.get((i + 1) % types.size());
      if (i == 0 || !isOneStep(kept, keptTypes, types.get(i), next)) {
        kept.add(transactions.get(i));
        keptTypes.add(types.get(i));
      }
    }
    var size = kept.size();
    var isOneAtStart = size > 2 && isOneStep(kept, keptTypes, keptTypes.get(0), kept.get(1));
    var from = isOneAtStart ? 1 : 0;
    return new Cycle(
        Arrays.copyOfRange(kept.toArray(), from, size),
        Arrays.copyOfRange(keptTypes.toArray(), from, size));
  }

  /** Whether the last step so far and one of a type, to some transaction, are one. */
  private boolean isOneStep(Ints transactions, Ints types, int type, int to) {
    var last = types.size() - 1;
    return types.get(last) == type && isBefore(type, transactions.get(last), to);
  }

  private boolean isBefore(int type, int from, int to) {
    return switch (type) {
      case Graph.SO -> dependencies.graph.isBeforeInSession(from, to);
      case Cycle.RT -> ends.isBefore(from, to);
      default -> false;
    };
  }
}
