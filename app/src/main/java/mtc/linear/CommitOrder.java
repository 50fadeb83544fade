package mtc.linear;

import java.util.Arrays;
import mtc.column.Groups;
import mtc.column.Ints;
import mtc.history.History;
import mtc.verdict.Level.Relation;

/**
 * The levels that a commit order defines without asking for its own order of versions: read
 * committed, read atomic, causal.
 *
 * <p>Of every read α of x in T3 from T1, and every other T2 that writes x, they say: if T3 must see
 * T2 before α, then T2 comes before T1. Whether T3 must see T2 does not depend on the order, so all
 * that it says are edges T2→T1, and the level holds iff SO ∪ WR, the order of elements in lists,
 * and those edges have no cycle.
 *
 * <p>If T2's version of x is known to come after T1's, because T1 is ⊥, or T2 read what it
 * overwrote from T1, or a list shows both, the read has missed T2: that is a violation by itself.
 *
 * <p>Propositions 16 to 18 of docs/theory.md.
 */
final class CommitOrder {
  private static final int SMALL = 64;

  private final Groundwork core;
  private final Versions versions;
  private final History history;
  private final ListOrders lists;
  private final Chains chains;
  private final boolean sessionOrder;

  // Reads that missed a write they must see.
  final Ints missedRead = new Ints();
  final Ints missedWrite = new Ints();

  // Edges that follow from a read: the writer that it must see, and whose version it saw instead.
  final Ints mustRead = new Ints();
  final Ints mustWrite = new Ints();

  /** The flow of information, if it is not that of reads alone. */
  private Graph flow;

  /** What a look at some of the reads has found. */
  enum Collected {
    /** Nothing: all of them must be looked at. */
    NOTHING,
    /** All edges that do not follow from others. */
    ALL_EDGES,
    /** What was missed; nothing else can be wrong. */
    ALL_THAT_IS_WRONG
  }

  /** What is taken to agree with all that follows; null if nothing is. */
  private LikelyOrder likely;

  /** Whether something follows that does not agree with the likely order. */
  private boolean disagrees;

  // The reads of the transaction at hand, by key: stamped, linked.
  private final int[] stamp;
  private int stamped;
  private final int[] firstOfKey;
  private final Ints reads = new Ints();
  private final Ints nextOfKey = new Ints();

  /** By transaction, of large ones: its last writes by key; null if there are none. */
  private int[][] writesByKey;

  CommitOrder(Groundwork core, boolean sessionOrder) {
    this.core = core;
    this.versions = core.versions;
    this.history = versions.history;
    this.lists = core.resolution.lists;
    this.chains = core.chains;
    this.sessionOrder = sessionOrder;
    stamp = new int[history.keyCount()];
    firstOfKey = new int[history.keyCount()];
  }

  void collect(Relation relation) {
    switch (relation) {
      case FLOW -> {}
      case MONOTONIC -> collectDirect(true, participants());
      case ATOMIC -> {
        collectDirect(false, participants());
        if (sessionOrder) {
          collectSessions(participants());
        }
      }
      case CAUSAL -> collect(new CausalReads(core, this, past()));
      case PARALLEL -> {
        flow = core.graph(sessionOrder);
        collect(new ParallelReads(core, this, flow));
      }
      default -> throw new IllegalArgumentException(relation.name());
    }
  }

  /**
   * Looks only at reads that may have missed something, which is enough where all that follows from
   * them agrees with an order. Registers only; proposition 19 of docs/theory.md.
   */
  Collected collectNear(Relation relation, Graph graph) {
    var order = new LikelyOrder(graph);
    if (order.isCyclic) {
      return Collected.NOTHING;
    }
    likely = order;
    var suspects = suspects();
    var isDone = true;
    switch (relation) {
      case FLOW -> {}
      case MONOTONIC -> collectDirect(true, suspects);
      case ATOMIC -> {
        collectDirect(false, suspects);
        if (sessionOrder) {
          collectSessions(suspects);
        }
      }
      case CAUSAL, PARALLEL ->
          isDone =
              2 * suspects.length <= history.transactionCount()
                  && new NearPast(core, this, likely, relation).collect(suspects);
      default -> throw new IllegalArgumentException(relation.name());
    }
    likely = null;
    // What was missed is a violation, whatever else follows.
    if (isDone && (!disagrees || missedRead.size() > 0)) {
      return Collected.ALL_THAT_IS_WRONG;
    }
    if (isDone) {
      return Collected.ALL_EDGES;
    }
    clear();
    return Collected.NOTHING;
  }

