package mtc.linear;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import mtc.column.Groups;
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

  /** By node of the past: what searches without session order look at, in all. */
  private static final int LOOKS_WITHOUT_SESSIONS = 4;

  private final Groundwork core;
  private final Versions versions;
  private final History history;
  private final EdgeOrigins origins;
  private final Level level;
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

  /** By transaction: the search that took it, and so all before it in its session. */
  private int[] takenIn;

  private int search;
  private final Ints queue = new Ints();

  /** Whether ways are to be told: those without session order tell more. */
  private boolean isTold;

  private long looksWithoutSessions;

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
    this.core = core;
    this.versions = core.versions;
    this.history = versions.history;
    this.origins = core.origins;
    this.level = level;
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
    isTold = true;
    if (dependencies == null) {
      reportMissed(findings);
      return;
    }
    var components = dependencies.components();
    if (components.count() > 0) {
      new Violations(core, findings, order.flow().flow()).find();
    }
    reportMissed(findings);
    if (findings.isEmpty()) {
      for (var steps : mustCycles(components)) {
        var cycle = edges(steps);
        var name = CycleName.of(cycle, history);
        var kind = name.kind().at(level);
        if (findings.count(kind, name.elleName(), false, cycle.size())) {
          findings.keep(kind, name.elleName(), false, example(cycle));
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
    if (order.missedRead.size() == 0) {
      return;
    }
    var isTold = repeatedMisses();
    if (relation == Relation.PARALLEL) {
      addLostUpdates(isTold, findings);
    }
    CycleName last = null;
    var followed = 0;
    for (var i = isTold.nextClearBit(0);
        i < order.missedRead.size();
        i = isTold.nextClearBit(i + 1)) {
      var isFollowed = followed++ < MOST_FOLLOWED;
      var cycle = isFollowed ? edges(missed(i)) : null;
      last = isFollowed ? CycleName.of(cycle, history) : last;
      var kind = last.kind().at(level);
      var size = isFollowed ? cycle.size() : Integer.MAX_VALUE;
      if (findings.count(kind, last.elleName(), false, size) && isFollowed) {
        findings.keep(kind, last.elleName(), false, example(cycle));
      }
    }
  }

  /** Who read what another one read, and wrote the key after it, has missed that one's write. */
  private void addLostUpdates(BitSet told, Findings findings) {
    core.divergence().report(findings);
    for (var i = 0; i < order.missedRead.size(); i++) {
      if (core.divergence().explains(order.missedRead.get(i))) {
        told.set(i);
      }
    }
  }

  /**
   * Those that tell what another one told: that a transaction, by a version that it read, missed a
   * write. It may have read the version twice, and may have had to see the write for two reasons.
   */
  private BitSet repeatedMisses() {
    var repeated = new BitSet();
    var byReader =
        Groups.of(
            history.transactionCount(),
            miss -> {
              for (var i = 0; i < order.missedRead.size(); i++) {
                miss.accept(versions.owner(order.missedRead.get(i)), i);
              }
            });
    for (var first = 0; first < byReader.size(); ) {
      var reader = versions.owner(order.missedRead.get(byReader.get(first)));
      var misses = new long[byReader.end(reader) - first];
      for (var i = 0; i < misses.length; i++) {
        misses[i] = miss(byReader.get(first + i));
      }
      Arrays.sort(misses);
      var isTold = new boolean[misses.length];
      for (var i = first; i < byReader.end(reader); i++) {
        var place = Arrays.binarySearch(misses, miss(byReader.get(i)));
        repeated.set(byReader.get(i), isTold[place]);
        isTold[place] = true;
      }
      first = byReader.end(reader);
    }
    return repeated;
  }

  private long miss(int index) {
    var seen = versions.version(order.missedRead.get(index));
    return (long) order.missedWrite.get(index) << Integer.SIZE | seen & 0xFFFF_FFFFL;
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

  /**
   * A read by which a transaction saw another one, before some operation; null if there is none. Of
   * a list it saw all who appended to it; but first comes a read that ended there.
   */
  private Step seen(int writer, int reader, int before) {
    for (var op = history.firstOperation(reader); op < before; op++) {
      var version = order.isRead(op) ? versions.version(op) : Versions.NONE;
      if (version >= 0 && versions.owner(version) == writer) {
        return seen(op, version);
      }
    }
    for (var op = history.firstOperation(reader); op < before && readsWholeLists(); op++) {
      for (var i = 0; order.isRead(op) && i < order.sourceCount(op); i++) {
        if (order.source(op, i) == writer) {
          return seen(op, order.sourceWrite(op, i));
        }
      }
    }
    return null;
  }

  private Step seen(int read, int write) {
    var value = history.value(write);
    var writer = versions.owner(write);
    var reader = versions.owner(read);
    return new Step(new Edge(writer, reader, EdgeType.WR, history.key(read), value, value), read);
  }

  /** Where updates are kept, a list was read from who appended last; the others led to that. */
  private boolean readsWholeLists() {
    return relation != Relation.PARALLEL;
  }

  /** The shortest way from one transaction to another along SO and WR, if possible without SO. */
  private List<Step> path(int from, int to) {
    if (past == null) {
      past = order.past();
    }
    if (reachedIn == null) {
      reachedIn = new int[past.nodeCount];
      towards = new int[past.nodeCount];
      takenIn = new int[past.nodeCount];
      looksWithoutSessions = (long) LOOKS_WITHOUT_SESSIONS * past.nodeCount;
    }
    var isFound = isTold && looksWithoutSessions > 0 && reaches(from, to, false);
    if (!isFound) {
      reaches(from, to, true);
    }
    var steps = new ArrayList<Step>();
    for (var node = from; node != to; node = towards[node]) {
      steps.add(step(node, towards[node]));
    }
    return steps;
  }

  /** Goes back from one transaction to another, breadth first; false if it does not get there. */
  private boolean reaches(int from, int to, boolean withSessions) {
    search++;
    queue.clear();
    queue.add(to);
    reachedIn[to] = search;
    for (var i = 0; i < queue.size() && reachedIn[from] != search; i++) {
      var node = queue.get(i);
      for (var edge = past.first[node]; edge < past.first[node + 1]; edge++) {
        var type = past.type(edge);
        if (type == Graph.SO || !isOfPast(type)) {
          continue;
        }
        if (past.source(edge) < history.transactionCount()) {
          reach(past.source(edge), node);
        } else {
          reachAppended(past.source(edge), node);
        }
      }
      if (withSessions) {
        reachSession(node);
      }
    }
    looksWithoutSessions -= withSessions ? 0 : queue.size();
    return reachedIn[from] == search;
  }

  private void reach(int transaction, int node) {
    if (reachedIn[transaction] != search) {
      reachedIn[transaction] = search;
      towards[transaction] = node;
      queue.add(transaction);
    }
  }

  /** All that a session ran before is one step away. */
  private void reachSession(int node) {
    var before = past.beforeInSession(node);
    while (before >= 0 && takenIn[before] != search) {
      takenIn[before] = search;
      reach(before, node);
      before = past.beforeInSession(before);
    }
  }

  /** And so are all who appended to a list, version by version. */
  private void reachAppended(int last, int node) {
    var version = last;
    while (version >= 0 && reachedIn[version] != search) {
      reachedIn[version] = search;
      var before = -1;
      for (var edge = past.first[version]; edge < past.first[version + 1]; edge++) {
        if (past.source(edge) >= history.transactionCount()) {
          before = past.source(edge);
        } else {
          reach(past.source(edge), node);
        }
      }
      version = before;
    }
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
