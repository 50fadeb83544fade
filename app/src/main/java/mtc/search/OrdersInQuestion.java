package mtc.search;

import java.util.Arrays;
import mtc.column.Ints;
import mtc.solve.AcyclicSolver;
import mtc.solve.Budget;

/**
 * Asks about the order of two chains only when it matters.
 *
 * <p>The solver's order of all nodes puts the chains of a key in an order as well, by their heads.
 * If each chain is over, its last version read by all who read it, before the next one begins, that
 * order explains the key, and nobody need decide anything. Where two neighbours overlap, their
 * order becomes a question. So a good guess is verified in one pass, and what a key with a hundred
 * thousand chains costs is one look at each, not at each two. After that only chains of which
 * something moved are looked at, with those that they come to stand next to.
 */
final class OrdersInQuestion implements AcyclicSolver.Extension {
  /** Of those that come between a read and a write, so many at a time. */
  private static final int MOST_KEPT_APART = 4;

  private static final int ASKED_EVERY = 1 << 8;

  private static final int OUT = -1;

  private final SolverProblem encoding;
  private final Budget budget;
  private final AcyclicSolver solver;
  private final OpenProblem problem;
  private final OpenChains chains;

  // By chain: its neighbours in the order of its key found last. Each key's is a ring, with a mark
  // between the last and the first one: the number of chains and the key's place.
  private final int[] previous;
  private final int[] next;
  private boolean areSorted;

  /** Chains of which something moved, or that have another neighbour. */
  private final Ints due = new Ints();

  private final boolean[] isDue;
  private final Ints moved = new Ints();
  private long[] keyed = new long[16];

  // Reads whose transaction also wrote the key: that a source was seen, a literal; the source's
  // chain, -1 for ⊥'s; and the chain that the write begins, which comes right after it.
  private final Ints overwriteSeen = new Ints();
  private final Ints overwriteChain = new Ints();
  private final Ints overwriteOwn = new Ints();

  OrdersInQuestion(SolverProblem encoding, OpenProblem problem, Budget budget) {
    this.budget = budget;
    this.encoding = encoding;
    this.solver = encoding.solver;
    this.problem = problem;
    this.chains = problem.chains;
    previous = new int[chains.count() + chains.keyCount()];
    next = new int[chains.count() + chains.keyCount()];
    isDue = new boolean[chains.count()];
  }

  @Override
  public boolean extend() {
    solver.takeMoved(moved);
    // Neighbours first: only what is in order has something in between.
    return askOfNeighbours() || keepApart() || encoding.refute();
  }

  private boolean askOfNeighbours() {
    areSorted = areSorted && sortMoved();
    var isNew = areSorted ? askOfDue() : askOfAll();
    for (var i = 0; i < due.size(); i++) {
      isDue[due.get(i)] = false;
    }
    due.clear();
    return isNew;
  }

  /** Notes that a chain comes right after another one, -1 for ⊥'s, if a source was seen. */
  void addOverwrite(int seen, int chain, int own) {
    overwriteSeen.add(seen);
    overwriteChain.add(chain);
    overwriteOwn.add(own);
  }

  private boolean keepApart() {
    var isNew = false;
    for (var i = 0; i < overwriteSeen.size(); i++) {
      if (encoding.isTrue(overwriteSeen.get(i))) {
        var chain = overwriteChain.get(i);
        var own = overwriteOwn.get(i);
        var between = previous[own];
        for (var kept = 0;
            kept < MOST_KEPT_APART && between != chain && between < chains.count();
            kept++) {
          encoding.keepApart(overwriteSeen.get(i), chain, own, between);
          between = previous[between];
          isNew = true;
        }
      }
    }
    return isNew;
  }

  /** Calls back with each two chains that follow each other in the order found last. */
  void forEachNeighbours(Propagation.Pair consumer) {
    for (var chain = 0; chain < chains.count(); chain++) {
      if (next[chain] < chains.count()) {
        consumer.accept(chain, next[chain]);
      }
    }
  }

