package mtc.search;

import java.util.Arrays;
import mtc.history.History;
import mtc.history.Status;

/**
 * About when each transaction ran, as small numbers: by real time, or, if there is none, as if all
 * sessions had begun and ended together.
 */
final class Clock {
  /** So many ticks, about, if there is no real time. */
  private static final int TICKS = 1 << 30;

  private final int[] start;
  private final int[] end;

  Clock(History history) {
    start = new int[history.transactionCount()];
    end = new int[history.transactionCount()];
    if (history.hasRealTime()) {
      byRealTime(history);
    } else {
      bySessions(history);
    }
  }

  /** When a transaction began; never later than it ended. */
  int start(int transaction) {
    return start[transaction];
  }

  /**
   * When a transaction ended; if nobody knows, when it would have, had it taken as long as most.
   */
  int end(int transaction) {
    return end[transaction];
  }

  private void byRealTime(History history) {
    var times = new long[2 * history.transactionCount()];
    var count = 0;
    for (var t = 0; t < history.transactionCount(); t++) {
      if (history.status(t) != Status.ABORTED) {
        times[count++] = history.start(t);
        times[count++] = history.end(t);
      }
    }
    Arrays.sort(times, 0, count);
    var ended = 0;
    var ticks = 0L;
    for (var t = 0; t < history.transactionCount(); t++) {
      if (history.status(t) != Status.ABORTED) {
        start[t] = Arrays.binarySearch(times, 0, count, history.start(t));
        end[t] = Arrays.binarySearch(times, 0, count, history.end(t));
        if (history.end(t) != History.NEVER) {
          ended++;
          ticks += end[t] - start[t];
        }
      }
    }
    var usual = ended == 0 ? 0 : (int) (ticks / ended);
    for (var t = 0; t < history.transactionCount(); t++) {
      if (history.status(t) != Status.ABORTED && history.end(t) == History.NEVER) {
        end[t] = start[t] + usual;
      }
    }
  }

  private void bySessions(History history) {
    var length = new int[history.sessionCount() + 1];
    for (var t = 0; t < history.transactionCount(); t++) {
      length[session(history, t)]++;
    }
    var passed = new int[length.length];
    for (var t = 0; t < history.transactionCount(); t++) {
      var session = session(history, t);
      start[t] = (int) ((long) TICKS * passed[session]++ / length[session]);
      end[t] = (int) ((long) TICKS * passed[session] / length[session]);
    }
  }

  /** What is in no session is one of its own. */
  private static int session(History history, int t) {
    var session = history.session(t);
    return session == History.NO_SESSION ? history.sessionCount() : session;
  }
}
