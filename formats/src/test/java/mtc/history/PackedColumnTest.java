package mtc.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever is put in a column comes out of it. */
class PackedColumnTest {
  private static final long[] SPREADS = {
    1, 2, 254, 255, 256, 65_534, 65_535, 65_536, 0xffff_fffeL, 0xffff_ffffL, 1L << 40
  };

  private static final double[] RISES = {
    1, -1, 2.5, 2.1, -46.3, 300, 1e5, -4.1e6, 4.2e6, 1e12, -1e16
  };

  @Test
  void valuesOfAnySpreadComeBack() {
    for (var seed = 0; seed < 200; seed++) {
      var random = new Random(seed);
      var spread = SPREADS[seed % SPREADS.length];
      var base = random.nextLong();
      var values = new long[1 + random.nextInt(5000)];
      for (var i = 0; i < values.length; i++) {
        values[i] =
            switch (random.nextInt(40)) {
              case 0 -> seed % 2 == 0 ? History.NEVER : base;
              case 1 -> base + spread;
              default -> base + random.nextLong(spread);
            };
      }
      assertComesBack(values, seed);
    }
  }

  @Test
  void valuesNearALineComeBack() {
    for (var seed = 0; seed < 200; seed++) {
      var random = new Random(seed);
      var rise = RISES[seed % RISES.length];
      var spread = SPREADS[random.nextInt(SPREADS.length)];
      var base = random.nextLong();
      var values = new long[1 + random.nextInt(5000)];
      for (var i = 0; i < values.length; i++) {
        var isOff = random.nextInt(40) == 0 && seed % 3 == 0;
        values[i] = isOff ? History.NEVER : base + (long) (rise * i) + random.nextLong(spread);
      }
      assertComesBack(values, seed);
    }
  }

  @Test
  void fewValuesAmongThoseThatNeverComeBack() {
    for (var known = 1; known <= 1024; known += 31) {
      var values = new long[2048];
      for (var i = 0; i < values.length; i++) {
        values[i] = i % 1024 < known ? 1000L * i : History.NEVER;
      }
      assertComesBack(values, known);
    }
  }

  private static void assertComesBack(long[] values, int seed) {
    var column = new PackedColumn();
    for (var i = 0; i < values.length; i++) {
      column.put(i, values[i]);
      assertEquals(values[i], column.get(i));
    }
    for (var i = 0; i < values.length; i++) {
      assertEquals(values[i], column.get(i), "value " + i + " of seed " + seed);
    }
    assertEquals(0, column.get(values.length));
  }

  @Test
  void extremesComeBack() {
    var values = new long[3000];
    for (var i = 0; i < values.length; i++) {
      values[i] = i < 1024 ? History.NEVER : i % 3 == 0 ? Long.MIN_VALUE : History.NEVER - i % 2;
    }
    assertComesBack(values, -1);
  }

  @Test
  void whatIsLeftOutIsZero() {
    var column = new PackedColumn();
    column.put(1500, 7);
    column.put(4000, 9);
    column.put(4000, 8);
    assertEquals(0, column.get(0));
    assertEquals(7, column.get(1500));
    assertEquals(0, column.get(3999));
    assertEquals(8, column.get(4000));
  }
}
