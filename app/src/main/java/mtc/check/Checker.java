package mtc.check;

import java.util.List;
import java.util.function.Supplier;
import mtc.history.History;
import mtc.linear.ChainLinearization;
import mtc.linear.Classifier;
import mtc.linear.CommitCheck;
import mtc.linear.Dependencies;
import mtc.linear.Findings;
import mtc.linear.Graph;
import mtc.linear.Groundwork;
import mtc.linear.LikelyPrefix;
import mtc.linear.ReadRules;
import mtc.linear.Violations;
import mtc.linear.WitnessOrder;
import mtc.registers.LinearizationSearch;
import mtc.search.CircularReads;
import mtc.search.Contradiction;
import mtc.search.LostUpdates;
import mtc.search.OpenChains;
import mtc.search.OpenProblem;
import mtc.search.OpenReads;
import mtc.search.OrderSearch;
import mtc.search.Paths;
import mtc.search.PlacementSearch;
import mtc.search.Refuter;
import mtc.solve.AcyclicSolver;
import mtc.solve.Budget;
import mtc.verdict.Anomaly;
import mtc.verdict.AnomalyKind;
import mtc.verdict.Classification;
import mtc.verdict.Level;
import mtc.verdict.Level.Asked;
import mtc.verdict.Stuck;
import mtc.verdict.Verdict;
import mtc.verdict.Verdict.Cause;
import mtc.verdict.Verdict.Open;
import mtc.verdict.Verdict.Outcome;
import mtc.witness.Witness;

/**
 * Checks one history at any number of levels, from any number of threads. What does not depend on
 * the level is done once.
 *
 * <p>What a log tells is decided in time linear in the number of operations (at the levels of the
 * past, times the number of clients); what it leaves open by search, within a budget.
 */
public final class Checker {
  /** Enough to find one that rests on few of the lists' elements. */
  private static final int EXAMPLES_PER_PLACEMENT = 4;

  /** How often the search for a proof of more than was asked for may ask whether to go on. */
  private static final long MOST_QUESTIONS_OF_ATTEMPT = 4_000;

  private final History history;
  private final CheckOptions options;
  private final Facts facts;

  public Checker(History history, CheckOptions options) {
    this(history, options, new Facts(history, options, null));
  }

  private Checker(History history, CheckOptions options, Facts facts) {
    this.history = history;
    this.options = options;
    this.facts = facts;
  }

