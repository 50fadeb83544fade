package mtc.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumMap;
import java.util.Map;
import mtc.check.CheckOptions;
import mtc.check.Checker;
import mtc.check.Level;
import mtc.check.Verdict;
import mtc.check.Verdict.Outcome;
import mtc.solve.Budget;
import mtc.witness.Replay;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** With the search nothing stays unknown, and every valid history comes with a proof of it. */
class SearchAgreesTest {

  @ParameterizedTest
  @EnumSource
  void searchDecidesAsTheOracleDoesAndProvesWhatIsValid(RandomHistories.Kind kind) {
    var counts = new EnumMap<Level, Map<Outcome, Integer>>(Level.class);
    var seeds = Seeds.count(2000);
    for (var seed = 0L; seed < seeds; seed++) {
      var draft = RandomHistories.next(kind, seed, 7);
      var sessionOrder = seed % 5 != 0;
      for (var level : Level.values()) {
        if (!decides(draft, level)) {
          continue;
        }
        var fault = fault(draft, level, sessionOrder, counts);
        if (fault != null) {
          throw new AssertionError(describe(draft, level, sessionOrder, seed, fault));
        }
      }
    }
    assertEquals(counts.keySet().isEmpty(), false);
    System.out.printf("%-20s %d histories, searched: %s%n", kind, seeds, counts);
  }

  private static boolean decides(Draft draft, Level level) {
    return switch (level) {
      case SSER -> draft.realTime();
      case LIN -> RegisterOracle.decides(draft);
      case SER, SI -> true;
    };
  }

  private static String fault(
      Draft draft, Level level, boolean sessionOrder, Map<Level, Map<Outcome, Integer>> counts) {
    var history = draft.toHistory();
    var options =
        new CheckOptions(sessionOrder, 0, 3).searching(() -> Budget.UNLIMITED).witnessing();
    Verdict verdict;
    try {
      verdict = new Checker(history, options).check(level);
    } catch (RuntimeException e) {
      return "crash: " + e + " at " + e.getStackTrace()[0];
    }
    counts
        .computeIfAbsent(level, l -> new EnumMap<>(Outcome.class))
        .merge(verdict.outcome(), 1, Integer::sum);
    var holds = Comparison.oracle(draft, level, sessionOrder);
    return switch (verdict.outcome()) {
      case UNKNOWN -> draft.hasLists() ? null : "unknown: " + verdict.open().reason();
      case INVALID ->
          holds ? "invalid" : verdict.anomalies().isEmpty() ? "invalid without an anomaly" : null;
      case VALID -> {
        if (!holds) {
          yield "valid";
        }
        if (verdict.witness() == null) {
          yield "valid without a witness";
        }
        var refuted = new Replay(history, sessionOrder, 0).refute(verdict.witness());
        yield refuted == null ? null : "the witness does not replay: " + refuted;
      }
    };
  }

  private static String describe(
      Draft draft, Level level, boolean sessionOrder, long seed, String fault) {
    var small =
        Shrinker.shrink(
            draft,
            d -> {
              var smaller =
                  decides(d, level)
                      ? fault(d, level, sessionOrder, new EnumMap<>(Level.class))
                      : null;
              return smaller != null && smaller.split(":")[0].equals(fault.split(":")[0]);
            });
    return "seed %d, %s%s: %s%n%s"
        .formatted(
            seed,
            level,
            sessionOrder ? "" : " without session order",
            fault(small, level, sessionOrder, new EnumMap<>(Level.class)),
            HistoryText.print(small));
  }
}
