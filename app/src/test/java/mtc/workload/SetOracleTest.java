package mtc.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import mtc.check.CheckOptions;
import mtc.check.Checker;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.solve.Budget;
import mtc.verdict.Level;
import mtc.verdict.Verdict.Outcome;
import org.junit.jupiter.api.Test;

/** Sets, written out and abbreviated, against a search through all orders of the calls. */
class SetOracleTest {
  private static final int HISTORIES = 4000;

  /** In the place of the element that a read lists twice. */
  private static final int NONE = 31;

  /** An addition of an element, or a read of some, as bits; it may list one of them twice. */
  private record Did(
      boolean isAdd, int element, int seen, int session, long start, long end, Status status) {
    boolean seesTwice() {
      return !isAdd && (seen >> element & 1) != 0;
    }
  }

  private enum Reading {
    WRITTEN_OUT(Long.MAX_VALUE, 0),
    IN_STATES(0, 100),
    WITH_MOMENTS(0, 0);

    final long limit;
    final int few;

    Reading(long limit, int few) {
      this.limit = limit;
      this.few = few;
    }
  }

  @Test
  void writtenOutAndAbbreviatedSetsAreDecidedAsASearchThroughAllOrdersDoes() throws Exception {
    var random = new Random(7);
    var outcomes = new int[2][2];
    for (var n = 0; n < HISTORIES; n++) {
      var history = random(random);
      for (var level : List.of(Level.SSER, Level.SER)) {
        var isValid = hasOrder(history, level == Level.SSER, true);
        outcomes[level == Level.SSER ? 0 : 1][isValid ? 0 : 1]++;
        var expected = isValid ? Outcome.VALID : Outcome.INVALID;
        for (var reading : Reading.values()) {
          var what = level + " of " + history + " read " + reading;
          assertEquals(expected, check(history, reading, level), what);
        }
      }
      for (var level : List.of(Level.SI, Level.STRONG_SI, Level.PREFIX)) {
        var outcome = check(history, Reading.WRITTEN_OUT, level);
        assertEquals(outcome, check(history, Reading.IN_STATES, level), history::toString);
        assertEquals(outcome, check(history, Reading.WITH_MOMENTS, level), history::toString);
      }
    }
    for (var ofLevel : outcomes) {
      assertTrue(ofLevel[0] > HISTORIES / 20 && ofLevel[1] > HISTORIES / 20);
    }
  }

  private static Outcome check(List<Did> history, Reading reading, Level level) throws Exception {
    var builder = new HistoryBuilder("test");
    builder.reservedInitialValue(Scalars.NIL);
    new SetReader(new GrowingSet(), calls(history, builder), builder)
        .read(reading.limit, reading.few);
    var options = CheckOptions.DEFAULT.searching(() -> Budget.UNLIMITED);
    return new Checker(builder.build(), options).check(level).outcome();
  }

  private static Calls calls(List<Did> history, HistoryBuilder builder) {
    var calls = new Calls();
    var id = 0;
    for (var did : history) {
      var call = new Call();
      call.function = did.isAdd ? "add" : "read";
      call.session = builder.session(did.session);
      call.status = did.status;
      call.id = id++;
      call.line = id;
      call.start = did.start;
      call.end = did.end;
      call.startNanos = Call.NO_TIME;
      call.endNanos = Call.NO_TIME;
      if (did.isAdd) {
        add(call.invoked, Value.SCALAR, did.element);
      } else {
        add(call.invoked, Value.SCALAR, Scalars.NIL);
        var length = Integer.bitCount(did.seen) + (did.seesTwice() ? 1 : 0);
        add(call.answered, Value.VECTOR, 1 + length);
        for (var e = 0; e < 31; e++) {
          if ((did.seen >> e & 1) != 0) {
            add(call.answered, Value.SCALAR, e);
          }
        }
        if (did.seesTwice()) {
          add(call.answered, Value.SCALAR, did.element);
        }
      }
      calls.add(call);
    }
    return calls;
  }

