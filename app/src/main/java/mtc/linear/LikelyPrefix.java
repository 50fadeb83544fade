package mtc.linear;

import mtc.history.History;

/**
 * Whether the likely order shows that a history is prefix consistent, by the definition: no read
 * misses a write that comes, in that order, before or with somebody whom the reader follows in its
 * session or read from. If it does not show that, another order may.
 *
 * <p>Who lies on no cycle and read only keys whose versions are in order misses nothing: whoever
 * overwrote what it read comes after it.
 *
 * <p>Propositions 19 and 21 of docs/theory.md.
 */
public final class LikelyPrefix {
  private final Groundwork core;
  private final Versions versions;
  private final History history;
  private final LikelyOrder likely;
  private LikelyWrites writes;

  private LikelyPrefix(Groundwork core, LikelyOrder likely) {
    this.core = core;
    this.versions = core.versions;
    this.history = versions.history;
    this.likely = likely;
  }

  /** For registers, where it is known what each read saw. */
  public static boolean isShown(Groundwork core, Graph graph) {
    var likely = new LikelyOrder(graph);
    return !likely.isCyclic && new LikelyPrefix(core, likely).isShown();
  }

  private boolean isShown() {
    for (var t = 0; t < history.transactionCount(); t++) {
      if (versions.takesPart(t) && !isShown(t)) {
        return false;
      }
    }
    return true;
  }

  private boolean isShown(int t) {
    var snapshot = Long.MIN_VALUE;
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      var isOpen = core.isUnordered(history.key(op)) || likely.isOnCycle(t);
      if (!isOpen || History.isWrite(history.kind(op)) || versions.version(op) == Versions.NONE) {
        continue;
      }
      snapshot = snapshot == Long.MIN_VALUE ? snapshot(t) : snapshot;
      if (isMissed(op, t, snapshot)) {
        return false;
      }
    }
    return true;
  }

  /** The last place that a transaction must see. */
  private long snapshot(int t) {
    var last = -1L;
    for (var edge = likely.graph.first[t]; edge < likely.graph.first[t + 1]; edge++) {
      var type = likely.graph.type(edge);
      if (type == Graph.WR || type == Graph.SO) {
        last = Math.max(last, likely.place(likely.graph.source(edge)));
      }
    }
    return last;
  }

  private boolean isMissed(int read, int t, long snapshot) {
    var key = history.key(read);
    var seen = versions.version(read);
    if (!core.isUnordered(key)) {
      var next = versions.nextOf(key, seen);
      return next != Versions.NONE && isMissed(next, t, -1, snapshot);
    }
    if (writes == null) {
      writes = new LikelyWrites(core, likely);
    }
    var from = seen < 0 ? -1 : likely.place(versions.owner(seen));
    var index = writes.firstFrom(key, from);
    for (var write = writes.at(key, index, snapshot);
        write != Versions.NONE;
        write = writes.at(key, ++index, snapshot)) {
      if (isMissed(write, t, from, snapshot)) {
        return true;
      }
    }
    return false;
  }

  private boolean isMissed(int write, int t, long from, long snapshot) {
    var writer = versions.owner(write);
    var place = likely.place(writer);
    return writer != t && place > from && place <= snapshot;
  }
}
