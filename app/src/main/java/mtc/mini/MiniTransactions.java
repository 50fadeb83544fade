package mtc.mini;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mtc.check.KnownVersions;
import mtc.history.History;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.mini.Refusals.Obstacle;
import mtc.verdict.Anomaly;

/**
 * The door of this package: a history as an MT history.
 *
 * <p>Each transaction keeps what it read of others and what it left to them. A write gets the read
 * of the version that it must come right after, where it has none: that of an append the lists
 * tell, that of a key's only blind write is the last version of ⊥'s chain. So all edges of the
 * graph are those of the original, which is why the verdicts are. The document conversion.md has
 * the proofs.
 */
public final class MiniTransactions {
  private static final int MOST_READS = 2;
  private static final int MOST_WRITES = 2;

  private final History history;
  private final KnownVersions order;
  private final InitialTransactions initial;
  private final Refusals refusals;
  private final Changes changes = new Changes();
  private final MiniHistory mini;

  /** By key: the transaction, + 1, that has read it, and the one that has written it. */
  private final int[] readBy;

  private final int[] writtenBy;

  /** By key: the operation by which that transaction read it; NONE if it did not by itself. */
  private final int[] readIn;

  private int reads;
  private int writes;

  private MiniTransactions(History history, KnownVersions order) {
    this.history = history;
    this.order = order;
    this.initial = new InitialTransactions(history, order);
    this.refusals = new Refusals(order);
    this.readBy = new int[history.keyCount()];
    this.writtenBy = new int[history.keyCount()];
    this.readIn = new int[history.keyCount()];
    this.mini = new MiniHistory(history, order, initial);
  }

  /** Converts a history, or says why that cannot be done exactly. */
  public static Outcome of(History history) {
    var order = new KnownVersions(history);
    var anomalies = order.readAnomalies();
    if (!anomalies.isEmpty()) {
      return violated(anomalies);
    }
    return new MiniTransactions(history, order).convert();
  }

  /** An MT history has no place for most of these, and the others would have to be made up. */
  private static Outcome violated(List<Anomaly> anomalies) {
    var reasons = new ArrayList<Outcome.Reason>();
    for (var anomaly : anomalies) {
      var example = anomaly.examples().getFirst();
      reasons.add(
          new Outcome.Reason(
              anomaly.count(),
              "reads of the kind " + anomaly.kind().paperName() + ", which would be hidden",
              example.transactions()[0],
              example.operation()));
    }
    return new Outcome.Refused(reasons);
  }

  private Outcome convert() {
    refusals.addAll(Obstacle.AMBIGUOUS_READ, order.ambiguousReads());
    refusals.addAll(Obstacle.FAILED_COMPARISON, order.failedComparisons());
    refuseRepeatedValues();
    refuseInitialValues();
    refuseMisplaced();
    changes.initial = initial.count();
    for (var t = 0; t < history.transactionCount(); t++) {
      transaction(t);
    }
    var reasons = refusals.reasons();
    if (!reasons.isEmpty()) {
      return new Outcome.Refused(reasons);
    }
    var steps = changes.sentences();
    if (mini.renaming() != null) {
      steps.add(mini.renaming());
    }
    return new Outcome.Converted(mini.build(), steps);
  }

  private boolean isKept(int transaction) {
    return order.takesPart(transaction) && !initial.contains(transaction);
  }

  // What would not come out right, whatever the transactions look like.

  /** Values that only indeterminate transactions that are left out repeat are unique again. */
  private void refuseRepeatedValues() {
    var count = 0;
    var repeated = new long[16];
    for (var op = 0; op < history.operationCount(); op++) {
      if (order.isRepeated(op) && order.isExternal(op) && isKept(order.transaction(op))) {
        if (count == repeated.length) {
          repeated = Arrays.copyOf(repeated, count * 2);
        }
        repeated[count++] = history.keyAndValue(op);
      }
    }
    Arrays.sort(repeated, 0, count);
    for (var op = 0; count > 1 && op < history.operationCount(); op++) {
      if (order.isRepeated(op) && order.isExternal(op) && isKept(order.transaction(op))) {
        var at = Arrays.binarySearch(repeated, 0, count, history.keyAndValue(op));
        var isSame =
            at > 0 && repeated[at - 1] == repeated[at]
                || at + 1 < count && repeated[at + 1] == repeated[at];
        if (isSame) {
          refusals.addOperation(Obstacle.REPEATED_VALUE, op);
        }
      }
    }
  }

  private void refuseInitialValues() {
    if (!mini.callsInitialVersionNil()) {
      return;
    }
    for (var op = 0; op < history.operationCount(); op++) {
      if (History.isWrite(history.kind(op))
          && history.value(op) == Scalars.NIL
          && order.isExternal(op)
          && isKept(order.transaction(op))) {
        refusals.addOperation(Obstacle.INITIAL_VALUE, op);
      }
    }
  }