  private static void add(Value to, byte tag, int code) {
    to.tag[to.size] = tag;
    to.code[to.size++] = code;
  }

  /** Runs a few sessions on a set, and then lets some reads see something else. */
  private static List<Did> random(Random random) {
    var history = new ArrayList<Did>();
    var time = new long[3];
    var elements = 2 + random.nextInt(4);
    var set = 0;
    var next = 0;
    var clock = 0L;
    for (var n = 3 + random.nextInt(6); n > 0; n--) {
      var session = random.nextInt(3);
      var start = Math.max(time[session], clock - random.nextInt(6));
      clock = Math.max(clock, start) + 1 + random.nextInt(2);
      var end = clock + random.nextInt(4);
      time[session] = end + 1;
      if (next < elements && random.nextInt(5) < 3) {
        var chance = random.nextInt(10);
        var status =
            chance < 7 ? Status.COMMITTED : chance < 9 ? Status.INDETERMINATE : Status.ABORTED;
        set |=
            status == Status.COMMITTED || status == Status.INDETERMINATE && random.nextBoolean()
                ? 1 << next
                : 0;
        history.add(new Did(true, next++, 0, session, start, end, status));
        if (status == Status.INDETERMINATE) {
          time[session] = end + 1;
        }
      } else {
        var seen = random.nextInt(3) == 0 ? set ^ 1 << random.nextInt(elements) : set;
        var twice = random.nextInt(20) == 0 ? random.nextInt(elements) : NONE;
        history.add(new Did(false, twice, seen, session, start, end, Status.COMMITTED));
      }
    }
    return history;
  }

  /** Whether the calls have an order that explains every read. */
  private static boolean hasOrder(List<Did> history, boolean inRealTime, boolean inSessions) {
    return extend(history, 0, 0, inRealTime, inSessions);
  }

  private static boolean extend(
      List<Did> history, int done, int set, boolean inRealTime, boolean inSessions) {
    var isOver = true;
    for (var i = 0; i < history.size(); i++) {
      var did = history.get(i);
      isOver &= (done >> i & 1) != 0 || did.status != Status.COMMITTED;
      var mayBeNext =
          (done >> i & 1) == 0
              && did.status != Status.ABORTED
              && (did.isAdd || did.seen == set && !did.seesTwice())
              && !isPreceded(history, i, done, inRealTime, inSessions);
      if (mayBeNext
          && extend(
              history,
              done | 1 << i,
              did.isAdd ? set | 1 << did.element : set,
              inRealTime,
              inSessions)) {
        return true;
      }
    }
    return isOver;
  }

  private static boolean isPreceded(
      List<Did> history, int i, int done, boolean inRealTime, boolean inSessions) {
    var did = history.get(i);
    for (var j = 0; j < history.size(); j++) {
      var other = history.get(j);
      var isBefore =
          inSessions && j < i && other.session == did.session
              || inRealTime && other.end < did.start;
      if ((done >> j & 1) == 0 && other.status == Status.COMMITTED && isBefore) {
        return true;
      }
    }
    return false;
  }

  @Test
  void aSetOfManyElementsThatIsReadManyTimesTakesAboutTheSizeOfTheLog() throws Exception {
    var history = new ArrayList<Did>();
    for (var n = 0; n < 2000; n++) {
      history.add(new Did(false, NONE, 0, 0, 2 * n, 2 * n + 1, Status.COMMITTED));
    }
    for (var n = 0; n < 2000; n++) {
      history.add(new Did(true, n, 0, 1, 2 * n, 2 * n + 1, Status.COMMITTED));
    }
    var builder = new HistoryBuilder("test");
    builder.reservedInitialValue(Scalars.NIL);
    new SetReader(new GrowingSet(), calls(history, builder), builder).read();
    History built = builder.build();
    assertTrue(built.operationCount() < 3 * history.size(), () -> "" + built.operationCount());
  }
}
