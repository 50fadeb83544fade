package mtc.linear;

import java.util.ArrayList;
import java.util.List;
import mtc.column.Groups;
import mtc.witness.Witness;

/**
 * The graph that a level must find acyclic, by its edges backwards.
 *
 * <p>The node numbers of snapshots differ from those of the {@link Graph}; real time adds nodes
 * after them.
 *
 * <p>Propositions 7 and 8 of docs/theory.md.
 */
public abstract sealed class Dependencies {
  /** Instead of a predecessor: this edge does not count for this node. */
  public static final int SKIP = -1;

  public final Graph graph;

  private Components components;

  private Dependencies(Graph graph) {
    this.graph = graph;
  }

  public int nodeCount() {
    return graph.nodeCount;
  }

  /** How many edges lead into a node, those to skip included. */
  public int edgeCount(int node) {
    return graph.first[node + 1] - graph.first[node];
  }

  /** Where an edge into a node comes from, or {@link #SKIP}. */
  public abstract int source(int node, int index);

  /** The node of the {@link Graph} that a node belongs to; beyond them for the nodes of ends. */
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

  /** Where a write comes after the one before it. */
  public int write(int transaction) {
    return snapshot(transaction);
  }

  /** Where a write comes after the reads of the version before it. */
  public int overwrite(int transaction) {
    return commit(transaction);
  }

  /** Whether a transaction's snapshot and its commit are two nodes. */
  public final boolean splitsTransactions() {
    return commit(0) != snapshot(0);
  }

  /** Whether a node is the snapshot of a transaction whose commit, the node before, follows it. */
  boolean isSnapshot(int node) {
    return false;
  }

  /** Whether that the graph is acyclic is all that the level asks. */
  public boolean decides() {
    return true;
  }

  /** Whether an order of the versions of each key is part of what must be found. */
  public boolean ordersVersions() {
    return true;
  }

  /** Whether nothing comes between a version and the write of who read it. */
  public boolean keepsUpdates() {
    return true;
  }

  /** Whether a reader sees the writes of all that lead to it. */
  public boolean seesAllBefore() {
    return true;
  }

  /** Whether it has no cycle. */
  public final boolean isAcyclic() {
    return components().count() == 0;
  }

  /** Where its cycles are. Levels share graphs, so what was found is kept. */
  final synchronized Components components() {
    if (components == null) {
      components = new Components(this);
    }
    return components;
  }

  /** The order of ends that counts beside the graph; null if none does. */
  public Ends ends() {
    return null;
  }

