package mtc.mini;

import mtc.check.KnownVersions;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;

/**
 * The history that a conversion writes. Transactions keep their sessions, ids, places and times.
 *
 * <p>One that is indeterminate, and must have committed, is committed here. It never ended, so it
 * comes before nothing in real time: here it ends after everything else, which says the same.
 */
final class MiniHistory {
  private final History history;
  private final KnownVersions order;
  private final InitialTransactions initial;
  private final Scalars scalars;
  private final HistoryBuilder builder;
  private final int initialValue;

  /** By key of the original: its number here + 1, or 0. */
  private final int[] keys;

  private final long afterAll;
  private final long clockAfterAll;
  private boolean readsInitial;
  private String file;

  MiniHistory(History history, KnownVersions order, InitialTransactions initial) {
    this.history = history;
    this.order = order;
    this.initial = initial;
    this.scalars = history.scalars();
    this.builder = new HistoryBuilder(history.format());
    this.keys = new int[history.keyCount()];
    this.initialValue = nameInitialVersion();
    this.afterAll = history.hasRealTime() ? History.later(lastPosition(), 1) : 0;
    this.clockAfterAll = history.hasClock() ? lastClock() : 0;
    builder.positionUnit(history.positionUnit());
    if (!history.hasRealTime()) {
      builder.withoutRealTime(history.withoutRealTime());
    }
    for (var note : history.notes()) {
      builder.note(note);
    }
  }

  /** Whether a write of nil would look like the initial version. */
  boolean callsInitialVersionNil() {
    return initialValue == Scalars.NIL;
  }

  /** What the initial version is called instead, in a sentence; null if it keeps its name. */
  String renaming() {
    if (!readsInitial || initialValue == history.initialValue() && !history.hasOwnInitialValues()) {
      return null;
    }
    if (history.hasOwnInitialValues()) {
      return "the initial version is nil, whatever the keys hold at first";
    }
    return history.initialValue() == Scalars.UNKNOWN
        ? "the initial version, for which the log has no name, is nil"
        : "the initial version is nil, because a transaction writes "
            + scalars.render(history.initialValue());
  }

  /** Where a log has no name for the initial version, or some transaction wrote it, it is nil. */
  private int nameInitialVersion() {
    var name = history.initialValue();
    if (history.hasOwnInitialValues()
        || name == Scalars.UNKNOWN
        || name == Scalars.NIL
        || isWritten(name)) {
      builder.reservedInitialValue(Scalars.NIL);
      return Scalars.NIL;
    }
    var copy = copy(name);
    if (history.initialValueIsReserved()) {
      builder.reservedInitialValue(copy);
    } else {
      builder.defaultInitialValue(copy);
    }
    return name;
  }

  private boolean isWritten(int value) {
    for (var op = 0; op < history.operationCount(); op++) {
      if (history.value(op) == value && History.isWrite(history.kind(op)) && order.isExternal(op)) {
        var t = order.transaction(op);
        if (order.takesPart(t) && !initial.contains(t)) {
          return true;
        }
      }
    }
    return false;
  }

  private long lastPosition() {
    var last = Long.MIN_VALUE;
    for (var t = 0; t < history.transactionCount(); t++) {
      last = Math.max(last, history.start(t));
      if (history.end(t) != History.NEVER) {
        last = Math.max(last, history.end(t));
      }
    }
    return last;
  }

  private long lastClock() {
    var last = Long.MIN_VALUE;
    for (var t = 0; t < history.transactionCount(); t++) {
      last = Math.max(last, history.startNanos(t));
      if (history.endNanos(t) != History.NEVER) {
        last = Math.max(last, history.endNanos(t));
      }
    }
    return last;
  }

  void begin(int t) {
    if (history.file(t) != null && !history.file(t).equals(file)) {
      file = history.file(t);
      builder.file(file);
    }
    var session = history.session(t);
    builder.begin(
        session == History.NO_SESSION
            ? History.NO_SESSION
            : builder.session(copy(history.sessionName(session))),
        history.id(t),
        history.position(t));
    if (history.hasRealTime()) {
      builder.realTime(history.start(t), history.isCommitted(t) ? history.end(t) : afterAll);
    }
    if (history.hasClock()) {
      builder.clock(
          history.startNanos(t), history.isCommitted(t) ? history.endNanos(t) : clockAfterAll);
    }
  }

  void read(int key, int version) {
    var isInitial =
        version == KnownVersions.INITIAL || initial.contains(order.transaction(version));
    readsInitial |= isInitial;
    builder.operation(
        History.READ, key(key), copy(isInitial ? initialValue : history.value(version)));
  }

  void write(int version) {
    builder.operation(History.WRITE, key(history.key(version)), copy(history.value(version)));
  }

  void end() {
    builder.end(Status.COMMITTED);
  }

  History build() {
    return builder.build();
  }

  private int key(int key) {
    if (keys[key] == 0) {
      keys[key] = builder.key(copy(history.keyName(key))) + 1;
    }
    return keys[key] - 1;
  }

  private int copy(int scalar) {
    return builder.scalars().adopt(scalars, scalar);
  }
}
