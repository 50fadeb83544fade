package mtc.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;

/**
 * A small history as plain data, easy to change one piece at a time. Values are codes that are
 * their own meaning: small integers, {@link Scalars#NIL} and {@link Scalars#UNKNOWN}.
 *
 * @param initial the initial value, {@link Scalars#UNKNOWN} for none
 * @param reserved whether it means the initial version whoever else wrote it
 */
record Draft(List<Txn> txns, boolean realTime, int initial, boolean reserved) {
  /** In place of the number of a version, where the log gives it none. */
  static final int UNNUMBERED = Integer.MIN_VALUE;

  /** The number of the initial version of every key. */
  static final int INITIAL_NUMBER = -1;

  /**
   * One operation.
   *
   * @param list null unless it reads a list
   * @param named the number of the version that it read, as far as the log tells
   */
  record Op(byte kind, int key, int value, List<Integer> list, int named) {
    static Op of(byte kind, int key, int value) {
      return new Op(kind, key, value, null, UNNUMBERED);
    }

    static Op readList(int key, List<Integer> list) {
      return new Op(History.READ_LIST, key, 0, List.copyOf(list), UNNUMBERED);
    }

    Op naming(int version) {
      return new Op(kind, key, value, list, version);
    }

    /** Whether it may have read a version of this number, as far as it tells. */
    boolean names(int version) {
      return named == UNNUMBERED || named == version;
    }

    /** What a read of a list saw; Jepsen spells the empty one also as nil. */
    List<Integer> elements() {
      return list == null ? List.of() : list;
    }

    boolean writes() {
      return kind == History.WRITE || kind == History.APPEND;
    }

    /** Whether it is a read that says something of what it saw. */
    boolean tells() {
      return kind == History.READ_LIST
          || kind == History.READ_OTHER
          || kind == History.READ && value != Scalars.UNKNOWN;
    }
  }

  record Txn(int session, Status status, long start, long end, List<Op> ops) {
    Txn with(Status as) {
      return new Txn(session, as, start, as == Status.INDETERMINATE ? History.NEVER : end, ops);
    }

    Txn with(List<Op> others) {
      return new Txn(session, status, start, end, List.copyOf(others));
    }

    Txn in(int otherSession) {
      return new Txn(otherSession, status, start, end, ops);
    }

    boolean mayHaveCommitted() {
      return status != Status.ABORTED;
    }

    boolean indeterminate() {
      return status == Status.INDETERMINATE;
    }

    boolean writes(int key) {
      return ops.stream().anyMatch(op -> op.writes() && op.key() == key);
    }
  }

  int size() {
    return txns.size();
  }

  int keyCount() {
    return txns.stream().flatMap(t -> t.ops().stream()).mapToInt(Op::key).max().orElse(-1) + 1;
  }

  boolean hasLists() {
    return any(op -> op.kind() == History.APPEND || op.kind() == History.READ_LIST);
  }

  boolean isList(int key) {
    return any(
        op -> op.key() == key && (op.kind() == History.APPEND || op.kind() == History.READ_LIST));
  }

  boolean any(Predicate<Op> what) {
    return txns.stream().anyMatch(t -> t.ops().stream().anyMatch(what));
  }

  Draft with(List<Txn> others) {
    return new Draft(List.copyOf(others), realTime, initial, reserved);
  }

  Draft without(int txn) {
    var rest = new ArrayList<>(txns);
    rest.remove(txn);
    return with(rest);
  }

  Draft replacing(int txn, Txn by) {
    var changed = new ArrayList<>(txns);
    changed.set(txn, by);
    return with(changed);
  }

  /** T comes before S in session order; nothing comes after an indeterminate T that way. */
  boolean sessionOrder(int t, int s) {
    var first = txns.get(t);
    return t < s
        && first.session() >= 0
        && first.session() == txns.get(s).session()
        && !first.indeterminate();
  }

  boolean realTimeOrder(int t, int s) {
    return realTime && txns.get(t).end() < txns.get(s).start();
  }

  /**
   * Whether {@code reader}, who read {@code value}, may have read the initial version of {@code
   * key}. A default initial value belongs to the other committed transaction that writes it, if
   * there is one.
   */
  boolean meansInitial(int reader, int key, int value) {
    if (initial == Scalars.UNKNOWN || value != initial) {
      return false;
    }
    for (var t = 0; t < size() && !reserved; t++) {
      if (t != reader
          && txns.get(t).status() == Status.COMMITTED
          && SingleReads.writesOf(txns.get(t).ops(), key).contains(initial)) {
        return false;
      }
    }
    return true;
  }

