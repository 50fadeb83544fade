package mtc.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mtc.check.Log;
import org.junit.jupiter.api.Test;

class LikelyOrderTest {
  /** Two write skews, each of two transactions; and two others, the one before the other. */
  private static final LikelyOrder ORDER =
      new LikelyOrder(
          Groundwork.of(
                  Log.of(
                      """
                      - : r(x,0) r(y,0) w(x,1)
                      - : r(u,0) r(v,0) w(u,1)
                      - : r(z,1)
                      - : r(x,0) r(y,0) w(y,1)
                      - : r(u,0) r(v,0) w(v,1)
                      - : w(z,1)
                      """),
                  1)
              .graph(true));

  @Test
  void whoLiesOnACycleIsToldInTheOrderOfTheLog() {
    assertArrayEquals(new int[] {0, 1, 3, 4}, ORDER.onCycles());
    for (var t = 0; t < 6; t++) {
      assertEquals(t != 2 && t != 5, ORDER.isOnCycle(t), "transaction " + t);
    }
  }

  @Test
  void thoseAreTogetherThatOneCycleLeadsThrough() {
    assertTrue(ORDER.areTogether(0, 3));
    assertTrue(ORDER.areTogether(1, 4));
    assertFalse(ORDER.areTogether(0, 1));
    assertFalse(ORDER.areTogether(2, 5));
  }

  @Test
  void whoWasReadComesEarlier() {
    assertFalse(ORDER.isCyclic);
    assertTrue(ORDER.place(5) < ORDER.place(2));
  }
}
