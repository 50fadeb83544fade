package mtc.history;

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
}
