package mtc.check;

import java.util.Arrays;
import mtc.history.History;
import mtc.solve.AcyclicSolver;

/**
 * What the log leaves open, as one problem: choose an order for each two chains of a key and a
 * source for each open read, so that the graph stays acyclic.
 *
 * <p>Nodes are those of the level's {@link Dependencies}, then one for each chain, which stands for
 * its end: whoever read the chain's last version leads to it, and it leads to the head of every
 * chain that comes later. So a choice of a source and a choice of an order make an RW edge together
 * without a clause that says so.
 *
 * <p>A question is one thing to choose: two chains, or a read. Leaving a question out leaves it
 * unanswered, which a search for the few questions that matter makes use of.
 */
final class OpenProblem {
  private static final int NONE = Versions.NONE;

  final OpenChains chains;
  final OpenReads reads;
  final Dependencies known;
  private final History history;
  private final Versions versions;
  private final RealTime realTime;
  private final boolean isSnapshot;
  private final boolean sessionOrder;

  /** By place of a key: the variable of its first two chains. */
  private final long[] firstPair;

  private final int pairCount;

  OpenProblem(OpenChains chains, OpenReads reads, Dependencies known, boolean sessionOrder) {
    this.chains = chains;
    this.reads = reads;
    this.known = known;
    this.versions = chains.versions;
    this.history = versions.history;
    this.isSnapshot = known instanceof Dependencies.Snapshot;
    this.realTime = known instanceof Dependencies.StrictSerial strict ? strict.realTime : null;
    this.sessionOrder = sessionOrder;
    firstPair = new long[chains.keyCount() + 1];
    for (var place = 0; place < chains.keyCount(); place++) {
      var count = (long) chains.chainsOf(place);
      firstPair[place + 1] = firstPair[place] + count * (count - 1) / 2;
    }
    pairCount = (int) Math.min(firstPair[chains.keyCount()], Integer.MAX_VALUE);
  }

  /** How many pairs of chains there are; beyond what memory holds there is no point in trying. */
  long pairCount() {
    return firstPair[chains.keyCount()];
  }

  int questionCount() {
    return pairCount + reads.count();
  }

  boolean isPair(int question) {
    return question < pairCount;
  }

  /** The open read that a question is about. */
  int readOf(int question) {
    return question - pairCount;
  }

  /** The literals of which an answer makes one true. */
  int[] answers(int question) {
    if (isPair(question)) {
      return new int[] {2 * question, 2 * question + 1};
    }
    var from = reads.firstSource.get(readOf(question));
    var answers = new int[reads.firstSource.get(readOf(question) + 1) - from];
    for (var i = 0; i < answers.length; i++) {
      answers[i] = seen(from + i);
    }
    return answers;
  }

  /** The questions whose variables a failed search involved. */
  boolean[] involved(AcyclicSolver solver) {
    var asked = new boolean[questionCount()];
    for (var question = 0; question < asked.length; question++) {
      for (var answer : answers(question)) {
        asked[question] |= solver.isInvolved(answer >> 1);
      }
    }
    return asked;
  }

  // Variables: one for each pair, one for each source of each read, one for each transaction that
  // may have committed.

  /** The literal that says that one chain of a key comes before another. */
  int before(int chain, int other) {
    var place = chains.place(history.key(chains.head.get(chain)));
    var first = chains.firstChain.get(place);
    var low = Math.min(chain, other) - first;
    var high = Math.max(chain, other) - first;
    var count = chains.chainsOf(place);
    var pair = low * (2L * count - low - 1) / 2 + high - low - 1;
    var variable = (int) (firstPair[place] + pair);
    return chain < other ? 2 * variable : 2 * variable + 1;
  }

  /** The chain that a pair's variable says to be first if it is true. */
  int firstOf(int pair) {
    var place = placeOf(pair);
    var count = chains.chainsOf(place);
    var rest = pair - firstPair[place];
    var low = 0;
    while (rest >= count - 1 - low) {
      rest -= count - 1 - low++;
    }
    return chains.firstChain.get(place) + low;
  }

