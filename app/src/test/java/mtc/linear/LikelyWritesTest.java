package mtc.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import mtc.check.Log;
import org.junit.jupiter.api.Test;

class LikelyWritesTest {
  /** Blind writes and their readers, each written by the reader of the one before, in any turn. */
  private static String log(Random random) {
    var lines = new ArrayList<String>();
    for (var t = 0; t < 12; t++) {
      lines.add(
          "- : r(y%d,%d) w(x,%d) w(y%d,%d)"
              .formatted(t % 2, Math.max(0, t - 1), t + 1, 1 - t % 2, t));
    }
    Collections.shuffle(lines, random);
    return String.join("\n", lines);
  }

  @Test
  void whatComesBeforeIsLeftOutAndNothingElse() {
    var random = new Random(5);
    var left = 0;
    for (var i = 0; i < 50; i++) {
      var core = Groundwork.of(Log.of(log(random)), 1);
      var history = core.versions.history;
      var likely = new LikelyOrder(core.graph(true));
      var writes = new LikelyWrites(core, likely);
      for (var t = 0; t < history.transactionCount(); t++) {
        for (var key = 0; key < history.keyCount(); key++) {
          var place = likely.place(t);
          var from = writes.firstFrom(key, place);
          var all = ofKey(writes, key);
          for (var at = 0; at < all.size(); at++) {
            var isBefore = rank(likely.place(core.versions.owner(all.get(at)))) < rank(place);
            assertEquals(isBefore, at + first(writes, key) < from);
            left += isBefore ? 1 : 0;
          }
        }
      }
    }
    assertTrue(left > 100, "left out " + left);
  }

  private static long rank(long place) {
    return place >> Integer.SIZE;
  }

  private static int first(LikelyWrites writes, int key) {
    return writes.firstFrom(key, 0);
  }

  /** Before any place at all. */
  private static List<Integer> ofKey(LikelyWrites writes, int key) {
    var all = new ArrayList<Integer>();
    for (var index = first(writes, key); ; index++) {
      var write = writes.at(key, index, Long.MAX_VALUE);
      if (write == Versions.NONE) {
        return all;
      }
      all.add(write);
    }
  }
}
