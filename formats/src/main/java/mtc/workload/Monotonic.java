package mtc.workload;

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
  public boolean recognises(Calls calls) {
    return calls.has("inc")
        && calls.hasOnly("inc", "read")
        && calls.any(call -> call.answered.isMap(0) || call.invoked.isMap(0));
  }

  @Override
  public void read(Calls calls, HistoryBuilder into) throws InputException {
    var out = new Transactions(into);
    var open = new Unanswered(calls, out);
    var call = new Call();
    for (var i = 0; i < calls.size(); i++) {
      calls.get(i, call);
      switch (call.function) {
        case "inc" -> increment(call, i, out, open);
        case "read" -> read(call, out);
        default -> throw call.error("expected :inc or :read, found :" + call.function);
      }
    }
    noteWhatWasSeen(calls, out, open);
    open.explain((key, value) -> step(out, key, value));
  }

  private static void increment(Call call, int i, Transactions out, Unanswered open)
      throws InputException {
    var answer = call.answered;
    if (call.isOk() && isEntry(answer, out.scalars)) {
      var key = out.into.key(answer.scalar(1, out.scalars));
      open.wrote(key, answer.code[2]);
      out.begin(call);
      step(out, key, answer.code[2]);
      out.end(call);
      return;
    }
    var asked = call.asked();
    var at = asked.isMap(0) || asked.isVector() ? 1 : 0;
    if (!asked.isScalar(at)) {
      throw call.error("expected the key of a counter as the value of an :inc");
    }
    if (call.status != Status.ABORTED) {
      open.call(out.into.key(asked.scalar(at, out.scalars)), i);
    }
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

  /** A value that was seen, and with it all below. */
  private static void noteWhatWasSeen(Calls calls, Transactions out, Unanswered open) {
    var call = new Call();
    for (var i = 0; i < calls.size(); i++) {
      calls.get(i, call);
      var value = call.answered;
      var isIncrement = call.function.equals("inc");
      for (var at = 1; call.isOk() && value.isMap(0) && at + 1 < value.size; at += 2) {
        if (value.isScalar(at + 1) && isCount(value.scalar(at + 1, out.scalars), out.scalars)) {
          var key = out.into.key(value.scalar(at, out.scalars));
          var seen = value.code[at + 1] - (isIncrement ? 1 : 0);
          while (seen >= 0 && open.saw(key, seen) && !open.hasTooMany(key)) {
            seen--;
          }
        }
      }
    }
  }
}
