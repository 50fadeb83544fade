package mtc.oracle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import mtc.history.History;
import mtc.history.Status;
import mtc.verdict.Level;

/**
 * Decides every level that a commit order defines by trying all of them: for some choice of the
 * indeterminate transactions that committed, of the writer that each read saw, and of a total order
 * of the transactions that agrees with sessions and with who read from whom, and whose writes to
 * each list are what was read of it,
 *
 * <p>for every read α of x in t3 from t1, and every other t2 that writes x: φ(t2, α) ⇒ t2 before
 * t1, where φ is the level's.
 *
 * <p>{@code pl2} and {@code psi} are stated as their own definitions say, over the version orders
 * that the commit order gives.
 *
 * <p>All that these say of t3 is of transactions that come before it. So the order is made from its
 * beginning, each transaction is judged when it is placed, and an order is given up when no level
 * is left that is not known to hold.
 */
final class CommitOrders {
  static final Set<Level> LEVELS =
      EnumSet.of(
          Level.PL2,
          Level.RC,
          Level.RA,
          Level.CAUSAL,
          Level.PREFIX,
          Level.PSI,
          Level.SI,
          Level.SER);

  private static final int INITIAL = -1;

  /**
   * One read, as a commit order explains it.
   *
   * @param at its place among the operations of its transaction
   * @param from whose version it is: that of a list is whose element is its last one
   * @param seen all that it read from: of a list, whoever has an element in it
   */
  private record Read(int at, int key, int from, int seen) {}

  private final Draft draft;
  private final int n;

  /** Whether a transaction may miss its own writes: only at {@code pl2}, which has no sessions. */
  private final boolean lenient;

  /** By transaction and key: the number that the log gives its version; null for none. */
  private final int[][] versions;

  /** The only order to try; null for all. */
  private final int[] order;

  private final EnumSet<Level> open;
  private final EnumSet<Level> found = EnumSet.noneOf(Level.class);

  /** Bit s of row t: s comes before t in its session. */
  private final int[] session;

  /** By key: who writes it. By transaction: which keys it writes. */
  private final int[] writers;

  private final int[] keysWritten;

  private int committed;

  // Of the order so far: by transaction its place, who leads to it by SO and WR, and by WW too.
  private final int[] place;
  private final int[] past;
  private final int[] flowPast;

  /** By key: the elements of its list, and who appended each. */
  private final List<List<Integer>> elements = new ArrayList<>();

  private final List<List<Integer>> appenders = new ArrayList<>();

  private CommitOrders(
      Draft draft,
      boolean sessionOrder,
      boolean lenient,
      Set<Level> wanted,
      int[][] versions,
      int[] order) {
    this.draft = draft;
    this.versions = versions;
    this.order = order;
    this.n = draft.size();
    this.lenient = lenient;
    this.open = EnumSet.copyOf(wanted);
    session = new int[n];
    writers = new int[draft.keyCount()];
    keysWritten = new int[n];
    place = new int[n];
    past = new int[n];
    flowPast = new int[n];
    for (var key = 0; key < draft.keyCount(); key++) {
      elements.add(new ArrayList<>());
      appenders.add(new ArrayList<>());
      for (var t = 0; t < n; t++) {
        if (draft.txns().get(t).writes(key)) {
          writers[key] |= 1 << t;
          keysWritten[t] |= 1 << key;
        }
      }
    }
    for (var t = 0; t < n && sessionOrder; t++) {
      for (var s = 0; s < n; s++) {
        session[t] |= draft.sessionOrder(s, t) ? 1 << s : 0;
      }
    }
  }

  /** Those of {@link #LEVELS} that hold. */
  static Set<Level> holding(Draft draft, boolean sessionOrder) {
    return holding(draft, sessionOrder, null);
  }

  /** The same where versions must come in the order that the numbers give. */
  static Set<Level> holding(Draft draft, boolean sessionOrder, int[][] versions) {
    var question = List.of("holding", draft, sessionOrder, Arrays.deepToString(versions));
    return Remembered.of(question, () -> search(draft, sessionOrder, versions));
  }

  private static Set<Level> search(Draft draft, boolean sessionOrder, int[][] versions) {
    var strict = EnumSet.copyOf(LEVELS);
    strict.remove(Level.PL2);
    var holding = new CommitOrders(draft, sessionOrder, false, strict, versions, null).search();
    holding.addAll(
        new CommitOrders(draft, false, true, EnumSet.of(Level.PL2), versions, null).search());
    return holding;
  }

