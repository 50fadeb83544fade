package mtc.search;

import java.util.Arrays;
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
  private final History history;
  private final Versions versions;
  private final ReadRules reading;

  /** The reads, each with the sources from its first to before the next one's first. */
  final Ints reads = new Ints();

  final Ints firstSource = new Ints();

  /** Writes, or {@link Versions#INITIAL}. */
  final Ints sources = new Ints();

  /** By key; null if there are no open reads. */
  public boolean[] keys;

  /** By transaction: indeterminate ones that are the source of one; null if there are none. */
  public boolean[] mayHaveCommitted;

  private final Ints newTransactions = new Ints();
  private InitialVersions initialVersions;

  /** Readable writes of keys, as (key, value, operation) in order. */
  private long[] writesByValue;

  private int[] writeOperations;

  public OpenReads(Versions versions, Resolution resolution) {
    this.versions = versions;
    this.history = versions.history;
    this.reading = resolution.reading;
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
    firstSource.add(sources.size());
  }

  /** None, but transactions that may have committed. */
  public OpenReads(Versions versions, boolean[] mayHaveCommitted) {
    this.versions = versions;
    this.history = versions.history;
    this.reading = ReadRules.STRICT;
    this.mayHaveCommitted = mayHaveCommitted;
    firstSource.add(0);
  }

  /** The same reads with only some of their sources. */
  private OpenReads(OpenReads all, SourceFilter filter) {
    this.versions = all.versions;
    this.history = all.history;
    this.reading = all.reading;
    this.keys = all.keys;
    this.mayHaveCommitted = all.mayHaveCommitted;
    for (var i = 0; i < all.count(); i++) {
      reads.add(all.reads.get(i));
      firstSource.add(sources.size());
      for (var s = all.firstSource.get(i); s < all.firstSource.get(i + 1); s++) {
        if (filter.isPossible(all.reads.get(i), all.sources.get(s))) {
          sources.add(all.sources.get(s));
        }
      }
    }
    firstSource.add(sources.size());
  }

  /** Tells whether a read may have seen a write, or ⊥'s version. */
  @FunctionalInterface
  interface SourceFilter {
    boolean isPossible(int read, int source);
  }

  OpenReads only(SourceFilter filter) {
    return new OpenReads(this, filter);
  }

  int count() {
    return reads.size();
  }

  /** Reads that no write explains: what they saw was overwritten, or their own. */
  public Findings sourceless() {
    var findings = new Findings(1);
    for (var i = 0; i < reads.size(); i++) {
      var read = reads.get(i);
      if (firstSource.get(i) == firstSource.get(i + 1) && versions.takesPart(owner(read))) {
        var kind = kindWithoutSource(read);
        var hint = "no transaction that could be read left that value there";
        var example = new Example(new int[] {owner(read)}, read, List.of(), hint);
        findings.count(kind, kind.elleName(), false, 1);
        findings.keep(kind, kind.elleName(), false, example);
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
    var key = history.key(read);
    keys[key] = true;
    reads.add(read);
    firstSource.add(sources.size());
    var from = firstOfValue(search(key, Integer.MIN_VALUE));
    var valueFrom = firstOfValue(search(key, history.value(read)));
    var valueTo = firstOfValue(search(key, history.value(read) + 1L));
    var to = firstOfValue(search(key + 1, Integer.MIN_VALUE));
    var isNegative = history.kind(read) == History.READ_OTHER;
    if (isNegative != isInitially(read)) {
      sources.add(Versions.INITIAL);
    }
    if (isNegative) {
      addSources(read, from, valueFrom);
      addSources(read, valueTo, to);
    } else {
      addSources(read, valueFrom, valueTo);
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

  int groupCount() {
    return writesByValue.length + 1;
  }

  /** Whether ⊥ left there what a read saw, or what it did not see. */
  boolean isInitially(int read) {
    return history.value(read) == initialVersions.value(history.key(read), owner(read));
  }

  private void addSources(int read, int from, int to) {
    for (var i = from; i < to; i++) {
      var write = writeOperations[i];
      var writer = versions.owner(write);
      if (writer != versions.owner(read)
          && (versions.takesPart(writer) || mayHaveCommitted(writer))) {
        sources.add(write);
      }
    }
  }

  /** Notes that an indeterminate transaction may be seen; false if it cannot be. */
  private boolean mayHaveCommitted(int transaction) {
    if (mayHaveCommitted == null) {
      mayHaveCommitted = new boolean[history.transactionCount()];
    }
    if (!mayHaveCommitted[transaction]) {
      if (contradictsItself(transaction)) {
        return false;
      }
      mayHaveCommitted[transaction] = true;
      newTransactions.add(transaction);
    }
    return true;
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
