package mtc.oracle;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import mtc.history.Status;
import mtc.verdict.Anomaly;
import mtc.verdict.AnomalyKind;
import mtc.verdict.Edge;
import mtc.verdict.EdgeType;
import mtc.verdict.Level;
import mtc.verdict.Verdict;

/** Holds a verdict against the oracle, the rules of single reads and the verifier. */
final class Comparison {
  /** How many examples of each kind are asked for. */
  static final int EXAMPLES = 3;

  private Comparison() {}

  static boolean oracle(Draft draft, Level level, boolean sessionOrder) {
    return level == Level.LIN
        ? RegisterOracle.holds(draft)
        : Oracle.holds(draft, level, sessionOrder);
  }

  /** What is wrong with the verdict, in words; null if nothing is. */
  static String fault(Draft draft, boolean sessionOrder, Verdict verdict) {
    var level = verdict.level();
    var reads = wrongCounts(draft, verdict);
    if (reads != null) {
      return reads;
    }
    return switch (verdict.outcome()) {
      case VALID ->
          !verdict.anomalies().isEmpty()
              ? "valid, with anomalies"
              : oracle(draft, level, sessionOrder) ? null : "valid, but the oracle says invalid";
      case INVALID ->
          oracle(draft, level, sessionOrder)
              ? "invalid, but the oracle says valid"
              : wrongExamples(draft, sessionOrder, verdict);
      case UNKNOWN ->
          !HistoryClass.mayStayOpen(draft, level) ? "unknown" : wrongOpen(draft, verdict.open());
    };
  }

  private static String wrongExamples(Draft draft, boolean sessionOrder, Verdict verdict) {
    if (verdict.anomalies().isEmpty()) {
      return "invalid, without an anomaly";
    }
    var told = ToldEdges.fault(draft, verdict, sessionOrder, EXAMPLES);
    if (told != null) {
      return "told wrongly: " + told;
    }
    if (!HistoryClass.hasUniqueValues(draft)) {
      // Who wrote what was read is then itself a choice that an edge may rest on.
      return null;
    }
    var faults = CounterexampleVerifier.faults(draft, verdict, sessionOrder);
    return faults.isEmpty()
        ? strongerThanNeeded(draft, sessionOrder, verdict)
        : "the counterexample is wrong: " + faults;
  }

  /** Whoever sees only what the weaker level forbids too must be told so. */
  private static String strongerThanNeeded(Draft draft, boolean sessionOrder, Verdict verdict) {
    var level = verdict.level();
    if (HistoryClass.mayStayOpen(draft, level) || level == Level.LIN) {
      return null;
    }
    var cycles =
        verdict.anomalies().stream()
            .flatMap(a -> a.examples().stream().map(Anomaly.Example::cycle))
            .toList();
    if (level == Level.SSER
        && !Oracle.holds(draft, Level.SER, sessionOrder)
        && cycles.stream().allMatch(c -> has(c, EdgeType.RT))) {
      return "only real-time cycles, where ser is violated";
    }
    if (level == Level.SER
        && !Oracle.holds(draft, Level.SI, sessionOrder)
        && verdict.anomalies().stream()
            .allMatch(a ->
                a.kind() == AnomalyKind.WRITE_SKEW
                    || a.kind() == AnomalyKind.SERIALIZATION_CYCLE
                        && a.elleName().startsWith("G2"))) {
      return "only cycles that si allows, where si is violated";
    }
    return null;
  }

  private static boolean has(List<Edge> cycle, EdgeType type) {
    return cycle.stream().anyMatch(edge -> edge.type() == type);
  }

  private static String wrongOpen(Draft draft, Verdict.Open open) {
    if (open.reason().isEmpty()) {
      return "unknown, without a reason";
    }
    if (open.keys().length == 0 && open.transactions().length == 0) {
      return "unknown, naming nothing";
    }
    for (var key : open.keys()) {
      if (key < 0 || key >= draft.keyCount()) {
        return "unknown, naming key " + key;
      }
    }
    for (var t : open.transactions()) {
      if (t < 0 || t >= draft.size() || !draft.txns().get(t).mayHaveCommitted()) {
        return "unknown, naming transaction " + t;
      }
    }
    return null;
  }

  private static String wrongCounts(Draft draft, Verdict verdict) {
    var readsOfUnknownTransactions =
        draft.txns().stream()
            .anyMatch(t -> t.indeterminate() && t.ops().stream().anyMatch(Draft.Op::tells));
    if (draft.hasLists() || readsOfUnknownTransactions || !HistoryClass.hasUniqueValues(draft)) {
      return null;
    }
    var expected = singleReads(draft);
    var counted = new EnumMap<AnomalyKind, Long>(AnomalyKind.class);
    for (var anomaly : verdict.anomalies()) {
      if (anomaly.kind().compareTo(AnomalyKind.NON_REPEATABLE_READS) <= 0) {
        counted.merge(anomaly.kind(), anomaly.count(), Long::sum);
      }
    }
    return expected.equals(counted) ? null : "single reads " + counted + ", not " + expected;
  }

  static Map<AnomalyKind, Long> singleReads(Draft draft) {
    var found = new EnumMap<AnomalyKind, Long>(AnomalyKind.class);
    for (var t = 0; t < draft.size(); t++) {
      if (draft.txns().get(t).status() != Status.COMMITTED) {
        continue;
      }
      for (var i = 0; i < draft.txns().get(t).ops().size(); i++) {
        var kind = SingleReads.ofRegister(draft, t, i);
        if (kind != null) {
          found.merge(kind, 1L, Long::sum);
        }
      }
    }
    return found;
  }
}