  /** Why a level cannot be checked for want of data, in a sentence; null if it can. */
  public String refusal(Level level) {
    var without = history.without(level.label());
    if (without != null) {
      return without;
    }
    if (level.time() == Level.Time.NONE) {
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
    return check(new Asked(level, level.hasSessions()));
  }

  /** The same of a level as somebody asked for it. */
  public Verdict check(Asked wanted) {
    var level = wanted.level();
    var refusal = refusal(level);
    if (refusal != null) {
      throw new IllegalArgumentException(refusal);
    }
    var asked = new Asked(level, wanted.sessionOrder() && options.sessionOrder());
    var verdict = decide(asked);
    return history.relaxation() == null ? verdict : unproved(verdict, history.relaxation());
  }

  /** What a relaxed history has no violation of, it may still violate. */
  private static Verdict unproved(Verdict verdict, String reason) {
    return verdict.outcome() != Outcome.VALID
        ? verdict
        : new Verdict(
            verdict.level(), Outcome.UNKNOWN, List.of(), Open.about(Cause.WORKLOAD, reason));
  }

  private Verdict decide(Asked asked) {
    var level = asked.level();
    return switch (level.relation()) {
      case FLOW, MONOTONIC, ATOMIC, CAUSAL -> commits(asked, ofReadsAlone(level));
      case PARALLEL -> parallel(asked);
      case PREFIX -> prefix(asked);
      case SNAPSHOT -> decide(asked, facts.strict(), timed(level, strictGraph(asked).snapshot()));
      case SERIAL -> decide(asked, facts.strict(), timed(level, strictGraph(asked).serial()));
      case REGISTERS -> linearizability(asked);
    };
  }

  private Dependencies timed(Level level, Dependencies untimed) {
    return switch (level.time()) {
      case NONE -> untimed;
      case OF_SHARED_KEYS ->
          new Dependencies.InRealTime(untimed, facts.realTimeByKey(), Witness.Shape.KEY_TIME);
      case ALL ->
          new Dependencies.InRealTime(
              untimed,
              facts.realTime(),
              untimed.splitsTransactions() ? Witness.Shape.STRONG_SNAPSHOT : Witness.Shape.STRICT);
    };
  }

  // Levels that the graph of versions decides.

  /** Looks for cycles of what must hold, and if there are none searches what is open. */
  private Verdict decide(Asked asked, Groundwork core, Dependencies dependencies) {
    var findings = core.findings.violating(asked.level());
    new Violations(core.origins, findings, dependencies).find();
    var verdict = verdict(asked.level(), findings, core.questions.ofGraph());
    return switch (verdict.outcome()) {
      case INVALID -> verdict;
      case VALID ->
          options.witness()
              ? valid(asked.level(), WitnessOrder.of(dependencies, core.versions))
              : verdict;
      case UNKNOWN -> searched(asked, verdict, core, dependencies);
    };
  }

  /** Whether a history is serializable as far as anybody can see at once. */
  private boolean isPlainly(Dependencies dependencies) {
    var core = facts.strict();
    return core.findings.isEmpty()
        && core.questions.ofGraph() == Open.NOTHING
        && dependencies.isAcyclic();
  }

  // Levels that a commit order decides.

  /** What is known of single reads is enough for them, as long as lists keep their updates. */
  private Groundwork ofReadsAlone(Level level) {
    var strict = facts.strict();
    var reading = ReadRules.at(level);
    var isSame =
        reading.repeatsReads()
            || strict.findings.violating(Level.RA).isEmpty()
                && !strict.resolution.hasRepeatedReads
                && strict.questions.ofReads() == Open.NOTHING;
    return isSame && !history.hasLists() ? strict : facts.groundwork(reading);
  }

  private Verdict commits(Asked asked, Groundwork core) {
    var level = asked.level();
    if (isPlainly(strictGraph(asked).serial())) {
      return serial(asked, CommitCheck.proof(level.relation(), asked.sessionOrder()));
    }
    var findings = core.findings.violating(level);
    var check = new CommitCheck(core, level, asked.sessionOrder(), near(asked, core));
    check.find(findings);
    var verdict = verdict(level, findings, core.questions.ofReads());
    return switch (verdict.outcome()) {
      case INVALID -> verdict;
      case VALID -> options.witness() ? valid(level, check.witness()) : verdict;
      case UNKNOWN -> searched(asked, verdict, core, check.known());
    };
  }

  /** What a look at a part of a history goes by; null if all of it must be looked at. */
  private Graph near(Asked asked, Groundwork core) {
    var isAllKnown =
        core.questions.ofReads() == Open.NOTHING
            && !history.hasLists()
            && !core.versions.hasOrders();
    return isAllKnown && !options.witness() && core == facts.strict() ? strictGraph(asked) : null;
  }

  /** What is serializable is all that is weaker, in the same order. */
  private Verdict serial(Asked asked, Witness.Shape shape) {
    if (!options.witness()) {
      return valid(asked.level(), null);
    }
    var core = facts.strict();
    var order = WitnessOrder.of(strictGraph(asked).serial(), core.versions);
    return valid(asked.level(), order.as(shape));
  }

  /** Parallel snapshot isolation: no RW edge leads back along the flow of information. */
  private Verdict parallel(Asked asked) {
    var level = asked.level();
    var core = facts.strict();
    var snapshot = strictGraph(asked).snapshot();
    if (!options.witness() && isPlainly(snapshot)) {
      return valid(level, null);
    }
    var findings = core.findings.violating(level);
    var check = new CommitCheck(core, level, asked.sessionOrder(), near(asked, core));
    check.find(findings);
    var verdict = verdict(level, findings, core.questions.ofGraph());
    return switch (verdict.outcome()) {
      case INVALID -> verdict;
      case VALID -> options.witness() ? valid(level, check.witness()) : verdict;
      case UNKNOWN -> searched(asked, verdict, core, new Dependencies.Parallel(strictGraph(asked)));
    };
  }

  /**
   * Prefix consistency. Where every write read the one before it and none was lost, that is
   * snapshot isolation; elsewhere the order of the versions is open, whoever read them.
   */
  private Verdict prefix(Asked asked) {
    var level = asked.level();
    var strict = facts.strict();
    var snapshot = strictGraph(asked).snapshot();
    var isOrdered =
        strict.findings.isEmpty()
            && strict.chains.keys.size() == 0
            && !history.hasLists()
            && !strict.versions.hasOrders();
    if (isOrdered && strict.questions.ofGraph() == Open.NOTHING || isPlainly(snapshot)) {
      var verdict = decide(asked, strict, snapshot);
      return verdict.witness() == null
          ? verdict
          : valid(level, verdict.witness().as(Witness.Shape.PREFIX));
    }
    var causal = new Asked(Level.CAUSAL, asked.sessionOrder());
    var weaker = withoutSearch().commits(causal, ofReadsAlone(Level.CAUSAL));
    if (weaker.outcome() == Outcome.INVALID) {
      return new Verdict(level, Outcome.INVALID, weaker.anomalies(), Open.NOTHING);
    }
    var near = near(asked, strict);
    if (near != null
        && strict.findings.violating(level).isEmpty()
        && LikelyPrefix.isShown(strict, near)) {
      return valid(level, null);
    }
    var core = facts.groundwork(ReadRules.at(level));
    return decide(asked, core, new Dependencies.Prefix(facts.graph(core, asked.sessionOrder())));
  }

  /** Whether every transaction stays with one key. */
  boolean isOfRegisters() {
    return ChainLinearization.mayAllBeOfRegisters(facts.strict().versions);
  }

  /** Whether, moreover, sessions follow real time: then what is linearizable is strict. */
  boolean isOfRegistersInTime() {
    return isOfRegisters() && (!options.sessionOrder() || facts.realTime().containsSessions());
  }

  /** The same checker that searches nothing. */
  Checker withoutSearch() {
    var linear =
        new CheckOptions(options.sessionOrder(), options.clockSkewNanos(), options.examples());
    return new Checker(history, linear, facts);
  }

  // What is open.

  private Verdict searched(Asked asked, Verdict open, Groundwork core, Dependencies dependencies) {
    if (options.search() == null || core.versions.hasOrders()) {
      return open;
    }
    return core.questions.isOfLists()
        ? searchPlacements(asked, open, core, dependencies)
        : search(asked, open, core, dependencies);
  }

  /** Tells the repeated elements of lists apart in every way, until one is valid. */
  private Verdict searchPlacements(
      Asked asked, Verdict open, Groundwork core, Dependencies dependencies) {
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
                    asked.level(),
                    core,
                    dependencies,
                    asked.sessionOrder(),
                    placed ->
                        new Checker(history, once, new Facts(history, once, placed)).check(asked),
                    budget)
                .run();
    var verdict = withinMemory(search, null);
    return verdict == null ? givenUp(open, open.open(), budget) : verdict;
  }

