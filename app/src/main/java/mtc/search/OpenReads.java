package mtc.search;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import mtc.column.Ints;
import mtc.history.History;
import mtc.history.InitialVersions;
import mtc.history.Scalars;
import mtc.linear.Findings;
import mtc.linear.OwnOperations;
import mtc.linear.ReadRules;
import mtc.linear.Resolution;
import mtc.linear.Versions;
import mtc.solve.Budget;
import mtc.verdict.Anomaly.Example;
import mtc.verdict.AnomalyKind;

/**
 * Reads of which several writes could be the source, and those writes: of a repeated value, or, for
 * a failed comparison, of any value but one.
 *
 * <p>An indeterminate transaction that could be such a source may itself have compared; what it
 * then must have read, if it committed, is one more of these reads. So this is a closure.
 */
public final class OpenReads {
  private static final int ASKED_EVERY = 1 << 16;

  /** Each is a variable, of which there are two literals. */
  private static final int MOST_SOURCES = 1 << 28;

  private final History history;
  private final Versions versions;
  private final ReadRules reading;

  final Ints reads = new Ints();

  // By read: its sources, from its first to before the next one's first. A value that was written
  // often has as many for each time that it was read: they are listed when somebody asks.
  private final Ints firstSource = new Ints();

  /** Writes, or {@link Versions#INITIAL}. */
  private final Ints sources = new Ints();

  private boolean isListed;
  private final Budget budget;

  /** By key; null if there are no open reads. */
  public boolean[] keys;

  /** By transaction: indeterminate ones that are the source of one; null if there are none. */
  public boolean[] mayHaveCommitted;

  private final Ints newTransactions = new Ints();

  /** By place in {@link #writeOperations}. */
  private final BitSet lookedAt = new BitSet();

  private InitialVersions initialVersions;

  /** Readable writes of keys, as (key, value, operation) in order. */
  private long[] writesByValue;

  private int[] writeOperations;

  public OpenReads(Versions versions, Resolution resolution, Budget budget) {
    this.versions = versions;
    this.history = versions.history;
    this.reading = resolution.reading;
    this.budget = budget;
    if (resolution.ambiguousReads.size() + resolution.negativeReads.size() > 0) {
      keys = new boolean[history.keyCount()];
      initialVersions = new InitialVersions(history);
      sortWrites();
      addAll(resolution.ambiguousReads);
      addAll(resolution.negativeReads);
      while (newTransactions.size() > 0) {
        addReadsOf(newTransactions.removeLast());
      }
    }
  }

  /** None, but transactions that may have committed. */
  public OpenReads(Versions versions, boolean[] mayHaveCommitted) {
    this.versions = versions;
    this.history = versions.history;
    this.reading = ReadRules.STRICT;
    this.budget = Budget.UNLIMITED;
    this.mayHaveCommitted = mayHaveCommitted;
  }

  /** The same reads with only the sources that real time allows. */
  private OpenReads(OpenReads all, SourcesInTime inTime) {
    this.versions = all.versions;
    this.history = all.history;
    this.reading = all.reading;
    this.budget = all.budget;
    this.keys = all.keys;
    this.mayHaveCommitted = all.mayHaveCommitted;
    this.initialVersions = all.initialVersions;
    this.writesByValue = all.writesByValue;
    this.writeOperations = inTime.inGroups(all.writesByValue, all.writeOperations);
    for (var i = 0; i < all.count(); i++) {
      reads.add(all.reads.get(i));
    }
    list(inTime);
  }

  OpenReads only(SourcesInTime inTime) {
    return new OpenReads(this, inTime);
  }

  int count() {
    return reads.size();
  }

  /** Where the sources of a read begin. */
  int firstSource(int number) {
    list(null);
    return firstSource.get(number);
  }

  int source(int number) {
    list(null);
    return sources.get(number);
  }

  int sourceCount() {
    list(null);
    return sources.size();
  }

  /** Reads that no write explains: what they saw was overwritten, or their own. */
  public Findings sourceless(int examples) {
    var findings = new Findings(examples);
    for (var i = 0; i < reads.size(); i++) {
      var read = reads.get(i);
      if (versions.takesPart(owner(read)) && !hasSource(read)) {
        var kind = kindWithoutSource(read);
        if (findings.count(kind, kind.elleName(), false, 1)) {
          var hint = "no transaction that could be read left that value there";
          var example = new Example(new int[] {owner(read)}, read, List.of(), hint);
          findings.keep(kind, kind.elleName(), false, example);
        }
      }
    }
    return findings;
  }

