package mtc.check;

import java.util.List;
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
import mtc.solve.Budget;
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
  private final History history;
  private final CheckOptions options;
  private final Facts facts;
  private final Search search;

  public Checker(History history, CheckOptions options) {
    this(history, options, new Facts(history, options, null));
  }

  Checker(History history, CheckOptions options, Facts facts) {
    this.history = history;
    this.options = options;
    this.facts = facts;
    this.search = new Search(history, options, facts);
  }

  /** Why a level cannot be checked for want of data, in a sentence; null if it can. */
  public String refusal(Level level) {
    return facts.refusal(level);
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
    // It begins here: whoever waits for an answer waits for what comes before a search as well.
    var budget = options.search() == null ? null : options.search().get();
    var verdict = decide(asked, budget);
    return believed(asked.sessionOrder() ? verdict : withoutSessions(verdict));
  }

  /** A proof says itself if it is one only where sessions do not count. */
  private static Verdict withoutSessions(Verdict verdict) {
    return verdict.witness() == null
        ? verdict
        : valid(verdict.level(), verdict.witness().withoutSessionOrder());
  }

  /**
   * What a relaxed history has no violation of, it may still violate; and what looks like a
   * violation because no update was lost may be none where that is allowed.
   */
  private Verdict believed(Verdict verdict) {
    var doubt =
        switch (verdict.outcome()) {
          case VALID -> history.relaxation();
          case INVALID -> isOfOrder(verdict) ? history.keptUpdates() : null;
          case UNKNOWN -> null;
        };
    return doubt == null
        ? verdict
        : new Verdict(
            verdict.level(), Outcome.UNKNOWN, List.of(), Open.about(Cause.WORKLOAD, doubt));
  }

  /** Whether all that is wrong is an order, at a level that allows updates to be lost. */
  private static boolean isOfOrder(Verdict verdict) {
    for (var anomaly : verdict.anomalies()) {
      if (anomaly.kind().isOfOneRead()) {
        return false;
      }
    }
    return !verdict.level().keepsUpdates();
  }

  /**
   * Decides, with a search if need be.
   *
   * @param budget of a search; null for none
   */
  private Verdict decide(Asked asked, Budget budget) {
    var level = asked.level();
    return switch (level.relation()) {
      case FLOW, MONOTONIC, ATOMIC, CAUSAL -> commits(asked, ofReadsAlone(level), budget);
      case PARALLEL -> parallel(asked, budget);
      case PREFIX -> prefix(asked, budget);
      case SNAPSHOT ->
          decide(
              asked,
              facts.strict(),
              facts.timed(level, facts.strictGraph(asked).snapshot()),
              budget);
      case SERIAL ->
          decide(
              asked, facts.strict(), facts.timed(level, facts.strictGraph(asked).serial()), budget);
      case REGISTERS -> linearizability(asked, budget);
    };
  }

  // Levels that the graph of versions decides.

  /** Looks for cycles of what must hold, and if there are none searches what is open. */
  private Verdict decide(Asked asked, Groundwork core, Dependencies dependencies, Budget budget) {
    var findings = core.findings.violating(asked.level());
    new Violations(core, findings, dependencies).find();
    var verdict = verdict(asked.level(), findings, core.questions.ofGraph());
    return switch (verdict.outcome()) {
      case INVALID -> verdict;
      case VALID ->
          options.witness()
              ? valid(asked.level(), WitnessOrder.of(dependencies, core.versions))
              : verdict;
      case UNKNOWN -> search.decide(asked, verdict, core, dependencies, budget);
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

  private Verdict commits(Asked asked, Groundwork core, Budget budget) {
    var level = asked.level();
    if (isPlainly(facts.strictGraph(asked).serial())) {
      return serial(asked, CommitCheck.proof(level.relation(), asked.sessionOrder()));
    }
    var findings = core.findings.violating(level);
    var check = new CommitCheck(core, level, asked.sessionOrder(), near(asked, core));
    check.find(findings);
    var verdict = verdict(level, findings, core.questions.ofReads());
    return switch (verdict.outcome()) {
      case INVALID -> verdict;
      case VALID -> options.witness() ? valid(level, check.witness()) : verdict;
      case UNKNOWN -> search.decide(asked, verdict, core, check.known(), budget);
    };
  }

  /** What a look at a part of a history goes by; null if all of it must be looked at. */
  private Graph near(Asked asked, Groundwork core) {
    var isAllKnown =
        core.questions.ofReads() == Open.NOTHING
            && !history.hasLists()
            && !core.versions.hasOrders();
    return isAllKnown && !options.witness() && core == facts.strict()
        ? facts.strictGraph(asked)
        : null;
  }

  /** What is serializable is all that is weaker, in the same order. */
  private Verdict serial(Asked asked, Witness.Shape shape) {
    if (!options.witness()) {
      return valid(asked.level(), null);
    }
    var core = facts.strict();
    var order = WitnessOrder.of(facts.strictGraph(asked).serial(), core.versions);
    return valid(asked.level(), order.as(shape));
  }

  /** Parallel snapshot isolation: no RW edge leads back along the flow of information. */
  private Verdict parallel(Asked asked, Budget budget) {
    var level = asked.level();
    var core = facts.strict();
    var snapshot = facts.strictGraph(asked).snapshot();
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
      case UNKNOWN ->
          search.decide(
              asked, verdict, core, new Dependencies.Parallel(facts.strictGraph(asked)), budget);
    };
  }

  /**
   * Prefix consistency. Where every write read the one before it and none was lost, that is
   * snapshot isolation; elsewhere the order of the versions is open, whoever read them.
   */
  private Verdict prefix(Asked asked, Budget budget) {
    var level = asked.level();
    var strict = facts.strict();
    var snapshot = facts.strictGraph(asked).snapshot();
    var isOrdered =
        strict.findings.isEmpty()
            && strict.chains.keys.size() == 0
            && !history.hasLists()
            && !strict.versions.hasOrders();
    if (isOrdered && strict.questions.ofGraph() == Open.NOTHING || isPlainly(snapshot)) {
      var verdict = decide(asked, strict, snapshot, budget);
      return verdict.witness() == null
          ? verdict
          : valid(level, verdict.witness().as(Witness.Shape.PREFIX));
    }
    var causal = new Asked(Level.CAUSAL, asked.sessionOrder());
    var weaker = withoutSearch().commits(causal, ofReadsAlone(Level.CAUSAL), null);
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
    var dependencies = new Dependencies.Prefix(facts.graph(core, asked.sessionOrder()));
    return decide(asked, core, dependencies, budget);
  }

  /** Whether every transaction stays with one key. */
  boolean isOfRegisters() {
    return facts.isOfRegisters();
  }

  /** Whether, moreover, sessions follow real time: then what is linearizable is strict. */
  boolean isOfRegistersInTime() {
    return facts.isOfRegistersInTime();
  }

  /** The same checker that searches nothing. */
  Checker withoutSearch() {
    var linear =
        new CheckOptions(options.sessionOrder(), options.clockSkewNanos(), options.examples());
    return new Checker(history, linear, facts);
  }

  static Verdict valid(Level level, Witness witness) {
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
    return search.stuck(key);
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
  private Verdict linearizability(Asked asked, Budget budget) {
    var core = facts.strict();
    var dependencies = facts.timed(Level.LIN, facts.graph(core, false).serial());
    if (core.versions.hasOrders() || !ChainLinearization.isOfRegisters(core.versions)) {
      return decide(asked, core, dependencies, budget);
    }
    var findings = core.findings.violating(Level.LIN);
    new Violations(core, findings, dependencies).find();
    if (core.chains.openKeyCount() > 0) {
      new ChainLinearization(core, facts.realTime(), findings).findConflicts();
    }
    var verdict = verdict(Level.LIN, findings, core.questions.ofReads());
    var isSearched = verdict.outcome() == Outcome.UNKNOWN && budget != null;
    if (isSearched && !ChainLinearization.mayAllBeOfRegisters(core.versions)) {
      return decide(asked, core, dependencies, budget);
    }
    var isProved = verdict.outcome() == Outcome.VALID && options.witness();
    return isSearched || isProved ? search.registers(verdict, budget) : verdict;
  }

  private static Verdict verdict(Level level, Findings findings, Open open) {
    var anomalies = findings.anomalies();
    if (!anomalies.isEmpty()) {
      return new Verdict(level, Outcome.INVALID, anomalies, Open.NOTHING);
    }
    var outcome = open == Open.NOTHING ? Outcome.VALID : Outcome.UNKNOWN;
    return new Verdict(level, outcome, List.of(), open);
  }
}
