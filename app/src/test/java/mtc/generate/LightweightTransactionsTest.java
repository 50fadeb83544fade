package mtc.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import mtc.formats.jepsen.JepsenFormat;
import mtc.history.History;
import mtc.verdict.HistoryClass;
import mtc.verdict.Level;
import mtc.verdict.Verdict.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LightweightTransactionsTest {
  @TempDir Path folder;

  private History history(int sessions, int rounds, double concurrency, boolean violated, long seed)
      throws IOException {
    return Generated.history(
        folder,
        JepsenFormat.edn(),
        writer ->
            new LightweightTransactions(
                    new KeyDistribution.Uniform(1), sessions, rounds, concurrency, seed, writer)
                .run(violated));
  }

  @Test
  void areLinearizableUnlessViolated() throws IOException {
    for (var seed = 1; seed <= 10; seed++) {
      for (var concurrency : new double[] {0, 0.5, 1}) {
        var valid = history(4, 25, concurrency, false, seed);
        assertEquals(100, valid.transactionCount());
        assertEquals(1, valid.keyCount());
        assertEquals(HistoryClass.MT, Generated.classOf(valid));
        assertEquals(Outcome.VALID, Generated.check(valid, Level.LIN).outcome());
        assertEquals(Outcome.VALID, Generated.check(valid, Level.SSER).outcome());
        var violated = history(4, 25, concurrency, true, seed);
        assertEquals(102, violated.transactionCount());
        var verdict = Generated.check(violated, Level.LIN);
        assertEquals(Outcome.INVALID, verdict.outcome());
        assertEquals(1, verdict.anomalies().size());
        assertEquals(1, verdict.anomalies().getFirst().count());
        assertEquals(Outcome.VALID, Generated.check(violated, Level.SER).outcome());
      }
    }
  }

  @Test
  void severalKeysAreEachLinearizableUnlessOneIsViolated() throws IOException {
    for (var seed = 1; seed <= 10; seed++) {
      for (var violated : new boolean[] {false, true}) {
        var from = (long) seed;
        var keys = new KeyDistribution.Zipf(5, 1);
        var history =
            Generated.history(
                folder,
                JepsenFormat.edn(),
                writer ->
                    new LightweightTransactions(keys, 4, 25, 0.5, from, writer).run(violated));
        assertEquals(5, history.keyCount());
        var verdict = Generated.check(history, Level.LIN);
        assertEquals(violated ? Outcome.INVALID : Outcome.VALID, verdict.outcome());
      }
    }
  }

  @Test
  void oneSessionCanViolateToo() throws IOException {
    assertEquals(Outcome.INVALID, Generated.check(history(1, 5, 1, true, 1), Level.LIN).outcome());
  }

  @Test
  void asManyOverlapAsWereToBeConcurrent() throws IOException {
    var none = history(10, 50, 0, false, 1);
    for (var t = 1; t < none.transactionCount(); t++) {
      assertTrue(none.end(t - 1) < none.start(t));
    }
    var half = history(10, 50, 0.5, false, 1);
    var overlapping = 0;
    for (var t = 1; t < half.transactionCount(); t++) {
      overlapping += half.start(t) < half.end(t - 1) ? 1 : 0;
    }
    assertEquals(50 * 4, overlapping);
  }

  @Test
  void aLongHistoryGoesOutInSegmentsThatFitTogether() throws IOException {
    var history = history(20, 2000, 0.5, true, 1);
    assertEquals(40_002, history.transactionCount());
    var verdict = Generated.check(history, Level.LIN);
    assertEquals(1, verdict.anomalies().getFirst().count());
  }
}
