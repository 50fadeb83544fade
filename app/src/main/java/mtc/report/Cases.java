package mtc.report;

import java.util.ArrayList;
import java.util.List;
import mtc.verdict.Anomaly;
import mtc.verdict.Edge;

/** The ways that what is open could go, where an example needs more than one: a cycle for each. */
public final class Cases {
  private Cases() {}

  public static List<List<Edge>> of(Anomaly.Example example) {
    var cycles = new ArrayList<List<Edge>>();
    cycles.add(example.cycle());
    cycles.addAll(example.alternatives());
    return cycles;
  }

  /** One case as an example of its own. */
  static Anomaly.Example alone(List<Edge> cycle) {
    var transactions = cycle.stream().mapToInt(Edge::from).toArray();
    return new Anomaly.Example(transactions, -1, cycle, "");
  }
}
