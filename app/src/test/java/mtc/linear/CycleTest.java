package mtc.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Which of two cycles tells more. */
class CycleTest {
  private static Cycle of(int... types) {
    return new Cycle(new int[types.length], types);
  }

  /** Each is better than all behind it. */
  private static final List<Cycle> BEST_FIRST =
      List.of(
          of(Graph.WR, Graph.WW),
          of(Graph.WW, Graph.WR, Graph.WW),
          of(Graph.SO, Graph.WR),
          of(Graph.SO, Graph.SO, Graph.WR),
          of(Cycle.RT, Graph.WR),
          of(Cycle.RT, Graph.WR, Graph.WW, Graph.WR),
          of(Cycle.RT, Graph.SO, Graph.WR),
          of(Graph.RW, Graph.WR, Graph.WR, Graph.WR, Graph.WR),
          of(Graph.RW, Graph.SO),
          of(Graph.RW, Cycle.RT),
          of(Graph.RW, Graph.RW),
          of(Graph.RW, Graph.RW, Graph.WR),
          of(Graph.RW, Graph.RW, Graph.SO),
          of(Graph.RW, Graph.RW, Graph.RW));

  @Test
  void fewestReadsThatWereOverwrittenThenNoTimeThenNoSessionsThenTheShortest() {
    for (var i = 0; i < BEST_FIRST.size(); i++) {
      assertTrue(BEST_FIRST.get(i).isBetterThan(null));
      for (var j = 0; j < BEST_FIRST.size(); j++) {
        assertEquals(i < j, BEST_FIRST.get(i).isBetterThan(BEST_FIRST.get(j)), i + " and " + j);
      }
    }
    assertFalse(of(Graph.WR, Graph.WW).isBetterThan(of(Graph.WW, Graph.WR)));
  }

  @Test
  void edgesAreCountedByType() {
    var cycle = of(Graph.RW, Graph.WR, Graph.RW, Graph.SO);
    assertEquals(4, cycle.length());
    assertEquals(2, cycle.count(Graph.RW));
    assertEquals(1, cycle.count(Graph.SO));
    assertEquals(0, cycle.count(Graph.WW));
    assertEquals(1, cycle.needs());
    assertEquals(3, of(Cycle.RT, Graph.SO).needs());
  }
}
