package mtc.solve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SortedGraphTest {
  private static SortedGraph graph(int nodes, int[]... arcs) {
    return new SortedGraph(
        nodes,
        to -> {
          for (var arc : arcs) {
            to.accept(arc[0], arc[1]);
          }
        });
  }

  @Test
  void eachNodeComesBeforeThoseItLeadsToAndOthersByTheirNumbers() {
    var graph = graph(5, new int[] {3, 1}, new int[] {1, 0}, new int[] {3, 0});
    assertTrue(graph.isAcyclic());
    assertArrayEquals(new int[] {2, 3, 4, 1, 0}, graph.order);
    assertArrayEquals(new int[] {4, 3, 0, 1, 2}, graph.positions());
    assertArrayEquals(new int[] {2, 1, 0, 0, 0}, graph.incoming());
    assertEquals(3, graph.arcCount());
  }

  @Test
  void whatACycleLeadsToIsMissing() {
    var graph = graph(4, new int[] {0, 1}, new int[] {1, 2}, new int[] {2, 1}, new int[] {2, 3});
    assertFalse(graph.isAcyclic());
    assertArrayEquals(new int[] {0}, graph.order);
  }
}
