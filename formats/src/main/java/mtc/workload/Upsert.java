package mtc.workload;

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
  public boolean recognises(Calls calls) {
    return calls.has("upsert") && calls.hasOnly("upsert", "read");
  }

  @Override
  public void read(Calls calls, HistoryBuilder into) throws InputException {
    var out = new Transactions(into);
    var open = new Unanswered(calls, out);
    var call = new Call();
    for (var i = 0; i < calls.size(); i++) {
      calls.get(i, call);
      var isKeyed = call.asked().isKeyed();
      var key = into.key(isKeyed ? call.asked().scalar(1, out.scalars) : out.keyword("entity"));
      var at = call.answered.isKeyed() && isKeyed ? 2 : 0;
      if (call.function.equals("read")) {
        read(call, key, at, out, open);
      } else {
        upsert(call, i, key, at, out, open);
      }
    }
    open.explain((key, uid) -> create(out, key, uid));
  }

  private static void upsert(Call call, int i, int key, int at, Transactions out, Unanswered open) {
    var answer = call.answered;
    if (call.isOk() && answer.isScalar(at) && !answer.isNil(at)) {
      open.wrote(key, answer.scalar(at, out.scalars));
      out.begin(call);
      create(out, key, answer.scalar(at, out.scalars));
      out.end(call);
    } else if (call.status != Status.ABORTED) {
      open.call(key, i);
    }
  }

  private static void create(Transactions out, int key, int uid) {
    out.read(key, Scalars.NIL);
    out.write(key, uid);
  }

  private static void read(Call call, int key, int at, Transactions out, Unanswered open)
      throws InputException {
    if (!call.isOk()) {
      return;
    }
    var answer = call.answered;
    out.begin(call);
    if (answer.isElements(at) && answer.after(at) > at + 1) {
      for (var uid = at + 1; uid < answer.after(at); uid++) {
        if (!answer.isScalar(uid)) {
          throw call.error("expected uids, found " + answer.describe(uid, out.scalars));
        }
        out.read(key, answer.scalar(uid, out.scalars));
        open.saw(key, answer.scalar(uid, out.scalars));
      }
    } else if (answer.isElements(at) || answer.size == 0 || answer.isNil(at)) {
      out.read(key, Scalars.NIL);
    } else {
      throw call.error("expected a list of uids, found " + answer.describe(at, out.scalars));
    }
    out.end(call);
  }
}
