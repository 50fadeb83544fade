package mtc.search;

import java.util.ArrayList;
import java.util.List;
import mtc.history.History;
import mtc.linear.EdgeOrigins;
import mtc.linear.Graph;
import mtc.linear.Versions;
import mtc.verdict.Edge;
import mtc.verdict.EdgeType;

/**
 * From what a failed search met back to edges between transactions: those that a choice made are
 * marked as assumed.
 */
final class ConflictCycle {
  private final OpenProblem problem;
  private final OpenChains chains;
  private final Versions versions;
  private final History history;
  private final EdgeOrigins origins;
  private final Steps otherSteps;

  /** Tells what a step past a node is that the problem itself does not have. */
  @FunctionalInterface
  interface Steps {
    Edge through(int from, int node, int to, boolean assumed);
  }

  ConflictCycle(OpenProblem problem, EdgeOrigins origins) {
    this(
        problem,
        origins,
        (_, node, _, _) -> {
          throw new IllegalArgumentException("no node: " + node);
        });
  }

  ConflictCycle(OpenProblem problem, EdgeOrigins origins, Steps otherSteps) {
    this.problem = problem;
    this.otherSteps = otherSteps;
    this.chains = problem.chains;
    this.versions = chains.versions;
    this.history = versions.history;
    this.origins = origins;
  }

  /**
   * The edges of a cycle of nodes.
   *
   * @param literals what made the arc from each node to the next; -1 if nothing had to
   */
  List<Edge> of(int[] nodes, int[] literals) {
    var start = 0;
    while (start < nodes.length && transaction(nodes[start]) < 0) {
      start++;
    }
    var edges = new ArrayList<Edge>();
    for (var i = start; i < start + nodes.length; ) {
      var next = i + 1;
      var literal = literals[i % nodes.length];
      while (transaction(nodes[next % nodes.length]) < 0) {
        literal = Math.max(literal, literals[next++ % nodes.length]);
      }
      var from = nodes[i % nodes.length];
      var to = nodes[next % nodes.length];
      if (transaction(from) != transaction(to)) {
        edges.add(
            next > i + 1
                ? through(transaction(from), nodes[(next - 1) % nodes.length], to, literal >= 0)
                : literal >= 0 ? chosen(from, to, literal) : known(from, to));
      }
      i = next;
    }
    return shortened(edges);
  }

  /** Session order and real time are transitive: several steps of one are one. */
  private static List<Edge> shortened(List<Edge> edges) {
    var shorter = new ArrayList<Edge>();
    for (var edge : edges) {
      if (!shorter.isEmpty() && isOneStep(shorter.getLast(), edge)) {
        var before = shorter.removeLast();
        shorter.add(Edge.withoutKey(before.from(), edge.to(), edge.type()));
      } else {
        shorter.add(edge);
      }
    }
    if (shorter.size() > 2 && isOneStep(shorter.getLast(), shorter.getFirst())) {
      var last = shorter.removeLast();
      var first = shorter.removeFirst();
      shorter.addFirst(Edge.withoutKey(last.from(), first.to(), first.type()));
    }
    return List.copyOf(shorter);
  }

  private static boolean isOneStep(Edge edge, Edge next) {
    return edge.type() == next.type() && (edge.type() == EdgeType.SO || edge.type() == EdgeType.RT);
  }

  /** The transaction of a node, or -1 if the node only stands between some. */
  private int transaction(int node) {
    if (node >= problem.known.nodeCount()) {
      return -1;
    }
    var graphNode = problem.known.graphNode(node);
    return graphNode < history.transactionCount() ? graphNode : -1;
  }

  /** Past the end of a chain, whose last version was read; or through real time. */
  private Edge through(int from, int between, int to, boolean assumed) {
    if (between >= problem.nodeCount()) {
      return otherSteps.through(from, between, transaction(to), assumed);
    }
    var key = problem.keyOf(between);
    if (key < 0) {
      return Edge.withoutKey(from, transaction(to), EdgeType.RT);
    }
    var version =
        between >= problem.known.nodeCount()
            ? problem.versionBefore(between)
            : origins.lastOfInitial(key);
    return readWrite(from, version, head(transaction(to), key), assumed);
  }

  private Edge readWrite(int from, int version, int write, boolean assumed) {
    var key = history.key(write);
    var seen = origins.value(version, key);
    var to = versions.owner(write);
    return new Edge(from, to, EdgeType.RW, key, seen, history.value(write), assumed);
  }

  private Edge writeWrite(int write, int later, boolean assumed) {
    return new Edge(
        versions.owner(write),
        versions.owner(later),
        EdgeType.WW,
        history.key(write),
        history.value(write),
        history.value(later),
        assumed);
  }

