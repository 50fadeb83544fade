package mtc.search;

import java.util.Arrays;
import java.util.BitSet;
import mtc.column.Ints;
import mtc.column.LongNumbers;
import mtc.history.History;
import mtc.linear.RealTime;
import mtc.linear.Versions;
import mtc.solve.AcyclicSolver;
import mtc.solve.Budget;

/**
 * An {@link OpenProblem}, or a part of its questions, as a problem for the solver.
 *
 * <p>Of all the problem's variables only those that are asked about, and those that clauses
 * mention, become variables of the solver: most pairs of chains are settled before.
 */
final class SolverProblem {
  final AcyclicSolver solver;
  private final OpenProblem problem;

  /** The questions that it is about; null for all. */
  private final BitSet asked;

  /** Time that is kept to as far as that can be; null if the problem has it, or there is none. */
  private final PreferredTime time;

  private final OpenChains chains;
  private final OpenReads reads;
  private final Versions versions;
  private final History history;
  private final Propagation settled;

  /** Whether every order that is mentioned is also asked about. */
  private final boolean isComplete;

  private final OrdersInQuestion inQuestion;

  /** Whether it turned out on the way that there is no solution; why, only the solver tells. */
  private boolean isKnownCyclic;

  /** Finds what is wrong with a solution beside cycles; null if nothing can be. */
  private Refuter refuter;

  /** What the nodes of the solver are, if they are not those of the problem; else null. */
  private final Excerpt excerpt;

  /**
   * The variables of the problem that the solver has, with their numbers there; and, as negative
   * numbers, transactions that keep to time.
   */
  private final LongNumbers variables = new LongNumbers();

  // Arcs that depend on a literal of the problem, if somebody wants to look at them.
  private final Ints arcFrom = new Ints();
  private final Ints arcTo = new Ints();
  private final Ints arcLiteral = new Ints();

  /**
   * All reads, and the orders that turn out to matter, but for those known already; without a
   * guess.
   *
   * @param time to be kept to as far as that can be; null for none
   */
  static SolverProblem ofAll(
      OpenProblem problem, Propagation settled, RealTime time, Budget budget) {
    return new SolverProblem(problem, null, settled, null, true, time, budget).withRefuted();
  }

  /** Some questions. */
  static SolverProblem of(OpenProblem problem, BitSet asked) {
    return new SolverProblem(problem, asked, null, null, true, null, Budget.UNLIMITED);
  }

  /** Some questions, over an excerpt that has all nodes that they are about. */
  static SolverProblem over(Excerpt excerpt, OpenProblem problem, BitSet asked) {
    return new SolverProblem(problem, asked, null, excerpt, true, null, Budget.UNLIMITED);
  }

  /** Some questions, to look at the arcs that answers make; not to be solved. */
  static SolverProblem withoutKnown(OpenProblem problem, BitSet asked) {
    return new SolverProblem(problem, asked, null, null, false, null, Budget.UNLIMITED);
  }

  private SolverProblem(
      OpenProblem problem,
      BitSet asked,
      Propagation settled,
      Excerpt excerpt,
      boolean withKnown,
      RealTime time,
      Budget budget) {
    this.time = time == null ? null : new PreferredTime(problem, time);
    this.excerpt = excerpt;
    this.problem = problem;
    this.asked = asked;
    this.chains = problem.chains;
    this.reads = problem.reads;
    this.versions = problem.versions;
    this.history = versions.history;
    this.settled = settled;
    this.isComplete = asked == null && problem.isOrderedByNeighbours();
    if (excerpt == null) {
      budget.require();
      solver =
          withKnown
              ? new AcyclicSolver(
                  time == null ? problem.knownGraph(budget) : this.time.known(budget))
              : new AcyclicSolver(problem.nodeCount());
      budget.require();
    } else {
      solver = new AcyclicSolver(excerpt.members.length);
      for (var i = 0; i < excerpt.from.size(); i++) {
        solver.arc(excerpt.from.get(i), excerpt.to.get(i));
      }
    }
    if (settled != null) {
      settled.forEachArc((from, to, pair) -> solver.knownArc(from, to, variable(pair)));
    }
    inQuestion = isComplete ? new OrdersInQuestion(this, problem, budget) : null;
    if (asked != null) {
      for (var q = asked.nextSetBit(problem.firstPair()); q >= 0; q = asked.nextSetBit(q + 1)) {
        encodeArcs(q, variable(q));
      }
    }
    for (var read = 0; read < reads.count(); read++) {
      if (asked == null || asked.get(problem.questionOfRead(read))) {
        encodeRead(read);
      }
    }
    if (isComplete) {
      solver.extension(inQuestion);
    }
    if (time != null) {
      this.time.prefer(solver, this::variable);
    }
  }

