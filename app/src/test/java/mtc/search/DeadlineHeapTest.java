package mtc.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class DeadlineHeapTest {
  @Test
  void theFirstIsTheOneOfTheEarliestDeadlineAndLowestNumber() {
    var random = new Random(3);
    var heap = new DeadlineHeap();
    var sorted = new TreeSet<Long>();
    for (var node = 0; node < 3000; node++) {
      var deadline = random.nextInt(40);
      heap.add(deadline, node);
      sorted.add((long) deadline << 32 | node);
      while (!sorted.isEmpty() && random.nextInt(node < 2000 ? 5 : 2) == 0) {
        var first = (int) (long) sorted.removeFirst();
        assertEquals(first, heap.first());
        assertEquals(first, heap.removeFirst());
      }
      assertEquals(sorted.isEmpty(), heap.isEmpty());
    }
    while (!sorted.isEmpty()) {
      assertEquals((int) (long) sorted.removeFirst(), heap.removeFirst());
    }
    assertTrue(heap.isEmpty());
  }
}
