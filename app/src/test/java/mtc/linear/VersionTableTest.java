package mtc.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Random;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Status;
import org.junit.jupiter.api.Test;

/** Whatever values a workload has, who wrote one to a key is found. */
class VersionTableTest {
  private static final int TRANSACTIONS = 30_000;

  /** How a workload gives the values of writes. */
  private interface Values {
    int next(int write, int key, Random random);
  }

  private static History history(Values values, int keys, Random random) {
    var builder = new HistoryBuilder("test");
    for (var t = 0; t < TRANSACTIONS; t++) {
      builder.begin(t % 5, t, t);
      var key = builder.key(random.nextInt(keys));
      var value = builder.scalars().integer(values.next(t, key, random));
      builder.operation(random.nextInt(4) == 0 ? History.READ : History.WRITE, key, value);
      builder.end(Status.COMMITTED);
    }
    return builder.build();
  }

  private static void assertFound(Values values, int keys) {
    for (var seed = 0; seed < 3; seed++) {
      var history = history(values, keys, new Random(seed));
      var writers = new HashMap<Long, Integer>();
      var versions = new Versions(history);
      var table = new VersionTable(versions, TRANSACTIONS, greatestWritten(history));
      for (var op = 0; op < TRANSACTIONS; op++) {
        if (history.kind(op) == History.WRITE) {
          table.add(op);
          writers.merge(version(history, op), op, (_, _) -> VersionTable.SEVERAL);
        }
      }
      assertEquals(writers.size(), table.size());
      for (var op = 0; op < TRANSACTIONS; op++) {
        var expected = writers.getOrDefault(version(history, op), VersionTable.NOBODY);
        assertEquals(expected, table.find(history.key(op), history.value(op)), "operation " + op);
      }
    }
  }

  private static int greatestWritten(History history) {
    var greatest = -1;
    for (var op = 0; op < TRANSACTIONS; op++) {
      if (history.kind(op) == History.WRITE) {
        greatest = Math.max(greatest, history.value(op));
      }
    }
    return greatest;
  }

  private static long version(History history, int op) {
    return (long) history.key(op) << 32 | history.value(op) & 0xffff_ffffL;
  }

  @Test
  void valuesThatCountAllWrites() {
    assertFound((write, _, _) -> write, 500);
  }

  @Test
  void valuesThatCountTheWritesOfAKey() {
    var counts = new int[500];
    assertFound((_, key, _) -> counts[key]++, 500);
  }

  @Test
  void valuesUpToTheLargestThatHaveAPlace() {
    assertFound((write, _, _) -> 2 * write, 500);
  }

  @Test
  void fewValues() {
    assertFound((_, _, random) -> random.nextInt(50), 3000);
  }

  @Test
  void valuesOfBothKinds() {
    assertFound((write, _, random) -> random.nextBoolean() ? write : random.nextInt(1000), 700);
  }

  @Test
  void valuesThatAreNoSmallIntegers() {
    assertFound((write, _, _) -> Integer.MAX_VALUE - write, 500);
    assertFound((write, _, _) -> -write, 500);
  }
}
