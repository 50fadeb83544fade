package mtc.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mtc.column.Ints;
import mtc.history.History;
import mtc.linear.Dependencies;
import mtc.linear.Versions;
import mtc.solve.AcyclicSolver;
import mtc.solve.Budget;
import mtc.solve.SortedGraph;
import mtc.verdict.Edge;

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
 *
 * <p>Proposition 13 of docs/theory.md.
 */
public final class OpenProblem {
  private static final int NONE = Versions.NONE;

  private static final int ASKED_EVERY = 1 << 14;

  final OpenChains chains;
  final OpenReads reads;
  final Dependencies known;
  final Versions versions;
  private final History history;
  private final boolean sessionOrder;

  /** How many nodes there are before those of the ends of chains. */
  private final int firstEnd;

  private final ChainPairs pairs = new ChainPairs();

  /** Collected once: who wants them goes through them again and again, and they lie far apart. */
  private final Known knownArcs;

  private static final class Known {
    SortedGraph graph;
  }

  // Questions and variables share their numbers: first the reads, which are questions only, then
  // the sources of each read and the transactions that may have committed, which are variables
  // only, then the pairs of chains, which are both, and are numbered as they come up.
  private final int firstSourceVariable;

  /** What was found not to hold together beside cycles of the graph. */
  final List<Refuted> refuted = new ArrayList<>();

  /**
   * Choices that a level does not allow together.
   *
   * @param literals all true if they are made
   * @param cycle what is wrong then
   */
  record Refuted(int[] literals, List<Edge> cycle) {
    /** The clause that the choices are not made together. */
    int[] notAll() {
      var negated = new int[literals.length];
      Arrays.setAll(negated, i -> AcyclicSolver.not(literals[i]));
      return negated;
    }
  }

  public OpenProblem(OpenChains chains, OpenReads reads, Dependencies known, boolean sessionOrder) {
    this(chains, reads, known, sessionOrder, new Known());
  }

  private OpenProblem(
      OpenChains chains,
      OpenReads reads,
      Dependencies known,
      boolean sessionOrder,
      Known knownArcs) {
    this.knownArcs = knownArcs;
    this.chains = chains;
    this.reads = reads;
    this.known = known;
    this.versions = chains.versions;
    this.history = versions.history;
    this.sessionOrder = sessionOrder;
    firstSourceVariable = reads.count();
    firstEnd = known.nodeCount();
  }

  /** The same with other sources. */
  OpenProblem with(OpenReads otherReads) {
    return new OpenProblem(chains, otherReads, known, sessionOrder, knownArcs);
  }

  /**
   * Whether chains are put in order: that of all chains of a key is known by that of neighbours, as
   * whatever comes before a chain comes before the next one too.
   */
  boolean isOrderedByNeighbours() {
    return known.ordersVersions();
  }

  /** Whether, moreover, that there is no cycle is all that is asked of it. */
  boolean isDecidedByOrder() {
    return known.decides() && known.ordersVersions();
  }

  boolean hasSessionOrder() {
    return sessionOrder;
  }

  boolean isPair(int question) {
    return question >= firstPair();
  }

  /** Sources are listed when somebody asks for what comes after them: they may be many. */
  private int firstCommittedVariable() {
    return firstSourceVariable + reads.sourceCount();
  }

  int firstPair() {
    return firstCommittedVariable() + history.transactionCount();
  }

  int questionOfRead(int read) {
    return read;
  }

  /** The open read that a question is about. */
  int readOf(int question) {
    return question;
  }

  /** The literals of which an answer makes one true. */
  int[] answers(int question) {
    if (isPair(question)) {
      return new int[] {2 * question, 2 * question + 1};
    }
    var from = reads.firstSource(readOf(question));
    var count = reads.firstSource(readOf(question) + 1) - from;
    var reader = versions.owner(reads.reads.get(readOf(question)));
    var answers = new int[versions.takesPart(reader) ? count : count + 1];
    for (var i = 0; i < count; i++) {
      answers[i] = seen(from + i);
    }
    if (count < answers.length) {
      answers[count] = AcyclicSolver.not(committed(reader));
    }
    return answers;
  }

