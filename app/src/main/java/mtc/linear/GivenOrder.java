package mtc.linear;

import java.util.Arrays;
import java.util.List;
import mtc.column.Groups;
import mtc.column.Ints;
import mtc.column.LongNumbers;
import mtc.history.GivenVersions;
import mtc.history.History;
import mtc.history.Status;
import mtc.verdict.Anomaly.Example;
import mtc.verdict.AnomalyKind;

/**
 * The version order that the log itself gives, as far as it does: it takes the place of what reads
 * tell of it, and what was read must agree with it.
 *
 * <p>A write that nobody numbered has the number that those who read it saw. If one that takes part
 * has none at all, what is known of its key is the order of the others.
 *
 * <p>Propositions 15 and 24 of docs/theory.md.
 */
final class GivenOrder {
  private static final AnomalyKind CONTRADICTION = AnomalyKind.INCOMPATIBLE_ORDER;

  /** Of two places that so many share, each version before would have an edge to each after. */
  private static final long MOST_EDGES_OF_SHARED_PLACES = 1 << 12;

  private final History history;
  private final GivenVersions given;
  private final Versions versions;
  private final Resolution resolution;
  private final Findings findings;

  /** Writes whose numbers only their readers tell, and those numbers. */
  private final LongNumbers seen = new LongNumbers();

  private long[] seenNumber = new long[8];

  /** By key: a read of ⊥'s version that names its number, + 1; null if there are none. */
  private int[] numberedInitial;

  /** Values of keys that somebody wrote without a number; null if nobody asked for them. */
  private LongNumbers unnumberedValues;

  // Which version comes right before which, of keys where some have no place.
  private final Ints later = new Ints();
  private final Ints earlier = new Ints();

  /** Why numbers tell more than is made use of; null if they do not. */
  private String untold;

  /** The keys of which they do. */
  final Ints untoldKeys = new Ints();

  GivenOrder(Versions versions, Resolution resolution, Findings findings) {
    this.versions = versions;
    this.history = versions.history;
    this.given = history.givenVersions();
    this.resolution = resolution;
    this.findings = findings;
  }

  /** Why an order that is found may not be the one that the log gives; null if it must be. */
  String untold() {
    return untold;
  }

  /** Leaves it open which version a read names. */
  void leaveUntold(int read) {
    leaveUntold(
        history.key(read),
        "a read names its version, but the log does not tell which write that is");
  }

  private void leaveUntold(int key, String why) {
    if (untold == null) {
      untold = why;
    }
    if (untold.equals(why)
        && (untoldKeys.size() == 0 || untoldKeys.get(untoldKeys.size() - 1) != key)) {
      untoldKeys.add(key);
    }
  }

  /**
   * Of a value that several wrote, or that was there at first too: the write whose number a read
   * saw; NONE if that is nobody's.
   */
  int source(int read) {
    if (!history.hasVersion(read)) {
      return Versions.NONE;
    }
    var write = find(read);
    return write < 0 ? Versions.NONE : write;
  }

  private int find(int read) {
    return given.find(history.key(read), history.version(read), history.value(read));
  }

  /** A read of a value that several wrote: its number leaves nobody, or leaves open who it was. */
  boolean isExplained(int read) {
    if (!history.hasVersion(read)) {
      return true;
    }
    if (unnumberedValues == null) {
      unnumberedValues = unnumberedValues();
    }
    if (find(read) == GivenVersions.SEVERAL
        || unnumberedValues.find(cell(read)) >= 0
        || history.value(read) == history.initialValue(history.key(read))) {
      leaveUntold(read);
      return true;
    }
    report(
        read,
        Versions.NONE,
        "it read version "
            + history.version(read)
            + " of "
            + keyOf(read)
            + " by the log, but what it read was written as other versions only");
    return false;
  }