  /** Whether somebody who read {@code value} may have read the {@code written} one. */
  boolean meansWritten(int value, int written) {
    return value == written && !(reserved && value == initial);
  }

  /** The same with every end later: what real time says if clocks may be off by so much. */
  Draft endingLater(long by) {
    return with(
        txns.stream()
            .map(t -> new Txn(t.session(), t.status(), t.start(), later(t.end(), by), t.ops()))
            .toList());
  }

  private static long later(long end, long by) {
    return end == History.NEVER ? end : end + by;
  }

  /** The history; key i is named by the i-th letter, session s by the number s. */
  History toHistory() {
    return toHistory(null, false);
  }

  /**
   * The same, where the log numbers the versions that transactions wrote.
   *
   * @param versions by transaction and key: a number or {@link #UNNUMBERED}; null for none at all
   * @param byReaders whether those that may not have committed have their numbers only from those
   *     who read them
   */
  History toHistory(int[][] versions, boolean byReaders) {
    var to = new HistoryBuilder("text");
    if (initial != Scalars.UNKNOWN && reserved) {
      to.reservedInitialValue(initial);
    } else if (initial != Scalars.UNKNOWN) {
      to.defaultInitialValue(initial);
    }
    for (var k = 0; k < keyCount(); k++) {
      to.key(to.scalars().text(Scalars.Kind.SYMBOL, HistoryText.keyName(k)));
    }
    for (var i = 0; i < txns.size(); i++) {
      var t = txns.get(i);
      to.begin(t.session() < 0 ? History.NO_SESSION : to.session(t.session()), i, i + 1);
      for (var op : t.ops()) {
        if (op.kind() == History.READ_LIST) {
          to.readList(op.key());
          op.list().forEach(to::element);
        } else {
          to.operation(op.kind(), op.key(), op.value());
        }
        var writer = byReaders && op.kind() == History.READ ? writer(op) : op.writes() ? i : -1;
        if (versions != null
            && writer >= 0
            && versions[writer][op.key()] != UNNUMBERED
            && !(byReaders && writer == i && t.indeterminate())) {
          to.version(versions[writer][op.key()]);
        } else if (op.named() != UNNUMBERED) {
          to.version(op.named());
        }
      }
      if (realTime) {
        to.realTime(t.start(), t.end());
        to.clock(t.start(), t.end());
      }
      to.end(t.status());
    }
    return to.build();
  }

  /** Who wrote what an operation read; -1 if nobody did. */
  private int writer(Op read) {
    var writer = -1;
    for (var t = 0; t < size(); t++) {
      // Of one that aborted it read only what nobody else wrote.
      if ((writer < 0 || txns.get(t).status() != Status.ABORTED)
          && SingleReads.writesOf(txns.get(t).ops(), read.key()).contains(read.value())) {
        writer = t;
      }
    }
    return writer;
  }

  static Draft of(History h) {
    var txns = new ArrayList<Txn>();
    for (var t = 0; t < h.transactionCount(); t++) {
      var ops = new ArrayList<Op>();
      for (var o = h.firstOperation(t); o < h.endOperation(t); o++) {
        ops.add(operation(h, o));
      }
      var start = h.hasRealTime() ? h.start(t) : 0;
      var end = h.hasRealTime() ? h.end(t) : History.NEVER;
      var session = h.session(t) == History.NO_SESSION ? -1 : h.sessionName(h.session(t));
      txns.add(new Txn(session, h.status(t), start, end, List.copyOf(ops)));
    }
    return new Draft(
        List.copyOf(txns), h.hasRealTime(), h.initialValue(), h.initialValueIsReserved());
  }

  private static Op operation(History h, int o) {
    if (h.kind(o) != History.READ_LIST) {
      return Op.of(h.kind(o), h.key(o), h.value(o));
    }
    var list = new ArrayList<Integer>();
    for (var i = 0; i < h.listSize(h.value(o)); i++) {
      list.add(h.listElement(h.value(o), i));
    }
    return Op.readList(h.key(o), list);
  }
}
