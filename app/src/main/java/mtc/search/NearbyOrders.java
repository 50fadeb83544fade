package mtc.search;

import java.util.Arrays;
import java.util.BitSet;
import mtc.column.Groups;
import mtc.column.Ints;
import mtc.history.History;
import mtc.solve.Budget;
import mtc.solve.SortedGraph;

/**
 * Orders of chains that follow, from little that lies near each other in time, if every transaction
 * was at one moment between its start and its end. A guess that knows them runs into a dead end far
 * less often.
 *
 * <p>Between the begin of a chain and the last of those who read it no other chain of its key can
 * begin. So one that began, at the latest, before some reader of a chain can have come, at the
 * earliest, comes before that chain. And if a transaction leads to a reader of a chain, so do its
 * own chains of that key come before; if it leads to a chain, all who read its own come before that
 * one.
 *
 * <p>Of what would take long to find, some is left out: it is only a guess that rests on it.
 */
final class NearbyOrders {
  private static final int ASKED_EVERY = 1 << 10;

  /** So many chains are looked at for each there is. */
  private static final int STEPS_PER_CHAIN = 8;

  /** So many nodes are visited from one transaction. */
  private static final int MOST_VISITED = 1 << 8;

  private static final int NONE = -1;

  private final OpenProblem problem;
  private final OpenChains chains;
  private final History history;
  private final SortedGraph known;
  private final TimeWindows windows;
  private final Budget budget;

  // The arcs of the orders that were found.
  private final Ints from = new Ints();
  private final Ints to = new Ints();

  /** Chains of a key by when they began at the latest. */
  private final long[] byLatest;

  private long stepsLeft;

  /** By place of a key: the chain of the transaction at hand that ends with a write of its own. */
  private final int[] own;

  /** By node: the transaction + 1 from which it was visited last. */
  private final int[] visitedFrom;

  private final Ints queue = new Ints();

  NearbyOrders(OpenProblem problem, SortedGraph known, Clock clock, Budget budget) {
    this.problem = problem;
    this.chains = problem.chains;
    this.history = problem.versions.history;
    this.known = known;
    this.budget = budget;
    budget.require();
    windows = new TimeWindows(problem, known, clock);
    byLatest = new long[chains.count()];
    own = new int[chains.keyCount()];
    Arrays.fill(own, NONE);
    visitedFrom = new int[known.nodeCount()];
  }

  /** What is known, with what follows, but for what contradicts itself or what is known. */
  SortedGraph withKnown() {
    orderByWindows();
    orderByPaths();
    var all = withFound();
    if (all.isAcyclic()) {
      return all;
    }
    dropWithin(aroundCycles(all));
    var rest = withFound();
    return rest.isAcyclic() ? rest : known;
  }

  private SortedGraph withFound() {
    budget.require();
    return new SortedGraph(
        known.nodeCount(),
        arcs -> {
          known.forEachArc(arcs);
          for (var i = 0; i < from.size(); i++) {
            arcs.accept(from.get(i), to.get(i));
          }
        },
        budget);
  }

  /** The nodes of cycles, and those on the way from one to another. */
  private static BitSet aroundCycles(SortedGraph graph) {
    var around = new BitSet();
    around.set(0, graph.nodeCount());
    for (var node : graph.order) {
      around.clear(node);
    }
    var backwards =
        new SortedGraph(
            graph.nodeCount(),
            arcs ->
                graph.forEachArc((source, target) -> {
                  if (around.get(source) && around.get(target)) {
                    arcs.accept(target, source);
                  }
                }));
    for (var node : backwards.order) {
      around.clear(node);
    }
    return around;
  }

  /** Drops what was found between such nodes: a store is mostly wrong in few places. */
  private void dropWithin(BitSet nodes) {
    var kept = 0;
    for (var i = 0; i < from.size(); i++) {
      if (!nodes.get(from.get(i)) || !nodes.get(to.get(i))) {
        from.set(kept, from.get(i));
        to.set(kept++, to.get(i));
      }
    }
    from.truncate(kept);
    to.truncate(kept);
  }

  private int begin(int chain) {
    return problem.commit(chains.headOwner(chain));
  }

  private void add(int first, int second) {
    from.add(problem.commit(chains.lastOwner(first)));
    to.add(problem.write(chains.headOwner(second)));
    addReadersBefore(first, second);
  }

  private void addReadersBefore(int first, int second) {
    if (problem.mayHaveReaders(first)) {
      from.add(problem.endOf(first));
      to.add(problem.overwrite(chains.headOwner(second)));
    }
  }

  // By when they were.

  private void orderByWindows() {
    stepsLeft = (long) STEPS_PER_CHAIN * chains.count();
    for (var place = 0; place < chains.keyCount() && stepsLeft > 0; place++) {
      if (place % ASKED_EVERY == 0) {
        budget.require();
      }
      var first = chains.firstChain.get(place);
      var end = chains.firstChain.get(place + 1);
      for (var chain = first; chain < end; chain++) {
        byLatest[chain] = (long) windows.latest(begin(chain)) << 32 | chain;
      }
      Arrays.sort(byLatest, first, end);
      for (var chain = first; chain < end; chain++) {
        var ends = earliestEnd(chain);
        if (ends > windows.earliest(begin(chain))) {
          orderBefore(chain, ends, first, end);
        }
        if (problem.mayHaveReaders(chain)) {
          orderReaders(chain, first, end);
        }
      }
    }
  }

