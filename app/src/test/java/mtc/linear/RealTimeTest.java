package mtc.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
  void moreTransactionsAtATimeThanFitIntoTwoBytes() {
    for (var t = 0; t < 70_000; t++) {
      add(t < 100 ? 10L * t : 999, t < 100 ? 10L * t + 5 : 1_000 + t, Status.COMMITTED);
    }
    for (var t = 0; t < 100; t++) {
      add(100_000 + 10L * t, 100_000 + 10L * t + 5, Status.COMMITTED);
    }
    assertEndsBefore(7_001);
  }
}
