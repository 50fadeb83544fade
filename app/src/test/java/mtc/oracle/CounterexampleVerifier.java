package mtc.oracle;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import mtc.history.History;
import mtc.history.Status;
import mtc.verdict.Anomaly;
import mtc.verdict.AnomalyKind;
import mtc.verdict.CycleName;
import mtc.verdict.Edge;
import mtc.verdict.EdgeType;
import mtc.verdict.Level;
import mtc.verdict.Verdict;

/**
 * Re-derives every counterexample of a verdict from the history alone: each edge, that they close,
 * that the cycle violates the level, and that it has the name of its edges.
 */
final class CounterexampleVerifier {
  private final Draft draft;
  private final Verdict verdict;
  private final boolean sessionOrder;
  private final KnownOrder order;
  private final List<String> faults = new ArrayList<>();

  private CounterexampleVerifier(Draft draft, Verdict verdict, boolean sessionOrder) {
    this.draft = draft;
    this.verdict = verdict;
    this.sessionOrder = sessionOrder;
    this.order = new KnownOrder(draft);
  }

  /** What is wrong with the counterexamples; empty if nothing is. */
  static List<String> faults(Draft draft, Verdict verdict, boolean sessionOrder) {
    var verifier = new CounterexampleVerifier(draft, verdict, sessionOrder);
    verdict.anomalies().forEach(verifier::verify);
    return verifier.faults;
  }

  private void verify(Anomaly anomaly) {
    if (anomaly.count() < Math.max(1, anomaly.examples().size())) {
      faults.add(anomaly.kind() + " counts " + anomaly.count());
    }
    if (anomaly.examples().isEmpty()) {
      faults.add(anomaly.kind() + " has no example");
    }
    for (var example : anomaly.examples()) {
      if (!example.cycle().isEmpty()) {
        verifyCycle(anomaly, example);
      } else if (anomaly.kind() == AnomalyKind.INCOMPATIBLE_ORDER) {
        require(
            hasIncompatibleLists(example) || hasListAgainstAppends(example),
            "the lists are compatible");
      } else if (anomaly.kind() == AnomalyKind.LOST_UPDATE) {
        require(isDivergence(example), "nobody lost an update");
      } else {
        verifyRead(anomaly.kind(), example);
      }
    }
  }

  private void require(boolean holds, String otherwise) {
    if (!holds) {
      faults.add(otherwise);
    }
  }

  // Single reads.

  private void verifyRead(AnomalyKind kind, Anomaly.Example example) {
    if (example.operation() < 0) {
      faults.add(kind + " names neither a cycle nor an operation");
      return;
    }
    var t = 0;
    var i = example.operation();
    while (t < draft.size() && i >= draft.txns().get(t).ops().size()) {
      i -= draft.txns().get(t++).ops().size();
    }
    var txn = draft.txns().get(t);
    require(txn.status() != Status.ABORTED, kind + " of an aborted transaction");
    require(contains(example.transactions(), t), kind + " leaves out T" + t);
    var holds =
        draft.isList(txn.ops().get(i).key())
            ? SingleReads.listHas(kind, draft, t, i)
            : kind == SingleReads.ofRegister(draft, t, i);
    require(holds, kind + " is not what is wrong with operation " + i + " of T" + t);
  }

  private static boolean contains(int[] transactions, int t) {
    for (var one : transactions) {
      if (one == t) {
        return true;
      }
    }
    return false;
  }

