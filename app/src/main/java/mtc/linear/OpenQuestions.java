package mtc.linear;

import mtc.column.Ints;
import mtc.history.History;
import mtc.history.Status;
import mtc.verdict.Verdict.Cause;
import mtc.verdict.Verdict.Open;

/** What the edges that hold in every order leave open, and therefore the verdict if it is valid. */
public final class OpenQuestions {
  private static final int SHOWN = 10;

  private final History history;
  private final Resolution resolution;
  private final Versions versions;
  private final Chains chains;

  OpenQuestions(Versions versions, Resolution resolution, Chains chains) {
    this.history = versions.history;
    this.versions = versions;
    this.resolution = resolution;
    this.chains = chains;
  }

  /** For levels that look at the whole graph. */
  public Open ofGraph() {
    var ofReads = ofReads();
    if (ofReads != Open.NOTHING) {
      return ofReads;
    }
    if (chains.openKeyCount() == 0) {
      return Open.NOTHING;
    }
    var transactions = new Ints();
    var keys = new Ints();
    for (var place = 0; place < chains.keys.size(); place++) {
      if (chains.headCount(place) > 1) {
        keys.add(chains.keys.get(place));
      }
    }
    for (var i = 0; i < chains.heads.size(); i++) {
      var head = chains.heads.get(i);
      if (chains.headCount(chains.place(history.key(head))) > 1) {
        addNew(transactions, versions.owner(head));
      }
    }
    return open(
        "two or more writes to a key come after no known version, so their order is open",
        keys,
        transactions);
  }

  /** Whether it is open which append some element of a list is. */
  public boolean isOfLists() {
    return resolution.lists != null && resolution.lists.openKeys.size() > 0;
  }

  /** Whether versions that the log gives tell more than an order that is found need agree with. */
  public boolean isUntold() {
    return resolution.givenOrder != null && resolution.givenOrder.untold() != null;
  }

  /** What reads leave open, whatever the level. */
  public Open ofReads() {
    if (isUntold()) {
      return open(
          resolution.givenOrder.untold() + "; --versions ignore asks for any order",
          resolution.givenOrder.untoldKeys,
          new Ints());
    }
    if (resolution.ambiguousReads.size() > 0) {
      return ofRepeatedValues();
    }
    if (resolution.negativeReads.size() > 0) {
      return ofOperations(
          "a failed compare-and-set tells what it did not see, not what it saw",
          resolution.negativeReads);
    }
    return Open.NOTHING;
  }

  /** Names the transactions that wrote the values which reads cannot tell apart. */
  private Open ofRepeatedValues() {
    var keys = keysOf(resolution.ambiguousReads);
    var transactions = new Ints();
    var reads = resolution.ambiguousReads.first(SHOWN);
    for (var op = 0; op < history.operationCount(); op++) {
      if (History.isWrite(history.kind(op))
          && resolution.status(op) != Status.ABORTED
          && isValueOfSome(reads, op)) {
        addNew(transactions, versions.owner(op));
      }
    }
    return open(
        "a value that was read was written to its key more than once, so who was read is open",
        keys,
        transactions);
  }

  private boolean isValueOfSome(int[] reads, int write) {
    for (var read : reads) {
      if (history.key(read) == history.key(write)
          && (history.kind(read) == History.READ_LIST
              || history.value(read) == history.value(write))) {
        return true;
      }
    }
    return false;
  }

  private Open ofOperations(String reason, Ints operations) {
    var transactions = new Ints();
    for (var i = 0; i < operations.size(); i++) {
      addNew(transactions, versions.owner(operations.get(i)));
    }
    return open(reason, keysOf(operations), transactions);
  }

  private Ints keysOf(Ints operations) {
    var seen = new boolean[history.keyCount()];
    var keys = new Ints();
    for (var i = 0; i < operations.size(); i++) {
      var key = history.key(operations.get(i));
      if (!seen[key]) {
        seen[key] = true;
        keys.add(key);
      }
    }
    return keys;
  }

  /** Operations come in the order of the log: those of one transaction follow each other. */
  private static void addNew(Ints transactions, int transaction) {
    if (transactions.size() == 0 || transactions.get(transactions.size() - 1) != transaction) {
      transactions.add(transaction);
    }
  }

  private static Open open(String reason, Ints keys, Ints transactions) {
    return new Open(
        Cause.ORDER,
        reason,
        keys.size(),
        keys.first(SHOWN),
        transactions.size(),
        transactions.first(SHOWN));
  }
}