  private AnomalyKind kindWithoutSource(int read) {
    if (history.kind(read) == History.READ_OTHER) {
      return AnomalyKind.THIN_AIR_READ;
    }
    for (var op = read + 1; op < history.endOperation(owner(read)); op++) {
      if (history.key(op) == history.key(read)
          && History.isWrite(history.kind(op))
          && history.value(op) == history.value(read)) {
        return AnomalyKind.FUTURE_READ;
      }
    }
    return AnomalyKind.INTERMEDIATE_READ;
  }

  private int owner(int op) {
    return versions.owner(op);
  }

  private void sortWrites() {
    var count = 0;
    for (var op = 0; op < history.operationCount(); op++) {
      count += isReadableWrite(op) ? 1 : 0;
    }
    var keyed = new long[count];
    writeOperations = new int[count];
    count = 0;
    for (var op = 0; op < history.operationCount(); op++) {
      if (isReadableWrite(op)) {
        keyed[count] = (long) history.key(op) << 32 | count;
        writeOperations[count++] = op;
      }
    }
    Arrays.sort(keyed);
    var sorted = new int[count];
    for (var i = 0; i < count; i++) {
      sorted[i] = writeOperations[(int) keyed[i]];
    }
    writeOperations = sorted;
    writesByValue = new long[count];
    sortWithinKeys();
  }

  /** Sorts by value within each key, and leaves (key, value) as one long to search for. */
  private void sortWithinKeys() {
    for (var from = 0; from < writeOperations.length; ) {
      var to = from;
      while (to < writeOperations.length
          && history.key(writeOperations[to]) == history.key(writeOperations[from])) {
        to++;
      }
      var keyed = new long[to - from];
      for (var i = from; i < to; i++) {
        keyed[i - from] = (long) history.value(writeOperations[i]) << 32 | i;
      }
      Arrays.sort(keyed);
      var operations = Arrays.copyOfRange(writeOperations, from, to);
      for (var i = from; i < to; i++) {
        writeOperations[i] = operations[(int) keyed[i - from] - from];
        writesByValue[i] = search(history.key(writeOperations[i]), keyed[i - from] >> 32);
      }
      from = to;
    }
  }

  private static long search(int key, long value) {
    return ((long) key << 32) + (value - Integer.MIN_VALUE);
  }

  private boolean isReadableWrite(int op) {
    return History.isWrite(history.kind(op)) && OpenChains.isReadable(versions, op);
  }

  private void addAll(Ints operations) {
    for (var i = 0; i < operations.size(); i++) {
      add(operations.get(i));
    }
  }

  private void addReadsOf(int transaction) {
    var own = new OwnOperations(history);
    own.begin(transaction);
    for (var op = history.firstOperation(transaction);
        op < history.endOperation(transaction);
        op++) {
      own.look(op);
      if (tellsWhatItRead(op) && before(own, op) == Versions.NONE && !mayBeItsOwn(op)) {
        add(op);
      }
      own.pass(op);
    }
  }

  /** Whether a transaction's own operations rule out that it committed. */
  private boolean contradictsItself(int transaction) {
    var own = new OwnOperations(history);
    own.begin(transaction);
    for (var op = history.firstOperation(transaction);
        op < history.endOperation(transaction);
        op++) {
      own.look(op);
      if (tellsWhatItRead(op)
          && before(own, op) != Versions.NONE
          && history.value(before(own, op)) != history.value(op)) {
        return true;
      }
      own.pass(op);
    }
    return false;
  }

  private boolean tellsWhatItRead(int op) {
    return history.kind(op) == History.READ && history.value(op) != Scalars.UNKNOWN;
  }

  /** The operation of its own transaction that tells what a read must see; or NONE. */
  private int before(OwnOperations own, int read) {
    if (own.write != Versions.NONE && reading.seesOwnWrites()) {
      return own.write;
    }
    return reading.repeatsReads() ? own.externalRead : Versions.NONE;
  }

  private boolean mayBeItsOwn(int read) {
    if (reading.seesOwnWrites()) {
      return false;
    }
    for (var op = history.firstOperation(owner(read));
        op < history.endOperation(owner(read));
        op++) {
      if (history.kind(op) == History.WRITE
          && history.key(op) == history.key(read)
          && history.value(op) == history.value(read)) {
        return true;
      }
    }
    return false;
  }

  private void add(int read) {
    keys[history.key(read)] = true;
    reads.add(read);
    forEachRange(read, this::lookAtWriters);
  }

  /** Some of {@link #writeOperations}; returns whether to go on. */
  @FunctionalInterface
  private interface Range {
    boolean accept(int from, int to);
  }

