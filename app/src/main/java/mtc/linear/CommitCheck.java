package mtc.linear;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import mtc.column.Ints;
import mtc.history.History;
import mtc.verdict.Anomaly.Example;
import mtc.verdict.CycleName;
import mtc.verdict.Edge;
import mtc.verdict.EdgeType;
import mtc.verdict.Level;
import mtc.verdict.Level.Relation;
import mtc.witness.Witness;

/**
 * Decides a level of {@link CommitOrder}, and parallel snapshot isolation, which differs in what a
 * reader must see: all that leads to it, overwritten versions included.
 *
 * <p>Propositions 16, 17 and 20 of docs/theory.md.
 */
public final class CommitCheck {
  /** More reads that missed something are counted, but not followed to where it came from. */
  private static final int MOST_FOLLOWED = 200;

  private final Versions versions;
  private final History history;
  private final EdgeOrigins origins;
  private final Relation relation;
  private final boolean sessionOrder;
  private final CommitOrder order;

  /** What must be acyclic; null if what was missed is all that can be wrong. */
  private final Dependencies dependencies;

  /** The graph along which a reader's past is found. */
  private Graph past;

  /** By node of the past: the search that reached it, and where it leads. */
  private int[] reachedIn;

  private int[] towards;
  private int search;

  /** The check that looks at everything. */
  public CommitCheck(Groundwork core, Level level, boolean sessionOrder) {
    this(core, level, sessionOrder, null);
  }

  /**
   * The check.
   *
   * @param near the edges that must hold where updates are kept, to look first at what they do not
   *     put in order; null to look at everything, as lists, open reads and proofs need it
   */
  public CommitCheck(Groundwork core, Level level, boolean sessionOrder, Graph near) {
    this.versions = core.versions;
    this.history = versions.history;
    this.origins = core.origins;
    this.relation = level.relation();
    this.sessionOrder = sessionOrder;
    this.order = new CommitOrder(core, sessionOrder);
    var collected =
        near == null ? CommitOrder.Collected.NOTHING : order.collectNear(relation, near);
    if (collected == CommitOrder.Collected.ALL_THAT_IS_WRONG) {
      past = near;
      dependencies = null;
      return;
    }
    if (collected == CommitOrder.Collected.NOTHING) {
      order.collect(relation);
    }
    if (relation == Relation.PARALLEL) {
      past = order.flow();
      dependencies = past.flow();
    } else {
      dependencies = new Dependencies.Commits(order.graph(), proof(relation, sessionOrder));
    }
  }

  /** What proves a level. */
  public static Witness.Shape proof(Relation relation, boolean sessionOrder) {
    return switch (relation) {
      case FLOW -> sessionOrder ? Witness.Shape.COMMITTED_IN_SESSIONS : Witness.Shape.COMMITTED;
      case MONOTONIC -> Witness.Shape.MONOTONIC;
      case ATOMIC -> Witness.Shape.ATOMIC;
      case CAUSAL -> Witness.Shape.CAUSAL;
      case PARALLEL -> Witness.Shape.PARALLEL;
      default -> throw new IllegalArgumentException(relation.name());
    };
  }

  /** Reports what is wrong. */
  public void find(Findings findings) {
    if (dependencies == null) {
      reportMissed(findings);
      return;
    }
    var components = dependencies.components();
    if (components.count() > 0) {
      new Violations(origins, findings, order.flow().flow()).find();
    }
    reportMissed(findings);
    if (findings.isEmpty()) {
      for (var steps : mustCycles(components)) {
        var cycle = edges(steps);
        var name = CycleName.of(cycle, history);
        if (findings.count(name.kind(), name.elleName(), false, cycle.size())) {
          findings.keep(name.kind(), name.elleName(), false, example(cycle));
        }
      }
    }
  }

  /**
   * A step of a cycle.
   *
   * @param reads the operations that tell it: what its reader saw, and, where that was overwritten
   *     by somebody who had read it too, that read
   * @param because the steps that it follows from, those of the edge
   */
  public record Step(Edge edge, int[] reads, List<Step> because) {
    private Step(Edge edge, int... reads) {
      this(edge, reads, List.of());
    }
  }

  /** Some cycles that show what is wrong; none if nothing is. */
  public List<List<Step>> cycles(int most) {
    var cycles = new ArrayList<List<Step>>();
    for (var i = 0; i < Math.min(most, order.missedRead.size()); i++) {
      cycles.add(missed(i));
    }
    var components = dependencies.components();
    if (cycles.isEmpty() && components.count() > 0) {
      cycles.addAll(mustCycles(components));
    }
    return cycles.subList(0, Math.min(most, cycles.size()));
  }

  /** The edges that need no reader to follow, for a search to add what is open. */
  public Dependencies known() {
    return new Dependencies.Commits(order.flow(), proof(relation, sessionOrder));
  }

  /** A commit order, if nothing is wrong. */
  public Witness witness() {
    return WitnessOrder.of(dependencies, versions).as(proof(relation, sessionOrder));
  }

  private static List<Edge> edges(List<Step> steps) {
    return steps.stream().map(Step::edge).toList();
  }

  private static Example example(List<Edge> cycle) {
    var transactions = cycle.stream().flatMapToInt(Edge::involved).distinct().toArray();
    return new Example(transactions, -1, cycle, "");
  }

  // Reads that missed a write which they must see.

