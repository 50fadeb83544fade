package mtc.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import mtc.history.History;
import mtc.history.Status;

/** Makes a history that shows some fault as small as single steps can. */
final class Shrinker {
  /** Where mutants are looked for, that there is a fault is enough. */
  private static final boolean SHRINKS = !Boolean.getBoolean("mtc.unshrunk");

  private Shrinker() {}

  static Draft shrink(Draft draft, Predicate<Draft> fails) {
    var small = draft;
    for (var progress = SHRINKS; progress; ) {
      progress = false;
      for (var simpler : simplerOnes(small)) {
        if (fails.test(simpler)) {
          small = simpler;
          progress = true;
          break;
        }
      }
    }
    return small;
  }

  private static List<Draft> simplerOnes(Draft draft) {
    var simpler = new ArrayList<Draft>();
    for (var t = 0; t < draft.size(); t++) {
      simpler.add(draft.without(t));
    }
    for (var t = 0; t < draft.size(); t++) {
      var txn = draft.txns().get(t);
      for (var i = 0; i < txn.ops().size(); i++) {
        var fewer = new ArrayList<>(txn.ops());
        fewer.remove(i);
        simpler.add(draft.replacing(t, txn.with(fewer)));
        addShorterLists(draft, t, i, simpler);
      }
      if (txn.session() >= 0) {
        simpler.add(draft.replacing(t, txn.in(History.NO_SESSION)));
      }
      if (txn.status() == Status.ABORTED) {
        simpler.add(draft.replacing(t, txn.with(Status.COMMITTED)));
      }
    }
    if (draft.realTime()) {
      simpler.add(new Draft(draft.txns(), false, draft.initial(), draft.reserved()));
    }
    return simpler;
  }

  private static void addShorterLists(Draft draft, int t, int i, List<Draft> simpler) {
    var txn = draft.txns().get(t);
    var op = txn.ops().get(i);
    for (var e = 0; op.list() != null && e < op.list().size(); e++) {
      var list = new ArrayList<>(op.list());
      list.remove(e);
      var ops = new ArrayList<>(txn.ops());
      ops.set(i, Draft.Op.readList(op.key(), list));
      simpler.add(draft.replacing(t, txn.with(ops)));
    }
  }
}
