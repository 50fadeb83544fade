package mtc.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mtc.check.Log;
import mtc.verdict.AnomalyKind;
import mtc.verdict.EdgeType;
import org.junit.jupiter.api.Test;

/** Updates of lists that were lost, and which of the two came first. */
class DivergenceTest {
  /** The order of the log is not that of the list. */
  @Test
  void whoCameFirstIsToldByTheListAndNotByTheLog() {
    var log =
        Log.of(
            """
            - : l(x,[]) a(x,1)
            - : l(x,[]) a(x,2)
            - : l(x,[2 1])
            """);
    var divergence = Groundwork.of(log, 3).divergence();
    var findings = new Findings(3);
    divergence.report(findings);
    var found = findings.anomalies();
    assertEquals(1, found.size());
    assertEquals(AnomalyKind.LOST_UPDATE, found.getFirst().kind());
    assertEquals(1, found.getFirst().count());
    var first = found.getFirst().examples().getFirst().cycle().getFirst();
    assertEquals(EdgeType.WW, first.type());
    assertEquals(1, first.from());
    assertEquals(0, first.to());
    assertTrue(divergence.explains(0));
  }
}