  /** When a chain can be over, at the earliest. */
  private int earliestEnd(int chain) {
    return Math.max(
        windows.earliest(problem.endOf(chain)),
        windows.earliest(problem.commit(chains.lastOwner(chain))));
  }

  /** Puts those before a chain that cannot come after it, and may have been at the same time. */
  private void orderBefore(int chain, int earliestEnd, int first, int end) {
    var begins = windows.earliest(begin(chain));
    var over = windows.latest(begin(chain));
    for (var i = firstFrom(begins, first, end);
        i < end && byLatest[i] >> 32 < earliestEnd && stepsLeft-- > 0;
        i++) {
      var other = (int) byLatest[i];
      if (other != chain && windows.earliest(begin(other)) <= over) {
        add(other, chain);
      }
    }
  }

  /** Puts those who read a chain before all that came later for sure, while they were there. */
  private void orderReaders(int chain, int first, int end) {
    var over = windows.latest(begin(chain));
    var read = latestRead(chain);
    for (var i = firstFrom(over, first, end);
        i < end && byLatest[i] >> 32 <= read && stepsLeft-- > 0;
        i++) {
      var other = (int) byLatest[i];
      if (windows.earliest(begin(other)) > over) {
        addReadersBefore(chain, other);
      }
    }
  }

  private int latestRead(int chain) {
    var latest = 0;
    for (var read = chains.firstReader(chain); read >= 0; read = problem.versions.reader(read)) {
      var reader = problem.versions.owner(read);
      latest = Math.max(latest, windows.latest(problem.snapshot(reader)));
    }
    return latest;
  }

  private int firstFrom(int latest, int first, int end) {
    var low = first;
    var high = end;
    while (low < high) {
      var middle = (low + high) >>> 1;
      if (byLatest[middle] >> 32 < latest) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  // By what leads to what.

  private void orderByPaths() {
    // What is found on the way is not gone along: who comes later in the log finds less that way.
    var byWindows =
        Groups.of(
            known.nodeCount(),
            arcs -> {
              for (var i = 0; i < from.size(); i++) {
                arcs.accept(from.get(i), to.get(i));
              }
            });
    for (var t = 0; t < history.transactionCount(); t++) {
      if (t % ASKED_EVERY == 0) {
        budget.require();
      }
      // What never ended is before nobody for sure.
      if (windows.latest(problem.commit(t)) < Integer.MAX_VALUE && takeOwn(t)) {
        orderByPathsFrom(t, byWindows);
        dropOwn(t);
      }
    }
  }

  /** Notes which chains end with a transaction; false if none does. */
  private boolean takeOwn(int t) {
    var hasOwn = false;
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      var chain = chains.chainOf(op);
      if (chain >= 0 && chains.last.get(chain) == op) {
        own[chains.place(history.key(op))] = chain;
        hasOwn = true;
      }
    }
    return hasOwn;
  }

  private void dropOwn(int t) {
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      if (chains.chainOf(op) >= 0) {
        own[chains.place(history.key(op))] = NONE;
      }
    }
  }

  private void orderByPathsFrom(int t, Groups byWindows) {
    var start = problem.commit(t);
    queue.clear();
    queue.add(start);
    visitedFrom[start] = t + 1;
    for (var i = 0; i < queue.size() && queue.size() < MOST_VISITED; i++) {
      var node = queue.get(i);
      for (var arc = known.first(node); arc < known.end(node); arc++) {
        visit(known.target(arc), t);
      }
      for (var arc = byWindows.first(node); arc < byWindows.end(node); arc++) {
        visit(byWindows.get(arc), t);
      }
    }
  }

  private void visit(int node, int t) {
    if (visitedFrom[node] == t + 1) {
      return;
    }
    visitedFrom[node] = t + 1;
    if (node >= problem.endOf(0) && node < problem.endOfInitial(0)) {
      comeBefore(node - problem.endOf(0));
    }
    if (windows.earliest(node) <= windows.latest(problem.commit(t))) {
      queue.add(node);
      comeBeforeChainsOf(node);
    }
  }

  /** The transaction at hand leads to who read a chain, or is one of them. */
  private void comeBefore(int chain) {
    var before = own[chains.place(history.key(chains.head.get(chain)))];
    if (before >= 0
        && before != chain
        && windows.latest(begin(before)) >= windows.earliest(begin(chain))) {
      add(before, chain);
    }
  }

  /** The transaction at hand leads to another one. */
  private void comeBeforeChainsOf(int node) {
    var t =
        node < problem.known.nodeCount()
            ? problem.known.graphNode(node)
            : history.transactionCount();
    if (t >= history.transactionCount()) {
      return;
    }
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      var chain = chains.chainOf(op);
      if (chain < 0) {
        continue;
      }
      if (chains.head.get(chain) != op) {
        comeBefore(chain);
      } else {
        var before = own[chains.place(history.key(op))];
        if (before >= 0 && before != chain) {
          addReadersBefore(before, chain);
        }
      }
    }
  }
}