  /** Lets what is wrong with solutions beside cycles be found while the search runs. */
  void refuteBy(Refuter other) {
    refuter = other;
    if (inQuestion == null && other != null) {
      solver.extension(this::refute);
    }
  }

  /** Rules out, while the search runs, what is wrong with its solution; false if nothing is. */
  boolean refute() {
    if (refuter == null) {
      return false;
    }
    var refuted = refuter.refute(this);
    for (var choices : refuted) {
      solver.clauseLater(translated(choices.notAll()));
    }
    problem.refuted.addAll(refuted);
    return !refuted.isEmpty();
  }

  /** Rules out what was found not to hold together beside cycles, of what is asked about. */
  SolverProblem withRefuted() {
    for (var refuted : problem.refuted) {
      if (Arrays.stream(refuted.literals()).allMatch(this::isAsked)) {
        clause(refuted.notAll());
      }
    }
    return this;
  }

  private boolean isAsked(int literal) {
    var question = problem.questionOf(literal >> 1);
    return asked == null || question < 0 || asked.get(question);
  }

  /** An arc that there is if a literal of the problem is true. */
  private void arc(int from, int to, int literal) {
    if (excerpt == null) {
      solver.arc(from, to, literal(literal));
    } else {
      solver.arc(excerpt.index(from), excerpt.index(to), literal(literal));
    }
    note(from, to, literal);
  }

  /** What is wrong with a solution is found along its arcs. */
  private void note(int from, int to, int literal) {
    if (!problem.known.decides()) {
      arcFrom.add(from);
      arcTo.add(to);
      arcLiteral.add(literal);
    }
  }

  /** Calls back with the arcs that are there in a solution, and the literals that made them. */
  void forEachArc(KnownArcs.ArcOfPair consumer) {
    problem.known((from, to) -> consumer.accept(from, to, -1));
    if (settled != null) {
      settled.forEachArc((from, to, pair) ->
          consumer.accept(from, to, settled.order(pair) > 0 ? 2 * pair : 2 * pair + 1));
    }
    for (var arc = 0; arc < arcFrom.size(); arc++) {
      if (isTrue(arcLiteral.get(arc))) {
        consumer.accept(arcFrom.get(arc), arcTo.get(arc), arcLiteral.get(arc));
      }
    }
    if (inQuestion != null) {
      inQuestion.forEachNeighbours((chain, next) -> {
        var before = problem.before(chain, next);
        var head = chains.headOwner(next);
        consumer.accept(problem.commit(chains.lastOwner(chain)), problem.write(head), before);
        if (problem.mayHaveReaders(chain)) {
          consumer.accept(problem.endOf(chain), problem.overwrite(head), before);
        }
      });
    }
  }

  /** Begins with a guess. */
  void guess(Budget budget) {
    if (isComplete) {
      var known = time == null ? solver.knownGraph() : problem.knownGraph(budget);
      begin(new GuessedOrder(problem, known, budget).positions());
    }
  }

  /** Begins with an order: the position of each node; null if what is known is cyclic. */
  void begin(int[] positions) {
    if (positions == null) {
      isKnownCyclic = true;
      return;
    }
    solver.guess(time == null ? positions : time.positions(positions));
    for (var read = 0; read < reads.count(); read++) {
      hintSource(read, positions);
    }
  }

  boolean isKnownCyclic() {
    return isKnownCyclic;
  }

