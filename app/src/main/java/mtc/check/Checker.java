package mtc.check;

import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import mtc.history.History;
import mtc.linear.Classifier;
import mtc.linear.Dependencies;
import mtc.linear.Findings;
import mtc.linear.Graph;
import mtc.linear.Groundwork;
import mtc.linear.Linearizability;
import mtc.linear.Placements;
import mtc.linear.RealTime;
import mtc.linear.Violations;
import mtc.linear.WitnessOrder;
import mtc.registers.RegisterLinearization;
import mtc.search.Contradiction;
import mtc.search.OpenChains;
import mtc.search.OpenProblem;
import mtc.search.OpenReads;
import mtc.search.OrderSearch;
import mtc.search.Paths;
import mtc.search.PlacementSearch;
import mtc.solve.AcyclicSolver;
import mtc.solve.Budget;
import mtc.verdict.Anomaly;
import mtc.verdict.AnomalyKind;
import mtc.verdict.Classification;
import mtc.verdict.Level;
import mtc.verdict.Stuck;
import mtc.verdict.Verdict;
import mtc.verdict.Verdict.Open;
import mtc.verdict.Verdict.Outcome;
import mtc.witness.Witness;

/**
 * Checks one history at any number of levels, from any number of threads. What does not depend on
 * the level is done once.
 *
 * <p>Time and memory are linear in the number of operations, violations or not.
 */
public final class Checker {
  /** Enough to find one that rests on few of the lists' elements. */
  private static final int EXAMPLES_PER_PLACEMENT = 4;

  private final History history;
  private final CheckOptions options;
  private final Placements placements;
  private Groundwork groundwork;
  private RealTime realTime;
  private Graph graph;
  private Graph graphWithoutSessionOrder;

  public Checker(History history, CheckOptions options) {
    this(history, options, null);
  }

  private Checker(History history, CheckOptions options, Placements placements) {
    this.history = history;
    this.options = options;
    this.placements = placements;
  }

