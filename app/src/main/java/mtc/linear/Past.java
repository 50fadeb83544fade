package mtc.linear;

import java.util.Arrays;
import mtc.column.Ints;
import mtc.history.History;

/**
 * Who is in whose past: visits the nodes of a graph, those before a node first, and keeps for each
 * a clock, by chain of transactions how many of the chain lead to the node.
 *
 * <p>A chain is a path of the graph: the transactions of a session, then those of a later session
 * whose first transaction has the last of the earlier one in its past. So a client that crashes and
 * starts a new session for each few transactions needs no more chains than there are clients. Only
 * who leads to somebody has a place on a chain, and a clock is kept only until all that it leads to
 * have been visited. Where a log is several histories, each numbers its chains for itself: no clock
 * of one meets a clock of another.
 *
 * <p>Propositions 18 and 23 of docs/theory.md.
 */
abstract class Past {
  static final int[] NO_CLOCK = {};

  /** How many ended chains a new session may look at. */
  private static final int CHAINS_TRIED = 64;

  final Graph graph;
  private final Versions versions;
  private final int transactions;

  /** By node: how many visited nodes it still has to tell. */
  private final int[] uses;

  private final int[][] clocks;

  // By transaction; 0 for those on no chain: its chain + 1, and its place there.
  private final int[] chainOf;
  private final int[] placeOf;

  private final int[] left;
  private final int[] chainOfSession;

  /** By part of the log. */
  private final Chains[] chains;

  /** After a run: whether there is a cycle, so that nothing of what was said holds. */
  boolean isCyclic;

  Past(Graph graph) {
    this.graph = graph;
    this.versions = graph.versions;
    this.transactions = versions.history.transactionCount();
    uses = new int[graph.nodeCount];
    clocks = new int[graph.nodeCount][];
    chainOf = new int[transactions];
    placeOf = new int[transactions];
    chains = new Chains[versions.history.partCount()];
    Arrays.setAll(chains, _ -> new Chains());
    var sessions = graph.hasSessionOrder ? versions.history.sessionCount() : 0;
    left = new int[sessions];
    chainOfSession = new int[sessions];
    for (var t = 0; t < transactions; t++) {
      if (session(t) >= 0) {
        left[session(t)]++;
      }
    }
    for (var edge = 0; edge < graph.first[graph.nodeCount]; edge++) {
      if (graph.type(edge) < Graph.RW) {
        uses[graph.source(edge)]++;
      }
    }
  }

  /** Called with each transaction that takes part, and its clock: all before it have been. */
  abstract void visit(int transaction, int[] clock);

  /** Called with a transaction that got a place on its chain. */
  void placed(int transaction) {}

  /** Whether a clock has seen a transaction. */
  final boolean contains(int[] clock, int transaction) {
    var chain = chainOf[transaction] - 1;
    return chain >= 0 && chain < clock.length && clock[chain] >= placeOf[transaction];
  }

  /** The chain of a transaction, or -1; only what leads to somebody has one. */
  final int chain(int transaction) {
    return chainOf[transaction] - 1;
  }

  final int place(int transaction) {
    return placeOf[transaction];
  }

  static int at(int[] clock, int chain) {
    return chain < clock.length ? clock[chain] : 0;
  }

  /** The clock of a direct predecessor of the node that is visited. */
  final int[] clock(int node) {
    return clocks[node] == null ? NO_CLOCK : clocks[node];
  }

  /** Depth first, with its own stack. An edge that closes a cycle is left out. */
  final void run() {
    var state = new byte[graph.nodeCount];
    var path = new Ints();
    var next = new int[64];
    for (var start = 0; start < graph.nodeCount; start++) {
      if (state[start] != 0) {
        continue;
      }
      path.add(start);
      state[start] = 1;
      next[0] = graph.first[start];
      while (path.size() > 0) {
        var depth = path.size() - 1;
        var node = path.get(depth);
        var unvisited = -1;
        while (next[depth] < graph.first[node + 1] && unvisited < 0) {
          var edge = next[depth]++;
          if (graph.type(edge) < Graph.RW) {
            var source = graph.source(edge);
            isCyclic |= state[source] == 1;
            unvisited = state[source] == 0 ? source : -1;
          }
        }
        if (unvisited < 0) {
          path.removeLast();
          state[node] = 2;
          finish(node);
          continue;
        }
        path.add(unvisited);
        state[unvisited] = 1;
        if (depth + 1 == next.length) {
          next = Arrays.copyOf(next, next.length * 2);
        }
        next[depth + 1] = graph.first[unvisited];
      }
    }
  }

