package mtc.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import mtc.check.Log;
import mtc.history.History;
import org.junit.jupiter.api.Test;

class RealTimeByKeyTest {
  private static boolean shareAKey(History history, int t, int s) {
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      for (var its = history.firstOperation(s); its < history.endOperation(s); its++) {
        if (history.key(op) == history.key(its)) {
          return true;
        }
      }
    }
    return false;
  }

  @Test
  void whoEndedBeforeAnotherStartedIsBeforeItIfTheyShareAKey() {
    var random = new Random(4);
    var log = new StringBuilder();
    for (var t = 0; t < 40; t++) {
      var start = random.nextInt(80);
      log.append("- ").append(start).append('-').append(start + random.nextInt(10)).append(" :");
      for (var i = random.nextInt(3); i >= 0; i--) {
        log.append(" r(k").append(random.nextInt(9)).append(",0)");
      }
      log.append('\n');
    }
    var history = Log.of(log.toString());
    var versions = Groundwork.of(history, 1).versions;
    var byKey = new RealTimeByKey(versions, new RealTime(versions, 0));
    for (var t = 0; t < history.transactionCount(); t++) {
      for (var s = 0; s < history.transactionCount(); s++) {
        assertEquals(
            history.end(t) < history.start(s) && shareAKey(history, t, s),
            byKey.isBefore(t, s),
            t + " and " + s);
      }
    }
  }
}