  int secondOf(int pair) {
    var place = placeOf(pair);
    var count = (long) chains.chainsOf(place);
    var low = firstOf(pair) - chains.firstChain.get(place);
    var pairsBefore = firstPair[place] + low * (2 * count - low - 1) / 2;
    return (int) (chains.firstChain.get(place) + low + 1 + pair - pairsBefore);
  }

  private int placeOf(int pair) {
    var place = Arrays.binarySearch(firstPair, pair);
    if (place < 0) {
      return -place - 2;
    }
    // Keys without pairs share their first pair with the next key that has some.
    while (firstPair[place + 1] == pair) {
      place++;
    }
    return place;
  }

  /** The literal that says that a read saw a source. */
  int seen(int source) {
    return 2 * (pairCount + source);
  }

  private int committed(int transaction) {
    return 2 * (pairCount + reads.sources.size() + transaction);
  }

  /** Whether a transaction that may have committed did so in a solution. */
  boolean isCommitted(AcyclicSolver solver, int transaction) {
    return reads.mayHaveCommitted != null
        && reads.mayHaveCommitted[transaction]
        && solver.isTrue(committed(transaction));
  }

  /** Where a transaction's effect becomes visible to others. */
  int commit(int transaction) {
    return isSnapshot ? 2 * transaction : transaction;
  }

  /** Where a transaction sees the effects of others. */
  int snapshot(int transaction) {
    return isSnapshot ? 2 * transaction + 1 : transaction;
  }

  int endOf(int chain) {
    return known.nodeCount() + chain;
  }

  /** Where ⊥'s chain of a key ends. */
  int endOfInitial(int place) {
    return known.nodeCount() + chains.count() + place;
  }

  int nodeCount() {
    return known.nodeCount() + chains.count() + chains.keyCount();
  }

  /**
   * The problem for the solver.
   *
   * @param asked the questions to ask; null for all
   * @param settled the orders that are known already; null for none
   */
  AcyclicSolver encode(boolean[] asked, Propagation settled) {
    var solver = new AcyclicSolver(nodeCount());
    var committedCount = reads.mayHaveCommitted == null ? 0 : history.transactionCount();
    for (var i = pairCount + reads.sources.size() + committedCount; i > 0; i--) {
      solver.variable();
    }
    for (var t = 0; t < committedCount; t++) {
      // Only who was seen need have committed.
      solver.hintFalse(committed(t) >> 1);
    }
    for (var i = 0; i < reads.contradictory.size(); i++) {
      solver.clause(AcyclicSolver.not(committed(reads.contradictory.get(i))));
    }
    known(solver::arc);
    if (settled != null) {
      settled.forEachArc((from, to, pair) -> solver.knownArc(from, to, pair));
    }
    for (var place = 0; place < chains.keyCount(); place++) {
      encodePairs(solver, place, asked, settled);
    }
    for (var read = 0; read < reads.count(); read++) {
      if (asked == null || asked[pairCount + read]) {
        encodeRead(solver, read);
      }
    }
    return solver;
  }

  /** An arc that holds whatever is chosen. */
  @FunctionalInterface
  interface Arc {
    void accept(int from, int to);
  }

  /** The key that a node which is no transaction stands for, or -1 if it stands for real time. */
  int keyOf(int node) {
    if (node >= endOfInitial(0)) {
      return chains.keys.get(node - endOfInitial(0));
    }
    if (node >= known.nodeCount()) {
      return history.key(chains.head.get(node - known.nodeCount()));
    }
    var graphNode = known.graphNode(node);
    return graphNode < known.graph.nodeCount
        ? known.graph.chains.keys.get(graphNode - history.transactionCount())
        : -1;
  }

