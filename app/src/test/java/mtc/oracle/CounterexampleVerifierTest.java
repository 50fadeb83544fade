package mtc.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import mtc.verdict.Anomaly;
import mtc.verdict.AnomalyKind;
import mtc.verdict.Edge;
import mtc.verdict.EdgeType;
import mtc.verdict.Level;
import mtc.verdict.Verdict;
import org.junit.jupiter.api.Test;

class CounterexampleVerifierTest {
  private static final Draft WRITE_SKEW =
      HistoryText.parse(
          """
          init 0
          0: [r(x,0) r(y,0) w(x,1)]@1-9
          1: [r(x,0) r(y,0) w(y,2)]@1-9
          """);
  private static final Edge THERE = new Edge(0, 1, EdgeType.RW, 1, 0, 2);
  private static final Edge BACK = new Edge(1, 0, EdgeType.RW, 0, 0, 1);

  private static Verdict cycle(Level level, AnomalyKind kind, String elleName, Edge... edges) {
    var example = new Anomaly.Example(new int[] {0, 1}, -1, List.of(edges), "");
    var anomaly = new Anomaly(kind, elleName, false, 1, List.of(example));
    return new Verdict(level, Verdict.Outcome.INVALID, List.of(anomaly), Verdict.Open.NOTHING);
  }

  private static Verdict read(AnomalyKind kind, int operation) {
    var example = new Anomaly.Example(new int[] {0, 1}, operation, List.of(), "");
    var anomaly = new Anomaly(kind, kind.elleName(), false, 1, List.of(example));
    return new Verdict(Level.SER, Verdict.Outcome.INVALID, List.of(anomaly), Verdict.Open.NOTHING);
  }

  private static void accepted(Draft draft, Verdict verdict) {
    assertEquals(List.of(), CounterexampleVerifier.faults(draft, verdict, true));
  }

  private static void rejected(Draft draft, Verdict verdict) {
    assertFalse(CounterexampleVerifier.faults(draft, verdict, true).isEmpty());
  }

  @Test
  void acceptsACycleThatHolds() {
    accepted(WRITE_SKEW, cycle(Level.SER, AnomalyKind.WRITE_SKEW, "G2-item", THERE, BACK));
  }

  @Test
  void rejectsACycleThatTheLevelAllows() {
    rejected(WRITE_SKEW, cycle(Level.SI, AnomalyKind.WRITE_SKEW, "G2-item", THERE, BACK));
  }

  @Test
  void rejectsAWrongName() {
    rejected(WRITE_SKEW, cycle(Level.SER, AnomalyKind.LONG_FORK, "G2-item", THERE, BACK));
    rejected(WRITE_SKEW, cycle(Level.SER, AnomalyKind.WRITE_SKEW, "G1c", THERE, BACK));
    rejected(WRITE_SKEW, cycle(Level.SER, AnomalyKind.LOST_UPDATE, "lost-update", THERE, BACK));
  }

  @Test
  void rejectsACycleThatDoesNotClose() {
    rejected(WRITE_SKEW, cycle(Level.SER, AnomalyKind.WRITE_SKEW, "G2-item", THERE, THERE));
  }

  @Test
  void rejectsEdgesThatDoNotHold() {
    for (var type : List.of(EdgeType.SO, EdgeType.RT, EdgeType.WR, EdgeType.WW)) {
      var wrong = new Edge(1, 0, type, 0, 0, 1);
      rejected(WRITE_SKEW, cycle(Level.SSER, AnomalyKind.CAUSALITY_VIOLATION, "G", THERE, wrong));
    }
    var wrongKey = new Edge(1, 0, EdgeType.RW, 1, 0, 1);
    rejected(WRITE_SKEW, cycle(Level.SER, AnomalyKind.WRITE_SKEW, "G2-item", THERE, wrongKey));
    var wrongValue = new Edge(1, 0, EdgeType.RW, 0, 0, 7);
    rejected(WRITE_SKEW, cycle(Level.SER, AnomalyKind.WRITE_SKEW, "G2-item", THERE, wrongValue));
  }

  @Test
  void tellsTheNamesOfSingleReads() {
    var aborted = HistoryText.parse("init 0\n-: [w(x,1)]! [r(y,0) r(x,1)]");
    accepted(aborted, read(AnomalyKind.ABORTED_READ, 2));
    rejected(aborted, read(AnomalyKind.ABORTED_READ, 1));
    rejected(aborted, read(AnomalyKind.THIN_AIR_READ, 2));
  }

  @Test
  void orderOfOpenChainsIsNoEdge() {
    var open = HistoryText.parse("init 0\n-: [w(x,1)] [w(x,2)]");
    var first = new Edge(0, 1, EdgeType.WW, 0, 1, 2);
    var second = new Edge(1, 0, EdgeType.WW, 0, 2, 1);
    rejected(open, cycle(Level.SER, AnomalyKind.CIRCULAR_INFORMATION_FLOW, "G0", first, second));
  }

  @Test
  void oldVersionFirstIsFracturedAndNewVersionFirstNonMonotonic() {
    var seen = new Edge(0, 1, EdgeType.WR, 0, 1, 1);
    var missed = new Edge(1, 0, EdgeType.RW, 1, 0, 2);
    var writer = "init 0\n-: [r(x,0) r(y,0) w(x,1) w(y,2)] ";
    accepted(
        HistoryText.parse(writer + "[r(y,0) r(x,1)]"),
        cycle(Level.SI, AnomalyKind.FRACTURED_READ, "G-single", seen, missed));
    accepted(
        HistoryText.parse(writer + "[r(x,1) r(y,0)]"),
        cycle(Level.SI, AnomalyKind.NON_MONOTONIC_READ, "G-single", seen, missed));
  }
}
