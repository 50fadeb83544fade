package mtc.column;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GroupsTest {
  @Test
  void aGroupKeepsTheOrderInWhichItsMembersCame() {
    var random = new Random(1);
    for (var round = 0; round < 200; round++) {
      var groupOf = random.ints(random.nextInt(40), -1, 5).toArray();
      var groups = Groups.of(5, groupOf);
      var all = new ArrayList<Integer>();
      for (var group = 0; group < 5; group++) {
        var expected = new ArrayList<Integer>();
        for (var i = 0; i < groupOf.length; i++) {
          if (groupOf[i] == group) {
            expected.add(i);
          }
        }
        var found = new ArrayList<Integer>();
        for (var place = groups.first(group); place < groups.end(group); place++) {
          found.add(groups.get(place));
        }
        assertEquals(expected, found);
        all.addAll(expected);
      }
      assertArrayEquals(all.stream().mapToInt(i -> i).toArray(), groups.toArray());
      assertEquals(all.size(), groups.size());
    }
  }

  @Test
  void groupsMayBeEmpty() {
    var none = Groups.of(3, new int[] {-1, -1});
    assertEquals(List.of(0, 0), List.of(none.first(2), none.end(2)));
    assertEquals(0, none.size());
    assertEquals(3, none.groupCount());
  }
}
