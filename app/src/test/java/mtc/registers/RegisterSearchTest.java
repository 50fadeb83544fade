package mtc.registers;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.TreeSet;
import mtc.registers.RegisterSearch.Result;
import mtc.solve.Budget;
import org.junit.jupiter.api.Test;

class RegisterSearchTest {
  private static final int ABSENT = -1;

  @Test
  void agreesWithTryingEveryOrder() {
    var random = new SplittableRandom(7);
    var linearizable = 0;
    for (var i = 0; i < 60_000; i++) {
      var operations = randomOperations(random);
      var search = new RegisterSearch(operations, ABSENT);
      var expected = canFinish(operations, 0, ABSENT);
      assertEquals(
          expected ? Result.LINEARIZABLE : Result.NOT_LINEARIZABLE, search.run(Budget.UNLIMITED));
      if (expected) {
        linearizable++;
        assertReplays(operations, search.linearization());
      } else {
        assertTrue(contains(search.stuckWindow(), search.stuckOperation()));
        assertLeadsFurthest(operations, search);
      }
    }
    assertTrue(linearizable > 10_000 && linearizable < 50_000, "both answers: " + linearizable);
  }

  /** By the definition: some operation that nothing undone precedes takes effect next. */
  private static boolean canFinish(RegisterOperations ops, int done, int value) {
    var finished = true;
    for (var o = 0; o < ops.size(); o++) {
      finished &= (done >> o & 1) == 1 || ops.isOptional(o);
    }
    if (finished) {
      return true;
    }
    for (var o = 0; o < ops.size(); o++) {
      if ((done >> o & 1) == 0 && mayBeNext(ops, done, o) && ops.isEnabled(o, value)) {
        var then = ops.sets[o] ? ops.set[o] : value;
        if (canFinish(ops, done | 1 << o, then)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * By the definition: of all orders of operations that have begun when the stuck one ends, and
   * with all in them that had ended before, the longest; and what the register may hold after one.
   */
  private static void assertLeadsFurthest(RegisterOperations ops, RegisterSearch search) {
    var found = search.deadEnd(Budget.UNLIMITED);
    var stuck = search.stuckOperation();
    var done = 0;
    var value = ABSENT;
    for (var o : found.order()) {
      assertTrue(mayBeNext(ops, done, o) && ops.isEnabled(o, value) && o != stuck);
      value = ops.sets[o] ? ops.set[o] : value;
      done |= 1 << o;
    }
    assertTrue(hasAllEndedBefore(ops, done, stuck));
    var values = new TreeSet<Integer>();
    var longest = longest(ops, 0, ABSENT, stuck, values);
    assertEquals(longest, found.order().length);
    assertEquals(values, new TreeSet<>(Arrays.stream(found.possible()).boxed().toList()));
  }

  private static int longest(
      RegisterOperations ops, int done, int value, int stuck, TreeSet<Integer> values) {
    var longest = -1;
    if (hasAllEndedBefore(ops, done, stuck)) {
      longest = Integer.bitCount(done);
      values.add(value);
    }
    for (var o = 0; o < ops.size(); o++) {
      var then = ops.sets[o] ? ops.set[o] : value;
      var isIdle = ops.isOptional(o) && then == value;
      if ((done >> o & 1) == 0
          && o != stuck
          && !isIdle
          && ops.start[o] <= ops.end[stuck]
          && mayBeNext(ops, done, o)
          && ops.isEnabled(o, value)) {
        longest = Math.max(longest, longest(ops, done | 1 << o, then, stuck, values));
      }
    }
    return longest;
  }

  private static boolean hasAllEndedBefore(RegisterOperations ops, int done, int stuck) {
    for (var o = 0; o < ops.size(); o++) {
      // Of those that end at one moment, the search takes the first one first.
      var hasEnded = ops.end[o] < ops.end[stuck] || ops.end[o] == ops.end[stuck] && o < stuck;
      if (hasEnded && (done >> o & 1) == 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean mayBeNext(RegisterOperations ops, int done, int next) {
    for (var o = 0; o < ops.size(); o++) {
      if ((done >> o & 1) == 0 && ops.end[o] < ops.start[next]) {
        return false;
      }
    }
    return true;
  }

  private static void assertReplays(RegisterOperations ops, int[] order) {
    var value = ABSENT;
    var done = 0;
    for (var o : order) {
      assertTrue(mayBeNext(ops, done, o) && ops.isEnabled(o, value));
      value = ops.sets[o] ? ops.set[o] : value;
      done |= 1 << o;
    }
    for (var o = 0; o < ops.size(); o++) {
      assertTrue((done >> o & 1) == 1 || ops.isOptional(o));
    }
  }

  private static boolean contains(int[] items, int wanted) {
    for (var item : items) {
      if (item == wanted) {
        return true;
      }
    }
    return false;
  }

  private static RegisterOperations randomOperations(SplittableRandom random) {
    var operations = new RegisterOperations();
    var values = random.nextInt(1, 4);
    for (var i = random.nextInt(1, 9); i > 0; i--) {
      var start = random.nextInt(12);
      var end = random.nextInt(6) == 0 ? RegisterOperations.NEVER : start + random.nextInt(6);
      var value = random.nextInt(values);
      switch (random.nextInt(7)) {
        case 0, 1, 2 -> operations.read(start, end, random.nextInt(9) == 0 ? ABSENT : value);
        case 3 -> operations.readOther(start, end, value);
        case 4 -> operations.compareAndSet(start, end, random.nextInt(-1, values), value);
        default -> operations.write(start, end, value);
      }
    }
    return operations;
  }

  @Test
  void aWriteOfTheValueThatIsThereMayBeNeededLater() {
    var operations = new RegisterOperations();
    operations.write(0, 1, 1);
    operations.write(2, 9, 1);
    operations.write(3, 4, 2);
    operations.read(5, 6, 2);
    operations.read(7, 8, 1);
    var search = new RegisterSearch(operations, ABSENT);
    assertEquals(Result.LINEARIZABLE, search.run(Budget.UNLIMITED));
    assertArrayEquals(new int[] {0, 2, 3, 1, 4}, search.linearization());
  }

  @Test
  void namesTheOperationThatNothingExplainsAndItsWindow() {
    var operations = new RegisterOperations();
    operations.write(0, 1, 1);
    operations.write(2, 10, 2);
    operations.read(3, 4, 3);
    operations.read(20, 21, 1);
    var search = new RegisterSearch(operations, ABSENT);
    assertEquals(Result.NOT_LINEARIZABLE, search.run(Budget.UNLIMITED));
    assertEquals(2, search.stuckOperation());
    assertArrayEquals(new int[] {1, 2}, search.stuckWindow());
  }

  @Test
  void aHundredThousandOperationsOfTwentyClientsNeedNoSearchWorthTheName() {
    var random = new SplittableRandom(3);
    var operations = new RegisterOperations();
    var now = new long[20];
    var value = ABSENT;
    for (var i = 0; i < 100_000; i++) {
      // Each takes effect at moment 10 i, somewhere within its interval.
      var client = random.nextInt(20);
      var start = Math.max(now[client], 10L * i - random.nextInt(100));
      var end = 10L * i + random.nextInt(100);
      now[client] = end + 1;
      if (start > 10L * i) {
        continue;
      }
      var next = random.nextInt(5);
      switch (random.nextInt(4)) {
        case 0 -> operations.read(start, end, value);
        case 1 -> {
          operations.write(start, end, next);
          value = next;
        }
        case 2 -> {
          operations.compareAndSet(start, end, value, next);
          value = next;
        }
        default -> operations.readOther(start, end, value == next ? next + 1 : next);
      }
    }
    var search = new RegisterSearch(operations, ABSENT);
    assertEquals(Result.LINEARIZABLE, search.run(Budget.UNLIMITED));
    assertTrue(search.visitedConfigurations() < 20 * operations.size());
  }
}
