package mtc.search;

import java.util.Arrays;
import java.util.BitSet;
import mtc.column.Ints;
import mtc.history.History;
import mtc.linear.Versions;
import mtc.solve.AcyclicSolver;

/**
 * An {@link OpenProblem}, or a part of its questions, as a problem for the solver.
 *
 * <p>Of all the problem's variables only those that are asked about, and those that clauses
 * mention, become variables of the solver: most pairs of chains are settled before.
 */
final class Encoding {
  /** Of a pair in the solver and here, arcs included, about; for estimates. */
  static final long BYTES_PER_PAIR = 200;

  final AcyclicSolver solver;
  private final OpenProblem problem;
  private final OpenChains chains;
  private final OpenReads reads;
  private final Versions versions;
  private final History history;
  private final Propagation settled;

  /** By variable of the solver: that of the problem. */
  private final Ints variables = new Ints();

  // Arcs that depend on a literal of the problem, if somebody wants to look at them.
  private final Ints arcFrom = new Ints();
  private final Ints arcTo = new Ints();
  private final Ints arcLiteral = new Ints();

  /** The way back, hashed: a variable of the solver + 1; 0 for a free slot. */
  private int[] slots = new int[64];

  /**
   * @param asked the questions to ask; null for all
   * @param settled the orders that are known already; null for none
   */
  Encoding(OpenProblem problem, BitSet asked, Propagation settled) {
    this.problem = problem;
    this.chains = problem.chains;
    this.reads = problem.reads;
    this.versions = problem.versions;
    this.history = versions.history;
    this.settled = settled;
    solver = new AcyclicSolver(problem.nodeCount());
    problem.known(solver::arc);
    if (settled != null) {
      settled.forEachArc((from, to, pair) -> solver.knownArc(from, to, variable(pair)));
    }
    if (asked == null) {
      Propagation.forEachOpenPair(chains, settled, this::encodePair);
    } else {
      for (var q = asked.nextSetBit(0); problem.isPair(q) && q >= 0; q = asked.nextSetBit(q + 1)) {
        encodePair(problem.firstOf(q), problem.secondOf(q));
      }
    }
    for (var read = 0; read < reads.count(); read++) {
      if (asked == null || asked.get(problem.questionOfRead(read))) {
        encodeRead(read);
      }
    }
    for (var refuted : problem.refuted) {
      var literals = refuted.literals().clone();
      for (var i = 0; i < literals.length; i++) {
        literals[i] = AcyclicSolver.not(literals[i]);
      }
      clause(literals);
    }
  }

  /** An arc that there is if a literal of the problem is true. */
  private void arc(int from, int to, int literal) {
    solver.arc(from, to, literal(literal));
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
  }

  /** Whether a literal of the problem is true in a solution, or when the search failed. */
  boolean isTrue(int literal) {
    var slot = slot(literal >> 1);
    return slots[slot] != 0 && solver.isTrue(2 * (slots[slot] - 1) + (literal & 1));
  }

  /** Makes a literal of the problem true. */
  void assume(int literal) {
    solver.clause(literal(literal));
  }

  /** After failure: the questions that had a part in it. */
  BitSet involved() {
    var asked = new BitSet();
    for (var v = 0; v < variables.size(); v++) {
      if (solver.isInvolved(v)) {
        var question = problem.questionOf(variables.get(v));
        if (question >= 0) {
          asked.set(question);
        } else {
          addReadsOf(problem.transactionOf(variables.get(v)), asked);
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

  /** The literals of the problem that made the arcs of the last cycle; -1 for known arcs. */
  int[] lastCycleLiterals() {
    var literals = solver.lastCycleLiterals().clone();
    for (var i = 0; i < literals.length; i++) {
      if (literals[i] >= 0) {
        literals[i] = 2 * variables.get(literals[i] >> 1) + (literals[i] & 1);
      }
    }
    return literals;
  }

  // Variables.

  private int literal(int literal) {
    return 2 * variable(literal >> 1) + (literal & 1);
  }

  private int variable(int variable) {
    var slot = slot(variable);
    if (slots[slot] != 0) {
      return slots[slot] - 1;
    }
    var added = solver.variable();
    variables.add(variable);
    slots[slot] = added + 1;
    if (variables.size() * 2 > slots.length) {
      rehash();
    }
    var order = settled != null && problem.isPair(variable) ? settled.order(variable) : 0;
    if (order != 0) {
      solver.fix(order > 0 ? 2 * added : 2 * added + 1);
    }
    if (problem.questionOf(variable) < 0) {
      // Only who was seen need have committed.
      solver.hintFalse(added);
    }
    return added;
  }

  private int slot(int variable) {
    var mask = slots.length - 1;
    var slot = variable * 0x9E3779B9 >>> 7 & mask;
    while (slots[slot] != 0 && variables.get(slots[slot] - 1) != variable) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void rehash() {
    slots = new int[slots.length * 2];
    for (var v = 0; v < variables.size(); v++) {
      slots[slot(variables.get(v))] = v + 1;
    }
  }

  // Orders.

  /** The one chain has the lower number, so the pair's variable says that it comes first. */
  private void encodePair(int chain, int other) {
    var literal = problem.before(chain, other);
    encodeOrder(chain, other, literal);
    encodeOrder(other, chain, AcyclicSolver.not(literal));
    solver.hint(
        literal(literal) >> 1,
        problem.commit(chains.lastOwner(chain)),
        problem.write(chains.headOwner(other)));
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
    for (var source = reads.firstSource.get(number);
        source < reads.firstSource.get(number + 1);
        source++) {
      encodeSource(read, source);
    }
    clause(problem.answers(problem.questionOfRead(number)));
  }

  private void clause(int... literals) {
    var translated = Arrays.copyOf(literals, literals.length);
    for (var i = 0; i < literals.length; i++) {
      translated[i] = literal(literals[i]);
    }
    solver.clause(translated);
  }

  private void encodeSource(int read, int source) {
    var write = reads.sources.get(source);
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
    var next = versions.nextOf(history.key(read), write);
    var place = chains.place(history.key(read));
    var after =
        next != Versions.NONE
            ? problem.overwrite(versions.owner(next))
            : write == chains.lastOfInitial.get(place)
                ? problem.endOfInitial(place)
                : problem.endOf(chains.chainOf(write));
    arc(problem.snapshot(reader), after, seen);
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
    for (var other = chains.firstChain.get(place);
        other < chains.firstChain.get(place + 1);
        other++) {
      if (other != own && isInitial) {
        clause(AcyclicSolver.not(seen), problem.before(own, other));
      } else if (other != own && other != chain) {
        clause(AcyclicSolver.not(seen), problem.before(other, chain), problem.before(own, other));
      }
    }
  }
}
