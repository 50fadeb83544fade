package mtc.oracle;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import mtc.check.CheckOptions;
import mtc.check.Checker;
import mtc.solve.Budget;
import mtc.verdict.Level;
import mtc.verdict.Verdict;
import mtc.verdict.Verdict.Outcome;
import mtc.witness.Replay;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** With the search nothing stays unknown, and every valid history comes with a proof of it. */
class SearchAgreesTest {
  /** Among more of them are some for which the oracle takes hours. */
  private static final int MOST_LONGER = 500;

  @ParameterizedTest
  @EnumSource
  void searchDecidesAsTheOracleDoesAndProvesWhatIsValid(RandomHistories.Kind kind) {
    agree(kind, Seeds.count(2000), 7);
  }

  @ParameterizedTest
  @EnumSource
  void alsoOfLongerHistories(RandomHistories.Kind kind) {
    agree(kind, Math.min(Seeds.count(2000) / 40, MOST_LONGER), 12);
  }

  @ParameterizedTest
  @EnumSource
  void aBudgetThatRunsOutNeverMakesAVerdictWrong(RandomHistories.Kind kind) {
    for (var seed = 0L; seed < Seeds.count(2000) / 4; seed++) {
      var draft = RandomHistories.next(kind, seed, 7);
      for (var level : Level.values()) {
        if (decides(draft, level)) {
          var options = CheckOptions.DEFAULT.searching(budget((int) seed % 6));
          var outcome = new Checker(draft.toHistory(), options).check(level).outcome();
          var right = holds(draft, level, true, 0) ? Outcome.VALID : Outcome.INVALID;
          assertTrue(outcome == Outcome.UNKNOWN || outcome == right, kind + " " + seed);
        }
      }
    }
  }

  /** What chance takes long to find, and a mistake would decide wrongly. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        // Only one who committed wrote the default value; it may have read it from another.
        "init 0\n-: [w(x,0)]?@5- [r(x,0)]@6-7 [r(x,0) w(x,0)]@11-12\n",
        // Only the first append of 1 can be the one that was read.
        "init! nil\n0: [a(x,1)]@1-2 [a(x,2)]@3-4 [l(x,[1 2])]@5-6 [a(x,1)]@7-8\n",
        // The first way to tell the elements apart contradicts the order of the writes, not the
        // other.
        "init! nil\n-: [w(y,4)] [a(x,1) w(y,1)] [a(x,1) r(y,4)] [r(y,1) l(x,[1 1])]\n",
      })
  void whatWasFoundOnceStaysFound(String text) {
    var draft = HistoryText.parse(text);
    for (var level : Level.values()) {
      if (decides(draft, level)) {
        assertNull(fault(draft, level, true, 0, new EnumMap<>(Level.class)), level.name());
      }
    }
  }

  /** Runs out when it has been asked so many times. */
  private static Supplier<Budget> budget(int times) {
    return () -> {
      var asked = new AtomicInteger();
      return () -> asked.incrementAndGet() > times;
    };
  }

  private static void agree(RandomHistories.Kind kind, long seeds, int size) {
    var counts = new EnumMap<Level, Map<Outcome, Integer>>(Level.class);
    for (var seed = 0L; seed < seeds; seed++) {
      var draft = RandomHistories.next(kind, seed, size);
      var sessionOrder = seed % 5 != 0;
      var skew = seed % 3;
      for (var level : Level.values()) {
        if (!decides(draft, level)) {
          continue;
        }
        var fault = fault(draft, level, sessionOrder, skew, counts);
        if (fault != null) {
          throw new AssertionError(describe(draft, level, sessionOrder, skew, seed, fault));
        }
      }
    }
    assertFalse(counts.isEmpty());
    System.out.printf("%-20s %d histories, searched: %s%n", kind, seeds, counts);
  }

  private static boolean decides(Draft draft, Level level) {
    return switch (level) {
      case SSER -> draft.realTime();
      case LIN -> draft.realTime() && !draft.hasLists();
      case SER, SI -> true;
      default -> false;
    };
  }

  /** Real time with clocks that may be off is that of a history where everything ends later. */
  private static boolean holds(Draft draft, Level level, boolean sessionOrder, long skew) {
    var meant = draft.endingLater(skew);
    return level == Level.LIN && !RegisterOracle.decides(meant)
        ? Oracle.holds(meant, Level.SSER, false)
        : Comparison.oracle(meant, level, sessionOrder);
  }

  private static String fault(
      Draft draft,
      Level level,
      boolean sessionOrder,
      long skew,
      Map<Level, Map<Outcome, Integer>> counts) {
    var history = draft.toHistory();
    var skewNanos = draft.realTime() ? skew : 0;
    var options =
        new CheckOptions(sessionOrder, skewNanos, 3).searching(() -> Budget.UNLIMITED).witnessing();
    Verdict verdict;
    try {
      verdict = new Checker(history, options).check(level);
    } catch (RuntimeException e) {
      return "crash: " + e + " at " + List.of(e.getStackTrace()).subList(0, 4);
    }
    counts
        .computeIfAbsent(level, l -> new EnumMap<>(Outcome.class))
        .merge(verdict.outcome(), 1, Integer::sum);
    var holds = holds(draft, level, sessionOrder, skewNanos);
    return switch (verdict.outcome()) {
      case UNKNOWN -> "unknown: " + verdict.open().reason();
      case INVALID ->
          holds
              ? "invalid"
              : verdict.anomalies().isEmpty()
                  ? "invalid without an anomaly"
                  : faultOfCases(draft.endingLater(skewNanos), verdict, sessionOrder);
      case VALID -> {
        if (!holds) {
          yield "valid";
        }
        if (verdict.witness() == null) {
          yield "valid without a witness";
        }
        var refuted = new Replay(history, sessionOrder, skewNanos).refute(verdict.witness());
        yield refuted == null ? null : "the witness does not replay: " + refuted;
      }
    };
  }

  private static String faultOfCases(Draft draft, Verdict verdict, boolean sessionOrder) {
    var told = ToldEdges.fault(draft, verdict, sessionOrder, 3);
    if (told != null) {
      return "told wrongly: " + told;
    }
    for (var anomaly : verdict.anomalies()) {
      for (var example : anomaly.examples()) {
        if (CasesVerifier.isAboutCases(example)) {
          var fault = CasesVerifier.fault(draft, verdict.level(), sessionOrder, example);
          if (fault != null) {
            return "the cases are wrong: " + fault;
          }
        }
      }
    }
    return null;
  }

  private static String describe(
      Draft draft, Level level, boolean sessionOrder, long skew, long seed, String fault) {
    var small =
        Shrinker.shrink(
            draft,
            d -> {
              var smaller =
                  decides(d, level)
                      ? fault(d, level, sessionOrder, skew, new EnumMap<>(Level.class))
                      : null;
              return smaller != null && smaller.split(":")[0].equals(fault.split(":")[0]);
            });
    return "seed %d, %s%s, skew %d: %s%n%s"
        .formatted(
            seed,
            level,
            sessionOrder ? "" : " without session order",
            skew,
            fault(small, level, sessionOrder, skew, new EnumMap<>(Level.class)),
            HistoryText.print(small));
  }
}
