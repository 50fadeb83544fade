package mtc.linear;

import mtc.history.History;
import mtc.verdict.Edge;

/**
 * What must hold in every version order: SO ∪ WR ∪ WW ∪ RW, only the direct edges.
 *
 * <p>Edges are kept with the transaction they lead to. Those are found in one pass over the log,
 * and a transaction's predecessors mostly precede it there, so a depth-first search backwards finds
 * them finished and stays shallow.
 *
 * <p>Nodes are the transactions, then one for each key with chains of unknown predecessor: it
 * stands between the readers of the last version of ⊥'s chain and the heads of the others, which
 * may be many on both sides.
 *
 * <p>Propositions 5 and 6 of docs/theory.md.
 */
public final class Graph {
  // WW after WR: a read-modify-write has both, and the first one tells more.
  public static final int WR = 0;
  static final int WW = 1;
  public static final int SO = 2;
  public static final int RW = 3;

  /** From the node of a key to a head: continues the RW edges that lead to the node. */
  static final int RW_CONTINUED = 4;

  /** Follows from what a reader saw; where that is decided, only of {@link CommitOrder}. */
  static final int MUST = 6;

  private static final int TYPE_BITS = 3;
  final Versions versions;
  public final Chains chains;
  final boolean hasSessionOrder;
  public final int nodeCount;

  /** The edges into node v are those from {@code first[v]} to before {@code first[v + 1]}. */
  public final int[] first;

  /** Where an edge comes from, and its type. */
  private final int[] edges;

  private int edgeCount;

  private Dependencies flow;
  private Dependencies snapshot;
  private Dependencies serial;

  Graph(Versions versions, Chains chains, boolean sessionOrder, long edgeLimit) {
    this.versions = versions;
    this.chains = chains;
    this.hasSessionOrder = sessionOrder;
    var transactions = versions.history.transactionCount();
    nodeCount = transactions + chains.keys.size();
    first = new int[nodeCount + 1];
    edges = new int[Math.toIntExact(edgeLimit)];
    var lastOfSession = new int[sessionOrder ? versions.history.sessionCount() : 0];
    var readers = Prefetch.readers(versions);
    for (var t = 0; t < transactions; t++) {
      readers.before(t);
      first[t] = edgeCount;
      if (versions.takesPart(t)) {
        if (sessionOrder) {
          addSessionOrder(t, lastOfSession);
        }
        addDependencies(t);
      }
    }
    for (var place = 0; place < chains.keys.size(); place++) {
      first[transactions + place] = edgeCount;
      addReaders(chains.keys.get(place), chains.lastOfInitial.get(place), Edge.INITIAL);
    }
    first[nodeCount] = edgeCount;
  }

  /** A graph of other edges, as {@link #edge} spells them. */
  Graph(
      Versions versions,
      Chains chains,
      boolean sessionOrder,
      int nodeCount,
      int[] first,
      int[] edges) {
    this.versions = versions;
    this.chains = chains;
    this.hasSessionOrder = sessionOrder;
    this.nodeCount = nodeCount;
    this.first = first;
    this.edges = edges;
  }

  // Views of it, one of each kind, for their cycles are found but once.

  synchronized Dependencies flow() {
    if (flow == null) {
      flow = new Dependencies.Flow(this);
    }
    return flow;
  }

  /** For snapshot isolation. */
  public synchronized Dependencies snapshot() {
    if (snapshot == null) {
      snapshot = new Dependencies.Snapshot(this);
    }
    return snapshot;
  }

  /** For serializability. */
  public synchronized Dependencies serial() {
    if (serial == null) {
      serial = new Dependencies.Serial(this);
    }
    return serial;
  }

  static int edge(int source, int type) {
    return source << TYPE_BITS | type;
  }

  public int source(int edge) {
    return edges[edge] >>> TYPE_BITS;
  }

  public int type(int edge) {
    return edges[edge] & ((1 << TYPE_BITS) - 1);
  }

  /** The transaction right before another one in its session, whose edge comes first; or -1. */
  int beforeInSession(int transaction) {
    var edge = first[transaction];
    return edge < first[transaction + 1] && type(edge) == SO ? source(edge) : -1;
  }

  /** Whether session order puts a transaction, though not right before, before another one. */
  boolean isBeforeInSession(int transaction, int later) {
    var history = versions.history;
    return hasSessionOrder
        && transaction < later
        && history.isCommitted(transaction)
        && history.session(transaction) != History.NO_SESSION
        && history.session(transaction) == history.session(later);
  }

  private void add(int source, int type) {
    edges[edgeCount++] = edge(source, type);
  }

  /** An indeterminate transaction never ended: it comes after others, and nothing after it. */
  private void addSessionOrder(int t, int[] lastOfSession) {
    var session = versions.history.session(t);
    if (session == History.NO_SESSION) {
      return;
    }
    if (lastOfSession[session] != 0) {
      add(lastOfSession[session] - 1, SO);
    }
    if (versions.history.isCommitted(t)) {
      lastOfSession[session] = t + 1;
    }
  }

  private void addDependencies(int t) {
    var history = versions.history;
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      var version = versions.version(op);
      if (version == Versions.NONE) {
        continue;
      }
      if (!History.isWrite(history.kind(op))) {
        if (version >= 0) {
          add(versions.owner(version), WR);
        }
      } else if (version == Versions.HEAD) {
        addHead(t, history.key(op));
      } else {
        addSuccession(t, op, version);
      }
      if (versions.hasGivenBefore() && History.isWrite(history.kind(op))) {
        addGiven(t, op);
      }
    }
  }

  /** Edges into the writer of a version from those that the log puts right before it. */
  private void addGiven(int t, int write) {
    for (var i = 0; i < versions.givenBeforeCount(write); i++) {
      var before = versions.givenBefore(write, i);
      if (versions.owner(before) != t) {
        add(versions.owner(before), WW);
      }
      if (versions.isGivenNext(write, before)) {
        addReaders(versions.history.key(write), before, t);
      }
    }
  }

  /** Edges into the writer of a version from the writer and the readers of the one before it. */
  private void addSuccession(int t, int write, int previous) {
    var history = versions.history;
    var key = history.key(write);
    // A read-modify-write has the WR edge already. An append follows what it need not have read,
    // and so does a write to which the log gives its place.
    if (versions.isToldApart(write) && previous >= 0 && versions.owner(previous) != t) {
      add(versions.owner(previous), WW);
    }
    // Of diverging writes only the first gets RW edges, or they would be quadratic; the others
    // are reported as lost updates.
    if (versions.nextOf(key, previous) == write) {
      addReaders(key, previous, t);
    }
  }

  private void addReaders(int key, int version, int except) {
    var reader = versions.firstReader(key, version);
    while (reader != Versions.NONE) {
      if (versions.owner(reader) != except) {
        add(versions.owner(reader), RW);
      }
      reader = versions.reader(reader);
    }
  }

  private void addHead(int t, int key) {
    var place = chains.place(key);
    var last = chains.lastOfInitial.get(place);
    if (last >= 0 && versions.owner(last) != t) {
      add(versions.owner(last), WW);
    }
    add(versions.history.transactionCount() + place, RW_CONTINUED);
  }
}
