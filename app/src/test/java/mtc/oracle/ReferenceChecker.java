package mtc.oracle;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import mtc.history.History;
import mtc.history.Scalars;
import mtc.history.Status;

/**
 * The paper's checker for read-modify-writes as the paper has it: all edges, transitive ones too,
 * in plain sets, and a search for a cycle. Slow, but simple enough to be read in one go, and fast
 * enough for histories of hundreds of transactions, which the brute-force oracles cannot reach.
 */
final class ReferenceChecker {
  enum Model {
    READ_COMMITTED,
    READ_ATOMIC,
    CAUSAL,
    SNAPSHOT,
    SERIAL,
    STRICT
  }

  private static final int INITIAL = -1;

  private record Version(int key, int value) {}

  /** A read of another transaction's version, or of the initial one. */
  private record Read(int reader, int at, int key, int source) {}

  private record Edge(int from, int to) {}

  private final Draft draft;
  private final boolean sessionOrder;

  private final Map<Version, Integer> writer = new HashMap<>();
  private final Set<Integer> takesPart = new HashSet<>();
  private final List<Read> reads = new ArrayList<>();

  /** By key and the transaction read from: those that overwrote what they read. */
  private final Map<Version, Set<Integer>> successors = new HashMap<>();

  private final Set<Edge> so = new HashSet<>();
  private final Set<Edge> wr = new HashSet<>();
  private final Set<Edge> ww = new HashSet<>();
  private final Set<Edge> rw = new HashSet<>();
  private final Set<Edge> rt = new HashSet<>();
  private boolean hasBadRead;
  private boolean hasNonRepeatableRead;
  private boolean hasOpenOrder;
  private boolean hasOpenRead;

  ReferenceChecker(Draft draft, boolean sessionOrder) {
    this.draft = draft;
    this.sessionOrder = sessionOrder;
    findWriters();
    findParticipants();
    takesPart.forEach(this::readAll);
    buildEdges();
  }

  /**
   * Whether this checker has an answer: reads tell whom they saw, and where the order of versions
   * counts, every write comes after a read of its key.
   */
  boolean decides(Model model) {
    return !hasOpenRead && (!hasOpenOrder || model.compareTo(Model.CAUSAL) <= 0);
  }

  private void findWriters() {
    for (var t = 0; t < draft.size(); t++) {
      if (draft.txns().get(t).mayHaveCommitted()) {
        for (var op : draft.txns().get(t).ops()) {
          if (op.writes()) {
            writer.put(new Version(op.key(), op.value()), t);
          }
        }
      }
    }
  }

  /** Committed ones, and those that one who takes part has read from. */
  private void findParticipants() {
    var work = new ArrayList<Integer>();
    for (var t = 0; t < draft.size(); t++) {
      if (draft.txns().get(t).status() == Status.COMMITTED) {
        work.add(t);
      }
    }
    while (!work.isEmpty()) {
      var t = work.removeLast();
      if (takesPart.add(t)) {
        for (var op : draft.txns().get(t).ops()) {
          if (!op.writes() && op.tells() && !draft.meansInitial(t, op.key(), op.value())) {
            var source = writer.get(new Version(op.key(), op.value()));
            if (source != null) {
              work.add(source);
            }
          }
        }
      }
    }
  }

  /** In program order: each read is of an own write, or of a version that somebody left. */
  private void readAll(int t) {
    var ops = draft.txns().get(t).ops();
    var written = new HashMap<Integer, Integer>();
    var read = new HashMap<Integer, Integer>();
    for (var i = 0; i < ops.size(); i++) {
      var op = ops.get(i);
      if (op.writes()) {
        if (!written.containsKey(op.key())) {
          follow(t, op.key(), read.get(op.key()));
        }
        written.put(op.key(), op.value());
      } else if (op.kind() == History.READ_OTHER) {
        hasOpenRead = true;
      } else if (written.containsKey(op.key())) {
        hasBadRead |= op.tells() && written.get(op.key()) != op.value();
      } else if (op.tells()) {
        var source = source(t, op);
        if (source == null) {
          hasBadRead = true;
          continue;
        }
        hasNonRepeatableRead |= !read.getOrDefault(op.key(), source).equals(source);
        read.putIfAbsent(op.key(), source);
        reads.add(new Read(t, i, op.key(), source));
      }
    }
  }

  /** A write follows what its transaction had read of the key; blind ones are not for us. */
  private void follow(int t, int key, Integer source) {
    if (source == null) {
      hasOpenOrder = true;
    } else {
      successors.computeIfAbsent(new Version(key, source), _ -> new HashSet<>()).add(t);
    }
  }

  /** Null if nobody left the version that was read. */
  private Integer source(int t, Draft.Op op) {
    if (draft.meansInitial(t, op.key(), op.value())) {
      return INITIAL;
    }
    var source = writer.get(new Version(op.key(), op.value()));
    if (source == null || source == t) {
      return null;
    }
    var left = Scalars.UNKNOWN;
    for (var other : draft.txns().get(source).ops()) {
      left = other.writes() && other.key() == op.key() ? other.value() : left;
    }
    return left == op.value() ? source : null;
  }