  private Edge chosen(int from, int to, int literal) {
    if (problem.isPair(literal >> 1)) {
      var one = problem.firstOf(literal >> 1);
      var other = problem.secondOf(literal >> 1);
      return (literal & 1) == 0
          ? writeWrite(chains.last.get(one), chains.head.get(other), true)
          : writeWrite(chains.last.get(other), chains.head.get(one), true);
    }
    var source = problem.sourceOf(literal);
    var read = problem.reads.reads.get(problem.readOfSource(source));
    var write = problem.reads.source(source);
    if (write >= 0
        && transaction(from) == versions.owner(write)
        && transaction(to) == versions.owner(read)) {
      return seen(write, read);
    }
    var next = versions.nextOf(history.key(read), write);
    return readWrite(versions.owner(read), write, next, true);
  }

  private Edge seen(int write, int read) {
    var value = history.value(write);
    var key = history.key(write);
    return new Edge(
        versions.owner(write), versions.owner(read), EdgeType.WR, key, value, value, true);
  }

  /** Of several edges between two transactions, one that the step between the nodes may be. */
  private Edge known(int from, int to) {
    var source = transaction(from);
    var target = transaction(to);
    var isAfterCommit = from == problem.commit(source);
    var edge = isAfterCommit ? known(source, target, Graph.WR, Graph.SO) : null;
    if (edge == null && from == problem.snapshot(source)) {
      edge = known(source, target, Graph.RW, Graph.RW);
    }
    return edge != null ? edge : ofPossiblyCommitted(source, target);
  }

  private Edge known(int from, int to, int leastType, int greatestType) {
    var graph = problem.known.graph;
    for (var edge = graph.first[to]; edge < graph.first[to + 1]; edge++) {
      var type = graph.type(edge);
      if (graph.source(edge) == from && type >= leastType && type <= greatestType) {
        return origins.edge(from, to, type);
      }
    }
    return null;
  }

  /** The graph does not have them: they come after ⊥'s chain, and after their session. */
  private Edge ofPossiblyCommitted(int from, int to) {
    for (var op = history.firstOperation(to); op < history.endOperation(to); op++) {
      var place = chains.place(history.key(op));
      if (versions.version(op) == Versions.HEAD && place >= 0) {
        var last = chains.lastOfInitial.get(place);
        if (last >= 0 && versions.owner(last) == from) {
          return writeWrite(last, op, false);
        }
      }
    }
    return Edge.withoutKey(from, to, EdgeType.SO);
  }

  private int head(int transaction, int key) {
    for (var op = history.firstOperation(transaction);
        op < history.endOperation(transaction);
        op++) {
      if (history.key(op) == key && versions.version(op) == Versions.HEAD) {
        return op;
      }
    }
    throw new IllegalStateException("no chain begins there");
  }

  // Where no cycle of arcs closed: a read and a write of one transaction with others in between.

  /**
   * What goes wrong if a transaction saw a source and overwrote it; empty if nothing does.
   *
   * @param solver tells what else is assumed
   */
  List<Edge> ofOverwrittenSource(SolverProblem solver, int source) {
    var read = problem.reads.reads.get(problem.readOfSource(source));
    var write = problem.reads.source(source);
    var own = problem.known.keepsUpdates() ? problem.ownChain(read) : -1;
    if (own < 0) {
      return List.of();
    }
    var next = versions.nextOf(history.key(read), write);
    var head = chains.head.get(own);
    var reader = versions.owner(read);
    if (next != Versions.NONE) {
      return List.of(
          readWrite(reader, write, next, true), readWrite(versions.owner(next), write, head, true));
    }
    var place = chains.place(history.key(read));
    var chain = write == chains.lastOfInitial.get(place) ? -1 : chains.chainOf(write);
    var edges = new ArrayList<Edge>();
    if (chain == own) {
      addChain(edges, own);
      edges.add(seen(write, read));
    } else if (chain >= 0 && solver.isTrue(problem.before(own, chain))) {
      addChain(edges, own);
      edges.add(writeWrite(chains.last.get(own), chains.head.get(chain), true));
      addChain(edges, chain);
      edges.add(seen(write, read));
    } else {
      addIntruder(edges, solver, place, chain, own, read);
    }
    return List.copyOf(edges);
  }

  private void addIntruder(
      List<Edge> edges, SolverProblem solver, int place, int chain, int own, int read) {
    for (var other = chains.firstChain.get(place);
        other < chains.firstChain.get(place + 1);
        other++) {
      if (other != own
          && other != chain
          && (chain < 0 || solver.isTrue(problem.before(chain, other)))
          && solver.isTrue(problem.before(other, own))) {
        var version = chain < 0 ? chains.lastOfInitial.get(place) : chains.last.get(chain);
        edges.add(readWrite(versions.owner(read), version, chains.head.get(other), true));
        addChain(edges, other);
        edges.add(writeWrite(chains.last.get(other), chains.head.get(own), true));
        return;
      }
    }
  }

  /** The known steps from a chain's first version to its last. */
  private void addChain(List<Edge> edges, int chain) {
    for (var at = chains.head.get(chain); at != chains.last.get(chain); at = versions.next(at)) {
      edges.add(writeWrite(at, versions.next(at), false));
    }
  }
}