  private LongNumbers unnumberedValues() {
    var values = new LongNumbers();
    for (var op = 0; op < history.operationCount(); op++) {
      if (history.kind(op) == History.WRITE
          && !history.hasVersion(op)
          && resolution.status(op) != Status.ABORTED) {
        values.number(cell(op));
      }
    }
    return values;
  }

  private long cell(int op) {
    return (long) history.key(op) << Integer.SIZE | history.value(op) & 0xFFFF_FFFFL;
  }

  /** Whether the number that a read saw is that of the version it read; else it is reported. */
  boolean agrees(int read, int version) {
    if (!history.hasVersion(read)) {
      return true;
    }
    if (version == Versions.INITIAL) {
      return agreesInitially(read);
    }
    var write = numbered(version);
    if (!isNumbered(write)) {
      see(write, history.version(read));
      return true;
    }
    if (number(write) == history.version(read)) {
      return true;
    }
    report(
        read,
        write,
        "it read version "
            + history.version(read)
            + " of "
            + keyOf(read)
            + " by the log, but what it read was written as version "
            + number(write));
    return false;
  }

  /** The same of a read that saw the same value as one before it in its transaction. */
  boolean agreesAgain(int read, int first) {
    if (!history.hasVersion(read)) {
      return true;
    }
    if (history.hasVersion(first)) {
      return history.version(read) == history.version(first);
    }
    if (versions.version(first) != Versions.NONE) {
      agrees(read, versions.version(first));
    } else {
      leaveUntold(read);
    }
    return true;
  }

  /** The same of a read of a list that ends with what its own transaction appended. */
  void agreesWithOwn(int read, int append) {
    if (history.hasVersion(read)
        && !(history.hasVersion(append) && history.version(read) == history.version(append))) {
      leaveUntold(read);
    }
  }

  private boolean agreesInitially(int read) {
    var key = history.key(read);
    if (numberedInitial == null) {
      numberedInitial = new int[history.keyCount()];
    }
    if (numberedInitial[key] == 0) {
      numberedInitial[key] = read + 1;
    }
    var first = numberedInitial[key] - 1;
    if (history.version(first) == history.version(read)) {
      return true;
    }
    report(
        read,
        first,
        "by the log the initial version of "
            + keyOf(read)
            + ", which it read, is version "
            + history.version(read)
            + ", and version "
            + history.version(first)
            + " where another read it");
    return false;
  }

  private void see(int write, long number) {
    var at = seen.number(write);
    if (at == seenNumber.length) {
      seenNumber = Arrays.copyOf(seenNumber, 2 * at);
    }
    seenNumber[at] = number;
  }

  private boolean isNumbered(int write) {
    return history.hasVersion(write) || seen.find(write) >= 0;
  }

  private long number(int write) {
    return history.hasVersion(write) ? history.version(write) : seenNumber[seen.find(write)];
  }

  /** Puts the versions in their order; all reads have been resolved. */
  void apply() {
    var isOpen = new boolean[history.keyCount()];
    for (var op = 0; op < history.operationCount(); op++) {
      if (isVersion(op)) {
        isOpen[history.key(op)] |= !isNumbered(numbered(op));
      }
    }
    if (resolution.ambiguousReads.size() + resolution.negativeReads.size() > 0) {
      openForSources(isOpen);
    }
    var numberedBySight = numberedBySight();
    for (var key = 0; key < history.keyCount(); key++) {
      order(key, isOpen[key], numberedBySight);
    }
    if (later.size() > 0) {
      versions.givenBefore(
          Groups.of(
              history.operationCount(),
              pair -> {
                for (var i = 0; i < later.size(); i++) {
                  pair.accept(later.get(i), earlier.get(i));
                }
              }));
    }
  }

