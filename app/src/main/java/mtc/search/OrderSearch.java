package mtc.search;

import java.util.BitSet;
import mtc.linear.RealTime;
import mtc.linear.Versions;
import mtc.linear.WitnessOrder;
import mtc.solve.AcyclicSolver.Result;
import mtc.solve.Budget;
import mtc.source.Counted;
import mtc.verdict.Verdict.Cause;
import mtc.verdict.Verdict.Open;
import mtc.witness.Witness;

/** Decides what the linear core leaves open: whether some order and some sources are acyclic. */
public final class OrderSearch {
  /** After so many conflicts it pays to settle first what follows by itself. */
  private static final long MOST_CONFLICTS_UNPREPARED = 20_000;

  /** What a conflict costs, as entries of the table that settles what follows. */
  private static final long ENTRIES_PER_CONFLICT = 1_000;

  private static final long MOST_CONFLICTS_OF_ATTEMPT = 2_000;

  /** A longer log has more of them, each as short. */
  private static final int TRANSACTIONS_PER_CONFLICT_OF_BRIEF = 10;

  private static final long MOST_CONFLICTS_OF_BRIEF_ATTEMPT = 200;

  /** After these, a level that leaves less open is mostly decided sooner, however long the log. */
  private static final long MOST_CONFLICTS_OF_LONG_BRIEF_ATTEMPT = 5_200;

  /** Of what is left in question. */
  private static final int KEYS_NAMED = 10;

  public final OpenProblem problem;

  /** The same without sources that real time rules out. */
  private final OpenProblem narrowed;

  private final SourcesInTime inTime;
  private final Paths paths;

  /** Time to keep to as far as that can be; null for none. */
  private final RealTime time;

  final Refuter refuter;
  private final Budget budget;
  private Propagation propagation;
  private SolverProblem encoding;

  /** What a search that gave up for now was about; null if there is none to go on with. */
  private SolverProblem unfinished;

  /** The attempt in which the budget ran out; null if it did not in one. */
  private OrderSearch endedWith;

  /** Nodes in the order that an attempt ended with; null if it succeeded, or had none. */
  private int[] lastOrder;

  /** Whether an attempt found that there is no order. */
  private boolean isRefuted;

  /** The position of each node to begin with; null to guess. */
  private int[] beginning;

  /**
   * A search.
   *
   * @param time of the log, which the level need not keep to; null if it has none, or must
   * @param refuter finds what is wrong with a solution beside cycles; null if nothing can be
   */
  public OrderSearch(
      OpenProblem problem, Paths paths, RealTime time, Refuter refuter, Budget budget) {
    this.problem = problem;
    // What may be the source of a read is told apart by time that must be kept to.
    this.time = problem.isDecidedByOrder() && problem.reads.count() == 0 ? time : null;
    this.paths = paths;
    this.refuter = refuter;
    this.budget = budget;
    inTime =
        problem.isDecidedByOrder()
                && problem.reads.count() > 0
                && problem.known.ends() instanceof RealTime realTime
            ? new SourcesInTime(problem.versions, problem.reads.keys, realTime)
            : null;
    narrowed = inTime == null ? problem : problem.with(problem.reads.only(inTime));
  }

  public Result run() {
    budget.doing("searching");
    return problem.isOrderedByNeighbours() ? run(mostUnprepared()) : solve(Long.MAX_VALUE);
  }

  /** As many as cost what it does to settle what follows. */
  private long mostUnprepared() {
    var entries = (long) problem.chains.count() * paths.count;
    return Math.max(MOST_CONFLICTS_UNPREPARED, entries / ENTRIES_PER_CONFLICT);
  }

  /** Whether it is an order in real time, but for as little as can be, that it looks for. */
  public boolean keepsToTime() {
    return time != null;
  }

  /** Whether more is open than the order of writes. */
  public boolean hasOpenReads() {
    return problem.reads.count() > 0;
  }

  /** Settles what follows by itself after so many conflicts. */
  Result run(long mostUnprepared) {
    var result = unfinished == null ? solve(mostUnprepared) : goOn(mostUnprepared);
    if (result != Result.UNDECIDED || budget.isExhausted()) {
      return result;
    }
    budget.doing("settling what follows by itself");
    propagation = new Propagation(narrowed, budget);
    if (!propagation.run(paths)) {
      encoding = null;
      return Result.UNSATISFIABLE;
    }
    budget.doing("searching");
    return budget.isExhausted() ? Result.UNDECIDED : solve(Long.MAX_VALUE);
  }

