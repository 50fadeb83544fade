package mtc.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Status;
import org.junit.jupiter.api.Test;

class RealTimeTest {
  private final HistoryBuilder log = new HistoryBuilder("test");

  private void add(long start, long end, Status status) {
    log.begin(History.NO_SESSION, log.transactionCount(), 0);
    log.realTime(start, end);
    log.end(status);
  }

  /** Compares with what the times say, transaction by transaction. */
  private void assertEndsBefore(int every) {
    var history = log.build();
    var realTime = new RealTime(new Versions(history), 0);
    for (var t = 0; t < history.transactionCount(); t += every) {
      if (history.status(t) != Status.ABORTED) {
        var before = 0;
        for (var other = 0; other < history.transactionCount(); other++) {
          before += realTime.isBefore(other, t) ? 1 : 0;
        }
        assertEquals(before, realTime.endsBefore(t), "of transaction " + t);
        for (var place = 0; place < before; place += every) {
          assertEquals(true, realTime.isBefore(realTime.ended(place), t));
        }
      }
    }
  }

  @Test
  void logsInTheOrderOfEnds() {
    for (var t = 0; t < 500; t++) {
      add(10L * t - t % 7 * 20, 10L * t + 5, Status.COMMITTED);
    }
    assertEndsBefore(1);
  }

  @Test
  void logsInAnotherOrderAndWithTransactionsThatDidNotEnd() {
    for (var t = 0; t < 500; t++) {
      var start = 10L * (t ^ 3);
      add(start, start + t % 11 * 9, Status.COMMITTED);
      if (t % 5 == 0) {
        add(start, History.NEVER, Status.INDETERMINATE);
        add(start, start + 1, Status.ABORTED);
      }
    }
    assertEndsBefore(1);
  }

  @Test
  void timesBeforeAndAfterZero() {
    for (var t = 0; t < 500; t++) {
      var start = 20L * (t * 7 % 500) - 5_000;
      add(start, start + t % 11 * 9, Status.COMMITTED);
    }
    assertEndsBefore(1);
  }

  @Test
  void endsThatDifferInOneBit() {
    for (var bit = 0; bit < 62; bit++) {
      var test = new RealTimeTest();
      var late = 1L << bit;
      test.add(late, late, Status.COMMITTED);
      test.add(0, 0, Status.COMMITTED);
      test.add(late, late, Status.COMMITTED);
      test.assertEndsBefore(1);
    }
  }

  @Test
  void moreTransactionsAtATimeThanFitIntoTwoBytes() {
    for (var t = 0; t < 70_000; t++) {
      add(t < 100 ? 10L * t : 999, t < 100 ? 10L * t + 5 : 1_000 + t, Status.COMMITTED);
    }
    for (var t = 0; t < 100; t++) {
      add(100_000 + 10L * t, 100_000 + 10L * t + 5, Status.COMMITTED);
    }
    assertEndsBefore(7_001);
  }

  /** Of each session, one that committed and one that comes next in the log. */
  private static boolean isInOrder(History history, RealTime realTime) {
    for (var t = 0; t < history.transactionCount(); t++) {
      for (var s = 0; s < t; s++) {
        var isOrdered =
            history.session(s) == history.session(t)
                && history.session(s) != History.NO_SESSION
                && history.isCommitted(s)
                && history.status(t) != Status.ABORTED;
        if (isOrdered && !realTime.isBefore(s, t)) {
          return false;
        }
      }
    }
    return true;
  }

  @Test
  void sessionsAreInOrderOrNot() {
    var inOrder = 0;
    for (var seed = 0; seed < 400; seed++) {
      var random = new Random(seed);
      var some = new HistoryBuilder("test");
      var now = 0L;
      for (var t = 0; t < 1 + random.nextInt(6); t++) {
        var session = random.nextInt(4) - 1;
        some.begin(
            session < 0 ? History.NO_SESSION : some.session(some.scalars().integer(session)),
            t,
            t + 1);
        var status = Status.values()[random.nextInt(5) == 0 ? random.nextInt(3) : 0];
        now += 1 + random.nextInt(4);
        var start = now - (random.nextInt(3) == 0 ? 6 : 0);
        some.realTime(start, status == Status.INDETERMINATE ? History.NEVER : now + 1);
        some.end(status);
        now += random.nextInt(2);
      }
      var history = some.build();
      var realTime = new RealTime(new Versions(history), 0);
      assertEquals(isInOrder(history, realTime), realTime.containsSessions(), "seed " + seed);
      inOrder += realTime.containsSessions() ? 1 : 0;
    }
    assertTrue(inOrder > 50 && inOrder < 380, "both: " + inOrder);
  }
}
