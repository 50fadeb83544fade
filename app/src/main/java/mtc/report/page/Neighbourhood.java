package mtc.report.page;

import java.util.Arrays;
import mtc.column.Ints;
import mtc.history.History;
import mtc.report.Cases;
import mtc.verdict.Anomaly;
import mtc.verdict.Edge;

/**
 * Who ran at the time of a counterexample on the keys that it is about, or if nobody did, on
 * others: the nearest ones, so that of a log of a million transactions no more is drawn than of one
 * of a hundred.
 */
final class Neighbourhood {
  /** Beyond the counterexample's own time, in events. */
  private static final long AROUND = 40;

  /** Of those on other keys, a few show what time it was. */
  private static final int MOST_ON_OTHER_KEYS = 8;

  /**
   * Who is not of the counterexample, in the order of the log.
   *
   * @param isOnKeys whether they are on its keys, and not all on others
   */
  record Others(int[] transactions, boolean isOnKeys) {}

  private final History history;
  private final int[] own;
  private final boolean[] isKey;
  private final boolean hasTime;
  private final long from;
  private final long to;

  private Neighbourhood(History history, int[] own, boolean[] isKey) {
    this.history = history;
    this.own = own;
    this.isKey = isKey;
    this.hasTime = history.hasRealTime();
    var first = Long.MAX_VALUE;
    var last = Long.MIN_VALUE;
    for (var t : own) {
      first = Math.min(first, start(t));
      last = Math.max(last, lastKnown(t));
    }
    var around = AROUND + (last - first) / 4;
    this.from = first - around;
    this.to = last + around;
  }

  /** The transactions of an example and of the cases it has, each once, without the initial one. */
  static int[] own(Anomaly.Example example) {
    return Arrays.stream(example.transactions())
        .filter(t -> t != Edge.INITIAL)
        .distinct()
        .toArray();
  }

  /** The keys that an example is about; those of all its operations if it does not say. */
  static boolean[] keys(History history, Anomaly.Example example) {
    var isKey = new boolean[history.keyCount()];
    var any = false;
    if (example.operation() >= 0) {
      isKey[history.key(example.operation())] = true;
      any = true;
    }
    for (var cycle : Cases.of(example)) {
      for (var edge : cycle) {
        if (edge.key() >= 0) {
          isKey[edge.key()] = true;
          any = true;
        }
      }
    }
    if (!any) {
      for (var t : own(example)) {
        for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
          isKey[history.key(op)] = true;
        }
      }
    }
    return isKey;
  }

  /** At most so many others. */
  static Others others(History history, int[] own, boolean[] isKey, int most) {
    if (most <= 0 || own.length == 0) {
      return new Others(new int[0], true);
    }
    var neighbourhood = new Neighbourhood(history, own, isKey);
    var onKeys = neighbourhood.nearest(most, true);
    return onKeys.length > 0
        ? new Others(onKeys, true)
        : new Others(neighbourhood.nearest(Math.min(most, MOST_ON_OTHER_KEYS), false), false);
  }

  private int[] nearest(int most, boolean onKeys) {
    var isOwn = new Ints();
    for (var t : own) {
      isOwn.add(t);
    }
    var candidates = new long[64];
    var count = 0;
    for (var t = 0; t < history.transactionCount(); t++) {
      if (start(t) > to || lastKnown(t) < from || onKeys && !touches(t) || isOwn.contains(t)) {
        continue;
      }
      if (count == candidates.length) {
        candidates = Arrays.copyOf(candidates, count * 2);
      }
      candidates[count++] = Math.min(distance(t), Integer.MAX_VALUE) << 32 | t;
    }
    Arrays.sort(candidates, 0, count);
    var nearest = new int[Math.min(most, count)];
    for (var i = 0; i < nearest.length; i++) {
      nearest[i] = (int) candidates[i];
    }
    Arrays.sort(nearest);
    return nearest;
  }

  private boolean touches(int t) {
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      if (isKey[history.key(op)]) {
        return true;
      }
    }
    return false;
  }

  /** How far it is from the nearest transaction of the counterexample; 0 if they overlap. */
  private long distance(int t) {
    var nearest = Long.MAX_VALUE;
    for (var o : own) {
      var gap = Math.max(start(t) - lastKnown(o), start(o) - lastKnown(t));
      nearest = Math.min(nearest, Math.max(gap, 0));
    }
    return nearest;
  }

  private long start(int t) {
    return hasTime ? history.start(t) : t;
  }

  /** Who never ended is near to where it started. */
  private long lastKnown(int t) {
    if (!hasTime) {
      return t;
    }
    return history.end(t) == History.NEVER ? history.start(t) : history.end(t);
  }
}
