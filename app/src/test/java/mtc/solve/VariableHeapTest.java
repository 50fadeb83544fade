package mtc.solve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The most active comes first, whatever was raised meanwhile. */
class VariableHeapTest {
  private static final int VARIABLES = 60;

  @Test
  void theMostActiveComesFirst() {
    var random = new Random(3);
    for (var round = 0; round < 300; round++) {
      var activity = new double[VARIABLES];
      var heap = new VariableHeap();
      var there = new TreeSet<Integer>();
      for (var step = 0; step < 200; step++) {
        var variable = random.nextInt(VARIABLES);
        switch (random.nextInt(3)) {
          case 0 -> {
            heap.add(variable, activity);
            there.add(variable);
          }
          case 1 -> {
            if (there.contains(variable)) {
              activity[variable] += random.nextInt(10);
              heap.raised(variable, activity);
            }
          }
          default -> {
            if (!there.isEmpty()) {
              var first = heap.removeMax(activity);
              assertTrue(there.remove(first));
              for (var other : there) {
                assertTrue(activity[first] >= activity[other]);
              }
            }
          }
        }
        assertEquals(there.isEmpty(), heap.isEmpty());
      }
    }
  }
}