  private Verdict search(Asked asked, Verdict open, Groundwork core, Dependencies dependencies) {
    var budget = options.search().get();
    Supplier<Verdict> search = () -> search(asked, open, core, dependencies, budget);
    var verdict = withinMemory(search, null);
    return verdict == null ? givenUp(open, open.open(), budget) : verdict;
  }

  private Verdict search(
      Asked asked, Verdict open, Groundwork core, Dependencies dependencies, Budget budget) {
    budget.doing("preparing a search");
    var level = asked.level();
    var reads = new OpenReads(core.versions, core.resolution, budget);
    var sourceless = reads.sourceless();
    if (!sourceless.isEmpty()) {
      return new Verdict(level, Outcome.INVALID, sourceless.anomalies(), Open.NOTHING);
    }
    var circular = new CircularReads(reads, core.versions).find();
    if (!circular.isEmpty()) {
      return new Verdict(level, Outcome.INVALID, circular.anomalies(), Open.NOTHING);
    }
    if (level.keepsUpdates()) {
      var lost = new LostUpdates(reads, core.versions).find();
      if (!lost.isEmpty()) {
        return new Verdict(level, Outcome.INVALID, lost.anomalies(), Open.NOTHING);
      }
    }
    var linearized = linearized(asked, budget);
    if (linearized != null) {
      return valid(level, options.witness() ? weakened(linearized, asked) : null);
    }
    var search = orderSearch(asked, core, reads, dependencies, budget);
    var result = AcyclicSolver.Result.UNDECIDED;
    if (hasStrongerInTime(level) || level == Level.PSI || level == Level.PREFIX) {
      result = withinMemory(search::attemptBriefly, result);
    }
    if (result == AcyclicSolver.Result.UNDECIDED && !budget.isExhausted()) {
      var stronger = strongerOrder(asked, budget);
      if (stronger != null) {
        return valid(
            level, options.witness() ? weakened(stronger.witnessWithSources(), asked) : null);
      }
      if (!budget.isExhausted()) {
        result = withinMemory(search::run, result);
      }
    }
    return switch (result) {
      case SATISFIABLE -> valid(level, options.witness() ? search.witness() : null);
      case UNDECIDED -> givenUp(open, search.left(open.open()), budget);
      case UNSATISFIABLE -> {
        var contradiction = new Contradiction(search, core.origins, budget);
        var anomaly = contradiction.explain(search::involved);
        yield new Verdict(level, Outcome.INVALID, List.of(anomaly), Open.NOTHING);
      }
    };
  }

