package mtc.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
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
          Map.of(Level.SI, Model.SNAPSHOT, Level.SER, Model.SERIAL, Level.SSER, Model.STRICT));

  @ParameterizedTest
  @EnumSource(names = {"MINI", "READ_MODIFY_WRITE", "LIGHTWEIGHT"})
  void checkerAgreesWithReference(Kind kind) {
    var counts = new EnumMap<Outcome, Integer>(Outcome.class);
    for (var seed = 0L; seed < Seeds.count(1000) / 5; seed++) {
      var draft = RandomHistories.next(kind, seed, seed % 2 == 0 ? LARGEST : LARGEST / 10);
      var sessionOrder = seed % 5 != 0;
      var reference = new ReferenceChecker(draft, sessionOrder);
      if (!reference.decides()) {
        continue;
      }
      var checker = new Checker(draft.toHistory(), new CheckOptions(sessionOrder, 0, 1));
      for (var level : MODELS.keySet()) {
        if (level == Level.SSER && !draft.realTime()) {
          continue;
        }
        var outcome = checker.check(level).outcome();
        var expected = reference.holds(MODELS.get(level)) ? Outcome.VALID : Outcome.INVALID;
        var seen = seed;
        assertEquals(expected, outcome, () -> kind + ", seed " + seen + ", " + level);
        counts.merge(outcome, 1, Integer::sum);
      }
    }
    System.out.printf("%-20s of up to %d transactions: %s%n", kind, LARGEST, counts);
    assertTrue(counts.getOrDefault(Outcome.VALID, 0) > 0 && counts.get(Outcome.INVALID) > 0);
  }
}
