package mtc.linear;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import mtc.column.Ints;
import mtc.history.History;
import mtc.history.Status;
import mtc.verdict.Anomaly.Example;
import mtc.verdict.CycleName;
import mtc.verdict.Edge;
import mtc.verdict.EdgeType;

/**
 * Decides the order of a register's chains by real time, where the graph of what must hold in every
 * order leaves it open.
 *
 * <p>A chain with its readers is one block of the key's linearization: nothing else fits in
 * between. Within a block the order is forced, and ⊥'s block comes first: what is wrong there the
 * graph has found. Between two other blocks, let f be the least end and s the greatest start of
 * each: A must come before B iff f(A) &lt; s(B). If that relation has a cycle at all, it has one of
 * two blocks: take the block B of least f on it, its predecessor P, and P's predecessor Q; f(B) ≤
 * f(Q) &lt; s(P), so B must also come before P. So it is enough to look for pairs that must both
 * come first; without them any order that extends the relation is a linearization.
 *
 * <p>Blocks with f &lt; s span the time from f to s. Two such conflict iff they overlap; one of the
 * others, with s ≤ f, conflicts iff it lies within such a span. A sweep over all blocks by f needs
 * to know only the span that reaches furthest.
 *
 * <p>Propositions 11 and 12 of docs/theory.md.
 */
public final class ChainLinearization {
  private final Versions versions;
  private final Chains chains;
  private final RealTime realTime;
  private final Findings findings;

  /** By transaction: the place of its end among all ends. */
  private final int[] placeOfEnd;

  /** By block, that is by head: its least end, its greatest start, and the operations with them. */
  private final int[] leastEnd;

  private final int[] greatestStart;
  private final int[] firstEnded;
  private final int[] lastStarted;

  public ChainLinearization(Groundwork core, RealTime realTime, Findings findings) {
    this.versions = core.versions;
    this.chains = core.chains;
    this.realTime = realTime;
    this.findings = findings;
    placeOfEnd = new int[versions.history.transactionCount()];
    Arrays.fill(placeOfEnd, Integer.MAX_VALUE);
    for (var place = 0; place < realTime.endCount(); place++) {
      placeOfEnd[realTime.ended(place)] = place;
    }
    var blocks = chains.heads.size();
    leastEnd = new int[blocks];
    greatestStart = new int[blocks];
    firstEnded = new int[blocks];
    lastStarted = new int[blocks];
  }

  /**
   * Whether every transaction stays with one key, and is one operation on it: else the levels of
   * transactions are meant.
   */
  public static boolean isOfRegisters(Versions versions) {
    return touchOneKeyEach(versions, versions::takesPart);
  }

  /** The same, also of those that may turn out to have committed. */
  public static boolean mayAllBeOfRegisters(Versions versions) {
    return touchOneKeyEach(versions, t -> versions.history.status(t) != Status.ABORTED);
  }

  private static boolean touchOneKeyEach(Versions versions, IntPredicate transactions) {
    var history = versions.history;
    for (var op = 1; op < history.operationCount(); op++) {
      if (versions.owner(op) == versions.owner(op - 1)
          && (history.key(op) != history.key(op - 1)
              || isOther(history, op)
              || isOther(history, op - 1))
          && transactions.test(versions.owner(op))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isOther(History history, int op) {
    return history.kind(op) == History.READ_OTHER;
  }

  public void findConflicts() {
    var byLeastEnd = new long[chains.heads.size()];
    for (var block = 0; block < byLeastEnd.length; block++) {
      span(block);
      byLeastEnd[block] = (long) leastEnd[block] << Integer.SIZE | block;
    }
    Arrays.sort(byLeastEnd);
    var furthest = new int[chains.keys.size()];
    Arrays.fill(furthest, -1);
    for (var entry : byLeastEnd) {
      var block = (int) entry;
      var place = chains.place(versions.history.key(chains.heads.get(block)));
      var before = furthest[place];
      if (before >= 0 && mustPrecede(before, block) && mustPrecede(block, before)) {
        report(before, block);
      }
      if (before < 0 || greatestStart[block] > greatestStart[before]) {
        furthest[place] = block;
      }
    }
  }

  private boolean mustPrecede(int block, int other) {
    return leastEnd[block] < greatestStart[other];
  }

  private void span(int block) {
    leastEnd[block] = Integer.MAX_VALUE;
    greatestStart[block] = -1;
    var version = chains.heads.get(block);
    while (version != Versions.NONE) {
      include(block, version);
      var reader = versions.reader(version);
      while (reader != Versions.NONE) {
        include(block, reader);
        reader = versions.reader(reader);
      }
      version = versions.next(version);
    }
  }

  private void include(int block, int op) {
    var t = versions.owner(op);
    // An operation that never ends still needs a name when nothing in the block does.
    if (placeOfEnd[t] < leastEnd[block] || greatestStart[block] < 0) {
      leastEnd[block] = placeOfEnd[t];
      firstEnded[block] = op;
    }
    if (realTime.endsBefore(t) > greatestStart[block]) {
      greatestStart[block] = realTime.endsBefore(t);
      lastStarted[block] = op;
    }
  }

  private void report(int block, int other) {
    var first = edgesIfFirst(block, other);
    var name = CycleName.of(first, versions.history);
    if (findings.count(name.kind(), name.elleName(), true, first.size())) {
      var example = example(first, edgesIfFirst(other, block));
      findings.keep(name.kind(), name.elleName(), true, example);
    }
  }

  private static Example example(List<Edge> first, List<Edge> second) {
    var transactions = new Ints();
    for (var edge : first) {
      transactions.add(edge.from());
    }
    for (var edge : second) {
      if (!contains(transactions, edge.from())) {
        transactions.add(edge.from());
      }
    }
    return new Example(
        transactions.toArray(),
        -1,
        first,
        "nobody read one of the two writes before the other, and either order makes a cycle",
        List.of(second));
  }

  private static boolean contains(Ints values, int value) {
    for (var i = 0; i < values.size(); i++) {
      if (values.get(i) == value) {
        return true;
      }
    }
    return false;
  }

  /**
   * What goes wrong if a block comes first: its operation that started last would come before the
   * one of the other block that ended first, against real time.
   */
  private List<Edge> edgesIfFirst(int block, int other) {
    var history = versions.history;
    var late = lastStarted[block];
    var early = firstEnded[other];
    var key = history.key(late);
    var written = History.isWrite(history.kind(early)) ? early : versions.version(early);
    var edges = new ArrayList<Edge>();
    edges.add(
        new Edge(
            versions.owner(late),
            versions.owner(written),
            History.isWrite(history.kind(late)) ? EdgeType.WW : EdgeType.RW,
            key,
            history.value(History.isWrite(history.kind(late)) ? late : versions.version(late)),
            history.value(written),
            true));
    if (written != early) {
      edges.add(
          new Edge(
              versions.owner(written),
              versions.owner(early),
              EdgeType.WR,
              key,
              history.value(written),
              history.value(written)));
    }
    edges.add(Edge.withoutKey(versions.owner(early), versions.owner(late), EdgeType.RT));
    return List.copyOf(edges);
  }
}