  private void buildEdges() {
    for (var t : takesPart) {
      for (var s : takesPart) {
        if (sessionOrder && draft.sessionOrder(t, s)) {
          so.add(new Edge(t, s));
        }
        if (draft.txns().get(t).status() == Status.COMMITTED && draft.realTimeOrder(t, s)) {
          rt.add(new Edge(t, s));
        }
      }
    }
    for (var read : reads) {
      if (read.source != INITIAL) {
        wr.add(new Edge(read.source, read.reader));
      }
      for (var later : allLater(read.key, read.source)) {
        if (later != read.reader) {
          rw.add(new Edge(read.reader, later));
        }
      }
    }
    for (var version : successors.keySet()) {
      if (version.value != INITIAL) {
        allLater(version.key, version.value).forEach(t -> ww.add(new Edge(version.value, t)));
      }
    }
  }

  /** Everybody whose version of a key comes after that of a transaction. */
  private Set<Integer> allLater(int key, int transaction) {
    return reached(transaction, true, t -> successors.getOrDefault(new Version(key, t), Set.of()));
  }

  boolean holds(Model model) {
    if (hasBadRead || hasNonRepeatableRead && model != Model.READ_COMMITTED) {
      return false;
    }
    return switch (model) {
      case READ_COMMITTED, READ_ATOMIC, CAUSAL ->
          isAcyclic(union(List.of(so, wr, mustEdges(model))));
      case SNAPSHOT ->
          successors.values().stream().allMatch(s -> s.size() == 1)
              && isAcyclic(steps(union(List.of(so, wr, ww))));
      case SERIAL -> isAcyclic(union(List.of(so, wr, ww, rw)));
      case STRICT -> isAcyclic(union(List.of(so, wr, ww, rw, rt)));
    };
  }

  /** (SO ∪ WR ∪ WW) ; RW?, as it is written. */
  private Set<Edge> steps(Set<Edge> flow) {
    var steps = new HashSet<>(flow);
    var missed = rw.stream().collect(groupingBy(Edge::from));
    for (var edge : flow) {
      for (var rest : missed.getOrDefault(edge.to, List.of())) {
        steps.add(new Edge(edge.from, rest.to));
      }
    }
    return steps;
  }

  /** t2 → t1 for each read of x from t1 whose reader had t2, who wrote x, in its past. */
  private Set<Edge> mustEdges(Model model) {
    var must = new HashSet<Edge>();
    var direct =
        union(List.of(so, wr)).stream().collect(groupingBy(Edge::to, mapping(Edge::from, toSet())));
    IntFunction<Set<Integer>> before = t -> direct.getOrDefault(t, Set.of());
    var pasts = new HashMap<Integer, Set<Integer>>();
    for (var read : reads) {
      var past = new HashSet<Integer>();
      if (model == Model.READ_COMMITTED) {
        for (var earlier : reads) {
          if (earlier.reader == read.reader && earlier.at < read.at) {
            past.add(earlier.source);
          }
        }
      } else {
        past.addAll(
            pasts.computeIfAbsent(read.reader, t -> reached(t, model == Model.CAUSAL, before)));
      }
      for (var t2 : past) {
        if (t2 != INITIAL
            && t2 != read.source
            && t2 != read.reader
            && draft.txns().get(t2).writes(read.key)) {
          // Nothing comes before the initial version: then there is no order at all.
          must.add(new Edge(t2, read.source == INITIAL ? t2 : read.source));
        }
      }
    }
    return must;
  }

  private static Set<Integer> reached(
      int from, boolean transitively, IntFunction<Set<Integer>> steps) {
    var reached = new HashSet<Integer>();
    var work = new ArrayList<Integer>(List.of(from));
    while (!work.isEmpty()) {
      for (var next : steps.apply(work.removeLast())) {
        if (reached.add(next) && transitively) {
          work.add(next);
        }
      }
    }
    return reached;
  }

  private static Set<Edge> union(List<Set<Edge>> relations) {
    return relations.stream().flatMap(Set::stream).collect(toSet());
  }

  /** Takes away what nothing comes before, until nothing is left, or only cycles. */
  private static boolean isAcyclic(Set<Edge> edges) {
    var outgoing = edges.stream().collect(groupingBy(Edge::from));
    var incoming = edges.stream().collect(groupingBy(Edge::to, counting()));
    var work = new ArrayList<>(outgoing.keySet());
    work.removeIf(incoming::containsKey);
    var left = edges.size();
    while (!work.isEmpty()) {
      for (var edge : outgoing.getOrDefault(work.removeLast(), List.of())) {
        left--;
        if (incoming.merge(edge.to, -1L, Long::sum) == 0) {
          work.add(edge.to);
        }
      }
    }
    return left == 0;
  }
}
