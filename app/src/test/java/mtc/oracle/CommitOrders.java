package mtc.oracle;

import java.util.ArrayList;
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

  /** The transaction's own write. */
  private static final int OWN = -2;

  /**
   * One read, as a commit order explains it.
   *
   * @param t who read
   * @param at its place among the operations of t
   * @param from whose version it is: that of a list is whose element is its last one
   * @param seen all that it read from: of a list, whoever has an element in it
   */
  private record Read(int t, int at, int key, int from, int seen) {}

  private final Draft draft;
  private final int n;
  private final boolean sessionOrder;

  /** Whether a transaction may miss its own writes: only at {@code pl2}, which has no sessions. */
  private final boolean lenient;

  /** By transaction and key: the number that the log gives its version; null for none. */
  private final int[][] versions;

  private final Set<Level> open;
  private final EnumSet<Level> found = EnumSet.noneOf(Level.class);
  private int committed;
  private final List<int[]> registerReads = new ArrayList<>();
  private int[] sources;

  private CommitOrders(
      Draft draft, boolean sessionOrder, boolean lenient, Set<Level> wanted, int[][] versions) {
    this.draft = draft;
    this.versions = versions;
    this.n = draft.size();
    this.sessionOrder = sessionOrder;
    this.lenient = lenient;
    this.open = EnumSet.copyOf(wanted);
  }

  /** Those of {@link #LEVELS} that hold. */
  static Set<Level> holding(Draft draft, boolean sessionOrder) {
    return holding(draft, sessionOrder, null);
  }

  /** The same where versions must come in the order that the numbers give. */
  static Set<Level> holding(Draft draft, boolean sessionOrder, int[][] versions) {
    var strict = EnumSet.copyOf(LEVELS);
    strict.remove(Level.PL2);
    var holding = new CommitOrders(draft, sessionOrder, false, strict, versions).search();
    holding.addAll(new CommitOrders(draft, false, true, EnumSet.of(Level.PL2), versions).search());
    return holding;
  }

  private boolean isInOrder(int[] place) {
    for (var t = 0; t < n && versions != null; t++) {
      for (var s = 0; s < n; s++) {
        for (var key = 0; key < draft.keyCount(); key++) {
          if (isCommitted(t)
              && isCommitted(s)
              && draft.txns().get(t).writes(key)
              && draft.txns().get(s).writes(key)
              && versions[t][key] < versions[s][key]
              && place[t] > place[s]) {
            return false;
          }
        }
      }
    }
    return true;
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
      collectRegisterReads();
      sources = new int[registerReads.size()];
      chooseSource(0);
      if (subset == 0 || open.isEmpty()) {
        return found;
      }
    }
  }

  private boolean isCommitted(int t) {
    return (committed >> t & 1) != 0;
  }

  private void collectRegisterReads() {
    registerReads.clear();
    for (var t = 0; t < n; t++) {
      for (var i = 0; isCommitted(t) && i < ops(t).size(); i++) {
        var op = ops(t).get(i);
        if (op.tells() && !draft.isList(op.key())) {
          registerReads.add(new int[] {t, i});
        }
      }
    }
  }

  private List<Draft.Op> ops(int t) {
    return draft.txns().get(t).ops();
  }

  private void chooseSource(int index) {
    if (open.isEmpty()) {
      return;
    }
    if (index == sources.length) {
      var before = new int[n];
      for (var t = 0; t < n; t++) {
        for (var s = 0; s < n; s++) {
          before[s] |=
              isCommitted(t) && isCommitted(s) && sessionOrder && draft.sessionOrder(t, s)
                  ? 1 << t
                  : 0;
        }
      }
      for (var i = 0; i < sources.length; i++) {
        before[registerReads.get(i)[0]] |= sources[i] >= 0 ? 1 << sources[i] : 0;
      }
      extend(before, new int[Integer.bitCount(committed)], 0, 0);
      return;
    }
    var reader = registerReads.get(index)[0];
    var at = registerReads.get(index)[1];
    var op = ops(reader).get(at);
    var own = SingleReads.writesOf(ops(reader).subList(0, at), op.key());
    if (lenient) {
      var any = SingleReads.writesOf(ops(reader), op.key());
      if (op.kind() == History.READ ? any.contains(op.value()) : !own.isEmpty()) {
        choose(index, OWN);
      }
    } else if (!own.isEmpty()) {
      if ((own.getLast() == op.value()) == (op.kind() == History.READ)) {
        choose(index, OWN);
      }
      return;
    }
    var isRead = op.kind() == History.READ;
    if (draft.meansInitial(reader, op.key(), op.value()) == isRead) {
      choose(index, INITIAL);
    }
    for (var t = 0; t < n; t++) {
      if (t != reader && isCommitted(t) && draft.txns().get(t).writes(op.key())) {
        var last = SingleReads.writesOf(ops(t), op.key()).getLast();
        if (draft.meansWritten(op.value(), last) == isRead) {
          choose(index, t);
        }
      }
    }
  }

  private void choose(int index, int source) {
    sources[index] = source;
    chooseSource(index + 1);
  }

  /** Tries every total order that agrees with what must come before. */
  private void extend(int[] before, int[] order, int placed, int done) {
    if (open.isEmpty()) {
      return;
    }
    if (placed == order.length) {
      judge(before, order);
      return;
    }
    for (var t = 0; t < n; t++) {
      if (isCommitted(t) && (done >> t & 1) == 0 && (before[t] & ~done) == 0) {
        order[placed] = t;
        extend(before, order, placed + 1, done | 1 << t);
      }
    }
  }

  private void judge(int[] before, int[] order) {
    var place = new int[n];
    for (var i = 0; i < order.length; i++) {
      place[order[i]] = i;
    }
    if (!isInOrder(place)) {
      return;
    }
    var reads = new ArrayList<Read>();
    for (var i = 0; i < sources.length; i++) {
      var t = registerReads.get(i)[0];
      var at = registerReads.get(i)[1];
      if (sources[i] != OWN) {
        var seen = sources[i] >= 0 ? 1 << sources[i] : 0;
        reads.add(new Read(t, at, ops(t).get(at).key(), sources[i], seen));
      }
    }
    if (!addListReads(order, place, reads)) {
      return;
    }
    // Bit s of row t: s comes before t by SO or WR.
    var direct = before.clone();
    for (var read : reads) {
      direct[read.t] |= read.seen;
    }
    for (var level : EnumSet.copyOf(open)) {
      if (holds(level, order, place, reads, direct)) {
        open.remove(level);
        found.add(level);
      }
    }
  }

  // Lists.

  private boolean addListReads(int[] order, int[] place, List<Read> reads) {
    for (var key = 0; key < draft.keyCount(); key++) {
      if (!draft.isList(key)) {
        continue;
      }
      var writer = new ArrayList<Integer>();
      var list = new ArrayList<Integer>();
      for (var t : order) {
        for (var element : SingleReads.writesOf(ops(t), key)) {
          list.add(element);
          writer.add(t);
        }
      }
      for (var t : order) {
        for (var i = 0; i < ops(t).size(); i++) {
          var op = ops(t).get(i);
          if (op.key() == key && op.tells() && !addListRead(t, i, list, writer, place, reads)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private boolean addListRead(
      int t, int at, List<Integer> list, List<Integer> writer, int[] place, List<Read> reads) {
    var op = ops(t).get(at);
    if (op.kind() != History.READ_LIST && !draft.meansInitial(t, op.key(), op.value())) {
      return false;
    }
    var seen = op.elements();
    if (seen.size() > list.size() || !list.subList(0, seen.size()).equals(seen)) {
      return false;
    }
    var own = SingleReads.writesOf(ops(t).subList(0, at), op.key()).size();
    var others = seen.size();
    if (!lenient) {
      others -= own;
      if (others < 0) {
        return false;
      }
      for (var i = 0; i < seen.size(); i++) {
        if ((writer.get(i) == t) != (i >= others)) {
          return false;
        }
      }
    }
    // A list that ends within what another one appended is an intermediate read.
    var end = lenient ? seen.size() : others;
    var isCut =
        end > 0
            && end < list.size()
            && writer.get(end - 1).equals(writer.get(end))
            && writer.get(end) != t;
    if (isCut) {
      return false;
    }
    var from = INITIAL;
    var all = 0;
    for (var i = 0; i < others; i++) {
      if (writer.get(i) != t) {
        from = writer.get(i);
        all |= 1 << from;
        if (place[from] > place[t]) {
          return false;
        }
      }
    }
    reads.add(new Read(t, at, op.key(), from, all));
    return true;
  }

  // Levels.

  private boolean holds(Level level, int[] order, int[] place, List<Read> reads, int[] direct) {
    if (level == Level.PL2) {
      return true;
    }
    if (level == Level.PSI) {
      return isParallel(order, place, reads, direct);
    }
    var past = closure(direct);
    for (var read : reads) {
      for (var t2 : order) {
        if (t2 == read.t || t2 == read.from || !draft.txns().get(t2).writes(read.key)) {
          continue;
        }
        if (sees(level, t2, read, reads, place, direct, past)
            && (read.from == INITIAL || place[t2] > place[read.from])) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean sees(
      Level level, int t2, Read alpha, List<Read> reads, int[] place, int[] direct, int[] past) {
    var t3 = alpha.t;
    return switch (level) {
      case RC ->
          reads.stream().anyMatch(r -> r.t == t3 && r.at < alpha.at && (r.seen >> t2 & 1) != 0);
      case RA -> (direct[t3] >> t2 & 1) != 0;
      case CAUSAL -> (past[t3] >> t2 & 1) != 0;
      case PREFIX -> seesPrefix(t2, t3, place, direct);
      case SI -> seesPrefix(t2, t3, place, direct) || conflicts(t2, t3, place);
      case SER -> place[t2] < place[t3];
      default -> throw new IllegalArgumentException(level.label());
    };
  }

  private boolean seesPrefix(int t2, int t3, int[] place, int[] direct) {
    for (var u = 0; u < n; u++) {
      if ((direct[t3] >> u & 1) != 0 && place[t2] <= place[u]) {
        return true;
      }
    }
    return false;
  }

  private boolean conflicts(int t2, int t3, int[] place) {
    for (var t4 = 0; t4 < n; t4++) {
      if (isCommitted(t4) && t4 != t3 && place[t2] <= place[t4] && place[t4] < place[t3]) {
        for (var key = 0; key < draft.keyCount(); key++) {
          if (draft.txns().get(t4).writes(key) && draft.txns().get(t3).writes(key)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** No cycle of SO, WR and WW with at most one RW. */
  private boolean isParallel(int[] order, int[] place, List<Read> reads, int[] direct) {
    var flow = direct.clone();
    for (var t : order) {
      for (var s : order) {
        for (var key = 0; key < draft.keyCount(); key++) {
          if (place[t] < place[s]
              && draft.txns().get(t).writes(key)
              && draft.txns().get(s).writes(key)) {
            flow[s] |= 1 << t;
          }
        }
      }
    }
    var past = closure(flow);
    for (var read : reads) {
      for (var t2 : order) {
        var overwrote =
            t2 != read.t
                && draft.txns().get(t2).writes(read.key)
                && (read.from == INITIAL || place[t2] > place[read.from]);
        if (overwrote && (past[read.t] >> t2 & 1) != 0) {
          return false;
        }
      }
    }
    return true;
  }

  private int[] closure(int[] direct) {
    var past = direct.clone();
    for (var changed = true; changed; ) {
      changed = false;
      for (var t = 0; t < n; t++) {
        for (var s = 0; s < n; s++) {
          if ((past[t] >> s & 1) != 0 && (past[s] & ~past[t]) != 0) {
            past[t] |= past[s];
            changed = true;
          }
        }
      }
    }
    return past;
  }
}
