package mtc.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import mtc.verdict.Verdict.Outcome;

/**
 * What the verdicts at several levels come to.
 *
 * @param holding the strongest levels that hold: all the others that do are weaker
 * @param failing the weakest levels that fail: all the others that do are stronger
 * @param open levels that are neither
 */
public record Summary(List<Level> holding, List<Failure> failing, List<Level> open) {

  /** A level that fails, and the first anomaly that shows it. */
  public record Failure(Level level, Anomaly anomaly) {}

  /** Whether a level is known to hold. */
  public boolean guarantees(Level level) {
    return holding.stream().anyMatch(held -> held.isAtLeast(level));
  }

  /** Whether a level is known to fail. */
  public boolean refutes(Level level) {
    return failing.stream().anyMatch(failed -> level.isAtLeast(failed.level()));
  }

  public static Summary of(List<Verdict> verdicts) {
    var holding = new ArrayList<Level>();
    var failing = new ArrayList<Failure>();
    var open = new ArrayList<Level>();
    for (var verdict : verdicts) {
      var level = verdict.level();
      switch (verdict.outcome()) {
        case VALID -> {
          if (noOther(verdicts, Outcome.VALID, o -> o != level && o.isAtLeast(level))) {
            holding.add(level);
          }
        }
        case INVALID -> {
          if (noOther(verdicts, Outcome.INVALID, o -> o != level && level.isAtLeast(o))) {
            failing.add(new Failure(level, verdict.anomalies().getFirst()));
          }
        }
        case UNKNOWN -> open.add(level);
      }
    }
    return new Summary(List.copyOf(holding), List.copyOf(failing), List.copyOf(open));
  }

  private static boolean noOther(
      List<Verdict> verdicts, Outcome outcome, Predicate<Level> isOther) {
    return verdicts.stream().noneMatch(v -> v.outcome() == outcome && isOther.test(v.level()));
  }
}
