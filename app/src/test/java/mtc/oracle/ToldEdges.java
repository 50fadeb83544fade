package mtc.oracle;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import mtc.history.History;
import mtc.history.Scalars;
import mtc.verdict.Anomaly;
import mtc.verdict.Anomaly.Example;
import mtc.verdict.CycleName;
import mtc.verdict.Edge;
import mtc.verdict.EdgeType;
import mtc.verdict.Level;
import mtc.verdict.Verdict;

/**
 * What must be true of every example at every level, whatever is open: its edges close, each tells
 * of operations that are there, and it names those who take part, and nobody else.
 */
final class ToldEdges {
  private final Draft draft;
  private final Level level;
  private final boolean sessionOrder;

  private ToldEdges(Draft draft, Level level, boolean sessionOrder) {
    this.draft = draft;
    this.level = level;
    this.sessionOrder = sessionOrder && level.hasSessions();
  }

  /** What is wrong with the examples of a verdict; null if nothing is. */
  static String fault(Draft draft, Verdict verdict, boolean sessionOrder, int most) {
    var told = new ToldEdges(draft, verdict.level(), sessionOrder);
    for (var anomaly : verdict.anomalies()) {
      if (anomaly.count() < anomaly.examples().size() || anomaly.examples().isEmpty()) {
        return anomaly.kind() + " is counted " + anomaly.count();
      }
      if (anomaly.examples().size() != Math.min(most, anomaly.count())) {
        return anomaly.kind() + " has " + anomaly.examples().size() + " examples";
      }
      for (var example : anomaly.examples()) {
        var fault = told.fault(anomaly, example);
        if (fault != null) {
          return fault + " " + example.cycle() + example.alternatives();
        }
      }
    }
    return null;
  }

  private String fault(Anomaly anomaly, Example example) {
    var named = new HashSet<Integer>();
    for (var t : example.transactions()) {
      if (t < 0
          || t >= draft.size()
          || !draft.txns().get(t).mayHaveCommitted() && !anomaly.kind().isOfOneRead()) {
        return "T" + t + " takes part in " + anomaly.kind();
      }
      if (!named.add(t)) {
        return "T" + t + " is named twice";
      }
    }
    if (example.cycle().isEmpty()) {
      return null;
    }
    var cycles = new ArrayList<>(List.of(example.cycle()));
    cycles.addAll(example.alternatives());
    var inCycles = new HashSet<Integer>();
    for (var cycle : cycles) {
      if (!isClosed(cycle)) {
        return "no cycle: " + cycle;
      }
      cycle.stream().flatMapToInt(Edge::involved).forEach(inCycles::add);
      for (var edge : cycle) {
        if (!isThere(edge)) {
          return "nothing tells " + edge;
        }
      }
    }
    if (!named.equals(inCycles)) {
      return "named are " + named + ", not " + inCycles;
    }
    if (!CasesVerifier.isAboutCases(example) && !isCalledSo(anomaly, example.cycle())) {
      return "called " + anomaly.kind() + " " + anomaly.elleName();
    }
    return anomaly.realTime() == cycles.stream().anyMatch(ToldEdges::hasRealTime)
        ? null
        : "real time is told wrongly";
  }

  private boolean isCalledSo(Anomaly anomaly, List<Edge> cycle) {
    var name = CycleName.of(cycle, draft.toHistory());
    return anomaly.kind() == name.kind().at(level) && anomaly.elleName().equals(name.elleName());
  }

  private static boolean hasRealTime(List<Edge> cycle) {
    return cycle.stream().anyMatch(edge -> edge.type() == EdgeType.RT);
  }

  private static boolean isClosed(List<Edge> cycle) {
    for (var i = 0; i < cycle.size(); i++) {
      if (cycle.get(i).to() != cycle.get((i + 1) % cycle.size()).from()) {
        return false;
      }
    }
    return true;
  }

  private boolean isThere(Edge edge) {
    var isKnown =
        switch (edge.type()) {
          case SO -> sessionOrder && draft.sessionOrder(edge.from(), edge.to());
          case RT -> draft.realTimeOrder(edge.from(), edge.to());
          case WR ->
              edge.fromValue() == edge.toValue()
                  && writes(edge.from(), edge.key(), edge.fromValue())
                  && sees(edge.to(), edge.key(), edge.toValue());
          case WW ->
              writes(edge.from(), edge.key(), edge.fromValue())
                  && writes(edge.to(), edge.key(), edge.toValue());
          case RW ->
              reads(edge.from(), edge.key(), edge.fromValue())
                  && writes(edge.to(), edge.key(), edge.toValue());
        };
    return isKnown && edge.from() != edge.to() && edge.because().stream().allMatch(this::isThere);
  }

  private boolean writes(int t, int key, int value) {
    return SingleReads.writesOf(draft.txns().get(t).ops(), key).contains(value);
  }

  /** Whether a transaction read a value, or a list that contains it. */
  private boolean sees(int t, int key, int value) {
    return draft.txns().get(t).ops().stream()
        .anyMatch(op ->
            op.key() == key
                && (op.kind() == History.READ && op.value() == value
                    || op.kind() == History.READ_LIST && op.list().contains(value)
                    || op.kind() == History.READ_OTHER && op.value() != value));
  }

  /** Whether a transaction read a value, or a list that ends with it but for its own elements. */
  private boolean reads(int t, int key, int value) {
    return draft.txns().get(t).ops().stream()
        .anyMatch(op ->
            op.key() == key
                && (op.kind() == History.READ && op.value() == value
                    || op.kind() == History.READ_OTHER && isOther(op, value)
                    || op.kind() == History.READ_LIST && endsWith(t, op, value)));
  }

  /** Where a committed transaction wrote the default initial value, none may have been before. */
  private boolean isOther(Draft.Op read, int value) {
    return read.value() != value || value == draft.initial() && !draft.reserved();
  }

  private boolean endsWith(int t, Draft.Op read, int value) {
    for (var i = read.list().size() - 1; i >= 0; i--) {
      if (read.list().get(i) == value) {
        return true;
      }
      if (!writes(t, read.key(), read.list().get(i))) {
        return false;
      }
    }
    return value == Scalars.NIL;
  }
}
