package mtc.oracle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mtc.history.History;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.verdict.Level;

/**
 * Decides {@code sser}, {@code ser} and {@code si} by their definition: for some choice of the
 * indeterminate transactions that committed, some version order of every key and some writer of
 * every read, the transactions are internally consistent and the level's relation is acyclic.
 *
 * <p>The initial transaction has no incoming edge, so it is a version (position 0 of every order)
 * but not a node. Lists are lists: a version of a key is what all the transactions up to it
 * appended, and a read must be such a list; nothing is reduced to registers.
 */
final class Oracle {
  /** Read the initial version. */
  private static final int INITIAL = -1;

  /** Read nothing of the key from others. */
  private static final int NOTHING = -2;

  private final Draft draft;
  private final Level level;
  private final int n;
  private final int keys;

  /**
   * Bit s of row t: t is before s by SO or RT. They do not depend on any choice but who committed.
   */
  private final int[] given;

  private int committed;

  /** By transaction and key: the number that the log gives its version; null for none. */
  private final int[][] versions;

  /**
   * By transaction and key: what its reads of other transactions' writes demand; null if nothing.
   */
  private List<Draft.Op>[][] demands;

  /** By transaction and key: what it leaves there in the end; null if it writes nothing there. */
  private int[][][] installs;

  private Oracle(Draft draft, Level level, boolean sessionOrder, int[][] versions) {
    this.draft = draft;
    this.versions = versions;
    this.level = level;
    this.n = draft.size();
    this.keys = draft.keyCount();
    this.given = new int[n];
    for (var t = 0; t < n; t++) {
      for (var s = 0; s < n; s++) {
        if (sessionOrder && draft.sessionOrder(t, s)
            || counts(draft, level, t, s) && draft.realTimeOrder(t, s)) {
          given[t] |= 1 << s;
        }
      }
    }
  }

  /** Whether real time counts between two transactions. */
  private static boolean counts(Draft draft, Level level, int t, int s) {
    return switch (level) {
      case SSER, STRONG_SI -> true;
      case SER_LIN ->
          draft.txns().get(t).ops().stream()
              .anyMatch(
                  op -> draft.txns().get(s).ops().stream().anyMatch(o -> o.key() == op.key()));
      default -> false;
    };
  }

  /** Whether the level holds; {@code lin} is decided by {@link RegisterOracle}. */
  static boolean holds(History history, Level level, boolean sessionOrder) {
    return holds(Draft.of(history), level, sessionOrder);
  }

  static boolean holds(Draft draft, Level level, boolean sessionOrder) {
    return holds(draft, level, sessionOrder, null);
  }

  /** The same where the version order must be the one that the numbers give. */
  static boolean holds(Draft draft, Level level, boolean sessionOrder, int[][] versions) {
    var question = List.of(level, draft, sessionOrder, Arrays.deepToString(versions));
    return Remembered.of(
        question, () -> new Oracle(draft, level, sessionOrder, versions).someChoiceHolds());
  }

  private boolean someChoiceHolds() {
    var certain = 0;
    var open = 0;
    for (var t = 0; t < n; t++) {
      certain |= draft.txns().get(t).status() == Status.COMMITTED ? 1 << t : 0;
      open |= draft.txns().get(t).indeterminate() ? 1 << t : 0;
    }
    for (var subset = open; ; subset = (subset - 1) & open) {
      committed = certain | subset;
      if (holdsForCommitted()) {
        return true;
      }
      if (subset == 0) {
        return false;
      }
    }
  }

  private boolean holdsForCommitted() {
    if (!externalise()) {
      return false;
    }
    var before = new int[n];
    for (var t = 0; t < n; t++) {
      before[t] = isCommitted(t) ? given[t] & committed : 0;
    }
    return orderKey(0, before, new int[n]);
  }

  private boolean isCommitted(int t) {
    return (committed >> t & 1) != 0;
  }

  // Inside one transaction.

