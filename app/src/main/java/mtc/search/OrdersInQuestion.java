package mtc.search;

import java.util.Arrays;
import mtc.column.Ints;
import mtc.history.History;
import mtc.linear.Versions;
import mtc.solve.AcyclicSolver;
import mtc.solve.Budget;

/**
 * Asks about the order of two chains only when it matters.
 *
 * <p>The solver's order of all nodes puts the chains of a key in an order as well, by their heads.
 * If each chain is over, its last version read by all who read it, before the next one begins, that
 * order explains the key, and nobody need decide anything. Where two neighbours overlap, their
 * order becomes a question. So a good guess is verified in one pass, and what a key with a hundred
 * thousand chains costs is one look at each, not at each two.
 */
final class OrdersInQuestion implements AcyclicSolver.Extension {
  /** Of those that come between a read and a write, so many at a time. */
  private static final int MOST_KEPT_APART = 4;

  private static final int ASKED_EVERY = 1 << 8;

  private final SolverProblem encoding;
  private final Budget budget;
  private final AcyclicSolver solver;
  private final OpenProblem problem;
  private final OpenChains chains;

  /** Chains by key, in the order found last. */
  private final int[] inOrder;

  private final boolean[] isDue;
  private final Ints due = new Ints();
  private final Ints moved = new Ints();
  private long[] keyed = new long[16];

  // Reads whose transaction also wrote the key: that a source was seen, a literal; the source's
  // chain, -1 for ⊥'s; and the chain that the write begins, which comes right after it.
  private final Ints overwriteSeen = new Ints();
  private final Ints overwritePlace = new Ints();
  private final Ints overwriteChain = new Ints();
  private final Ints overwriteOwn = new Ints();

  /** By chain: where it is in the order of its key; null if nobody asks. */
  private int[] indexOf;

  OrdersInQuestion(SolverProblem encoding, OpenProblem problem, Budget budget) {
    this.budget = budget;
    this.encoding = encoding;
    this.solver = encoding.solver;
    this.problem = problem;
    this.chains = problem.chains;
    inOrder = new int[chains.count()];
    Arrays.setAll(inOrder, chain -> chain);
    isDue = new boolean[chains.keyCount()];
    for (var place = 0; place < chains.keyCount(); place++) {
      addDue(place);
    }
  }

  @Override
  public boolean extend() {
    solver.takeMoved(moved);
    for (var i = 0; i < moved.size(); i++) {
      addPlacesOf(moved.get(i));
    }
    var isNew = false;
    for (var i = 0; i < due.size(); i++) {
      if (i % ASKED_EVERY == 0) {
        budget.require();
      }
      isDue[due.get(i)] = false;
      isNew |= check(due.get(i));
    }
    due.clear();
    // Neighbours first: only what is in order has something in between.
    return isNew || keepApart() || encoding.refute();
  }

  /** Notes that a chain comes right after another one if a source was seen. */
  void addOverwrite(int seen, int place, int chain, int own) {
    overwriteSeen.add(seen);
    overwritePlace.add(place);
    overwriteChain.add(chain);
    overwriteOwn.add(own);
    if (indexOf == null) {
      indexOf = new int[chains.count()];
      Arrays.setAll(indexOf, i -> i);
    }
  }

  private boolean keepApart() {
    var isNew = false;
    for (var i = 0; i < overwriteSeen.size(); i++) {
      if (encoding.isTrue(overwriteSeen.get(i))) {
        var chain = overwriteChain.get(i);
        var own = overwriteOwn.get(i);
        var from = chain < 0 ? chains.firstChain.get(overwritePlace.get(i)) : indexOf[chain] + 1;
        for (var at = Math.max(from, indexOf[own] - MOST_KEPT_APART); at < indexOf[own]; at++) {
          encoding.keepApart(overwriteSeen.get(i), chain, own, inOrder[at]);
          isNew = true;
        }
      }
    }
    return isNew;
  }

  /** Calls back with each two chains that follow each other in the order found last. */
  void forEachNeighbours(Propagation.Pair consumer) {
    for (var place = 0; place < chains.keyCount(); place++) {
      for (var i = chains.firstChain.get(place) + 1; i < chains.firstChain.get(place + 1); i++) {
        consumer.accept(inOrder[i - 1], inOrder[i]);
      }
    }
  }

  private void addDue(int place) {
    if (!isDue[place]) {
      isDue[place] = true;
      due.add(place);
    }
  }

  /** The keys whose chains a node has to do with. */
  private void addPlacesOf(int node) {
    var known = problem.known;
    if (node >= known.nodeCount()) {
      var key = problem.keyOf(node);
      addDue(chains.place(key));
      return;
    }
    var history = problem.versions.history;
    var t = known.graphNode(node);
    if (t < history.transactionCount()) {
      for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
        var place = chains.place(history.key(op));
        if (place >= 0
            && History.isWrite(history.kind(op))
            && problem.versions.version(op) != Versions.NONE) {
          addDue(place);
        }
      }
    }
  }

  /** Asks about neighbours that overlap; false if there are none. */
  private boolean check(int place) {
    var from = chains.firstChain.get(place);
    var to = chains.firstChain.get(place + 1);
    sort(from, to);
    var isNew = false;
    for (var i = from + 1; i < to; i++) {
      if (overlap(inOrder[i - 1], inOrder[i])) {
        encoding.ask(inOrder[i - 1], inOrder[i]);
        isNew = true;
      }
    }
    return isNew;
  }

  /** Where something else than a cycle may be wrong, who read a chain is looked at by that. */
  private boolean overlap(int chain, int next) {
    var head = chains.headOwner(next);
    return position(problem.commit(chains.lastOwner(chain))) > position(problem.write(head))
        || problem.known.decides()
            && problem.mayHaveReaders(chain)
            && position(problem.endOf(chain)) > position(problem.overwrite(head));
  }

  private int position(int node) {
    return solver.position(node);
  }

  private void sort(int from, int to) {
    var count = to - from;
    if (keyed.length < count) {
      keyed = new long[Math.max(count, 2 * keyed.length)];
    }
    var isSorted = true;
    for (var i = 0; i < count; i++) {
      var chain = inOrder[from + i];
      keyed[i] = (long) position(problem.commit(chains.headOwner(chain))) << 32 | chain;
      isSorted &= i == 0 || keyed[i - 1] < keyed[i];
    }
    if (!isSorted) {
      Arrays.sort(keyed, 0, count);
      for (var i = 0; i < count; i++) {
        inOrder[from + i] = (int) keyed[i];
        if (indexOf != null) {
          indexOf[(int) keyed[i]] = from + i;
        }
      }
    }
  }
}