  /** Whether an open read may turn out to have seen the last version of a chain. */
  boolean mayHaveOpenReader(int chain) {
    return reads.keys != null && reads.keys[history.key(chains.head.get(chain))];
  }

  /** Whether an operation is an open read that may have seen a write. */
  boolean isSource(int op, int write) {
    for (var read = 0; read < reads.count(); read++) {
      if (reads.reads.get(read) == op) {
        for (var i = reads.firstSource.get(read); i < reads.firstSource.get(read + 1); i++) {
          if (reads.sources.get(i) == write) {
            return true;
          }
        }
      }
    }
    return false;
  }

  boolean isOpenRead(int op) {
    for (var read = 0; read < reads.count(); read++) {
      if (reads.reads.get(read) == op) {
        return true;
      }
    }
    return false;
  }

  /** Everything that holds whatever is chosen. */
  void known(Arc arc) {
    for (var node = 0; node < known.nodeCount(); node++) {
      for (var i = 0; i < known.edgeCount(node); i++) {
        var source = known.source(node, i);
        if (source != Dependencies.SKIP) {
          arc.accept(source, node);
        }
      }
    }
    if (isSnapshot) {
      for (var t = 0; t < known.graph.nodeCount; t++) {
        arc.accept(snapshot(t), commit(t));
      }
    }
    if (reads.mayHaveCommitted != null) {
      knownOfPossiblyCommitted(arc);
    }
    for (var place = 0; place < chains.keyCount(); place++) {
      knownOfEnds(arc, place);
    }
  }

  /** The known graph does not have them: they come after what their session and time say. */
  private void knownOfPossiblyCommitted(Arc arc) {
    var lastOfSession = new int[history.sessionCount()];
    for (var t = 0; t < history.transactionCount(); t++) {
      var session = history.session(t);
      if (reads.mayHaveCommitted[t]) {
        if (sessionOrder && session != History.NO_SESSION && lastOfSession[session] != 0) {
          arc.accept(commit(lastOfSession[session] - 1), snapshot(t));
        }
        if (realTime != null && realTime.endsBefore(t) > 0) {
          arc.accept(known.graph.nodeCount + realTime.endsBefore(t) - 1, t);
        }
      }
      if (session != History.NO_SESSION && history.isCommitted(t)) {
        lastOfSession[session] = t + 1;
      }
    }
  }

  /** The ends of chains, and that ⊥'s comes before all others. */
  private void knownOfEnds(Arc arc, int place) {
    var key = chains.keys.get(place);
    var lastOfInitial = chains.lastOfInitial.get(place);
    knownOfReaders(arc, key, lastOfInitial, endOfInitial(place));
    for (var chain = chains.firstChain.get(place);
        chain < chains.firstChain.get(place + 1);
        chain++) {
      var owner = chains.headOwner(chain);
      if (lastOfInitial >= 0) {
        arc.accept(commit(versions.owner(lastOfInitial)), snapshot(owner));
      }
      arc.accept(endOfInitial(place), commit(owner));
      knownOfReaders(arc, key, chains.last.get(chain), endOf(chain));
    }
  }

  private void knownOfReaders(Arc arc, int key, int version, int end) {
    for (var reader = versions.firstReader(key, version);
        reader != NONE;
        reader = versions.reader(reader)) {
      arc.accept(snapshot(versions.owner(reader)), end);
    }
  }

  private void encodePairs(
      AcyclicSolver solver, int place, boolean[] asked, Propagation settled) {
    var from = chains.firstChain.get(place);
    var to = chains.firstChain.get(place + 1);
    for (var chain = from; chain < to; chain++) {
      for (var other = chain + 1; other < to; other++) {
        var literal = before(chain, other);
        var order = settled == null ? Propagation.OPEN : settled.order[literal >> 1];
        if (order != Propagation.OPEN) {
          solver.fix(order == Propagation.FIRST_BEFORE_SECOND ? literal : literal ^ 1);
        } else if (asked == null || asked[literal >> 1]) {
          encodeOrder(solver, chain, other, literal);
          encodeOrder(solver, other, chain, AcyclicSolver.not(literal));
          solver.hint(
              literal >> 1, commit(chains.lastOwner(chain)), snapshot(chains.headOwner(other)));
        }
      }
    }
  }

