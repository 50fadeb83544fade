package mtc.check;

import java.util.HashMap;
import java.util.Map;
import mtc.history.History;
import mtc.linear.Ends;
import mtc.linear.Graph;
import mtc.linear.Groundwork;
import mtc.linear.Placements;
import mtc.linear.ReadRules;
import mtc.linear.RealTime;

/** What levels share of a history: each thing is found once, when somebody asks for it. */
final class Facts {
  private final History history;
  private final CheckOptions options;
  private final Placements placements;
  private final Map<ReadRules, Groundwork> groundworks = new HashMap<>();
  private final Map<GraphKey, Graph> graphs = new HashMap<>();
  private RealTime realTime;
  private Ends realTimeByKey;

  private record GraphKey(Groundwork core, boolean sessionOrder) {}

  /** With how repeated elements of lists are told apart; null if that is open. */
  Facts(History history, CheckOptions options, Placements placements) {
    this.history = history;
    this.options = options;
    this.placements = placements;
  }

  synchronized Groundwork groundwork(ReadRules rules) {
    return groundworks.computeIfAbsent(
        rules, r -> Groundwork.of(history, options.examples(), placements, r));
  }

  /** What is known where updates are kept, reads repeat and own writes are seen. */
  Groundwork strict() {
    return groundwork(ReadRules.STRICT);
  }

  synchronized Graph graph(Groundwork core, boolean sessionOrder) {
    return graphs.computeIfAbsent(
        new GraphKey(core, sessionOrder), key -> key.core.graph(key.sessionOrder));
  }

  synchronized RealTime realTime() {
    if (realTime == null) {
      realTime = new RealTime(strict().versions, options.clockSkewNanos());
    }
    return realTime;
  }

  synchronized Ends realTimeByKey() {
    if (realTimeByKey == null) {
      realTimeByKey = realTime().byKey();
    }
    return realTimeByKey;
  }
}
