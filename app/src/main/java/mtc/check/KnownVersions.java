package mtc.check;

import java.util.ArrayList;
import java.util.List;
import mtc.history.History;
import mtc.linear.Classifier;
import mtc.linear.Groundwork;
import mtc.linear.ReadRules;
import mtc.linear.Versions;
import mtc.verdict.Anomaly;
import mtc.verdict.AnomalyKind;
import mtc.verdict.Classification;

/**
 * What the checker knows of a history's versions before it looks at any level, to be read only: for
 * those who tell what a history is, or rewrite it.
 *
 * <p>A version is the operation that wrote it, {@link #INITIAL} for the one that ⊥ wrote.
 */
public final class KnownVersions {
  public static final int INITIAL = Versions.INITIAL;

  /** No version: an overwritten write, a read that says nothing of other transactions. */
  public static final int NONE = Versions.NONE;

  /** Instead of a predecessor: which version comes right before is open. */
  public static final int OPEN = Versions.HEAD;

  private final Groundwork core;

  public KnownVersions(History history) {
    core = Groundwork.of(history, 1, null, ReadRules.OF_READS);
  }

  /** How much the history tells of its version order, and what keeps it from telling more. */
  public Classification classification() {
    return new Classifier(core).classify();
  }

  /** How many different values were written, each key's counted by themselves. */
  public int valueCount() {
    return core.resolution.valueCount();
  }

  /** The anomalies of single reads and of lists: those that need no graph to be seen. */
  public List<Anomaly> readAnomalies() {
    var ofReads = new ArrayList<Anomaly>();
    for (var anomaly : core.findings.anomalies()) {
      if (anomaly.kind().compareTo(AnomalyKind.LOST_UPDATE) < 0) {
        ofReads.add(anomaly);
      }
    }
    return ofReads;
  }

  /** Whether a transaction committed, or must have because someone read what it wrote. */
  public boolean takesPart(int transaction) {
    return core.versions.takesPart(transaction);
  }

  /** The transaction that an operation belongs to. */
  public int transaction(int operation) {
    return core.versions.owner(operation);
  }

  /**
   * Which version a read saw of other transactions; {@link #NONE} if it tells nothing of them, or
   * not which.
   */
  public int seen(int read) {
    return core.versions.version(read);
  }

  /**
   * Whether an operation means something to other transactions: a read that saw a version of theirs
   * or of ⊥, a write that is the version which its transaction left.
   */
  public boolean isExternal(int operation) {
    return core.versions.version(operation) != Versions.NONE;
  }

  /**
   * The version right before another one in every order that the levels allow. If it was not read,
   * it is the last one of ⊥'s chain, as long as no other chain could come in between.
   */
  public int predecessor(int version) {
    var known = core.versions.version(version);
    if (known != Versions.HEAD) {
      return known;
    }
    var place = core.chains.place(core.versions.history.key(version));
    return core.chains.headCount(place) == 1 ? core.chains.lastOfInitial.get(place) : OPEN;
  }

  /** Whether nothing that its transaction read or appended to says what a version comes after. */
  public boolean startsChain(int version) {
    return core.versions.version(version) == Versions.HEAD;
  }

  /** Whether a write gave its key a value that another one, which may stand too, gave it. */
  public boolean isRepeated(int write) {
    return core.resolution.isRepeated(write);
  }

  /** Whether the same transaction gave the key the same value again later. */
  public boolean isWrittenAgain(int write) {
    return core.resolution.isWrittenAgain(write);
  }

  /** Reads whose value several transactions may have written. */
  public int[] ambiguousReads() {
    return core.resolution.ambiguousReads.toArray();
  }

  /** Failed comparisons that leave open what they saw. */
  public int[] failedComparisons() {
    return core.resolution.negativeReads.toArray();
  }
}
