package mtc.column;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BitsTest {
  @Test
  void eachIsSetByItself() {
    for (var count : new int[] {1, 63, 64, 65, 1000}) {
      var random = new Random(count);
      var bits = new Bits(count);
      var expected = new BitSet();
      for (var i = 0; i < count; i++) {
        if (random.nextInt(3) == 0) {
          bits.set(i);
          expected.set(i);
        }
      }
      for (var i = 0; i < count; i++) {
        assertEquals(expected.get(i), bits.get(i), i + " of " + count);
      }
    }
  }
}
