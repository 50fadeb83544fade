package mtc.linear;

import java.util.List;
import mtc.witness.Witness;

/**
 * The graph that a level must find acyclic, by its edges backwards.
 *
 * <p>The node numbers of snapshot isolation differ from those of the {@link Graph}; real time adds
 * nodes after them.
 *
 * <p>Propositions 7 and 8 of docs/theory.md.
 */
public abstract sealed class Dependencies
    permits Dependencies.Flow,
        Dependencies.Serial,
        Dependencies.Snapshot,
        Dependencies.StrictSerial {
  /** Instead of a predecessor: this edge does not count for this node. */
  public static final int SKIP = -1;

  public final Graph graph;

  private Dependencies(Graph graph) {
    this.graph = graph;
  }

  public abstract int nodeCount();

  /** How many edges lead into a node, those to skip included. */
  public abstract int edgeCount(int node);

  /** Where an edge into a node comes from, or {@link #SKIP}. */
  public abstract int source(int node, int index);

  /** The node of the {@link Graph} that a node belongs to. */
  public int graphNode(int node) {
    return node;
  }

  /** Where a transaction's effect becomes visible to others. */
  public int commit(int transaction) {
    return transaction;
  }

  /** Where a transaction sees the effects of others. */
  public int snapshot(int transaction) {
    return transaction;
  }

  /** Whether a transaction's snapshot and its commit are two nodes. */
  public final boolean splitsTransactions() {
    return commit(0) != snapshot(0);
  }

  /** The order of ends that counts beside the graph; null if none does. */
  public RealTime realTime() {
    return null;
  }

  /** The fewest RW edges that a cycle has here if the {@link #weaker} graphs have none. */
  abstract int leastRw();

  /** The most RW edges that a cycle of two transactions can have here. */
  abstract int mostRwOfTwo();

  /** The graphs of weaker levels, weakest first, whose cycles are cycles here too. */
  abstract List<Dependencies> weaker();

  /** What proves that this graph is acyclic. */
  abstract Witness.Shape proof();

  /** The flow of information, SO ∪ WR ∪ WW, which every level wants acyclic. */
  static final class Flow extends Dependencies {
    Flow(Graph graph) {
      super(graph);
    }

    @Override
    public int nodeCount() {
      return graph.nodeCount;
    }

    @Override
    public int edgeCount(int node) {
      return graph.first[node + 1] - graph.first[node];
    }

    @Override
    public int source(int node, int index) {
      var edge = graph.first[node] + index;
      return graph.type(edge) < Graph.RW ? graph.source(edge) : SKIP;
    }

    @Override
    int leastRw() {
      return 0;
    }

    @Override
    int mostRwOfTwo() {
      return 0;
    }

    @Override
    List<Dependencies> weaker() {
      return List.of();
    }

    @Override
    Witness.Shape proof() {
      return Witness.Shape.SERIAL;
    }
  }

  /** Serializability: the graph itself. */
  public static final class Serial extends Dependencies {
    public Serial(Graph graph) {
      super(graph);
    }

    @Override
    public int nodeCount() {
      return graph.nodeCount;
    }

    @Override
    public int edgeCount(int node) {
      return graph.first[node + 1] - graph.first[node];
    }

    @Override
    public int source(int node, int index) {
      return graph.source(graph.first[node] + index);
    }

    @Override
    int leastRw() {
      return 2;
    }

    @Override
    int mostRwOfTwo() {
      return 2;
    }

    @Override
    List<Dependencies> weaker() {
      return List.of(new Flow(graph), new Snapshot(graph));
    }

    @Override
    Witness.Shape proof() {
      return Witness.Shape.SERIAL;
    }
  }

  /**
   * Snapshot isolation: (SO ∪ WR ∪ WW) ; RW? in two nodes per transaction. (T,0), numbered 2T, is
   * where a step ends; (T,1), numbered 2T+1, is where one goes on with its RW. An edge T→S of SO,
   * WR or WW leads from (T,0) to both of S, an RW edge from (T,1) to (S,0): two RW edges never
   * meet.
   */
  public static final class Snapshot extends Dependencies {
    public Snapshot(Graph graph) {
      super(graph);
    }

    @Override
    public int nodeCount() {
      return 2 * graph.nodeCount;
    }

    @Override
    public int edgeCount(int node) {
      return graph.first[(node >> 1) + 1] - graph.first[node >> 1];
    }

    @Override
    public int graphNode(int node) {
      return node >> 1;
    }

    @Override
    public int source(int node, int index) {
      var edge = graph.first[node >> 1] + index;
      var type = graph.type(edge);
      if (type < Graph.RW) {
        return graph.source(edge) << 1;
      }
      if ((node & 1) == 1) {
        return SKIP;
      }
      return graph.source(edge) << 1 | (type == Graph.RW ? 1 : 0);
    }

    @Override
    public int commit(int transaction) {
      return 2 * transaction;
    }

    @Override
    public int snapshot(int transaction) {
      return 2 * transaction + 1;
    }

    @Override
    int leastRw() {
      return 1;
    }

    @Override
    int mostRwOfTwo() {
      return 1;
    }

    @Override
    List<Dependencies> weaker() {
      return List.of(new Flow(graph));
    }

    @Override
    Witness.Shape proof() {
      return Witness.Shape.SNAPSHOT;
    }
  }

  /** Strict serializability: the graph and a chain of nodes, one for each end in real time. */
  public static final class StrictSerial extends Dependencies {
    private final RealTime realTime;

    public StrictSerial(Graph graph, RealTime realTime) {
      super(graph);
      this.realTime = realTime;
    }

    @Override
    public int nodeCount() {
      return graph.nodeCount + realTime.endCount();
    }

    @Override
    public int edgeCount(int node) {
      return node < graph.nodeCount ? graph.first[node + 1] - graph.first[node] + 1 : 2;
    }

    @Override
    public int source(int node, int index) {
      if (node < graph.nodeCount) {
        var edge = graph.first[node] + index;
        if (edge < graph.first[node + 1]) {
          return graph.source(edge);
        }
        return end(node < realTime.transactionCount() ? realTime.endsBefore(node) : 0);
      }
      var place = node - graph.nodeCount;
      return index == 0 ? realTime.ended(place) : end(place);
    }

    /** The node of the last of so many ends. */
    private int end(int count) {
      return count == 0 ? SKIP : graph.nodeCount + count - 1;
    }

    @Override
    public RealTime realTime() {
      return realTime;
    }

    @Override
    int leastRw() {
      return 0;
    }

    @Override
    int mostRwOfTwo() {
      return 2;
    }

    @Override
    List<Dependencies> weaker() {
      return List.of(new Flow(graph), new Snapshot(graph), new Serial(graph));
    }

    @Override
    Witness.Shape proof() {
      return Witness.Shape.STRICT;
    }
  }
}
