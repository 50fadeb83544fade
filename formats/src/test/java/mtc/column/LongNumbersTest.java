package mtc.column;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Random;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

class LongNumbersTest {
  private static final int MENTIONS = 20_000;

  /** Holds numbers against those of a map, while they are given and afterwards. */
  private static void assertNumbered(IntToLongFunction keys) {
    var expected = new HashMap<Long, Integer>();
    var numbers = new LongNumbers();
    for (var mention = 0; mention < MENTIONS; mention++) {
      var key = keys.applyAsLong(mention);
      var known = expected.get(key);
      assertEquals(known == null ? -1 : known, numbers.find(key));
      expected.putIfAbsent(key, expected.size());
      assertEquals(expected.get(key), numbers.number(key));
      assertEquals(expected.size(), numbers.size());
      numbers.expectNumbered(numbers.expect(key + 1));
    }
    for (var entry : expected.entrySet()) {
      assertEquals(entry.getValue(), numbers.number(entry.getKey()));
      assertEquals(entry.getKey(), numbers.key(entry.getValue()));
    }
    assertEquals(expected.size(), numbers.size());
  }

  @Test
  void keysInARow() {
    assertNumbered(mention -> mention);
  }

  @Test
  void keysThatComeAgain() {
    var random = new Random(1);
    assertNumbered(_ -> random.nextInt(3000) - 1500L);
  }

  @Test
  void keysOfAllBits() {
    var random = new Random(2);
    assertNumbered(_ -> random.nextLong());
  }

  /** The inverse of the hash's factor: only what the slots keep of the hash tells these apart. */
  @Test
  void keysWhoseHashesBeginAtTheSamePlace() {
    assertNumbered(mention -> ((long) (mention % 700) << 52) * 0xF1DE83E19937733DL);
  }

  /** Of these not even the hashes differ. */
  @Test
  void keysOfTheSameHash() {
    assertNumbered(mention -> mention % 700 * 0xF1DE83E19937733DL);
  }

  @Test
  void keyIsNewOnce() {
    var numbers = new LongNumbers();
    assertTrue(numbers.add(0));
    assertFalse(numbers.add(0));
    assertTrue(numbers.add(-1));
  }
}