  /** Gives up after some conflicts for each transaction: worth while only if it is short. */
  public Result attempt() {
    return attempt(MOST_CONFLICTS_OF_ATTEMPT + transactions());
  }

  /** Gives up sooner, and at once if the guess is far off; what was done counts for an attempt. */
  public Result attemptIfNear() {
    if (!problem.isOrderedByNeighbours()) {
      return Result.UNDECIDED;
    }
    var guess = new GuessedOrder(narrowed, narrowed.knownGraph(budget), budget);
    beginning = guess.positions();
    return beginning != null && guess.isFarOff()
        ? Result.UNDECIDED
        : attempt(mostConflictsOfBrief());
  }

  private Result attempt(long mostConflicts) {
    budget.doing("trying an order in real time");
    if (isRefuted) {
      return Result.UNSATISFIABLE;
    }
    Result result;
    if (unfinished != null) {
      result = goOn(mostConflicts);
    } else {
      encoding = encode();
      result =
          encoding.isKnownCyclic()
              ? Result.UNSATISFIABLE
              : encoding.solver.solve(budget, mostConflicts);
    }
    // Only now: one that was interrupted, for want of memory, is not to be trusted.
    unfinished = result == Result.UNDECIDED ? encoding : null;
    isRefuted = result == Result.UNSATISFIABLE;
    lastOrder = result == Result.SATISFIABLE ? null : encoding.solver.order();
    return result;
  }

  /** A longer log has more of them. */
  private long mostConflictsOfBrief() {
    return MOST_CONFLICTS_OF_BRIEF_ATTEMPT + transactions() / TRANSACTIONS_PER_CONFLICT_OF_BRIEF;
  }

  /**
   * Gives up sooner, and at once where more than the order of writes is open or the guess at it is
   * far off: with less to choose from, a stronger level is easier to decide.
   */
  public Result attemptBriefly() {
    if (hasOpenReads() || !problem.isOrderedByNeighbours()) {
      return Result.UNDECIDED;
    }
    budget.doing("searching");
    var known = narrowed.knownGraph(budget);
    var positions = new GuessedOrder(narrowed, known, budget).ifNear();
    if (positions == null && known.isAcyclic()) {
      return Result.UNDECIDED;
    }
    encoding = SolverProblem.ofAll(narrowed, propagation, time, budget);
    encoding.begin(positions);
    return search(Math.min(mostConflictsOfBrief(), MOST_CONFLICTS_OF_LONG_BRIEF_ATTEMPT));
  }

  /**
   * Begins with the order that the search for a stronger level ended with, if that did not succeed:
   * what is wrong with it is mostly not much.
   */
  public void beginLike(OrderSearch stronger) {
    if (budget.isExhausted()) {
      // Kept only then: it may be large.
      endedWith = stronger;
    }
    if (stronger.lastOrder != null && problem.isOrderedByNeighbours()) {
      var positions = narrowed.positions(stronger.narrowed, stronger.lastOrder);
      beginning = positions == null ? beginning : positions;
    }
  }

  private int transactions() {
    return problem.versions.history.transactionCount();
  }

  /** All there is, with an order to begin with. */
  private SolverProblem encode() {
    var all = SolverProblem.ofAll(narrowed, propagation, time, budget);
    if (beginning != null && propagation == null) {
      all.begin(beginning);
    } else {
      all.guess(budget);
    }
    return all;
  }

  private Result solve(long mostConflicts) {
    unfinished = null;
    encoding = encode();
    return search(mostConflicts);
  }

  private Result search(long mostConflicts) {
    encoding.refuteBy(refuter);
    var result = encoding.solver.solve(budget, mostConflicts);
    // Only now: one that was interrupted, for want of memory, is not to be trusted.
    unfinished = result == Result.UNDECIDED ? encoding : null;
    return result;
  }

  private Result goOn(long mostConflicts) {
    encoding = unfinished;
    unfinished = null;
    return encoding.solver.goOn(budget, mostConflicts);
  }