  /** Why a level cannot be checked for want of data, in a sentence; null if it can. */
  public String refusal(Level level) {
    var without = history.without(level.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    if (without != null) {
      return without;
    }
    if (level == Level.SER || level == Level.SI) {
      return null;
    }
    if (level == Level.LIN && history.hasLists()) {
      return "lin is about registers, and this history has lists; sser is the level for those";
    }
    if (options.clockSkewNanos() > 0 && !history.hasClock()) {
      return "a clock skew needs wall-clock times, which this history does not have";
    }
    return history.hasRealTime() ? null : "no real time: " + history.withoutRealTime();
  }

  /** The verdict; the level must not be refused. */
  public Verdict check(Level level) {
    var refusal = refusal(level);
    if (refusal != null) {
      throw new IllegalArgumentException(refusal);
    }
    var core = groundwork();
    var sessionOrder = options.sessionOrder();
    var findings = new Findings(core.findings);
    var verdict = decide(level, core, findings, sessionOrder);
    return history.relaxation() == null ? verdict : unproved(verdict, history.relaxation());
  }

  /** What a relaxed history has no violation of, it may still violate. */
  private static Verdict unproved(Verdict verdict, String reason) {
    return verdict.outcome() != Outcome.VALID
        ? verdict
        : new Verdict(
            verdict.level(),
            Outcome.UNKNOWN,
            List.of(),
            new Open(reason, 0, new int[0], 0, new int[0]));
  }

  private Verdict decide(Level level, Groundwork core, Findings findings, boolean sessionOrder) {
    return switch (level) {
      case SI -> decide(level, findings, new Dependencies.Snapshot(graph(sessionOrder)));
      case SER -> decide(level, findings, new Dependencies.Serial(graph(sessionOrder)));
      case SSER ->
          decide(level, findings, new Dependencies.StrictSerial(graph(sessionOrder), realTime()));
      case LIN -> linearizability(core, findings);
    };
  }

  /** Looks for cycles of what must hold, and if there are none searches what is open. */
  private Verdict decide(Level level, Findings findings, Dependencies dependencies) {
    var core = groundwork();
    new Violations(core.explanation, findings, dependencies).find();
    var verdict = verdict(level, findings, core.questions.ofGraph());
    return switch (verdict.outcome()) {
      case INVALID -> verdict;
      case VALID ->
          options.witness() ? valid(level, WitnessOrder.of(dependencies, core.versions)) : verdict;
      case UNKNOWN -> {
        if (options.search() == null) {
          yield verdict;
        }
        yield core.questions.isOfLists()
            ? searchPlacements(verdict, dependencies)
            : search(verdict, dependencies);
      }
    };
  }

  /** Tells the repeated elements of lists apart in every way, until one is valid. */
  private Verdict searchPlacements(Verdict open, Dependencies dependencies) {
    var core = groundwork();
    var budget = options.search().get();
    var once =
        new CheckOptions(
            options.sessionOrder(),
            options.clockSkewNanos(),
            Math.max(EXAMPLES_PER_PLACEMENT, options.examples()),
            () -> budget,
            options.witness());
    Supplier<Verdict> search =
        () ->
            new PlacementSearch(
                    open.level(),
                    core,
                    dependencies,
                    options.sessionOrder(),
                    placed -> new Checker(history, once, placed).check(open.level()),
                    budget)
                .run();
    var verdict = withinMemory(search, null);
    return verdict == null ? givenUp(open) : verdict;
  }

  private Verdict search(Verdict open, Dependencies dependencies) {
    var core = groundwork();
    var reads = new OpenReads(core.versions, core.resolution);
    var sourceless = reads.sourceless();
    if (!sourceless.isEmpty()) {
      return new Verdict(open.level(), Outcome.INVALID, sourceless.anomalies(), Open.NOTHING);
    }
    var chains = new OpenChains(core.versions, reads.keys, reads.mayHaveCommitted);
    var sessionOrder = open.level() != Level.LIN && options.sessionOrder();
    var problem = new OpenProblem(chains, reads, dependencies, sessionOrder);
    var paths =
        dependencies.realTime() != null
            ? Paths.ofRealTime(history, realTime())
            : Paths.ofSessions(history, sessionOrder);
    var budget = options.search().get();
    var search = new OrderSearch(problem, paths, budget);
    return switch (withinMemory(search::run, AcyclicSolver.Result.UNDECIDED)) {
      case SATISFIABLE -> valid(open.level(), options.witness() ? search.witness() : null);
      case UNDECIDED -> givenUp(open);
      case UNSATISFIABLE -> {
        var contradiction = new Contradiction(problem, core.explanation, budget);
        var anomaly = contradiction.explain(search.involved());
        yield new Verdict(open.level(), Outcome.INVALID, List.of(anomaly), Open.NOTHING);
      }
    };
  }

  /** A search that does not fit in the heap, whatever its budget, is one that ran out of it. */
  private static <T> T withinMemory(Supplier<T> search, T undecided) {
    try {
      return search.get();
    } catch (OutOfMemoryError e) {
      return undecided;
    }
  }

  /** What was open stays so; and why the search did not settle it. */
  private static Verdict givenUp(Verdict verdict) {
    if (verdict.outcome() == Outcome.VALID) {
      return verdict;
    }
    var open = verdict.open();
    var reason = "the search for an order ran out of time or memory: " + open.reason();
    return new Verdict(
        verdict.level(),
        Outcome.UNKNOWN,
        List.of(),
        new Open(
            reason, open.keyCount(), open.keys(), open.transactionCount(), open.transactions()));
  }

  private static Verdict valid(Level level, Witness witness) {
    // For registers sessions do not count, also where transactions have several of them.
    var isOrderOfRegisters =
        level == Level.LIN && witness != null && witness.shape() == Witness.Shape.STRICT;
    var proof =
        isOrderOfRegisters ? new Witness(Witness.Shape.REAL_TIME, witness.events()) : witness;
    return new Verdict(level, Outcome.VALID, List.of(), Open.NOTHING, proof);
  }

  /**
   * How far the operations on a register can be put in order; null if they are linearizable, are
   * not of registers alone, or there is no budget to find it out.
   */
  public Stuck stuck(int key) {
    if (options.search() == null
        || refusal(Level.LIN) != null
        || !Linearizability.mayAllBeOfRegisters(groundwork().versions)) {
      return null;
    }
    var budget = options.search().get();
    Supplier<Stuck> search =
        () -> new RegisterLinearization(groundwork().versions, realTime(), budget).explain(key);
    return withinMemory(search, null);
  }

  /** How much the history tells of its version order, and what keeps it from telling more. */
  public Classification classification() {
    return new Classifier(groundwork()).classify();
  }

  /**
   * Linearizability is local: registers are linearizable, each for itself, iff their operations,
   * taken as transactions, are strictly serializable. Sessions do not matter, only real time. For
   * transactions of several keys strict serializability is what is left of it.
   */
  private Verdict linearizability(Groundwork core, Findings findings) {
    var dependencies = new Dependencies.StrictSerial(graph(false), realTime());
    if (!Linearizability.isOfRegisters(core.versions)) {
      return decide(Level.LIN, findings, dependencies);
    }
    new Violations(core.explanation, findings, dependencies).find();
    if (core.chains.openKeyCount() > 0) {
      new Linearizability(core, realTime(), findings).findConflicts();
    }
    var verdict = verdict(Level.LIN, findings, core.questions.ofReads());
    var isSearched = verdict.outcome() == Outcome.UNKNOWN && options.search() != null;
    if (isSearched && !Linearizability.mayAllBeOfRegisters(core.versions)) {
      return decide(Level.LIN, findings, dependencies);
    }
    var isProved = verdict.outcome() == Outcome.VALID && options.witness();
    return isSearched || isProved ? searchRegisters(verdict) : verdict;
  }

  /**
   * A search never contradicts the linear algorithm; where that decided, it only adds the proof.
   */
  private Verdict searchRegisters(Verdict open) {
    var budget = options.search() == null ? Budget.UNLIMITED : options.search().get();
    var registers = new RegisterLinearization(groundwork().versions, realTime(), budget);
    registers.run();
    if (!registers.stuck.isEmpty()) {
      var kind = AnomalyKind.NOT_LINEARIZABLE;
      var count = registers.stuck.size();
      var examples = registers.stuck.subList(0, Math.min(count, options.examples()));
      var anomaly = new Anomaly(kind, kind.elleName(), true, count, List.copyOf(examples));
      return new Verdict(Level.LIN, Outcome.INVALID, List.of(anomaly), Open.NOTHING);
    }
    return registers.undecidedKeys.size() > 0
        ? givenUp(open)
        : valid(Level.LIN, options.witness() ? registers.witness() : null);
  }

  private static Verdict verdict(Level level, Findings findings, Open open) {
    var anomalies = findings.anomalies();
    if (!anomalies.isEmpty()) {
      return new Verdict(level, Outcome.INVALID, anomalies, Open.NOTHING);
    }
    var outcome = open == Open.NOTHING ? Outcome.VALID : Outcome.UNKNOWN;
    return new Verdict(level, outcome, List.of(), open);
  }

  private synchronized Groundwork groundwork() {
    if (groundwork == null) {
      groundwork = new Groundwork(history, options.examples(), placements);
    }
    return groundwork;
  }

  private synchronized Graph graph(boolean sessionOrder) {
    if (sessionOrder) {
      if (graph == null) {
        graph = groundwork().graph(true);
      }
      return graph;
    }
    if (graphWithoutSessionOrder == null) {
      graphWithoutSessionOrder = groundwork().graph(false);
    }
    return graphWithoutSessionOrder;
  }

  private synchronized RealTime realTime() {
    if (realTime == null) {
      realTime = new RealTime(groundwork().versions, options.clockSkewNanos());
    }
    return realTime;
  }
}
