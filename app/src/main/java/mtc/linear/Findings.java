package mtc.linear;

import java.util.ArrayList;
import java.util.List;
import mtc.verdict.Anomaly;
import mtc.verdict.Anomaly.Example;
import mtc.verdict.AnomalyKind;
import mtc.verdict.Level;

/** The anomalies found so far: all of them counted, the smallest of each kind kept. */
public final class Findings {
  private final int examplesPerKind;
  private final List<Kind> kinds = new ArrayList<>();

  private static final class Kind {
    final AnomalyKind kind;
    final String elleName;
    final boolean realTime;
    public long count;
    final List<Example> examples = new ArrayList<>();

    Kind(AnomalyKind kind, String elleName, boolean realTime) {
      this.kind = kind;
      this.elleName = elleName;
      this.realTime = realTime;
    }
  }

  public Findings(int examplesPerKind) {
    this.examplesPerKind = examplesPerKind;
  }

  /** A copy of those that violate a level. */
  public Findings violating(Level level) {
    var violating = new Findings(examplesPerKind);
    for (var kind : kinds) {
      if (level.forbids(kind.kind)) {
        var copy = violating.kind(kind.kind, kind.elleName, kind.realTime);
        copy.count = kind.count;
        copy.examples.addAll(kind.examples);
      }
    }
    return violating;
  }

  public boolean isEmpty() {
    return kinds.isEmpty();
  }

  /**
   * Counts one, and says whether an example with that many transactions should be {@link #keep}t.
   */
  public boolean count(AnomalyKind kind, String elleName, boolean realTime, int transactions) {
    var found = kind(kind, elleName, realTime);
    found.count++;
    return found.examples.size() < examplesPerKind
        || examplesPerKind > 0 && found.examples.getLast().transactions().length > transactions;
  }

  public void keep(AnomalyKind kind, String elleName, boolean realTime, Example example) {
    var examples = kind(kind, elleName, realTime).examples;
    var at = examples.size();
    while (at > 0 && examples.get(at - 1).transactions().length > example.transactions().length) {
      at--;
    }
    examples.add(at, example);
    if (examples.size() > examplesPerKind) {
      examples.removeLast();
    }
  }

  public List<Anomaly> anomalies() {
    var anomalies = new ArrayList<Anomaly>(kinds.size());
    for (var kind : kinds) {
      anomalies.add(
          new Anomaly(
              kind.kind, kind.elleName, kind.realTime, kind.count, List.copyOf(kind.examples)));
    }
    anomalies.sort((a, b) -> a.kind().compareTo(b.kind()));
    return List.copyOf(anomalies);
  }

  private Kind kind(AnomalyKind kind, String elleName, boolean realTime) {
    for (var present : kinds) {
      if (present.kind == kind
          && present.realTime == realTime
          && present.elleName.equals(elleName)) {
        return present;
      }
    }
    var added = new Kind(kind, elleName, realTime);
    kinds.add(added);
    return added;
  }
}