  /** The literal that says that one chain of a key comes before another. */
  int before(int chain, int other) {
    var variable = firstPair() + pairs.number(chain, other);
    return chain < other ? 2 * variable : 2 * variable + 1;
  }

  /** The chain that a pair's variable says to be first if it is true. */
  int firstOf(int pair) {
    return pairs.low(pair - firstPair());
  }

  int secondOf(int pair) {
    return pairs.high(pair - firstPair());
  }

  /** The literal that says that a read saw a source. */
  int seen(int source) {
    return 2 * (firstSourceVariable + source);
  }

  /** The literal that says that a transaction which may have committed did. */
  int committed(int transaction) {
    return 2 * (firstCommittedVariable() + transaction);
  }

  /** The question that a variable is part of an answer to; -1 if it only says who committed. */
  int questionOf(int variable) {
    if (isPair(variable)) {
      return variable;
    }
    return variable < firstCommittedVariable() ? readOfSource(variable - firstSourceVariable) : -1;
  }

  /** The transaction of a variable that says who committed. */
  int transactionOf(int variable) {
    return variable - firstCommittedVariable();
  }

  /** The source that a literal says was seen. */
  int sourceOf(int literal) {
    return (literal >> 1) - firstSourceVariable;
  }

  /** Where a transaction's effect becomes visible to others. */
  int commit(int transaction) {
    return known.commit(transaction);
  }

  /** Where a transaction sees the effects of others. */
  int snapshot(int transaction) {
    return known.snapshot(transaction);
  }

  /** Where a write comes after the one before it. */
  int write(int transaction) {
    return known.write(transaction);
  }

  /** Where a write comes after the reads of the version before it. */
  int overwrite(int transaction) {
    return known.overwrite(transaction);
  }

  int endOf(int chain) {
    return firstEnd + chain;
  }

  /** Where ⊥'s chain of a key ends. */
  int endOfInitial(int place) {
    return firstEnd + chains.count() + place;
  }

