package mtc.linear;

import java.util.Arrays;
import mtc.column.Ints;
import mtc.history.History;
import mtc.history.Status;
import mtc.verdict.AnomalyKind;

/**
 * Version orders of lists: a read of a list shows the order of all appends up to it.
 *
 * <p>All reads of a key must be prefixes of its longest one. That list, cut into runs of elements
 * that one transaction appended, is the chain of ⊥: each run is a version, its last element stands
 * for it. Comparing every read with the longest one costs no more than having read them.
 *
 * <p>Where the longest list has an element that was appended more than once, nothing follows of the
 * key's order unless {@link Placements} say which append stands where.
 *
 * <p>Proposition 10 of docs/theory.md.
 */
public final class ListOrders {
  private static final int NONE = Versions.NONE;
  private static final int AGAIN = NONE - 1;

  private final History history;
  private final Versions versions;
  private final Resolution resolution;
  private final VersionTable table;
  private final OwnOperations own;

  /** Which append stands at each place of a list with repeated elements; null if that is open. */
  private final Placements placements;

  /** Of an append: the transaction's append to the same key before it, or NONE. */
  private final int[] previousOwn;

  /** Of an append: its place in the longest list, or NONE. */
  private final int[] place;

  /** Appends that their transaction followed by another one to the key. */
  private final boolean[] isIntermediate;

  /**
   * Of a read: how many elements other transactions appended, if it is sound; else NONE. If its
   * transaction saw them before: {@link #AGAIN} less that number.
   */
  private final int[] external;

  /** By key: the longest read; the last run's last element; the first place of each flaw. */
  public final int[] longest;

  private final int[] lastRun;
  private final int[] firstThinAir;
  private final int[] firstAborted;
  private final int[] firstDuplicate;

  /** By key: its reads contradict each other or the appends, so who comes last is not known. */
  private final boolean[] isContradictory;

  /** Keys whose longest read has an element that was appended more than once. */
  public final Ints openKeys = new Ints();

  private final boolean[] isOpen;

  ListOrders(
      Versions versions,
      Resolution resolution,
      VersionTable table,
      OwnOperations own,
      Placements placements) {
    this.history = versions.history;
    this.versions = versions;
    this.resolution = resolution;
    this.table = table;
    this.own = own;
    this.placements = placements;
    var operations = history.operationCount();
    previousOwn = filled(operations, NONE);
    place = filled(operations, NONE);
    external = filled(operations, NONE);
    isIntermediate = new boolean[operations];
    longest = filled(history.keyCount(), NONE);
    lastRun = filled(history.keyCount(), Versions.INITIAL);
    firstThinAir = filled(history.keyCount(), Integer.MAX_VALUE);
    firstAborted = filled(history.keyCount(), Integer.MAX_VALUE);
    isContradictory = new boolean[history.keyCount()];
    firstDuplicate = filled(history.keyCount(), Integer.MAX_VALUE);
    isOpen = new boolean[history.keyCount()];
  }

  private static int[] filled(int size, int value) {
    var column = new int[size];
    Arrays.fill(column, value);
    return column;
  }

  void run() {
    for (var t = 0; t < history.transactionCount(); t++) {
      checkWithin(t);
    }
    for (var key = 0; key < history.keyCount(); key++) {
      if (longest[key] != NONE) {
        placeElements(key);
        if (isOpen[key]) {
          openKeys.add(key);
        } else {
          orderRuns(key);
        }
      }
    }
    for (var op = 0; op < history.operationCount(); op++) {
      if (isExternal(op)) {
        resolveRead(op);
      } else if (external[op] <= AGAIN) {
        checkAgain(op, AGAIN - external[op]);
      }
    }
    for (var t = 0; t < history.transactionCount(); t++) {
      settleAppends(t);
    }
  }

  // Within a transaction: a list is what others appended, then the transaction's own appends.

