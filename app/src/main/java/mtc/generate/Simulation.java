package mtc.generate;

import java.io.IOException;
import mtc.formats.HistoryWriter;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;

/**
 * Runs a workload on a simulated store with sessions that take turns at random, and writes down
 * what they saw.
 *
 * <p>The history goes out in segments between which no transaction is open, so that memory holds
 * one segment and the store, however long it gets.
 */
public final class Simulation {
  private static final int SEGMENT = 16_384;
  private static final int INITIAL = 0;
  private static final Status[] STATUSES = Status.values();

  private final HistoryPlan plan;
  private final Workload workload;
  private final Store store;

  /** Two sites; null if the store is one. */
  private final Replicas replicas;

  private final Random random;
  private final HistoryWriter writer;

  /**
   * The sessions that have a transaction open come first, then those that are idle and not done.
   */
  private final int[] lineup;

  private int open;
  private int active;

  /** Transactions that a session has still to run. */
  private final int[] remaining;

  /** The name that a session goes by: a crashed client goes on under a new one, as in Jepsen. */
  private final int[] name;

  // The open transaction of a session, two keys each.
  private final long[] start;
  private final int[] snapshot;
  private final byte[] keyCount;
  private final int[] key;
  private final int[] read;
  private final int[] written;
  private final boolean[] effected;
  private final byte[] outcome;

  private HistoryBuilder segment;
  private long event;
  private int freshKey;

  public Simulation(HistoryPlan plan, Workload workload, long seed, HistoryWriter writer) {
    var sessions = plan.sessions();
    this.plan = plan;
    this.workload = workload;
    this.random = new Random(~seed);
    this.writer = writer;
    store = new Store(plan.isolation(), plan.keys(), sessions);
    replicas =
        switch (plan.isolation()) {
          case PARALLEL_SNAPSHOT, CAUSAL, READ_ATOMIC ->
              new Replicas(plan.isolation(), plan.keys(), sessions, random);
          default -> null;
        };
    lineup = new int[sessions];
    remaining = new int[sessions];
    name = new int[sessions];
    start = new long[sessions];
    snapshot = new int[sessions];
    keyCount = new byte[sessions];
    key = new int[2 * sessions];
    read = new int[2 * sessions];
    written = new int[2 * sessions];
    effected = new boolean[sessions];
    outcome = new byte[sessions];
    freshKey = plan.keys();
    for (var session = 0; session < sessions; session++) {
      lineup[session] = session;
      name[session] = session;
      remaining[session] = plan.transactionsPerSession();
    }
  }

  /** Runs it all. The writer is not closed. */
  public void run() throws IOException {
    beginSegment();
    var total = (long) plan.sessions() * plan.transactionsPerSession();
    var toPlant = (long) plan.planted().size() * plan.count();
    active = plan.transactionsPerSession() > 0 ? plan.sessions() : 0;
    for (var begun = 0L; begun < total; ) {
      if (turn()) {
        // Selection sampling: each place is as likely as every other.
        for (; toPlant > 0 && random.unit() * (total - begun) < toPlant; toPlant--) {
          drain();
          plant(plan.planted().get((int) (toPlant % plan.planted().size())));
          flushIfLong();
        }
        begun++;
      }
      flushIfLong();
    }
    drain();
    flush();
  }

  private void flushIfLong() throws IOException {
    if (segment.transactionCount() >= SEGMENT) {
      drain();
      flush();
    }
  }

  /** One session does one thing; returns whether a transaction began. */
  private boolean turn() {
    var target = Math.max(1, (int) Math.round(plan.overlap() * plan.sessions()));
    if (open < Math.min(target, active)) {
      begin(open + random.below(active - open));
      return true;
    }
    step(random.below(open));
    return false;
  }

  private void drain() {
    while (open > 0) {
      step(random.below(open));
    }
  }

  private void begin(int place) {
    var session = lineup[place];
    swap(place, open++);
    start[session] = event++;
    snapshot[session] = store.commits();
    effected[session] = false;
    workload.next();
    keyCount[session] = (byte) workload.keyCount;
    for (var i = 0; i < workload.keyCount; i++) {
      key[2 * session + i] = workload.key[i];
      written[2 * session + i] = workload.written[i];
    }
    switch (plan.isolation()) {
      case SNAPSHOT -> readAll(session, 0);
      case READ_COMMITTED -> read[2 * session] = store.read(session, key[2 * session]);
      default -> {}
    }
  }

  /** Lets an open transaction take effect, end, or both. */
  private void step(int place) {
    var session = lineup[place];
    if (!effected[session]) {
      takeEffect(session);
      if (random.below(2) == 0) {
        return;
      }
    }
    log(session);
    remaining[session]--;
    swap(place, --open);
    if (remaining[session] == 0) {
      swap(open, --active);
    }
  }

  private void swap(int one, int other) {
    var session = lineup[one];
    lineup[one] = lineup[other];
    lineup[other] = session;
  }

  private void takeEffect(int session) {
    effected[session] = true;
    outcome[session] = (byte) decideOutcome().ordinal();
    switch (plan.isolation()) {
      case STRICT_SERIALIZABLE -> readAll(session, 0);
      case SERIALIZABLE -> readMaybeFromReplica(session);
      case SNAPSHOT -> abortIfOverwritten(session);
      case READ_COMMITTED -> readAll(session, 1);
      case PARALLEL_SNAPSHOT, CAUSAL, READ_ATOMIC -> readAtSite(session);
    }
    var status = outcome[session];
    if (status == Status.COMMITTED.ordinal()
        || (status == Status.INDETERMINATE.ordinal() && random.below(2) == 0)) {
      writeAll(session);
    }
  }