  /** Fills {@link #demands} and {@link #installs}; false if a transaction contradicts itself. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  private boolean externalise() {
    demands = new List[n][keys];
    installs = new int[n][keys][];
    for (var t = 0; t < n; t++) {
      if (isCommitted(t) && !externalise(t)) {
        return false;
      }
    }
    return true;
  }

  private boolean externalise(int t) {
    for (var op : draft.txns().get(t).ops()) {
      var own = installs[t][op.key()];
      switch (op.kind()) {
        case History.WRITE -> installs[t][op.key()] = new int[] {op.value()};
        case History.APPEND -> installs[t][op.key()] = append(own, op.value());
        case History.READ, History.READ_OTHER -> {
          if (op.value() == Scalars.UNKNOWN) {
            continue;
          }
          if (own == null) {
            demand(t, op);
          } else if ((op.value() == own[0]) != (op.kind() == History.READ)) {
            return false;
          }
        }
        case History.READ_LIST -> {
          var others = op.list().size() - (own == null ? 0 : own.length);
          if (others < 0 || own != null && !endsWith(op.list(), own)) {
            return false;
          }
          demand(t, Draft.Op.readList(op.key(), op.list().subList(0, others)).naming(op.named()));
        }
        default -> throw new IllegalStateException();
      }
    }
    return true;
  }

  private void demand(int t, Draft.Op op) {
    if (demands[t][op.key()] == null) {
      demands[t][op.key()] = new ArrayList<>();
    }
    demands[t][op.key()].add(op);
  }

  private static int[] append(int[] list, int element) {
    var longer = list == null ? new int[1] : java.util.Arrays.copyOf(list, list.length + 1);
    longer[longer.length - 1] = element;
    return longer;
  }

  private static boolean endsWith(List<Integer> list, int[] end) {
    for (var i = 0; i < end.length; i++) {
      if (list.get(list.size() - end.length + i) != end[i]) {
        return false;
      }
    }
    return true;
  }

  // Version orders.

  /**
   * Tries every choice for this key and the ones after it. Edges are only ever added, so a choice
   * that makes a cycle is not pursued.
   *
   * @param before SO, RT, WR and WW so far
   * @param rw RW so far
   */
  private boolean orderKey(int key, int[] before, int[] rw) {
    if (key == keys) {
      return true;
    }
    var writers = 0;
    for (var t = 0; t < n; t++) {
      writers |= isCommitted(t) && installs[t][key] != null ? 1 << t : 0;
    }
    return draft.isList(key)
        ? placeNext(key, writers, new int[Integer.bitCount(writers)], 0, null, before, rw)
        : chooseWriter(key, 0, new int[n], writers, before, rw);
  }

  /** Of a register: tries every writer that one reader may have read, then the other readers. */
  private boolean chooseWriter(
      int key, int reader, int[] read, int writers, int[] before, int[] rw) {
    if (reader == n) {
      return placeNext(key, writers, new int[Integer.bitCount(writers)], 0, read, before, rw);
    }
    read[reader] = NOTHING;
    if (!isCommitted(reader) || demands[reader][key] == null) {
      return chooseWriter(key, reader + 1, read, writers, before, rw);
    }
    for (var writer = INITIAL; writer < n; writer++) {
      var isVersion = writer == INITIAL || writer != reader && (writers >> writer & 1) != 0;
      if (!isVersion || !explains(reader, key, writer)) {
        continue;
      }
      read[reader] = writer;
      var next = before.clone();
      if (writer != INITIAL) {
        next[writer] |= 1 << reader;
      }
      if (isAcyclic(next, rw) && chooseWriter(key, reader + 1, read, writers, next, rw)) {
        return true;
      }
    }
    return false;
  }

  /** Tries every writer as the next in the version order; {@code read} is null for a list. */
  private boolean placeNext(
      int key, int left, int[] order, int placed, int[] read, int[] before, int[] rw) {
    if (left == 0) {
      return read == null ? chooseList(key, order, 0, before, rw) : orderKey(key + 1, before, rw);
    }
    for (var t = 0; t < n; t++) {
      if ((left >> t & 1) == 0 || !isNext(key, t, left)) {
        continue;
      }
      order[placed] = t;
      var nextBefore = before.clone();
      var nextRw = rw.clone();
      var earlier = 0;
      for (var p = 0; p < placed; p++) {
        earlier |= 1 << order[p];
        nextBefore[order[p]] |= 1 << t;
      }
      for (var reader = 0; read != null && reader < n; reader++) {
        var readEarlier =
            read[reader] == INITIAL || read[reader] >= 0 && (earlier >> read[reader] & 1) != 0;
        nextRw[reader] |= readEarlier && reader != t ? 1 << t : 0;
      }
      if (isAcyclic(nextBefore, nextRw)
          && placeNext(key, left & ~(1 << t), order, placed + 1, read, nextBefore, nextRw)) {
        return true;
      }
    }
    return false;
  }

