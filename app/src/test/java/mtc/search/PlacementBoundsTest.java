package mtc.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import mtc.column.Ints;
import mtc.linear.Dependencies;
import mtc.linear.Groundwork;
import mtc.linear.ReadRules;
import mtc.solve.Budget;
import mtc.solve.SortedGraph;
import mtc.verdict.Level;
import org.junit.jupiter.api.Test;

/** Which places are ruled out, against all that leads to a block and that a block leads to. */
class PlacementBoundsTest {
  private AppendBlocks blocks;
  private OpenProblem rest;
  private boolean[][] leads;

  private boolean look(long seed) {
    var core = Groundwork.of(AppendBlocksTest.randomLists(seed), 3);
    if (core.resolution.lists.openKeys.size() == 0) {
      return false;
    }
    blocks = blocks(core);
    var sessionOrder = seed % 3 > 0;
    rest = problem(core, known(core, seed, sessionOrder), sessionOrder).rest;
    return rest.knownGraph().isAcyclic();
  }

  private static AppendBlocks blocks(Groundwork core) {
    return new AppendBlocks(
        core.versions, core.resolution.lists, core.resolution.reading, Budget.UNLIMITED);
  }

  private static Dependencies known(Groundwork core, long seed, boolean sessionOrder) {
    var graph = core.graph(sessionOrder);
    return seed % 2 == 0 ? graph.serial() : graph.snapshot();
  }

  private PlacementProblem problem(Groundwork core, Dependencies known, boolean sessionOrder) {
    return new PlacementProblem(
        blocks, core.versions, known, core.resolution.reading, sessionOrder);
  }

  @Test
  void placesAgainstWhatIsKnownAreRuledOut() {
    var all = 0;
    var left = 0;
    for (var seed = 0; seed < 600; seed++) {
      if (!look(seed)) {
        continue;
      }
      var bounded = new PlacementBounds(blocks, rest, Budget.UNLIMITED).bounded();
      leads = closure(rest.knownGraph());
      var expected = blocks;
      for (var open = 0; open < blocks.keyCount(); open++) {
        for (var isNews = expected.hasOpenBlocks(open); isNews; ) {
          var ruledOut = ruledOut(expected, open);
          expected = ruledOut.size() > 0 ? expected.without(open, ruledOut) : expected;
          isNews = ruledOut.size() > 0 && expected.hasOpenBlocks(open);
        }
      }
      for (var c = 0; c < blocks.candidateCount(); c++) {
        assertEquals(expected.counts(c), bounded.counts(c), "seed " + seed + " candidate " + c);
        all++;
        left += bounded.counts(c) ? 1 : 0;
      }
    }
    assertTrue(left > all / 2 && left < all, left + " of " + all);
  }

  @Test
  void nothingIsRuledOutWithoutABudget() {
    for (var seed = 0; seed < 50; seed++) {
      if (look(seed)) {
        assertSame(blocks, new PlacementBounds(blocks, rest, () -> true).bounded());
      }
    }
  }

  /** What a transaction saw is no bound where it may miss its own appends. */
  @Test
  void nothingIsRuledOutWhereOwnAppendsMayBeMissed() {
    for (var seed = 0; seed < 50; seed++) {
      var history = AppendBlocksTest.randomLists(seed);
      var core = Groundwork.of(history, 3, null, ReadRules.at(Level.PL2));
      if (core.resolution.lists.openKeys.size() > 0) {
        blocks = blocks(core);
        var problem = problem(core, known(core, seed, false), false);
        assertSame(problem, problem.bounded(Budget.UNLIMITED));
      }
    }
  }

  private static boolean[][] closure(SortedGraph graph) {
    var n = graph.nodeCount();
    var leads = new boolean[n][n];
    for (var node = 0; node < n; node++) {
      for (var arc = graph.first(node); arc < graph.end(node); arc++) {
        leads[node][graph.target(arc)] = true;
      }
    }
    for (var via = 0; via < n; via++) {
      for (var from = 0; from < n; from++) {
        for (var to = 0; leads[from][via] && to < n; to++) {
          leads[from][to] |= leads[via][to];
        }
      }
    }
    return leads;
  }

  /** What one look at a key rules out. */
  private Ints ruledOut(AppendBlocks of, int open) {
    var least = new int[leads.length];
    var greatest = new int[leads.length];
    Arrays.fill(greatest, Integer.MAX_VALUE);
    for (var read : of.reads(open)) {
      var node = rest.snapshot(rest.versions.owner(read));
      least[node] = Math.max(least[node], of.seen(read));
      if (rest.known.seesAllBefore()) {
        greatest[node] = Math.min(greatest[node], of.seen(read));
      }
    }
    var end = open + 1 < of.keyCount() ? of.firstCandidate(open + 1) : of.candidateCount();
    for (var c = of.firstCandidate(open); c < end; c++) {
      if (of.counts(c) && of.isCertain(c)) {
        var node = rest.commit(of.owner(of.blockOf(c)));
        least[node] = Math.max(least[node], of.placeOf(c) + of.length(of.blockOf(c)));
        greatest[node] = Math.min(greatest[node], of.placeOf(c));
      }
    }
    var ruledOut = new Ints();
    for (var c = of.firstCandidate(open); c < end; c++) {
      var node = rest.commit(of.owner(of.blockOf(c)));
      var fits = least[node] <= of.placeOf(c);
      for (var other = 0; other < leads.length; other++) {
        fits &= !leads[other][node] || least[other] <= of.placeOf(c);
        var endOfBlock = of.placeOf(c) + of.length(of.blockOf(c));
        fits &= !leads[node][other] || endOfBlock <= greatest[other];
      }
      if (of.counts(c) && !of.isCertain(c) && !fits) {
        ruledOut.add(c);
      }
    }
    return ruledOut;
  }
}
