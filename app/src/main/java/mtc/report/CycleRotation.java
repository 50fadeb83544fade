package mtc.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mtc.verdict.Anomaly;
import mtc.verdict.Edge;
import mtc.verdict.Verdict;

/** A cycle has no beginning; told from its first transaction in the log on, it reads as a story. */
final class CycleRotation {
  private CycleRotation() {}

  static Verdict of(Verdict verdict) {
    var anomalies = new ArrayList<Anomaly>(verdict.anomalies().size());
    for (var anomaly : verdict.anomalies()) {
      var examples = new ArrayList<Anomaly.Example>(anomaly.examples().size());
      for (var example : anomaly.examples()) {
        examples.add(told(example));
      }
      anomalies.add(
          new Anomaly(
              anomaly.kind(), anomaly.elleName(), anomaly.realTime(), anomaly.count(), examples));
    }
    return new Verdict(verdict.level(), verdict.outcome(), anomalies, verdict.open());
  }

  private static Anomaly.Example told(Anomaly.Example example) {
    var cycle = fromFirst(example.cycle());
    var alternatives = example.alternatives().stream().map(CycleRotation::fromFirst).toList();
    var transactions = example.transactions();
    if (isPlainCycle(example)) {
      transactions = cycle.stream().mapToInt(Edge::from).toArray();
    } else if (!alternatives.isEmpty()) {
      transactions = Arrays.stream(transactions).sorted().toArray();
    }
    return new Anomaly.Example(
        transactions, example.operation(), cycle, example.hint(), alternatives);
  }

  /** Whether the transactions are those of the cycle and no others. */
  private static boolean isPlainCycle(Anomaly.Example example) {
    return !example.cycle().isEmpty()
        && example.alternatives().isEmpty()
        && example.cycle().size() == example.transactions().length
        && isClosed(example.cycle());
  }

  private static boolean isClosed(List<Edge> cycle) {
    return cycle.getLast().to() == cycle.getFirst().from();
  }

  private static List<Edge> fromFirst(List<Edge> cycle) {
    if (cycle.isEmpty() || !isClosed(cycle)) {
      return cycle;
    }
    var first = 0;
    for (var i = 1; i < cycle.size(); i++) {
      if (cycle.get(i).from() < cycle.get(first).from()) {
        first = i;
      }
    }
    var told = new ArrayList<Edge>(cycle.size());
    told.addAll(cycle.subList(first, cycle.size()));
    told.addAll(cycle.subList(0, first));
    return List.copyOf(told);
  }
}
