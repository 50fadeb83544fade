package mtc.generate;

import java.io.IOException;
import mtc.formats.HistoryWriter;
import mtc.history.Status;

/**
 * Runs a workload on a simulated store with sessions that take turns at random, and writes down
 * what they saw.
 */
public final class Simulation {
  private static final int INITIAL = 0;
  private static final Status[] STATUSES = Status.values();

  private final HistoryPlan plan;
  private final Workload workload;
  private final Store store;

  /** Two sites; null if the store is one. */
  private final Replicas replicas;

  private final Random random;

  /**
   * The sessions that have a transaction open come first, then those that are idle and not done.
   */
  private final int[] lineup;

  private int open;
  private int active;

  /** Transactions that a session has still to run. */
  private final int[] remaining;

  /** How many operations a transaction has at most. */
  private final int most;

  // The open transaction of a session, and its operations: those of session s are from s * most.
  private final long[] start;
  private final int[] snapshot;
  private final int[] size;
  private final boolean[] isWrite;
  private final int[] key;

  /** What a read saw, or a write writes. */
  private final int[] value;

  private final boolean[] effected;
  private final byte[] outcome;

  /** By key: the transaction that wrote it last while it ran, and what. */
  private final int[] ownIn;

  private final int[] own;
  private int running;

  private final Lists lists;

  private final SimulationLog log;

  /** The next key that is only for planted anomalies. */
  private int freshKey;

  public Simulation(HistoryPlan plan, Workload workload, long seed, HistoryWriter writer) {
    var sessions = plan.sessions();
    this.plan = plan;
    this.workload = workload;
    this.random = new Random(~seed);
    most = workload.mostOperations();
    lists = plan.hasLists() ? new Lists() : null;
    log = new SimulationLog(plan, lists, writer);
    store = new Store(plan.isolation(), plan.keys(), sessions, most);
    replicas =
        switch (plan.isolation()) {
          case PARALLEL_SNAPSHOT, CAUSAL, READ_ATOMIC ->
              new Replicas(plan.isolation(), plan.keys(), sessions, most, random);
          default -> null;
        };
    lineup = new int[sessions];
    remaining = new int[sessions];
    start = new long[sessions];
    snapshot = new int[sessions];
    size = new int[sessions];
    isWrite = new boolean[most * sessions];
    key = new int[most * sessions];
    value = new int[most * sessions];
    ownIn = new int[plan.keys()];
    own = new int[plan.keys()];
    effected = new boolean[sessions];
    outcome = new byte[sessions];
    freshKey = plan.keys();
    for (var session = 0; session < sessions; session++) {
      lineup[session] = session;
      remaining[session] = plan.transactionsPerSession();
    }
  }

  /** Runs it all. The writer is not closed. */
  public void run() throws IOException {
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
    log.flush();
  }

  private void flushIfLong() throws IOException {
    if (log.isLong()) {
      drain();
      log.flush();
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
    start[session] = log.now();
    snapshot[session] = store.commits();
    effected[session] = false;
    workload.next();
    size[session] = workload.size;
    var first = session * most;
    System.arraycopy(workload.isWrite, 0, isWrite, first, workload.size);
    System.arraycopy(workload.key, 0, key, first, workload.size);
    System.arraycopy(workload.value, 0, value, first, workload.size);
    switch (plan.isolation()) {
      case SNAPSHOT -> runAll(session);
      case READ_COMMITTED -> run(session, 0, readAtBegin(session));
      default -> {}
    }
  }

  /**
   * How many operations a transaction runs before the others, at read committed: about half of the
   * reads before its first write, whose lock it has to the end.
   */
  private int readAtBegin(int session) {
    var reads = 0;
    while (reads < size[session] && !isWrite[session * most + reads]) {
      reads++;
    }
    return (reads + 1) / 2;
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
      case STRICT_SERIALIZABLE -> runAll(session);
      case SERIALIZABLE -> runMaybeOnReplica(session);
      case SNAPSHOT -> abortIfOverwritten(session);
      case READ_COMMITTED -> run(session, readAtBegin(session), size[session]);
      case PARALLEL_SNAPSHOT, CAUSAL, READ_ATOMIC -> runAtSite(session);
    }
    var status = outcome[session];
    if (status == Status.COMMITTED.ordinal()
        || (status == Status.INDETERMINATE.ordinal() && random.below(2) == 0)) {
      commit(session);
    }
  }

