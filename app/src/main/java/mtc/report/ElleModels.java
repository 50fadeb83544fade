package mtc.report;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import mtc.verdict.Anomaly;
import mtc.verdict.AnomalyKind;
import mtc.verdict.Level;
import mtc.verdict.Summary;
import mtc.verdict.Verdict;

/** Elle's consistency models: which of them an anomaly rules out, and which imply which. */
final class ElleModels {
  /** Elle's plain models have no session order. */
  private static final String STRONG_SESSION = "strong-session-";

  /** By model: those right below it. */
  private static final Map<String, List<String>> WEAKER =
      Map.ofEntries(
          Map.entry("read-committed", List.of("read-uncommitted")),
          Map.entry("cursor-stability", List.of("read-committed")),
          Map.entry("monotonic-view", List.of("read-committed")),
          Map.entry("monotonic-snapshot-read", List.of("read-committed")),
          Map.entry("monotonic-atomic-view", List.of("read-committed")),
          Map.entry("consistent-view", List.of("cursor-stability", "monotonic-view")),
          Map.entry("forward-consistent-view", List.of("consistent-view")),
          Map.entry("update-serializable", List.of("forward-consistent-view")),
          Map.entry("repeatable-read", List.of("cursor-stability", "monotonic-atomic-view")),
          Map.entry("read-atomic", List.of("monotonic-atomic-view")),
          Map.entry("ROLA", List.of("read-atomic")),
          Map.entry("causal-cerone", List.of("read-atomic")),
          Map.entry("prefix", List.of("causal-cerone")),
          Map.entry("parallel-snapshot-isolation", List.of("causal-cerone", "ROLA")),
          Map.entry(
              "snapshot-isolation",
              List.of(
                  "forward-consistent-view",
                  "monotonic-atomic-view",
                  "monotonic-snapshot-read",
                  "parallel-snapshot-isolation",
                  "prefix")),
          Map.entry(
              "serializable",
              List.of(
                  "repeatable-read",
                  "update-serializable",
                  "snapshot-isolation",
                  "view-serializable")),
          Map.entry("strong-session-read-uncommitted", List.of("read-uncommitted")),
          Map.entry(
              "strong-session-read-committed",
              List.of("read-committed", "strong-session-read-uncommitted")),
          Map.entry("strong-read-uncommitted", List.of("strong-session-read-uncommitted")),
          Map.entry(
              "strong-read-committed",
              List.of("strong-session-read-committed", "strong-read-uncommitted")),
          Map.entry(
              STRONG_SESSION + "read-atomic",
              List.of("read-atomic", "strong-session-read-committed")),
          Map.entry(
              STRONG_SESSION + "parallel-snapshot-isolation",
              List.of("parallel-snapshot-isolation", STRONG_SESSION + "read-atomic")),
          Map.entry(
              "strong-session-snapshot-isolation",
              List.of("snapshot-isolation", STRONG_SESSION + "parallel-snapshot-isolation")),
          Map.entry(
              "strong-session-serializable",
              List.of("serializable", "strong-session-snapshot-isolation")),
          Map.entry(
              "strong-snapshot-isolation",
              List.of("strong-session-snapshot-isolation", "strong-read-committed")),
          Map.entry("sequential", List.of("causal")),
          Map.entry("linearizable", List.of("sequential")),
          Map.entry(
              "strict-serializable",
              List.of("linearizable", "strong-snapshot-isolation", "strong-session-serializable")));

  /** Models that Elle has names for and checks little of: the levels themselves. */
  private static final Map<Level, String> NAMED =
      Map.of(
          Level.RC, "read-atomic",
          Level.RA, "read-atomic",
          Level.CAUSAL, "causal-cerone",
          Level.PREFIX, "prefix",
          Level.PSI, "parallel-snapshot-isolation");

  /** The weakest of them that a level's violation rules out if it takes the order of a session. */
  private static final Map<Level, String> NAMED_IN_SESSIONS =
      Map.of(
          Level.RA, STRONG_SESSION + "read-atomic",
          Level.CAUSAL, STRONG_SESSION + "parallel-snapshot-isolation",
          Level.PSI, STRONG_SESSION + "parallel-snapshot-isolation");

  private ElleModels() {}

  /** The weakest models that a verdict rules out. */
  static Set<String> refutedBy(Verdict verdict) {
    return refutedBy(verdict.level(), verdict.anomalies());
  }

  /** The weakest models that the weakest levels' violations rule out. */
  static Set<String> refutedBy(Summary summary) {
    var models = new TreeSet<String>();
    for (var failure : summary.failing()) {
      models.addAll(refutedBy(failure.level(), List.of(failure.anomaly())));
    }
    return weakest(models);
  }

  private static Set<String> refutedBy(Level level, List<Anomaly> anomalies) {
    var models = new TreeSet<String>();
    if (level == Level.LIN) {
      models.add("linearizable");
      return models;
    }
    for (var anomaly : anomalies) {
      models.add(weakestWithout(anomaly.elleName()));
      if (anomaly.kind() == AnomalyKind.LOST_UPDATE) {
        models.add("ROLA");
      }
      var takesSessions = anomaly.elleName().endsWith("-process");
      var named =
          anomaly.realTime() ? null : (takesSessions ? NAMED_IN_SESSIONS : NAMED).get(level);
      if (named != null) {
        models.add(named);
      }
    }
    return weakest(models);
  }

  private static Set<String> weakest(Set<String> models) {
    var weakest = new TreeSet<>(models);
    weakest.removeIf(m -> models.stream().anyMatch(o -> !o.equals(m) && implies(m, o)));
    return weakest;
  }

  /** The others that are ruled out with some. */
  static Set<String> strongerThan(Set<String> refuted) {
    var stronger = new TreeSet<String>();
    for (var model : WEAKER.keySet()) {
      if (!refuted.contains(model) && refuted.stream().anyMatch(r -> implies(model, r))) {
        stronger.add(model);
      }
    }
    return stronger;
  }

  private static boolean implies(String model, String weaker) {
    return model.equals(weaker)
        || WEAKER.getOrDefault(model, List.of()).stream().anyMatch(m -> implies(m, weaker));
  }

  private static String weakestWithout(String elleName) {
    return switch (elleName) {
      case "G0", "incompatible-order", "duplicate-elements" -> "read-uncommitted";
      case "G1a", "G1b", "G1c", "dirty-read" -> "read-committed";
      case "internal" -> "read-atomic";
      case "lost-update" -> "cursor-stability";
      case "G-single" -> "consistent-view";
      case "G-nonadjacent" -> "snapshot-isolation";
      case "G2-item" -> "repeatable-read";
      case "G0-process" -> "strong-session-read-uncommitted";
      case "G1c-process" -> "strong-session-read-committed";
      case "G-single-process", "G-nonadjacent-process" -> "strong-session-snapshot-isolation";
      case "G2-item-process" -> "strong-session-serializable";
      case "G0-realtime" -> "strong-read-uncommitted";
      case "G1c-realtime" -> "strong-read-committed";
      case "G-single-realtime", "G-nonadjacent-realtime" -> "strong-snapshot-isolation";
      default -> "strict-serializable";
    };
  }
}
