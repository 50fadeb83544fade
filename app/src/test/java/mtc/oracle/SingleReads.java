package mtc.oracle;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import mtc.history.History;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.verdict.AnomalyKind;

/** What is wrong with single reads, straight from the rules. */
final class SingleReads {
  private SingleReads() {}

  /** What is wrong with operation i of transaction t, a read of a register; null if nothing. */
  static AnomalyKind ofRegister(Draft draft, int t, int i) {
    var ops = draft.txns().get(t).ops();
    var op = ops.get(i);
    if (op.kind() == History.READ_OTHER) {
      return ofOther(ops, i);
    }
    if (op.kind() != History.READ || op.value() == Scalars.UNKNOWN) {
      return null;
    }
    var before = ops.subList(0, i);
    var isLaterWrite = writesOf(ops.subList(i, ops.size()), op.key()).contains(op.value());
    var ownWrites = writesOf(before, op.key());
    if (!ownWrites.isEmpty()) {
      if (ownWrites.getLast() == op.value()) {
        return null;
      }
      if (isLaterWrite) {
        return AnomalyKind.FUTURE_READ;
      }
      return ownWrites.contains(op.value())
          ? AnomalyKind.NOT_MY_LAST_WRITE
          : AnomalyKind.NOT_MY_OWN_WRITE;
    }
    for (var earlier : before) {
      if (earlier.kind() == History.READ
          && earlier.key() == op.key()
          && earlier.value() != Scalars.UNKNOWN) {
        if (earlier.value() == op.value()) {
          return null;
        }
        return isLaterWrite ? AnomalyKind.FUTURE_READ : AnomalyKind.NON_REPEATABLE_READS;
      }
    }
    return ofExternalRead(draft, t, op, isLaterWrite);
  }

  /** What a read did not see, its transaction had written last, or read. */
  private static AnomalyKind ofOther(List<Draft.Op> ops, int i) {
    var op = ops.get(i);
    var before = ops.subList(0, i);
    var ownWrites = writesOf(before, op.key());
    if (!ownWrites.isEmpty()) {
      return ownWrites.getLast() == op.value() ? AnomalyKind.NOT_MY_OWN_WRITE : null;
    }
    return before.stream()
            .filter(o -> o.kind() == History.READ && o.key() == op.key() && o.tells())
            .limit(1)
            .anyMatch(o -> o.value() == op.value())
        ? AnomalyKind.NON_REPEATABLE_READS
        : null;
  }

  private static AnomalyKind ofExternalRead(Draft draft, int t, Draft.Op op, boolean isLaterWrite) {
    if (draft.meansInitial(t, op.key(), op.value())) {
      return null;
    }
    var written = false;
    var writtenByOther = false;
    for (var txn : draft.txns()) {
      var writes = writesOf(txn.ops(), op.key());
      if (!writes.contains(op.value())) {
        continue;
      }
      written = true;
      writtenByOther |= txn.mayHaveCommitted();
      if (txn.mayHaveCommitted() && writes.getLast() == op.value() && !isLaterWrite) {
        return null;
      }
    }
    if (isLaterWrite) {
      return AnomalyKind.FUTURE_READ;
    }
    if (!written) {
      return AnomalyKind.THIN_AIR_READ;
    }
    return writtenByOther ? AnomalyKind.INTERMEDIATE_READ : AnomalyKind.ABORTED_READ;
  }

  /** Whether a read of a list has the fault that is said of it. */
  static boolean listHas(AnomalyKind fault, Draft draft, int t, int i) {
    var ops = draft.txns().get(t).ops();
    var op = ops.get(i);
    if (op.writes()) {
      return false;
    }
    var list = op.elements();
    var own = writesOf(ops.subList(0, i), op.key());
    var endsInOwn =
        list.size() >= own.size()
            && list.subList(list.size() - own.size(), list.size()).equals(own);
    return switch (fault) {
      case THIN_AIR_READ -> list.stream().anyMatch(e -> writers(draft, op.key(), e, false) == 0);
      case ABORTED_READ ->
          list.stream()
              .anyMatch(e ->
                  writers(draft, op.key(), e, false) > 0 && writers(draft, op.key(), e, true) == 0);
      case INTERMEDIATE_READ ->
          endsInsideATransaction(draft, t, op) || endsInAnIntermediate(draft, t, op);
      case FUTURE_READ ->
          writesOf(ops.subList(i, ops.size()), op.key()).stream().anyMatch(list::contains);
      case NOT_MY_LAST_WRITE -> !own.isEmpty() && !endsInOwn;
      case NOT_MY_OWN_WRITE -> !own.isEmpty() && (!endsInOwn || differsFromEarlier(ops, i));
      case NON_REPEATABLE_READS -> differsFromEarlier(ops, i);
      case DUPLICATE_ELEMENTS -> new HashSet<>(list).size() < list.size();
      default -> false;
    };
  }

  private static boolean endsInsideATransaction(Draft draft, int t, Draft.Op read) {
    for (var s = 0; s < draft.size(); s++) {
      var appended = writesOf(draft.txns().get(s).ops(), read.key());
      var seen = appended.stream().filter(read.elements()::contains).count();
      if (s != t && draft.txns().get(s).mayHaveCommitted() && seen > 0 && seen < appended.size()) {
        return true;
      }
    }
    return false;
  }

  private static boolean endsInAnIntermediate(Draft draft, int t, Draft.Op read) {
    var others = new ArrayList<>(read.elements());
    others.removeAll(writesOf(draft.txns().get(t).ops(), read.key()));
    for (var s = 0; s < draft.size() && !others.isEmpty(); s++) {
      var appended = writesOf(draft.txns().get(s).ops(), read.key());
      if (s != t
          && draft.txns().get(s).mayHaveCommitted()
          && appended.contains(others.getLast())
          && !appended.getLast().equals(others.getLast())) {
        return true;
      }
    }
    return false;
  }

  private static boolean differsFromEarlier(List<Draft.Op> ops, int i) {
    var key = ops.get(i).key();
    for (var j = 0; j < i; j++) {
      var earlier = ops.get(j);
      if (earlier.tells() && earlier.key() == key) {
        var expected = new ArrayList<>(earlier.elements());
        expected.addAll(writesOf(ops.subList(j, i), key));
        if (!expected.equals(ops.get(i).elements())) {
          return true;
        }
      }
    }
    return false;
  }

  private static long writers(Draft draft, int key, int value, boolean thatMayHaveCommitted) {
    return draft.txns().stream()
        .filter(t -> !thatMayHaveCommitted || t.status() != Status.ABORTED)
        .filter(t -> writesOf(t.ops(), key).contains(value))
        .count();
  }

  static List<Integer> writesOf(List<Draft.Op> ops, int key) {
    return ops.stream().filter(op -> op.writes() && op.key() == key).map(Draft.Op::value).toList();
  }
}
