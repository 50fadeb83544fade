package mtc.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

  /**
   * Each is found.
   *
   * @param isByValue whether most are found by value, or by hash, at the first look; null if those
   *     of small values are looked for by value in vain
   */
  private static void assertFound(Values values, int keys, Boolean isByValue) {
    assertFound(values, keys, isByValue, TRANSACTIONS);
  }

  /** The same where the table was told of so many writes. */
  private static void assertFound(Values values, int keys, Boolean isByValue, int writeCount) {
    for (var seed = 0; seed < 3; seed++) {
      var history = history(values, keys, new Random(seed));
      var writers = new HashMap<Long, Integer>();
      var versions = new Versions(history);
      var table = new VersionTable(versions, writeCount, greatestWritten(history));
      for (var op = 0; op < TRANSACTIONS; op++) {
        if (history.kind(op) == History.WRITE) {
          table.add(op);
          writers.merge(version(history, op), op, (_, _) -> VersionTable.SEVERAL);
        }
      }
      assertEquals(writers.size(), table.size());
      assertEquals(writers.containsValue(VersionTable.SEVERAL), table.hasRepeatedValues());
      var found = 0;
      var foundAtOnce = 0;
      for (var op = 0; op < TRANSACTIONS; op++) {
        var expected = writers.getOrDefault(version(history, op), VersionTable.NOBODY);
        assertEquals(expected, table.find(history.key(op), history.value(op)), "operation " + op);
        found += expected >= 0 ? 1 : 0;
        foundAtOnce += expected >= 0 && expected == likely(table, op) ? 1 : 0;
      }
      if (isByValue != null) {
        assertEquals(isByValue, table.isByValue());
        assertTrue(2 * foundAtOnce > found, foundAtOnce + " of " + found);
      }
    }
  }

  private static int likely(VersionTable table, int op) {
    var places = new int[] {table.place(op), -1};
    table.likely(places, 1);
    assertEquals(-1, places[1]);
    return places[0];
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
    assertFound((write, _, _) -> write, 500, true);
  }

  @Test
  void valuesThatCountTheWritesOfAKey() {
    var counts = new int[500];
    assertFound((_, key, _) -> counts[key]++, 500, null);
  }

  @Test
  void valuesUpToTheLargestThatHaveAPlace() {
    assertFound((write, _, _) -> 2 * write, 500, null);
  }

  @Test
  void fewValues() {
    assertFound((_, _, random) -> random.nextInt(50), 3000, false);
  }

  @Test
  void valuesOfBothKinds() {
    assertFound(
        (write, _, random) -> random.nextBoolean() ? write : random.nextInt(1000), 700, null);
  }

  @Test
  void valuesOfWhichMostKeysHaveOne() {
    assertFound((write, _, random) -> random.nextBoolean() ? write : 0, 20_000, null);
    assertFound((write, _, random) -> random.nextBoolean() ? write : -7, 20_000, null);
    assertFound((write, _, _) -> write > 1000 ? write : 1, 20_000, true);
    assertFound((write, _, _) -> write > 20_000 ? 3 : write, 20_000, null);
    assertFound((_, _, random) -> random.nextInt(3) > 0 ? 7 : random.nextInt(50), 20_000, null);
    // The table by value is given up after that by key was begun.
    assertFound((write, _, _) -> write < 8000 ? 1 : write, 20_000, null, 1);
  }

  @Test
  void valuesThatAreNoSmallIntegers() {
    assertFound((write, _, _) -> Integer.MAX_VALUE - write, 500, null);
    assertFound((write, _, _) -> -write, 500, null);
  }

  @Test
  void theFirstAndTheLastValueAreFoundAtOnce() {
    var builder = new HistoryBuilder("test");
    builder.begin(0, 0, 1);
    var key = builder.key(builder.scalars().integer(0));
    for (var value = 0; value < 7; value++) {
      builder.operation(History.WRITE, key, value);
    }
    for (var value = 0; value <= 7; value++) {
      builder.operation(History.READ, key, value);
    }
    builder.end(Status.COMMITTED);
    var history = builder.build();
    var table = new VersionTable(new Versions(history), 7, 6);
    for (var write = 0; write < 7; write++) {
      table.add(write);
    }
    for (var read = 7; read < 14; read++) {
      assertEquals(read - 7, likely(table, read));
    }
    assertEquals(0, likely(table, 14), "nobody wrote that");
    assertEquals(VersionTable.NOBODY, table.find(key, 7));
  }

  @Test
  void valuesThatAreHashedAreMostlyFoundAtTheFirstLook() {
    var builder = new HistoryBuilder("test");
    builder.begin(0, 0, 1);
    for (var i = 0; i < 1000; i++) {
      var key = builder.key(builder.scalars().integer(i % 50));
      builder.operation(History.WRITE, key, builder.scalars().integer(-1 - i / 50));
    }
    builder.end(Status.COMMITTED);
    var history = builder.build();
    var table = new VersionTable(new Versions(history), 1000, -1);
    assertFalse(table.isByValue());
    for (var write = 0; write < 1000; write++) {
      table.add(write);
    }
    var foundAtOnce = 0;
    for (var write = 0; write < 1000; write++) {
      foundAtOnce += likely(table, write) == write ? 1 : 0;
    }
    assertTrue(foundAtOnce > 500, "at once: " + foundAtOnce);
  }
}
