package mtc.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import mtc.column.Ints;
import mtc.history.History;
import mtc.linear.Dependencies;
import mtc.linear.Groundwork;
import mtc.linear.RealTime;
import mtc.solve.AcyclicSolver;
import mtc.solve.Budget;
import mtc.witness.Witness;
import org.junit.jupiter.api.Test;

/** Shortest ways and cycles of a known graph, against all ways. */
class ExcerptTest {
  private static final int FAR = Integer.MAX_VALUE;
  private static final int HISTORIES = 150;

  private History history;
  private OpenProblem problem;
  private Excerpt excerpt;

  /** By two nodes: whether there is an arc. */
  private boolean[][] isKnown;

  /** By two nodes: what a known step costs, and what the cheapest way does; FAR for none. */
  private int[][] step;

  private int[][] way;

  private boolean look(long seed) {
    var random = new Random(seed);
    // More members than a word has bits.
    var isLarge = seed % 10 == 9;
    history = RandomRegisters.next(seed, isLarge ? 60 : 0);
    var core = Groundwork.of(history, 3);
    var reads = new OpenReads(core.versions, core.resolution, Budget.UNLIMITED);
    var chains = new OpenChains(core.versions, reads.keys, reads.mayHaveCommitted);
    var sessionOrder = seed % 4 > 0;
    problem = new OpenProblem(chains, reads, known(core, seed, sessionOrder), sessionOrder);
    var graph = problem.knownGraph();
    if (!graph.isAcyclic()) {
      return false;
    }
    var wanted = new Ints();
    var members = isLarge ? 65 + random.nextInt(30) : 3 + random.nextInt(8);
    for (var i = 0; i < members || isLarge && i < 4 * members; i++) {
      wanted.add(random.nextInt(problem.nodeCount()));
    }
    excerpt = new Excerpt(problem, graph, wanted, Budget.UNLIMITED);
    for (var i = 0; i < wanted.size(); i++) {
      assertEquals(wanted.get(i), excerpt.members[excerpt.index(wanted.get(i))]);
    }
    collectSteps();
    return true;
  }

  private static Dependencies known(Groundwork core, long seed, boolean sessionOrder) {
    var graph = core.graph(sessionOrder);
    return switch ((int) seed % 3) {
      case 0 -> graph.serial();
      case 1 -> graph.snapshot();
      default ->
          new Dependencies.InRealTime(
              graph.serial(), new RealTime(core.versions, 0), Witness.Shape.STRICT);
    };
  }

  private int transaction(int node) {
    var t = node < problem.known.nodeCount() ? problem.known.graphNode(node) : FAR;
    return t < history.transactionCount() ? t : -1;
  }

  private void collectSteps() {
    var n = problem.nodeCount();
    step = new int[n][n];
    isKnown = new boolean[n][n];
    problem.known((from, to) -> isKnown[from][to] = true);
    for (var row : step) {
      Arrays.fill(row, FAR);
    }
    problem.known((from, to) -> {
      var isStep = transaction(to) >= 0 && transaction(to) != transaction(from);
      step[from][to] = isStep ? 1 : 0;
    });
    for (var t = 0; t < history.transactionCount(); t++) {
      for (var later = t + 1; later < history.transactionCount(); later++) {
        if (problem.hasSessionOrder()
            && history.session(t) != History.NO_SESSION
            && history.session(t) == history.session(later)
            && history.isCommitted(t)
            && history.isCommitted(later)) {
          var least = Math.min(1, step[problem.commit(t)][problem.snapshot(later)]);
          step[problem.commit(t)][problem.snapshot(later)] = least;
        }
      }
    }
    way = new int[n][];
    for (var i = 0; i < n; i++) {
      way[i] = step[i].clone();
    }
    for (var via = 0; via < n; via++) {
      for (var from = 0; from < n; from++) {
        for (var to = 0; to < n; to++) {
          way[from][to] = Math.min(way[from][to], sum(way[from][via], way[via][to]));
        }
      }
    }
  }

  private static int sum(int one, int other) {
    return one == FAR || other == FAR ? FAR : one + other;
  }

  @Test
  void membersLeadToEachOtherPastAllOthers() {
    var most = 0;
    for (var seed = 0; seed < HISTORIES; seed++) {
      if (!look(seed)) {
        continue;
      }
      most = Math.max(most, excerpt.members.length);
      var found = new boolean[excerpt.members.length][excerpt.members.length];
      for (var i = 0; i < excerpt.from.size(); i++) {
        found[excerpt.from.get(i)][excerpt.to.get(i)] = true;
      }
      for (var member = 0; member < excerpt.members.length; member++) {
        var reached = reachedPastOthers(excerpt.members[member]);
        for (var other = 0; other < excerpt.members.length; other++) {
          assertEquals(reached[excerpt.members[other]], found[member][other], "seed " + seed);
        }
      }
    }
    assertTrue(most > Long.SIZE, "members " + most);
  }

