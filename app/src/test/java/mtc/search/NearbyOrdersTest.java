package mtc.search;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import mtc.check.Log;
import mtc.history.History;
import mtc.linear.Dependencies;
import mtc.linear.Groundwork;
import mtc.linear.RealTime;
import mtc.solve.Budget;
import mtc.solve.SortedGraph;
import mtc.witness.Witness;
import org.junit.jupiter.api.Test;

/** What follows about chains from what lies near each other in time. */
class NearbyOrdersTest {
  private History history;
  private OpenProblem problem;
  private SortedGraph graph;

  private void look(String log, boolean isSplit, boolean isTimed) {
    history = Log.of(log);
    var core = Groundwork.of(history, 1);
    var untimed = isSplit ? core.graph(true).snapshot() : core.graph(true).serial();
    Dependencies known =
        isTimed
            ? new Dependencies.InRealTime(
                untimed, new RealTime(core.versions, 0), Witness.Shape.STRICT)
            : untimed;
    var reads = new OpenReads(core.versions, core.resolution, Budget.UNLIMITED);
    var chains = new OpenChains(core.versions, reads.keys, reads.mayHaveCommitted);
    problem = new OpenProblem(chains, reads, known, true);
    var nearby =
        new NearbyOrders(problem, problem.knownGraph(), new Clock(history), Budget.UNLIMITED);
    graph = nearby.withKnown();
  }

  private boolean leadsTo(int from, int to) {
    for (var arc = graph.first(from); arc < graph.end(from); arc++) {
      if (graph.target(arc) == to) {
        return true;
      }
    }
    return false;
  }

  @Test
  void whatEndedBeforeAReaderBeganComesBeforeWhatWasRead() {
    look(
        """
        a 0-40  : w(x,1)
        b 0-10  : w(x,2)
        c 20-50 : r(x,1)
        d 0-30  : w(x,3)
        """,
        false,
        false);
    assertTrue(leadsTo(1, 0));
    assertFalse(leadsTo(3, 0));
    assertFalse(leadsTo(0, 1));
  }

  @Test
  void whoLeadsToAReaderComesBeforeWhatWasRead() {
    look(
        """
        a 0-90 : w(x,1)
        b 0-90 : w(x,2) w(y,2)
        c 0-90 : r(y,2) w(z,3)
        d 0-90 : r(z,3) r(x,1)
        e 0-90 : w(x,4)
        """,
        false,
        false);
    assertTrue(leadsTo(1, 0));
    assertFalse(leadsTo(4, 0));
  }

  @Test
  void whoReadAVersionComesBeforeWhoItLeadsTo() {
    look(
        """
        a 0-90 : w(x,1) w(y,1)
        b 0-90 : r(y,1) w(x,2)
        c 0-90 : r(x,1)
        """,
        false,
        false);
    var end = problem.endOf(problem.chains.chainOf(0));
    assertTrue(leadsTo(2, end));
    assertTrue(leadsTo(end, 1));
  }

  @Test
  void whatWasFoundByTimeLeadsFurther() {
    look(
        """
        a 0-40  : w(x,1) w(y,1)
        b 0-10  : w(x,2) w(z,2)
        c 20-60 : r(x,1)
        d 0-60  : w(z,3)
        e 0-60  : r(z,3) r(y,1)
        """,
        false,
        false);
    // b comes before a, and so before e, who read another z.
    assertTrue(leadsTo(1, 0));
    assertTrue(leadsTo(1, 3));
  }

  /** What contradicts what is known, here that the first x comes before the second, is left out. */
  @Test
  void whatContradictsWhatIsKnownIsLeftOutAlone() {
    look(
        """
        a 0-40  : w(x,1)
        b 0-10  : r(x,1) w(y,1)
        c 0-10  : r(y,1) w(x,2)
        d 20-50 : r(x,1)
        e 0-40  : w(z,1)
        f 0-10  : w(z,2)
        g 20-50 : r(z,1)
        """,
        false,
        false);
    assertTrue(graph.isAcyclic());
    assertFalse(leadsTo(2, 0));
    assertTrue(leadsTo(5, 4));
  }

  /** Of transactions that ran at one moment each, in the order of their numbers. */
  private static String log(Random random) {
    var lines = new ArrayList<String>();
    var holds = new int[4];
    var values = 0;
    for (var t = 0; t < 40; t++) {
      var start = 1000 + 100 * t - random.nextInt(900);
      var isOpen = random.nextInt(12) == 0;
      var end = isOpen ? "" : "" + (1000 + 100 * t + 1 + random.nextInt(900));
      var line = new StringBuilder("- %d-%s %s:".formatted(start, end, isOpen ? "? " : ""));
      for (var key = 0; key < holds.length; key++) {
        var choice = random.nextInt(6);
        if (choice == 0 || choice == 1 && random.nextInt(4) == 0) {
          line.append(" r(k%d,%d)".formatted(key, holds[key]));
        }
        if (choice == 1 || choice == 2) {
          holds[key] = ++values;
          line.append(" w(k%d,%d)".formatted(key, values));
        }
      }
      lines.add(line + " w(id,%d)".formatted(100000 + t));
    }
    Collections.shuffle(lines, random);
    return String.join("\n", lines);
  }

  /** By node: when it was; others as soon as all before them had been. */
  private int[] moments() {
    var moments = new int[problem.nodeCount()];
    for (var t = 0; t < history.transactionCount(); t++) {
      var id = history.scalars().render(history.value(history.endOperation(t) - 1));
      var at = 10 * (Integer.parseInt(id) - 100000);
      moments[problem.snapshot(t)] = at + 1;
      moments[problem.commit(t)] = at + (problem.known.splitsTransactions() ? 2 : 1);
    }
    var known = problem.knownGraph();
    for (var node : known.order) {
      for (var arc = known.first(node); arc < known.end(node); arc++) {
        var target = known.target(arc);
        if (!isOfTransaction(target)) {
          moments[target] = Math.max(moments[target], moments[node] + 1);
        }
      }
    }
    return moments;
  }

  private boolean isOfTransaction(int node) {
    return node < problem.known.nodeCount()
        && problem.known.graphNode(node) < history.transactionCount();
  }

  /** Whatever is found holds in the order that there was, if every transaction had its moment. */
  @Test
  void whatIsFoundHoldsInTheOrderThatThereWas() {
    for (var isSplit : List.of(false, true)) {
      var found = 0;
      for (var seed = 0; seed < 300; seed++) {
        look(log(new Random(seed)), isSplit, false);
        var moments = moments();
        var message = "seed " + seed + (isSplit ? " split" : "");
        graph.forEachArc((from, to) -> assertTrue(moments[from] < moments[to], message));
        found += graph.arcCount() - problem.knownGraph().arcCount();
      }
      assertTrue(found > 300 * 10, "found " + found);
    }
  }

  @Test
  void aGuessThatKnowsThemRunsIntoFewerDeadEnds() {
    var without = 0;
    var with = 0;
    for (var seed = 0; seed < 200; seed++) {
      look(log(new Random(seed)), false, true);
      without += violations(problem.knownGraph());
      with += violations(graph);
    }
    assertTrue(3 * with < without, with + " instead of " + without);
  }

  private int violations(SortedGraph known) {
    var guess = new GuessedOrder(problem, known, Budget.UNLIMITED);
    guess.positions();
    return guess.violations;
  }
}