  /** The writes that left what a read saw. */
  private void forEachRange(int read, Range consumer) {
    var key = history.key(read);
    var valueFrom = firstOfValue(search(key, history.value(read)));
    var valueTo = firstOfValue(search(key, history.value(read) + 1L));
    if (history.kind(read) != History.READ_OTHER) {
      consumer.accept(valueFrom, valueTo);
    } else if (consumer.accept(firstOfValue(search(key, Integer.MIN_VALUE)), valueFrom)) {
      consumer.accept(valueTo, firstOfValue(search(key + 1, Integer.MIN_VALUE)));
    }
  }

  private boolean lookAtWriters(int from, int to) {
    for (var i = lookedAt.nextClearBit(from); i < to; i = lookedAt.nextClearBit(i + 1)) {
      lookedAt.set(i);
      noteIfItMayHaveCommitted(owner(writeOperations[i]));
    }
    return true;
  }

  private boolean isSourceOf(int read, int write) {
    var writer = owner(write);
    return writer != owner(read)
        && (versions.takesPart(writer) || mayHaveCommitted != null && mayHaveCommitted[writer]);
  }

  private boolean maySeeInitial(int read) {
    return (history.kind(read) == History.READ_OTHER) != isInitially(read);
  }

  private boolean hasSource(int read) {
    if (maySeeInitial(read)) {
      return true;
    }
    var hasOne = new boolean[1];
    forEachRange(
        read,
        (from, to) -> {
          for (var i = from; i < to && !hasOne[0]; i++) {
            hasOne[0] = isSourceOf(read, writeOperations[i]);
          }
          return !hasOne[0];
        });
    return hasOne[0];
  }

  /** Lists sources, all of them or those that are possible in time, if that has not been done. */
  private void list(SourcesInTime inTime) {
    if (isListed) {
      return;
    }
    firstSource.clear();
    sources.clear();
    for (var i = 0; i < reads.size(); i++) {
      var read = reads.get(i);
      firstSource.add(sources.size());
      if (maySeeInitial(read) && (inTime == null || inTime.isPossible(read, Versions.INITIAL))) {
        sources.add(Versions.INITIAL);
      }
      var isOfOneValue = history.kind(read) != History.READ_OTHER;
      forEachRange(
          read,
          (from, to) -> {
            if (inTime != null && isOfOneValue) {
              inTime.forEachPossible(read, from, to, write -> addSource(read, write));
            } else {
              for (var w = from; w < to; w++) {
                if (inTime == null || inTime.isPossible(read, writeOperations[w])) {
                  addSource(read, writeOperations[w]);
                }
              }
            }
            return true;
          });
    }
    firstSource.add(sources.size());
    isListed = true;
  }

  private void addSource(int read, int write) {
    if (isSourceOf(read, write)) {
      sources.add(write);
      if (sources.size() % ASKED_EVERY == 0) {
        budget.require();
        budget.requireRoom(
            sources.size() < MOST_SOURCES ? (long) Integer.BYTES * sources.size() : Long.MAX_VALUE);
      }
    }
  }

  /** Of the transactions that may have committed, how many left there what a read saw. */
  int versionsSeen(int read) {
    var key = history.key(read);
    return firstOfValue(search(key, history.value(read) + 1L)) - groupOf(read);
  }

  /**
   * The same number for reads of the same value of a key, below {@link #groupCount}, if somebody
   * wrote it.
   */
  int groupOf(int read) {
    return firstOfValue(search(history.key(read), history.value(read)));
  }

  /** How many writes left the value of a group. */
  int groupSize(int group) {
    var end = group;
    while (end < writesByValue.length && writesByValue[end] == writesByValue[group]) {
      end++;
    }
    return end - group;
  }

  /** Who made one of the writes of a group. */
  int writer(int group, int index) {
    return owner(writeOperations[group + index]);
  }

  int groupCount() {
    return writesByValue.length + 1;
  }

  /** Whether ⊥ left there what a read saw, or what it did not see. */
  boolean isInitially(int read) {
    return history.value(read) == initialVersions.value(history.key(read), owner(read));
  }

  /** An indeterminate transaction may be seen, unless it contradicts itself. */
  private void noteIfItMayHaveCommitted(int transaction) {
    if (versions.takesPart(transaction)) {
      return;
    }
    if (mayHaveCommitted == null) {
      mayHaveCommitted = new boolean[history.transactionCount()];
    }
    if (!mayHaveCommitted[transaction] && !contradictsItself(transaction)) {
      mayHaveCommitted[transaction] = true;
      newTransactions.add(transaction);
    }
  }

  private int firstOfValue(long wanted) {
    var low = 0;
    var high = writesByValue.length;
    while (low < high) {
      var middle = (low + high) >>> 1;
      if (writesByValue[middle] < wanted) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
