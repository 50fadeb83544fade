package mtc.linear;

import java.util.Arrays;
import mtc.column.Groups;
import mtc.history.History;

/**
 * Which version each read saw, and which version each write came directly after.
 *
 * <p>A version is the operation that wrote it: the last write of its transaction to the key.
 * Everything is indexed by operation, in the order of the log. Reads mostly see recent versions, so
 * what is looked at together lies together, however long the log is.
 */
public final class Versions {
  /** The version that ⊥ wrote. */
  public static final int INITIAL = -1;

  /** No version: an overwritten write, a read that says nothing of other transactions. */
  public static final int NONE = -2;

  /** Written without a known predecessor: the version starts a chain of its own. */
  public static final int HEAD = -3;

  public final History history;

  /**
   * Four ints per operation: version, next, reader, owner. They are looked at together, and a read
   * may see any operation of the log: side by side they cost one cache miss and not four.
   */
  private final int[] cells;

  private static final int NEXT = 1;
  private static final int READER = 2;
  private static final int OWNER = 3;

  /** Two ints per key, next and reader of ⊥'s version of it. */
  private final int[] initialCells;

  private static final int INITIAL_READER = 1;

  /**
   * Indeterminate transactions that must have committed, because someone read their writes; null if
   * there are none.
   */
  private boolean[] observed;

  /** By key: whether the log gives the order of all its versions; null if it does of none. */
  private boolean[] isOrdered;

  /**
   * By operation: the place of a version that the log gives one, from 1 on; 0 of others. Null if it
   * gives none. Neighbours are one apart, but two where versions share a place.
   */
  private int[] placeInOrder;

  /**
   * By operation: the versions that the log puts right before one, of keys where it does not give
   * the place of all; null if there are none.
   */
  private Groups givenBefore;

  /** Keys that hold lists; null if no key does. */
  final boolean[] isList;

  Versions(History history) {
    this.history = history;
    var operations = history.operationCount();
    var keys = history.keyCount();
    cells = new int[Math.multiplyExact(4, operations)];
    initialCells = new int[Math.multiplyExact(2, keys)];
    Arrays.fill(initialCells, NONE);
    isList = history.hasLists() ? new boolean[keys] : null;
    var cell = 0;
    for (var t = 0; t < history.transactionCount(); t++) {
      for (var end = 4 * history.endOperation(t); cell < end; cell += 4) {
        cells[cell] = NONE;
        cells[cell + NEXT] = NONE;
        cells[cell + READER] = NONE;
        cells[cell + OWNER] = t;
      }
    }
  }

  /** The same where it is chosen what some reads saw. */
  Versions(Versions open, int[] chosenReads, int[] sources) {
    history = open.history;
    cells = open.cells.clone();
    initialCells = open.initialCells.clone();
    observed = open.observed == null ? null : open.observed.clone();
    isOrdered = open.isOrdered;
    placeInOrder = open.placeInOrder;
    givenBefore = open.givenBefore;
    isList = open.isList;
    for (var i = 0; i < chosenReads.length; i++) {
      reads(chosenReads[i], sources[i]);
      if (sources[i] >= 0) {
        observe(owner(sources[i]));
      }
    }
  }

  /**
   * Of a read: the version it saw, {@link #INITIAL} or {@link #NONE}. Of a write: the version right
   * before it, {@link #INITIAL} or {@link #HEAD}; {@link #NONE} if its transaction overwrote it.
   */
  public int version(int operation) {
    return cells[4 * operation];
  }

  void setVersion(int operation, int version) {
    cells[4 * operation] = version;
  }

  /** Of a version: the one right after it, or {@link #NONE}. */
  public int next(int version) {
    return cells[4 * version + NEXT];
  }

  /** Of a version: its first reader. Of a read: the next reader of the same version. Or NONE. */
  public int reader(int operation) {
    return cells[4 * operation + READER];
  }

  /** The transaction of an operation. */
  public int owner(int operation) {
    return cells[4 * operation + OWNER];
  }

  /** Whether a transaction takes part: it committed, or must have. */
  public boolean takesPart(int transaction) {
    return history.isCommitted(transaction) || observed != null && observed[transaction];
  }

  /** Notes that an indeterminate transaction must have committed; false if that was known. */
  boolean observe(int transaction) {
    if (takesPart(transaction)) {
      return false;
    }
    if (observed == null) {
      observed = new boolean[history.transactionCount()];
    }
    observed[transaction] = true;
    return true;
  }

  /** Puts all versions of a key that take part in the order that the log gives. */
  void ordered(int key, int[] writes) {
    if (isOrdered == null) {
      isOrdered = new boolean[history.keyCount()];
    }
    isOrdered[key] = true;
    var previous = INITIAL;
    initialCells[2 * key] = NONE;
    for (var i = 0; i < writes.length; i++) {
      place(writes[i], i + 1);
      cells[4 * writes[i] + NEXT] = NONE;
      follows(writes[i], previous);
      previous = writes[i];
    }
  }