  /** Of several sources, the last one before the read is the likely one. */
  private void hintSource(int read, int[] positions) {
    var from = reads.firstSource(read);
    var to = reads.firstSource(read + 1);
    if (to - from < 2) {
      return;
    }
    var reader = positions[problem.snapshot(versions.owner(reads.reads.get(read)))];
    var best = from;
    var least = Integer.MAX_VALUE;
    for (var source = from; source < to; source++) {
      var write = reads.source(source);
      var writer = write < 0 ? -1 : positions[problem.commit(versions.owner(write))];
      // Later ones come after all earlier ones.
      var distance = writer < reader ? reader - writer : positions.length + writer - reader;
      if (distance < least) {
        least = distance;
        best = source;
      }
      solver.hintFalse(variable(problem.seen(source) >> 1));
    }
    solver.hintTrue(variable(problem.seen(best) >> 1));
  }

  /** Whether a literal of the problem is true in a solution, or when the search failed. */
  boolean isTrue(int literal) {
    var variable = variables.find(literal >> 1);
    return variable >= 0 && solver.isTrue(2 * variable + (literal & 1));
  }

  /** Makes a literal of the problem true. */
  void assume(int literal) {
    solver.clause(literal(literal));
  }

  /** After failure: the questions that had a part in it. */
  BitSet involved() {
    var asked = new BitSet();
    for (var read = 0; read < reads.count(); read++) {
      if (reads.firstSource(read) == reads.firstSource(read + 1)) {
        asked.set(problem.questionOfRead(read));
      }
    }
    for (var v = 0; v < variables.size(); v++) {
      if (!PreferredTime.isVariable(variables.key(v)) && solver.isInvolved(v)) {
        var question = problem.questionOf(variableOfProblem(v));
        if (question >= 0) {
          asked.set(question);
        } else {
          addReadsOf(problem.transactionOf(variableOfProblem(v)), asked);
        }
      }
    }
    return asked;
  }

  /** That a transaction committed or not matters for what it read. */
  private void addReadsOf(int transaction, BitSet asked) {
    for (var read = 0; read < reads.count(); read++) {
      if (versions.owner(reads.reads.get(read)) == transaction) {
        asked.set(problem.questionOfRead(read));
      }
    }
  }

  /** A literal of the problem for one of the solver; -1 for -1. */
  int literalOfProblem(int literal) {
    return literal < 0 ? literal : 2 * variableOfProblem(literal >> 1) + (literal & 1);
  }

  // Variables.

  private int variableOfProblem(int variable) {
    return (int) variables.key(variable);
  }

  private int literal(int literal) {
    return 2 * variable(literal >> 1) + (literal & 1);
  }

  private int variable(int variable) {
    var next = variables.size();
    var number = variables.number(variable);
    if (number < next) {
      return number;
    }
    var added = solver.variable();
    var order = settled != null && problem.isPair(variable) ? settled.order(variable) : 0;
    if (order != 0) {
      solver.fix(order > 0 ? 2 * added : 2 * added + 1);
    } else if (isComplete && problem.isPair(variable)) {
      encodeArcs(variable, added);
    }
    if (!PreferredTime.isVariable(variable) && problem.questionOf(variable) < 0) {
      // Only who was seen need have committed.
      solver.hintFalse(added);
    }
    return added;
  }

  // Orders.

  /** Makes the order of two chains a question, while the search runs. */
  void ask(int chain, int other) {
    var known = variables.size();
    var pair = variable(problem.before(chain, other) >> 1);
    if (pair == known) {
      solver.decideIfNeeded(pair);
    } else {
      solver.need(pair);
    }
  }

  private void encodeArcs(int pair, int variable) {
    var chain = problem.firstOf(pair);
    var other = problem.secondOf(pair);
    encodeOrder(chain, other, 2 * pair);
    encodeOrder(other, chain, 2 * pair + 1);
    if (excerpt == null) {
      solver.hint(
          variable,
          problem.commit(chains.headOwner(chain)),
          problem.commit(chains.headOwner(other)));
    }
  }

  private void encodeOrder(int chain, int later, int literal) {
    var head = chains.headOwner(later);
    arc(problem.commit(chains.lastOwner(chain)), problem.write(head), literal);
    if (problem.mayHaveReaders(chain)) {
      arc(problem.endOf(chain), problem.overwrite(head), literal);
    }
  }

  // Sources.

  private void encodeRead(int number) {
    var read = reads.reads.get(number);
    var from = reads.firstSource(number);
    var to = reads.firstSource(number + 1);
    if (isComplete && to - from == 1 && isKnown(read, from)) {
      return;
    }
    for (var source = from; source < to; source++) {
      encodeSource(read, source);
    }
    clause(problem.answers(problem.questionOfRead(number)));
  }

