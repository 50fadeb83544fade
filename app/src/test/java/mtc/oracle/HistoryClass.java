package mtc.oracle;

import java.util.HashSet;
import java.util.List;
import mtc.history.History;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.verdict.Level;

/** Which histories must be decided: those whose version order follows from their reads. */
final class HistoryClass {
  private HistoryClass() {}

  /** Whether the definitions leave the checker a way out. */
  static boolean mayStayOpen(Draft draft, Level level) {
    if (!hasUniqueValues(draft) || hasFailedComparisons(draft)) {
      return true;
    }
    if (level == Level.LIN) {
      return false;
    }
    for (var key = 0; key < draft.keyCount(); key++) {
      if (chainsBesideTheInitialOne(draft, key) > 1) {
        return true;
      }
    }
    return false;
  }

  static boolean hasFailedComparisons(Draft draft) {
    return draft.any(op -> op.kind() == History.READ_OTHER);
  }

  /** No key is given a value twice, but by transactions of which at most one may have committed. */
  static boolean hasUniqueValues(Draft draft) {
    for (var key = 0; key < draft.keyCount(); key++) {
      var values = new HashSet<Integer>();
      for (var txn : draft.txns()) {
        for (var value : SingleReads.writesOf(txn.ops(), key)) {
          var isCommittedFirst =
              value == draft.initial()
                  && !draft.reserved()
                  && txn.status() == Status.COMMITTED
                  && !txn.ops().contains(Draft.Op.of(History.READ, key, value));
          if (txn.mayHaveCommitted()
              && (!values.add(value) || value == draft.initial() && !isCommittedFirst)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private static int chainsBesideTheInitialOne(Draft draft, int key) {
    var chains = 0;
    for (var txn : draft.txns()) {
      var writes = SingleReads.writesOf(txn.ops(), key);
      if (!writes.isEmpty() && txn.mayHaveCommitted() && startsChain(draft, txn, key, writes)) {
        chains++;
      }
    }
    return chains;
  }

  private static boolean startsChain(Draft draft, Draft.Txn txn, int key, List<Integer> writes) {
    var isSeen = isSeen(draft, key, writes);
    if (txn.indeterminate() && !isSeenAnywhere(draft, txn)) {
      return false;
    }
    return draft.isList(key) ? !isSeen : txn.indeterminate() || !readsBeforeWriting(txn, key);
  }

  private static boolean isSeenAnywhere(Draft draft, Draft.Txn txn) {
    for (var key = 0; key < draft.keyCount(); key++) {
      if (isSeen(draft, key, SingleReads.writesOf(txn.ops(), key))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isSeen(Draft draft, int key, List<Integer> writes) {
    return draft.txns().stream()
        .filter(Draft.Txn::mayHaveCommitted)
        .flatMap(t -> t.ops().stream())
        .anyMatch(op -> op.key() == key && op.tells() && sees(op, writes));
  }

  private static boolean sees(Draft.Op read, List<Integer> writes) {
    return read.list() == null
        ? writes.contains(read.value())
        : writes.stream().anyMatch(read.list()::contains);
  }

  private static boolean readsBeforeWriting(Draft.Txn txn, int key) {
    for (var op : txn.ops()) {
      if (op.key() == key) {
        return op.kind() == History.READ && op.value() != Scalars.UNKNOWN;
      }
    }
    return false;
  }
}
