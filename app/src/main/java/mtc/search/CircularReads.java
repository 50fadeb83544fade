package mtc.search;

import java.util.Arrays;
import java.util.List;
import mtc.column.Groups;
import mtc.column.Ints;
import mtc.history.History;
import mtc.linear.Findings;
import mtc.linear.Versions;
import mtc.verdict.Anomaly.Example;
import mtc.verdict.AnomalyKind;

/**
 * Reads that explain each other in a circle, whichever of their possible sources they saw.
 *
 * <p>Where information flows in no circle, some order puts every transaction after those it read
 * from. Going along it, each one finds that all it read was there initially or had been written by
 * one before it. So whoever is never reached that way, going on from those that read nothing, is a
 * violation of every level; a search would try all their orders.
 *
 * <p>Proposition 22 of docs/theory.md.
 */
public final class CircularReads {
  private static final int MOST_SHOWN = 12;

  private final OpenReads reads;
  private final Versions versions;
  private final History history;

  /** By operation. */
  private final boolean[] isOpen;

  /** By group of writes of one value: who waits for one of them, once for each read. */
  private Groups waiting;

  private final boolean[] isThere;

  /** By transaction: how many of its reads nothing explains yet. */
  private final int[] unexplained;

  private final Ints explained = new Ints();

  public CircularReads(OpenReads reads, Versions versions) {
    this.reads = reads;
    this.versions = versions;
    this.history = versions.history;
    isOpen = new boolean[reads.count() == 0 ? 0 : history.operationCount()];
    isThere = new boolean[reads.count() == 0 ? 0 : reads.groupCount()];
    unexplained = new int[reads.count() == 0 ? 0 : history.transactionCount()];
  }

  /** Reports the shortest circle that is found at once. */
  public Findings find() {
    var findings = new Findings(1);
    if (reads.count() == 0) {
      return findings;
    }
    for (var i = 0; i < reads.count(); i++) {
      isOpen[reads.reads.get(i)] = true;
    }
    collectWaiting();
    explainAll();
    for (var t = 0; t < history.transactionCount(); t++) {
      if (unexplained[t] > 0 && versions.takesPart(t)) {
        report(findings, circle(t));
        break;
      }
    }
    return findings;
  }

  private boolean mayTakePart(int t) {
    return versions.takesPart(t) || reads.mayHaveCommitted != null && reads.mayHaveCommitted[t];
  }

  /** Whether a read must have seen what some other transaction wrote. */
  private boolean needsWriter(int op) {
    if (history.kind(op) != History.READ) {
      return false;
    }
    if (isOpen[op]) {
      return !reads.isInitially(op);
    }
    var seen = versions.version(op);
    return seen >= 0 && versions.owner(seen) != versions.owner(op);
  }

  private int groupOf(int op) {
    return reads.groupOf(
        isOpen[op] || History.isWrite(history.kind(op)) ? op : versions.version(op));
  }

  /**
   * Whether somebody wrote what a read saw; only an indeterminate transaction may say otherwise.
   */
  private boolean isWritten(int read) {
    return !isOpen[read] || reads.versionsSeen(read) > 0;
  }

  private boolean isExplained(int read) {
    return !needsWriter(read) || isWritten(read) && isThere[groupOf(read)];
  }

  private void collectWaiting() {
    for (var op = 0; op < history.operationCount(); op++) {
      if (waits(op)) {
        unexplained[versions.owner(op)]++;
      }
    }
    waiting =
        Groups.of(
            reads.groupCount(),
            member -> {
              for (var op = 0; op < history.operationCount(); op++) {
                if (waits(op) && isWritten(op)) {
                  member.accept(groupOf(op), versions.owner(op));
                }
              }
            });
  }

  private boolean waits(int op) {
    return needsWriter(op) && mayTakePart(versions.owner(op));
  }

  private void explainAll() {
    for (var t = 0; t < history.transactionCount(); t++) {
      if (unexplained[t] == 0 && mayTakePart(t)) {
        explained.add(t);
      }
    }
    while (explained.size() > 0) {
      var t = explained.removeLast();
      for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
        if (History.isWrite(history.kind(op)) && OpenChains.isReadable(versions, op)) {
          bring(reads.groupOf(op));
        }
      }
    }
  }

  private void bring(int group) {
    if (isThere[group]) {
      return;
    }
    isThere[group] = true;
    for (var i = waiting.first(group); i < waiting.end(group); i++) {
      if (--unexplained[waiting.get(i)] == 0) {
        explained.add(waiting.get(i));
      }
    }
  }

  // Telling it.

  /** From a transaction back to whom it may have read from, until one comes up again. */
  private int[] circle(int start) {
    var isOnWay = new boolean[history.transactionCount()];
    for (var t = start; ; ) {
      isOnWay[t] = true;
      var writer = writerOf(unexplainedRead(t), t);
      if (writer < 0) {
        return new int[] {t};
      }
      if (isOnWay[writer]) {
        return shortestThrough(writer);
      }
      t = writer;
    }
  }

  private int unexplainedRead(int t) {
    var op = history.firstOperation(t);
    while (isExplained(op)) {
      op++;
    }
    return op;
  }

  private int writerOf(int read, int reader) {
    var writers = isWritten(read) ? reads.groupSize(groupOf(read)) : 0;
    for (var i = 0; i < writers; i++) {
      var writer = reads.writer(groupOf(read), i);
      if (writer != reader && mayTakePart(writer)) {
        return writer;
      }
    }
    return -1;
  }

  /** The fewest steps from a transaction back to itself. */
  private int[] shortestThrough(int goal) {
    var readBy = new int[history.transactionCount()];
    Arrays.fill(readBy, -1);
    // By group: who looked at it first + 1. It may be one of the writers, whom another reader adds.
    var firstLook = new int[isThere.length];
    var isLookedAtTwice = new boolean[isThere.length];
    var queue = new Ints();
    queue.add(goal);
    for (var i = 0; i < queue.size() && readBy[goal] < 0; i++) {
      var t = queue.get(i);
      for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
        if (!isExplained(op) && isWritten(op)) {
          var group = groupOf(op);
          if (firstLook[group] != t + 1 && !isLookedAtTwice[group]) {
            isLookedAtTwice[group] = firstLook[group] != 0;
            firstLook[group] = t + 1;
            addWriters(op, readBy, queue);
          }
        }
      }
    }
    var circle = new Ints();
    circle.add(goal);
    for (var t = readBy[goal]; t != goal && t >= 0; t = readBy[t]) {
      circle.add(t);
    }
    return circle.toArray();
  }

  private void addWriters(int read, int[] readBy, Ints queue) {
    var group = groupOf(read);
    var writers = reads.groupSize(group);
    for (var i = 0; i < writers; i++) {
      var writer = reads.writer(group, i);
      if (writer != versions.owner(read) && readBy[writer] < 0 && mayTakePart(writer)) {
        readBy[writer] = versions.owner(read);
        queue.add(writer);
      }
    }
  }

  private void report(Findings findings, int[] circle) {
    var kind = AnomalyKind.CIRCULAR_INFORMATION_FLOW;
    if (findings.count(kind, kind.elleName(), false, circle.length)) {
      var read = unexplainedRead(circle[0]);
      var hint =
          "nobody can have been the first to write "
              + history.scalars().render(history.keyName(history.key(read)))
              + "="
              + history.scalars().render(history.value(read))
              + ": going back from who did, each read is explained only by one of those reads";
      var shown = Arrays.copyOf(circle, Math.min(MOST_SHOWN, circle.length));
      findings.keep(kind, kind.elleName(), false, new Example(shown, -1, List.of(), hint));
    }
  }
}
