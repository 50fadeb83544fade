package mtc.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import mtc.check.CheckOptions;
import mtc.check.Checker;
import mtc.formats.UnwritableException;
import mtc.formats.WritableFormat;
import mtc.formats.jepsen.JepsenFormat;
import mtc.history.History;
import mtc.history.Status;
import mtc.solve.Budget;
import mtc.verdict.HistoryClass;
import mtc.verdict.Level;
import mtc.verdict.Verdict.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulationTest {
  private static final int SEEDS = 12;

  @TempDir Path folder;

  /** By level, how many of the histories of a store are invalid; none may be unknown. */
  private Map<Level, Integer> invalid(Isolation isolation) throws IOException {
    var invalid = new EnumMap<Level, Integer>(Level.class);
    for (var seed = 1; seed <= SEEDS; seed++) {
      for (var format : Generated.formats()) {
        var plan = Generated.plan(isolation, format);
        if (isolation == Isolation.SNAPSHOT && !Generated.holdsAborted(format)) {
          // First committer wins, so there are aborted ones.
          var unheld = seed;
          assertThrows(
              UnwritableException.class, () -> Generated.history(folder, format, plan, unheld));
          continue;
        }
        var history = Generated.history(folder, format, plan, seed);
        assertEquals(HistoryClass.MT, Generated.classOf(history));
        count(history, format, invalid);
      }
    }
    return invalid;
  }

  private static void count(History history, WritableFormat format, Map<Level, Integer> invalid) {
    for (var level : Generated.LEVELS) {
      var verdict = Generated.check(history, level);
      assertTrue(verdict != null || !(format instanceof JepsenFormat));
      if (verdict != null) {
        assertTrue(verdict.outcome() != Outcome.UNKNOWN);
        invalid.merge(level, verdict.outcome() == Outcome.INVALID ? 1 : 0, Integer::sum);
      }
    }
  }

  @Test
  void aStrictlySerializableStoreIsValidAtEveryLevel() throws IOException {
    var invalid = invalid(Isolation.STRICT_SERIALIZABLE);
    assertEquals(Map.of(Level.SSER, 0, Level.SER, 0, Level.SI, 0), invalid);
  }

  @Test
  void aSerializableStoreServesStaleReads() throws IOException {
    var invalid = invalid(Isolation.SERIALIZABLE);
    assertEquals(0, invalid.get(Level.SER));
    assertEquals(0, invalid.get(Level.SI));
    assertTrue(invalid.get(Level.SSER) > 0);
  }

  @Test
  void aSnapshotIsolatedStoreIsNotSerializable() throws IOException {
    var invalid = invalid(Isolation.SNAPSHOT);
    assertEquals(0, invalid.get(Level.SI));
    assertTrue(invalid.get(Level.SER) > 0);
    assertTrue(invalid.get(Level.SSER) >= invalid.get(Level.SER) / Generated.formats().size());
  }

  @Test
  void aReadCommittedStoreIsInvalidAtEveryLevel() throws IOException {
    var invalid = invalid(Isolation.READ_COMMITTED);
    for (var level : Generated.LEVELS) {
      assertTrue(invalid.get(level) > 0, level::toString);
    }
  }

  /** Each store keeps its level and loses the one above it. */
  @ParameterizedTest
  @CsvSource({
    "PARALLEL_SNAPSHOT, PSI, PREFIX",
    "CAUSAL, CAUSAL, PSI",
    "READ_ATOMIC, RA, CAUSAL",
    "READ_COMMITTED, RC, RA"
  })
  void aWeakStoreKeepsItsLevelAndNoMore(Isolation isolation, Level kept, Level lost)
      throws IOException {
    var violations = 0;
    for (var seed = 1; seed <= SEEDS; seed++) {
      var plan = new HistoryPlan(isolation, 6, 60, 6, false, 1, 0.05, 0.05, false, List.of(), 1);
      var history = Generated.history(folder, JepsenFormat.edn(), plan, seed);
      var checker = new Checker(history, CheckOptions.DEFAULT.searching(() -> Budget.UNLIMITED));
      assertEquals(Outcome.VALID, checker.check(kept).outcome(), "seed " + seed);
      violations += checker.check(lost).outcome() == Outcome.INVALID ? 1 : 0;
    }
    assertTrue(violations > 0);
  }

  @Test
  void abortedAndIndeterminateTransactionsChangeNoVerdict() throws IOException {
    for (var seed = 1; seed <= SEEDS; seed++) {
      for (var format : List.of(JepsenFormat.edn(), JepsenFormat.json())) {
        var plan =
            new HistoryPlan(
                Isolation.STRICT_SERIALIZABLE, 5, 40, 30, false, 1, 0.2, 0.1, false, List.of(), 1);
        var history = Generated.history(folder, format, plan, seed);
        var shares = new int[3];
        for (var t = 0; t < history.transactionCount(); t++) {
          shares[history.status(t).ordinal()]++;
        }
        assertEquals(200, history.transactionCount());
        assertTrue(shares[Status.ABORTED.ordinal()] > 20);
        assertTrue(shares[Status.INDETERMINATE.ordinal()] > 5);
        for (var level : Generated.LEVELS) {
          assertEquals(Outcome.VALID, Generated.check(history, level).outcome());
        }
      }
    }
  }

  /** As in Jepsen: what it did may still take effect, so its process is never over. */
  @Test
  void aSessionThatCrashedGoesOnUnderAnotherName() throws IOException {
    var plan =
        new HistoryPlan(
            Isolation.STRICT_SERIALIZABLE, 5, 40, 30, false, 1, 0, 0.1, false, List.of(), 1);
    var history = Generated.history(folder, JepsenFormat.edn(), plan, 1);
    var isOver = new boolean[history.sessionCount()];
    for (var t = 0; t < history.transactionCount(); t++) {
      assertFalse(isOver[history.session(t)]);
      isOver[history.session(t)] = history.status(t) == Status.INDETERMINATE;
    }
    assertTrue(history.sessionCount() > 10);
  }

  @Test
  void withoutOverlapOneTransactionEndsBeforeTheNextStarts() throws IOException {
    var plan =
        new HistoryPlan(Isolation.READ_COMMITTED, 5, 40, 8, false, 0, 0, 0, false, List.of(), 1);
    var history = Generated.history(folder, JepsenFormat.edn(), plan, 1);
    for (var t = 1; t < history.transactionCount(); t++) {
      assertTrue(history.end(t - 1) < history.start(t));
    }
    assertEquals(Outcome.VALID, Generated.check(history, Level.SSER).outcome());
  }

  @Test
  void everySessionRunsItsTransactionsAndOverlapsWithOthers() throws IOException {
    var plan = Generated.plan(Isolation.STRICT_SERIALIZABLE, JepsenFormat.edn());
    var history = Generated.history(folder, JepsenFormat.edn(), plan, 1);
    var perSession = new int[history.sessionCount()];
    var overlapping = 0;
    for (var t = 0; t < history.transactionCount(); t++) {
      perSession[history.session(t)]++;
      overlapping += t > 0 && history.start(t) < history.end(t - 1) ? 1 : 0;
    }
    assertEquals(5, perSession.length);
    for (var count : perSession) {
      assertEquals(40, count);
    }
    assertTrue(overlapping > 100, () -> "few overlap");
  }

  /** More than a writer gets at a time. */
  @Test
  void aLongHistoryGoesOutInSegmentsThatFitTogether() throws IOException {
    for (var format : Generated.formats()) {
      var plan =
          new HistoryPlan(
              Isolation.STRICT_SERIALIZABLE,
              10,
              4000,
              500,
              false,
              1,
              Generated.holdsAborted(format) ? 0.01 : 0,
              0,
              !(format instanceof JepsenFormat),
              List.of(Planted.LONG_FORK),
              2);
      var history = Generated.history(folder, format, plan, 3);
      assertEquals(10, history.sessionCount());
      var verdict = Generated.check(history, Level.SI);
      assertEquals(1, verdict.anomalies().size(), format.name());
      assertEquals(2, verdict.anomalies().getFirst().count(), format.name());
      assertEquals(HistoryClass.MT, Generated.classOf(history));
    }
  }
}
