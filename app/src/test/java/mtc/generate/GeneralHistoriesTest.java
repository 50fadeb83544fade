package mtc.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import mtc.check.CheckOptions;
import mtc.check.Checker;
import mtc.formats.jepsen.JepsenFormat;
import mtc.history.History;
import mtc.solve.Budget;
import mtc.verdict.HistoryClass;
import mtc.verdict.Level;
import mtc.verdict.Verdict.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Histories of more than mini-transactions: what a store keeps holds for them too. */
class GeneralHistoriesTest {
  private static final int SEEDS = 6;
  private static final int KEYS = 6;

  /** Reads and blind writes, as PolySI's and VeriStrong's. */
  private static final Mix GENERAL = new Mix(6, 0.1, 0, 0, 0, 0.5, 1, 0, 0);

  /** Cobra's three kinds. */
  private static final Mix COBRA = new Mix(4, 0.2, 0.4, 0, 0, 0, 0, 0, 0);

  private static final Mix BLIND_MINI = new Mix(0, 0.2, 0.2, 0.6, 0.3, 0, 0.5, 0, 0);
  private static final Mix DUPLICATES = new Mix(4, 0.2, 0, 0, 0, 0.5, 0.5, 0.1, 0);
  private static final Mix ROTATING = new Mix(4, 0.2, 0, 0, 0, 0.5, 1, 0, 40);

  @TempDir Path folder;

  private History history(Isolation isolation, Mix mix, boolean hasLists, long seed)
      throws IOException {
    var names = (int) mix.names(KEYS, 6 * 40);
    var plan =
        new HistoryPlan(isolation, 6, 40, names, hasLists, 1, 0.05, 0.02, false, List.of(), 1);
    var workload = new Workload(new KeyDistribution.Uniform(KEYS), mix, seed);
    return Generated.history(
        folder, JepsenFormat.edn(), writer -> new Simulation(plan, workload, seed, writer).run());
  }

  private static Outcome outcome(History history, Level level) {
    var options = CheckOptions.DEFAULT.searching(() -> Budget.UNLIMITED);
    return new Checker(history, options).check(level).outcome();
  }

  @ParameterizedTest
  @CsvSource({
    "STRICT_SERIALIZABLE, SSER, ",
    "SERIALIZABLE, SER, SSER",
    "SNAPSHOT, SI, SER",
    "PARALLEL_SNAPSHOT, PSI, PREFIX",
    "CAUSAL, CAUSAL, PSI",
    "READ_ATOMIC, RA, CAUSAL",
    "READ_COMMITTED, RC, RA"
  })
  void aStoreKeepsItsLevelAndNoMoreWhateverTransactionsAreLike(
      Isolation isolation, Level kept, Level lost) throws IOException {
    for (var mix : List.of(GENERAL, COBRA, BLIND_MINI, DUPLICATES, ROTATING)) {
      var violations = 0;
      for (var seed = 1; seed <= SEEDS; seed++) {
        var history = history(isolation, mix, false, seed);
        assertEquals(Outcome.VALID, outcome(history, kept), mix + " of seed " + seed);
        violations += lost != null && outcome(history, lost) == Outcome.INVALID ? 1 : 0;
      }
      assertTrue(lost == null || violations > 0 || hides(mix, lost), mix::toString);
    }
  }

  /** Who reads only what it writes is in no write skew; duplicates leave open who wrote what. */
  private static boolean hides(Mix mix, Level lost) {
    return mix == DUPLICATES || mix == COBRA && lost == Level.SER;
  }

  @ParameterizedTest
  @CsvSource({
    "STRICT_SERIALIZABLE, SSER, ",
    "SERIALIZABLE, SER, SSER",
    "SNAPSHOT, SI, SER",
    "PARALLEL_SNAPSHOT, PSI, PREFIX",
    "READ_COMMITTED, RC, RA"
  })
  void aStoreOfListsKeepsItsLevelAndNoMore(Isolation isolation, Level kept, Level lost)
      throws IOException {
    for (var mix : List.of(GENERAL, ROTATING, Mix.mini(0.3, 0.6))) {
      var violations = 0;
      for (var seed = 1; seed <= SEEDS; seed++) {
        var history = history(isolation, mix, true, seed);
        assertTrue(history.hasLists());
        assertEquals(Outcome.VALID, outcome(history, kept), mix + " of seed " + seed);
        violations += lost != null && outcome(history, lost) == Outcome.INVALID ? 1 : 0;
      }
      assertTrue(lost == null || violations > 0, mix::toString);
    }
  }