  private boolean[] reachedPastOthers(int start) {
    var reached = new boolean[step.length];
    var queue = new ArrayList<Integer>(List.of(start));
    while (!queue.isEmpty()) {
      var node = (int) queue.removeLast();
      for (var to = 0; to < step.length; to++) {
        if (isKnown[node][to] && !reached[to]) {
          reached[to] = true;
          if (excerpt.index(to) < 0) {
            queue.add(to);
          }
        }
      }
    }
    return reached;
  }

  @Test
  void theFewestStepsAreFound() {
    for (var seed = 0; seed < HISTORIES; seed++) {
      if (!look(seed)) {
        continue;
      }
      for (var member = 0; member < excerpt.members.length; member++) {
        var steps = excerpt.stepsFrom(member);
        for (var goal = 0; goal < steps.length; goal++) {
          if (goal == member) {
            assertEquals(FAR, steps[goal]);
            continue;
          }
          assertEquals(way[excerpt.members[member]][excerpt.members[goal]], steps[goal]);
          if (steps[goal] != FAR) {
            assertPath(member, goal, steps[goal]);
          }
        }
      }
    }
  }

  private void assertPath(int member, int goal, int cost) {
    var path = excerpt.path(member, goal);
    var at = excerpt.members[member];
    var sum = 0;
    for (var node : path) {
      sum = sum(sum, step[at][node]);
      at = node;
    }
    assertEquals(excerpt.members[goal], at);
    assertEquals(cost, sum);
  }

  @Test
  void theShortestCycleThroughWhatIsAssumedIsFound() {
    var cycles = 0;
    for (var seed = 0; seed < HISTORIES; seed++) {
      if (look(seed) && excerpt.members.length > 1) {
        cycles += assertShortest(new Random(seed)) ? 1 : 0;
      }
    }
    assertTrue(cycles > 20, "cycles " + cycles);
  }

  private boolean assertShortest(Random random) {
    var size = excerpt.members.length;
    var solver = new AcyclicSolver(size);
    for (var i = 0; i < 1 + random.nextInt(6); i++) {
      var literal = 2 * solver.variable();
      var from = random.nextInt(size);
      var to = (from + 1 + random.nextInt(size - 1)) % size;
      solver.arc(from, to, literal);
      solver.clause(literal);
    }
    solver.fails();
    var best = new int[] {FAR};
    var cost = new int[size][size];
    for (var i = 0; i < size; i++) {
      for (var j = 0; j < size; j++) {
        cost[i][j] = i == j ? 0 : way[excerpt.members[i]][excerpt.members[j]];
      }
    }
    solver.forEachArcSwitchedOn((from, to, _) -> {
      cost[from][to] = Math.min(cost[from][to], weight(to));
    });
    for (var via = 0; via < size; via++) {
      for (var from = 0; from < size; from++) {
        for (var to = 0; to < size; to++) {
          cost[from][to] = Math.min(cost[from][to], sum(cost[from][via], cost[via][to]));
        }
      }
    }
    solver.forEachArcSwitchedOn(
        (from, to, _) -> best[0] = Math.min(best[0], sum(cost[to][from], weight(to))));
    var shortest = new ShortestCycle(excerpt, Budget.UNLIMITED);
    assertEquals(best[0] != FAR, shortest.find(solver));
    if (best[0] != FAR) {
      assertEquals(best[0], costOfFound(shortest, solver));
    }
    return best[0] != FAR;
  }

  private int weight(int member) {
    return transaction(excerpt.members[member]) >= 0 ? 1 : 0;
  }

  private int costOfFound(ShortestCycle found, AcyclicSolver solver) {
    var nodes = found.nodes();
    var sum = 0;
    for (var i = 0; i < nodes.length; i++) {
      var next = nodes[(i + 1) % nodes.length];
      var literal = found.literals()[i];
      if (literal < 0) {
        sum = sum(sum, step[nodes[i]][next]);
      } else {
        var isThere = new boolean[1];
        var from = excerpt.index(nodes[i]);
        var to = excerpt.index(next);
        solver.forEachArcSwitchedOn(
            (f, t, l) -> isThere[0] |= f == from && t == to && l == literal);
        assertTrue(isThere[0]);
        sum += weight(to);
      }
    }
    return sum;
  }
}
