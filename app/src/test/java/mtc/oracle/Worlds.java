package mtc.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import mtc.history.History;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.verdict.Edge;

/**
 * Every way that some registers of a small history could have gone, one after the other: who of the
 * indeterminate transactions committed, the order of the writes to each key, and what each read
 * saw. Only what every level wants is asked of them: nothing comes between a version and the write
 * of who read it.
 */
final class Worlds {
  /**
   * What happened to one register.
   *
   * @param order its writers, the initial one first
   * @param sources what each reader saw
   */
  record Register(List<Integer> order, Map<Integer, Integer> sources) {
    boolean isBefore(int a, int b) {
      return order.contains(a) && order.indexOf(a) < order.indexOf(b);
    }
  }

  /** Beyond so many there is no end to it. */
  private static final int MOST = 5_000;

  private final Draft draft;
  private final List<Integer> keys;
  private final boolean[] takesPart;
  private int tried;

  Worlds(Draft draft, List<Integer> keys) {
    this.draft = draft;
    this.keys = keys;
    takesPart = new boolean[draft.size()];
  }

  /** Whether something holds in all of them; null if they are too many to tell. */
  Boolean all(Predicate<Map<Integer, Register>> claim) {
    var holds = everyCommit(0, claim);
    return tried > MOST ? null : holds;
  }

  boolean takesPart(int t) {
    return t == Edge.INITIAL || takesPart[t];
  }

  private boolean everyCommit(int t, Predicate<Map<Integer, Register>> claim) {
    if (t == draft.size()) {
      return everyKey(0, new HashMap<>(), claim);
    }
    var status = draft.txns().get(t).status();
    takesPart[t] =
        status == Status.COMMITTED || status == Status.INDETERMINATE && !contradictsItself(t);
    if (!everyCommit(t + 1, claim)) {
      return false;
    }
    takesPart[t] = false;
    return status != Status.INDETERMINATE || everyCommit(t + 1, claim);
  }

  private boolean contradictsItself(int t) {
    var ops = draft.txns().get(t).ops();
    var holds = new HashMap<Integer, Integer>();
    for (var op : ops) {
      var before = holds.get(op.key());
      if (op.kind() == History.READ && op.tells() && before != null && before != op.value()) {
        return true;
      }
      if (op.kind() == History.WRITE || op.kind() == History.READ && op.tells()) {
        holds.put(op.key(), op.value());
      }
    }
    return false;
  }

  private boolean everyKey(
      int at, Map<Integer, Register> world, Predicate<Map<Integer, Register>> claim) {
    if (++tried > MOST) {
      return true;
    }
    if (at == keys.size()) {
      return claim.test(world);
    }
    var order = new ArrayList<Integer>();
    order.add(Edge.INITIAL);
    return everyOrder(keys.get(at), order, at, world, claim);
  }

  private boolean everyOrder(
      int key,
      List<Integer> order,
      int at,
      Map<Integer, Register> world,
      Predicate<Map<Integer, Register>> claim) {
    var isComplete = true;
    for (var t = 0; t < draft.size(); t++) {
      if (takesPart[t] && draft.txns().get(t).writes(key) && !order.contains(t)) {
        isComplete = false;
        if (maySee(t, reads(t, key), order.getLast())) {
          order.add(t);
          var holds = everyOrder(key, order, at, world, claim);
          order.removeLast();
          if (!holds) {
            return false;
          }
        }
      }
    }
    return !isComplete
        || everySource(0, new Register(List.copyOf(order), new HashMap<>()), at, world, claim);
  }

  private boolean everySource(
      int reader,
      Register register,
      int at,
      Map<Integer, Register> world,
      Predicate<Map<Integer, Register>> claim) {
    var key = keys.get(at);
    if (reader == draft.size()) {
      world.put(key, register);
      return everyKey(at + 1, world, claim);
    }
    var told = takesPart[reader] ? reads(reader, key) : List.<Draft.Op>of();
    if (told.isEmpty()) {
      return everySource(reader + 1, register, at, world, claim);
    }
    var own = register.order().indexOf(reader);
    for (var i = 0; i < register.order().size(); i++) {
      var source = register.order().get(i);
      if (source != reader && maySee(reader, told, source) && (own < 0 || own == i + 1)) {
        register.sources().put(reader, source);
        if (!everySource(reader + 1, register, at, world, claim)) {
          return false;
        }
      }
    }
    register.sources().remove(reader);
    return true;
  }

  /** What is known of what a transaction saw of a key before it wrote it. */
  private List<Draft.Op> reads(int t, int key) {
    var told = new ArrayList<Draft.Op>();
    for (var op : draft.txns().get(t).ops()) {
      if (op.key() == key && op.writes()) {
        break;
      }
      if (op.key() == key && op.tells()) {
        told.add(op);
      }
    }
    return told;
  }

  private boolean maySee(int reader, List<Draft.Op> told, int source) {
    return told.stream().allMatch(read -> maySee(reader, read, source));
  }

  private boolean maySee(int reader, Draft.Op read, int source) {
    var isOther = read.kind() == History.READ_OTHER;
    if (source == Edge.INITIAL) {
      return isOther != draft.meansInitial(reader, read.key(), read.value());
    }
    var written = SingleReads.writesOf(draft.txns().get(source).ops(), read.key()).getLast();
    return written != Scalars.UNKNOWN && isOther != (written == read.value());
  }
}
