package mtc.solve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import mtc.column.Ints;
import org.junit.jupiter.api.Test;

class DynamicOrderTest {
  private record Arc(int from, int to) {}

  private static DynamicOrder order(int nodes, List<Arc> known) {
    var graph = new SortedGraph(nodes, arcs -> known.forEach(arc -> arcs.accept(arc.from, arc.to)));
    return new DynamicOrder(graph, graph.positions());
  }

  private static boolean leads(int nodes, List<Arc> arcs, int from, int to) {
    var reached = new boolean[nodes];
    reached[from] = true;
    for (var round = 0; round < nodes; round++) {
      for (var arc : arcs) {
        reached[arc.to] |= reached[arc.from];
      }
    }
    return reached[to];
  }

  @Test
  void refusesWhatClosesACycleAndAgreesWithEveryOtherArc() {
    var random = new SplittableRandom(3);
    var refused = 0;
    var added = 0;
    for (var round = 0; round < 2_000; round++) {
      var nodes = random.nextInt(2, 12);
      var known = new ArrayList<Arc>();
      for (var i = random.nextInt(nodes); i > 0; i--) {
        var from = random.nextInt(nodes - 1);
        known.add(new Arc(from, random.nextInt(from + 1, nodes)));
      }
      var order = order(nodes, known);
      var arcs = new ArrayList<Arc>();
      for (var step = 0; step < 30; step++) {
        if (random.nextInt(8) == 0) {
          var kept = random.nextInt(arcs.size() + 1);
          order.shrinkTo(kept);
          arcs.subList(kept, arcs.size()).clear();
        }
        var arc = new Arc(random.nextInt(nodes), random.nextInt(nodes));
        var all = new ArrayList<>(known);
        all.addAll(arcs);
        var isCycle = leads(nodes, all, arc.to, arc.from);
        assertEquals(isCycle, order.closesCycle(arc.from, arc.to));
        assertEquals(!isCycle, order.add(arc.from, arc.to));
        if (isCycle) {
          refused++;
          assertIsPath(order, arc, known, arcs);
        } else {
          added++;
          arcs.add(arc);
        }
        assertEquals(arcs.size(), order.arcCount());
        for (var there : arcs) {
          assertTrue(order.position(there.from) < order.position(there.to));
        }
        for (var there : known) {
          assertTrue(order.position(there.from) < order.position(there.to));
        }
      }
    }
    assertTrue(refused > 1_000 && added > 1_000, refused + " refused, " + added + " added");
  }

  private static void assertIsPath(
      DynamicOrder order, Arc refused, List<Arc> known, List<Arc> arcs) {
    var nodes = new Ints();
    var numbers = new Ints();
    order.pathOnto(refused.from, refused.to, nodes, numbers);
    assertEquals(refused.to, nodes.get(0));
    assertEquals(refused.from, nodes.get(nodes.size() - 1));
    assertEquals(nodes.size() - 1, numbers.size());
    for (var i = 0; i < numbers.size(); i++) {
      var step = new Arc(nodes.get(i), nodes.get(i + 1));
      var number = numbers.get(i);
      assertTrue(number < 0 ? known.contains(step) : arcs.get(number).equals(step));
    }
  }

  @Test
  void tellsWhoMovedAndNobodyElseChangesPlaces() {
    var random = new SplittableRandom(4);
    var nodes = 40;
    var order = order(nodes, List.of());
    order.watchMoves();
    var moved = new Ints();
    for (var step = 0; step < 200; step++) {
      var before = sorted(order, nodes);
      order.add(random.nextInt(nodes), random.nextInt(nodes));
      order.takeMoved(moved);
      var after = sorted(order, nodes);
      for (var i = 0; i < moved.size(); i++) {
        before.remove((Integer) moved.get(i));
        after.remove((Integer) moved.get(i));
      }
      assertEquals(before, after);
      if (step % 20 == 0) {
        order.shrinkTo(0);
      }
    }
    order.takeMoved(moved);
    assertEquals(0, moved.size());
  }

  private static List<Integer> sorted(DynamicOrder order, int nodes) {
    var sorted = new ArrayList<Integer>();
    for (var node = 0; node < nodes; node++) {
      sorted.add(node);
    }
    sorted.sort((a, b) -> Integer.compare(order.position(a), order.position(b)));
    return sorted;
  }

  /** All but two go, one after the other, between the first and who went there last. */
  @Test
  void findsRoomWhereManyGo() {
    var nodes = 50_000;
    var order = order(nodes, List.of());
    for (var node = 2; node < nodes; node++) {
      assertTrue(order.add(node, node - 1));
    }
    for (var node = 2; node < nodes; node++) {
      assertTrue(order.position(node) < order.position(node - 1));
    }
    assertTrue(order.position(0) < order.position(nodes - 1));
    assertFalse(order.add(1, nodes - 1));
  }
}
