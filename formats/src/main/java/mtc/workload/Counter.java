package mtc.workload;

import java.util.Arrays;
import java.util.List;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.source.InputException;

/**
 * A counter ({@code jepsen.checker/counter}): calls add to it, others read it. In real time, a read
 * must have counted all that was over before it began, and nothing that began after it was over. A
 * value that no such choice can make is one that nobody ever left there; whether the others fit
 * together is not decided.
 */
final class Counter implements Workload {
  @Override
  public String name() {
    return "counter";
  }

  @Override
  public String level() {
    return "sser";
  }

  @Override
  public String reading() {
    return "a :read beyond the sums that the :adds before and beside it can make reads what nobody"
        + " left there; what lies between is not decided";
  }

  @Override
  public List<String> functions() {
    return List.of("add", "read");
  }

  @Override
  public boolean recognises(Calls calls) {
    return calls.has("add")
        && calls.all("add", call -> call.asked().size == 1 && call.asked().isScalar(0))
        && calls.all("read", call -> !call.isOk() || call.answered.isScalar(0));
  }

  @Override
  public void read(Calls calls, HistoryBuilder into) throws InputException {
    into.onlyAt("the bounds of a counter come from real time", "sser", "lin");
    var out = new Transactions(into);
    var bounds = new Bounds(calls, out.scalars);
    var key = into.key(out.keyword("counter"));
    var call = new Call();
    for (var i = 0; i < calls.size(); i++) {
      calls.get(i, call);
      out.begin(call);
      if (call.function.equals("read") && call.isOk() && !call.answered.isNil(0)) {
        into.relaxed("whether all reads of a counter fit into one order is not decided");
        var seen = number(call, call.answered, out.scalars);
        var isPossible = bounds.least[i] <= seen && seen <= bounds.most[i];
        out.read(key, isPossible ? Scalars.UNKNOWN : out.scalars.integer(seen));
      }
      out.end(call);
    }
  }

  private static long number(Call call, Value value, Scalars scalars) throws InputException {
    var scalar = value.isScalar(0) ? value.scalar(0, scalars) : Scalars.NIL;
    if (!scalars.isIntegral(scalar)) {
      throw call.error("expected an integer, found " + value.describe(0, scalars));
    }
    return scalars.longValue(scalar);
  }

  /** By call: the least and the most that a read may return. */
  private static final class Bounds {
    final long[] least;
    final long[] most;

    Bounds(Calls calls, Scalars scalars) throws InputException {
      least = new long[calls.size()];
      most = new long[calls.size()];
      var amount = new long[calls.size()];
      var events = new long[2 * calls.size()];
      var count = 0;
      var call = new Call();
      for (var i = 0; i < calls.size(); i++) {
        calls.get(i, call);
        if (call.status != Status.ABORTED) {
          amount[i] = call.function.equals("add") ? number(call, call.asked(), scalars) : 0;
          events[count++] = call.start << 32 | (long) i << 1;
          if (call.isOk()) {
            events[count++] = call.end << 32 | (long) i << 1 | 1;
          }
        }
      }
      Arrays.sort(events, 0, count);
      try {
        sweep(events, count, amount);
      } catch (ArithmeticException e) {
        throw InputException.of("the sum of what the :adds add goes beyond 64 bits");
      }
    }

    /** Passes over all events: what has begun may count, what has ended must. */
    private void sweep(long[] events, int count, long[] amount) {
      var mayAdd = 0L;
      var mayTake = 0L;
      var added = 0L;
      var taken = 0L;
      for (var n = 0; n < count; n++) {
        var i = (int) (events[n] & 0xFFFF_FFFFL) >> 1;
        var isEnd = (events[n] & 1) != 0;
        if (!isEnd) {
          mayAdd = Math.addExact(mayAdd, Math.max(0, amount[i]));
          mayTake = Math.addExact(mayTake, Math.min(0, amount[i]));
          least[i] = added;
          most[i] = taken;
        } else {
          // Of one sign each they stay within what was begun.
          least[i] += mayTake;
          most[i] += mayAdd;
          added += Math.max(0, amount[i]);
          taken += Math.min(0, amount[i]);
        }
      }
    }
  }
}
