package mtc.oracle;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import mtc.check.CheckOptions;
import mtc.check.Checker;
import mtc.verdict.Level;
import mtc.verdict.Verdict;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The checker never contradicts the oracle, and what it shows for a violation is one. */
class OracleAgreesTest {

  @ParameterizedTest
  @EnumSource
  void checkerAgreesWithOracle(RandomHistories.Kind kind) {
    var counts = new EnumMap<Level, Map<Verdict.Outcome, Integer>>(Level.class);
    var disagreements = new LinkedHashMap<String, String>();
    var seeds = Seeds.count(3000);
    for (var seed = 0L; seed < seeds; seed++) {
      var draft = RandomHistories.next(kind, seed, largest(kind, seed));
      var sessionOrder = seed % 5 != 0;
      for (var level : Level.values()) {
        if (!decides(draft, level)) {
          continue;
        }
        var fault = fault(draft, level, sessionOrder);
        if (fault == null) {
          counts
              .computeIfAbsent(level, l -> new EnumMap<>(Verdict.Outcome.class))
              .merge(check(draft, level, sessionOrder).outcome(), 1, Integer::sum);
        } else if (!disagreements.containsKey(level + kind(fault))) {
          disagreements.put(level + kind(fault), smallest(draft, level, sessionOrder, seed, fault));
        }
      }
    }
    if (!disagreements.isEmpty()) {
      throw new AssertionError(String.join("\n", disagreements.values()));
    }
    System.out.printf("%-20s %d histories: %s%n", kind, seeds, counts);
  }

  /** Where reads tell the version order, larger histories have still few choices. */
  private static int largest(RandomHistories.Kind kind, long seed) {
    return seed % 8 == 0 && kind.compareTo(RandomHistories.Kind.SINGLE_BLIND) <= 0 ? 12 : 7;
  }

  private static boolean decides(Draft draft, Level level) {
    return switch (level) {
      case SSER -> draft.realTime();
      case LIN -> RegisterOracle.decides(draft);
      case SER, SI -> true;
      default -> false;
    };
  }

  private static Verdict check(Draft draft, Level level, boolean sessionOrder) {
    var checker =
        new Checker(draft.toHistory(), new CheckOptions(sessionOrder, 0, Comparison.EXAMPLES));
    if (checker.refusal(level) != null) {
      throw new IllegalStateException("refused: " + checker.refusal(level));
    }
    return checker.check(level);
  }

  private static String fault(Draft draft, Level level, boolean sessionOrder) {
    try {
      return Comparison.fault(draft, sessionOrder, check(draft, level, sessionOrder));
    } catch (RuntimeException e) {
      return "crash: " + e;
    }
  }

  /** By which a smaller history shows the same fault. */
  private static String kind(String fault) {
    return fault == null ? "" : fault.replaceAll("(T?-?\\d|Edge\\[|\\{).*", "");
  }

  private static String smallest(
      Draft draft, Level level, boolean sessionOrder, long seed, String fault) {
    var small =
        Shrinker.shrink(
            draft,
            d -> decides(d, level) && kind(fault).equals(kind(fault(d, level, sessionOrder))));
    var text = HistoryText.print(small);
    var asPrinted = HistoryText.parse(text);
    return "seed %d, %s%s: %s%n%s%s"
        .formatted(
            seed,
            level,
            sessionOrder ? "" : " without session order",
            fault(asPrinted, level, sessionOrder),
            text,
            describe(asPrinted, level, sessionOrder));
  }

  private static String describe(Draft draft, Level level, boolean sessionOrder) {
    try {
      var verdict = check(draft, level, sessionOrder);
      var text = new StringBuilder("checker: ").append(verdict.outcome()).append('\n');
      for (var anomaly : verdict.anomalies()) {
        text.append(
            "  %s (%s) x %d%n".formatted(anomaly.kind(), anomaly.elleName(), anomaly.count()));
        for (var example : anomaly.examples()) {
          text.append("    transactions " + Arrays.toString(example.transactions()));
          text.append(" operation " + example.operation() + " " + example.hint() + "\n");
          example.cycle().forEach(edge -> text.append("      " + edge + "\n"));
        }
      }
      var open = verdict.open();
      if (!open.reason().isEmpty()) {
        text.append("  " + open.reason() + ": keys " + Arrays.toString(open.keys()));
        text.append(" transactions " + Arrays.toString(open.transactions()) + "\n");
      }
      return text.toString();
    } catch (RuntimeException e) {
      return e + " at " + Arrays.stream(e.getStackTrace()).limit(4).toList() + "\n";
    }
  }
}
