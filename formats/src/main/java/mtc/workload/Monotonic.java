package mtc.workload;

import java.util.List;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.source.InputException;

/**
 * Monotonic counters (TiDB's {@code monotonic}, Jepsen's {@code cycle}): a call adds one to a
 * counter, and its answer tells what to; others read several counters at once. Each value follows
 * the one below it, so that these are read-modify-writes with known versions.
 */
final class Monotonic implements Workload {
  private static final int NO_ROW = -1;

  @Override
  public String name() {
    return "monotonic";
  }

  @Override
  public String level() {
    return "ser";
  }

  @Override
  public String reading() {
    return "an :inc that answers {k v} reads k=v-1 and writes k=v; a :read reads all its keys";
  }

  @Override
  public List<String> functions() {
    return List.of("inc", "read");
  }

  @Override
  public boolean recognises(Calls calls) {
    return calls.has("inc") && calls.any(call -> call.answered.isMap(0) || call.invoked.isMap(0));
  }

  @Override
  public void read(Calls calls, HistoryBuilder into) throws InputException {
    var out = new Transactions(into);
    var open = new Unanswered(calls, out);
    note(calls, out, open);
    var call = new Call();
    for (var i = 0; i < calls.size(); i++) {
      calls.get(i, call);
      if (call.function.equals("inc")) {
        increment(call, out, open);
      } else {
        read(call, out);
      }
    }
    open.explainRest((key, value) -> step(out, key, value));
    if (open.mayRepeat()) {
      into.keepsUpdates("an :inc without an answer may have written what another one wrote");
    }
  }

  private static void increment(Call call, Transactions out, Unanswered open)
      throws InputException {
    if (isAnswered(call, out)) {
      out.begin(call);
      step(out, out.into.key(call.answered.scalar(1, out.scalars)), call.answered.code[2]);
      out.end(call);
    } else if (call.status != Status.ABORTED) {
      open.explain(asked(call, out), call, (key, value) -> step(out, key, value));
    }
  }

  private static boolean isAnswered(Call call, Transactions out) {
    return call.isOk() && isEntry(call.answered, out.scalars);
  }

  /** The key of a call whose answer does not tell it. */
  private static int asked(Call call, Transactions out) throws InputException {
    var asked = call.asked();
    var at = asked.isMap(0) || asked.isVector() ? 1 : 0;
    if (!asked.isScalar(at)) {
      throw call.error("expected the key of a counter as the value of an :inc");
    }
    return out.into.key(asked.scalar(at, out.scalars));
  }

  /** {@code {k v}}. */
  private static boolean isEntry(Value value, Scalars scalars) {
    return value.isMap(0)
        && value.size == 3
        && value.isScalar(1)
        && value.tag[2] == Value.SCALAR
        && isCount(value.code[2], scalars);
  }

  /** Small integers are their own codes. */
  private static boolean isCount(int scalar, Scalars scalars) {
    return scalars.isIntegral(scalar) && scalars.longValue(scalar) == scalar && scalar >= 0;
  }

  private static void step(Transactions out, int key, int value) {
    out.read(key, value == 0 ? Scalars.NIL : value - 1);
    out.write(key, value);
  }

  private static void read(Call call, Transactions out) throws InputException {
    if (!call.isOk()) {
      return;
    }
    var value = call.answered;
    if (!value.isMap(0)) {
      throw call.error("expected a map of counters, found " + value.describe(0, out.scalars));
    }
    out.begin(call);
    for (var at = 1; at + 1 < value.size; at += 2) {
      if (!value.isScalar(at) || !value.isScalar(at + 1)) {
        throw call.error("expected a number for each counter");
      }
      var seen = value.scalar(at + 1, out.scalars);
      out.read(out.into.key(value.scalar(at, out.scalars)), seen == NO_ROW ? Scalars.NIL : seen);
    }
    out.end(call);
  }

  /** Notes who got no answer, and what was seen. */
  private static void note(Calls calls, Transactions out, Unanswered open) throws InputException {
    var call = new Call();
    for (var i = 0; i < calls.size(); i++) {
      calls.get(i, call);
      if (!call.function.equals("inc")) {
        continue;
      }
      if (isAnswered(call, out)) {
        open.wrote(out.into.key(call.answered.scalar(1, out.scalars)), call.answered.code[2]);
      } else if (call.status != Status.ABORTED) {
        open.call(asked(call, out), i);
      }
    }
    for (var i = 0; i < calls.size(); i++) {
      calls.get(i, call);
      noteWhatWasSeen(call, out, open);
    }
    open.settle();
  }

  /** A value that was seen, and with it all below. */
  private static void noteWhatWasSeen(Call call, Transactions out, Unanswered open) {
    var value = call.answered;
    var isIncrement = call.function.equals("inc");
    for (var at = 1; call.isOk() && value.isMap(0) && at + 1 < value.size; at += 2) {
      if (value.isScalar(at + 1) && isCount(value.scalar(at + 1, out.scalars), out.scalars)) {
        var key = out.into.key(value.scalar(at, out.scalars));
        var seen = value.code[at + 1] - (isIncrement ? 1 : 0);
        var isNews = seen >= 0 && open.saw(key, seen);
        while (isNews && seen > 0 && !open.hasTooMany(key)) {
          isNews = open.follows(key, --seen);
        }
      }
    }
  }
}