  int nodeCount() {
    return firstEnd + chains.count() + chains.keyCount();
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

  /** Whether the last version of a chain was read, or may turn out to have been. */
  boolean mayHaveReaders(int chain) {
    return chains.firstReader(chain) != NONE
        || reads.keys != null && reads.keys[history.key(chains.head.get(chain))];
  }

  /** The version that is the last one before the end that a node stands for. */
  int versionBefore(int end) {
    return end >= endOfInitial(0)
        ? chains.lastOfInitial.get(end - endOfInitial(0))
        : chains.last.get(end - known.nodeCount());
  }

  /** The open read that a source belongs to, as its place among them. */
  int readOfSource(int source) {
    var low = 0;
    var high = reads.count() - 1;
    while (low < high) {
      var middle = (low + high + 1) >>> 1;
      if (reads.firstSource(middle) <= source) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /**
   * An order for a stronger level as one for this problem: the position of each node. Null if the
   * problems are not about the same chains, or if this one has nodes that the order does not tell.
   *
   * @param order the other problem's nodes, the first one first
   */
  int[] positions(OpenProblem stronger, int[] order) {
    var isOfSame =
        stronger.versions == versions
            && stronger.chains.count() == chains.count()
            && stronger.chains.keyCount() == chains.keyCount();
    if (!isOfSame
        || stronger.known.splitsTransactions() && !known.splitsTransactions()
        || known.ends() != null && known.ends() != stronger.known.ends()) {
      return null;
    }
    var inOrder = new Ints(nodeCount());
    for (var node : order) {
      if (node >= stronger.known.nodeCount()) {
        inOrder.add(node - stronger.known.nodeCount() + known.nodeCount());
      } else {
        addNodes(stronger, node, inOrder);
      }
    }
    var positions = new int[nodeCount()];
    for (var i = 0; i < inOrder.size(); i++) {
      positions[inOrder.get(i)] = i;
    }
    return inOrder.size() == positions.length ? positions : null;
  }

  /** What a node of another problem stands for here. */
  private void addNodes(OpenProblem stronger, int node, Ints inOrder) {
    var graphNode = stronger.known.graphNode(node);
    if (graphNode >= known.graph.nodeCount) {
      if (known.ends() != null) {
        inOrder.add(known.end(graphNode - known.graph.nodeCount));
      }
      return;
    }
    var isSnapshot = node == stronger.snapshot(graphNode);
    if (isSnapshot && known.splitsTransactions()) {
      inOrder.add(snapshot(graphNode));
    }
    if (node == stronger.commit(graphNode)) {
      inOrder.add(commit(graphNode));
      if (overwrite(graphNode) != commit(graphNode)) {
        inOrder.add(overwrite(graphNode));
      }
    }
  }

  /** Everything that holds whatever is chosen. */
  void known(Arc arc) {
    knownGraph().forEachArc(arc::accept);
  }

  SortedGraph knownGraph() {
    return knownGraph(Budget.UNLIMITED);
  }

  /** Everything that holds as a graph, which is made once. */
  SortedGraph knownGraph(Budget budget) {
    if (knownArcs.graph == null) {
      var from = new Ints();
      var to = new Ints();
      collectKnown(
          (source, target) -> {
            from.add(source);
            to.add(target);
          },
          budget);
      budget.require();
      knownArcs.graph =
          new SortedGraph(
              nodeCount(),
              arcs -> {
                for (var i = 0; i < from.size(); i++) {
                  arcs.accept(from.get(i), to.get(i));
                }
              },
              budget);
    }
    return knownArcs.graph;
  }

  private void collectKnown(Arc arc, Budget budget) {
    for (var node = 0; node < known.nodeCount(); node++) {
      if (node % ASKED_EVERY == 0) {
        budget.require();
      }
      for (var i = 0; i < known.edgeCount(node); i++) {
        var source = known.source(node, i);
        if (source != Dependencies.SKIP) {
          arc.accept(source, node);
        }
      }
    }
    if (known.splitsTransactions()) {
      for (var t = 0; t < known.graph.nodeCount; t++) {
        arc.accept(snapshot(t), commit(t));
      }
    }
    if (reads.mayHaveCommitted != null) {
      knownOfPossiblyCommitted(arc);
    }
    for (var place = 0; place < chains.keyCount(); place++) {
      knownOfEnds(arc, place, budget);
    }
  }

  /** The known graph does not have them: they come after what their session says. */
  private void knownOfPossiblyCommitted(Arc arc) {
    var lastOfSession = new int[history.sessionCount()];
    for (var t = 0; t < history.transactionCount(); t++) {
      var session = history.session(t);
      if (reads.mayHaveCommitted[t]) {
        if (sessionOrder && session != History.NO_SESSION && lastOfSession[session] != 0) {
          arc.accept(commit(lastOfSession[session] - 1), snapshot(t));
        }
      }
      if (session != History.NO_SESSION && history.isCommitted(t)) {
        lastOfSession[session] = t + 1;
      }
    }
  }

  /** The ends of chains, and that ⊥'s comes before all others. */
  private void knownOfEnds(Arc arc, int place, Budget budget) {
    var key = chains.keys.get(place);
    var lastOfInitial = chains.lastOfInitial.get(place);
    knownOfReaders(arc, versions.firstReader(key, lastOfInitial), endOfInitial(place));
    for (var chain = chains.firstChain.get(place);
        chain < chains.firstChain.get(place + 1);
        chain++) {
      if (chain % ASKED_EVERY == 0) {
        budget.require();
      }
      var owner = chains.headOwner(chain);
      if (lastOfInitial >= 0) {
        arc.accept(commit(versions.owner(lastOfInitial)), write(owner));
      }
      arc.accept(endOfInitial(place), overwrite(owner));
      knownOfReaders(arc, chains.firstReader(chain), endOf(chain));
    }
  }

  /** That who read a version comes before its end. */
  private void knownOfReaders(Arc arc, int first, int end) {
    for (var reader = first; reader != NONE; reader = versions.reader(reader)) {
      arc.accept(snapshot(versions.owner(reader)), end);
    }
  }

  /** The chain that the reader's own write of the key, after the read, begins; -1 if none. */
  int ownChain(int read) {
    var reader = versions.owner(read);
    for (var op = read + 1; op < history.endOperation(reader); op++) {
      if (history.key(op) == history.key(read) && versions.version(op) == Versions.HEAD) {
        return chains.chainOf(op);
      }
    }
    return -1;
  }
}
