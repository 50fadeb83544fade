package mtc.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import mtc.check.Log;
import mtc.verdict.Verdict.Open;
import org.junit.jupiter.api.Test;

/** What is named of a history that leaves a verdict open. */
class OpenQuestionsTest {
  private static void assertOpen(Open open, String reason, int[] keys, int[] transactions) {
    assertEquals(reason, open.reason());
    assertArrayEquals(keys, open.keys());
    assertArrayEquals(transactions, open.transactions());
    assertEquals(keys.length, open.keyCount());
    assertEquals(transactions.length, open.transactionCount());
  }

  private static Open ofGraph(String log) {
    return Groundwork.of(Log.of(log), 1).questions.ofGraph();
  }

  @Test
  void writesAfterNoKnownVersionAreNamedWithTheirKeys() {
    assertOpen(
        ofGraph(
            """
            - : w(z,1)
            - : w(x,1) w(y,1)
            - : r(z,1) w(z,2)
            - : w(x,2) w(y,2)
            - : w(y,3)
            """),
        "two or more writes to a key come after no known version, so their order is open",
        new int[] {1, 2},
        new int[] {1, 3, 4});
    assertSame(Open.NOTHING, ofGraph("- : w(x,1)\n- : r(x,1) w(x,2)\n- : w(y,1)"));
  }

  @Test
  void whoWroteAValueThatWasWrittenTwiceIsNamed() {
    assertOpen(
        ofGraph(
            """
            - : w(y,1)
            - : w(x,1)
            - : w(x,2)
            - !: w(x,1)
            - ?: w(x,1)
            - : w(z,1) w(x,1)
            - : r(x,1)
            - : r(x,1)
            - : w(z,1)
            - : r(z,1)
            """),
        "a value that was read was written to its key more than once, so who was read is open",
        new int[] {1, 2},
        new int[] {1, 4, 5, 8});
  }

  /** Which of them a list shows is open for all of its elements. */
  @Test
  void whoAppendedToAnOpenListIsNamed() {
    assertOpen(
        ofGraph("- : a(x,1)\n- : a(x,1)\n- : a(x,2)\n- : a(y,1)\n- : l(x,[1 1])"),
        "a value that was read was written to its key more than once, so who was read is open",
        new int[] {0},
        new int[] {0, 1, 2});
  }

  @Test
  void whoFailedToCompareIsNamed() {
    assertOpen(
        ofGraph("- : w(x,1)\n- : w(y,1)\n- : o(y,1) o(x,1)\n- : r(x,1)\n- : o(x,1)"),
        "a failed compare-and-set tells what it did not see, not what it saw",
        new int[] {1, 0},
        new int[] {2, 4});
  }

  @Test
  void theFirstTenAreNamedAndAllAreCounted() {
    var log = new StringBuilder();
    for (var i = 1; i <= 12; i++) {
      log.append("- : w(x%d,1)\n- : w(x%d,2)\n".formatted(i, i));
    }
    var open = ofGraph(log.toString());
    assertEquals(12, open.keyCount());
    assertEquals(24, open.transactionCount());
    assertArrayEquals(new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, open.keys());
    assertArrayEquals(new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, open.transactions());
  }
}
