package mtc.check;

import java.util.List;
import java.util.function.Supplier;
import mtc.history.History;
import mtc.linear.CommitCheck;
import mtc.linear.Dependencies;
import mtc.linear.Groundwork;
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
import mtc.solve.AcyclicSolver.Result;
import mtc.solve.Budget;
import mtc.verdict.Anomaly;
import mtc.verdict.AnomalyKind;
import mtc.verdict.Level;
import mtc.verdict.Level.Asked;
import mtc.verdict.Stuck;
import mtc.verdict.Verdict;
import mtc.verdict.Verdict.Cause;
import mtc.verdict.Verdict.Open;
import mtc.verdict.Verdict.Outcome;
import mtc.witness.Witness;

/**
 * Decides what the linear algorithms leave open, by search, as far as a budget goes. What is tried
 * first is what most logs need: an order of single registers, or one in real time, proves all that
 * is weaker.
 */
final class Search {
  /** Enough to find one that rests on few of the lists' elements. */
  private static final int EXAMPLES_PER_PLACEMENT = 4;

  /** How often the search for a proof of more than was asked for may ask whether to go on. */
  private static final long MOST_QUESTIONS_OF_ATTEMPT = 4_000;

  private final History history;
  private final CheckOptions options;
  private final Facts facts;

  Search(History history, CheckOptions options, Facts facts) {
    this.history = history;
    this.options = options;
    this.facts = facts;
  }

  /**
   * What a search makes of a verdict that is open: the same if there is to be none.
   *
   * @param budget null for no search
   */
  Verdict decide(
      Asked asked, Verdict open, Groundwork core, Dependencies dependencies, Budget budget) {
    if (budget == null) {
      return open;
    }
    if (core.questions.isOfLists()) {
      return core.versions.hasOrders()
          ? withoutPlacements(open)
          : searchPlacements(asked, open, core, dependencies, budget);
    }
    Supplier<Verdict> search = () -> search(asked, open, core, dependencies, budget);
    var found = withinMemory(search, null);
    var verdict = found == null ? givenUp(open, open.open(), budget) : found;
    return verdict.outcome() == Outcome.VALID && core.questions.isUntold() ? open : verdict;
  }

  /** Which append is which is not searched where the log numbers them. */
  private static Verdict withoutPlacements(Verdict verdict) {
    var open = verdict.open();
    return new Verdict(
        verdict.level(),
        Outcome.UNKNOWN,
        List.of(),
        new Open(
            open.cause(),
            "an element that was read was appended more than once, and who appended which is not"
                + " searched where the log gives the order of versions; --versions ignore asks for"
                + " any order",
            open.keyCount(),
            open.keys(),
            open.transactionCount(),
            open.transactions()));
  }

