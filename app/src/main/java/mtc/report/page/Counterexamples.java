package mtc.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mtc.history.History;
import mtc.report.Answer;
import mtc.report.Answers;
import mtc.verdict.Anomaly;
import mtc.verdict.Edge;
import mtc.verdict.Level;

/** What is wrong with a history: every counterexample once, with all levels that fail by it. */
final class Counterexamples {
  /** A kind of anomaly, the levels that it was found at, and its examples. */
  static final class Group {
    final Anomaly anomaly;
    final List<Level> levels = new ArrayList<>();
    final List<Shown> examples = new ArrayList<>();
    long count;

    Group(Anomaly anomaly) {
      this.anomaly = anomaly;
    }
  }

  /** An example, and the levels that fail by it. */
  record Shown(Anomaly.Example example, List<Level> levels) {}

  private Counterexamples() {}

  static List<Group> of(Answers input) {
    var groups = new ArrayList<Group>();
    for (var answer : input.all()) {
      if (answer instanceof Answer.Checked checked) {
        for (var anomaly : checked.verdict().anomalies()) {
          add(group(groups, anomaly), checked.verdict().level(), anomaly);
        }
      }
    }
    return groups;
  }

  private static Group group(List<Group> groups, Anomaly anomaly) {
    for (var group : groups) {
      if (group.anomaly.kind() == anomaly.kind()
          && group.anomaly.realTime() == anomaly.realTime()
          && group.anomaly.elleName().equals(anomaly.elleName())) {
        return group;
      }
    }
    groups.add(new Group(anomaly));
    return groups.getLast();
  }

  private static void add(Group group, Level level, Anomaly anomaly) {
    group.levels.add(level);
    group.count = Math.max(group.count, anomaly.count());
    for (var example : anomaly.examples()) {
      var known = find(group.examples, example);
      if (known == null) {
        known = new Shown(example, new ArrayList<>());
        group.examples.add(known);
      }
      known.levels().add(level);
    }
  }

  /** An example of this kind with the same transactions and edges. */
  private static Shown find(List<Shown> examples, Anomaly.Example example) {
    for (var shown : examples) {
      var other = shown.example();
      if (Arrays.equals(other.transactions(), example.transactions())
          && other.operation() == example.operation()
          && other.cycle().equals(example.cycle())
          && other.alternatives().equals(example.alternatives())) {
        return shown;
      }
    }
    return null;
  }

  /** Whether a cycle, not a single read, is what is wrong. */
  static boolean isCycle(Anomaly.Example example) {
    return !example.cycle().isEmpty();
  }

  /** The one key that an example is about, or -1. */
  static int onlyKey(History history, Anomaly.Example example) {
    if (example.operation() >= 0) {
      return history.key(example.operation());
    }
    return example.cycle().stream()
        .mapToInt(Edge::key)
        .filter(key -> key >= 0)
        .findFirst()
        .orElse(-1);
  }
}
