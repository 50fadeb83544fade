package mtc.report;

import java.util.ArrayList;
import java.util.List;
import mtc.check.Anomaly;
import mtc.check.Edge;
import mtc.check.Verdict;

/** A cycle has no beginning; told from its first transaction in the log on, it reads as a story. */
final class Story {
  private Story() {}

  static Verdict of(Verdict verdict) {
    var anomalies = new ArrayList<Anomaly>(verdict.anomalies().size());
    for (var anomaly : verdict.anomalies()) {
      var examples = new ArrayList<Anomaly.Example>(anomaly.examples().size());
      for (var example : anomaly.examples()) {
        examples.add(isPlainCycle(example) ? fromFirst(example) : example);
      }
      anomalies.add(
          new Anomaly(
              anomaly.kind(), anomaly.elleName(), anomaly.realTime(), anomaly.count(), examples));
    }
    return new Verdict(verdict.level(), verdict.outcome(), anomalies, verdict.open());
  }

  /** Whether the transactions are those of the cycle and no others. */
  private static boolean isPlainCycle(Anomaly.Example example) {
    var cycle = example.cycle();
    return !cycle.isEmpty()
        && cycle.size() == example.transactions().length
        && cycle.getLast().to() == cycle.getFirst().from();
  }

  private static Anomaly.Example fromFirst(Anomaly.Example example) {
    var cycle = example.cycle();
    var first = 0;
    for (var i = 1; i < cycle.size(); i++) {
      if (cycle.get(i).from() < cycle.get(first).from()) {
        first = i;
      }
    }
    var told = new ArrayList<Edge>(cycle.size());
    told.addAll(cycle.subList(first, cycle.size()));
    told.addAll(cycle.subList(0, first));
    var transactions = new int[cycle.size()];
    for (var i = 0; i < transactions.length; i++) {
      transactions[i] = told.get(i).from();
    }
    return new Anomaly.Example(transactions, example.operation(), List.copyOf(told), example.hint());
  }
}