  private Status decideOutcome() {
    if (random.chance(plan.aborted())) {
      return Status.ABORTED;
    }
    return random.chance(plan.indeterminate()) ? Status.INDETERMINATE : Status.COMMITTED;
  }

  private void runAll(int session) {
    run(session, 0, size[session]);
  }

  /** Runs operations at one moment: a read sees what the transaction wrote, or else the store. */
  private void run(int session, int from, int to) {
    running++;
    for (var at = session * most + from; at < session * most + to; at++) {
      var onKey = key[at];
      if (!isWrite[at]) {
        value[at] = seen(session, onKey);
      } else {
        if (lists != null) {
          lists.append(value[at], seen(session, onKey));
        }
        ownIn[onKey] = running;
        own[onKey] = value[at];
      }
    }
  }

  private int seen(int session, int onKey) {
    if (ownIn[onKey] == running) {
      return own[onKey];
    }
    return replicas == null ? store.read(session, onKey) : replicas.read(session, onKey);
  }

  private void runMaybeOnReplica(int session) {
    if (writesNothing(session) && store.replicaServes(session) && random.below(2) == 0) {
      for (var at = session * most; at < session * most + size[session]; at++) {
        value[at] = store.readReplica(session, key[at]);
      }
    } else {
      runAll(session);
    }
  }

  private boolean writesNothing(int session) {
    for (var at = session * most; at < session * most + size[session]; at++) {
      if (isWrite[at]) {
        return false;
      }
    }
    return true;
  }

  private void abortIfOverwritten(int session) {
    for (var at = session * most; at < session * most + size[session]; at++) {
      if (isWrite[at] && store.isWrittenSince(key[at], snapshot[session])) {
        outcome[session] = (byte) Status.ABORTED.ordinal();
      }
    }
  }

  private void runAtSite(int session) {
    runAll(session);
    for (var at = session * most; at < session * most + size[session]; at++) {
      if (plan.isolation() == Isolation.PARALLEL_SNAPSHOT
          && isWrite[at]
          && replicas.isWrittenElsewhere(session, key[at])) {
        outcome[session] = (byte) Status.ABORTED.ordinal();
      }
    }
  }

  private void commit(int session) {
    if (replicas == null) {
      store.commit(session);
    } else {
      replicas.commit();
    }
    for (var at = session * most; at < session * most + size[session]; at++) {
      if (isWrite[at] && replicas == null) {
        store.write(key[at], value[at]);
      } else if (isWrite[at]) {
        replicas.write(session, key[at], value[at]);
      }
    }
    if (replicas == null) {
      store.ship();
    } else {
      replicas.ship(session);
    }
  }

  private void log(int session) {
    var status = STATUSES[outcome[session]];
    log.begin(session);
    for (var at = session * most; at < session * most + size[session]; at++) {
      if (isWrite[at]) {
        log.write(key[at], value[at]);
      } else {
        log.read(key[at], value[at], status);
      }
    }
    log.end(session, start[session], status);
  }

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
        started[i] = log.now();
      }
    }
    for (var i = 0; i < steps.size(); i++) {
      var step = steps.get(i);
      if (!firstOfItsSession(pattern, i)) {
        started[i] = log.now();
      }
      var session = (first + step.session()) % plan.sessions();
      log.begin(session);
      var status = step.aborted() ? Status.ABORTED : Status.COMMITTED;
      for (var o = 0; o < step.operations().length; o += 3) {
        var onKey = firstKey + step.operations()[o + 1];
        var planted = values[step.operations()[o + 2]];
        if (step.operations()[o] == 1) {
          log.write(onKey, planted);
        } else {
          log.read(onKey, planted, status);
        }
      }
      log.end(session, started[i], status);
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
