package mtc.check;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import mtc.verdict.Level;
import mtc.verdict.Level.Asked;
import mtc.verdict.Verdict;
import mtc.verdict.Verdict.Open;
import mtc.verdict.Verdict.Outcome;

/**
 * Decides several levels with the least work: a level that follows from a decided one is not
 * computed again, so the strong ones come first; what is open at a level that fails below is not
 * searched for.
 */
public final class Strongest {
  /** From the strongest on. */
  private static final List<Level> ORDER =
      List.of(
          Level.SSER,
          Level.LIN,
          Level.SER,
          Level.SER_LIN,
          Level.SI,
          Level.STRONG_SI,
          Level.PSI,
          Level.PREFIX,
          Level.CAUSAL,
          Level.RA,
          Level.RC,
          Level.PL2);

  private final Checker checker;
  private final Map<Level, Verdict> verdicts = new EnumMap<>(Level.class);

  public Strongest(Checker checker) {
    this.checker = checker;
  }

  /**
   * The verdicts of some levels that the history has the data for, in the same order.
   *
   * @param decider checks a level, and may tell somebody that it does
   */
  public List<Verdict> verdicts(List<Level> levels, Function<Asked, Verdict> decider) {
    // Registers are decided by themselves, and where all are that says it all.
    if (levels.contains(Level.LIN) && checker.isOfRegisters()) {
      verdicts.put(Level.LIN, decide(Level.LIN, decider));
    }
    for (var level : ORDER) {
      if (levels.contains(level) && !verdicts.containsKey(level)) {
        verdicts.put(level, decide(level, decider));
      }
    }
    // A failure further down leaves nothing to say above, whatever was open there.
    for (var level : levels) {
      var failed = failureBelow(level);
      if (verdicts.get(level).outcome() == Outcome.UNKNOWN && failed != null) {
        verdicts.put(level, invalid(level, failed));
      }
    }
    var inOrder = new ArrayList<Verdict>();
    for (var level : levels) {
      inOrder.add(verdicts.get(level));
    }
    return inOrder;
  }

  private Verdict decide(Level level, Function<Asked, Verdict> decider) {
    for (var known : verdicts.values()) {
      if (known.outcome() == Outcome.VALID && implies(known.level(), level)) {
        return new Verdict(level, Outcome.VALID, List.of(), Open.NOTHING);
      }
    }
    var failed = failureBelow(level);
    if (failed != null && failed.level().relation() == level.relation()) {
      return invalid(level, failed);
    }
    if (failed != null) {
      var linear = checker.withoutSearch().check(level);
      return linear.outcome() == Outcome.UNKNOWN ? invalid(level, failed) : linear;
    }
    return decider.apply(new Asked(level, level.hasSessions()));
  }

  private boolean implies(Level known, Level level) {
    return known.isAtLeast(level) || known == Level.LIN && checker.isOfRegistersInTime();
  }

  private Verdict failureBelow(Level level) {
    for (var known : verdicts.values()) {
      if (known.outcome() == Outcome.INVALID && level.isAtLeast(known.level())) {
        return known;
      }
    }
    return null;
  }

  private static Verdict invalid(Level level, Verdict below) {
    return new Verdict(level, Outcome.INVALID, below.anomalies(), Open.NOTHING);
  }
}