  /** Tells the repeated elements of lists apart in every way, until one is valid. */
  private Verdict searchPlacements(
      Asked asked, Verdict open, Groundwork core, Dependencies dependencies, Budget budget) {
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

  private Verdict search(
      Asked asked, Verdict open, Groundwork core, Dependencies dependencies, Budget budget) {
    budget.doing("preparing a search");
    var level = asked.level();
    var questions = new Questions(core, budget);
    var reads = questions.reads;
    var sourceless = reads.sourceless(options.examples());
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
      return Checker.valid(level, options.witness() ? weakened(linearized, asked) : null);
    }
    // Two moments for each transaction leave more open than one: an order that needs one comes
    // first.
    var strict = dependencies.splitsTransactions() ? strict(asked, questions, budget) : null;
    var inTime =
        strict == null ? Result.UNDECIDED : withinMemory(strict::attemptIfNear, Result.UNDECIDED);
    if (inTime == Result.SATISFIABLE) {
      return proved(asked, strict);
    }
    var search = orderSearch(asked, questions, dependencies, budget);
    var result = Result.UNDECIDED;
    if (search.keepsToTime() && !dependencies.splitsTransactions()) {
      // An order in real time is what it looks for first by itself.
      result = withinMemory(search::run, result);
    } else if (inTime == Result.UNSATISFIABLE) {
      // The order that this one ended with is a better beginning than a guess.
      search.beginLike(strict);
    } else if (hasStrongerInTime(level) || level == Level.PSI || level == Level.PREFIX) {
      result = withinMemory(search::attemptBriefly, result);
    }
    if (result == Result.UNDECIDED && !budget.isExhausted()) {
      var stronger = strongerOrder(asked, search, strict, questions, budget);
      if (stronger != null) {
        return proved(asked, stronger);
      }
      if (!budget.isExhausted()) {
        result = withinMemory(search::run, result);
      }
    }
    return switch (result) {
      case SATISFIABLE -> Checker.valid(level, options.witness() ? search.witness() : null);
      case UNDECIDED -> givenUp(open, search.left(open.open()), budget);
      case UNSATISFIABLE -> {
        var contradiction = new Contradiction(search, core.origins, budget);
        var anomaly = contradiction.explain(search::involved).at(level);
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
    // does an order of registers tell what each read saw, or keep to versions that a log gives.
    if (!isBelowStrict(level)
        || facts.strict().versions.hasOrders()
        || !facts.strict().findings.isEmpty()
        || level.relation().isOfCommits() && options.witness()
        || facts.refusal(Level.LIN) != null
        || !facts.isOfRegistersInTime()) {
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

  /** What a log leaves open, which searches for several levels share. */
  private static final class Questions {
    final Groundwork core;
    final OpenReads reads;
    private OpenChains chains;

    Questions(Groundwork core, Budget budget) {
      this.core = core;
      reads = new OpenReads(core.versions, core.resolution, budget);
    }

    OpenChains chains(Dependencies dependencies) {
      if (!dependencies.ordersVersions()) {
        return OpenChains.none(core.versions, reads.mayHaveCommitted);
      }
      if (chains == null) {
        chains = new OpenChains(core.versions, reads.keys, reads.mayHaveCommitted);
      }
      return chains;
    }
  }

  private OrderSearch orderSearch(
      Asked asked, Questions questions, Dependencies dependencies, Budget budget) {
    budget.require();
    var level = asked.level();
    var chains = questions.chains(dependencies);
    budget.require();
    var sessionOrder = level != Level.LIN && asked.sessionOrder();
    var problem = new OpenProblem(chains, questions.reads, dependencies, sessionOrder);
    var paths =
        level.time() == Level.Time.ALL
            ? Paths.ofRealTime(history, facts.realTime())
            : Paths.ofSessions(history, sessionOrder);
    var refuter = Refuter.of(level, questions.core, problem, sessionOrder, budget);
    var time =
        hasStrongerInTime(level) && level.time() == Level.Time.NONE ? facts.realTime() : null;
    return new OrderSearch(problem, paths, time, refuter, budget);
  }

  private Verdict proved(Asked asked, OrderSearch stronger) {
    return Checker.valid(
        asked.level(), options.witness() ? weakened(stronger.witnessWithSources(), asked) : null);
  }

  /**
   * An order in real time, or one of snapshots, if one is easily found, as a proof of a weaker
   * level: most stores do what they do between start and end, and that leaves less open. Null if
   * there is no such proof; the search for the level itself begins with what comes close to one.
   */
  private OrderSearch strongerOrder(
      Asked asked, OrderSearch search, OrderSearch strict, Questions questions, Budget budget) {
    var level = asked.level();
    if (!isBelowStrict(level)) {
      return null;
    }
    var serial = strict == null ? strict(asked, questions, budget) : strict;
    if (serial != null && isProof(serial, search)) {
      return serial;
    }
    var snapshots = facts.strictGraph(asked).snapshot();
    // Real time rules sources out; without any to choose from, it only adds to what must hold.
    if (hasTime() && search.hasOpenReads() && isStronger(Level.STRONG_SI, level)) {
      var timed = facts.timed(Level.STRONG_SI, snapshots);
      var inTime =
          begun(new Asked(Level.STRONG_SI, asked.sessionOrder()), timed, questions, budget);
      if (inTime != null && isProof(inTime, search)) {
        return inTime;
      }
    }
    var isSearchedPairwise = level == Level.PSI || level == Level.PREFIX;
    if ((isSearchedPairwise || search.hasOpenReads()) && isStronger(Level.SI, level)) {
      var snapshot = begun(new Asked(Level.SI, asked.sessionOrder()), snapshots, questions, budget);
      if (snapshot != null && isProof(snapshot, search)) {
        return snapshot;
      }
    }
    return null;
  }

  private static boolean isStronger(Level level, Level than) {
    return level != than && level.isAtLeast(than);
  }

  /** The search for an order in real time; null if there can be none. */
  private OrderSearch strict(Asked asked, Questions questions, Budget budget) {
    if (!hasStrongerInTime(asked.level())) {
      return null;
    }
    var timed = facts.timed(Level.SSER, facts.strictGraph(asked).serial());
    return begun(new Asked(Level.SSER, asked.sessionOrder()), timed, questions, budget);
  }

  /** Whether an order for strict serializability proves it; lin has a search of its own. */
  private static boolean isBelowStrict(Level level) {
    return level != Level.LIN && Level.SSER.isAtLeast(level);
  }

  private boolean hasStrongerInTime(Level level) {
    return hasTime() && isStronger(Level.SSER, level);
  }

  private boolean hasTime() {
    return facts.refusal(Level.SSER) == null;
  }

  /** The search for an order for a stronger level; null if there can be none. */
  private OrderSearch begun(
      Asked asked, Dependencies dependencies, Questions questions, Budget budget) {
    var core = facts.strict();
    if (!core.findings.isEmpty() || core.questions.isOfLists() || core.questions.isUntold()) {
      return null;
    }
    var asStrict = questions.core == core ? questions : new Questions(core, budget);
    return asStrict.reads.sourceless(0).isEmpty()
        ? orderSearch(asked, asStrict, dependencies, budget)
        : null;
  }

  /** Whether an attempt succeeds; if not, the search itself begins where it ended. */
  private static boolean isProof(OrderSearch attempt, OrderSearch search) {
    if (withinMemory(attempt::attempt, Result.UNDECIDED) == Result.SATISFIABLE) {
      return true;
    }
    search.beginLike(attempt);
    return false;
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

  /**
   * A search never contradicts the linear algorithm; where that decided, it only adds the proof.
   *
   * @param wanted null for as long as it takes
   */
  Verdict registers(Verdict open, Budget wanted) {
    var budget = wanted == null ? Budget.UNLIMITED : wanted;
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
        : Checker.valid(Level.LIN, options.witness() ? registers.witness() : null);
  }

  /**
   * How far the operations on a register can be put in order; null if they are linearizable, are
   * not of registers alone, or there is no budget to find it out.
   */
  Stuck stuck(int key) {
    if (options.search() == null
        || history.givenVersions() != null
        || facts.refusal(Level.LIN) != null
        || !facts.isOfRegisters()) {
      return null;
    }
    var budget = options.search().get();
    Supplier<Stuck> search =
        () ->
            new LinearizationSearch(facts.strict().versions, facts.realTime(), budget).explain(key);
    return withinMemory(search, null);
  }
}