  /** Who may yet turn out to have committed, because somebody read it, has a place as well. */
  private void openForSources(boolean[] isOpen) {
    for (var t = 0; t < history.transactionCount(); t++) {
      if (versions.takesPart(t) || history.status(t) == Status.ABORTED) {
        continue;
      }
      for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
        if (History.isWrite(history.kind(op)) && versions.version(op) != Versions.NONE) {
          isOpen[history.key(op)] = true;
          if (history.hasVersion(op)) {
            leaveUntold(
                history.key(op),
                "it is open whether somebody read what a transaction of unknown outcome wrote, to"
                    + " which the log gives a version");
          }
        }
      }
    }
    for (var i = 0; i < resolution.negativeReads.size(); i++) {
      if (history.hasVersion(resolution.negativeReads.get(i))) {
        leaveUntold(
            history.key(resolution.negativeReads.get(i)),
            "a failed compare-and-set tells which version it saw, and not what that was");
      }
    }
  }

  private void order(int key, boolean isOpen, Groups numberedBySight) {
    var order = versionsOf(key, numberedBySight);
    if (order.length == 0) {
      return;
    }
    checkInitial(key, order[0]);
    var isList = versions.isList(key);
    if (isList && (!resolution.lists.isSettled(key) || !agreesWithList(key, order))) {
      return;
    }
    // Elements of one transaction that another's stand between are no single version.
    if (!isOpen && !hasShared(order) && (!isList || showsAll(key, order))) {
      versions.ordered(key, order);
    } else {
      orderSome(key, order);
    }
  }

  private boolean hasShared(int[] order) {
    for (var i = 1; i < order.length; i++) {
      if (number(numbered(order[i - 1])) == number(numbered(order[i]))) {
        return true;
      }
    }
    return false;
  }

  /** Says of some versions of a key in which order they come; others may come anywhere. */
  private void orderSome(int key, int[] order) {
    var place = 1;
    var before = 0;
    for (var from = 0; from < order.length; ) {
      var to = from + 1;
      while (to < order.length && number(numbered(order[to])) == number(numbered(order[from]))) {
        to++;
      }
      var isShared = to - from > 1 || from - before > 1;
      place += from == 0 ? 0 : isShared ? 2 : 1;
      for (var i = from; i < to; i++) {
        versions.place(order[i], place);
      }
      if (isShared && (long) (from - before) * (to - from) > MOST_EDGES_OF_SHARED_PLACES) {
        leaveUntold(key, "the log gives too many writes of a key the same versions");
      } else {
        addPairs(order, before, from, to);
      }
      before = from;
      from = to;
    }
  }

  /** What comes right after another one anyway need not be said again. */
  private void addPairs(int[] order, int before, int from, int to) {
    for (var i = from; i < to; i++) {
      for (var j = before; j < from; j++) {
        var isNext = versions.version(order[i]) == order[j] && versions.next(order[j]) == order[i];
        if (!isNext) {
          later.add(order[i]);
          earlier.add(order[j]);
        }
      }
    }
  }

  /** ⊥'s version comes before all others. */
  private void checkInitial(int key, int first) {
    if (numberedInitial == null || numberedInitial[key] == 0) {
      return;
    }
    var read = numberedInitial[key] - 1;
    if (number(numbered(first)) <= history.version(read)) {
      report(
          read,
          first,
          "it read version "
              + history.version(read)
              + " of "
              + keyOf(read)
              + " by the log, the initial one, but version "
              + number(numbered(first))
              + " was written later");
    }
  }

  /** By key: the versions that only their readers number. */
  private Groups numberedBySight() {
    var keys = new int[seen.size()];
    for (var i = 0; i < keys.length; i++) {
      var write = (int) seen.key(i);
      var version = versionOf(write);
      keys[i] = version != Versions.NONE && isVersion(version) ? history.key(write) : -1;
    }
    return Groups.of(history.keyCount(), keys);
  }

  /** The version that a last write is; of a list, another append may stand for it. */
  private int versionOf(int write) {
    return history.kind(write) == History.APPEND ? resolution.lists.standingFor(write) : write;
  }

  private boolean isVersion(int op) {
    return History.isWrite(history.kind(op))
        && versions.version(op) != Versions.NONE
        && versions.takesPart(versions.owner(op));
  }

  /** The write that has a version's number: of a list the last append of its transaction. */
  private int numbered(int version) {
    return history.kind(version) == History.APPEND ? resolution.lists.lastOwn(version) : version;
  }

  /** The versions of a key that take part and have a number, in order. */
  private int[] versionsOf(int key, Groups numberedBySight) {
    var order = new Ints();
    for (var i = 0; i < given.count(key); i++) {
      var write = given.write(key, i);
      var version =
          history.kind(write) == History.APPEND ? resolution.lists.standingFor(write) : write;
      if (version != Versions.NONE && isVersion(version) && numbered(version) == write) {
        order.add(version);
      }
    }
    var first = numberedBySight.first(key);
    var end = numberedBySight.end(key);
    if (first == end) {
      return order.toArray();
    }
    for (var i = first; i < end; i++) {
      order.add(versionOf((int) seen.key(numberedBySight.get(i))));
    }
    var all = new long[order.size()][];
    for (var i = 0; i < all.length; i++) {
      all[i] = new long[] {number(numbered(order.get(i))), order.get(i)};
    }
    Arrays.sort(all, (a, b) -> Long.compare(a[0], b[0]));
    var sorted = new int[all.length];
    for (var i = 0; i < all.length; i++) {
      sorted[i] = (int) all[i][1];
      if (i > 0 && all[i][0] == all[i - 1][0]) {
        reportTie(sorted[i - 1], sorted[i]);
      }
    }
    return sorted;
  }

  /** Two writes of one number, which a read tells of one of them if it is said here. */
  private void reportTie(int version, int other) {
    var unnumbered = history.hasVersion(numbered(other)) ? version : other;
    if (history.hasVersion(numbered(unnumbered))) {
      return;
    }
    var read = versions.reader(unnumbered);
    while (read != Versions.NONE && !history.hasVersion(read)) {
      read = versions.reader(read);
    }
    if (read == Versions.NONE) {
      // Its own transaction read it.
      read = unnumbered;
    }
    report(
        read,
        unnumbered == other ? version : other,
        "it read version "
            + number(numbered(other))
            + " of "
            + keyOf(read)
            + " by the log, which is that of another write");
  }

  /** What a list shows comes in the order that it shows; then what no read contains. */
  private boolean agreesWithList(int key, int[] order) {
    var lists = resolution.lists;
    var last = Versions.INITIAL;
    for (var append : order) {
      var shown = lists.firstShown(append);
      var place = lists.placeOf(shown);
      var lastPlace = last == Versions.INITIAL ? -1 : lists.placeOf(last);
      var isShared = last != Versions.INITIAL && number(numbered(append)) == number(numbered(last));
      if (!isShared
          && place != Versions.NONE
          && (lastPlace == Versions.NONE || place < lastPlace)) {
        report(
            lists.longestRead(key),
            last,
            "the list that it read of "
                + keyOf(append)
                + " has "
                + history.scalars().render(history.value(shown))
                + (lastPlace == Versions.NONE ? " without " : " before ")
                + history.scalars().render(history.value(last))
                + ", but by the log those are versions "
                + number(numbered(append))
                + " and "
                + number(numbered(last)));
        return false;
      }
      last = append;
    }
    return true;
  }

  /** Whether all versions that a list shows are in an order. */
  private boolean showsAll(int key, int[] order) {
    var placed = 0;
    for (var append : order) {
      placed += resolution.lists.placeOf(append) == Versions.NONE ? 0 : 1;
    }
    return placed == resolution.lists.runCount(key);
  }

  private String keyOf(int op) {
    return history.scalars().render(history.keyName(history.key(op)));
  }

  private void report(int read, int write, String hint) {
    var transactions = resolution.transactions(read, write);
    if (findings.count(CONTRADICTION, CONTRADICTION.elleName(), false, transactions.length)) {
      findings.keep(
          CONTRADICTION,
          CONTRADICTION.elleName(),
          false,
          new Example(transactions, read, List.of(), hint));
    }
  }
}