  private void reportMissed(Findings findings) {
    CycleName last = null;
    for (var i = 0; i < order.missedRead.size(); i++) {
      var isFollowed = i < MOST_FOLLOWED;
      var cycle = isFollowed ? edges(missed(i)) : null;
      last = isFollowed ? CycleName.of(cycle, history) : last;
      var size = isFollowed ? cycle.size() : Integer.MAX_VALUE;
      if (findings.count(last.kind(), last.elleName(), false, size) && isFollowed) {
        findings.keep(last.kind(), last.elleName(), false, example(cycle));
      }
    }
  }

  private List<Step> missed(int index) {
    var read = order.missedRead.get(index);
    var write = order.missedWrite.get(index);
    var seen = versions.version(read);
    var cycle = new ArrayList<Step>();
    var edge = origins.readWrite(read, write, seen);
    var readBefore = order.readBefore(write);
    cycle.add(
        seen == Versions.INITIAL || readBefore == Versions.NONE
            ? new Step(edge, read)
            : new Step(edge, read, readBefore));
    cycle.addAll(way(write, read));
    return List.copyOf(cycle);
  }

  /** How a reader came to have to see a write. */
  private List<Step> way(int write, int read) {
    var writer = versions.owner(write);
    var reader = versions.owner(read);
    return switch (relation) {
      case MONOTONIC -> List.of(seen(writer, reader, read));
      case ATOMIC -> {
        var direct = seen(writer, reader, history.endOperation(reader));
        yield List.of(direct != null ? direct : session(writer, reader));
      }
      case CAUSAL, PARALLEL -> path(writer, reader);
      default -> throw new IllegalStateException(relation.name());
    };
  }

  /** The first read by which a transaction saw another one, before some operation; or null. */
  private Step seen(int writer, int reader, int before) {
    for (var op = history.firstOperation(reader); op < before; op++) {
      if (order.isRead(op)) {
        for (var i = 0; i < order.sourceCount(op); i++) {
          if (order.source(op, i) == writer) {
            var value = history.value(order.sourceWrite(op, i));
            var edge = new Edge(writer, reader, EdgeType.WR, history.key(op), value, value);
            return new Step(edge, op);
          }
        }
      }
    }
    return null;
  }

  /** The shortest way from one transaction to another along SO and WR. */
  private List<Step> path(int from, int to) {
    if (past == null) {
      past = order.past();
    }
    if (reachedIn == null) {
      reachedIn = new int[past.nodeCount];
      towards = new int[past.nodeCount];
    }
    search++;
    var queue = new Ints();
    queue.add(to);
    reachedIn[to] = search;
    for (var i = 0; i < queue.size() && reachedIn[from] != search; i++) {
      var node = queue.get(i);
      for (var edge = past.first[node]; edge < past.first[node + 1]; edge++) {
        var source = past.source(edge);
        if (isOfPast(past.type(edge)) && reachedIn[source] != search) {
          reachedIn[source] = search;
          towards[source] = node;
          queue.add(source);
        }
      }
    }
    var steps = new ArrayList<Step>();
    for (var node = from; node != to; ) {
      var next = towards[node];
      while (next >= history.transactionCount()) {
        next = towards[next];
      }
      steps.add(step(node, next));
      node = next;
    }
    return steps;
  }

  private boolean isOfPast(int type) {
    return order.isOfPast(type, relation == Relation.PARALLEL);
  }

  private Step step(int from, int to) {
    var wr = seen(from, to, history.endOperation(to));
    if (wr != null) {
      return wr;
    }
    for (var edge = past.first[to]; edge < past.first[to + 1]; edge++) {
      if (past.source(edge) == from && past.type(edge) == Graph.WW) {
        return new Step(origins.edge(from, to, Graph.WW));
      }
    }
    return session(from, to);
  }

  private static Step session(int from, int to) {
    return new Step(Edge.withoutKey(from, to, EdgeType.SO));
  }

  // Cycles of edges that follow from reads.

  private List<List<Step>> mustCycles(Components components) {
    var cycles = new ArrayList<List<Step>>();
    if (components.count() > 0) {
      var searchOfCycles = new CycleSearch(dependencies, components);
      for (var component = 0; component < components.count(); component++) {
        cycles.add(steps(searchOfCycles.best(component)));
      }
    }
    return cycles;
  }

  private List<Step> steps(Cycle cycle) {
    var steps = new ArrayList<Step>();
    for (var i = 0; i < cycle.length(); i++) {
      var from = cycle.transactions()[i];
      var to = cycle.transactions()[(i + 1) % cycle.length()];
      var type = cycle.types()[i];
      steps.add(
          switch (type) {
            case Graph.MUST -> must(from, to);
            case Graph.WR -> new Step(origins.edge(from, to, type), origins.readFrom(from, to));
            default -> new Step(origins.edge(from, to, type));
          });
    }
    return Collections.unmodifiableList(steps);
  }

  private Step must(int from, int to) {
    for (var i = 0; i < order.mustRead.size(); i++) {
      var read = order.mustRead.get(i);
      var write = order.mustWrite.get(i);
      var seen = versions.version(read);
      if (versions.owner(write) == from && versions.owner(seen) == to) {
        var because = new ArrayList<>(way(write, read));
        var value = history.value(seen);
        var key = history.key(read);
        var saw = new Edge(to, versions.owner(read), EdgeType.WR, key, value, value);
        because.add(new Step(saw, read));
        var written = history.value(write);
        return new Step(
            new Edge(from, to, EdgeType.WW, key, written, value, false, edges(because)),
            new int[0],
            List.copyOf(because));
      }
    }
    throw new IllegalStateException("no reason for " + Arrays.toString(new int[] {from, to}));
  }
}
