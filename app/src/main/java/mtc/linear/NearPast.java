package mtc.linear;

import mtc.column.Ints;
import mtc.history.History;
import mtc.verdict.Level.Relation;

/**
 * What is in the past of a few readers: goes back from each of them, as far as the likely order
 * puts the earliest of those that it may have missed.
 *
 * <p>Of a key whose writes each read the one before, a reader can have missed something only if the
 * next version lies with it on a cycle of the graph of serializability. Of other keys the likely
 * order names those that may have been missed: whoever wrote the key between the version read and
 * the reader. Proposition 19 of docs/theory.md.
 */
final class NearPast {
  private final Versions versions;
  private final History history;
  private final Groundwork core;
  private final CommitOrder order;
  private final LikelyOrder likely;
  private final Graph graph;
  private final boolean isParallel;

  /** What may still be looked at: beyond that, clocks for all are cheaper. */
  private long stepsLeft;

  // Of the reader at hand: what it read, and who wrote something else meanwhile.
  private final Ints reads = new Ints();
  private final Ints writes = new Ints();
  private long earliest;

  /** By node: the search that reached it. */
  private int[] reachedIn;

  private int search;
  private final Ints queue = new Ints();

  /** The writes of keys whose versions are not in order; null as long as nobody read one. */
  private LikelyWrites unordered;

  NearPast(Groundwork core, CommitOrder order, LikelyOrder likely, Relation relation) {
    this.core = core;
    this.versions = core.versions;
    this.history = versions.history;
    this.order = order;
    this.likely = likely;
    this.graph = likely.graph;
    this.isParallel = relation == Relation.PARALLEL;
    this.stepsLeft = graph.nodeCount;
  }

  /** Notes the reads that missed something; false if that takes too long, or more than that. */
  boolean collect(int[] readers) {
    for (var t : readers) {
      if (!collect(t)) {
        return false;
      }
    }
    return true;
  }

  private boolean collect(int t) {
    reads.clear();
    writes.clear();
    earliest = Long.MAX_VALUE;
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      if (order.isRead(op)) {
        if (!isParallel && core.isUnordered(history.key(op))) {
          addAllBetween(op, t);
        } else if (likely.isOnCycle(t)) {
          addNext(op, t);
        }
      }
    }
    if (reads.size() > 0) {
      follow(t);
    }
    for (var i = 0; i < reads.size(); i++) {
      if (reachedIn[versions.owner(writes.get(i))] == search) {
        if (!isParallel && core.isUnordered(history.key(reads.get(i)))) {
          return false;
        }
        order.missedRead.add(reads.get(i));
        order.missedWrite.add(writes.get(i));
      }
    }
    return stepsLeft >= 0;
  }

  private void addNext(int read, int t) {
    var next = core.chains.next(history.key(read), versions.version(read));
    if (next != Versions.NONE
        && versions.owner(next) != t
        && likely.areTogether(versions.owner(next), t)) {
      add(read, next, t);
    }
  }

  private void add(int read, int write, int t) {
    var place = likely.place(versions.owner(write));
    if (place < likely.place(t)) {
      reads.add(read);
      writes.add(write);
      earliest = Math.min(earliest, place);
    }
  }

  private void addAllBetween(int read, int t) {
    if (unordered == null) {
      unordered = new LikelyWrites(core, likely);
    }
    var key = history.key(read);
    var seen = versions.version(read);
    var from = seen < 0 ? -1 : likely.place(versions.owner(seen));
    var upTo = likely.place(t);
    var index = unordered.firstFrom(key, from);
    for (var write = unordered.at(key, index, upTo);
        write != Versions.NONE && stepsLeft >= 0;
        write = unordered.at(key, ++index, upTo)) {
      stepsLeft--;
      if (versions.owner(write) != t && likely.place(versions.owner(write)) > from) {
        add(read, write, t);
      }
    }
  }

  private void follow(int t) {
    if (reachedIn == null) {
      reachedIn = new int[graph.nodeCount];
    }
    search++;
    queue.clear();
    queue.add(t);
    reachedIn[t] = search;
    for (var i = 0; i < queue.size() && stepsLeft >= 0; i++) {
      var node = queue.get(i);
      for (var edge = graph.first[node]; edge < graph.first[node + 1]; edge++) {
        stepsLeft--;
        var source = graph.source(edge);
        if (order.isOfPast(graph.type(edge), isParallel)
            && reachedIn[source] != search
            && likely.place(source) >= earliest) {
          reachedIn[source] = search;
          queue.add(source);
        }
      }
    }
  }
}
