package mtc.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Status;
import mtc.verdict.AnomalyKind;
import mtc.verdict.Level;
import mtc.verdict.Verdict;
import mtc.verdict.Verdict.Outcome;
import org.junit.jupiter.api.Test;

/**
 * Shapes on which a quadratic step or recursion would not come to an end: none asserts a time, all
 * are large.
 */
class LinearTimeTest {
  private static final int MANY = 300_000;

  private final HistoryBuilder builder = Log.builder();
  private long now;

  private void transaction(int session, int... operations) {
    builder.begin(builder.session(session), now, now);
    for (var i = 0; i < operations.length; i += 3) {
      builder.operation((byte) operations[i], builder.key(operations[i + 1]), operations[i + 2]);
    }
    builder.realTime(2 * now, 2 * now + 1);
    now++;
    builder.end(Status.COMMITTED);
  }

  private Verdict check(Level level) {
    return check(builder.build(), level);
  }

  private static Verdict check(History history, Level level) {
    return new Checker(history, CheckOptions.DEFAULT).check(level);
  }

  private static void assertCount(AnomalyKind kind, long count, Verdict verdict) {
    assertEquals(Outcome.INVALID, verdict.outcome());
    assertEquals(1, verdict.anomalies().size());
    assertEquals(kind, verdict.anomalies().getFirst().kind());
    assertEquals(count, verdict.anomalies().getFirst().count());
  }

  @Test
  void oneLongChain() {
    for (var i = 0; i < MANY; i++) {
      transaction(i % 20, History.READ, 0, i, History.WRITE, 0, i + 1);
    }
    var history = builder.build();
    for (var level : Level.values()) {
      assertEquals(Outcome.VALID, check(history, level).outcome(), level.name());
    }
  }

  @Test
  void oneLongChainAgainstRealTime() {
    for (var i = MANY - 1; i >= 0; i--) {
      transaction(i % 20, History.READ, 0, i, History.WRITE, 0, i + 1);
    }
    var history = builder.build();
    assertEquals(Outcome.INVALID, check(history, Level.SER).outcome());
    assertEquals(Outcome.INVALID, check(history, Level.SSER).outcome());
    assertCount(AnomalyKind.CIRCULAR_INFORMATION_FLOW, 1, check(history, Level.LIN));
  }

  @Test
  void oneLongCycleOfReads() {
    for (var i = 0; i < MANY; i++) {
      transaction(i, History.READ, i, 0, History.WRITE, i, 1, History.READ, (i + 1) % MANY, 1);
    }
    var verdict = check(Level.SI);
    assertCount(AnomalyKind.CIRCULAR_INFORMATION_FLOW, 1, verdict);
    assertEquals(MANY, verdict.anomalies().getFirst().examples().getFirst().cycle().size());
  }

  @Test
  void oneLongCycleOfAntiDependencies() {
    for (var i = 0; i < MANY; i++) {
      transaction(i, History.READ, i, 0, History.WRITE, i, 1, History.READ, (i + 1) % MANY, 0);
    }
    var history = builder.build();
    assertCount(AnomalyKind.SERIALIZATION_CYCLE, 1, check(history, Level.SER));
    assertEquals(Outcome.VALID, check(history, Level.SI).outcome());
  }

  @Test
  void manyCycles() {
    for (var i = 0; i < MANY; i++) {
      var x = 2 * i;
      var y = x + 1;
      transaction(0, History.READ, x, 0, History.READ, y, 0, History.WRITE, x, 1);
      transaction(1, History.READ, x, 0, History.READ, y, 0, History.WRITE, y, 1);
    }
    assertCount(AnomalyKind.WRITE_SKEW, MANY, check(Level.SER));
  }

  @Test
  void everyTransactionDiverges() {
    for (var i = 0; i < MANY; i++) {
      transaction(i, History.READ, 0, 0, History.WRITE, 0, i + 1);
    }
    var history = builder.build();
    assertCount(AnomalyKind.LOST_UPDATE, MANY - 1, check(history, Level.SI));
    assertEquals(Outcome.INVALID, check(history, Level.SSER).outcome());
  }

  @Test
  void manyReadersAndManyBlindWritersOfAKey() {
    for (var i = 0; i < MANY; i++) {
      transaction(i, History.READ, 0, 0);
      transaction(i, History.WRITE, 0, i + 1);
    }
    var history = builder.build();
    assertEquals(Outcome.UNKNOWN, check(history, Level.SI).outcome());
    assertEquals(Outcome.INVALID, check(history, Level.LIN).outcome());
  }

  @Test
  void manyBlindWritersThatRealTimeOrders() {
    for (var i = 0; i < MANY; i++) {
      transaction(i % 20, History.WRITE, 0, i + 1);
      transaction(i % 20, History.READ, 0, i + 1);
    }
    assertEquals(Outcome.VALID, check(Level.LIN).outcome());
  }

  @Test
  void oneStaleReadAtTheEndOfALongLog() {
    for (var i = 0; i < MANY; i++) {
      transaction(i % 20, History.READ, i, 0, History.WRITE, i, 1);
    }
    transaction(20, History.READ, 0, 0);
    assertCount(AnomalyKind.STALE_READ, 1, check(Level.SSER));
  }

  @Test
  void oneHugeTransaction() {
    var operations = new int[3 * 2 * MANY];
    for (var i = 0; i < 2 * MANY; i += 2) {
      operations[3 * i] = History.READ;
      operations[3 * i + 1] = i;
      operations[3 * i + 3] = History.WRITE;
      operations[3 * i + 4] = i;
      operations[3 * i + 5] = 1;
    }
    transaction(0, operations);
    assertEquals(Outcome.VALID, check(Level.SI).outcome());
  }

  @Test
  void longLists() {
    var length = 2_000;
    for (var i = 0; i < length; i++) {
      builder.begin(builder.session(i % 20), i, i);
      builder.readList(builder.key(0));
      for (var element = 0; element < i; element++) {
        builder.element(element);
      }
      builder.operation(History.APPEND, builder.key(0), i);
      builder.realTime(2L * i, 2L * i + 1);
      builder.end(Status.COMMITTED);
    }
    assertEquals(Outcome.VALID, check(Level.SSER).outcome());
  }
}
