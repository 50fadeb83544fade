package mtc.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import mtc.check.Log;
import mtc.linear.Dependencies;
import mtc.linear.Groundwork;
import mtc.linear.RealTime;
import mtc.solve.Budget;
import mtc.verdict.Edge;
import mtc.witness.Witness;
import org.junit.jupiter.api.Test;

/** How a cycle of nodes is told, wherever it begins. */
class ConflictCycleTest {
  private static OpenProblem problem(Groundwork core, Dependencies known) {
    var reads = new OpenReads(core.versions, core.resolution, Budget.UNLIMITED);
    var chains = new OpenChains(core.versions, reads.keys, reads.mayHaveCommitted);
    return new OpenProblem(chains, reads, known, true);
  }

  private static String say(Edge edge) {
    return edge.from() + "-" + edge.type() + ">" + edge.to();
  }

  /** A cycle of what is known, from each of its nodes on, with edges in some order. */
  private static void assertTold(OpenProblem problem, Groundwork core, int[] nodes, String... is) {
    var cycles = new ConflictCycle(problem, core.origins);
    var literals = new int[nodes.length];
    Arrays.fill(literals, -1);
    for (var start = 0; start < nodes.length; start++) {
      var turned = new int[nodes.length];
      for (var i = 0; i < nodes.length; i++) {
        turned[i] = nodes[(start + i) % nodes.length];
      }
      var edges = cycles.of(turned, literals);
      for (var i = 0; i < edges.size(); i++) {
        assertEquals(edges.get(i).to(), edges.get((i + 1) % edges.size()).from());
      }
      assertEquals(
          Arrays.stream(is).sorted().toList(), edges.stream().map(e -> say(e)).sorted().toList());
    }
  }

  @Test
  void stepsOfSessionOrderAreOneWhereverACycleBegins() {
    var core =
        Groundwork.of(
            Log.of(
                """
                a : r(y,1)
                a : r(z,0)
                a : w(x,1)
                b : r(x,1)
                b : w(u,1)
                - : r(u,1) w(y,1)
                """),
            1);
    var problem = problem(core, core.graph(true).serial());
    var nodes = new int[] {0, 1, 2, 3, 4, 5};
    assertTold(problem, core, nodes, "0-SO>2", "2-WR>3", "3-SO>4", "4-WR>5", "5-WR>0");
  }

  @Test
  void stepsOfRealTimeAreOneWhereverACycleBegins() {
    var core =
        Groundwork.of(
            Log.of(
                """
                - 1-2 : r(y,1)
                - 3-4 : r(z,0)
                - 5-6 : w(x,1)
                - 5-9 : r(x,1) w(y,1)
                """),
            1);
    var time = new RealTime(core.versions, 0);
    var known = new Dependencies.InRealTime(core.graph(true).serial(), time, Witness.Shape.STRICT);
    var problem = problem(core, known);
    var nodes = new int[] {0, known.end(0), 1, known.end(1), 2, 3};
    assertTold(problem, core, nodes, "0-RT>2", "2-WR>3", "3-WR>0");
  }
}
