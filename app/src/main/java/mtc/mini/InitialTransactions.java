package mtc.mini;

import java.util.Arrays;
import mtc.check.KnownVersions;
import mtc.history.History;
import mtc.history.Scalars;

/**
 * Finds the transactions of a log that only spell out ⊥: each is the first of its session and does
 * nothing but write the initial value to keys whose first version that is.
 *
 * <p>Nothing leads to such a transaction: it has no reads, so no WR; ⊥ is all that comes before its
 * versions, and nobody read that, so no WW and no RW; it is the first of its session, so no SO; and
 * it is taken only if nothing ended before it started, so no RT but among themselves, which is no
 * cycle. What nothing leads to is on no cycle: with ⊥ in its place every verdict is the same.
 */
final class InitialTransactions {
  private final History history;
  private final KnownVersions order;
  private final boolean[] isInitial;
  private int count;

  InitialTransactions(History history, KnownVersions order) {
    this.history = history;
    this.order = order;
    this.isInitial = new boolean[history.transactionCount()];
    if (history.initialValue() != Scalars.UNKNOWN && !history.initialValueIsReserved()) {
      findFirstOfSessions();
      if (count > 0 && history.hasRealTime() && anyEndedBefore()) {
        Arrays.fill(isInitial, false);
        count = 0;
      }
    }
  }

  boolean contains(int transaction) {
    return isInitial[transaction];
  }

  int count() {
    return count;
  }

  private void findFirstOfSessions() {
    var begun = new boolean[history.sessionCount()];
    for (var t = 0; t < isInitial.length; t++) {
      if (!order.takesPart(t)) {
        continue;
      }
      var session = history.session(t);
      var isFirst = session == History.NO_SESSION || !begun[session];
      if (session != History.NO_SESSION) {
        begun[session] = true;
      }
      if (isFirst && history.isCommitted(t) && writesOnlyInitialVersions(t)) {
        isInitial[t] = true;
        count++;
      }
    }
  }

  private boolean writesOnlyInitialVersions(int t) {
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      if (history.kind(op) != History.WRITE
          || history.value(op) != history.initialValue(history.key(op))
          || !order.startsChain(op)
          || order.predecessor(op) != KnownVersions.INITIAL) {
        return false;
      }
    }
    return history.firstOperation(t) < history.endOperation(t);
  }

  private boolean anyEndedBefore() {
    var firstEnd = History.NEVER;
    for (var t = 0; t < isInitial.length; t++) {
      if (!isInitial[t] && history.isCommitted(t)) {
        firstEnd = Math.min(firstEnd, history.end(t));
      }
    }
    for (var t = 0; t < isInitial.length; t++) {
      if (isInitial[t] && firstEnd < history.start(t)) {
        return true;
      }
    }
    return false;
  }
}