  private boolean isNext(int key, int t, int left) {
    for (var s = 0; s < n && versions != null; s++) {
      if ((left >> s & 1) != 0
          && versions[s][key] != Draft.UNNUMBERED
          && versions[s][key] < versions[t][key]) {
        return false;
      }
    }
    return true;
  }

  private boolean explains(int reader, int key, int writer) {
    for (var read : demands[reader][key]) {
      if (!read.names(number(writer, key))) {
        return false;
      }
      var fits =
          writer == INITIAL
              ? draft.meansInitial(reader, key, read.value())
              : draft.meansWritten(read.value(), installs[writer][key][0]);
      if (fits != (read.kind() == History.READ)) {
        return false;
      }
    }
    return true;
  }

  private int number(int writer, int key) {
    return writer == INITIAL
        ? Draft.INITIAL_NUMBER
        : versions == null ? Draft.UNNUMBERED : versions[writer][key];
  }

  /** Finds the version of a list that the reads of each reader saw in this order. */
  private boolean chooseList(int key, int[] order, int reader, int[] before, int[] rw) {
    if (reader == n) {
      return orderKey(key + 1, before, rw);
    }
    if (!isCommitted(reader) || demands[reader][key] == null) {
      return chooseList(key, order, reader + 1, before, rw);
    }
    for (var version = 0; version <= order.length; version++) {
      if (version > 0 && order[version - 1] == reader || !showsList(reader, key, order, version)) {
        continue;
      }
      var nextBefore = before.clone();
      var nextRw = rw.clone();
      if (version > 0) {
        nextBefore[order[version - 1]] |= 1 << reader;
      }
      for (var later = version; later < order.length; later++) {
        nextRw[reader] |= order[later] == reader ? 0 : 1 << order[later];
      }
      if (isAcyclic(nextBefore, nextRw) && chooseList(key, order, reader + 1, nextBefore, nextRw)) {
        return true;
      }
    }
    return false;
  }

  /** Jepsen spells the empty list also as nil, a read of the initial version. */
  private boolean showsList(int reader, int key, int[] order, int version) {
    var list = new ArrayList<Integer>();
    for (var p = 0; p < version; p++) {
      for (var element : installs[order[p]][key]) {
        list.add(element);
      }
    }
    for (var read : demands[reader][key]) {
      if (!read.names(version == 0 ? Draft.INITIAL_NUMBER : number(order[version - 1], key))) {
        return false;
      }
      var shows =
          read.kind() == History.READ_LIST
              ? read.list().equals(list)
              : list.isEmpty() && draft.meansInitial(reader, key, read.value());
      if (!shows) {
        return false;
      }
    }
    return true;
  }

  // Relations.

  private boolean isAcyclic(int[] before, int[] rw) {
    var relation = new int[n];
    for (var t = 0; t < n; t++) {
      relation[t] = before[t];
      if (level != Level.SI && level != Level.STRONG_SI) {
        relation[t] |= rw[t];
        continue;
      }
      for (var s = 0; s < n; s++) {
        relation[t] |= (before[t] >> s & 1) != 0 ? rw[s] : 0;
      }
    }
    return isAcyclic(relation);
  }

  private boolean isAcyclic(int[] relation) {
    var left = (1 << n) - 1;
    for (var progress = true; progress; ) {
      progress = false;
      for (var t = 0; t < n; t++) {
        if ((left >> t & 1) != 0 && (relation[t] & left) == 0) {
          left &= ~(1 << t);
          progress = true;
        }
      }
    }
    return left == 0;
  }
}
