package mtc.solve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** What leads to what is what following the arcs finds. */
class ReachabilityTest {
  private static final int PATHS = 3;
  private static final int NODES = 9;

  /** Nodes 0 to 2 are the first path, 3 to 5 the second, and so on; the last two lie on none. */
  private static Reachability onPaths(int[] pathOf, int[] placeOf) {
    for (var node = 0; node < NODES; node++) {
      pathOf[node] = node < NODES - 2 ? node / PATHS : -1;
      placeOf[node] = node % PATHS;
    }
    return new Reachability(PATHS, pathOf, placeOf);
  }

  @Test
  void itIsWhatTheArcsSay() {
    var random = new Random(5);
    var pathOf = new int[NODES];
    var reachability = onPaths(pathOf, new int[NODES]);
    var cycles = 0;
    for (var round = 0; round < 2000; round++) {
      var from = new int[32];
      var to = new int[32];
      var arcs = 0;
      var leads = new boolean[NODES][NODES];
      for (var node = 0; node + 1 < NODES; node++) {
        if (pathOf[node] >= 0 && pathOf[node] == pathOf[node + 1]) {
          from[arcs] = node;
          to[arcs++] = node + 1;
        }
      }
      for (var more = random.nextInt(8); more > 0; more--) {
        from[arcs] = random.nextInt(NODES);
        to[arcs++] = random.nextInt(NODES);
      }
      for (var arc = 0; arc < arcs; arc++) {
        leads[from[arc]][to[arc]] = true;
      }
      close(leads);
      var isCyclic = false;
      for (var node = 0; node < NODES; node++) {
        isCyclic |= leads[node][node];
      }
      assertEquals(!isCyclic, reachability.compute(graph(from, to, arcs)));
      cycles += isCyclic ? 1 : 0;
      for (var node = 0; node < NODES && !isCyclic; node++) {
        for (var other = 0; other < NODES; other++) {
          var expected = pathOf[other] >= 0 && (node == other || leads[node][other]);
          assertEquals(expected, reachability.leads(node, other), node + " to " + other);
        }
      }
    }
    assertTrue(cycles > 100 && cycles < 1900, cycles + " cycles");
  }

  private static SortedGraph graph(int[] from, int[] to, int arcs) {
    return new SortedGraph(
        NODES,
        arc -> {
          for (var i = 0; i < arcs; i++) {
            arc.accept(from[i], to[i]);
          }
        });
  }

  private static void close(boolean[][] leads) {
    for (var via = 0; via < NODES; via++) {
      for (var from = 0; from < NODES; from++) {
        for (var to = 0; to < NODES; to++) {
          leads[from][to] |= leads[from][via] && leads[via][to];
        }
      }
    }
  }

  @Test
  void withoutArcsANodeLeadsToItselfAlone() {
    var reachability = onPaths(new int[NODES], new int[NODES]);
    assertTrue(reachability.compute(graph(new int[0], new int[0], 0)));
    assertTrue(reachability.leads(0, 0));
    assertFalse(reachability.leads(8, 0));
    assertFalse(reachability.leads(8, 8)); // It lies on no path.
  }
}
