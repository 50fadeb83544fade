package mtc.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import mtc.check.CheckOptions;
import mtc.check.Checker;
import mtc.oracle.RandomHistories.Kind;
import mtc.oracle.ReferenceChecker.Model;
import mtc.verdict.Level;
import mtc.verdict.Verdict.Outcome;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** On histories too large for the oracles, the checker says what the paper's plain one says. */
class ReferenceAgreesTest {
  private static final int LARGEST = 300;

  private static final Map<Level, Model> MODELS =
      new EnumMap<>(
          Map.of(
              Level.RC,
              Model.READ_COMMITTED,
              Level.RA,
              Model.READ_ATOMIC,
              Level.CAUSAL,
              Model.CAUSAL,
              Level.SI,
              Model.SNAPSHOT,
              Level.SER,
              Model.SERIAL,
              Level.SSER,
              Model.STRICT));

  @ParameterizedTest
  @EnumSource(
      names = {
        "MINI",
        "READ_MODIFY_WRITE",
        "SINGLE_BLIND",
        "BLIND",
        "LIGHTWEIGHT",
        "UNIQUE_REGISTERS"
      })
  void checkerAgreesWithReference(Kind kind) {
    var counts = new EnumMap<Level, Map<Outcome, Integer>>(Level.class);
    for (var seed = 0L; seed < Seeds.count(1000) / 5; seed++) {
      var size = seed % 2 == 0 ? LARGEST : LARGEST / 10;
      // Few keys make most histories far from serializable, many keys hardly one of them.
      var keys = seed % 3 == 0 ? 0 : size / (seed % 3 == 1 ? 3 : 20);
      var draft = RandomHistories.next(kind, seed, size, keys);
      if (!HistoryClass.hasUniqueValues(draft)) {
        continue;
      }
      var sessionOrder = seed % 5 != 0;
      var reference =
          Remembered.of(
              List.of("reference", kind, seed), () -> new ReferenceChecker(draft, sessionOrder));
      for (var level : MODELS.keySet()) {
        var isTold = level != Level.SSER || draft.realTime();
        if (!isTold || !reference.decides(MODELS.get(level))) {
          continue;
        }
        var checker = new Checker(draft.toHistory(), new CheckOptions(sessionOrder, 0, 1));
        var outcome = checker.check(level).outcome();
        var holds =
            Remembered.of(
                List.of("reference", kind, seed, level), () -> reference.holds(MODELS.get(level)));
        var expected = holds ? Outcome.VALID : Outcome.INVALID;
        var seen = seed;
        assertEquals(expected, outcome, () -> kind + ", seed " + seen + ", " + level);
        counts
            .computeIfAbsent(level, _ -> new EnumMap<>(Outcome.class))
            .merge(outcome, 1, Integer::sum);
      }
    }
    System.out.printf("%-20s of up to %d transactions: %s%n", kind, LARGEST, counts);
    for (var level : List.of(Level.RC, Level.RA, Level.CAUSAL)) {
      assertEquals(2, counts.get(level).size(), () -> kind + " at " + level + ": " + counts);
    }
  }
}
