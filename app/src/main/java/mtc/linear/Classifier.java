package mtc.linear;

import java.util.ArrayList;
import mtc.column.Ints;
import mtc.history.History;
import mtc.history.Scalars;
import mtc.verdict.Classification;
import mtc.verdict.Classification.Found;
import mtc.verdict.Classification.Obstacle;
import mtc.verdict.HistoryClass;

/** Finds the class of a history. An append counts as the read and the write that it stands for. */
public final class Classifier {
  private static final int MT_READS = 2;
  private static final int MT_WRITES = 2;

  private final History history;
  private final Versions versions;
  private final Resolution resolution;
  private final Chains chains;
  private final long[] counts = new long[Obstacle.values().length];
  private final int[] transactions = new int[Obstacle.values().length];
  private final int[] firstTransaction = new int[Obstacle.values().length];
  private final int[] firstOperation = new int[Obstacle.values().length];
  private final int[] lastTransaction = new int[Obstacle.values().length];

  public Classifier(Groundwork core) {
    this.versions = core.versions;
    this.history = core.versions.history;
    this.resolution = core.resolution;
    this.chains = core.chains;
  }

  public Classification classify() {
    for (var t = 0; t < history.transactionCount(); t++) {
      if (history.isCommitted(t)) {
        measure(t);
      }
    }
    for (var i = 0; i < chains.heads.size(); i++) {
      head(chains.heads.get(i));
    }
    for (var op = 0; op < history.operationCount(); op++) {
      if (resolution.isRepeated(op)) {
        add(Obstacle.REPEATED_VALUE, op);
      }
    }
    addAll(Obstacle.FAILED_COMPARISON, resolution.negativeReads);
    var found = new ArrayList<Found>();
    for (var obstacle : Obstacle.values()) {
      if (has(obstacle)) {
        var i = obstacle.ordinal();
        found.add(
            new Found(
                obstacle, counts[i], transactions[i], firstTransaction[i], firstOperation[i]));
      }
    }
    return new Classification(historyClass(), found);
  }

  private HistoryClass historyClass() {
    if (has(Obstacle.OPEN_ORDER)
        || has(Obstacle.REPEATED_VALUE)
        || has(Obstacle.FAILED_COMPARISON)) {
      return HistoryClass.GENERAL;
    }
    if (chains.heads.size() > 0) {
      return HistoryClass.CHAIN;
    }
    return has(Obstacle.NO_READ) || has(Obstacle.TOO_MANY_READS) || has(Obstacle.TOO_MANY_WRITES)
        ? HistoryClass.RMW
        : HistoryClass.MT;
  }

  private void measure(int t) {
    var reads = 0;
    var writes = 0;
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      switch (history.kind(op)) {
        case History.WRITE -> writes++;
        case History.APPEND -> {
          writes++;
          reads++;
        }
        case History.READ -> reads += history.value(op) == Scalars.UNKNOWN ? 0 : 1;
        default -> reads++;
      }
    }
    if (reads == 0 && writes > 0) {
      add(Obstacle.NO_READ, t, -1);
    }
    if (reads > MT_READS) {
      add(Obstacle.TOO_MANY_READS, t, -1);
    }
    if (writes > MT_WRITES) {
      add(Obstacle.TOO_MANY_WRITES, t, -1);
    }
  }

  private void head(int op) {
    var t = versions.owner(op);
    if (!history.isCommitted(t)) {
      add(Obstacle.INDETERMINATE_WRITE, op);
    } else if (history.kind(op) == History.APPEND) {
      add(Obstacle.UNOBSERVED_APPEND, op);
    } else {
      add(Obstacle.BLIND_WRITE, op);
    }
    if (chains.headCount(chains.place(history.key(op))) > 1) {
      add(Obstacle.OPEN_ORDER, op);
    }
  }

  private void addAll(Obstacle obstacle, Ints operations) {
    for (var i = 0; i < operations.size(); i++) {
      add(obstacle, operations.get(i));
    }
  }

  private void add(Obstacle obstacle, int operation) {
    add(obstacle, versions.owner(operation), operation);
  }

  /** Those of one transaction come one after the other, though transactions may not be in order. */
  private void add(Obstacle obstacle, int transaction, int operation) {
    var i = obstacle.ordinal();
    if (counts[i] == 0 || transaction < firstTransaction[i]) {
      firstTransaction[i] = transaction;
      firstOperation[i] = operation;
    }
    if (counts[i] == 0 || transaction != lastTransaction[i]) {
      transactions[i]++;
      lastTransaction[i] = transaction;
    }
    counts[i]++;
  }

  private boolean has(Obstacle obstacle) {
    return counts[obstacle.ordinal()] > 0;
  }
}
