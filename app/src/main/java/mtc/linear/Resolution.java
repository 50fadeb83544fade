package mtc.linear;

import java.util.List;
import mtc.column.Ints;
import mtc.history.History;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.verdict.Anomaly.Example;
import mtc.verdict.AnomalyKind;

/**
 * The first step: resolves every read to the version it saw, every read-modify-write to the version
 * it replaced, and reports the reads that no order of transactions explains.
 *
 * <p>An indeterminate transaction takes part iff someone who takes part read one of its writes.
 * What it is known to have read itself (the comparison of a compare-and-set) then counts as well,
 * so this is a closure, computed with a work list.
 *
 * <p>Propositions 1 and 2 of docs/theory.md.
 */
public final class Resolution {
  /** So many writes that what they take is worth a collection. */
  private static final int MANY = 1 << 23;

  private final History history;
  private final Versions versions;
  private final Findings findings;
  public final ReadRules reading;

  /** Null once nobody will ask for it any more: it is large. */
  private VersionTable table;

  private final OwnOperations own;
  private final Ints newlyObserved = new Ints();

  /** Null as soon as all reads are resolved. */
  private LatestWrites latest;

  private int valueCount;

  /** Reads whose value several transactions may have written. */
  public final Ints ambiguousReads = new Ints();

  /** Failed comparisons that may tell something: no edge expresses "saw any other version". */
  public final Ints negativeReads = new Ints();

  /** A write whose predecessor is that of another write; {@link Versions#version} says which. */
  final Ints diverging = new Ints();

  /** Whether a transaction read a register twice, or compared what it had read. */
  public boolean hasRepeatedReads;

  int readCount;
  int writeCount;
  int appendCount;

  /** The orders of lists; null if there are none. */
  public ListOrders lists;

  /** The order of versions that the log gives; null if there is none to be trusted. */
  final GivenOrder givenOrder;

  Resolution(Versions versions, Findings findings, ReadRules reading) {
    this.history = versions.history;
    this.versions = versions;
    this.findings = findings;
    this.reading = reading;
    this.own = new OwnOperations(history);
    this.givenOrder =
        history.givenVersions() != null && reading.trustsVersions()
            ? new GivenOrder(versions, this, findings)
            : null;
    var greatestValue = countWrites();
    this.table = new VersionTable(versions, writeCount, greatestValue);
    this.latest = new LatestWrites(history);
  }

  /**
   * Resolves everything.
   *
   * @param placements how to tell repeated elements of lists apart; null if that is open
   */
  void run(Placements placements) {
    addWrites();
    if (history.hasLists()) {
      lists = new ListOrders(versions, this, table, own, placements);
      lists.run();
    }
    resolveAll();
    if (givenOrder != null) {
      givenOrder.apply();
      keepUnordered(diverging);
    }
    forget();
  }

  /**
   * Lets go of what nobody asks for any more. In a long log that is a tenth of what there is, and
   * the graph would come on top of it: no collector looks for it just then by itself.
   */
  private void forget() {
    latest = null;
    valueCount = table.size();
    if (!table.hasRepeatedValues() && !history.hasLists()) {
      table = null;
      if (writeCount >= MANY) {
        System.gc();
      }
    }
  }

  /** Of keys whose order the log gives, the graph shows what is wrong. */
  private void keepUnordered(Ints writes) {
    var kept = 0;
    for (var i = 0; i < writes.size(); i++) {
      if (!versions.isOrdered(history.key(writes.get(i)))) {
        writes.set(kept++, writes.get(i));
      }
    }
    writes.truncate(kept);
  }

  void resolveAll() {
    var seen = Prefetch.seen(versions, table, latest);
    for (var t = 0; t < history.transactionCount(); t++) {
      seen.before(t);
      if (history.isCommitted(t)) {
        resolve(t);
      }
    }
    while (newlyObserved.size() > 0) {
      resolve(newlyObserved.removeLast());
    }
  }