  private boolean hasIncompatibleLists(Anomaly.Example example) {
    for (var key = 0; key < draft.keyCount(); key++) {
      var lists = new ArrayList<List<Integer>>();
      for (var t : example.transactions()) {
        for (var op : draft.txns().get(t).ops()) {
          if (op.tells() && op.key() == key) {
            lists.add(op.elements());
          }
        }
      }
      for (var one : lists) {
        for (var other : lists) {
          var common = Math.min(one.size(), other.size());
          if (!one.subList(0, common).equals(other.subList(0, common))) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** A list that holds two elements of one transaction in the other order. */
  private boolean hasListAgainstAppends(Anomaly.Example example) {
    for (var reader : example.transactions()) {
      for (var op : draft.txns().get(reader).ops()) {
        for (var writer = 0; op.list() != null && writer < draft.size(); writer++) {
          var seen = new ArrayList<>(order.writes(writer, op.key()));
          seen.retainAll(op.list());
          var inList = new ArrayList<>(op.list());
          inList.retainAll(seen);
          if (!seen.equals(inList)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  // Cycles.

  private void verifyCycle(Anomaly anomaly, Anomaly.Example example) {
    var cycle = example.cycle();
    var from = new HashSet<Integer>();
    for (var i = 0; i < cycle.size(); i++) {
      var edge = cycle.get(i);
      var next = cycle.get((i + 1) % cycle.size());
      require(edge.to() == next.from(), "the cycle breaks after " + edge);
      require(from.add(edge.from()), "the cycle passes twice through T" + edge.from());
      require(contains(example.transactions(), edge.from()), "left out: T" + edge.from());
      require(
          edge.from() >= 0 && draft.txns().get(edge.from()).mayHaveCommitted(),
          "T" + edge.from() + " did not commit");
      if (edge.from() >= 0) {
        require(holds(edge), "does not hold: " + edge);
      }
    }
    require(example.operation() == -1, "a cycle with an operation");
    if (anomaly.kind() == AnomalyKind.LOST_UPDATE) {
      require(isDivergence(example), "nobody lost an update");
    } else {
      require(violatesLevel(cycle), "does not violate " + verdict.level());
      if (faults.isEmpty()) {
        verifyName(anomaly, cycle);
      }
    }
  }

  private boolean holds(Edge edge) {
    var key = edge.key();
    return switch (edge.type()) {
      case SO -> sessionOrder && draft.sessionOrder(edge.from(), edge.to());
      case RT -> draft.realTimeOrder(edge.from(), edge.to());
      case WR ->
          order.writerReadBy(edge.to(), key) == edge.from()
              && order.writes(edge.from(), key).contains(edge.fromValue())
              && edge.toValue() == edge.fromValue();
      case WW ->
          precedes(key, edge.from(), edge.to())
              && order.writes(edge.from(), key).contains(edge.fromValue())
              && order.writes(edge.to(), key).contains(edge.toValue());
      case RW ->
          edge.from() != edge.to()
              && order.writerReadBy(edge.from(), key) != KnownOrder.NOBODY
              && precedes(key, order.writerReadBy(edge.from(), key), edge.to())
              && read(edge.from(), key) == edge.fromValue()
              && order.writes(edge.to(), key).contains(edge.toValue());
    };
  }

  private int read(int t, int key) {
    var read = order.externalRead(t, key);
    if (read.kind() == History.READ) {
      return read.value();
    }
    return read.list().isEmpty() ? draft.initial() : read.list().getLast();
  }

  private boolean precedes(int key, int a, int b) {
    return order.precedes(key, a, b)
        || verdict.level() == Level.LIN && a >= 0 && precedesInRealTime(key, a, b);
  }

  /**
   * A chain of a register is contiguous, and so are the readers of its versions, so one pair of two
   * chains in real-time order puts both chains in that order.
   */
  private boolean precedesInRealTime(int key, int a, int b) {
    var first = order.chain(a, key);
    var second = order.chain(b, key);
    if (first == second || !order.isWriter(a, key) || !order.isWriter(b, key)) {
      return false;
    }
    for (var x = 0; x < draft.size(); x++) {
      for (var y = 0; y < draft.size(); y++) {
        if (order.chain(x, key) == first
            && order.chain(y, key) == second
            && draft.realTimeOrder(x, y)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean violatesLevel(List<Edge> cycle) {
    return switch (verdict.level()) {
      case SSER, LIN -> true;
      case SER -> !has(cycle, EdgeType.RT);
      case SI -> !has(cycle, EdgeType.RT) && !hasAdjacentReadWrites(cycle);
      default -> throw new IllegalArgumentException(verdict.level().label());
    };
  }

  private boolean isDivergence(Anomaly.Example example) {
    for (var t : example.transactions()) {
      for (var s : example.transactions()) {
        for (var key = 0; t != s && t >= 0 && s >= 0 && key < draft.keyCount(); key++) {
          var writer = order.writerReadBy(t, key);
          if (writer != KnownOrder.NOBODY
              && writer == order.writerReadBy(s, key)
              && order.isWriter(t, key)
              && order.isWriter(s, key)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  // Names.

  private static boolean has(List<Edge> cycle, EdgeType type) {
    return count(cycle, type) > 0;
  }

  private static long count(List<Edge> cycle, EdgeType type) {
    return cycle.stream().filter(e -> e.type() == type).count();
  }

  private static boolean hasAdjacentReadWrites(List<Edge> cycle) {
    for (var i = 0; i < cycle.size(); i++) {
      if (cycle.get(i).type() == EdgeType.RW
          && cycle.get((i + 1) % cycle.size()).type() == EdgeType.RW) {
        return true;
      }
    }
    return false;
  }

  /** What a name should be has a test of its own; here, that it is the one of these edges. */
  private void verifyName(Anomaly anomaly, List<Edge> cycle) {
    var name = CycleName.of(cycle, draft.toHistory());
    require(anomaly.kind() == name.kind(), anomaly.kind() + " should be called " + name.kind());
    require(
        anomaly.realTime() == has(cycle, EdgeType.RT),
        "real time wrongly told of " + anomaly.kind());
    require(
        anomaly.elleName().equals(name.elleName()),
        anomaly.elleName() + " should be " + name.elleName());
  }
}