  private void finish(int node) {
    var clock = joined(node);
    if (node < transactions) {
      if (versions.takesPart(node)) {
        visit(node, clock);
      }
      clock = place(node, clock);
    }
    if (uses[node] > 0) {
      clocks[node] = clock;
    }
    for (var edge = graph.first[node]; edge < graph.first[node + 1]; edge++) {
      if (graph.type(edge) < Graph.RW && --uses[graph.source(edge)] == 0) {
        clocks[graph.source(edge)] = null;
      }
    }
  }

  /** What leads to a node. Who is among that already brings nothing new. */
  private int[] joined(int node) {
    var clock = NO_CLOCK;
    var isOwn = false;
    for (var edge = graph.first[node]; edge < graph.first[node + 1]; edge++) {
      var source = graph.source(edge);
      if (graph.type(edge) >= Graph.RW || source < transactions && contains(clock, source)) {
        continue;
      }
      var other = clock(source);
      if (clock.length == 0) {
        clock = other;
      } else {
        clock = isOwn && clock.length >= other.length ? clock : copy(clock, other.length);
        isOwn = true;
        for (var i = 0; i < other.length; i++) {
          clock[i] = Math.max(clock[i], other[i]);
        }
      }
    }
    return isOwn || uses[node] == 0 ? clock : clock.clone();
  }

  private static int[] copy(int[] clock, int atLeast) {
    return Arrays.copyOf(clock, Math.max(clock.length, atLeast));
  }

  // Chains.

  /** The session whose chain a transaction goes on with: nothing follows an indeterminate one. */
  private int session(int t) {
    return graph.hasSessionOrder && versions.history.isCommitted(t)
        ? versions.history.session(t)
        : History.NO_SESSION;
  }

  private int[] place(int t, int[] clock) {
    var session = session(t);
    var result = clock;
    var own = chains[versions.history.part(t)];
    if (uses[t] > 0) {
      var chain = session < 0 ? 0 : chainOfSession[session];
      if (chain == 0) {
        chain = takeFree(t, clock, own) + 1;
      }
      chainOf[t] = chain;
      placeOf[t] = own.length.get(chain - 1) + 1;
      own.length.set(chain - 1, placeOf[t]);
      if (clock.length < chain) {
        result = Arrays.copyOf(clock, Math.max(chain, Math.min(own.length.size(), 2 * chain)));
      }
      result[chain - 1] = placeOf[t];
      placed(t);
      if (session < 0) {
        own.release(chain - 1);
      } else {
        chainOfSession[session] = chain;
      }
    }
    if (session >= 0 && --left[session] == 0 && chainOfSession[session] > 0) {
      own.release(chainOfSession[session] - 1);
    }
    return result;
  }

  /** A chain that ended in the past of a transaction, or a new one. */
  private int takeFree(int t, int[] clock, Chains own) {
    for (var edge = graph.first[t]; edge < graph.first[t + 1]; edge++) {
      var source = graph.source(edge);
      if (graph.type(edge) < Graph.RW && source < transactions && chainOf[source] > 0) {
        var chain = chainOf[source] - 1;
        if (own.isFree[chain] && at(clock, chain) == own.length.get(chain)) {
          own.isFree[chain] = false;
          return chain;
        }
      }
    }
    return own.take(clock);
  }

  /** The chains of one history. */
  private static final class Chains {
    final Ints length = new Ints();
    boolean[] isFree = new boolean[4];
    private Ints free = new Ints();
    private int freeFrom;

    void release(int chain) {
      isFree[chain] = true;
      free.add(chain);
    }

    /** One that ended in the past that a clock knows, if there is one among the first. */
    int take(int[] clock) {
      for (var tries = 0; tries < CHAINS_TRIED && freeFrom < free.size(); tries++) {
        var chain = free.get(freeFrom++);
        if (!isFree[chain]) {
          continue;
        }
        if (at(clock, chain) == length.get(chain)) {
          isFree[chain] = false;
          compact();
          return chain;
        }
        free.add(chain);
      }
      compact();
      if (length.size() == isFree.length) {
        isFree = Arrays.copyOf(isFree, isFree.length * 2);
      }
      length.add(0);
      return length.size() - 1;
    }

    /** Forgets the part of the queue that was taken. */
    private void compact() {
      if (freeFrom > 1_000 && 2 * freeFrom > free.size()) {
        var rest = new Ints();
        for (var i = freeFrom; i < free.size(); i++) {
          rest.add(free.get(i));
        }
        free = rest;
        freeFrom = 0;
      }
    }
  }
}
