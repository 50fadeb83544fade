package mtc.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import mtc.check.Log;
import mtc.history.History;
import mtc.linear.Groundwork;
import mtc.linear.RealTime;
import org.junit.jupiter.api.Test;

class PathsTest {
  private static History history(Random random) {
    var log = new StringBuilder();
    for (var t = 0; t < 30; t++) {
      var start = random.nextInt(60);
      log.append(random.nextInt(5) == 0 ? "-" : "s" + random.nextInt(4));
      log.append(' ').append(start).append('-').append(start + random.nextInt(12));
      log.append(random.nextInt(6) == 0 ? " ? : w(x," : " : w(x,").append(t + 1).append(")\n");
    }
    return Log.of(log.toString());
  }

  /** How many run at once when one of them starts. */
  private static int mostAtOnce(History history) {
    var most = 0;
    for (var t = 0; t < history.transactionCount(); t++) {
      var atOnce = 0;
      for (var s = 0; s < history.transactionCount(); s++) {
        var runs = history.start(s) <= history.start(t) && history.end(s) >= history.start(t);
        atOnce += runs && history.isCommitted(s) ? 1 : 0;
      }
      most = Math.max(most, history.isCommitted(t) ? atOnce : 0);
    }
    return most;
  }

  @Test
  void inRealTimeThereAreAsManyAsClientsWereNeeded() {
    var random = new Random(1);
    for (var round = 0; round < 50; round++) {
      var history = history(random);
      var realTime = new RealTime(Groundwork.of(history, 1).versions, 0);
      var paths = Paths.ofRealTime(history, realTime);
      assertEquals(mostAtOnce(history), paths.count);
      for (var t = 0; t < history.transactionCount(); t++) {
        assertEquals(history.isCommitted(t), paths.pathOf[t] >= 0);
        for (var s = 0; s < history.transactionCount(); s++) {
          var isLater = paths.pathOf[s] == paths.pathOf[t] && paths.placeOf[s] > paths.placeOf[t];
          assertTrue(
              paths.pathOf[t] < 0 || !isLater || history.end(t) < history.start(s),
              t + " and " + s);
        }
      }
    }
  }

  @Test
  void ofSessionsTheyAreTheirCommittedTransactionsInOrder() {
    var history = history(new Random(2));
    var paths = Paths.ofSessions(history, true);
    var length = new int[history.sessionCount()];
    for (var t = 0; t < history.transactionCount(); t++) {
      var session = history.session(t);
      var isOnOne = history.isCommitted(t) && session != History.NO_SESSION;
      assertEquals(isOnOne ? session : -1, paths.pathOf[t]);
      assertEquals(isOnOne ? length[session]++ : 0, paths.placeOf[t]);
    }
    assertEquals(history.sessionCount(), paths.count);
    assertEquals(0, Paths.ofSessions(history, false).count);
  }
}