  /** Gives a version its place among those of its key that the log gives one. */
  void place(int write, int place) {
    if (placeInOrder == null) {
      placeInOrder = new int[history.operationCount()];
    }
    placeInOrder[write] = place;
  }

  /** Says which versions the log puts right before others, of keys where some have no place. */
  void givenBefore(Groups before) {
    givenBefore = before;
  }

  /** Whether the log gives an order of versions, though the place of some may be open. */
  public boolean hasOrders() {
    return history.givenVersions() != null;
  }

  /** Whether the log gives the order of all of a key's versions. */
  boolean isOrdered(int key) {
    return isOrdered != null && isOrdered[key];
  }

  /** Whether the log says that a version, not ⊥'s, comes after another one, not ⊥'s. */
  boolean isLater(int write, int than) {
    return placeInOrder != null
        && placeInOrder[than] > 0
        && placeInOrder[write] > placeInOrder[than];
  }

  /** Whether the log gives some, but not all versions of a key a place. */
  boolean hasGivenBefore() {
    return givenBefore != null;
  }

  /**
   * How many versions the log puts right before one, beside those that come right before it anyway.
   */
  int givenBeforeCount(int write) {
    return givenBefore == null ? 0 : givenBefore.end(write) - givenBefore.first(write);
  }

  /** One of them. */
  int givenBefore(int write, int index) {
    return givenBefore.get(givenBefore.first(write) + index);
  }

  /**
   * Whether who read a version has an edge to another one which the log puts right after it. Where
   * versions share a place those would be many, and follow from the order that is found.
   */
  boolean isGivenNext(int write, int version) {
    return placeInOrder[write] == placeInOrder[version] + 1;
  }

  /** How many edges of WW and RW follow from what the log puts before what. */
  long givenEdgeLimit() {
    var limit = 0L;
    for (var op = 0; givenBefore != null && op < history.operationCount(); op++) {
      for (var i = 0; i < givenBeforeCount(op); i++) {
        limit++;
        var before = givenBefore(op, i);
        for (var r = reader(before); r != NONE && isGivenNext(op, before); r = reader(r)) {
          limit++;
        }
      }
    }
    return limit;
  }

  /** Whether a write may come after a version that its transaction did not read. */
  boolean isToldApart(int write) {
    return history.kind(write) == History.APPEND || isOrdered(history.key(write));
  }

  boolean isList(int key) {
    return isList != null && isList[key];
  }

  public int nextOf(int key, int version) {
    return version == INITIAL ? initialCells[2 * key] : next(version);
  }

  /** The last version of the chain that a version is in. */
  public int lastOfChain(int key, int version) {
    var last = version;
    for (var next = nextOf(key, last); next != NONE; next = nextOf(key, last)) {
      last = next;
    }
    return last;
  }

  public int firstReader(int key, int version) {
    return version == INITIAL ? initialCells[2 * key + INITIAL_READER] : reader(version);
  }

  // Loads of many at once, for Prefetch: what they return depends on all of them.

  /** Loads what there is of so many operations. */
  int load(int[] operations, int count) {
    var of = cells;
    var sum = 0;
    for (var i = 0; i < count; i++) {
      sum += of[4 * operations[i]];
    }
    return sum;
  }

  /** Puts in place of each operation its {@link #reader}, or 0. */
  int readers(int[] operations, int count) {
    var of = cells;
    var sum = 0;
    for (var i = 0; i < count; i++) {
      var reader = Math.max(0, of[4 * operations[i] + READER]);
      operations[i] = reader;
      sum += reader;
    }
    return sum;
  }

  /** Puts in place of each key the first reader of ⊥'s version, or 0. */
  int initialReaders(int[] keys, int count) {
    var of = initialCells;
    var sum = 0;
    for (var i = 0; i < count; i++) {
      var reader = Math.max(0, of[2 * keys[i] + INITIAL_READER]);
      keys[i] = reader;
      sum += reader;
    }
    return sum;
  }

  /** Links a read to the version that it saw. */
  void reads(int read, int seen) {
    var key = history.key(read);
    cells[4 * read] = seen;
    cells[4 * read + READER] = firstReader(key, seen);
    if (seen == INITIAL) {
      initialCells[2 * key + INITIAL_READER] = read;
    } else {
      cells[4 * seen + READER] = read;
    }
  }

  /**
   * Links a write right after a version. False if another one comes right after it already: then
   * this one stays beside the chain.
   */
  boolean follows(int write, int previous) {
    var key = history.key(write);
    cells[4 * write] = previous;
    if (nextOf(key, previous) != NONE) {
      return false;
    }
    if (previous == INITIAL) {
      initialCells[2 * key] = write;
    } else {
      cells[4 * previous + NEXT] = write;
    }
    return true;
  }
}