  /** Who lies on a cycle or read a key whose versions are not ordered by reads. */
  private int[] suspects() {
    var suspects = new Ints();
    if (!core.hasUnorderedKeys()) {
      for (var node : likely.onCycles()) {
        if (node < history.transactionCount()) {
          suspects.add(node);
        }
      }
      return suspects.toArray();
    }
    for (var t = 0; t < history.transactionCount(); t++) {
      if (versions.takesPart(t) && (likely.isOnCycle(t) || readsUnordered(t))) {
        suspects.add(t);
      }
    }
    return suspects.toArray();
  }

  private boolean readsUnordered(int t) {
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      if (core.isUnordered(history.key(op)) && isRead(op)) {
        return true;
      }
    }
    return false;
  }

  private int[] participants() {
    var all = new Ints(history.transactionCount());
    for (var t = 0; t < history.transactionCount(); t++) {
      if (versions.takesPart(t)) {
        all.add(t);
      }
    }
    return all.toArray();
  }

  /** Whether the past of a reader goes on along edges of a type. */
  boolean isOfPast(int type, boolean isParallel) {
    return type == Graph.WR || type == Graph.SO || isParallel && type == Graph.WW;
  }

  private void clear() {
    missedRead.clear();
    missedWrite.clear();
    mustRead.clear();
    mustWrite.clear();
  }

  private void collect(Past reader) {
    reader.run();
    if (reader.isCyclic) {
      clear();
    }
  }

  // What a transaction read from.

  boolean isRead(int op) {
    return !History.isWrite(history.kind(op)) && versions.version(op) != Versions.NONE;
  }

  /** How many transactions a read may have seen, repeated ones included. */
  int sourceCount(int read) {
    if (isListRead(read)) {
      return lists.seen(read);
    }
    return versions.version(read) >= 0 ? 1 : 0;
  }

  /** One of the transactions that a read saw. */
  int source(int read, int index) {
    return versions.owner(sourceWrite(read, index));
  }

  /** What it saw of it: of a list, an element. */
  int sourceWrite(int read, int index) {
    return isListRead(read) ? lists.elementOf(read, index) : versions.version(read);
  }

  boolean isListRead(int read) {
    return versions.isList(history.key(read)) && lists.isExternal(read);
  }

  boolean isVersion(int op) {
    return History.isWrite(history.kind(op)) && versions.version(op) != Versions.NONE;
  }

  /** The write of a transaction to a key, or NONE. */
  private int writeOf(int transaction, int key) {
    var writes = writesOf(transaction);
    var low = 0;
    var high = writes.length - 1;
    while (low <= high) {
      var middle = (low + high) >>> 1;
      var found = history.key(writes[middle]);
      if (found == key) {
        return writes[middle];
      }
      if (found < key) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return Versions.NONE;
  }

  private int[] writesOf(int transaction) {
    if (writesByKey == null) {
      writesByKey = new int[history.transactionCount()][];
    }
    if (writesByKey[transaction] == null) {
      var byKey = new long[history.endOperation(transaction) - history.firstOperation(transaction)];
      var size = 0;
      for (var op = history.firstOperation(transaction);
          op < history.endOperation(transaction);
          op++) {
        if (isVersion(op)) {
          byKey[size++] = (long) history.key(op) << 32 | op;
        }
      }
      Arrays.sort(byKey, 0, size);
      var writes = new int[size];
      for (var i = 0; i < size; i++) {
        writes[i] = (int) byKey[i];
      }
      writesByKey[transaction] = writes;
    }
    return writesByKey[transaction];
  }

  // What follows.

  /** A read must see a write: it saw that, or what it saw came later, or it missed it. */
  void mustSee(int read, int write) {
    var seen = versions.version(read);
    if (seen >= 0 && versions.owner(seen) == versions.owner(write)) {
      return;
    }
    if (likely != null && seen >= 0 && isLikelyEarlier(write, seen)) {
      // If reads tell the order of the versions, they tell this.
      if (core.isUnordered(history.key(read))) {
        mustRead.add(read);
        mustWrite.add(write);
      }
      return;
    }
    disagrees |= likely != null;
    if (isKnownLater(write, seen)) {
      missedRead.add(read);
      missedWrite.add(write);
    } else if (!isKnownEarlier(write, seen)) {
      mustRead.add(read);
      mustWrite.add(write);
    }
  }

  private boolean isLikelyEarlier(int write, int seen) {
    return likely.place(versions.owner(write)) < likely.place(versions.owner(seen));
  }

  private boolean isKnownLater(int write, int seen) {
    if (seen == Versions.INITIAL || versions.isLater(write, seen)) {
      return true;
    }
    if (versions.isOrdered(history.key(write))) {
      return false;
    }
    if (versions.isList(history.key(write))) {
      return lists.placeOf(write) == Versions.NONE || lists.placeOf(write) > lists.placeOf(seen);
    }
    var read = readBefore(write);
    return read != Versions.NONE && versions.version(read) == seen;
  }

  /** The read by which it is known what a write to a register overwrote; or NONE. */
  int readBefore(int write) {
    var key = history.key(write);
    if (versions.isOrdered(key) || versions.isList(key)) {
      return Versions.NONE;
    }
    for (var op = history.firstOperation(versions.owner(write)); op < write; op++) {
      if (history.key(op) == key && isRead(op)) {
        return op;
      }
    }
    return Versions.NONE;
  }

  private boolean isKnownEarlier(int write, int seen) {
    if (seen >= 0 && versions.isLater(seen, write)) {
      return true;
    }
    return versions.isList(history.key(write))
        && lists.placeOf(write) != Versions.NONE
        && lists.placeOf(write) < lists.placeOf(seen);
  }

  /** Of each transaction what it read from whom it read something: all, or only after that. */
  private void collectDirect(boolean onlyAfter, int[] readers) {
    for (var t : readers) {
      if (noteReads(t)) {
        for (var i = 0; i < reads.size(); i++) {
          var before = -1;
          for (var s = 0; s < sourceCount(reads.get(i)); s++) {
            var source = source(reads.get(i), s);
            if (source != before && source != t) {
              collectFrom(source, onlyAfter ? i : -1);
            }
            before = source;
          }
        }
      }
    }
  }

  /** False if there is but one read of a register, which says nothing of others. */
  private boolean noteReads(int t) {
    reads.clear();
    nextOfKey.clear();
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      if (isRead(op)) {
        reads.add(op);
      }
    }
    if (reads.size() == 0 || reads.size() == 1 && !isListRead(reads.get(0))) {
      return false;
    }
    stamped++;
    for (var i = 0; i < reads.size(); i++) {
      var key = history.key(reads.get(i));
      nextOfKey.add(stamp[key] == stamped ? firstOfKey[key] : -1);
      stamp[key] = stamped;
      firstOfKey[key] = i;
    }
    return true;
  }

  private void collectFrom(int source, int after) {
    var from = history.firstOperation(source);
    var to = history.endOperation(source);
    if (to - from > SMALL && to - from > reads.size()) {
      for (var i = after + 1; i < reads.size(); i++) {
        var write = writeOf(source, history.key(reads.get(i)));
        if (write != Versions.NONE) {
          mustSee(reads.get(i), write);
        }
      }
      return;
    }
    for (var op = from; op < to; op++) {
      if (isVersion(op) && stamp[history.key(op)] == stamped) {
        for (var i = firstOfKey[history.key(op)]; i > after; i = nextOfKey.get(i)) {
          mustSee(reads.get(i), op);
        }
      }
    }
  }

  /** Of each session its last write of a key before a read: who came before that one is behind. */
  private void collectSessions(int[] readers) {
    var bySession = bySession(readers);
    var session = new int[history.keyCount()];
    var lastWrite = new int[history.keyCount()];
    for (var t : bySession) {
      var mark = history.session(t) + 1;
      for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
        if (isRead(op) && session[history.key(op)] == mark) {
          mustSee(op, lastWrite[history.key(op)]);
        }
      }
      for (var op = history.firstOperation(t);
          op < history.endOperation(t) && history.isCommitted(t);
          op++) {
        if (isVersion(op)) {
          session[history.key(op)] = mark;
          lastWrite[history.key(op)] = op;
        }
      }
    }
  }

  /** Who takes part in the sessions of some, session by session, each in its order. */
  private int[] bySession(int[] some) {
    var isWanted = new boolean[history.sessionCount()];
    for (var t : some) {
      if (history.session(t) != History.NO_SESSION) {
        isWanted[history.session(t)] = true;
      }
    }
    var sessions =
        Groups.of(
            history.sessionCount(),
            member -> {
              for (var t = 0; t < history.transactionCount(); t++) {
                if (isIn(t, isWanted)) {
                  member.accept(history.session(t), t);
                }
              }
            });
    return sessions.toArray();
  }

  private boolean isIn(int t, boolean[] sessions) {
    return versions.takesPart(t)
        && history.session(t) != History.NO_SESSION
        && sessions[history.session(t)];
  }

  // Graphs.

  /**
   * SO ∪ WR, as the past of a reader wants it: of a list it saw all that appended to it, so there
   * is a node for each version of a list, after whoever appended up to there.
   */
  Graph past() {
    var transactions = history.transactionCount();
    var nodeOf = new int[lists == null ? 0 : history.operationCount()];
    var ofLists = new Ints();
    for (var op = 0; op < nodeOf.length; op++) {
      if (isPlaced(op)) {
        nodeOf[op] = transactions + ofLists.size();
        ofLists.add(op);
      }
    }
    var nodes = transactions + ofLists.size();
    var first = new int[nodes + 1];
    var edges = new Ints(history.operationCount() + transactions);
    var lastOfSession = new int[sessionOrder ? history.sessionCount() : 0];
    for (var t = 0; t < transactions; t++) {
      first[t] = edges.size();
      if (versions.takesPart(t)) {
        addSession(t, lastOfSession, edges);
        for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
          if (isRead(op) && versions.version(op) >= 0) {
            edges.add(Graph.edge(versions.owner(versions.version(op)), Graph.WR));
            if (isListRead(op) && isPlaced(versions.version(op))) {
              edges.add(Graph.edge(nodeOf[versions.version(op)], Graph.WR));
            }
          }
        }
      }
    }
    for (var i = 0; i < ofLists.size(); i++) {
      var append = ofLists.get(i);
      first[transactions + i] = edges.size();
      edges.add(Graph.edge(versions.owner(append), Graph.WR));
      if (versions.version(append) >= 0 && isPlaced(versions.version(append))) {
        edges.add(Graph.edge(nodeOf[versions.version(append)], Graph.WR));
      }
    }
    first[nodes] = edges.size();
    return new Graph(versions, chains, sessionOrder, nodes, first, edges.toArray());
  }

  private boolean isPlaced(int op) {
    return history.kind(op) == History.APPEND
        && lists.placeOf(op) != Versions.NONE
        && versions.version(op) != Versions.NONE;
  }

  /** SO ∪ WR and the order of elements; where updates are kept, all of WW. */
  Graph flow() {
    return flow != null ? flow : graph(new Ints(), new Ints());
  }

  /** The same and what follows from reads. */
  Graph graph() {
    return graph(mustRead, mustWrite);
  }

  private Graph graph(Ints because, Ints written) {
    var transactions = history.transactionCount();
    var musts =
        Groups.of(
            transactions,
            must -> {
              for (var i = 0; i < because.size(); i++) {
                must.accept(versions.owner(versions.version(because.get(i))), i);
              }
            });
    var first = new int[transactions + 1];
    var edges = new Ints(history.operationCount() + transactions + because.size());
    var lastOfSession = new int[sessionOrder ? history.sessionCount() : 0];
    for (var t = 0; t < transactions; t++) {
      first[t] = edges.size();
      if (versions.takesPart(t)) {
        addSession(t, lastOfSession, edges);
        addDirect(t, edges);
        for (var i = musts.first(t); i < musts.end(t); i++) {
          edges.add(Graph.edge(versions.owner(written.get(musts.get(i))), Graph.MUST));
        }
      }
    }
    first[transactions] = edges.size();
    return new Graph(versions, chains, sessionOrder, transactions, first, edges.toArray());
  }

  private void addDirect(int t, Ints edges) {
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      var version = versions.version(op);
      if (isRead(op) && version >= 0) {
        edges.add(Graph.edge(versions.owner(version), Graph.WR));
      } else if (isVersion(op) && versions.isToldApart(op)) {
        var previous =
            version == Versions.HEAD
                ? chains.lastOfInitial.get(chains.place(history.key(op)))
                : version;
        addWriteBefore(t, previous, edges);
      }
      for (var i = 0; i < versions.givenBeforeCount(op); i++) {
        addWriteBefore(t, versions.givenBefore(op, i), edges);
      }
    }
  }

  private void addWriteBefore(int t, int previous, Ints edges) {
    if (previous >= 0 && versions.owner(previous) != t) {
      edges.add(Graph.edge(versions.owner(previous), Graph.WW));
    }
  }

  /** An indeterminate transaction never ended: it comes after others, and nothing after it. */
  private void addSession(int t, int[] lastOfSession, Ints edges) {
    var session = history.session(t);
    if (sessionOrder && session != History.NO_SESSION) {
      if (lastOfSession[session] != 0) {
        edges.add(Graph.edge(lastOfSession[session] - 1, Graph.SO));
      }
      if (history.isCommitted(t)) {
        lastOfSession[session] = t + 1;
      }
    }
  }
}
