package mtc.search;

import java.util.Arrays;
import mtc.column.Ints;
import mtc.history.History;
import mtc.linear.Dependencies;
import mtc.linear.Versions;
import mtc.solve.Budget;
import mtc.solve.SortedGraph;

/**
 * An order to begin a search with: transactions one after the other as they ended, as far as what
 * is known allows, and so that a key is left alone from when a chain begins until all who read its
 * last version have done so.
 *
 * <p>Databases mostly did just that, so mostly there is nothing left to search. It proves nothing;
 * the search finds out what is wrong with it.
 *
 * <p>Each node has a deadline: when its transaction ended, or earlier if somebody who depends on it
 * has an earlier one. Nodes become ready when all before them have been placed, and the one whose
 * deadline is first goes next. One that would begin a chain on a key that is not free waits for it.
 * If all that are left wait for each other, one goes anyway.
 *
 * <p>Where there is real time, nobody goes before those that ended before it started, if that can
 * be: else whoever does not wait runs ahead of those that do, and gets into their way for long.
 * Where more than cycles may be wrong, who waits does not wait for long instead. If too many have
 * to go although they should have waited, the {@link NearbyOrders} count as known.
 */
final class GuessedOrder {
  private static final int NONE = -1;

  private static final int ASKED_EVERY = 1 << 14;

  private static final int PATIENCE_PER_SESSION = 4;

  /** If one in so many goes although it should have waited, real time does not explain the log. */
  private static final int TRANSACTIONS_PER_VIOLATION = 5;

  /** If one in so many does, what follows from what lies near each other is worth its price. */
  private static final int TRANSACTIONS_PER_VIOLATION_OF_FAIR = 8;

  /** If one in so many does, a guess is far from an order that explains the log. */
  private static final int TRANSACTIONS_PER_VIOLATION_OF_NEAR = 50;

  /** If one in so many does, an order in real time may still be found soon. */
  private static final int TRANSACTIONS_PER_VIOLATION_OF_MENDED = 25;

  private final OpenProblem problem;
  private final Budget budget;
  private final OpenChains chains;
  private final Versions versions;
  private final History history;
  private final int nodes;

  /** What holds whatever is chosen, and then what is likely to hold as well. */
  private SortedGraph known;

  private final int[] deadline;

  /** How late one may be that waits, where that is not to be as long as it takes. */
  private final int patience;

  /** By node: how many of those that must come before it have no place yet. */
  private int[] remaining;

  /** By node: its place in the order, or -1 as long as it has none. */
  private int[] position;

  private int placed;

  /** By place of a key: the chain that was begun last. */
  private int[] holder;

  /** By chain: the one before it. */
  private int[] previous;

  // Those who wait for a chain to be over: the first one of each chain, linked.
  private int[] firstWaiting;
  private int[] nextWaiting;

  private final DeadlineHeap ready = new DeadlineHeap();
  private final DeadlineHeap waiting = new DeadlineHeap();
  private boolean[] waits;

  /** Who must not go yet; null if the guess does not keep to real time. */
  private RealTimeQueue early;

  private final Clock clock;
  private final Ints between = new Ints();

  /** How often one had to go although it should have waited. */
  int violations;

  /**
   * A guess.
   *
   * @param known what holds whatever is chosen
   */
  GuessedOrder(OpenProblem problem, SortedGraph known, Budget budget) {
    this.problem = problem;
    this.budget = budget;
    this.chains = problem.chains;
    this.versions = problem.versions;
    this.history = versions.history;
    nodes = problem.nodeCount();
    this.known = withLikely(known);
    deadline = new int[nodes];
    patience = PATIENCE_PER_SESSION * Math.max(1, history.processCount());
    clock = new Clock(history);
  }

  /** What is known, and what is likely if that fits. */
  private SortedGraph withLikely(SortedGraph certain) {
    if (problem.known instanceof Dependencies.Parallel parallel) {
      var likely =
          new SortedGraph(
              nodes,
              arcs -> {
                certain.forEachArc(arcs);
                parallel.forEachLikely(arcs);
              });
      if (likely.isAcyclic()) {
        return likely;
      }
    }
    return certain;
  }

