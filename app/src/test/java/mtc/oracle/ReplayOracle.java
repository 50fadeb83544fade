package mtc.oracle;

import java.util.ArrayList;
import java.util.List;
import mtc.history.History;
import mtc.history.Scalars;
import mtc.verdict.Level;

/**
 * Decides without any graph, by replaying transactions on a store. {@code ser} and {@code sser}:
 * some serial order of the transactions, each atomic, gives every read what it saw. {@code si}:
 * some order of snapshots and commits does, where a transaction reads its snapshot and its own
 * writes, and commits only if nobody committed a write to a key of its own since its snapshot.
 *
 * <p>That the relations of {@link Oracle} say the same is a theorem; that both agree on random
 * histories checks the way we state it.
 */
final class ReplayOracle {
  /** The state of a key that nobody has written. */
  private static final List<Integer> INITIAL = List.of();

  private final Draft draft;
  private final Level level;
  private final int n;
  private final int keys;
  private final int[] predecessors;

  private ReplayOracle(Draft draft, Level level, boolean sessionOrder) {
    this.draft = draft;
    this.level = level;
    this.n = draft.size();
    this.keys = draft.keyCount();
    this.predecessors = new int[n];
    for (var t = 0; t < n; t++) {
      for (var s = 0; s < n; s++) {
        if (draft.txns().get(t).mayHaveCommitted()
            && (sessionOrder && draft.sessionOrder(t, s)
                || level == Level.SSER && draft.realTimeOrder(t, s))) {
          predecessors[s] |= 1 << t;
        }
      }
    }
  }

  static boolean holds(Draft draft, Level level, boolean sessionOrder) {
    var oracle = new ReplayOracle(draft, level, sessionOrder);
    var certain = 0;
    var possible = 0;
    for (var t = 0; t < oracle.n; t++) {
      possible |= draft.txns().get(t).mayHaveCommitted() ? 1 << t : 0;
      certain |=
          draft.txns().get(t).mayHaveCommitted() && !draft.txns().get(t).indeterminate()
              ? 1 << t
              : 0;
    }
    var store = new ArrayList<List<Integer>>();
    for (var k = 0; k < oracle.keys; k++) {
      store.add(INITIAL);
    }
    return level == Level.SI
        ? oracle.interleave(certain, possible, 0, 0, new int[oracle.n], store)
        : oracle.serialise(certain, possible, store);
  }

  /**
   * Whether every read sees what it saw if snapshots and commits come in this order.
   *
   * @param events of each transaction first its snapshot, its complement, then itself
   * @param keepsUpdates whether nobody may overwrite what came since its snapshot
   */
  static boolean explains(int[] events, Draft draft, boolean keepsUpdates) {
    var oracle = new ReplayOracle(draft, Level.SI, false);
    var store = new ArrayList<>(java.util.Collections.nCopies(oracle.keys, INITIAL));
    var lost = new int[oracle.n];
    for (var event : events) {
      if (event < 0) {
        lost[~event] = 0;
        if (!oracle.run(~event, new ArrayList<>(store))) {
          return false;
        }
      } else {
        if (keepsUpdates && (lost[event] & oracle.written(event)) != 0) {
          return false;
        }
        oracle.apply(event, store);
        for (var t = 0; t < oracle.n; t++) {
          lost[t] |= oracle.written(event);
        }
      }
    }
    return true;
  }

  /**
   * Whether the ones left can run in some order from here; those that nobody knows of may be left
   * out, and then have no successors that wait for them.
   */
  private boolean serialise(int certainLeft, int left, List<List<Integer>> store) {
    if (certainLeft == 0) {
      return true;
    }
    for (var t = 0; t < n; t++) {
      if ((left >> t & 1) == 0 || (predecessors[t] & left) != 0) {
        continue;
      }
      var after = new ArrayList<>(store);
      var only = ~(1 << t);
      if (run(t, after) && serialise(certainLeft & only, left & only, after)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The same with a snapshot and a commit for each.
   *
   * @param running those that have a snapshot and have not committed
   * @param done those that have committed
   * @param lost by running transaction: the keys written by commits since its snapshot
   */
  private boolean interleave(
      int certain, int notStarted, int running, int done, int[] lost, List<List<Integer>> store) {
    if ((certain & ~done) == 0) {
      return true;
    }
    for (var t = 0; t < n; t++) {
      var bit = 1 << t;
      if ((running & bit) != 0 && (lost[t] & written(t)) == 0) {
        var after = new ArrayList<>(store);
        var losses = lost.clone();
        apply(t, after);
        for (var s = 0; s < n; s++) {
          losses[s] |= (running >> s & 1) != 0 ? written(t) : 0;
        }
        if (interleave(certain, notStarted, running & ~bit, done | bit, losses, after)) {
          return true;
        }
      }
      if ((notStarted & bit) != 0 && (predecessors[t] & ~done) == 0) {
        var losses = lost.clone();
        losses[t] = 0;
        if (run(t, new ArrayList<>(store))
            && interleave(certain, notStarted & ~bit, running | bit, done, losses, store)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Runs the operations on the store; false if a read did not see what it said. */
  private boolean run(int t, List<List<Integer>> store) {
    for (var op : draft.txns().get(t).ops()) {
      var state = store.get(op.key());
      var fits =
          switch (op.kind()) {
            case History.READ -> op.value() == Scalars.UNKNOWN || reads(t, op, state);
            case History.READ_OTHER -> !reads(t, op, state);
            case History.READ_LIST -> op.list().equals(state);
            default -> write(op, store);
          };
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  private boolean reads(int t, Draft.Op op, List<Integer> state) {
    return state.isEmpty()
        ? draft.meansInitial(t, op.key(), op.value())
        : draft.meansWritten(op.value(), state.getFirst());
  }

  private void apply(int t, List<List<Integer>> store) {
    for (var op : draft.txns().get(t).ops()) {
      if (op.writes()) {
        write(op, store);
      }
    }
  }

  private static boolean write(Draft.Op op, List<List<Integer>> store) {
    var state = new ArrayList<Integer>();
    if (op.kind() == History.APPEND) {
      state.addAll(store.get(op.key()));
    }
    state.add(op.value());
    store.set(op.key(), state);
    return true;
  }

  private int written(int t) {
    var written = 0;
    for (var op : draft.txns().get(t).ops()) {
      written |= op.writes() ? 1 << op.key() : 0;
    }
    return written;
  }
}
