package mtc.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import mtc.check.CheckOptions;
import mtc.check.Checker;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.verdict.Level;
import mtc.verdict.Verdict.Outcome;
import org.junit.jupiter.api.Test;

/** Counters against a search through all orders: a refutation is one, and nothing is proved. */
class BoundsOracleTest {
  private record Did(boolean isAdd, int number, long start, long end, Status status) {}

  @Test
  void aCounterIsRefutedOnlyIfNoOrderExplainsItAndIsNeverProved() throws Exception {
    var random = new Random(3);
    var refuted = 0;
    var refutable = 0;
    for (var n = 0; n < 4000; n++) {
      var history = random(random);
      var outcome = check(history);
      var hasOrder = extend(history, 0, 0);
      var hasReads = history.stream().anyMatch(did -> !did.isAdd);
      refutable += hasOrder ? 0 : 1;
      refuted += outcome == Outcome.INVALID ? 1 : 0;
      assertTrue(outcome != Outcome.INVALID || !hasOrder, history::toString);
      assertTrue(outcome != Outcome.VALID || !hasReads, history::toString);
      var reads = history.stream().filter(did -> !did.isAdd).count();
      if (reads == 1 && history.stream().allMatch(did -> did.number == 1 || !did.isAdd)) {
        // One read of a counter that goes up by ones: what lies within the bounds can be had.
        assertEquals(!hasOrder, outcome == Outcome.INVALID, history::toString);
      }
    }
    assertTrue(refuted > 500 && refutable > refuted);
  }

  private static List<Did> random(Random random) {
    var history = new ArrayList<Did>();
    var clock = 0L;
    var sum = 0;
    var step = 1 + random.nextInt(2);
    for (var n = 2 + random.nextInt(5); n > 0; n--) {
      var start = 2 * Math.max(0, clock - random.nextInt(4));
      clock += 1 + random.nextInt(3);
      var end = 2 * clock + 1;
      if (random.nextBoolean()) {
        var chance = random.nextInt(8);
        var status =
            chance < 6 ? Status.COMMITTED : chance == 6 ? Status.ABORTED : Status.INDETERMINATE;
        var amount = (random.nextInt(2 * step + 1) - step) | 1;
        sum += status == Status.ABORTED ? 0 : amount;
        history.add(new Did(true, amount, start, end, status));
      } else {
        var seen = random.nextInt(3) == 0 ? sum + random.nextInt(5) - 2 : sum;
        history.add(new Did(false, seen, start, end, Status.COMMITTED));
      }
    }
    return history;
  }

  private static Outcome check(List<Did> history) throws Exception {
    var builder = new HistoryBuilder("test");
    builder.reservedInitialValue(Scalars.NIL);
    var calls = new Calls();
    for (var did : history) {
      var call = new Call();
      call.function = did.isAdd ? "add" : "read";
      call.session = builder.session(calls.size());
      call.status = did.status;
      call.id = calls.size();
      call.start = did.start;
      call.end = did.end;
      call.startNanos = Call.NO_TIME;
      call.endNanos = Call.NO_TIME;
      var value = did.isAdd ? call.invoked : call.answered;
      value.tag[0] = Value.SCALAR;
      value.code[0] = did.number;
      value.size = 1;
      calls.add(call);
    }
    new Counter().read(calls, builder);
    return new Checker(builder.build(), CheckOptions.DEFAULT).check(Level.SSER).outcome();
  }

  private static boolean extend(List<Did> history, int done, int sum) {
    var isOver = true;
    for (var i = 0; i < history.size(); i++) {
      var did = history.get(i);
      var isDone = (done >> i & 1) != 0;
      isOver &= isDone || did.status != Status.COMMITTED;
      if (!isDone
          && did.status != Status.ABORTED
          && (did.isAdd || did.number == sum)
          && !isPreceded(history, did, done)
          && extend(history, done | 1 << i, did.isAdd ? sum + did.number : sum)) {
        return true;
      }
    }
    return isOver;
  }

  private static boolean isPreceded(List<Did> history, Did did, int done) {
    for (var j = 0; j < history.size(); j++) {
      var other = history.get(j);
      if ((done >> j & 1) == 0 && other.status == Status.COMMITTED && other.end < did.start) {
        return true;
      }
    }
    return false;
  }
}
