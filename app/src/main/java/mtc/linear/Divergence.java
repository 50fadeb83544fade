package mtc.linear;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import mtc.column.Ints;
import mtc.history.History;
import mtc.verdict.Anomaly.Example;
import mtc.verdict.AnomalyKind;
import mtc.verdict.Edge;
import mtc.verdict.EdgeType;

/**
 * Lost updates where the order of the versions is told by more than who read what before writing:
 * of lists, and where the log gives it. Two transactions read one version and both wrote the key,
 * and others may have come between them. The graph has a cycle through both then, but perhaps a
 * longer one: this is looked for only where there is a cycle.
 *
 * <p>Two that nothing puts in order the {@link Groundwork} has reported.
 *
 * <p>Proposition 4 of docs/theory.md.
 */
final class Divergence {
  private final Versions versions;
  private final History history;
  private final ListOrders lists;
  private final EdgeOrigins origins;

  /** By version, and by key for that of ⊥: who wrote first of those that read it; or NONE. */
  private final int[] firstAfter;

  private final int[] firstAfterInitial;

  // Of each lost update the write that came first, the other one, and the read of the version by
  // the transaction of that.
  private final Ints first = new Ints();
  private final Ints later = new Ints();
  private final Ints laterRead = new Ints();

  private final BitSet laterReads = new BitSet();

  /** A read, and the write of the same transaction to the key. */
  @FunctionalInterface
  private interface Overwrite {
    void accept(int read, int write);
  }

  Divergence(Versions versions, Resolution resolution, EdgeOrigins origins) {
    this.versions = versions;
    this.origins = origins;
    this.history = versions.history;
    this.lists = resolution.lists;
    var isTold = (history.hasLists() || versions.hasOrders()) && resolution.reading.keepsUpdates();
    firstAfter = new int[isTold ? history.operationCount() : 0];
    firstAfterInitial = new int[isTold ? history.keyCount() : 0];
    Arrays.fill(firstAfter, Versions.NONE);
    Arrays.fill(firstAfterInitial, Versions.NONE);
    if (isTold) {
      forEachOverwrite(this::noteFirst);
      forEachOverwrite(this::noteLater);
    }
  }

  private void forEachOverwrite(Overwrite each) {
    var own = new OwnOperations(history);
    for (var t = 0; t < history.transactionCount(); t++) {
      own.begin(t);
      for (var op = history.firstOperation(t);
          op < history.endOperation(t) && versions.takesPart(t);
          op++) {
        own.look(op);
        if (isVersionInOrder(op)
            && own.externalRead != Versions.NONE
            && versions.version(own.externalRead) != Versions.NONE) {
          each.accept(own.externalRead, op);
        }
        own.pass(op);
      }
    }
  }

  private boolean isVersionInOrder(int op) {
    var key = history.key(op);
    return History.isWrite(history.kind(op))
        && versions.version(op) != Versions.NONE
        && (versions.isList(key) || versions.isOrdered(key));
  }

  private void noteFirst(int read, int write) {
    var before = firstAfter(read);
    if (before == Versions.NONE || isBefore(write, before)) {
      var seen = versions.version(read);
      if (seen >= 0) {
        firstAfter[seen] = write;
      } else {
        firstAfterInitial[history.key(read)] = write;
      }
    }
  }

  private void noteLater(int read, int write) {
    var before = firstAfter(read);
    var isReported = versions.version(write) == versions.version(read);
    if (versions.owner(before) != versions.owner(write) && !isReported && !laterReads.get(read)) {
      first.add(before);
      later.add(write);
      laterRead.add(read);
      laterReads.set(read);
    }
  }

  private int firstAfter(int read) {
    var seen = versions.version(read);
    return seen >= 0 ? firstAfter[seen] : firstAfterInitial[history.key(read)];
  }

  private boolean isBefore(int write, int other) {
    if (!versions.isList(history.key(write))) {
      return versions.isLater(other, write);
    }
    var place = lists.placeOf(write);
    return place != Versions.NONE
        && (lists.placeOf(other) == Versions.NONE || place < lists.placeOf(other));
  }

  /** Reports them all. */
  void report(Findings findings) {
    var kind = AnomalyKind.LOST_UPDATE;
    for (var i = 0; i < first.size(); i++) {
      if (findings.count(kind, kind.elleName(), false, 2)) {
        findings.keep(kind, kind.elleName(), false, example(i));
      }
    }
  }

  /** Who came first of two of a list which no read shows is open: each missed the other then. */
  private Example example(int index) {
    var write = first.get(index);
    var other = later.get(index);
    var seen = versions.version(laterRead.get(index));
    var from = versions.owner(write);
    var to = versions.owner(other);
    var key = history.key(write);
    var isOpen = versions.isList(key) && lists.placeOf(write) == Versions.NONE;
    var there =
        isOpen
            ? origins.readWrite(write, other, seen)
            : new Edge(from, to, EdgeType.WW, key, history.value(write), history.value(other));
    var back = origins.readWrite(other, write, seen);
    return new Example(new int[] {from, to}, -1, List.of(there, back), "");
  }

  /** Whether a read is of a transaction whose update was lost, and so what it missed is told. */
  boolean explains(int read) {
    return laterReads.get(read);
  }

  /** Marks who takes part in one. */
  void mark(boolean[] transactions) {
    for (var i = 0; i < first.size(); i++) {
      transactions[versions.owner(first.get(i))] = true;
      transactions[versions.owner(later.get(i))] = true;
    }
  }
}
