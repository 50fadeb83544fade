package mtc.oracle;

import java.util.Arrays;
import java.util.stream.IntStream;
import mtc.history.Status;
import mtc.verdict.Level;
import mtc.witness.Witness.Shape;

/**
 * Whether events prove what their shape claims, as {@link Shape} defines it: one condition after
 * the other, over all pairs of events.
 */
final class ProofOracle {
  private final Draft draft;
  private final boolean sessionOrder;

  /** By transaction and key: the number that the log gives its version; null for none. */
  private final int[][] versions;

  /**
   * @param draft its ends as late as clocks may be off
   */
  ProofOracle(Draft draft, boolean sessionOrder, int[][] versions) {
    this.draft = draft;
    this.sessionOrder = sessionOrder;
    this.versions = versions;
  }

  boolean proves(Shape shape, int[] events) {
    return switch (shape) {
      case SERIAL -> isSerial(events, true);
      case STRICT -> isSerial(events, true) && isInRealTime(events);
      case REAL_TIME -> isSerial(events, false) && isInRealTime(events);
      case KEY_TIME -> isSerial(events, true) && isInRealTimeOfKeys(events);
      case SNAPSHOT -> isOfSnapshots(events, true);
      case STRONG_SNAPSHOT -> isOfSnapshots(events, true) && isInRealTimeOfSnapshots(events);
      case PREFIX -> isOfSnapshots(events, false);
      case PER_KEY -> isKeyByKey(events);
      case PARALLEL -> holdsIn(events, Level.PSI, sessionOrder);
      case CAUSAL -> holdsIn(events, Level.CAUSAL, sessionOrder);
      case ATOMIC -> holdsIn(events, Level.RA, sessionOrder);
      case MONOTONIC -> holdsIn(events, Level.RC, sessionOrder);
      case COMMITTED -> holdsIn(events, Level.PL2, false);
      case COMMITTED_IN_SESSIONS -> holdsIn(events, Level.PL2, sessionOrder);
    };
  }

  private boolean holdsIn(int[] order, Level level, boolean withSessions) {
    return isOfEverybody(order)
        && CommitOrders.holdsIn(order, draft, level, withSessions, versions);
  }

  private boolean isSerial(int[] order, boolean withSessions) {
    return isOfEverybody(order)
        && follows(split(order), withSessions)
        && ReplayOracle.explains(split(order), draft, true);
  }

  /** Whoever may not have committed may also have a snapshot and nothing else. */
  private boolean isOfSnapshots(int[] events, boolean keepsUpdates) {
    var snapshots = Arrays.stream(events).filter(event -> event < 0).map(event -> ~event).toArray();
    var commits = Arrays.stream(events).filter(event -> event >= 0).toArray();
    return isOfEverybody(snapshots)
        && isOfEverybody(commits)
        && Arrays.stream(commits)
            .allMatch(t -> at(events, ~t) >= 0 && at(events, ~t) < at(events, t))
        && follows(events, true)
        && ReplayOracle.explains(events, draft, keepsUpdates);
  }

  private static int[] split(int[] order) {
    return Arrays.stream(order).flatMap(t -> IntStream.of(~t, t)).toArray();
  }

  private static int at(int[] events, int event) {
    for (var i = 0; i < events.length; i++) {
      if (events[i] == event) {
        return i;
      }
    }
    return -1;
  }

  private boolean isOfEverybody(int[] order) {
    return isOfEverybody(order, true);
  }

  /**
   * Everybody who committed once, nobody who aborted, and nobody twice.
   *
   * @param withEmpty whether also those that do nothing must be there
   */
  private boolean isOfEverybody(int[] order, boolean withEmpty) {
    var times = new int[draft.size()];
    for (var t : order) {
      if (t < 0 || t >= draft.size() || ++times[t] > 1) {
        return false;
      }
    }
    for (var t = 0; t < draft.size(); t++) {
      var txn = draft.txns().get(t);
      if (times[t] > 0 && txn.status() == Status.ABORTED
          || times[t] == 0
              && txn.status() == Status.COMMITTED
              && (withEmpty || !txn.ops().isEmpty())) {
        return false;
      }
    }
    return true;
  }

  /** Each snapshot after what its session did before; versions come as they are numbered. */
  private boolean follows(int[] events, boolean withSessions) {
    for (var i = 0; i < events.length; i++) {
      for (var j = i + 1; j < events.length; j++) {
        var isLate =
            withSessions
                && sessionOrder
                && events[i] < 0
                && events[j] >= 0
                && draft.sessionOrder(events[j], ~events[i]);
        if (isLate || events[i] >= 0 && events[j] >= 0 && isNumberedAfter(events[i], events[j])) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean isNumberedAfter(int t, int s) {
    for (var key = 0; key < draft.keyCount() && versions != null; key++) {
      if (draft.txns().get(t).writes(key)
          && draft.txns().get(s).writes(key)
          && versions[t][key] > versions[s][key]) {
        return true;
      }
    }
    return false;
  }

  private boolean isInRealTime(int[] order) {
    for (var i = 0; i < order.length; i++) {
      for (var j = i + 1; j < order.length; j++) {
        if (draft.realTimeOrder(order[j], order[i])) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean isInRealTimeOfKeys(int[] order) {
    for (var i = 0; i < order.length; i++) {
      for (var j = i + 1; j < order.length; j++) {
        if (draft.realTimeOrder(order[j], order[i]) && shareAKey(order[j], order[i])) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean shareAKey(int t, int s) {
    return draft.txns().get(t).ops().stream()
        .anyMatch(op -> draft.txns().get(s).ops().stream().anyMatch(o -> o.key() == op.key()));
  }

  private boolean isInRealTimeOfSnapshots(int[] events) {
    for (var i = 0; i < events.length; i++) {
      for (var j = i + 1; j < events.length; j++) {
        if (events[i] < 0 && events[j] >= 0 && draft.realTimeOrder(events[j], ~events[i])) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean isKeyByKey(int[] events) {
    var order = Arrays.stream(events).filter(event -> event >= 0).toArray();
    var keys = Arrays.stream(events).filter(event -> event < 0).map(event -> ~event).toArray();
    if (!isOfEverybody(order, false)
        || Arrays.stream(keys).distinct().count() < keys.length
        || Arrays.stream(keys).anyMatch(key -> key >= draft.keyCount())
        || events.length > 0 && events[0] >= 0
        || !follows(split(order), false)
        || !ReplayOracle.explains(split(order), draft, true)) {
      return false;
    }
    for (var key : keys) {
      var from = at(events, ~key) + 1;
      var to = from;
      while (to < events.length && events[to] >= 0) {
        var ops = draft.txns().get(events[to++]).ops();
        if (ops.stream().anyMatch(op -> op.key() != key)) {
          return false;
        }
      }
      if (!isInRealTime(Arrays.copyOfRange(events, from, to))) {
        return false;
      }
    }
    return true;
  }
}
