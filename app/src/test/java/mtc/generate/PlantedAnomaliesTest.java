package mtc.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import mtc.formats.UnwritableException;
import mtc.formats.WritableFormat;
import mtc.formats.jepsen.JepsenFormat;
import mtc.history.History;
import mtc.verdict.AnomalyKind;
import mtc.verdict.HistoryClass;
import mtc.verdict.Level;
import mtc.verdict.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PlantedAnomaliesTest {
  private static final int SEEDS = 4;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void isFoundAtEveryLevelItViolatesUnderItsNameAndNothingElse(Planted anomaly) throws IOException {
    for (var format : Generated.formats()) {
      for (var seed = 1; seed <= SEEDS; seed++) {
        var plan = Generated.plan(Isolation.STRICT_SERIALIZABLE, format, anomaly);
        if (!holds(format, anomaly)) {
          var unheld = seed;
          assertThrows(
              UnwritableException.class, () -> Generated.history(folder, format, plan, unheld));
          continue;
        }
        var history = Generated.history(folder, format, plan, seed);
        var what = anomaly + " in " + format.name() + " of seed " + seed;
        assertEquals(200 + anomaly.steps().size(), written(history), what);
        assertEquals(HistoryClass.MT, Generated.classOf(history), what);
        for (var level : Level.values()) {
          var verdict = Generated.check(history, level);
          if (verdict == null) {
            assertFalse(level.time() == Level.Time.NONE, what);
            assertFalse(history.hasRealTime(), what);
          } else if (level == Level.LIN) {
            // Without sessions, what broke one is stale.
            assertEquals(Verdict.Outcome.INVALID, verdict.outcome(), what);
          } else {
            assertFinds(verdict, violates(anomaly, level) ? List.of(anomaly) : List.of(), what);
          }
        }
      }
    }
  }

  /** Text in which aborted operations stand alone has a transaction for each of them. */
  private static int written(History history) {
    var committed = 0;
    for (var t = 0; t < history.transactionCount(); t++) {
      committed += history.isCommitted(t) ? 1 : 0;
    }
    return committed + (committed < history.transactionCount() ? 1 : 0);
  }

  private static boolean holds(WritableFormat format, Planted anomaly) {
    return anomaly != Planted.ABORTED_READ || Generated.holdsAborted(format);
  }

  private static boolean violates(Planted anomaly, Level level) {
    return level.forbids(AnomalyKind.valueOf(anomaly.name()));
  }

  private static void assertFinds(Verdict verdict, List<Planted> planted, String what) {
    var found = new ArrayList<AnomalyKind>();
    for (var anomaly : verdict.anomalies()) {
      found.add(anomaly.kind());
      assertEquals(1, anomaly.count(), what);
      assertFalse(anomaly.realTime(), what);
    }
    var expected = new ArrayList<AnomalyKind>();
    for (var anomaly : planted) {
      expected.add(AnomalyKind.valueOf(anomaly.name()));
    }
    assertEquals(expected, found, what + " at " + verdict.level());
    assertEquals(
        planted.isEmpty() ? Verdict.Outcome.VALID : Verdict.Outcome.INVALID,
        verdict.outcome(),
        what + " at " + verdict.level());
  }

  @Test
  void areNamedAsTheCheckerNamesThem() {
    assertEquals(14, Planted.values().length);
    for (var anomaly : Planted.values()) {
      assertEquals(AnomalyKind.valueOf(anomaly.name()).paperName(), anomaly.paperName());
    }
  }

  @Test
  void areAllFoundAsOftenAsTheyWerePlantedTogether() throws IOException {
    var simple = Generated.plan(Isolation.STRICT_SERIALIZABLE, JepsenFormat.edn());
    var plan =
        new HistoryPlan(
            simple.isolation(), 5, 40, 8, false, 0.6, 0.1, 0, false, List.of(Planted.values()), 3);
    var history = Generated.history(folder, JepsenFormat.edn(), plan, 7);
    for (var level : Generated.LEVELS) {
      var expected = new TreeMap<String, Long>();
      for (var anomaly : Planted.values()) {
        if (violates(anomaly, level)) {
          expected.put(anomaly.paperName(), 3L);
        }
      }
      var found = new TreeMap<String, Long>();
      for (var anomaly : Generated.check(history, level).anomalies()) {
        found.merge(anomaly.kind().paperName(), anomaly.count(), Long::sum);
      }
      assertEquals(expected, found);
    }
  }

  /** An update that was lost leaves versions without an order, which does not hide a long fork. */
  @Test
  void aLongForkViolatesPrefixConsistencyBesideALostUpdateThatDoesNot() throws IOException {
    for (var seed = 1; seed <= SEEDS; seed++) {
      for (var withFork : List.of(true, false)) {
        var planted =
            withFork
                ? new Planted[] {Planted.LOST_UPDATE, Planted.LONG_FORK}
                : new Planted[] {Planted.LOST_UPDATE};
        var plan = Generated.plan(Isolation.STRICT_SERIALIZABLE, JepsenFormat.edn(), planted);
        var history = Generated.history(folder, JepsenFormat.edn(), plan, seed);
        assertEquals(
            withFork ? Verdict.Outcome.INVALID : Verdict.Outcome.VALID,
            Generated.check(history, Level.PREFIX).outcome());
        assertEquals(Verdict.Outcome.VALID, Generated.check(history, Level.CAUSAL).outcome());
      }
    }
  }

  @Test
  void areAtAnotherPlaceForEverySeed() throws IOException {
    var places = new ArrayList<Integer>();
    for (var seed = 1; seed <= 10; seed++) {
      var plan =
          Generated.plan(Isolation.STRICT_SERIALIZABLE, JepsenFormat.edn(), Planted.THIN_AIR_READ);
      var history = Generated.history(folder, JepsenFormat.edn(), plan, seed);
      var example = Generated.check(history, Level.SER).anomalies().getFirst().examples();
      places.add(example.getFirst().transactions()[0]);
    }
    assertEquals(true, places.stream().distinct().count() > 5, places::toString);
    assertEquals(true, places.stream().anyMatch(place -> place > 100), places::toString);
    assertEquals(true, places.stream().anyMatch(place -> place < 100), places::toString);
  }
}