  /** The position of each node; null if what is known is cyclic. */
  int[] positions() {
    if (!isPrepared()) {
      return null;
    }
    if (early == null) {
      return likelier(Integer.MAX_VALUE);
    }
    var inTime = likelier(early.transactionCount() / TRANSACTIONS_PER_VIOLATION_OF_FAIR);
    if (inTime == null) {
      known = new NearbyOrders(problem, known, clock, budget).withKnown();
      inTime = likelier(Integer.MAX_VALUE);
    }
    var violationsInTime = violations;
    if ((long) violationsInTime * TRANSACTIONS_PER_VIOLATION < early.transactionCount()) {
      return inTime;
    }
    early = null;
    var free = likelier(Integer.MAX_VALUE);
    return violations < violationsInTime ? free : inTime;
  }

  /** The same of the first guess alone; null as well if it is far off. */
  int[] ifNear() {
    return isPrepared() ? guess(false, mostOfNear()) : null;
  }

  /** With more violations, a search that begins with a guess has a lot to repair. */
  private int mostOfNear() {
    return problem.known.decides()
        ? history.transactionCount() / TRANSACTIONS_PER_VIOLATION_OF_NEAR
        : Integer.MAX_VALUE;
  }

  /** Keeps to real time if there is any; false if what is known is cyclic. */
  private boolean isPrepared() {
    budget.require();
    if (!known.isAcyclic()) {
      return false;
    }
    if (history.hasRealTime() && problem.known.decides()) {
      early = new RealTimeQueue(problem, clock);
    }
    return true;
  }

  /** Whether more than can be mended by the way is wrong with the guess at hand. */
  boolean isFarOff() {
    return (long) violations * TRANSACTIONS_PER_VIOLATION_OF_MENDED > history.transactionCount();
  }

  /** Most stores that promise snapshots run one transaction after the other all the same. */
  private int[] likelier(int mostViolations) {
    var late = guess(false, mostViolations);
    if (violations == 0 || !problem.known.splitsTransactions()) {
      return late;
    }
    var violationsOfLate = violations;
    var atStart = guess(true, mostViolations);
    if (violations < violationsOfLate) {
      return atStart;
    }
    violations = violationsOfLate;
    return late;
  }

  /** Null if more than so many had to go who should have waited. */
  private int[] guess(boolean snapshotsAtStart, int mostViolations) {
    Arrays.fill(deadline, Integer.MAX_VALUE);
    for (var t = 0; t < history.transactionCount(); t++) {
      deadline[problem.commit(t)] = clock.end(t);
      deadline[problem.snapshot(t)] = snapshotsAtStart ? clock.start(t) : clock.end(t);
    }
    bringDeadlinesForward();
    budget.require();
    start();
    run(mostViolations);
    return violations <= mostViolations ? position : null;
  }

  /** Who others depend on is due when they are. */
  private void bringDeadlinesForward() {
    budget.require();
    for (var i = nodes - 1; i >= 0; i--) {
      var node = known.order[i];
      for (var arc = known.first(node); arc < known.end(node); arc++) {
        deadline[node] = Math.min(deadline[node], deadline[known.target(arc)]);
      }
    }
  }

  private void start() {
    remaining = known.incoming();
    position = new int[nodes];
    Arrays.fill(position, NONE);
    placed = 0;
    violations = 0;
    // One that was given up leaves some behind.
    ready.clear();
    waiting.clear();
    between.clear();
    holder = new int[chains.keyCount()];
    Arrays.fill(holder, NONE);
    previous = new int[chains.count()];
    firstWaiting = new int[chains.count()];
    Arrays.fill(firstWaiting, NONE);
    nextWaiting = new int[nodes];
    waits = new boolean[nodes];
    if (early != null) {
      early.start();
    }
    for (var node = 0; node < nodes; node++) {
      if (remaining[node] == 0) {
        addReady(node);
      }
    }
    placeBetween();
  }