  /**
   * An indeterminate transaction comes after those of its session, and nothing after it, which as a
   * committed one it can only say if it is the last. One without effect is left out: it orders
   * nothing that is not ordered without it, unless session and real time place it differently.
   */
  private void refuseMisplaced() {
    var goesOn = new boolean[history.sessionCount()];
    var firstStart = new long[history.sessionCount()];
    Arrays.fill(firstStart, History.NEVER);
    for (var t = history.transactionCount() - 1; t >= 0; t--) {
      var session = history.session(t);
      if (session == History.NO_SESSION || !order.takesPart(t)) {
        continue;
      }
      if (!history.isCommitted(t) && goesOn[session]) {
        refusals.addTransaction(Obstacle.SESSION_GOES_ON, t);
      }
      goesOn[session] = true;
      if (history.hasRealTime()) {
        if (history.start(t) > firstStart[session] && isIdle(t)) {
          refusals.addTransaction(Obstacle.ORDERING_IDLE, t);
        }
        firstStart[session] = Math.min(firstStart[session], history.start(t));
      }
    }
    if (history.hasRealTime()) {
      refuseIdleBeforeEnds();
    }
  }

  private void refuseIdleBeforeEnds() {
    var lastEnd = new long[history.sessionCount()];
    Arrays.fill(lastEnd, Long.MIN_VALUE);
    for (var t = 0; t < history.transactionCount(); t++) {
      var session = history.session(t);
      if (session != History.NO_SESSION && history.isCommitted(t)) {
        if (history.end(t) < lastEnd[session] && isIdle(t)) {
          refusals.addTransaction(Obstacle.ORDERING_IDLE, t);
        }
        lastEnd[session] = Math.max(lastEnd[session], history.end(t));
      }
    }
  }

  /** Whether a transaction tells nothing to others and nothing of them. */
  private boolean isIdle(int t) {
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      if (order.isExternal(op)) {
        return false;
      }
    }
    return true;
  }

  // The transactions.

  private void transaction(int t) {
    if (!isKept(t)) {
      if (history.status(t) == Status.ABORTED) {
        changes.aborted++;
      } else if (history.status(t) == Status.INDETERMINATE) {
        changes.unobserved++;
      }
      return;
    }
    if (isIdle(t)) {
      changes.idle++;
      return;
    }
    changes.observed += history.isCommitted(t) ? 0 : 1;
    mini.begin(t);
    reads = 0;
    writes = 0;
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      if (!order.isExternal(op)) {
        internal(op);
      } else if (History.isWrite(history.kind(op))) {
        write(t, op);
      } else {
        read(t, op, order.seen(op));
      }
    }
    mini.end();
    if (reads > MOST_READS) {
      refusals.addTransaction(Obstacle.TOO_MANY_READS, t);
    }
    if (writes > MOST_WRITES) {
      refusals.addTransaction(Obstacle.TOO_MANY_WRITES, t);
    }
  }

  /** A list that holds an element once cannot tell which of two appends of it is missing. */
  private void internal(int op) {
    changes.internal++;
    if (history.kind(op) == History.APPEND && order.isWrittenAgain(op)) {
      refusals.addOperation(Obstacle.REPEATED_VALUE, op);
    }
  }

  /** A second read of the key says the same, or the history would have been refused. */
  private void read(int t, int op, int version) {
    var key = history.key(op);
    if (readBy[key] == t + 1) {
      changes.internal++;
      return;
    }
    changes.lists += history.kind(op) == History.READ_LIST ? 1 : 0;
    emitRead(t, key, version, op);
  }

  private void emitRead(int t, int key, int version, int by) {
    readBy[key] = t + 1;
    readIn[key] = by;
    reads++;
    mini.read(key, version);
  }

  private void write(int t, int op) {
    var key = history.key(op);
    if (writtenBy[key] == t + 1) {
      refusals.addOperation(Obstacle.TORN_APPENDS, op);
      return;
    }
    writtenBy[key] = t + 1;
    if (readBy[key] != t + 1) {
      complete(t, op);
    } else if (readIn[key] != KnownVersions.NONE && showsAppend(readIn[key], op)) {
      refusals.addOperation(Obstacle.OWN_FUTURE, readIn[key]);
    }
    changes.appends += history.kind(op) == History.APPEND ? 1 : 0;
    writes++;
    mini.write(op);
  }

  private void complete(int t, int op) {
    var previous = order.predecessor(op);
    if (previous == KnownVersions.OPEN) {
      refusals.addOperation(Obstacle.OPEN_ORDER, op);
      return;
    }
    changes.completed += order.startsChain(op) ? 1 : 0;
    emitRead(t, history.key(op), previous, KnownVersions.NONE);
  }

  /**
   * Whether a list shows an append that its reader makes only later. The list says then that the
   * append came before what was read, and a read-modify-write would say that it came after.
   */
  private boolean showsAppend(int read, int append) {
    if (history.kind(read) != History.READ_LIST || order.seen(read) == order.predecessor(append)) {
      return false;
    }
    var list = history.value(read);
    for (var i = 0; i < history.listSize(list); i++) {
      if (history.listElement(list, i) == history.value(append)) {
        return true;
      }
    }
    return false;
  }
}
