package mtc.linear;

import java.util.Arrays;
import java.util.List;
import mtc.column.Groups;
import mtc.column.Ints;
import mtc.column.LongNumbers;
import mtc.history.GivenVersions;
import mtc.history.History;
import mtc.verdict.Anomaly.Example;
import mtc.verdict.AnomalyKind;

/**
 * The version order that the log itself gives: it takes the place of what reads tell of it, and
 * what was read must agree with it.
 *
 * <p>A write that nobody numbered has the number that those who read it saw. If one that takes part
 * has none at all, the order of its key is open, unless it is the only one.
 *
 * <p>Proposition 15 of docs/theory.md.
 */
final class GivenOrder {
  private static final AnomalyKind CONTRADICTION = AnomalyKind.INCOMPATIBLE_ORDER;

  private final History history;
  private final GivenVersions given;
  private final Versions versions;
  private final Findings findings;

  /** Writes whose numbers only their readers tell, and those numbers. */
  private final LongNumbers seen = new LongNumbers();

  private long[] seenNumber = new long[8];

  private ListOrders lists;

  /** Keys of which a version that takes part has no number. */
  final Ints openKeys = new Ints();

  GivenOrder(Versions versions, Findings findings) {
    this.versions = versions;
    this.history = versions.history;
    this.given = history.givenVersions();
    this.findings = findings;
  }

  /** The write whose number a read saw, if its value is that write's; NONE if nobody's is. */
  int source(int read) {
    var write =
        history.hasVersion(read) ? given.find(history.key(read), history.version(read)) : -1;
    return write >= 0 && history.value(write) == history.value(read) ? write : Versions.NONE;
  }

  /** Whether the number that a read saw is that of the version it read; else it is reported. */
  boolean agrees(int read, int write) {
    if (!history.hasVersion(read)) {
      return true;
    }
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

  /**
   * Puts the versions in their order; all reads have been resolved.
   *
   * @param ofLists null if there are none
   */
  void apply(ListOrders ofLists) {
    lists = ofLists;
    var isOpen = new boolean[history.keyCount()];
    var count = new int[history.keyCount()];
    for (var op = 0; op < history.operationCount(); op++) {
      if (isVersion(op)) {
        var key = history.key(op);
        isOpen[key] |= !isNumbered(numbered(op));
        count[key]++;
      }
    }
    for (var key = 0; key < count.length; key++) {
      if (isOpen[key] && count[key] > 1) {
        openKeys.add(key);
      }
    }
    var numberedBySight = numberedBySight();
    for (var key = 0; key < history.keyCount(); key++) {
      if (!isOpen[key]) {
        var order = order(key, numberedBySight);
        if (!versions.isList(key)) {
          versions.ordered(key, order);
        } else if (lists.isSettled(key)) {
          orderList(key, order);
        }
      }
    }
  }

  /** By key: the versions that only their readers number. */
  private Groups numberedBySight() {
    var keys = new int[seen.size()];
    for (var i = 0; i < keys.length; i++) {
      var write = (int) seen.key(i);
      keys[i] = isVersion(write) ? history.key(write) : -1;
    }
    return Groups.of(history.keyCount(), keys);
  }

  private boolean isVersion(int op) {
    return History.isWrite(history.kind(op))
        && versions.version(op) != Versions.NONE
        && versions.takesPart(versions.owner(op));
  }

  /** The write that has a version's number: of a list the last append of its transaction. */
  private int numbered(int version) {
    return history.kind(version) == History.APPEND ? lists.lastOwn(version) : version;
  }

  /** The versions of a key that take part, in order. */
  private int[] order(int key, Groups numberedBySight) {
    var order = new Ints();
    for (var i = 0; i < given.count(key); i++) {
      var write = given.write(key, i);
      var version = history.kind(write) == History.APPEND ? lists.standingFor(write) : write;
      if (version != Versions.NONE && isVersion(version)) {
        order.add(version);
      }
    }
    var first = numberedBySight.first(key);
    var end = numberedBySight.end(key);
    if (first == end) {
      return order.toArray();
    }
    for (var i = first; i < end; i++) {
      order.add((int) seen.key(numberedBySight.get(i)));
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

  /** Two writes of one number: at least one of them only by what its readers saw. */
  private void reportTie(int write, int other) {
    var unnumbered = history.hasVersion(other) ? write : other;
    var read = versions.reader(unnumbered);
    while (!history.hasVersion(read)) {
      read = versions.reader(read);
    }
    report(
        read,
        unnumbered == other ? write : other,
        "it read version "
            + number(other)
            + " of "
            + keyOf(read)
            + " by the log, which is that of another write");
  }

  /** What a list shows comes in the order that it shows; then what no read contains. */
  private void orderList(int key, int[] order) {
    var last = Versions.INITIAL;
    var placed = 0;
    for (var append : order) {
      placed += lists.placeOf(append) == Versions.NONE ? 0 : 1;
      var shown = lists.firstShown(append);
      var place = lists.placeOf(shown);
      var lastPlace = last == Versions.INITIAL ? -1 : lists.placeOf(last);
      if (place != Versions.NONE && (lastPlace == Versions.NONE || place < lastPlace)) {
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
        return;
      }
      last = append;
    }
    // Elements of one transaction that another's stand between are no single version.
    if (placed == lists.runCount(key)) {
      versions.ordered(key, order);
    }
  }

  private String keyOf(int op) {
    return history.scalars().render(history.keyName(history.key(op)));
  }

  private void report(int read, int write, String hint) {
    var transactions =
        versions.owner(read) == versions.owner(write)
            ? new int[] {versions.owner(read)}
            : new int[] {versions.owner(read), versions.owner(write)};
    if (findings.count(CONTRADICTION, CONTRADICTION.elleName(), false, transactions.length)) {
      findings.keep(
          CONTRADICTION,
          CONTRADICTION.elleName(),
          false,
          new Example(transactions, read, List.of(), hint));
    }
  }
}
