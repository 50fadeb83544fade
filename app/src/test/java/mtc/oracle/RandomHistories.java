package mtc.oracle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import mtc.history.History;
import mtc.history.Scalars;
import mtc.history.Status;

/**
 * Random small histories: a store is simulated at some isolation level with interleaved sessions,
 * and then what was read may be tampered with, from one read (which makes about half of the
 * histories invalid, often barely so) to all of them (which is complete chance).
 */
final class RandomHistories {
  /** What the transactions of a history look like. */
  enum Kind {
    /** Mini-transactions. */
    MINI,
    /** Read-modify-writes of any size, with reads of own writes and intermediate writes. */
    READ_MODIFY_WRITE,
    /** Read-modify-writes, and at most one blind writer per key. */
    SINGLE_BLIND,
    /** Reads and writes in any order. */
    BLIND,
    /** The same with few values, so that they repeat. */
    REPEATED,
    LISTS,
    /** The same with few elements, so that they are appended again. */
    REPEATED_LISTS,
    /** Compare-and-set from the first version on, and reads: lightweight transactions. */
    LIGHTWEIGHT,
    /** Reads, writes and compare-and-set, all values different. */
    UNIQUE_REGISTERS,
    /** The same where a failed compare-and-set tells that it saw another value. */
    OTHER_REGISTERS,
    /** The same with few values. */
    REPEATED_REGISTERS,
    /** Reads and writes in any order, where some reads tell only what they did not see. */
    PREDICATES;

    boolean isOfLists() {
      return this == LISTS || this == REPEATED_LISTS;
    }

    boolean isRegister() {
      return ordinal() >= LIGHTWEIGHT.ordinal() && this != PREDICATES;
    }
  }

  private enum Isolation {
    SERIAL,
    STALE_SERIAL,
    SNAPSHOT,
    STALE_SNAPSHOT,
    READ_COMMITTED,
    READ_UNCOMMITTED,
    /** Each read sees some version, old or new. */
    ANY_VERSION
  }

  private static final int THIN_AIR = 77;
  private static final byte CAS = 9;

  /** A brute force tries all that such reads may have seen together. */
  private static final int MOST_OTHERS = 4;

  private static final int MOST_OTHERS_OF_ALL = 7;

  private final SplittableRandom random;
  private final Kind kind;

  /** Whether it aims at histories that separate the levels: snapshots, overlaps, stale reads. */
  private final boolean skewed;

  private final int count;
  private final int keys;
  private final boolean realTime;
  private final boolean withSessions;
  private final boolean indeterminateReadsKnown;
  private final double aborts;
  private final double indeterminates;
  private final Isolation isolation;
  private final int initial;
  private final boolean reserved;
  private final boolean explicitInitial;
  private final boolean[] keyHasBlindWriter;

  /** The key of a history of lists that holds a register all the same. */
  private final int onlyRegister;

  private final List<Draft.Txn> log = new ArrayList<>();
  private final List<List<List<Integer>>> versions = new ArrayList<>();
  private final List<int[]> lastWrites = new ArrayList<>();
  private final List<Session> late = new ArrayList<>();
  private int nextValue = 1;
  private long clock;

  /** A transaction on its way in a session, or the next one's session. */
  private static final class Session {
    final int name;
    int left;
    int seen;
    boolean open;
    boolean ran;
    int at;
    int snapshot;
    long start;
    List<Draft.Op> program;
    List<Draft.Op> told;
    List<List<Integer>> own;
    boolean failed;

    Session(int name) {
      this.name = name;
    }
  }

