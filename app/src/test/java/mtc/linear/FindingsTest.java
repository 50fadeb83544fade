package mtc.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import mtc.verdict.Anomaly;
import mtc.verdict.Anomaly.Example;
import mtc.verdict.AnomalyKind;
import mtc.verdict.Level;
import org.junit.jupiter.api.Test;

/** All are counted, and of each kind the smallest are kept, those found first before others. */
class FindingsTest {
  private static final AnomalyKind KIND = AnomalyKind.WRITE_SKEW;

  private static boolean add(Findings findings, AnomalyKind kind, int size, int number) {
    var isWanted = findings.count(kind, "G2-item", false, size);
    if (isWanted) {
      var transactions = new int[size];
      transactions[0] = number;
      findings.keep(kind, "G2-item", false, new Example(transactions, -1, List.of(), ""));
    }
    return isWanted;
  }

  /** Size and number of each that was kept. */
  private static List<String> kept(Anomaly anomaly) {
    return anomaly.examples().stream()
        .map(example -> example.transactions().length + "/" + example.transactions()[0])
        .toList();
  }

  @Test
  void theSmallestAreKept() {
    var findings = new Findings(2);
    assertTrue(add(findings, KIND, 4, 1));
    assertTrue(add(findings, KIND, 3, 2));
    assertFalse(add(findings, KIND, 4, 3));
    assertTrue(add(findings, KIND, 3, 4));
    assertFalse(add(findings, KIND, 3, 5));
    assertTrue(add(findings, KIND, 2, 6));
    var anomaly = findings.anomalies().getFirst();
    assertEquals(List.of("2/6", "3/2"), kept(anomaly));
    assertEquals(6, anomaly.count());
  }

  @Test
  void noneIsKeptIfNoneIsWanted() {
    var findings = new Findings(0);
    assertFalse(add(findings, KIND, 2, 1));
    assertFalse(add(findings, KIND, 2, 2));
    assertEquals(2, findings.anomalies().getFirst().count());
  }

  @Test
  void whatALevelAllowsIsLeftOut() {
    var findings = new Findings(3);
    add(findings, KIND, 2, 1);
    add(findings, AnomalyKind.LOST_UPDATE, 2, 2);
    add(findings, AnomalyKind.LOST_UPDATE, 2, 3);
    assertEquals(
        List.of(AnomalyKind.LOST_UPDATE, KIND),
        findings.violating(Level.SER).anomalies().stream().map(Anomaly::kind).toList());
    var ofSnapshots = findings.violating(Level.SI).anomalies();
    assertEquals(1, ofSnapshots.size());
    assertEquals(2, ofSnapshots.getFirst().count());
    assertEquals(List.of("2/2", "2/3"), kept(ofSnapshots.getFirst()));
  }
}
