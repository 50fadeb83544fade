package mtc.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import mtc.check.CheckOptions;
import mtc.check.Checker;
import mtc.check.Log;
import mtc.verdict.Classification;
import mtc.verdict.Classification.Found;
import mtc.verdict.Classification.Obstacle;
import mtc.verdict.HistoryClass;
import org.junit.jupiter.api.Test;

class ClassificationTest {
  private static void assertClass(HistoryClass expected, List<Found> obstacles, String log) {
    var classification = new Checker(Log.of(log), CheckOptions.DEFAULT).classification();
    assertEquals(new Classification(expected, obstacles), classification);
  }

  @Test
  void miniTransactions() {
    assertClass(HistoryClass.MT, List.of(), "a: r(x,0) r(y,0) w(x,1) w(y,1)\nb: r(x,1)");
  }

  @Test
  void largerReadModifyWrites() {
    assertClass(
        HistoryClass.RMW,
        List.of(new Found(Obstacle.TOO_MANY_READS, 1, 1, 1, -1)),
        "a: r(x,0) r(y,0) w(x,1) w(y,1)\nb: r(x,1) r(y,0) r(z,0)");
  }

  @Test
  void moreWritesThanMiniTransactionsHave() {
    assertClass(
        HistoryClass.RMW,
        List.of(new Found(Obstacle.TOO_MANY_WRITES, 1, 1, 0, -1)),
        "a: r(x,0) r(y,0) w(x,1) w(y,1) w(x,2)\nb: r(x,2)");
  }

  /** Each stands for a read and a write. */
  @Test
  void appendsCount() {
    assertClass(
        HistoryClass.CHAIN,
        List.of(
            new Found(Obstacle.TOO_MANY_READS, 1, 1, 0, -1),
            new Found(Obstacle.TOO_MANY_WRITES, 1, 1, 0, -1),
            new Found(Obstacle.UNOBSERVED_APPEND, 3, 1, 0, 0)),
        "a: a(x,1) a(y,2) a(z,3)");
  }

  /** Only who wrote may have written blindly. */
  @Test
  void whoDidNothingReadNoLessThanItShould() {
    assertClass(HistoryClass.MT, List.of(), "a:\nb: r(x,?)\nc: r(x,0) w(x,1)");
  }

  @Test
  void comparisonsThatFailed() {
    assertClass(
        HistoryClass.GENERAL,
        List.of(new Found(Obstacle.FAILED_COMPARISON, 1, 1, 1, 2)),
        "a: r(x,0) w(x,1)\nb: o(x,1)");
  }

  @Test
  void oneBlindWritePerKey() {
    assertClass(
        HistoryClass.CHAIN,
        List.of(
            new Found(Obstacle.NO_READ, 1, 1, 1, -1),
            new Found(Obstacle.BLIND_WRITE, 1, 1, 1, 1),
            new Found(Obstacle.INDETERMINATE_WRITE, 1, 1, 0, 0)),
        "c ?: w(z,1)\na: w(x,1)\nb: r(z,1)");
  }

  @Test
  void openOrdersAndRepeatedValues() {
    assertClass(
        HistoryClass.GENERAL,
        List.of(
            new Found(Obstacle.NO_READ, 2, 2, 0, -1),
            new Found(Obstacle.BLIND_WRITE, 3, 2, 0, 0),
            new Found(Obstacle.OPEN_ORDER, 2, 2, 0, 0)),
        "a: w(x,1) w(y,1)\nb: w(x,2)");
    assertClass(
        HistoryClass.GENERAL,
        List.of(new Found(Obstacle.REPEATED_VALUE, 2, 2, 0, 1)),
        "a: r(x,0) w(x,1)\nb: r(x,0) w(x,1)");
  }

  @Test
  void appends() {
    assertClass(HistoryClass.MT, List.of(), "a: a(x,1) a(y,1)\nb: l(x,[1]) l(y,[1])");
    assertClass(
        HistoryClass.CHAIN,
        List.of(new Found(Obstacle.UNOBSERVED_APPEND, 1, 1, 0, 1)),
        "a: a(x,1) a(y,1)\nb: l(x,[1])");
  }

  /** An append comes after what is there, as a write after a read does. */
  @Test
  void anAppendCountsAsAReadToo() {
    assertClass(
        HistoryClass.RMW,
        List.of(new Found(Obstacle.TOO_MANY_READS, 1, 1, 0, -1)),
        "a: a(x,1) a(y,1) l(z,[])\nb: l(x,[1]) l(y,[1])");
  }
}
