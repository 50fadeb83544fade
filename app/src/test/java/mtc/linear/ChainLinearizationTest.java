package mtc.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import mtc.check.Log;
import mtc.history.History;
import mtc.history.Status;
import mtc.verdict.Anomaly;
import org.junit.jupiter.api.Test;

/** Blocks of a register that must both come before each other, pair by pair. */
class ChainLinearizationTest {
  /** Writes of different values and reads of any of them, on two keys, at random times. */
  private static History history(long seed) {
    var random = new Random(seed);
    var log = Log.builder();
    var keys = new int[] {log.key(log.scalars().string("x")), log.key(log.scalars().string("y"))};
    var count = 4 + random.nextInt(10);
    for (var t = 0; t < count; t++) {
      log.begin(History.NO_SESSION, t, t + 1);
      var isWrite = t < 3 || random.nextInt(3) == 0;
      var key = keys[random.nextInt(4) / 3];
      var value = isWrite ? t + 1 : 1 + random.nextInt(Math.min(t, 6));
      log.operation(isWrite ? History.WRITE : History.READ, key, value);
      var isOpen = isWrite && random.nextInt(8) == 0;
      var start = 10L * (t + random.nextInt(4));
      log.realTime(start, isOpen ? History.NEVER : start + 1 + random.nextInt(60));
      log.end(isOpen ? Status.INDETERMINATE : Status.COMMITTED);
    }
    return log.build();
  }

  private static List<Integer> block(Versions versions, int head) {
    var operations = new ArrayList<Integer>();
    for (var version = head; version != Versions.NONE; version = versions.next(version)) {
      operations.add(version);
      for (var reader = versions.reader(version);
          reader != Versions.NONE;
          reader = versions.reader(reader)) {
        operations.add(reader);
      }
    }
    return operations;
  }

  /** Whether some operation of a block ended before one of another started. */
  private static boolean mustPrecede(Versions versions, List<Integer> block, List<Integer> other) {
    var history = versions.history;
    for (var first : block) {
      for (var second : other) {
        if (history.end(versions.owner(first)) < history.start(versions.owner(second))) {
          return true;
        }
      }
    }
    return false;
  }

  @Test
  void twoBlocksThatMustBothComeFirstAreFound() {
    var found = 0;
    for (var seed = 0; seed < 1000; seed++) {
      var core = Groundwork.of(history(seed), 3);
      var versions = core.versions;
      var isConflict = false;
      for (var i = 0; i < core.chains.heads.size(); i++) {
        for (var j = 0; j < i; j++) {
          var one = core.chains.heads.get(i);
          var other = core.chains.heads.get(j);
          isConflict |=
              versions.history.key(one) == versions.history.key(other)
                  && mustPrecede(versions, block(versions, one), block(versions, other))
                  && mustPrecede(versions, block(versions, other), block(versions, one));
        }
      }
      var findings = new Findings(3);
      new ChainLinearization(core, new RealTime(versions, 0), findings).findConflicts();
      assertEquals(isConflict, !findings.isEmpty(), "seed " + seed);
      found += isConflict ? 1 : 0;
      for (var anomaly : findings.anomalies()) {
        for (var example : anomaly.examples()) {
          assertTrue(anomaly.realTime());
          assertEquals(1, example.alternatives().size());
        }
      }
    }
    assertTrue(found > 100 && found < 900, "found " + found);
  }

  /** Both that reach furthest end with the same start: the first of them is held against others. */
  @Test
  void everyBlockIsCountedThatConflictsWithWhatReachesFurthest() {
    var core =
        Groundwork.of(
            Log.of(
                """
                - 0-1 : w(x,1)
                - 2-5 : w(x,2)
                - 4-6 : w(x,3)
                - 20-21 : r(x,1)
                - 20-22 : r(x,2)
                """),
            3);
    var findings = new Findings(3);
    new ChainLinearization(core, new RealTime(core.versions, 0), findings).findConflicts();
    assertEquals(2, findings.anomalies().stream().mapToLong(Anomaly::count).sum());
  }

  @Test
  void registersAreOfOneKeyEach() {
    assertOfRegisters(true, true, "- : r(x,0) w(x,1)\n- : w(y,1)");
    assertOfRegisters(false, false, "- : r(x,0) w(y,1)");
    assertOfRegisters(true, false, "- : r(x,0)\n- ?: w(x,1) w(y,1)");
    assertOfRegisters(true, true, "- : r(x,0)\n- !: w(x,1) w(y,1)");
    assertOfRegisters(false, false, "- : o(x,1) w(x,2)");
    assertOfRegisters(false, false, "- : w(x,2) o(x,1)");
  }

  private static void assertOfRegisters(boolean isOne, boolean mayBe, String log) {
    var versions = Groundwork.of(Log.of(log), 1).versions;
    assertEquals(isOne, ChainLinearization.isOfRegisters(versions), log);
    assertEquals(mayBe, ChainLinearization.mayAllBeOfRegisters(versions), log);
    assertFalse(mayBe && !isOne);
  }
}
