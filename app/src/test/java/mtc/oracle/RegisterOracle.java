package mtc.oracle;

import mtc.history.History;
import mtc.history.Scalars;
import mtc.history.Status;

/**
 * Decides {@code lin} by its definition: for every key the operations (each a transaction of one
 * key: a read, a write, a compare-and-set, a failed one) have an order that respects real time and
 * in which each sees what the register holds. An indeterminate operation takes effect at any time
 * after its start, or never.
 */
final class RegisterOracle {
  private static final int INITIAL = Integer.MAX_VALUE;

  private final Draft draft;
  private final int key;

  private RegisterOracle(Draft draft, int key) {
    this.draft = draft;
    this.key = key;
  }

  static boolean holds(Draft draft) {
    for (var key = 0; key < draft.keyCount(); key++) {
      var oracle = new RegisterOracle(draft, key);
      var left = 0;
      for (var t = 0; t < draft.size(); t++) {
        left |= oracle.takesPart(t) ? 1 << t : 0;
      }
      if (!oracle.linearises(left, INITIAL)) {
        return false;
      }
    }
    return true;
  }

  /** Whether every transaction is one operation on one key. */
  static boolean decides(Draft draft) {
    return draft.realTime()
        && !draft.hasLists()
        && draft.txns().stream()
            .allMatch(t -> t.ops().stream().mapToInt(Draft.Op::key).distinct().count() <= 1);
  }

  private boolean takesPart(int t) {
    var txn = draft.txns().get(t);
    return txn.mayHaveCommitted() && !txn.ops().isEmpty() && txn.ops().getFirst().key() == key;
  }

  private boolean linearises(int left, int register) {
    var mustStill = false;
    for (var t = 0; t < draft.size(); t++) {
      mustStill |= isIn(left, t) && draft.txns().get(t).status() == Status.COMMITTED;
    }
    if (!mustStill) {
      return true;
    }
    for (var t = 0; t < draft.size(); t++) {
      if (isIn(left, t) && mayBeNext(t, left)) {
        var after = run(t, register);
        if (after != Scalars.UNKNOWN && linearises(left & ~(1 << t), after)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isIn(int set, int t) {
    return (set >> t & 1) != 0;
  }

  private boolean mayBeNext(int t, int left) {
    for (var s = 0; s < draft.size(); s++) {
      if (isIn(left, s) && draft.realTimeOrder(s, t)) {
        return false;
      }
    }
    return true;
  }

  /**
   * What the register holds afterwards; {@link Scalars#UNKNOWN} if the operation cannot run here.
   */
  private int run(int t, int register) {
    var now = register;
    for (var op : draft.txns().get(t).ops()) {
      if (op.kind() == History.WRITE) {
        now = op.value();
      } else if (op.value() != Scalars.UNKNOWN
          && holds(t, now, op.value()) != (op.kind() == History.READ)) {
        return Scalars.UNKNOWN;
      }
    }
    return now;
  }

  private boolean holds(int t, int register, int value) {
    return register == INITIAL
        ? draft.meansInitial(t, key, value)
        : draft.meansWritten(value, register);
  }
}
