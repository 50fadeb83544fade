package mtc.history;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Equal scalars have one number, others another, from 0 up as they come. */
class ScalarNumbersTest {
  @Test
  void scalarsOfAnySizeAreNumberedAsTheyCome() {
    // Up to 10 million: what is hashed at first is found by index once there are many names.
    for (var bound : new int[] {10, 1000, 5_000_000, 10_000_000, Integer.MAX_VALUE}) {
      var random = new Random(bound);
      var names = new ScalarNumbers();
      var numbers = new HashMap<Integer, Integer>();
      for (var i = 0; i < 700_000; i++) {
        var scalar = random.nextInt(20) == 0 ? -random.nextInt(bound) : random.nextInt(bound);
        var expected = numbers.computeIfAbsent(scalar, _ -> numbers.size());
        assertEquals(expected, names.number(scalar));
      }
      assertEquals(numbers.size(), names.size());
      numbers.forEach((scalar, number) -> assertEquals(scalar, names.scalar(number)));
    }
  }

  @Test
  void numbersAreExpectedWhereScalarsHaveSome() {
    var names = new ScalarNumbers();
    for (var scalar = 0; scalar < 100; scalar++) {
      names.number(7 * scalar);
    }
    var expected = new int[] {0, 7, 693, 8, 1 << 30, -1, 5};
    names.expect(expected, 6);
    assertArrayEquals(new int[] {0, 1, 99, 0, 0, 0, 5}, expected);
    assertEquals(100, names.size(), "expecting numbers nothing");
  }

  @Test
  void whenTheyAreCompleteTheyAreStillNames() {
    var names = new ScalarNumbers();
    for (var scalar = 0; scalar < 100; scalar++) {
      names.number(-scalar);
    }
    names.complete();
    assertEquals(100, names.size());
    for (var number = 0; number < 100; number++) {
      assertEquals(-number, names.scalar(number));
    }
  }
}
