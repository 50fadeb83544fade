package mtc.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Each block keeps its own numbers, in whatever page it is. */
class DifferencesTest {
  @Test
  void blocksOfAllWidthsLieBesideEachOther() {
    var random = new Random(1);
    var differences = new Differences();
    var places = new ArrayList<Integer>();
    // A page of a megabyte has room for a thousand blocks of the narrowest.
    for (var block = 0; block < 3000; block++) {
      var place = differences.add(random.nextInt(4));
      places.add(place);
      for (var i = 0; i < Differences.BLOCK; i += 1 + random.nextInt(100)) {
        differences.set(place, i, number(place, i));
      }
      differences.set(place, 0, number(place, 0));
      differences.set(place, Differences.MASK, number(place, Differences.MASK));
    }
    for (var place : places) {
      assertEquals(number(place, 0), differences.get(place, 0));
      assertEquals(number(place, Differences.MASK), differences.get(place, Differences.MASK));
    }
  }

  /** Some number that is as wide as those of the block. */
  private static long number(int place, int index) {
    var bits = 8 << Differences.width(place);
    return (place * 1024L + index) * 0x9E37_79B9_7F4A_7C15L >>> 64 - bits;
  }
}
