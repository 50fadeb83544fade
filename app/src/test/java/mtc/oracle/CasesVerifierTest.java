package mtc.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import mtc.check.CheckOptions;
import mtc.check.Checker;
import mtc.solve.Budget;
import mtc.verdict.Anomaly.Example;
import mtc.verdict.Edge;
import mtc.verdict.Level;
import org.junit.jupiter.api.Test;

/** The verifier of cases notices what is wrong with them. */
class CasesVerifierTest {
  private static final String WRITES_SEEN_IN_BOTH_ORDERS =
      """
      init 0
      -: [w(x,1)] [w(x,2)]
      -: [r(x,1) w(y,1)] [r(x,2) w(z,1)]
      -: [r(x,2) r(y,1)] [r(x,1) r(z,1)]
      """;

  private static final Draft DRAFT = HistoryText.parse(WRITES_SEEN_IN_BOTH_ORDERS);

  private static Example example() {
    var options = CheckOptions.DEFAULT.searching(() -> Budget.UNLIMITED);
    var verdict = new Checker(DRAFT.toHistory(), options).check(Level.SER);
    return verdict.anomalies().getFirst().examples().getFirst();
  }

  private static String fault(List<Edge> cycle, List<List<Edge>> alternatives) {
    var example = example();
    return CasesVerifier.fault(
        DRAFT,
        Level.SER,
        true,
        new Example(example.transactions(), -1, cycle, example.hint(), alternatives));
  }

  @Test
  void aCaseForEachOrderIsRight() {
    var example = example();
    assertEquals(1, example.alternatives().size());
    assertTrue(CasesVerifier.isAboutCases(example));
    assertNull(CasesVerifier.fault(DRAFT, Level.SER, true, example));
  }

  @Test
  void aMissingCaseIsNoticed() {
    var first = new Example(new int[0], -1, example().cycle(), "");
    var fault = CasesVerifier.fault(DRAFT, Level.SER, true, first);
    assertEquals("a way to order it without any of the cycles", fault);
  }

  @Test
  void anAssumptionToldAsFactIsNoticed() {
    var told =
        example().cycle().stream()
            .map(e -> new Edge(e.from(), e.to(), e.type(), e.key(), e.fromValue(), e.toValue()))
            .toList();
    assertNotNull(fault(told, example().alternatives()));
  }

  @Test
  void anOpenPathIsNoticed() {
    var cycle = example().cycle();
    assertNotNull(fault(cycle.subList(1, cycle.size()), example().alternatives()));
  }
}