  private void checkWithin(int t) {
    own.begin(t);
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      if (!versions.isList(history.key(op))) {
        continue;
      }
      own.look(op);
      if (history.kind(op) == History.APPEND) {
        previousOwn[op] = own.write;
        isIntermediate[op] = versions.version(op) == NONE;
      } else if (history.isCommitted(t) && history.kind(op) == History.READ_LIST) {
        checkRead(op);
      }
      own.pass(op);
    }
  }

  public int size(int read) {
    return history.listSize(history.value(read));
  }

  public int element(int read, int index) {
    return history.listElement(history.value(read), index);
  }

  private void checkRead(int op) {
    var size = size(op);
    if (!resolution.reading.seesOwnWrites()) {
      note(op, size);
      return;
    }
    var append = own.write;
    while (append != NONE) {
      if (size == 0 || element(op, size - 1) != history.value(append)) {
        resolution.report(ownAppendMissed(op), op, NONE);
        return;
      }
      size--;
      append = previousOwn[append];
    }
    if (!resolution.reading.repeatsReads()) {
      note(op, size);
      return;
    }
    if (own.externalRead != NONE && !isSame(own.externalRead, op, size)) {
      var kind =
          isOwnLaterAppend(op)
              ? AnomalyKind.FUTURE_READ
              : own.write == NONE ? AnomalyKind.NON_REPEATABLE_READS : AnomalyKind.NOT_MY_OWN_WRITE;
      resolution.report(kind, op, NONE);
      return;
    }
    if (resolution.givenOrder != null && own.write != NONE) {
      resolution.givenOrder.agreesWithOwn(op, own.write);
    }
    note(op, own.externalRead == NONE ? size : AGAIN - size);
  }

  private void note(int op, int externalElements) {
    var key = history.key(op);
    if (longest[key] == NONE || size(op) > size(longest[key])) {
      longest[key] = op;
    }
    external[op] = externalElements;
  }

  /** Whether an operation is a read that says what others appended. */
  public boolean isExternal(int op) {
    return external[op] >= 0;
  }

  /** How many elements of others an external read saw. */
  public int seen(int read) {
    return external[read];
  }

  private boolean isSame(int firstRead, int op, int size) {
    if (size(firstRead) != size) {
      return false;
    }
    for (var i = 0; i < size; i++) {
      if (element(firstRead, i) != element(op, i)) {
        return false;
      }
    }
    return true;
  }

  private AnomalyKind ownAppendMissed(int op) {
    if (isOwnLaterAppend(op)) {
      return AnomalyKind.FUTURE_READ;
    }
    var size = size(op);
    var before = previousOwn[own.write];
    return size > 0 && before != NONE && element(op, size - 1) == history.value(before)
        ? AnomalyKind.NOT_MY_LAST_WRITE
        : AnomalyKind.NOT_MY_OWN_WRITE;
  }

  private boolean isOwnLaterAppend(int op) {
    var size = size(op);
    if (size == 0) {
      return false;
    }
    var append = table.find(history.key(op), element(op, size - 1));
    return append > op && versions.owner(append) == versions.owner(op);
  }

  // Between transactions: the longest list is the version order.

  /** The append that stands at a place of what an external read saw. */
  int elementOf(int read, int index) {
    return appendAt(history.key(read), index);
  }

  /** Whether reads of a key neither contradict each other nor leave open who appended what. */
  boolean isSettled(int key) {
    return !isOpen[key] && !isContradictory[key];
  }

  /** How many versions of a key were read. */
  int runCount(int key) {
    var count = 0;
    var version = Versions.INITIAL;
    while (version != lastRun[key] && version != NONE) {
      version = versions.nextOf(key, version);
      count++;
    }
    return count;
  }

  /** The read that saw most of a key. */
  int longestRead(int key) {
    return longest[key];
  }

  /** The place of an append in the longest list, or NONE. */
  int placeOf(int append) {
    return place[append];
  }

  // The appends of a transaction to one list are one version, and one of them stands for it.

  /**
   * The append that is the version of a transaction's last one: not that itself, if no read
   * contains it and its transaction wrote the last one read. NONE if they are no version.
   */
  int standingFor(int last) {
    var append = last;
    while (append != NONE && versions.version(append) == NONE) {
      append = previousOwn[append];
    }
    return append;
  }

  /** The last append of a transaction to the list of one of its appends. */
  int lastOwn(int append) {
    var last = append;
    for (var op = append + 1; op < history.endOperation(versions.owner(append)); op++) {
      if (history.kind(op) == History.APPEND && history.key(op) == history.key(append)) {
        last = op;
      }
    }
    return last;
  }

  /**
   * Of a version's appends the first that a list shows: a transaction may read its own before the
   * last.
   */
  int firstShown(int version) {
    var first = version;
    for (var append = version; append != NONE; append = previousOwn[append]) {
      if (place[append] != NONE) {
        first = append;
      }
    }
    return first;
  }

  /** The append at a place of the longest list. */
  private int appendAt(int key, int index) {
    return placements != null && placements.has(key)
        ? placements.append(key, index)
        : table.find(key, element(longest[key], index));
  }

  private void placeElements(int key) {
    for (var i = 0; i < size(longest[key]); i++) {
      var append = appendAt(key, i);
      if (append == VersionTable.SEVERAL) {
        isOpen[key] = true;
      } else if (append == VersionTable.NOBODY) {
        firstThinAir[key] = Math.min(firstThinAir[key], i);
      } else if (resolution.status(append) == Status.ABORTED) {
        firstAborted[key] = Math.min(firstAborted[key], i);
      } else if (place[append] != NONE) {
        firstDuplicate[key] = Math.min(firstDuplicate[key], i);
      } else {
        place[append] = i;
      }
    }
  }

  private void orderRuns(int key) {
    var read = longest[key];
    var run = Versions.INITIAL;
    var previous = Versions.INITIAL;
    for (var i = 0; i < size(read); i++) {
      var append = appendAt(key, i);
      if (append < 0 || place[append] != i) {
        continue;
      }
      resolution.observe(versions.owner(append));
      versions.setVersion(append, NONE);
      if (run == Versions.INITIAL || versions.owner(run) != versions.owner(append)) {
        previous = endRun(run, previous);
      }
      run = append;
    }
    endRun(run, previous);
    lastRun[key] = run;
    checkOwnOrder(key);
  }

  /** The appends of a transaction stand in a list in their order, and none without the earlier. */
  private void checkOwnOrder(int key) {
    var read = longest[key];
    for (var i = 0; i < size(read); i++) {
      var append = appendAt(key, i);
      var earlier = append < 0 ? NONE : previousOwn[append];
      if (earlier == NONE || place[append] != i || place[earlier] != NONE && place[earlier] < i) {
        continue;
      }
      isContradictory[key] = true;
      // What is wrong with a transaction's reads of its own appends is reported as such.
      if (versions.owner(append) != versions.owner(read) || !resolution.reading.seesOwnWrites()) {
        var kind =
            place[earlier] == NONE ? AnomalyKind.INTERMEDIATE_READ : AnomalyKind.INCOMPATIBLE_ORDER;
        resolution.report(kind, read, append);
      }
    }
  }

  /** Links a complete run after the one before it, and returns what the next one comes after. */
  private int endRun(int run, int previous) {
    if (run == Versions.INITIAL) {
      return Versions.INITIAL;
    }
    versions.follows(run, previous);
    return run;
  }

  private void resolveRead(int op) {
    var key = history.key(op);
    var seen = external[op];
    if (!isPrefix(op, longest[key], size(op))) {
      resolution.report(AnomalyKind.INCOMPATIBLE_ORDER, op, longest[key]);
      isContradictory[key] = true;
    } else if (seen > firstThinAir[key]) {
      resolution.report(AnomalyKind.THIN_AIR_READ, op, NONE);
    } else if (seen > firstAborted[key]) {
      resolution.report(AnomalyKind.ABORTED_READ, op, appendAt(key, firstAborted[key]));
    } else if (size(op) > firstDuplicate[key]) {
      resolution.report(AnomalyKind.DUPLICATE_ELEMENTS, op, NONE);
    } else if (isOpen[key]) {
      resolution.ambiguousReads.add(op);
    } else if (seen == 0) {
      if (size(op) > 0 || resolution.agreesWithVersions(op, Versions.INITIAL)) {
        versions.reads(op, Versions.INITIAL);
      }
    } else {
      resolveLast(op, appendAt(key, seen - 1));
    }
  }

  private void resolveLast(int op, int append) {
    if (versions.owner(append) == versions.owner(op)) {
      if (resolution.reading.seesOwnWrites()) {
        resolution.report(AnomalyKind.FUTURE_READ, op, NONE);
      } else {
        if (resolution.givenOrder != null) {
          resolution.givenOrder.agreesWithOwn(op, append);
        }
        versions.reads(op, lastOfOthers(op));
      }
    } else if (isIntermediate[append]) {
      resolution.report(AnomalyKind.INTERMEDIATE_READ, op, append);
    } else if (size(op) > external[op] || resolution.agreesWithVersions(op, append)) {
      versions.reads(op, append);
    }
  }

  /** The last append of another transaction in a list, or ⊥'s version. */
  private int lastOfOthers(int op) {
    var at = external[op] - 1;
    while (at >= 0 && versions.owner(appendAt(history.key(op), at)) == versions.owner(op)) {
      at--;
    }
    return at < 0 ? Versions.INITIAL : appendAt(history.key(op), at);
  }

  /** A transaction's own appends may contradict other reads where what it saw first did not. */
  private void checkAgain(int op, int seen) {
    var key = history.key(op);
    if (isPrefix(op, longest[key], seen) && !isPrefix(op, longest[key], size(op))) {
      resolution.report(AnomalyKind.INCOMPATIBLE_ORDER, op, longest[key]);
      isContradictory[key] = true;
    }
    if (resolution.givenOrder != null
        && size(op) == seen
        && !resolution.givenOrder.agreesAgain(op, firstRead(op))) {
      resolution.report(AnomalyKind.NON_REPEATABLE_READS, op, NONE);
    }
  }

  /** The read by which a transaction saw a list before. */
  private int firstRead(int op) {
    var first = history.firstOperation(versions.owner(op));
    while (history.key(first) != history.key(op) || !isExternal(first)) {
      first++;
    }
    return first;
  }

  /** Whether a read agrees with another one, which is no shorter, up to some element. */
  private boolean isPrefix(int op, int ofRead, int to) {
    for (var i = 0; i < to; i++) {
      if (element(op, i) != element(ofRead, i)) {
        return false;
      }
    }
    return true;
  }

  private void settleAppends(int t) {
    own.begin(t);
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      if (versions.isList(history.key(op))) {
        own.look(op);
        if (versions.version(op) == Versions.HEAD) {
          if (isOpen[history.key(op)]) {
            versions.setVersion(op, NONE);
          } else if (place[op] == NONE) {
            settleUnobserved(op);
          }
        }
        own.pass(op);
      }
    }
  }

  /**
   * An append that no read contains comes after all that were read. It is a version of its own,
   * unless its transaction also wrote the last one read: then nothing came between. If its
   * transaction read that last one, it is a read-modify-write like any other.
   */
  private void settleUnobserved(int append) {
    var last = lastRun[history.key(append)];
    if (isContradictory[history.key(append)]
        || last >= 0 && versions.owner(last) == versions.owner(append)) {
      versions.setVersion(append, NONE);
    } else if (own.externalRead != NONE
        && resolution.reading.keepsUpdates()
        && versions.version(own.externalRead) == last) {
      if (!versions.follows(append, last)) {
        resolution.diverging.add(append);
      }
    }
  }
}