  /**
   * Where every transaction stays with one register, an order of each of them in real time is one
   * of all (proposition 11), and one that sessions agree with if time does: a proof of more than
   * was asked for. Null if there is none, or it takes long to find.
   */
  private Witness linearized(Asked asked, Budget budget) {
    var level = asked.level();
    // What is wrong with single reads the registers do not show, and a weak level may allow; nor
    // does an order of registers tell what each read saw.
    if (!isBelowStrict(level)
        || !facts.strict().findings.isEmpty()
        || level.relation().isOfCommits() && options.witness()
        || refusal(Level.LIN) != null
        || !isOfRegistersInTime()) {
      return null;
    }
    var registers =
        new LinearizationSearch(
            facts.strict().versions, facts.realTime(), budget.atMost(MOST_QUESTIONS_OF_ATTEMPT));
    registers.run();
    return registers.stuck.isEmpty() && registers.undecidedKeys.size() == 0
        ? registers.inOneOrder()
        : null;
  }

  private OrderSearch orderSearch(
      Asked asked, Groundwork core, OpenReads reads, Dependencies dependencies, Budget budget) {
    budget.require();
    var level = asked.level();
    var chains =
        dependencies.ordersVersions()
            ? new OpenChains(core.versions, reads.keys, reads.mayHaveCommitted)
            : OpenChains.none(core.versions, reads.mayHaveCommitted);
    budget.require();
    var sessionOrder = level != Level.LIN && asked.sessionOrder();
    var problem = new OpenProblem(chains, reads, dependencies, sessionOrder);
    var paths =
        level.time() == Level.Time.ALL
            ? Paths.ofRealTime(history, facts.realTime())
            : Paths.ofSessions(history, sessionOrder);
    var refuter = Refuter.of(level, core, problem, sessionOrder, budget);
    return new OrderSearch(problem, paths, refuter, budget);
  }

  /**
   * An order in real time, or one of snapshots, if one is easily found, as a proof of a weaker
   * level: most stores do what they do between start and end, and that leaves less open. Null if
   * there is no such proof.
   */
  private OrderSearch strongerOrder(Asked asked, Budget budget) {
    var level = asked.level();
    if (!isBelowStrict(level)) {
      return null;
    }
    if (hasStrongerInTime(level)) {
      var timed = timed(Level.SSER, strictGraph(asked).serial());
      var strict = attempt(new Asked(Level.SSER, asked.sessionOrder()), timed, budget);
      if (strict != null) {
        return strict;
      }
    }
    return level == Level.PSI || level == Level.PREFIX
        ? attempt(new Asked(Level.SI, asked.sessionOrder()), strictGraph(asked).snapshot(), budget)
        : null;
  }

  /** Whether an order for strict serializability proves it; lin has a search of its own. */
  private static boolean isBelowStrict(Level level) {
    return level != Level.LIN && Level.SSER.isAtLeast(level);
  }

  private boolean hasStrongerInTime(Level level) {
    return level != Level.SSER && Level.SSER.isAtLeast(level) && refusal(Level.SSER) == null;
  }

  private OrderSearch attempt(Asked asked, Dependencies dependencies, Budget budget) {
    var core = facts.strict();
    if (!core.findings.isEmpty() || core.questions.isOfLists()) {
      return null;
    }
    var reads = new OpenReads(core.versions, core.resolution, budget);
    if (!reads.sourceless().isEmpty()) {
      return null;
    }
    var search = orderSearch(asked, core, reads, dependencies, budget);
    var result = withinMemory(search::attempt, AcyclicSolver.Result.UNDECIDED);
    return result == AcyclicSolver.Result.SATISFIABLE ? search : null;
  }

  /** The proof of a level that sser or si implies as one of that level. */
  private static Witness weakened(Witness proof, Asked asked) {
    var level = asked.level();
    return switch (level.relation()) {
      case SERIAL ->
          switch (level.time()) {
            case NONE -> proof.as(Witness.Shape.SERIAL);
            case OF_SHARED_KEYS -> proof.as(Witness.Shape.KEY_TIME);
            case ALL -> proof;
          };
      case SNAPSHOT ->
          level.time() == Level.Time.NONE
              ? proof.split(Witness.Shape.SNAPSHOT)
              : proof.split(Witness.Shape.STRONG_SNAPSHOT);
      case PREFIX -> proof.split(Witness.Shape.PREFIX);
      default -> proof.commits(CommitCheck.proof(level.relation(), asked.sessionOrder()));
    };
  }