  private void run(int mostViolations) {
    for (var steps = 1; placed < nodes && violations <= mostViolations; steps++) {
      if (steps % ASKED_EVERY == 0) {
        budget.require();
      }
      if (ready.isEmpty() && waiting.isEmpty()) {
        // Time contradicts what is known.
        var node = early.removeFirst();
        ready.add(deadline[node], node);
      }
      if (!ready.isEmpty() && !isOverdue()) {
        var node = ready.removeFirst();
        var blocking = blocking(node);
        if (blocking == NONE) {
          place(node);
        } else {
          nextWaiting[node] = firstWaiting[blocking];
          firstWaiting[blocking] = node;
          waits[node] = true;
          waiting.add(deadline[node], node);
        }
      } else {
        var node = waiting.removeFirst();
        if (waits[node]) {
          waits[node] = false;
          violations++;
          place(node);
        }
      }
      placeBetween();
    }
  }

  /**
   * Whether those that wait are late: where not all that is likely holds, they may wait for each
   * other, and whoever went ahead meanwhile would be far from its place.
   */
  private boolean isOverdue() {
    if (problem.known.decides()) {
      return false;
    }
    while (!waiting.isEmpty() && !waits[waiting.first()]) {
      waiting.removeFirst();
    }
    return !waiting.isEmpty()
        && (long) deadline[waiting.first()] + patience < deadline[ready.first()];
  }

  /** Nodes that are no transactions have nothing to wait for. */
  private void addReady(int node) {
    if (transaction(node) < 0) {
      between.add(node);
    } else if (early == null || !early.takes(node, transaction(node))) {
      ready.add(deadline[node], node);
    }
  }

  private void goOnInTime() {
    if (early == null) {
      return;
    }
    early.goOn(position);
    while (early.hasReady()) {
      var node = early.removeFirst();
      ready.add(deadline[node], node);
    }
  }

  private void placeBetween() {
    while (between.size() > 0) {
      place(between.removeLast());
    }
  }

  private int transaction(int node) {
    if (node >= problem.known.nodeCount()) {
      return NONE;
    }
    var t = problem.known.graphNode(node);
    return t < history.transactionCount() ? t : NONE;
  }

  /** A chain that must be over before a node is placed, and is not; -1 if there is none. */
  private int blocking(int node) {
    var t = transaction(node);
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      var chain = begunBy(op);
      if (chain >= 0) {
        var before = node == problem.snapshot(t) ? holder[placeOf(op)] : previous[chain];
        if (before != NONE && before != chain && !isOver(before, t, node)) {
          return before;
        }
      }
    }
    return NONE;
  }

  private boolean isOver(int chain, int t, int node) {
    return (node != problem.snapshot(t) || position[problem.commit(chains.lastOwner(chain))] >= 0)
        && (node != problem.commit(t) || position[problem.endOf(chain)] >= 0);
  }

  /** The chain that an operation begins, of those that are to be put in order; else -1. */
  private int begunBy(int op) {
    if (versions.version(op) != Versions.HEAD || placeOf(op) < 0) {
      return NONE;
    }
    return chains.chainOf(op);
  }

  private int placeOf(int op) {
    return chains.place(history.key(op));
  }

  private void place(int node) {
    position[node] = placed++;
    var t = transaction(node);
    if (t >= 0) {
      if (node == problem.snapshot(t)) {
        takeKeys(t);
      }
      if (node == problem.commit(t)) {
        wakeAfter(t);
        goOnInTime();
      }
    } else if (node >= problem.endOf(0) && node < problem.endOfInitial(0)) {
      wake(node - problem.endOf(0));
    }
    for (var arc = known.first(node); arc < known.end(node); arc++) {
      if (--remaining[known.target(arc)] == 0) {
        addReady(known.target(arc));
      }
    }
  }

  private void takeKeys(int t) {
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      var chain = begunBy(op);
      if (chain >= 0) {
        previous[chain] = holder[placeOf(op)];
        holder[placeOf(op)] = chain;
      }
    }
  }

  private void wakeAfter(int t) {
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      if (History.isWrite(history.kind(op)) && placeOf(op) >= 0) {
        var chain = chains.chainOf(op);
        if (chain >= 0 && chains.last.get(chain) == op) {
          wake(chain);
        }
      }
    }
  }

  private void wake(int chain) {
    for (var node = firstWaiting[chain]; node != NONE; node = nextWaiting[node]) {
      if (waits[node]) {
        waits[node] = false;
        ready.add(deadline[node], node);
      }
    }
    firstWaiting[chain] = NONE;
  }
}