  private Status decideOutcome() {
    if (random.chance(plan.aborted())) {
      return Status.ABORTED;
    }
    return random.chance(plan.indeterminate()) ? Status.INDETERMINATE : Status.COMMITTED;
  }

  private void readAll(int session, int from) {
    for (var i = from; i < keyCount[session]; i++) {
      read[2 * session + i] = store.read(session, key[2 * session + i]);
    }
  }

  private void readMaybeFromReplica(int session) {
    var writes = written[2 * session] | (keyCount[session] == 2 ? written[2 * session + 1] : 0);
    if (writes == 0 && store.replicaServes(session) && random.below(2) == 0) {
      for (var i = 0; i < keyCount[session]; i++) {
        read[2 * session + i] = store.readReplica(session, key[2 * session + i]);
      }
    } else {
      readAll(session, 0);
    }
  }

  private void abortIfOverwritten(int session) {
    for (var i = 0; i < keyCount[session]; i++) {
      if (written[2 * session + i] != 0
          && store.isWrittenSince(key[2 * session + i], snapshot[session])) {
        outcome[session] = (byte) Status.ABORTED.ordinal();
      }
    }
  }

  private void readAtSite(int session) {
    for (var i = 0; i < keyCount[session]; i++) {
      var onKey = key[2 * session + i];
      read[2 * session + i] = replicas.read(session, onKey);
      if (plan.isolation() == Isolation.PARALLEL_SNAPSHOT
          && written[2 * session + i] != 0
          && replicas.isWrittenElsewhere(session, onKey)) {
        outcome[session] = (byte) Status.ABORTED.ordinal();
      }
    }
  }

  private void writeAtSite(int session) {
    replicas.commit();
    for (var i = 0; i < keyCount[session]; i++) {
      if (written[2 * session + i] != 0) {
        replicas.write(session, key[2 * session + i], written[2 * session + i]);
      }
    }
    replicas.ship(session);
  }

  private void writeAll(int session) {
    if (replicas != null) {
      writeAtSite(session);
      return;
    }
    store.commit(session);
    for (var i = 0; i < keyCount[session]; i++) {
      if (written[2 * session + i] != 0) {
        store.write(key[2 * session + i], written[2 * session + i]);
      }
    }
    store.ship();
  }

  // What goes into the log.

  private void log(int session) {
    var status = STATUSES[outcome[session]];
    beginTransaction(session);
    for (var i = 0; i < keyCount[session]; i++) {
      logRead(key[2 * session + i], read[2 * session + i], status);
    }
    for (var i = 0; i < keyCount[session]; i++) {
      if (written[2 * session + i] != 0) {
        logWrite(key[2 * session + i], written[2 * session + i]);
      }
    }
    endTransaction(session, start[session], status);
  }

  private void beginTransaction(int session) {
    // It is numbered by its completion, as in a Jepsen log.
    segment.begin(segment.session(segment.scalars().integer(name[session])), event, event);
  }

  private void logRead(int onKey, int value, Status status) {
    var isTold = status == Status.COMMITTED || plan.tellsUncommittedReads();
    segment.operation(History.READ, keyNumber(onKey), isTold ? scalar(value) : Scalars.UNKNOWN);
  }

  private void logWrite(int onKey, int value) {
    segment.operation(History.WRITE, keyNumber(onKey), scalar(value));
  }

  private int keyNumber(int onKey) {
    return segment.key(segment.scalars().integer(onKey));
  }

  private int scalar(int value) {
    return value == INITIAL ? Scalars.NIL : segment.scalars().integer(value);
  }

  private void endTransaction(int session, long started, Status status) {
    var ended = event++;
    if (status == Status.INDETERMINATE) {
      segment.realTime(started, History.NEVER);
      name[session] += plan.sessions();
    } else {
      segment.realTime(started, ended);
    }
    segment.end(status);
  }

  private void beginSegment() {
    segment = new HistoryBuilder("generated");
    segment.positionUnit(History.PositionUnit.NONE);
    segment.reservedInitialValue(Scalars.NIL);
  }

  private void flush() throws IOException {
    if (segment.transactionCount() > 0) {
      writer.write(segment.build());
    }
    beginSegment();
  }

  // Planting.

  /** Plays a pattern on keys of its own; nothing else is open. */
  private void plant(Planted pattern) {
    var steps = pattern.steps();
    var first = random.below(plan.sessions());
    var firstKey = freshKey;
    freshKey += 2;
    var values = new int[] {INITIAL, workload.freshValue(), workload.freshValue()};
    var started = new long[steps.size()];
    // All first transactions of the sessions begin; then those that a session goes on after end.
    for (var i = 0; i < steps.size(); i++) {
      if (firstOfItsSession(pattern, i)) {
        started[i] = event++;
      }
    }
    for (var i = 0; i < steps.size(); i++) {
      var step = steps.get(i);
      if (!firstOfItsSession(pattern, i)) {
        started[i] = event++;
      }
      var session = (first + step.session()) % plan.sessions();
      beginTransaction(session);
      var status = step.aborted() ? Status.ABORTED : Status.COMMITTED;
      for (var o = 0; o < step.operations().length; o += 3) {
        var onKey = firstKey + step.operations()[o + 1];
        var value = values[step.operations()[o + 2]];
        if (step.operations()[o] == 1) {
          logWrite(onKey, value);
        } else {
          logRead(onKey, value, status);
        }
      }
      endTransaction(session, started[i], status);
    }
  }

  private static boolean firstOfItsSession(Planted pattern, int step) {
    for (var i = 0; i < step; i++) {
      if (pattern.steps().get(i).session() == pattern.steps().get(step).session()) {
        return false;
      }
    }
    return true;
  }
}