  private void link(int chain, int following) {
    next[chain] = following;
    previous[following] = chain;
  }

  // All chains.

  private boolean askOfAll() {
    var isNew = false;
    for (var place = 0; place < chains.keyCount(); place++) {
      if (place % ASKED_EVERY == 0) {
        budget.require();
      }
      sort(place);
      var mark = chains.count() + place;
      for (var chain = next[mark]; chain != mark; chain = next[chain]) {
        isNew |= askIfOverlapping(chain, next[chain]);
      }
    }
    areSorted = true;
    return isNew;
  }

  private void sort(int place) {
    var from = chains.firstChain.get(place);
    var count = chains.firstChain.get(place + 1) - from;
    if (keyed.length < count) {
      keyed = new long[Math.max(count, 2 * keyed.length)];
    }
    for (var i = 0; i < count; i++) {
      keyed[i] = (long) begin(from + i) << 32 | from + i;
    }
    Arrays.sort(keyed, 0, count);
    var last = chains.count() + place;
    for (var i = 0; i < count; i++) {
      link(last, (int) keyed[i]);
      last = (int) keyed[i];
    }
    link(last, chains.count() + place);
  }

  // Those of which something moved.

  private boolean askOfDue() {
    var isNew = false;
    for (var i = 0; i < due.size(); i++) {
      var chain = due.get(i);
      isNew |= askIfOverlapping(previous[chain], chain) | askIfOverlapping(chain, next[chain]);
    }
    return isNew;
  }

  /** Puts chains that moved where they belong now; false if it is better to begin anew. */
  private boolean sortMoved() {
    for (var i = 0; i < moved.size(); i++) {
      addDueOf(moved.get(i));
    }
    var count = due.size();
    for (var i = 0; i < count; i++) {
      takeOut(due.get(i));
    }
    var steps = 0L;
    for (var i = 0; i < count; i++) {
      steps += putBack(due.get(i));
      if (steps > chains.count()) {
        return false;
      }
    }
    return true;
  }

  private void addDue(int chain) {
    if (chain >= 0 && chain < chains.count() && !isDue[chain]) {
      isDue[chain] = true;
      due.add(chain);
    }
  }

  /** The chains that a node has to do with. */
  private void addDueOf(int node) {
    var known = problem.known;
    if (node >= known.nodeCount()) {
      addDue(node - problem.endOf(0));
      return;
    }
    var history = problem.versions.history;
    var t = known.graphNode(node);
    if (t < history.transactionCount()) {
      for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
        addDue(chains.chainOf(op));
      }
    }
  }

  /** Who came after it has another neighbour now. */
  private void takeOut(int chain) {
    addDue(next[chain]);
    link(previous[chain], next[chain]);
    next[chain] = OUT;
  }

  /** Goes from where a chain was to where it belongs; how many it passes. */
  private int putBack(int chain) {
    var place = previous[chain];
    while (next[place] == OUT) {
      place = previous[place];
    }
    var steps = 0;
    for (; place < chains.count() && begin(place) > begin(chain); steps++) {
      place = previous[place];
    }
    for (; next[place] < chains.count() && begin(next[place]) < begin(chain); steps++) {
      place = next[place];
    }
    link(chain, next[place]);
    link(place, chain);
    return steps;
  }

  private boolean askIfOverlapping(int chain, int following) {
    if (chain >= chains.count() || following >= chains.count() || !overlap(chain, following)) {
      return false;
    }
    encoding.ask(chain, following);
    return true;
  }

  /** Where something else than a cycle may be wrong, who read a chain is looked at by that. */
  private boolean overlap(int chain, int following) {
    var head = chains.headOwner(following);
    return position(problem.commit(chains.lastOwner(chain))) > position(problem.write(head))
        || problem.known.decides()
            && problem.mayHaveReaders(chain)
            && position(problem.endOf(chain)) > position(problem.overwrite(head));
  }

  private int begin(int chain) {
    return position(problem.commit(chains.headOwner(chain)));
  }

  private int position(int node) {
    return solver.position(node);
  }
}
