package mtc.report;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import mtc.verdict.AnomalyKind;
import mtc.verdict.Level;
import org.junit.jupiter.api.Test;

class DrawingsTest {
  private static final Answer.Checked NASTY =
      new Log()
          .begin(0)
          .r("<b>&\"'", 1)
          .ok()
          .report(Level.SER, Log.single(AnomalyKind.THIN_AIR_READ, 0, 0));

  @Test
  void graphHasAClusterPerCounterexample() {
    var graph = new DotGraph(7);
    graph.add(Log.writeSkew());
    graph.add(Log.abortedRead());
    graph.add(Log.open());
    var dot = DotGraph.render(List.of(graph));
    assertTrue(dot.contains("subgraph cluster_7_3 {"), dot);
    assertFalse(dot.contains("subgraph cluster_7_4 {"), dot);
    assertTrue(dot.contains("c7_1_t0 -> c7_1_r1 [dir=none, color=\"#c2410c\""), dot);
    assertTrue(dot.contains("c7_1_r1 -> c7_1_t1 [color=\"#c2410c\""), dot);
    assertTrue(dot.contains("c7_1_t0 -> c7_1_r2 [dir=back, color=\"#c2410c\""), dot);
    assertTrue(dot.contains("c7_1_r2 -> c7_1_t1 [dir=none, color=\"#c2410c\""), dot);
  }

  @Test
  void graphHasAClusterPerCase() {
    var graph = new DotGraph(7);
    graph.add(Log.cases());
    var dot = DotGraph.render(List.of(graph));
    assertTrue(dot.contains("subgraph cluster_7_2 {"), dot);
    assertTrue(dot.contains("c7_1_t2 -> c7_1_r2 [dir=back, style=dashed, color="), dot);
    assertTrue(dot.contains("c7_2_t0 -> c7_2_r2 [dir=back, style=dashed, color="), dot);
    assertFalse(dot.contains("c7_2_t3"), dot);
  }

  @Test
  void graphOfNothingSaysSo() {
    assertTrue(DotGraph.render(List.of(new DotGraph(7))).contains("no counterexamples"));
  }

  @Test
  void graphEscapesNames() {
    var graph = new DotGraph(7);
    graph.add(NASTY);
    assertTrue(
        DotGraph.render(List.of(graph)).contains("r(&lt;b&gt;&amp;&quot;')=1"),
        DotGraph.render(List.of(graph)));
  }
}