  /** Whether a level holds with this very order, of transactions that are there once each. */
  static boolean holdsIn(
      int[] order, Draft draft, Level level, boolean sessionOrder, int[][] versions) {
    var lenient = level == Level.PL2;
    var orders = new CommitOrders(draft, sessionOrder, lenient, EnumSet.of(level), versions, order);
    for (var t : order) {
      orders.committed |= 1 << t;
    }
    orders.extend(0, 0, EnumSet.of(level));
    return orders.found.contains(level);
  }

  private EnumSet<Level> search() {
    var certain = 0;
    var maybe = 0;
    for (var t = 0; t < n; t++) {
      certain |= draft.txns().get(t).status() == Status.COMMITTED ? 1 << t : 0;
      maybe |= draft.txns().get(t).indeterminate() ? 1 << t : 0;
    }
    for (var subset = maybe; ; subset = (subset - 1) & maybe) {
      committed = certain | subset;
      extend(0, 0, EnumSet.copyOf(open));
      if (subset == 0 || open.isEmpty()) {
        return found;
      }
    }
  }

  private List<Draft.Op> ops(int t) {
    return draft.txns().get(t).ops();
  }

  /** Tries everybody as the next of the order; some levels hold of what is there. */
  private void extend(int placed, int done, EnumSet<Level> holding) {
    if (done == committed) {
      found.addAll(holding);
      open.removeAll(holding);
      return;
    }
    for (var t = 0; t < n; t++) {
      if ((committed & ~done & 1 << t) != 0
          && (order == null || order[placed] == t)
          && (session[t] & committed & ~done) == 0
          && isInOrder(t, done)) {
        place[t] = placed;
        append(t);
        explain(t, 0, new ArrayList<>(), done, holding);
        takeAway(t);
      }
    }
  }

  /** Whether nobody who is done gave a key a later version than a transaction that comes next. */
  private boolean isInOrder(int t, int done) {
    for (var s = 0; s < n && versions != null; s++) {
      for (var key = 0; key < writers.length; key++) {
        if ((done & writers[key] & 1 << s) != 0
            && (keysWritten[t] >> key & 1) != 0
            && versions[t][key] != Draft.UNNUMBERED
            && versions[t][key] < versions[s][key]) {
          return false;
        }
      }
    }
    return true;
  }

  private void append(int t) {
    for (var op : ops(t)) {
      if (op.writes() && draft.isList(op.key())) {
        elements.get(op.key()).add(op.value());
        appenders.get(op.key()).add(t);
      }
    }
  }

  private void takeAway(int t) {
    for (var op : ops(t)) {
      if (op.writes() && draft.isList(op.key())) {
        elements.get(op.key()).removeLast();
        appenders.get(op.key()).removeLast();
      }
    }
  }

  // What was read.

  /** Tries every source of the reads of a transaction, from one of its operations on. */
  private void explain(int t, int at, List<Read> reads, int done, EnumSet<Level> holding) {
    if (Collections.disjoint(holding, open)) {
      return;
    }
    if (at == ops(t).size()) {
      var left = judge(t, reads, done, holding);
      extend(Integer.bitCount(done) + 1, done | 1 << t, left);
      return;
    }
    var op = ops(t).get(at);
    if (!op.tells()) {
      explain(t, at + 1, reads, done, holding);
    } else if (draft.isList(op.key())) {
      var read = listRead(t, at);
      if (read != null) {
        explainedBy(read, t, reads, done, holding);
      }
    } else {
      explainRegister(t, at, reads, done, holding);
    }
  }

  private void explainedBy(Read read, int t, List<Read> reads, int done, EnumSet<Level> holding) {
    reads.add(read);
    explain(t, read.at + 1, reads, done, holding);
    reads.removeLast();
  }

  private void explainRegister(
      int reader, int at, List<Read> reads, int done, EnumSet<Level> holding) {
    var op = ops(reader).get(at);
    var isRead = op.kind() == History.READ;
    var own = SingleReads.writesOf(ops(reader).subList(0, at), op.key());
    if (lenient) {
      var any = SingleReads.writesOf(ops(reader), op.key());
      if (any.stream().anyMatch(written -> (written == op.value()) == isRead)
          && op.names(number(reader, op.key()))) {
        explain(reader, at + 1, reads, done, holding);
      }
    } else if (!own.isEmpty()) {
      if ((own.getLast() == op.value()) == isRead) {
        explain(reader, at + 1, reads, done, holding);
      }
      return;
    }
    if (draft.meansInitial(reader, op.key(), op.value()) == isRead
        && op.names(Draft.INITIAL_NUMBER)) {
      explainedBy(new Read(at, op.key(), INITIAL, 0), reader, reads, done, holding);
    }
    for (var t = 0; t < n; t++) {
      if ((done & writers[op.key()] & 1 << t) != 0) {
        var last = SingleReads.writesOf(ops(t), op.key()).getLast();
        if (draft.meansWritten(op.value(), last) == isRead && op.names(number(t, op.key()))) {
          explainedBy(new Read(at, op.key(), t, 1 << t), reader, reads, done, holding);
        }
      }
    }
  }