  /** A search that does not fit in the heap, whatever its budget, is one that ran out of it. */
  private static <T> T withinMemory(Supplier<T> search, T undecided) {
    try {
      return search.get();
    } catch (OutOfMemoryError | Budget.Exhausted e) {
      return undecided;
    }
  }

  /** What is left open; and why the search did not settle it. */
  private static Verdict givenUp(Verdict verdict, Open left, Budget budget) {
    if (verdict.outcome() == Outcome.VALID) {
      return verdict;
    }
    var reason = "the search for an order ran out of " + budget.ranOutOf() + ": " + left.reason();
    return new Verdict(
        verdict.level(),
        Outcome.UNKNOWN,
        List.of(),
        new Open(
            Cause.BUDGET,
            reason,
            left.keyCount(),
            left.keys(),
            left.transactionCount(),
            left.transactions()));
  }

  private static Verdict valid(Level level, Witness witness) {
    // For registers sessions do not count, also where transactions have several of them.
    var isOrderOfRegisters =
        level == Level.LIN && witness != null && witness.shape() == Witness.Shape.STRICT;
    var proof = isOrderOfRegisters ? witness.as(Witness.Shape.REAL_TIME) : witness;
    return new Verdict(level, Outcome.VALID, List.of(), Open.NOTHING, proof);
  }

  /**
   * How far the operations on a register can be put in order; null if they are linearizable, are
   * not of registers alone, or there is no budget to find it out.
   */
  public Stuck stuck(int key) {
    if (options.search() == null
        || history.givenVersions() != null
        || refusal(Level.LIN) != null
        || !ChainLinearization.mayAllBeOfRegisters(facts.strict().versions)) {
      return null;
    }
    var budget = options.search().get();
    Supplier<Stuck> search =
        () ->
            new LinearizationSearch(facts.strict().versions, facts.realTime(), budget).explain(key);
    return withinMemory(search, null);
  }

  /** How much the history tells of its version order, and what keeps it from telling more. */
  public Classification classification() {
    return new Classifier(
            facts.groundwork(
                history.givenVersions() == null ? ReadRules.STRICT : ReadRules.OF_READS))
        .classify();
  }

  /**
   * Linearizability is local: registers are linearizable, each for itself, iff their operations,
   * taken as transactions, are strictly serializable. Sessions do not matter, only real time. For
   * transactions of several keys strict serializability is what is left of it.
   */
  private Verdict linearizability(Asked asked) {
    var core = facts.strict();
    var dependencies = timed(Level.LIN, facts.graph(core, false).serial());
    if (core.versions.hasOrders() || !ChainLinearization.isOfRegisters(core.versions)) {
      return decide(asked, core, dependencies);
    }
    var findings = core.findings.violating(Level.LIN);
    new Violations(core.origins, findings, dependencies).find();
    if (core.chains.openKeyCount() > 0) {
      new ChainLinearization(core, facts.realTime(), findings).findConflicts();
    }
    var verdict = verdict(Level.LIN, findings, core.questions.ofReads());
    var isSearched = verdict.outcome() == Outcome.UNKNOWN && options.search() != null;
    if (isSearched && !ChainLinearization.mayAllBeOfRegisters(core.versions)) {
      return decide(asked, core, dependencies);
    }
    var isProved = verdict.outcome() == Outcome.VALID && options.witness();
    return isSearched || isProved ? searchRegisters(verdict) : verdict;
  }

  /**
   * A search never contradicts the linear algorithm; where that decided, it only adds the proof.
   */
  private Verdict searchRegisters(Verdict open) {
    var budget = options.search() == null ? Budget.UNLIMITED : options.search().get();
    var registers = new LinearizationSearch(facts.strict().versions, facts.realTime(), budget);
    registers.run();
    if (!registers.stuck.isEmpty()) {
      var kind = AnomalyKind.NOT_LINEARIZABLE;
      var count = registers.stuck.size();
      var examples = registers.stuck.subList(0, Math.min(count, options.examples()));
      var anomaly = new Anomaly(kind, kind.elleName(), true, count, List.copyOf(examples));
      return new Verdict(Level.LIN, Outcome.INVALID, List.of(anomaly), Open.NOTHING);
    }
    return registers.undecidedKeys.size() > 0
        ? givenUp(open, open.open(), budget)
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

  // What levels share.

  private Graph strictGraph(Asked asked) {
    return facts.graph(facts.strict(), asked.sessionOrder());
  }
}