  @Test
  void plantedAnomaliesAreFoundAmongGeneralTransactions() throws IOException {
    for (var seed = 1; seed <= 4; seed++) {
      var from = (long) seed;
      var plan =
          new HistoryPlan(
              Isolation.STRICT_SERIALIZABLE,
              6,
              40,
              KEYS,
              false,
              1,
              0,
              0,
              false,
              List.of(Planted.WRITE_SKEW),
              1);
      var workload = new Workload(new KeyDistribution.Uniform(KEYS), GENERAL, from);
      var history =
          Generated.history(
              folder,
              JepsenFormat.edn(),
              writer -> new Simulation(plan, workload, from, writer).run());
      assertEquals(Outcome.VALID, outcome(history, Level.SI));
      assertEquals(Outcome.INVALID, outcome(history, Level.SER));
    }
  }

  @Test
  void transactionsAreAsTheMixSays() throws IOException {
    var history = history(Isolation.STRICT_SERIALIZABLE, COBRA, false, 1);
    var readOnly = 0;
    var writeOnly = 0;
    for (var t = 0; t < history.transactionCount(); t++) {
      var writes = 0;
      var first = history.firstOperation(t);
      assertEquals(4, history.firstOperation(t + 1) - first);
      for (var o = first; o < first + 4; o++) {
        writes += history.kind(o) == History.WRITE ? 1 : 0;
      }
      readOnly += writes == 0 ? 1 : 0;
      writeOnly += writes == 4 ? 1 : 0;
      if (writes != 0 && writes != 4) {
        // Read, modify, write; and again.
        for (var o = first; o < first + 4; o += 2) {
          assertEquals(History.READ, history.kind(o));
          assertEquals(History.WRITE, history.kind(o + 1));
          assertEquals(history.key(o), history.key(o + 1));
        }
      }
    }
    assertEquals(0.2 * 240, readOnly, 25);
    assertEquals(0.4 * 240, writeOnly, 30);
    assertEquals(HistoryClass.CHAIN, classOfMini(0));
    assertEquals(HistoryClass.GENERAL, classOfMini(1));
  }

  private HistoryClass classOfMini(double blind) throws IOException {
    var mix = new Mix(0, 0.2, 0, 0.6, 0, 0, blind, 0, 0);
    return Generated.classOf(history(Isolation.STRICT_SERIALIZABLE, mix, false, 1));
  }

  @Test
  void valuesComeAgainAsOftenAsTheMixSays() {
    var mix = new Mix(10, 0, 1, 0, 0, 0, 0, 0.25, 0);
    var workload = new Workload(new KeyDistribution.Uniform(KEYS), mix, 1);
    var timesWritten = new HashMap<Long, Integer>();
    var again = 0;
    for (var t = 0; t < 1000; t++) {
      workload.next();
      for (var i = 0; i < workload.size(); i++) {
        var version = (long) workload.key(i) << 32 | workload.value(i);
        again += timesWritten.merge(version, 1, Integer::sum) > 1 ? 1 : 0;
      }
    }
    assertEquals(2500, again, 150);
  }

  @Test
  void keysGiveWayToFreshOnesWhenItIsTime() {
    var mix = new Mix(10, 0.5, 0, 0, 0, 0.5, 1, 0, 7);
    var workload = new Workload(new KeyDistribution.Uniform(KEYS), mix, 1);
    for (var t = 0; t < 70; t++) {
      workload.next();
      for (var i = 0; i < workload.size(); i++) {
        assertEquals(t / 7, workload.key(i) / KEYS);
      }
    }
    assertEquals(60, mix.names(KEYS, 70));
    assertEquals(66, mix.names(KEYS, 71));
  }
}
