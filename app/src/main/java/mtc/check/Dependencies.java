package mtc.check;

/**
 * The graph that a level must find acyclic, by its edges backwards.
 *
 * <p>The node numbers of snapshot isolation differ from those of the {@link Graph}; real time adds
 * nodes after them.
 */
abstract sealed class Dependencies
    permits Dependencies.Flow,
        Dependencies.Serial,
        Dependencies.Snapshot,
        Dependencies.StrictSerial {
  /** Instead of a predecessor: this edge does not count for this node. */
  static final int SKIP = -1;

  final Graph graph;

  private Dependencies(Graph graph) {
    this.graph = graph;
  }

  abstract int nodeCount();

  /** How many edges lead into a node, those to skip included. */
  abstract int edgeCount(int node);

  /** Where an edge into a node comes from, or {@link #SKIP}. */
  abstract int source(int node, int index);

  /** The node of the {@link Graph} that a node belongs to. */
  int graphNode(int node) {
    return node;
  }

  /** The flow of information, SO ∪ WR ∪ WW, which every level wants acyclic. */
  static final class Flow extends Dependencies {
    Flow(Graph graph) {
      super(graph);
    }

    @Override
    int nodeCount() {
      return graph.nodeCount;
    }

    @Override
    int edgeCount(int node) {
      return graph.first[node + 1] - graph.first[node];
    }

    @Override
    int source(int node, int index) {
      var edge = graph.first[node] + index;
      return graph.type(edge) < Graph.RW ? graph.source(edge) : SKIP;
    }
  }

  /** Serializability: the graph itself. */
  static final class Serial extends Dependencies {
    Serial(Graph graph) {
      super(graph);
    }

    @Override
    int nodeCount() {
      return graph.nodeCount;
    }

    @Override
    int edgeCount(int node) {
      return graph.first[node + 1] - graph.first[node];
    }

    @Override
    int source(int node, int index) {
      return graph.source(graph.first[node] + index);
    }
  }

  /**
   * Snapshot isolation: (SO ∪ WR ∪ WW) ; RW? in two nodes per transaction. (T,0), numbered 2T, is
   * where a step ends; (T,1), numbered 2T+1, is where one goes on with its RW. An edge T→S of SO,
   * WR or WW leads from (T,0) to both of S, an RW edge from (T,1) to (S,0): two RW edges never
   * meet.
   */
  static final class Snapshot extends Dependencies {
    Snapshot(Graph graph) {
      super(graph);
    }

    @Override
    int nodeCount() {
      return 2 * graph.nodeCount;
    }

    @Override
    int edgeCount(int node) {
      return graph.first[(node >> 1) + 1] - graph.first[node >> 1];
    }

    @Override
    int graphNode(int node) {
      return node >> 1;
    }

    @Override
    int source(int node, int index) {
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
  }

  /** Strict serializability: the graph and a chain of nodes, one for each end in real time. */
  static final class StrictSerial extends Dependencies {
    final RealTime realTime;

    StrictSerial(Graph graph, RealTime realTime) {
      super(graph);
      this.realTime = realTime;
    }

    @Override
    int nodeCount() {
      return graph.nodeCount + realTime.endCount();
    }

    @Override
    int edgeCount(int node) {
      return node < graph.nodeCount ? graph.first[node + 1] - graph.first[node] + 1 : 2;
    }

    @Override
    int source(int node, int index) {
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
  }
}
