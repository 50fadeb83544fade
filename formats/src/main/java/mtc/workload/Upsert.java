package mtc.workload;

import java.util.List;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.source.InputException;

/**
 * Upserts (Dgraph's {@code upsert}): a call creates an entity unless there is one, and answers its
 * uid; a read returns the uids of all there are. That there are two is a lost update.
 */
final class Upsert implements Workload {
  @Override
  public String name() {
    return "upsert";
  }

  @Override
  public String level() {
    return "si";
  }

  @Override
  public String reading() {
    return "an :upsert that succeeds reads that there is no entity and writes its uid; a :read of"
        + " two uids reads both";
  }

  @Override
  public List<String> functions() {
    return List.of("upsert", "read");
  }

  @Override
  public boolean recognises(Calls calls) {
    return calls.has("upsert") && (!calls.any(Upsert::isOther) || calls.any(Upsert::tellsUids));
  }

  private static boolean tellsUids(Call call) {
    var at = answer(call);
    return call.function.equals("upsert")
        ? isAnswered(call)
        : call.isOk() && call.answered.isElements(at) && call.answered.isScalar(at + 1);
  }

  /** Whether a call answers what none does in this workload. */
  private static boolean isOther(Call call) {
    var at = answer(call);
    var isNothing = call.answered.isNothing() || call.answered.isNil(at);
    var isList = call.function.equals("read") && call.answered.isElements(at);
    return call.isOk() && !isNothing && !isList && !tellsUids(call);
  }

  @Override
  public void read(Calls calls, HistoryBuilder into) throws InputException {
    var out = Transactions.independent(calls, into);
    var open = new Unanswered(calls, out);
    var call = new Call();
    for (var i = 0; i < calls.size(); i++) {
      calls.get(i, call);
      note(call, i, out, open);
    }
    open.settle();
    for (var i = 0; i < calls.size(); i++) {
      calls.get(i, call);
      if (call.function.equals("read")) {
        read(call, out);
      } else if (isAnswered(call)) {
        out.begin(call);
        create(out, key(call, out), call.answered.scalar(answer(call), out.scalars));
        out.end(call);
      } else if (call.status != Status.ABORTED) {
        open.explain(key(call, out), call, (key, uid) -> create(out, key, uid));
      }
    }
    open.explainRest((key, uid) -> create(out, key, uid));
  }

  private static int key(Call call, Transactions out) {
    var asked = call.asked();
    return out.into.key(asked.isKeyed() ? asked.scalar(1, out.scalars) : out.keyword("entity"));
  }

  /** Where the answer begins: after the key, if it has one. */
  private static int answer(Call call) {
    return call.answered.isKeyed() && call.asked().isKeyed() ? 2 : 0;
  }

  private static boolean isAnswered(Call call) {
    var at = answer(call);
    return call.isOk() && call.answered.isScalar(at) && !call.answered.isNil(at);
  }

  private static void note(Call call, int i, Transactions out, Unanswered open) {
    var answer = call.answered;
    var at = answer(call);
    if (call.function.equals("read")) {
      for (var uid = at + 1;
          call.isOk() && answer.isElements(at) && uid < answer.after(at);
          uid++) {
        if (answer.isScalar(uid)) {
          open.saw(key(call, out), answer.scalar(uid, out.scalars));
        }
      }
    } else if (isAnswered(call)) {
      open.wrote(key(call, out), answer.scalar(at, out.scalars));
    } else if (call.status != Status.ABORTED) {
      open.call(key(call, out), i);
    }
  }

  private static void create(Transactions out, int key, int uid) {
    out.read(key, Scalars.NIL);
    out.write(key, uid);
  }

  private static void read(Call call, Transactions out) throws InputException {
    if (!call.isOk()) {
      return;
    }
    var answer = call.answered;
    var key = key(call, out);
    var at = answer(call);
    out.begin(call);
    if (answer.isElements(at) && answer.after(at) > at + 1) {
      for (var uid = at + 1; uid < answer.after(at); uid++) {
        if (!answer.isScalar(uid)) {
          throw call.error("expected uids, found " + answer.describe(uid, out.scalars));
        }
        out.read(key, answer.scalar(uid, out.scalars));
      }
    } else if (answer.isElements(at) || answer.size == 0 || answer.isNil(at)) {
      out.read(key, Scalars.NIL);
    } else {
      throw call.error("expected a list of uids, found " + answer.describe(at, out.scalars));
    }
    out.end(call);
  }
}
