package mtc.search;

import java.util.List;
import mtc.column.Ints;
import mtc.history.History;
import mtc.linear.Findings;
import mtc.linear.Versions;
import mtc.verdict.Anomaly.Example;
import mtc.verdict.AnomalyKind;

/**
 * Values that more transactions read and overwrote than left them there: two of those overwrote the
 * same version, whichever it was. A lock that was taken more often than it was free is one.
 *
 * <p>A count tells it at once; a search would try all ways to pair them off.
 *
 * <p>Proposition 4 of docs/theory.md.
 */
public final class LostUpdates {
  private static final int MOST_SHOWN = 12;

  private final OpenReads reads;
  private final Versions versions;
  private final History history;

  public LostUpdates(OpenReads reads, Versions versions) {
    this.reads = reads;
    this.versions = versions;
    this.history = versions.history;
  }

  public Findings find() {
    var findings = new Findings(1);
    if (reads.count() == 0) {
      return findings;
    }
    var overwrites = new int[reads.groupCount()];
    var isInitial = new boolean[overwrites.length];
    for (var i = 0; i < reads.count(); i++) {
      var read = reads.reads.get(i);
      if (isOverwritten(read)) {
        overwrites[reads.groupOf(read)]++;
        isInitial[reads.groupOf(read)] |= reads.isInitially(read);
      }
    }
    for (var i = 0; i < reads.count(); i++) {
      var read = reads.reads.get(i);
      if (isOverwritten(read)) {
        var group = reads.groupOf(read);
        var left = reads.versionsSeen(read) + (isInitial[group] ? 1 : 0);
        if (overwrites[group] > left) {
          add(read, overwrites[group], left, findings);
        }
        overwrites[group] = 0;
      }
    }
    return findings;
  }

  /** Whether a transaction that took part began with this read of the key, and wrote it then. */
  private boolean isOverwritten(int read) {
    var reader = versions.owner(read);
    if (history.kind(read) != History.READ
        || !versions.takesPart(reader)
        || reads.versionsSeen(read) == 0) {
      return false;
    }
    for (var op = history.firstOperation(reader); op < read; op++) {
      if (history.key(op) == history.key(read)) {
        return false;
      }
    }
    for (var op = read + 1; op < history.endOperation(reader); op++) {
      if (history.key(op) == history.key(read) && History.isWrite(history.kind(op))) {
        return true;
      }
    }
    return false;
  }

  private void add(int first, int overwrites, int left, Findings findings) {
    var kind = AnomalyKind.LOST_UPDATE;
    var shown = new Ints();
    for (var i = 0; i < reads.count() && shown.size() < MOST_SHOWN; i++) {
      var read = reads.reads.get(i);
      if (isOverwritten(read) && reads.groupOf(read) == reads.groupOf(first)) {
        shown.add(versions.owner(read));
      }
    }
    if (findings.count(kind, kind.elleName(), false, shown.size())) {
      var hint =
          overwrites
              + " transactions read "
              + history.scalars().render(history.keyName(history.key(first)))
              + "="
              + history.scalars().render(history.value(first))
              + " and overwrote it, and it was there only "
              + (left == 1 ? "once" : left + " times")
              + ": two of them overwrote the same version";
      findings.keep(
          kind, kind.elleName(), false, new Example(shown.toArray(), -1, List.of(), hint));
    }
  }
}
