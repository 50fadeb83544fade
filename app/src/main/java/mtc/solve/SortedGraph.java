package mtc.solve;

import java.util.Arrays;
import java.util.function.Consumer;
import mtc.column.Groups;

/** A graph as arcs by their source, and its nodes in an order that the arcs allow (Kahn). */
public final class SortedGraph {
  private static final int ASKED_EVERY = 1 << 16;

  private final Groups arcs;

  /**
   * Nodes, each before those that it leads to; those that a cycle leads to are missing. Nodes that
   * could come at the same time keep the order of their numbers.
   */
  public final int[] order;

  /** The same arcs the other way, once somebody has asked for them. */
  private Groups sourcesByTarget;

  /**
   * @param arcs hands out each arc by its source and its target, the same ones whenever it is asked
   */
  public SortedGraph(int nodes, Consumer<Groups.Member> arcs) {
    this(nodes, arcs, Budget.UNLIMITED);
  }

  /** The same within a budget: a large graph takes a while. */
  public SortedGraph(int nodes, Consumer<Groups.Member> arcs, Budget budget) {
    this.arcs = Groups.of(nodes, arcs);
    budget.require();
    order = sorted(budget);
  }

  private int[] sorted(Budget budget) {
    var remaining = incoming();
    var sorted = new int[nodeCount()];
    var size = 0;
    for (var node = 0; node < nodeCount(); node++) {
      if (remaining[node] == 0) {
        sorted[size++] = node;
      }
    }
    for (var i = 0; i < size; i++) {
      if (i % ASKED_EVERY == 0) {
        budget.require();
      }
      for (var arc = first(sorted[i]); arc < end(sorted[i]); arc++) {
        if (--remaining[target(arc)] == 0) {
          sorted[size++] = target(arc);
        }
      }
    }
    return size == sorted.length ? sorted : Arrays.copyOf(sorted, size);
  }

  /** By node: how many arcs lead to it. */
  public int[] incoming() {
    var incoming = new int[nodeCount()];
    for (var arc = 0; arc < arcCount(); arc++) {
      incoming[target(arc)]++;
    }
    return incoming;
  }

  /** Hands out each arc by its source and its target. */
  public void forEachArc(Groups.Member consumer) {
    for (var node = 0; node < nodeCount(); node++) {
      for (var arc = first(node); arc < end(node); arc++) {
        consumer.accept(node, target(arc));
      }
    }
  }

  /** The sources of all arcs by their target. */
  Groups sourcesByTarget() {
    if (sourcesByTarget == null) {
      sourcesByTarget =
          Groups.of(nodeCount(), source -> forEachArc((from, to) -> source.accept(to, from)));
    }
    return sourcesByTarget;
  }

  public boolean isAcyclic() {
    return order.length == nodeCount();
  }

  /** Whether every arc leads from a lower position to a higher one. */
  boolean agreesWith(int[] positions) {
    for (var node = 0; node < nodeCount(); node++) {
      for (var arc = first(node); arc < end(node); arc++) {
        if (positions[node] >= positions[target(arc)]) {
          return false;
        }
      }
    }
    return true;
  }

  /** By node of an acyclic graph: its place in the order. */
  public int[] positions() {
    var positions = new int[order.length];
    for (var i = 0; i < order.length; i++) {
      positions[order[i]] = i;
    }
    return positions;
  }

  public int nodeCount() {
    return arcs.groupCount();
  }

  public int arcCount() {
    return arcs.size();
  }

  /** The first arc of a node. */
  public int first(int node) {
    return arcs.first(node);
  }

  /** The arc after a node's last. */
  public int end(int node) {
    return arcs.end(node);
  }

  public int target(int arc) {
    return arcs.get(arc);
  }
}
