package mtc.search;

import java.util.Arrays;
import java.util.PriorityQueue;
import mtc.column.Ints;
import mtc.history.History;
import mtc.linear.RealTime;

/**
 * Paths of transactions, each known to come before the next one on its path: those of a session,
 * or, with real time, those that a client could have run one after the other. Where a log is
 * several histories, those of a path are known to only within each (proposition 23 of
 * docs/theory.md).
 */
public final class Paths {
  int count;

  /** By transaction: its path, -1 for none, and its place on it. */
  final int[] pathOf;

  final int[] placeOf;

  private Paths(int transactions) {
    pathOf = new int[transactions];
    placeOf = new int[transactions];
    Arrays.fill(pathOf, -1);
  }

  public static Paths ofSessions(History history, boolean sessionOrder) {
    var paths = new Paths(history.transactionCount());
    if (!sessionOrder) {
      return paths;
    }
    // By session: its path + 1. Sessions of different histories may share one, as nobody asks for
    // an order of theirs.
    var path = new int[history.sessionCount()];
    var taken = new int[history.partCount()];
    var length = new int[history.sessionCount()];
    for (var t = 0; t < history.transactionCount(); t++) {
      var session = history.session(t);
      if (history.isCommitted(t) && session != History.NO_SESSION) {
        if (path[session] == 0) {
          path[session] = ++taken[history.part(t)];
          paths.count = Math.max(paths.count, path[session]);
        }
        paths.pathOf[t] = path[session] - 1;
        paths.placeOf[t] = length[path[session] - 1]++;
      }
    }
    return paths;
  }

  /** Takes transactions by start, and continues the path that ended first. */
  public static Paths ofRealTime(History history, RealTime realTime) {
    var paths = new Paths(history.transactionCount());
    var byStart = new long[history.transactionCount()];
    var size = 0;
    for (var t = 0; t < history.transactionCount(); t++) {
      if (history.isCommitted(t)) {
        // Sorting by the number of ends before a start is sorting by start, as far as it matters.
        byStart[size++] = (long) realTime.endsBefore(t) << 32 | t;
      }
    }
    Arrays.sort(byStart, 0, size);
    var lastOf = new Ints();
    var length = new Ints();
    var byEnd =
        new PriorityQueue<Integer>(
            (a, b) -> Long.compare(realTime.end(lastOf.get(a)), realTime.end(lastOf.get(b))));
    for (var i = 0; i < size; i++) {
      var t = (int) byStart[i];
      var path = byEnd.isEmpty() ? -1 : (int) byEnd.peek();
      if (path >= 0 && realTime.isBefore(lastOf.get(path), t)) {
        byEnd.remove();
      } else {
        path = paths.count++;
        lastOf.add(t);
        length.add(0);
      }
      paths.pathOf[t] = path;
      paths.placeOf[t] = length.get(path);
      length.set(path, paths.placeOf[t] + 1);
      lastOf.set(path, t);
      byEnd.add(path);
    }
    return paths;
  }
}
