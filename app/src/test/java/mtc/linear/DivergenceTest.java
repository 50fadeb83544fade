package mtc.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import mtc.check.CheckOptions;
import mtc.check.Checker;
import mtc.check.Log;
import mtc.verdict.AnomalyKind;
import mtc.verdict.EdgeType;
import mtc.verdict.Level;
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
    var found = new Checker(log, CheckOptions.DEFAULT).check(Level.SI).anomalies();
    assertEquals(List.of(AnomalyKind.LOST_UPDATE), found.stream().map(a -> a.kind()).toList());
    var cycle = found.getFirst().examples().getFirst().cycle();
    assertEquals(EdgeType.WW, cycle.getFirst().type());
    assertEquals(1, cycle.getFirst().from());
    assertEquals(0, cycle.getFirst().to());
  }
}
