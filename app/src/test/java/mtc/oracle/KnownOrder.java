package mtc.oracle;

import java.util.ArrayList;
import java.util.List;
import mtc.history.History;
import mtc.history.Scalars;
import mtc.verdict.AnomalyKind;
import mtc.verdict.Edge;

/**
 * What a history tells of the versions of its keys without any choice, and so what an edge of a
 * counterexample may rest on.
 */
final class KnownOrder {
  /** The read's writer is not known. */
  static final int NOBODY = -2;

  private final Draft draft;
  private final int n;

  KnownOrder(Draft draft) {
    this.draft = draft;
    this.n = draft.size();
  }

  List<Integer> writes(int t, int key) {
    return SingleReads.writesOf(draft.txns().get(t).ops(), key);
  }

  boolean isWriter(int t, int key) {
    return draft.txns().get(t).mayHaveCommitted() && draft.txns().get(t).writes(key);
  }

  /** The first read of the key that precedes the transaction's own writes of it; null if none. */
  Draft.Op externalRead(int t, int key) {
    var own = 0;
    for (var op : draft.txns().get(t).ops()) {
      if (op.key() != key) {
        continue;
      }
      if (op.kind() == History.READ_LIST) {
        // A list shows what was there before the transaction's own appends, also after them.
        var others = op.list().size() - own;
        return others < 0 ? null : Draft.Op.readList(key, op.list().subList(0, others));
      }
      if (op.kind() == History.READ && op.value() != Scalars.UNKNOWN && own == 0) {
        return op;
      }
      own += op.writes() ? 1 : 0;
    }
    return null;
  }

  /** Who wrote what t read of the key: a transaction, {@link Edge#INITIAL} or {@link #NOBODY}. */
  int writerReadBy(int t, int key) {
    var read = externalRead(t, key);
    if (read == null) {
      return NOBODY;
    }
    var isList = read.kind() == History.READ_LIST;
    if (isList ? read.list().isEmpty() : draft.meansInitial(t, key, read.value())) {
      return Edge.INITIAL;
    }
    var value = isList ? read.list().getLast() : read.value();
    var writer = NOBODY;
    for (var s = 0; s < n; s++) {
      if (s != t && isWriter(s, key) && writes(s, key).getLast().equals(value)) {
        if (writer != NOBODY) {
          return NOBODY;
        }
        writer = s;
      }
    }
    return writer;
  }

  /** Whether a's version of the key is before b's, whatever is open; a may be the initial one. */
  boolean precedes(int key, int a, int b) {
    if (a == b || !isWriter(b, key) || a != Edge.INITIAL && !isWriter(a, key)) {
      return false;
    }
    return a == Edge.INITIAL || (draft.isList(key) ? inLists(key, a, b) : inChains(key, a, b));
  }

  private boolean inChains(int key, int a, int b) {
    return descends(key, b, a) || descends(key, a, Edge.INITIAL) && !descends(key, b, Edge.INITIAL);
  }

  /** Whether b overwrote what a wrote, or overwrote what such a one wrote, and so on. */
  private boolean descends(int key, int b, int a) {
    var at = b;
    for (var steps = 0; steps <= n; steps++) {
      at = writerReadBy(at, key);
      if (at == a) {
        return true;
      }
      if (at < 0) {
        return false;
      }
    }
    return false;
  }

  /**
   * The first transaction of the chain that t reads from or begins, {@link Edge#INITIAL} for that
   * of the initial version, {@link #NOBODY} if t is in none.
   */
  int chain(int t, int key) {
    var at = t;
    for (var steps = 0; steps <= n; steps++) {
      var writer = writerReadBy(at, key);
      if (writer == Edge.INITIAL) {
        return Edge.INITIAL;
      }
      if (writer == NOBODY) {
        return isWriter(at, key) ? at : NOBODY;
      }
      at = writer;
    }
    return NOBODY;
  }

  /**
   * Where reads contradict each other or their own transaction, each side may be believed: a cycle
   * shows just that they do.
   */
  private boolean inLists(int key, int a, int b) {
    return inLists(key, a, b, lists(key, false, false))
        || inLists(key, a, b, lists(key, true, false))
        || inLists(key, a, b, lists(key, false, true))
        || inLists(key, a, b, lists(key, true, true));
  }

  private boolean inLists(int key, int a, int b, List<List<Integer>> lists) {
    for (var first : writes(a, key)) {
      for (var second : writes(b, key)) {
        if (precedes(first, second, lists, lists(key, false, false))
            || precedes(first, second, lists, lists(key, true, false))
            || precedes(first, second, lists, lists)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Elements that no read shows come after all those that one shows, or that follow it. */
  private static boolean precedes(
      Integer first, Integer second, List<List<Integer>> lists, List<List<Integer>> read) {
    var isSeen = lists.stream().anyMatch(list -> list.contains(first));
    var otherIsSeen = read.stream().anyMatch(list -> list.contains(second));
    return isSeen
        && (!otherIsSeen
            || lists.stream()
                .anyMatch(
                    list -> list.contains(first) && list.indexOf(first) < list.indexOf(second)));
  }

  /** The lists that were read, and if asked for what each reader's own appends made of its list. */
  private List<List<Integer>> lists(int key, boolean onlyConsistent, boolean alsoAppended) {
    var lists = new ArrayList<List<Integer>>();
    for (var t = 0; t < n; t++) {
      var txn = draft.txns().get(t);
      var external = externalRead(t, key);
      if (alsoAppended && external != null && txn.mayHaveCommitted()) {
        var after = new ArrayList<>(external.elements());
        after.addAll(writes(t, key));
        lists.add(after);
      }
      for (var i = 0; i < txn.ops().size() && txn.mayHaveCommitted(); i++) {
        var op = txn.ops().get(i);
        if (op.kind() == History.READ_LIST
            && op.key() == key
            && !(onlyConsistent
                && (SingleReads.listHas(AnomalyKind.NON_REPEATABLE_READS, draft, t, i)
                    || SingleReads.listHas(AnomalyKind.NOT_MY_OWN_WRITE, draft, t, i)))) {
          lists.add(op.list());
        }
      }
    }
    return lists;
  }
}