  /** Counts operations, and tells the greatest value that was written; -1 if all are less. */
  private int countWrites() {
    var greatestValue = -1;
    for (var op = 0; op < history.operationCount(); op++) {
      var kind = history.kind(op);
      if (History.isWrite(kind)) {
        writeCount++;
        greatestValue = Math.max(greatestValue, history.value(op));
        appendCount += kind == History.APPEND ? 1 : 0;
      } else {
        readCount++;
      }
      if (kind == History.APPEND || kind == History.READ_LIST) {
        versions.isList[history.key(op)] = true;
      }
    }
    return greatestValue;
  }

  void addWrites() {
    var entries = Prefetch.entries(table, history);
    for (var t = 0; t < history.transactionCount(); t++) {
      entries.before(t);
      own.begin(t);
      for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
        if (History.isWrite(history.kind(op))) {
          own.look(op);
          if (own.write != Versions.NONE) {
            versions.setVersion(own.write, Versions.NONE);
          }
          versions.setVersion(op, Versions.HEAD);
          own.pass(op);
          table.add(op);
        }
      }
    }
  }

  private void resolve(int t) {
    own.begin(t);
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      own.look(op);
      if (!versions.isList(history.key(op))) {
        switch (history.kind(op)) {
          case History.READ -> read(op);
          case History.WRITE -> write(op);
          case History.READ_OTHER -> readOther(op);
          default -> throw new IllegalStateException("a list operation on a register");
        }
      }
      own.pass(op);
    }
  }

  private void read(int op) {
    var value = history.value(op);
    if (value == Scalars.UNKNOWN) {
      return;
    }
    if (!reading.seesOwnWrites()) {
      if (!isWrittenBySame(op) || namesAnother(op)) {
        externalRead(op);
      }
    } else if (own.write != Versions.NONE) {
      if (history.value(own.write) != value) {
        report(ownWriteMissed(op), op, Versions.NONE);
      } else if (versions.version(own.write) != Versions.NONE) {
        agreesWithVersions(op, own.write);
      }
    } else if (own.externalRead != Versions.NONE && reading.repeatsReads()) {
      hasRepeatedReads = true;
      if (history.value(own.externalRead) != value) {
        var kind = isOwnWrite(op) ? AnomalyKind.FUTURE_READ : AnomalyKind.NON_REPEATABLE_READS;
        report(kind, op, Versions.NONE);
      } else if (givenOrder != null && !givenOrder.agreesAgain(op, own.externalRead)) {
        report(AnomalyKind.NON_REPEATABLE_READS, op, Versions.NONE);
      }
    } else {
      externalRead(op);
    }
  }

  /** Whether a read that may have seen its own transaction's write names that of another. */
  private boolean namesAnother(int op) {
    if (givenOrder == null || !history.hasVersion(op)) {
      return false;
    }
    var t = versions.owner(op);
    for (var own = history.firstOperation(t); own < history.endOperation(t); own++) {
      if (history.kind(own) == History.WRITE
          && history.key(own) == history.key(op)
          && history.value(own) == history.value(op)
          && history.hasVersion(own)
          && history.version(own) == history.version(op)) {
        return false;
      }
    }
    if (givenOrder.source(op) != Versions.NONE) {
      return true;
    }
    givenOrder.leaveUntold(op);
    return false;
  }

  /** Whether a transaction wrote itself what it may have read, before or after. */
  public boolean isWrittenBySame(int read) {
    var isOther = history.kind(read) == History.READ_OTHER;
    var t = versions.owner(read);
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      if (history.kind(op) == History.WRITE
          && history.key(op) == history.key(read)
          && (history.value(op) == history.value(read)) != isOther) {
        return true;
      }
    }
    return false;
  }

  private AnomalyKind ownWriteMissed(int op) {
    if (!isOwnWrite(op)) {
      return AnomalyKind.NOT_MY_OWN_WRITE;
    }
    return table.find(history.key(op), history.value(op)) > op
        ? AnomalyKind.FUTURE_READ
        : AnomalyKind.NOT_MY_LAST_WRITE;
  }

  private boolean isOwnWrite(int op) {
    var write = table.find(history.key(op), history.value(op));
    return write >= 0 && versions.owner(write) == versions.owner(op);
  }

  private void externalRead(int op) {
    var isInitial = history.value(op) == history.initialValue(history.key(op));
    var recent = isInitial || table.hasRepeatedValues() ? Versions.NONE : latest.seenBy(op);
    if (recent >= 0) {
      if (agreesWithVersions(op, recent)) {
        versions.reads(op, recent);
      }
      return;
    }
    var write = table.find(history.key(op), history.value(op));
    if (givenOrder != null && write != VersionTable.NOBODY && mayBeOfSeveral(op, write)) {
      var source = givenOrder.source(op);
      if (source != Versions.NONE) {
        readOfWrite(op, source);
        return;
      }
    }
    if (isInitial) {
      readOfInitialValue(op, write);
    } else if (write == VersionTable.NOBODY) {
      reportOnce(AnomalyKind.THIN_AIR_READ, op, Versions.NONE);
    } else {
      readOfWrite(op, write);
    }
  }

  private boolean mayBeOfSeveral(int read, int write) {
    var key = history.key(read);
    var isInitial = history.value(read) == history.initialValue(key);
    return isInitial ? !history.initialValueIsReserved(key) : write == VersionTable.SEVERAL;
  }

  /**
   * A reserved value is ⊥'s whoever else wrote it, so a write of it makes the read ambiguous. Other
   * values are ⊥'s only as long as nobody who may have committed wrote them.
   */
  private void readOfInitialValue(int op, int write) {
    if (write == VersionTable.NOBODY || write >= 0 && status(write) == Status.ABORTED) {
      if (agreesWithVersions(op, Versions.INITIAL)) {
        versions.reads(op, Versions.INITIAL);
      }
    } else if (write == VersionTable.SEVERAL
        || history.initialValueIsReserved(history.key(op))
        || status(write) == Status.INDETERMINATE
        || isOwnWrite(op)) {
      leaveOpen(op);
    } else {
      readOfWrite(op, write);
    }
  }

  private void readOfWrite(int op, int write) {
    if (write == VersionTable.SEVERAL) {
      leaveOpen(op);
    } else if (versions.owner(write) == versions.owner(op)) {
      reportOnce(AnomalyKind.FUTURE_READ, op, Versions.NONE);
    } else if (status(write) == Status.ABORTED) {
      reportOnce(AnomalyKind.ABORTED_READ, op, write);
    } else if (versions.version(write) == Versions.NONE) {
      reportOnce(AnomalyKind.INTERMEDIATE_READ, op, write);
    } else {
      observe(versions.owner(write));
      if (agreesWithVersions(op, write)) {
        versions.reads(op, write);
      }
    }
  }

  /** Where reads need not repeat, one that does says the same again. */
  private void reportOnce(AnomalyKind kind, int op, int write) {
    var before = own.externalRead;
    if (givenOrder != null
        || before == Versions.NONE
        || history.value(before) != history.value(op)) {
      report(kind, op, write);
    }
  }

  private void leaveOpen(int read) {
    if (givenOrder == null || givenOrder.isExplained(read)) {
      ambiguousReads.add(read);
    }
  }

  boolean agreesWithVersions(int read, int write) {
    return givenOrder == null || givenOrder.agrees(read, write);
  }

  /** How many different values were written, each key's counted by themselves. */
  public int valueCount() {
    return valueCount;
  }

  Status status(int op) {
    return history.status(versions.owner(op));
  }

  /** Whether a write gave its key a value that another one, which may stand too, gave it. */
  public boolean isRepeated(int op) {
    return table != null
        && table.hasRepeatedValues()
        && History.isWrite(history.kind(op))
        && status(op) != Status.ABORTED
        && table.find(history.key(op), history.value(op)) == VersionTable.SEVERAL;
  }

  /** Whether the same transaction appended the same element again later. */
  public boolean isWrittenAgain(int append) {
    var last = table.find(history.key(append), history.value(append));
    return last > append && versions.owner(last) == versions.owner(append);
  }

  /** Notes that a transaction must have committed. */
  void observe(int transaction) {
    if (versions.observe(transaction)) {
      newlyObserved.add(transaction);
    }
  }

  /** A write after a read of the key directly follows the version read. */
  private void write(int op) {
    if (versions.version(op) == Versions.NONE) {
      return;
    }
    if (history.isCommitted(versions.owner(op))) {
      latest.put(op);
    }
    if (own.externalRead == Versions.NONE || !reading.keepsUpdates()) {
      return;
    }
    var previous = versions.version(own.externalRead);
    if (previous != Versions.NONE && !versions.follows(op, previous)) {
      diverging.add(op);
    }
  }

  /** Settled only if it is known what it saw, or the value it did not see was never there. */
  private void readOther(int op) {
    var value = history.value(op);
    if (own.write != Versions.NONE && reading.seesOwnWrites()) {
      if (history.value(own.write) == value) {
        report(AnomalyKind.NOT_MY_OWN_WRITE, op, Versions.NONE);
      }
    } else if (own.externalRead != Versions.NONE && reading.repeatsReads()) {
      hasRepeatedReads = true;
      if (history.value(own.externalRead) == value) {
        report(AnomalyKind.NON_REPEATABLE_READS, op, Versions.NONE);
      }
    } else if (!reading.seesOwnWrites() && isWrittenBySame(op)) {
      return;
    } else if (value == history.initialValue(history.key(op))
        || table.find(history.key(op), value) != VersionTable.NOBODY) {
      negativeReads.add(op);
    }
  }

  /** Reports a read; {@code write} is the operation that explains what is wrong, or NONE. */
  void report(AnomalyKind kind, int op, int write) {
    var transactions = transactions(op, write);
    if (findings.count(kind, kind.elleName(), false, transactions.length)) {
      var example = new Example(transactions, op, List.of(), hint(kind, op));
      findings.keep(kind, kind.elleName(), false, example);
    }
  }

  /** Whose operations they are, each once; {@code other} may be NONE. */
  int[] transactions(int op, int other) {
    return other == Versions.NONE || versions.owner(op) == versions.owner(other)
        ? new int[] {versions.owner(op)}
        : new int[] {versions.owner(op), versions.owner(other)};
  }

  private String hint(AnomalyKind kind, int op) {
    return switch (kind) {
      case THIN_AIR_READ -> "nobody wrote what it read of " + keyOf(op);
      case ABORTED_READ -> "what it read of " + keyOf(op) + " was written only by an aborted one";
      case INTERMEDIATE_READ -> "its writer overwrote what it read of " + keyOf(op);
      case FUTURE_READ -> "it read its own later write to " + keyOf(op);
      case NOT_MY_LAST_WRITE -> "it read its own earlier, overwritten write to " + keyOf(op);
      case NOT_MY_OWN_WRITE -> "it wrote " + keyOf(op) + " before and read something else";
      case NON_REPEATABLE_READS -> "it read " + keyOf(op) + " before and saw another " + seen(op);
      case INCOMPATIBLE_ORDER -> "two reads of " + keyOf(op) + " order its elements differently";
      case DUPLICATE_ELEMENTS -> "the list it read of " + keyOf(op) + " holds an element twice";
      default -> throw new IllegalArgumentException(kind.paperName());
    };
  }

  /** What of it was another one. */
  private String seen(int read) {
    var t = versions.owner(read);
    for (var op = history.firstOperation(t); op < read; op++) {
      if (history.kind(op) == History.READ
          && history.key(op) == history.key(read)
          && history.value(op) == history.value(read)) {
        return "version";
      }
    }
    return "value";
  }

  private String keyOf(int op) {
    return history.scalars().render(history.keyName(history.key(op)));
  }
}