  private void encodeOrder(AcyclicSolver solver, int chain, int later, int literal) {
    var head = chains.headOwner(later);
    solver.arc(commit(chains.lastOwner(chain)), snapshot(head), literal);
    solver.arc(endOf(chain), commit(head), literal);
  }

  private void encodeRead(AcyclicSolver solver, int number) {
    var read = reads.reads.get(number);
    var reader = versions.owner(read);
    var from = reads.firstSource.get(number);
    var to = reads.firstSource.get(number + 1);
    var isSure = versions.takesPart(reader);
    var oneOfThem = new int[to - from + (isSure ? 0 : 1)];
    for (var source = from; source < to; source++) {
      oneOfThem[source - from] = seen(source);
      encodeSource(solver, read, source);
    }
    if (!isSure) {
      oneOfThem[to - from] = AcyclicSolver.not(committed(reader));
    }
    solver.clause(oneOfThem);
  }

  private void encodeSource(AcyclicSolver solver, int read, int source) {
    var write = reads.sources.get(source);
    var literal = seen(source);
    var reader = versions.owner(read);
    var place = chains.place(history.key(read));
    var own = ownChain(read);
    if (write >= 0) {
      var writer = versions.owner(write);
      solver.arc(commit(writer), snapshot(reader), literal);
      if (!versions.takesPart(writer)) {
        solver.clause(AcyclicSolver.not(literal), committed(writer));
      }
    }
    var next = versions.nextOf(history.key(read), write);
    if (next != NONE) {
      if (own >= 0) {
        // It overwrote what it read, and so did another.
        solver.clause(AcyclicSolver.not(literal));
      } else {
        solver.arc(snapshot(reader), commit(versions.owner(next)), literal);
      }
    } else if (write == chains.lastOfInitial.get(place)) {
      if (own >= 0) {
        encodeRightAfterInitial(solver, place, own, literal);
      } else {
        solver.arc(snapshot(reader), endOfInitial(place), literal);
      }
    } else {
      var chain = chains.chainOf(write);
      if (own >= 0) {
        encodeRightAfter(solver, place, chain, own, literal);
      } else {
        solver.arc(snapshot(reader), endOf(chain), literal);
      }
    }
  }

  /** The chain that the reader's own write of the key, after the read, begins; -1 if none. */
  private int ownChain(int read) {
    var reader = versions.owner(read);
    for (var op = read + 1; op < history.endOperation(reader); op++) {
      if (history.key(op) == history.key(read) && versions.version(op) == Versions.HEAD) {
        return chains.chainOf(op);
      }
    }
    return -1;
  }

  private void encodeRightAfterInitial(AcyclicSolver solver, int place, int own, int literal) {
    for (var chain = chains.firstChain.get(place);
        chain < chains.firstChain.get(place + 1);
        chain++) {
      if (chain != own) {
        solver.clause(AcyclicSolver.not(literal), before(own, chain));
      }
    }
  }

  /** Nothing comes between what a transaction read and what it overwrote it with. */
  private void encodeRightAfter(
      AcyclicSolver solver, int place, int chain, int own, int literal) {
    if (chain == own) {
      solver.clause(AcyclicSolver.not(literal));
      return;
    }
    solver.clause(AcyclicSolver.not(literal), before(chain, own));
    for (var other = chains.firstChain.get(place);
        other < chains.firstChain.get(place + 1);
        other++) {
      if (other != own && other != chain) {
        solver.clause(
            AcyclicSolver.not(literal), before(other, chain), before(own, other));
      }
    }
  }
}