  /** After failure: questions that are enough for it. */
  public BitSet involved() {
    var asked = encoding == null ? new BitSet() : encoding.involved();
    if (propagation != null) {
      propagation.addReasons(asked);
    }
    return inTime == null ? asked : withAllSources(asked);
  }

  /** The same questions where every source counts: those ruled out are so by another order. */
  private BitSet withAllSources(BitSet asked) {
    var all = new BitSet();
    for (var q = asked.nextSetBit(0); q >= 0; q = asked.nextSetBit(q + 1)) {
      if (narrowed.isPair(q)) {
        all.set(problem.before(narrowed.firstOf(q), narrowed.secondOf(q)) >> 1);
      } else {
        all.set(problem.questionOfRead(narrowed.readOf(q)));
        addReplacements(narrowed.readOf(q), all);
      }
    }
    return all;
  }

  private void addReplacements(int number, BitSet asked) {
    var reads = problem.reads;
    var read = reads.reads.get(number);
    var own = problem.ownChain(read);
    for (var s = reads.firstSource(number); s < reads.firstSource(number + 1); s++) {
      var source = reads.source(s);
      var replacing = inTime.replacedBy(read, source);
      if (replacing != Versions.NONE) {
        var other = problem.chains.chainWith(replacing);
        addPair(source < 0 ? -1 : problem.chains.chainWith(source), other, asked);
        addPair(own, other, asked);
      }
    }
  }

  private void addPair(int chain, int other, BitSet asked) {
    if (chain >= 0 && other >= 0 && chain != other) {
      asked.set(problem.before(chain, other) >> 1);
    }
  }

  /** If it ran out of its budget: what is left in question of what was open. */
  public Open left(Open open) {
    if (encoding == null || encoding.solver.conflictCount() == 0) {
      return endedWith == null ? open : endedWith.left(open);
    }
    var involved = encoding.involved();
    var keys = new BitSet();
    var transactions = new BitSet();
    for (var q = involved.nextSetBit(0); q >= 0; q = involved.nextSetBit(q + 1)) {
      if (narrowed.isPair(q)) {
        keys.set(problem.versions.history.key(problem.chains.head.get(narrowed.firstOf(q))));
        transactions.set(problem.chains.headOwner(narrowed.firstOf(q)));
        transactions.set(problem.chains.headOwner(narrowed.secondOf(q)));
      } else {
        var read = narrowed.reads.reads.get(narrowed.readOf(q));
        keys.set(problem.versions.history.key(read));
        transactions.set(problem.versions.owner(read));
      }
    }
    var reason =
        "%s; after %s, %d of %s %s left in question, and %s would settle them"
            .formatted(
                open.reason(),
                Counted.of(encoding.solver.conflictCount(), "conflict"),
                keys.cardinality(),
                Counted.of(problem.chains.keyCount(), "open key"),
                keys.cardinality() == 1 ? "is" : "are",
                remedy());
    return new Open(
        Cause.BUDGET,
        reason,
        keys.cardinality(),
        keys.stream().limit(KEYS_NAMED).toArray(),
        transactions.cardinality(),
        transactions.stream().limit(KEYS_NAMED).toArray());
  }

  /** What a log could tell, and this one does not. */
  private String remedy() {
    if (narrowed.reads.count() > 0) {
      return "values that are written only once";
    }
    return problem.versions.history.hasRealTime()
        ? "reads of them before they are written"
        : "the times when transactions started and ended";
  }

  /** After success: the order that was found. */
  public Witness witness() {
    var versions = problem.versions;
    var solver = encoding.solver;
    var order = new WitnessOrder(versions.history.transactionCount());
    for (var t = 0; t < versions.history.transactionCount(); t++) {
      if (versions.takesPart(t) || encoding.isTrue(narrowed.committed(t))) {
        order.add(t, solver.position(problem.snapshot(t)), solver.position(problem.commit(t)));
      }
    }
    return refuter == null
        ? order.witness(problem.known)
        : refuter.witness(encoding, order.witness(problem.known));
  }

  /** The same, with what each open read saw, for proofs in which the order does not tell it. */
  public Witness witnessWithSources() {
    return SourceRefuter.withSources(narrowed, encoding, witness());
  }
}