  /** The node of an end. */
  public int end(int place) {
    throw new IllegalStateException("no real time");
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
      return Witness.Shape.COMMITTED;
    }
  }

  /** RW edges lead to a node of their own, from which nothing goes on: the level looks at them. */
  private abstract static sealed class Apart extends Dependencies {
    private Apart(Graph graph) {
      super(graph);
    }

    @Override
    public boolean decides() {
      return false;
    }

    @Override
    public int nodeCount() {
      return 2 * graph.nodeCount;
    }

    @Override
    public int graphNode(int node) {
      return node < graph.nodeCount ? node : node - graph.nodeCount;
    }

    @Override
    public int overwrite(int transaction) {
      return graph.nodeCount + transaction;
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
      return List.of(graph.flow());
    }
  }

  /** The flow, and what follows from reads: the graph of {@link CommitOrder}. */
  public static final class Commits extends Apart {
    private final Witness.Shape proof;

    Commits(Graph graph, Witness.Shape proof) {
      super(graph);
      this.proof = proof;
    }

    @Override
    public int source(int node, int index) {
      return graph.source(graph.first[node] + index);
    }

    @Override
    public boolean ordersVersions() {
      return false;
    }

    @Override
    public boolean keepsUpdates() {
      return false;
    }

    @Override
    public boolean seesAllBefore() {
      return false;
    }

    @Override
    public int edgeCount(int node) {
      return node < graph.nodeCount ? super.edgeCount(node) : 0;
    }

    @Override
    Witness.Shape proof() {
      return proof;
    }
  }

  /**
   * Parallel snapshot isolation wants the flow acyclic, and that no RW edge leads back along it:
   * those lead to a node of their own, from which nothing goes on, for the search to look at.
   */
  public static final class Parallel extends Apart {
    public Parallel(Graph graph) {
      super(graph);
    }

    @Override
    public int edgeCount(int node) {
      return super.edgeCount(graphNode(node));
    }

    @Override
    public int source(int node, int index) {
      var edge = graph.first[graphNode(node)] + index;
      var isFlow = graph.type(edge) < Graph.RW;
      return isFlow == node < graph.nodeCount || isKey(node) ? graph.source(edge) : SKIP;
    }

    /** Between the readers of a key and its heads. */
    private boolean isKey(int node) {
      return node < graph.nodeCount && node >= graph.versions.history.transactionCount();
    }

    /**
     * Hands out the RW edges that lie on no cycle of the graph of serializability, to where a
     * transaction commits: the level does not ask for them, but mostly they hold.
     */
    public void forEachLikely(Groups.Member arc) {
      var components = graph.serial().components();
      for (var t = 0; t < graph.versions.history.transactionCount(); t++) {
        for (var edge = graph.first[t]; edge < graph.first[t + 1]; edge++) {
          if (graph.type(edge) == Graph.RW && !components.areTogether(graph.source(edge), t)) {
            arc.accept(graph.source(edge), t);
          }
        }
      }
    }

    @Override
    Witness.Shape proof() {
      return Witness.Shape.PARALLEL;
    }
  }

  /** Serializability: the graph itself. */
  static final class Serial extends Dependencies {
    Serial(Graph graph) {
      super(graph);
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
      return List.of(graph.flow(), graph.snapshot());
    }

    @Override
    Witness.Shape proof() {
      return Witness.Shape.SERIAL;
    }
  }

  /** Two nodes per transaction: (T,0), numbered 2T, and (T,1), numbered 2T+1. */
  private abstract static sealed class Split extends Dependencies {
    /** Whether a snapshot has the versions that its transaction overwrites. */
    private final boolean seesOverwritten;

    private Split(Graph graph, boolean seesOverwritten) {
      super(graph);
      this.seesOverwritten = seesOverwritten;
    }

    @Override
    public int source(int node, int index) {
      var edge = graph.first[node >> 1] + index;
      var type = graph.type(edge);
      if (isSnapshot(node)) {
        var isSeen = type < Graph.RW && (seesOverwritten || type != Graph.WW);
        return isSeen ? graph.source(edge) << 1 : SKIP;
      }
      return graph.source(edge) << 1 | (type == Graph.RW ? 1 : 0);
    }

    @Override
    public int nodeCount() {
      return 2 * graph.nodeCount;
    }

    @Override
    public int edgeCount(int node) {
      return super.edgeCount(node >> 1);
    }

    @Override
    public int graphNode(int node) {
      return node >> 1;
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
    boolean isSnapshot(int node) {
      return (node & 1) == 1;
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
      return List.of(graph.flow());
    }
  }

  /**
   * Snapshot isolation: (SO ∪ WR ∪ WW) ; RW? in two nodes per transaction. (T,0) is where a step
   * ends; (T,1) is where one goes on with its RW. An edge T→S of SO, WR or WW leads from (T,0) to
   * both of S, an RW edge from (T,1) to (S,0): two RW edges never meet.
   */
  static final class Snapshot extends Split {
    Snapshot(Graph graph) {
      super(graph, true);
    }

    @Override
    Witness.Shape proof() {
      return Witness.Shape.SNAPSHOT;
    }
  }

  /**
   * Prefix consistency: the same, but a write need only commit after the one before it; its
   * snapshot may be older. Proposition 21 of docs/theory.md.
   */
  public static final class Prefix extends Split {
    public Prefix(Graph graph) {
      super(graph, false);
    }

    @Override
    public int write(int transaction) {
      return commit(transaction);
    }

    @Override
    public boolean keepsUpdates() {
      return false;
    }

    @Override
    Witness.Shape proof() {
      return Witness.Shape.PREFIX;
    }
  }

  /** A level with real time: its graph and the nodes of ends, along their lines. */
  public static final class InRealTime extends Dependencies {
    private final Dependencies untimed;
    private final Ends ends;
    private final Witness.Shape proof;

    public InRealTime(Dependencies untimed, Ends ends, Witness.Shape proof) {
      super(untimed.graph);
      this.untimed = untimed;
      this.ends = ends;
      this.proof = proof;
    }

    @Override
    public int nodeCount() {
      return untimed.nodeCount() + ends.endCount();
    }

    @Override
    public int edgeCount(int node) {
      if (node >= untimed.nodeCount()) {
        return 2;
      }
      return untimed.edgeCount(node) + startCount(untimed.graphNode(node));
    }

    private int startCount(int graphNode) {
      return graphNode < graph.versions.history.transactionCount() ? ends.startCount(graphNode) : 0;
    }

    @Override
    public int source(int node, int index) {
      if (node < untimed.nodeCount()) {
        var edges = untimed.edgeCount(node);
        return index < edges
            ? untimed.source(node, index)
            : end(ends.lastBefore(untimed.graphNode(node), index - edges));
      }
      var place = node - untimed.nodeCount();
      return index == 0 ? commit(ends.ended(place)) : end(ends.previous(place));
    }

    @Override
    public int end(int place) {
      return place < 0 ? SKIP : untimed.nodeCount() + place;
    }

    @Override
    public int graphNode(int node) {
      return node < untimed.nodeCount()
          ? untimed.graphNode(node)
          : graph.nodeCount + node - untimed.nodeCount();
    }

    @Override
    public int commit(int transaction) {
      return untimed.commit(transaction);
    }

    @Override
    public int snapshot(int transaction) {
      return untimed.snapshot(transaction);
    }

    @Override
    boolean isSnapshot(int node) {
      return node < untimed.nodeCount() && untimed.isSnapshot(node);
    }

    @Override
    public Ends ends() {
      return ends;
    }

    @Override
    int leastRw() {
      return 0;
    }

    @Override
    int mostRwOfTwo() {
      return untimed.mostRwOfTwo();
    }

    @Override
    List<Dependencies> weaker() {
      var weaker = new ArrayList<>(untimed.weaker());
      weaker.add(untimed);
      return weaker;
    }

    @Override
    Witness.Shape proof() {
      return proof;
    }
  }
}
