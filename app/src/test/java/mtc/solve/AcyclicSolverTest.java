package mtc.solve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import mtc.solve.AcyclicSolver.Result;
import org.junit.jupiter.api.Test;

class AcyclicSolverTest {
  private static final int PROBLEMS = Integer.getInteger("mtc.problems", 20_000);

  private record Arc(int from, int to, int literal) {}

  private record Problem(int nodes, int variables, List<Arc> arcs, List<int[]> clauses) {
    AcyclicSolver solver() {
      var solver = new AcyclicSolver(nodes);
      for (var v = 0; v < variables; v++) {
        solver.variable();
      }
      for (var arc : arcs) {
        if (arc.literal < 0) {
          solver.arc(arc.from, arc.to);
        } else {
          solver.arc(arc.from, arc.to, arc.literal);
        }
      }
      clauses.forEach(solver::clause);
      return solver;
    }

    boolean holds(int assignment) {
      for (var clause : clauses) {
        var holds = false;
        for (var literal : clause) {
          holds |= isTrue(literal, assignment);
        }
        if (!holds) {
          return false;
        }
      }
      return isAcyclic(assignment);
    }

    /** Removes nodes without an incoming arc until none is left to remove. */
    private boolean isAcyclic(int assignment) {
      var removed = new boolean[nodes];
      for (var round = 0; round < nodes; round++) {
        for (var node = 0; node < nodes; node++) {
          var target = node;
          removed[node] |=
              arcs.stream()
                  .noneMatch(
                      a -> a.to == target && !removed[a.from] && isOn(a.literal, assignment));
        }
      }
      for (var gone : removed) {
        if (!gone) {
          return false;
        }
      }
      return true;
    }

    static boolean isOn(int literal, int assignment) {
      return literal < 0 || isTrue(literal, assignment);
    }

    static boolean isTrue(int literal, int assignment) {
      return (assignment >> (literal >> 1) & 1) != (literal & 1);
    }
  }

  @Test
  void agreesWithTryingEveryAssignment() {
    var random = new SplittableRandom(20250917);
    var satisfiable = 0;
    for (var i = 0; i < PROBLEMS; i++) {
      var problem = randomProblem(random);
      var expected = false;
      for (var a = 0; a < 1 << problem.variables && !expected; a++) {
        expected = problem.holds(a);
      }
      var solver = problem.solver();
      var result = solver.solve(Budget.UNLIMITED);
      assertEquals(
          expected ? Result.SATISFIABLE : Result.UNSATISFIABLE, result, () -> "" + problem);
      if (expected) {
        satisfiable++;
        assertSolution(problem, solver);
      }
    }
    assertTrue(
        satisfiable > PROBLEMS / 5 && satisfiable < PROBLEMS / 5 * 4,
        "both answers: " + satisfiable);
  }

  private static void assertSolution(Problem problem, AcyclicSolver solver) {
    var assignment = 0;
    for (var v = 0; v < problem.variables; v++) {
      assignment |= solver.isTrue(2 * v) ? 1 << v : 0;
    }
    assertTrue(problem.holds(assignment));
    for (var arc : problem.arcs) {
      if (Problem.isOn(arc.literal, assignment)) {
        assertTrue(solver.position(arc.from) < solver.position(arc.to));
      }
    }
  }

  private static Problem randomProblem(SplittableRandom random) {
    var nodes = random.nextInt(2, 7);
    var variables = random.nextInt(1, 9);
    var arcs = new ArrayList<Arc>();
    for (var i = random.nextInt(nodes); i > 0; i--) {
      arcs.add(new Arc(random.nextInt(nodes), random.nextInt(nodes), -1));
    }
    for (var v = 0; v < variables; v++) {
      for (var i = random.nextInt(1, 3); i > 0; i--) {
        var from = random.nextInt(nodes);
        var to = random.nextInt(nodes);
        arcs.add(new Arc(from, to, 2 * v));
        arcs.add(new Arc(to, random.nextInt(nodes), 2 * v + 1));
      }
    }
    arcs.removeIf(a -> a.from == a.to && random.nextInt(8) > 0);
    var clauses = new ArrayList<int[]>();
    for (var i = random.nextInt(6); i > 0; i--) {
      var clause = new int[random.nextInt(1, 4)];
      for (var k = 0; k < clause.length; k++) {
        clause[k] = random.nextInt(2 * variables);
      }
      clauses.add(clause);
    }
    return new Problem(nodes, variables, arcs, clauses);
  }

  @Test
  void ordersAHundredThousandPairsWithoutAConflictWhenNothingForbidsIt() {
    var solver = new AcyclicSolver(1000);
    var random = new SplittableRandom(1);
    for (var i = 0; i < 100_000; i++) {
      var a = random.nextInt(1000);
      var b = (a + random.nextInt(1, 1000)) % 1000;
      var v = solver.variable();
      solver.arc(a, b, 2 * v);
      solver.arc(b, a, 2 * v + 1);
      solver.hint(v, a, b);
    }
    assertEquals(Result.SATISFIABLE, solver.solve(Budget.UNLIMITED));
    assertEquals(0, solver.conflictCount());
  }

  @Test
  void whatIsFixedWhileItSearchesStaysSo() {
    var solver = new AcyclicSolver(2);
    var decided = solver.variable();
    var late = new ArrayList<Integer>();
    solver.extension(() -> {
      if (late.isEmpty()) {
        // It would be true if nobody said otherwise.
        late.add(solver.variable());
        solver.fix(2 * late.getFirst() + 1);
        return true;
      }
      return false;
    });
    assertEquals(Result.SATISFIABLE, solver.solve(Budget.UNLIMITED));
    assertTrue(solver.isTrue(2 * decided));
    assertTrue(solver.isTrue(2 * late.getFirst() + 1));
  }

  @Test
  void aClauseOfWhatIsFixedOtherwiseIsAContradiction() {
    var solver = new AcyclicSolver(1);
    var one = solver.variable();
    var other = solver.variable();
    solver.variable();
    solver.fix(2 * one);
    solver.fix(2 * other);
    solver.clause(2 * one + 1, 2 * other + 1);
    assertEquals(Result.UNSATISFIABLE, solver.solve(Budget.UNLIMITED));
    assertTrue(solver.isInvolved(one) && solver.isInvolved(other));
  }

  @Test
  void aClauseWithOneLiteralLeftMakesItTrue() {
    var solver = new AcyclicSolver(1);
    var fixed = solver.variable();
    var left = solver.variable();
    solver.fix(2 * fixed);
    solver.clause(2 * fixed + 1, 2 * left, 2 * fixed + 1);
    assertEquals(Result.SATISFIABLE, solver.solve(Budget.UNLIMITED));
    assertTrue(solver.isTrue(2 * left));
  }

  @Test
  void saysUndecidedWhenTheBudgetRunsOut() {
    var solver = new AcyclicSolver(2);
    var v = solver.variable();
    solver.arc(0, 1, 2 * v);
    assertEquals(Result.UNDECIDED, solver.solve(() -> true));
  }
}
