package mtc.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import mtc.history.History;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.verdict.AnomalyKind;
import mtc.verdict.Edge;
import mtc.verdict.EdgeType;
import mtc.verdict.Level;
import org.junit.jupiter.api.Test;

class ExplanationTest {
  private static String fault(Log log, AnomalyKind kind, int operation, int... transactions) {
    var anomaly = Log.single(kind, operation, transactions);
    var subject = log.report(Level.SER, anomaly).subject();
    return new Explanation(subject).fault(anomaly, anomaly.examples().getFirst());
  }

  @Test
  void aReadOutOfThinAir() {
    assertEquals(
        "T10 read x=9, which no transaction wrote",
        fault(new Log().begin(0).r("x", 9).ok(), AnomalyKind.THIN_AIR_READ, 0, 0));
  }

  @Test
  void aReadOfAnIntermediateWrite() {
    var log = new Log().begin(0).w("x", 1).w("x", 2).ok().begin(1).r("x", 1).ok();
    assertEquals(
        "T11 read x=1, but T10, which wrote it, then wrote x=2",
        fault(log, AnomalyKind.INTERMEDIATE_READ, 2, 1, 0));
  }

  @Test
  void aReadOfOnesOwnFuture() {
    var log = new Log().begin(0).r("x", 1).w("x", 1).ok();
    assertEquals(
        "T10 read x=1 before writing it itself", fault(log, AnomalyKind.FUTURE_READ, 0, 0));
  }

  @Test
  void aReadThatIsNotOnesOwnWrite() {
    var log = new Log().begin(0).w("x", 1).w("x", 2).r("x", 1).ok();
    assertEquals("T10 read x=1 after writing x=2", fault(log, AnomalyKind.NOT_MY_LAST_WRITE, 2, 0));
  }

  @Test
  void aReadThatDoesNotRepeat() {
    var log = new Log().begin(0).r("x", 1).r("y", 5).r("x", 2).ok();
    assertEquals(
        "T10 read x=2 after reading x=1", fault(log, AnomalyKind.NON_REPEATABLE_READS, 2, 0));
  }

  @Test
  void listsThatDisagree() {
    var log = new Log().begin(0).list("x", 1, 2).ok().begin(1).list("x", 1).list("x", 2, 1).ok();
    assertEquals(
        "T10 read x=[1 2], but T11 read x=[2 1]",
        fault(log, AnomalyKind.INCOMPATIBLE_ORDER, 0, 0, 1));
  }

  @Test
  void anElementTwice() {
    var log = new Log().begin(0).list("x", 1, 2, 1).ok();
    assertEquals(
        "T10 read x=[1 2 1], which has 1 twice", fault(log, AnomalyKind.DUPLICATE_ELEMENTS, 0, 0));
  }

  @Test
  void anAbortedElementInTheMiddleOfAList() {
    var log =
        new Log().begin(0).append("x", 2).end(Status.ABORTED).begin(1).list("x", 1, 2, 3).ok();
    assertEquals(
        "T11 read x=[1 2 3], but T10, which appended 2, aborted",
        fault(log, AnomalyKind.ABORTED_READ, 1, 1, 0));
  }

  @Test
  void aNumberThatIsAKeyIsCalledOne() {
    var log = new Log().begin(0);
    log.builder.operation(History.READ, log.builder.key(7), 9);
    log.ok();
    assertEquals(
        "T10 read key 7=9, which no transaction wrote",
        fault(log, AnomalyKind.THIN_AIR_READ, 0, 0));
  }

  @Test
  void theHintSpeaksWhereWeHaveNoSentence() {
    var log = new Log().begin(0).w("x", 1).ok();
    assertEquals("the hint", fault(log, AnomalyKind.LOST_UPDATE, -1, 0));
  }

  @Test
  void theInitialVersionNeedsNoTransaction() {
    var log = new Log().begin(0).r("x", Scalars.NIL).ok();
    var edge = log.edge(Edge.INITIAL, EdgeType.WR, "x", Scalars.NIL, Scalars.NIL, 0);
    var subject = log.report(Level.SER).subject();
    assertEquals("T10 read x=nil, the initial version", new Explanation(subject).why(edge));
  }

  @Test
  void realTimeIsToldByTheClockIfThereIsOne() {
    var log = new Log().begin(0);
    log.builder.clock(0, 1_000_000);
    log.ok().begin(1);
    log.builder.clock(13_500_000, 14_000_000);
    log.ok();
    var subject = log.report(Level.SSER).subject();
    assertEquals(
        "T10 ended 12.5 ms before T11 started",
        new Explanation(subject).why(Log.edge(0, EdgeType.RT, 1)));
  }

  @Test
  void durationsHaveTheUnitThatFits() {
    assertEquals("999 ns", Explanation.duration(999));
    assertEquals("1.5 µs", Explanation.duration(1_500));
    assertEquals("100 ms", Explanation.duration(100_000_000));
    assertEquals("2 s", Explanation.duration(2_000_000_000));
  }
}