  /** The only source of a read that must have one need not be chosen. */
  private boolean isKnown(int read, int source) {
    var write = reads.source(source);
    var reader = versions.owner(read);
    if (!versions.takesPart(reader)
        || write >= 0 && !versions.takesPart(versions.owner(write))
        || problem.ownChain(read) >= 0
        || isOverwrittenBySame(read, write)) {
      return false;
    }
    var seen = variable(problem.seen(source) >> 1);
    solver.fix(2 * seen);
    if (write >= 0) {
      knownArc(problem.commit(versions.owner(write)), problem.snapshot(reader), source);
    }
    knownArc(problem.snapshot(reader), after(read, write), source);
    return true;
  }

  private void knownArc(int from, int to, int source) {
    solver.knownArc(from, to, variable(problem.seen(source) >> 1));
    note(from, to, problem.seen(source));
  }

  private void clause(int... literals) {
    solver.clause(translated(literals));
  }

  /** Literals of the problem as those of the solver. */
  private int[] translated(int... literals) {
    var translated = new int[literals.length];
    Arrays.setAll(translated, i -> literal(literals[i]));
    return translated;
  }

  private void encodeSource(int read, int source) {
    var write = reads.source(source);
    var seen = problem.seen(source);
    var reader = versions.owner(read);
    if (write >= 0) {
      var writer = versions.owner(write);
      arc(problem.commit(writer), problem.snapshot(reader), seen);
      if (!versions.takesPart(writer)) {
        clause(AcyclicSolver.not(seen), problem.committed(writer));
      }
    }
    if (!problem.known.ordersVersions()) {
      return;
    }
    var own = problem.known.keepsUpdates() ? problem.ownChain(read) : -1;
    if (own >= 0) {
      encodeOverwritten(read, write, own, seen);
      return;
    }
    if (!isOverwrittenBySame(read, write)) {
      arc(problem.snapshot(reader), after(read, write), seen);
    }
  }

  /** Who also read the key otherwise and wrote it then is who overwrote what was seen. */
  private boolean isOverwrittenBySame(int read, int write) {
    var next = versions.nextOf(history.key(read), write);
    return next != Versions.NONE && versions.owner(next) == versions.owner(read);
  }

  /** What whoever read a version comes before: the next one of its chain, or the end of it. */
  private int after(int read, int write) {
    var next = versions.nextOf(history.key(read), write);
    if (next != Versions.NONE) {
      return problem.overwrite(versions.owner(next));
    }
    var place = chains.place(history.key(read));
    return write == chains.lastOfInitial.get(place)
        ? problem.endOfInitial(place)
        : problem.endOf(chains.chainOf(write));
  }

  /** Nothing comes between what a transaction read and what it overwrote it with. */
  private void encodeOverwritten(int read, int write, int own, int seen) {
    var place = chains.place(history.key(read));
    if (versions.nextOf(history.key(read), write) != Versions.NONE) {
      // Another one overwrote it.
      clause(AcyclicSolver.not(seen));
      return;
    }
    var isInitial = write == chains.lastOfInitial.get(place);
    var chain = isInitial ? -1 : chains.chainOf(write);
    if (chain == own) {
      // It came from this very write.
      clause(AcyclicSolver.not(seen));
      return;
    }
    if (!isInitial) {
      clause(AcyclicSolver.not(seen), problem.before(chain, own));
    }
    if (isComplete) {
      inQuestion.addOverwrite(seen, chain, own);
      return;
    }
    for (var other = chains.firstChain.get(place);
        other < chains.firstChain.get(place + 1);
        other++) {
      if (other != own && other != chain) {
        clause(apart(seen, chain, own, other));
      }
    }
  }

  /** Says, while the search runs, that a chain does not come between what was read and written. */
  void keepApart(int seen, int chain, int own, int other) {
    solver.clauseLater(translated(apart(seen, chain, own, other)));
  }

  /** The clause that a chain does not come between what was read and written. */
  private int[] apart(int seen, int chain, int own, int other) {
    return chain < 0
        ? new int[] {AcyclicSolver.not(seen), problem.before(own, other)}
        : new int[] {
          AcyclicSolver.not(seen), problem.before(other, chain), problem.before(own, other)
        };
  }
}