  private RandomHistories(Kind kind, long seed, int maxTransactions, int manyKeys) {
    this.random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + kind.ordinal());
    this.kind = kind;
    this.skewed = random.nextInt(5) < 2;
    this.count =
        2 + Math.max(random.nextInt(maxTransactions - 1), random.nextInt(maxTransactions - 1));
    var fewKeys =
        kind.isRegister() ? 1 + random.nextInt(6) / 5 : (skewed ? 2 : 1 + random.nextInt(3));
    this.keys = manyKeys > 0 ? manyKeys : fewKeys;
    this.realTime = kind.isRegister() || random.nextInt(skewed ? 8 : 3) > 0;
    this.withSessions = random.nextInt(5) > 0;
    // No log tells the lists that a transaction of unknown outcome read.
    this.indeterminateReadsKnown = kind.isRegister() || random.nextInt(6) == 0 && !kind.isOfLists();
    this.aborts = random.nextInt(3) == 0 ? 0.25 : 0;
    this.indeterminates = random.nextInt(3) == 0 ? 0.3 : 0;
    this.isolation = anyIsolation();
    var initialMode = kind.isOfLists() ? 1 : random.nextInt(5);
    this.initial =
        switch (initialMode) {
          case 1 -> Scalars.NIL;
          case 3 -> Scalars.UNKNOWN;
          default -> 0;
        };
    this.reserved = initialMode == 1;
    this.explicitInitial = initialMode == 2 || initialMode == 3;
    this.keyHasBlindWriter = new boolean[keys];
    this.onlyRegister = random.nextInt(4) == 0 ? keys - 1 : -1;
  }

  private Isolation anyIsolation() {
    if (kind.isRegister()) {
      return skewed ? Isolation.STALE_SERIAL : Isolation.SERIAL;
    }
    var all = Isolation.values();
    // The first is the one that separates nothing, the last two separate nothing from nothing.
    return skewed ? all[1 + random.nextInt(3)] : all[random.nextInt(all.length)];
  }

  static Draft next(Kind kind, long seed, int maxTransactions) {
    return next(kind, seed, maxTransactions, 0);
  }

  /** The same on so many keys that most transactions have little to do with each other. */
  static Draft next(Kind kind, long seed, int maxTransactions, int keys) {
    var question = List.of(kind, seed, maxTransactions, keys);
    return Remembered.of(question, () -> draw(kind, seed, maxTransactions, keys));
  }

  private static Draft draw(Kind kind, long seed, int maxTransactions, int keys) {
    var histories = new RandomHistories(kind, seed, maxTransactions, keys);
    var draft = histories.tamper(histories.simulate());
    return kind == Kind.PREDICATES ? histories.toldByOthers(draft) : draft;
  }

  // The simulated store.

  private Draft simulate() {
    var empty = new ArrayList<List<Integer>>();
    for (var k = 0; k < keys; k++) {
      empty.add(List.of());
    }
    versions.add(empty);
    lastWrites.add(new int[keys]);
    if (explicitInitial) {
      writeInitial();
    }
    var sessions = new ArrayList<Session>();
    var sessionCount = (skewed ? 2 : 1) + random.nextInt(4);
    for (var s = 0; s < sessionCount; s++) {
      sessions.add(new Session(s));
    }
    for (var t = log.size(); t < count; t++) {
      sessions.get(random.nextInt(sessionCount)).left++;
    }
    sessions.removeIf(s -> s.left == 0);
    while (!sessions.isEmpty()) {
      var session = sessions.get(random.nextInt(sessions.size()));
      step(session);
      if (!session.open && session.left == 0) {
        sessions.remove(session);
      }
      if (!late.isEmpty() && random.nextInt(3) == 0) {
        takeEffectLate(late.removeFirst());
      }
    }
    return new Draft(List.copyOf(log), realTime, initial, reserved);
  }

  private void writeInitial() {
    var first = new Session(History.NO_SESSION);
    first.program = new ArrayList<>();
    first.told = new ArrayList<>();
    for (var k = 0; k < keys; k++) {
      first.told.add(Draft.Op.of(History.WRITE, k, 0));
    }
    // Blind writers of every key: in a single-blind history they are the only ones.
    java.util.Arrays.fill(keyHasBlindWriter, true);
    commit(first);
    log.add(new Draft.Txn(History.NO_SESSION, Status.COMMITTED, ++clock, ++clock, first.told));
  }

  private void step(Session s) {
    if (!s.open) {
      begin(s);
    } else if (isAtomic() && !s.ran) {
      runAtOnce(s);
    } else if (!isAtomic() && s.at < s.program.size()) {
      tell(s, s.program.get(s.at++), view(s));
    } else {
      end(s);
    }
  }

  private boolean isAtomic() {
    return isolation == Isolation.SERIAL || isolation == Isolation.STALE_SERIAL;
  }

  private int latest() {
    return versions.size() - 1;
  }

  private void begin(Session s) {
    s.open = true;
    s.ran = false;
    s.failed = false;
    s.at = 0;
    s.left--;
    s.start = ++clock;
    s.program = program();
    s.told = new ArrayList<>();
    s.snapshot =
        isolation == Isolation.STALE_SNAPSHOT
            ? s.seen + random.nextInt(latest() - s.seen + 1)
            : latest();
    s.own = new ArrayList<>(Collections.nCopies(keys, null));
  }

  private void runAtOnce(Session s) {
    s.ran = true;
    var onlyReads = s.program.stream().noneMatch(op -> op.writes() || op.kind() == CAS);
    s.snapshot =
        isolation == Isolation.STALE_SERIAL && onlyReads
            ? s.seen
                + Math.min(
                    random.nextInt(latest() - s.seen + 1), random.nextInt(latest() - s.seen + 1))
            : latest();
    s.program.forEach(op -> tell(s, op, versions.get(s.snapshot)));
  }

  private List<List<Integer>> view(Session s) {
    return switch (isolation) {
      case SNAPSHOT, STALE_SNAPSHOT -> versions.get(s.snapshot);
      case ANY_VERSION -> versions.get(random.nextInt(versions.size()));
      default -> versions.get(latest());
    };
  }

  /** Runs one operation of the program and notes what it did and saw. */
  private void tell(Session s, Draft.Op op, List<List<Integer>> view) {
    var k = op.key();
    var state = s.own.get(k) != null ? s.own.get(k) : view.get(k);
    switch (op.kind()) {
      case History.READ -> s.told.add(Draft.Op.of(History.READ, k, value(state)));
      case History.READ_LIST ->
          s.told.add(
              state.isEmpty() && random.nextBoolean()
                  ? Draft.Op.of(History.READ, k, initial)
                  : Draft.Op.readList(k, state));
      case CAS -> {
        s.failed = value(state) != op.value();
        s.told.add(Draft.Op.of(History.READ, k, op.value()));
        write(s, Draft.Op.of(History.WRITE, k, freshValue()), state);
      }
      default -> write(s, op, state);
    }
  }

  private void write(Session s, Draft.Op op, List<Integer> state) {
    var next = new ArrayList<Integer>(op.kind() == History.APPEND ? state : List.of());
    next.add(op.value());
    s.own.set(op.key(), next);
    s.told.add(op);
    if (isolation == Isolation.READ_UNCOMMITTED) {
      var dirty = new ArrayList<>(versions.get(latest()));
      dirty.set(op.key(), next);
      versions.set(latest(), dirty);
    }
  }

  private int value(List<Integer> state) {
    return state.isEmpty() ? initial : state.getFirst();
  }

  private void end(Session s) {
    s.open = false;
    var chance = random.nextDouble();
    var status = Status.COMMITTED;
    if (s.failed || conflicts(s)) {
      status = Status.ABORTED;
    } else if (chance < aborts) {
      status = Status.ABORTED;
    } else if (chance < aborts + indeterminates) {
      status = Status.INDETERMINATE;
    }
    if (status == Status.ABORTED && s.failed && kind == Kind.OTHER_REGISTERS) {
      var cas = s.program.getFirst();
      s.told = List.of(Draft.Op.of(History.READ_OTHER, cas.key(), cas.value()));
      status = Status.COMMITTED;
    } else if (status == Status.COMMITTED) {
      commit(s);
    } else if (status == Status.INDETERMINATE) {
      endUnknown(s);
    }
    var end = status == Status.INDETERMINATE ? History.NEVER : ++clock;
    var session = withSessions ? s.name : History.NO_SESSION;
    log.add(new Draft.Txn(session, status, s.start, end, List.copyOf(s.told)));
    s.seen = Math.max(s.seen, s.snapshot);
    if (status == Status.COMMITTED && s.told.stream().anyMatch(Draft.Op::writes)) {
      s.seen = latest();
    }
    if (status == Status.INDETERMINATE && random.nextBoolean()) {
      s.left = 0;
    }
  }

  private boolean conflicts(Session s) {
    if (isolation != Isolation.SNAPSHOT && isolation != Isolation.STALE_SNAPSHOT) {
      return false;
    }
    return s.told.stream()
        .anyMatch(op -> op.writes() && lastWrites.get(latest())[op.key()] > s.snapshot);
  }

  private void endUnknown(Session s) {
    var effect = random.nextInt(3);
    if (effect == 0) {
      commit(s);
    } else if (effect == 1) {
      var ghost = new Session(s.name);
      ghost.told = List.copyOf(s.told);
      late.add(ghost);
    }
    if (!indeterminateReadsKnown) {
      s.told.replaceAll(
          op -> op.writes() ? op : Draft.Op.of(History.READ, op.key(), Scalars.UNKNOWN));
      if (random.nextBoolean()) {
        s.told.removeIf(op -> !op.writes());
      }
    }
  }

  private void takeEffectLate(Session ghost) {
    var store = versions.get(latest());
    var first = ghost.told.getFirst();
    if (first.kind() != History.READ || value(store.get(first.key())) == first.value()) {
      commit(ghost);
    }
  }

  private void commit(Session s) {
    var store = new ArrayList<>(versions.get(latest()));
    var writes = lastWrites.get(latest()).clone();
    var dirty = isolation == Isolation.READ_UNCOMMITTED;
    for (var op : s.told) {
      if (op.writes() && !dirty) {
        var isAppend = op.kind() == History.APPEND;
        var next = new ArrayList<Integer>(isAppend ? store.get(op.key()) : List.of());
        next.add(op.value());
        store.set(op.key(), next);
      }
      writes[op.key()] = op.writes() ? versions.size() : writes[op.key()];
    }
    versions.add(store);
    lastWrites.add(writes);
  }

  // Programs.

  private List<Draft.Op> program() {
    if (skewed && !kind.isRegister() && random.nextInt(4) > 0) {
      return readBothWriteOne();
    }
    return switch (kind) {
      case MINI -> readModifyWrites(1 + random.nextInt(2), false);
      case READ_MODIFY_WRITE -> readModifyWrites(1 + random.nextInt(3), true);
      case SINGLE_BLIND -> oneBlindWriterPerKey();
      case BLIND, REPEATED, PREDICATES -> anyOperations();
      case LISTS, REPEATED_LISTS -> appendsAndReads();
      default -> List.of(registerOperation());
    };
  }

  /** What write skew and long forks are made of. */
  private List<Draft.Op> readBothWriteOne() {
    var ops = new ArrayList<Draft.Op>();
    var first = anyKey();
    for (var k : new int[] {first, (first + 1) % keys}) {
      ops.add(readOf(k));
    }
    if (random.nextInt(isolation == Isolation.STALE_SERIAL ? 2 : 3) > 0) {
      ops.add(writeOf(anyKey()));
    }
    return ops;
  }

  private int anyKey() {
    return random.nextInt(keys);
  }

  private int freshValue() {
    return switch (kind) {
      case PREDICATES -> random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 3 + nextValue++;
      case REPEATED, REPEATED_REGISTERS -> random.nextInt(8) == 0 ? 0 : 1 + random.nextInt(3);
      case REPEATED_LISTS -> 1 + random.nextInt(4);
      default -> nextValue++;
    };
  }

  private List<Draft.Op> readModifyWrites(int howMany, boolean large) {
    var reads = new ArrayList<Draft.Op>();
    var writes = new ArrayList<Draft.Op>();
    for (var i = 0; i < howMany; i++) {
      var k = anyKey();
      reads.add(Draft.Op.of(History.READ, k, 0));
      if (random.nextInt(3) > 0) {
        writes.add(Draft.Op.of(History.WRITE, k, freshValue()));
        if (large && random.nextInt(4) == 0) {
          writes.add(Draft.Op.of(History.WRITE, k, freshValue()));
        }
      }
      if (large && random.nextInt(4) == 0) {
        writes.add(Draft.Op.of(History.READ, k, 0));
      }
    }
    reads.addAll(writes);
    return reads;
  }

  private List<Draft.Op> oneBlindWriterPerKey() {
    var ops = readModifyWrites(1 + random.nextInt(2), false);
    var k = anyKey();
    if (!keyHasBlindWriter[k] && random.nextInt(3) == 0) {
      keyHasBlindWriter[k] = true;
      ops.removeIf(op -> op.key() == k);
      ops.add(random.nextInt(ops.size() + 1), Draft.Op.of(History.WRITE, k, freshValue()));
    }
    return ops;
  }

  private List<Draft.Op> anyOperations() {
    var ops = new ArrayList<Draft.Op>();
    var howMany = 1 + random.nextInt(4);
    for (var i = 0; i < howMany; i++) {
      ops.add(
          random.nextBoolean()
              ? Draft.Op.of(History.READ, anyKey(), 0)
              : Draft.Op.of(History.WRITE, anyKey(), freshValue()));
    }
    return ops;
  }

  private List<Draft.Op> appendsAndReads() {
    var ops = new ArrayList<Draft.Op>();
    var howMany = 1 + random.nextInt(3);
    for (var i = 0; i < howMany; i++) {
      ops.add(random.nextInt(5) < 3 ? readOf(anyKey()) : writeOf(anyKey()));
    }
    return ops;
  }

  private boolean isList(int key) {
    return kind.isOfLists() && key != onlyRegister;
  }

  private Draft.Op readOf(int key) {
    return isList(key) ? Draft.Op.readList(key, List.of()) : Draft.Op.of(History.READ, key, 0);
  }

  private Draft.Op writeOf(int key) {
    return Draft.Op.of(isList(key) ? History.APPEND : History.WRITE, key, freshValue());
  }

  private Draft.Op registerOperation() {
    var k = anyKey();
    var now = value(versions.get(latest()).get(k));
    var choice = random.nextInt(10);
    if (choice < 4) {
      return Draft.Op.of(History.READ, k, 0);
    }
    if (choice < 7 && kind != Kind.LIGHTWEIGHT) {
      return Draft.Op.of(History.WRITE, k, freshValue());
    }
    var mayGuessWrong = random.nextInt(3) == 0;
    var guess = mayGuessWrong ? 1 + random.nextInt(Math.max(3, nextValue)) : now;
    return Draft.Op.of(CAS, k, guess == Scalars.UNKNOWN ? 1 : guess);
  }

  /** What was read is told, in part, as some values that it was not. */
  private Draft toldByOthers(Draft draft) {
    var told = draft;
    var ofAll = MOST_OTHERS_OF_ALL;
    var values = new ArrayList<>(List.of(initial == Scalars.UNKNOWN ? 0 : initial));
    draft
        .txns()
        .forEach(t ->
            t.ops().forEach(op -> values.addAll(op.writes() ? List.of(op.value()) : List.of())));
    for (var t = 0; t < draft.size(); t++) {
      var ops = new ArrayList<Draft.Op>();
      for (var op : draft.txns().get(t).ops()) {
        var isTold = op.kind() != History.READ || op.value() == Scalars.UNKNOWN;
        if (isTold || draft.txns().get(t).indeterminate() || random.nextInt(3) == 0) {
          ops.add(op);
          continue;
        }
        for (var i = random.nextInt(4); i >= 0; i--) {
          var other = values.get(random.nextInt(values.size()));
          var isLied = random.nextInt(8) == 0;
          if ((other != op.value() || isLied) && others(ops) < MOST_OTHERS && ofAll > 0) {
            ops.add(Draft.Op.of(History.READ_OTHER, op.key(), other));
            ofAll--;
          }
        }
      }
      told = told.replacing(t, draft.txns().get(t).with(ops));
    }
    return told;
  }

  private static long others(List<Draft.Op> ops) {
    return ops.stream().filter(op -> op.kind() == History.READ_OTHER).count();
  }

  // Tampering.

  private Draft tamper(Draft clean) {
    var mode = random.nextInt(8);
    if (mode < (skewed && !kind.isRegister() ? 6 : 3)) {
      return random.nextInt(12) == 0 && !kind.isRegister() ? endLater(clean) : clean;
    }
    var tampered = clean;
    var rate = mode == 7 ? 0.3 + 0.7 * random.nextDouble() : 0;
    var one = random.nextInt(Math.max(1, tells(clean)));
    var seen = 0;
    for (var t = 0; t < clean.size(); t++) {
      var ops = new ArrayList<>(clean.txns().get(t).ops());
      for (var i = 0; i < ops.size(); i++) {
        if (ops.get(i).tells() && (seen++ == one || random.nextDouble() < rate)) {
          ops.set(i, tampered(ops.get(i), clean));
        }
      }
      tampered = tampered.replacing(t, clean.txns().get(t).with(ops));
    }
    return switch (random.nextInt(24)) {
      case 0 -> repeatAWrite(tampered);
      case 1 -> forgetARead(tampered);
      case 2 -> kind.isRegister() ? tampered : endLater(tampered);
      default -> tampered;
    };
  }

  /** A committed transaction does not tell what it read, or has no operation at all. */
  private Draft forgetARead(Draft draft) {
    var t = random.nextInt(draft.size());
    var ops = new ArrayList<>(draft.txns().get(t).ops());
    if (ops.isEmpty() || random.nextInt(5) == 0) {
      return draft.replacing(t, draft.txns().get(t).with(List.of()));
    }
    var i = random.nextInt(ops.size());
    if (ops.get(i).kind() == History.READ) {
      ops.set(i, Draft.Op.of(History.READ, ops.get(i).key(), Scalars.UNKNOWN));
    }
    return draft.replacing(t, draft.txns().get(t).with(ops));
  }

  /** Intervals touch, and those of one session overlap. */
  private Draft endLater(Draft draft) {
    var later = draft;
    for (var t = 0; t < draft.size(); t++) {
      var txn = draft.txns().get(t);
      var end = txn.end() == History.NEVER ? History.NEVER : txn.end() + random.nextInt(4);
      later =
          later.replacing(
              t, new Draft.Txn(txn.session(), txn.status(), txn.start(), end, txn.ops()));
    }
    return later;
  }

  private static int tells(Draft draft) {
    return (int)
        draft.txns().stream().flatMap(t -> t.ops().stream()).filter(Draft.Op::tells).count();
  }

  private Draft.Op tampered(Draft.Op op, Draft clean) {
    var written = new ArrayList<Integer>();
    for (var t : clean.txns()) {
      t.ops().stream()
          .filter(w -> w.writes() && w.key() == op.key())
          .forEach(w -> written.add(w.value()));
    }
    if (isList(op.key())) {
      return Draft.Op.readList(op.key(), tampered(op.elements(), written));
    }
    if (initial != Scalars.UNKNOWN) {
      written.add(initial);
    }
    written.removeIf(value -> value == op.value());
    if (written.isEmpty() || random.nextInt(25) == 0) {
      written.add(THIN_AIR);
    }
    return Draft.Op.of(op.kind(), op.key(), written.get(random.nextInt(written.size())));
  }

  private List<Integer> tampered(List<Integer> list, List<Integer> written) {
    var changed = new ArrayList<>(list);
    if (!changed.isEmpty() && random.nextBoolean()) {
      changed.remove(random.nextInt(changed.size()));
    } else if (!written.isEmpty() && random.nextInt(3) > 0) {
      changed.add(random.nextInt(changed.size() + 1), written.get(random.nextInt(written.size())));
    } else {
      Collections.shuffle(changed, new Random(random.nextLong()));
    }
    return changed;
  }

  /** One write gets the value of another write of its key, perhaps of the same transaction. */
  private Draft repeatAWrite(Draft draft) {
    var t = random.nextInt(draft.size());
    var ops = new ArrayList<>(draft.txns().get(t).ops());
    for (var i = 0; i < ops.size(); i++) {
      var op = ops.get(i);
      if (op.writes()) {
        var others =
            draft.txns().stream()
                .flatMap(txn -> txn.ops().stream())
                .filter(w -> w.writes() && w.key() == op.key())
                .toList();
        ops.set(i, others.get(random.nextInt(others.size())));
      }
    }
    return draft.replacing(t, draft.txns().get(t).with(ops));
  }
}
