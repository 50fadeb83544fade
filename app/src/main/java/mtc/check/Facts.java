package mtc.check;

import java.util.HashMap;
import java.util.Map;
import mtc.history.History;
import mtc.linear.ChainLinearization;
import mtc.linear.Dependencies;
import mtc.linear.Ends;
import mtc.linear.Graph;
import mtc.linear.Groundwork;
import mtc.linear.Placements;
import mtc.linear.ReadRules;
import mtc.linear.RealTime;
import mtc.verdict.Level;
import mtc.verdict.Level.Asked;
import mtc.witness.Witness;

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

  /** The graph of what must hold then. */
  Graph strictGraph(Asked asked) {
    return graph(strict(), asked.sessionOrder());
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

  /** A relation, and with it the real time that a level asks for. */
  Dependencies timed(Level level, Dependencies untimed) {
    return switch (level.time()) {
      case NONE -> untimed;
      case OF_SHARED_KEYS ->
          new Dependencies.InRealTime(untimed, realTimeByKey(), Witness.Shape.KEY_TIME);
      case ALL ->
          new Dependencies.InRealTime(
              untimed,
              realTime(),
              untimed.splitsTransactions() ? Witness.Shape.STRONG_SNAPSHOT : Witness.Shape.STRICT);
    };
  }

  /** Whether every transaction stays with one key. */
  boolean isOfRegisters() {
    return ChainLinearization.mayAllBeOfRegisters(strict().versions);
  }

  /** Whether, moreover, sessions follow real time: then what is linearizable is strict. */
  boolean isOfRegistersInTime() {
    return isOfRegisters() && (!options.sessionOrder() || realTime().containsSessions());
  }

  /** Why a level cannot be checked for want of data, in a sentence; null if it can. */
  String refusal(Level level) {
    var without = history.without(level.label());
    if (without != null) {
      return without;
    }
    if (level.time() == Level.Time.NONE) {
      return null;
    }
    if (level == Level.LIN && history.hasLists()) {
      return "lin is about registers, and this history has lists; sser is the level for those";
    }
    if (options.clockSkewNanos() > 0 && !history.hasClock()) {
      return "a clock skew needs wall-clock times, which this history does not have";
    }
    return history.hasRealTime() ? null : "no real time: " + history.withoutRealTime();
  }
}