  /** Null if the list is not what was appended, up to some place. */
  private Read listRead(int t, int at) {
    var op = ops(t).get(at);
    if (op.kind() != History.READ_LIST && !draft.meansInitial(t, op.key(), op.value())) {
      return null;
    }
    var list = elements.get(op.key());
    var writer = appenders.get(op.key());
    var seen = op.elements();
    if (seen.size() > list.size() || !list.subList(0, seen.size()).equals(seen)) {
      return null;
    }
    var others = seen.size();
    if (!lenient) {
      others -= SingleReads.writesOf(ops(t).subList(0, at), op.key()).size();
      if (others < 0) {
        return null;
      }
      for (var i = 0; i < seen.size(); i++) {
        if ((writer.get(i) == t) != (i >= others)) {
          return null;
        }
      }
    }
    // A list that ends within what another one appended is an intermediate read.
    var isCut =
        others > 0
            && others < list.size()
            && writer.get(others - 1).equals(writer.get(others))
            && writer.get(others) != t;
    if (isCut) {
      return null;
    }
    var from = INITIAL;
    var all = 0;
    for (var i = 0; i < others; i++) {
      if (writer.get(i) != t) {
        from = writer.get(i);
        all |= 1 << from;
      }
    }
    var last = lenient && !seen.isEmpty() && writer.get(seen.size() - 1) == t ? t : from;
    return op.names(last == INITIAL ? Draft.INITIAL_NUMBER : number(last, op.key()))
        ? new Read(at, op.key(), from, all)
        : null;
  }

  private int number(int writer, int key) {
    return versions == null ? Draft.UNNUMBERED : versions[writer][key];
  }

  // Levels.

  /** Those that still hold with a transaction after those that are done. */
  private EnumSet<Level> judge(int t, List<Read> reads, int done, EnumSet<Level> holding) {
    var direct = session[t] & committed;
    for (var read : reads) {
      direct |= read.seen;
    }
    past[t] = closure(direct, past);
    flowPast[t] = closure(direct | conflicting(t) & done, flowPast);
    var left = EnumSet.copyOf(holding);
    for (var read : reads) {
      for (var t2 = 0; t2 < n; t2++) {
        var isLater =
            (done & writers[read.key] & 1 << t2) != 0
                && (read.from == INITIAL || place[t2] > place[read.from]);
        if (isLater) {
          for (var level : holding) {
            if (left.contains(level) && sees(level, t, t2, read, reads, direct, done)) {
              left.remove(level);
            }
          }
        }
      }
    }
    return left;
  }

  private int closure(int direct, int[] pasts) {
    var all = direct;
    for (var s = 0; s < n; s++) {
      all |= (direct >> s & 1) != 0 ? pasts[s] : 0;
    }
    return all;
  }

  /** Whether t3 must see t2 when it reads; {@code psi} forbids one RW back along the flow. */
  private boolean sees(
      Level level, int t3, int t2, Read alpha, List<Read> reads, int direct, int done) {
    return switch (level) {
      case PL2 -> false;
      case RC -> reads.stream().anyMatch(r -> r.at < alpha.at && (r.seen >> t2 & 1) != 0);
      case RA -> (direct >> t2 & 1) != 0;
      case CAUSAL -> (past[t3] >> t2 & 1) != 0;
      case PSI -> (flowPast[t3] >> t2 & 1) != 0;
      case PREFIX -> isAtOrBefore(t2, direct);
      case SI -> isAtOrBefore(t2, direct) || isAtOrBefore(t2, conflicting(t3) & done);
      case SER -> true;
      default -> throw new IllegalArgumentException(level.label());
    };
  }

  private boolean isAtOrBefore(int t2, int some) {
    for (var u = 0; u < n; u++) {
      if ((some >> u & 1) != 0 && place[t2] <= place[u]) {
        return true;
      }
    }
    return false;
  }

  /** Who writes a key that a transaction writes. */
  private int conflicting(int t) {
    var all = 0;
    for (var key = 0; key < writers.length; key++) {
      all |= (keysWritten[t] >> key & 1) != 0 ? writers[key] : 0;
    }
    return all;
  }
}
