package mtc.solve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import mtc.solve.AcyclicSolver.Result;
import org.junit.jupiter.api.Test;

class AcyclicSolverTest {
  private static final int PROBLEMS = Integer.getInteger("mtc.problems", 20_000);

  private record Arc(int from, int to, int literal) {}

  private record Problem(int nodes, int variables, List<Arc> arcs, List<int[]> clauses) {
    AcyclicSolver solver() {
      return filled(new AcyclicSolver(nodes));
    }

    AcyclicSolver filled(AcyclicSolver solver) {
      for (var v = 0; v < variables; v++) {
        solver.variable();
      }
      return withArcsAndClauses(solver);
    }

    AcyclicSolver withArcsAndClauses(AcyclicSolver solver) {
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

    boolean isSolvable() {
      for (var a = 0; a < 1 << variables; a++) {
        if (holds(a)) {
          return true;
        }
      }
      return false;
    }

    /** The same with the arcs of preferences, whatever is chosen. */
    Problem with(List<Arc> others) {
      var all = new ArrayList<>(arcs);
      others.forEach(arc -> all.add(new Arc(arc.from, arc.to, -1)));
      return new Problem(nodes, variables, all, clauses);
    }

    /** Only what is about those variables, and what is known. */
    Problem about(IntPredicate some) {
      return new Problem(
          nodes,
          variables,
          arcs.stream().filter(a -> a.literal < 0 || some.test(a.literal >> 1)).toList(),
          clauses.stream()
              .filter(clause -> Arrays.stream(clause).allMatch(l -> some.test(l >> 1)))
              .toList());
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
      var problem = randomProblem(random, i % 4 == 0 ? 20 : 6);
      var expected = problem.isSolvable();
      var solver = problem.filled(solver(problem, i));
      if (i % 3 == 0) {
        solver.guess(shuffled(problem.nodes, random));
      }
      var result = i % 5 == 0 ? solvedInParts(solver) : solver.solve(Budget.UNLIMITED);
      assertEquals(
          expected ? Result.SATISFIABLE : Result.UNSATISFIABLE, result, () -> "" + problem);
      if (expected) {
        satisfiable++;
        assertSolution(problem, solver);
      } else {
        assertFalse(problem.about(solver::isInvolved).isSolvable(), () -> "" + problem);
      }
    }
    assertTrue(
        satisfiable > PROBLEMS / 5 && satisfiable < PROBLEMS / 5 * 4,
        "both answers: " + satisfiable);
  }

  /** Gives up after each conflict, and goes on. */
  private static Result solvedInParts(AcyclicSolver solver) {
    var result = solver.solve(Budget.UNLIMITED, 1);
    while (result == Result.UNDECIDED) {
      result = solver.goOn(Budget.UNLIMITED, solver.conflictCount() + 1);
    }
    return result;
  }

  /** Goes back as far as what was learnt holds; or, every other one, by single decisions. */
  private static AcyclicSolver solver(Problem problem, int i) {
    return new AcyclicSolver(problem.nodes, i % 2 == 0 ? Integer.MAX_VALUE : 0);
  }

  /** The same problem where an extension adds the variables, one or a few at a time. */
  private static AcyclicSolver inParts(
      Problem problem, AcyclicSolver solver, SplittableRandom random) {
    problem.arcs.stream().filter(a -> a.literal < 0).forEach(a -> solver.arc(a.from, a.to));
    var added = new int[1];
    solver.extension(() -> {
      var from = added[0];
      var to = Math.min(problem.variables, from + random.nextInt(1, 5));
      for (var v = from; v < to; v++) {
        solver.variable();
      }
      for (var arc : problem.arcs) {
        if (arc.literal >= 2 * from && arc.literal < 2 * to) {
          solver.arc(arc.from, arc.to, arc.literal);
        }
      }
      for (var clause : problem.clauses) {
        var last = Arrays.stream(clause).max().orElseThrow();
        if (last >= 2 * from && last < 2 * to) {
          solver.clauseLater(clause);
        }
      }
      added[0] = to;
      return from < to;
    });
    return solver;
  }

  @Test
  void agreesAlsoIfVariablesComeWhileItSearches() {
    var random = new SplittableRandom(20261118);
    var satisfiable = 0;
    for (var i = 0; i < PROBLEMS; i++) {
      var problem = randomProblem(random, i % 4 == 0 ? 20 : 6);
      var expected = problem.isSolvable();
      var solver = inParts(problem, solver(problem, i), random);
      var result = i % 5 == 0 ? solvedInParts(solver) : solver.solve(Budget.UNLIMITED);
      assertEquals(
          expected ? Result.SATISFIABLE : Result.UNSATISFIABLE, result, () -> "" + problem);
      if (expected) {
        satisfiable++;
        assertSolution(problem, solver);
      } else {
        var problemOfInvolved =
            problem.about(v -> v < solver.variableCount() && solver.isInvolved(v));
        assertFalse(problemOfInvolved.isSolvable(), () -> "" + problem);
      }
    }
    assertTrue(
        satisfiable > PROBLEMS / 5 && satisfiable < PROBLEMS / 5 * 4,
        "both answers: " + satisfiable);
  }

  @Test
  void preferencesAreKeptIfAllCanBeAndLoseNoSolution() {
    var random = new SplittableRandom(20261119);
    var kept = 0;
    var givenUp = 0;
    for (var i = 0; i < PROBLEMS; i++) {
      var problem = randomProblem(random, i % 4 == 0 ? 20 : 6);
      var preferred = new ArrayList<Arc>();
      for (var p = random.nextInt(1, 5); p > 0; p--) {
        var v = problem.variables + preferred.size();
        preferred.add(new Arc(random.nextInt(problem.nodes), random.nextInt(problem.nodes), 2 * v));
      }
      var solver = problem.filled(solver(problem, i));
      for (var arc : preferred) {
        solver.variable();
        solver.arc(arc.from, arc.to, arc.literal);
        solver.prefer(arc.literal);
      }
      var expected = problem.isSolvable();
      var result = i % 5 == 0 ? solvedInParts(solver) : solver.solve(Budget.UNLIMITED);
      assertEquals(
          expected ? Result.SATISFIABLE : Result.UNSATISFIABLE, result, () -> "" + problem);
      if (!expected) {
        var involved = problem.about(v -> v < problem.variables && solver.isInvolved(v));
        assertFalse(involved.isSolvable(), () -> "" + problem);
        continue;
      }
      assertSolution(problem, solver);
      for (var arc : preferred) {
        assertTrue(
            !solver.isTrue(arc.literal) || solver.position(arc.from) < solver.position(arc.to));
      }
      var areAll = preferred.stream().allMatch(arc -> solver.isTrue(arc.literal));
      if (problem.with(preferred).isSolvable()) {
        assertTrue(areAll, () -> problem + " " + preferred);
      }
      kept += areAll ? 1 : 0;
      givenUp += areAll ? 0 : 1;
    }
    assertTrue(kept > PROBLEMS / 20 && givenUp > PROBLEMS / 20, kept + ", " + givenUp);
  }

  /** Contradictions that take more than themselves with them end in the same answer. */
  @Test
  void manyPreferencesThatContradictEachOtherAreGivenUpAsWell() {
    var nodes = 400;
    var solver = new AcyclicSolver(nodes);
    // Each two in turn must come one before the other: which way, only clauses say.
    for (var node = 0; node + 1 < nodes; node += 2) {
      var v = solver.variable();
      var other = solver.variable();
      solver.arc(node, node + 1, 2 * v);
      solver.arc(node, node + 1, 2 * other);
      solver.clause(2 * v, 2 * other);
    }
    var preferred = new ArrayList<Integer>();
    for (var node = 0; node + 1 < nodes; node += 2) {
      var literal = 2 * solver.variable();
      solver.arc(node + 1, node, literal);
      solver.prefer(literal);
      preferred.add(literal);
    }
    assertEquals(Result.SATISFIABLE, solver.solve(Budget.UNLIMITED));
    for (var node = 0; node + 1 < nodes; node += 2) {
      assertTrue(solver.position(node) < solver.position(node + 1));
    }
    assertTrue(preferred.stream().noneMatch(solver::isTrue));
  }

  /** Whether the order has all arcs of a literal. */
  private static boolean agrees(Problem problem, AcyclicSolver solver, int literal) {
    return problem.arcs.stream()
        .filter(arc -> arc.literal == literal)
        .allMatch(arc -> solver.position(arc.from) < solver.position(arc.to));
  }

  @Test
  void whatNeedNotBeDecidedIsWhereTheOrderAgreesAnyway() {
    var random = new SplittableRandom(20261120);
    var satisfiable = 0;
    var undecided = 0;
    for (var i = 0; i < PROBLEMS; i++) {
      var problem = randomProblem(random, i % 4 == 0 ? 6 : 1);
      var solver = solver(problem, i);
      for (var v = 0; v < problem.variables; v++) {
        solver.variable();
        solver.hint(v, random.nextInt(problem.nodes), random.nextInt(problem.nodes));
        solver.decideIfNeeded(v);
      }
      problem.withArcsAndClauses(solver);
      solver.extension(() -> {
        var isNew = false;
        for (var v = 0; v < problem.variables; v++) {
          if (!agrees(problem, solver, 2 * v) && !agrees(problem, solver, 2 * v + 1)) {
            solver.need(v);
            isNew = true;
          }
        }
        return isNew;
      });
      var expected = problem.isSolvable();
      var result = solver.solve(Budget.UNLIMITED);
      assertEquals(
          expected ? Result.SATISFIABLE : Result.UNSATISFIABLE, result, () -> "" + problem);
      if (expected) {
        satisfiable++;
        for (var clause : problem.clauses) {
          assertTrue(Arrays.stream(clause).anyMatch(solver::isTrue), () -> "" + problem);
        }
        for (var v = 0; v < problem.variables; v++) {
          var isDecided = solver.isTrue(2 * v) || solver.isTrue(2 * v + 1);
          undecided += isDecided ? 0 : 1;
          assertTrue(agrees(problem, solver, 2 * v) || agrees(problem, solver, 2 * v + 1));
        }
      }
    }
    assertTrue(satisfiable > PROBLEMS / 5 && undecided > PROBLEMS / 5, "undecided: " + undecided);
  }

  @Test
  void whatWasSettledOnTheWayIsNotInvolvedInAFailureElsewhere() {
    var solver = new AcyclicSolver(6);
    solver.arc(0, 1);
    solver.arc(2, 3);
    solver.arc(4, 5);
    var elsewhere = new ArrayList<Integer>();
    var failing = new ArrayList<Integer>();
    solver.extension(() -> {
      if (!failing.isEmpty()) {
        return false;
      }
      // Known arcs alone rule the likely value out.
      elsewhere.add(solver.variable());
      solver.arc(1, 0, 2 * elsewhere.getFirst());
      for (var i = 0; i < 2; i++) {
        failing.add(solver.variable());
      }
      solver.arc(3, 2, 2 * failing.get(0));
      solver.arc(3, 4, 2 * failing.get(0) + 1);
      solver.arc(5, 4, 2 * failing.get(1));
      solver.arc(5, 2, 2 * failing.get(1) + 1);
      return true;
    });
    assertEquals(Result.UNSATISFIABLE, solver.solve(Budget.UNLIMITED));
    assertTrue(failing.stream().allMatch(solver::isInvolved));
    assertFalse(solver.isInvolved(elsewhere.getFirst()));
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

  private static int[] shuffled(int count, SplittableRandom random) {
    var positions = new int[count];
    for (var i = 0; i < count; i++) {
      var other = random.nextInt(i + 1);
      positions[i] = positions[other];
      positions[other] = i;
    }
    return positions;
  }

  private static Problem randomProblem(SplittableRandom random, int mostClauses) {
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
    for (var i = random.nextInt(mostClauses); i > 0; i--) {
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
    var neither = solver.variable();
    solver.fix(2 * one);
    solver.fix(2 * other);
    solver.clause(2 * one + 1, 2 * other + 1);
    assertEquals(Result.UNSATISFIABLE, solver.solve(Budget.UNLIMITED));
    assertTrue(solver.isInvolved(one) && solver.isInvolved(other));
    assertFalse(solver.isInvolved(neither));
  }

  @Test
  void alsoThoseAreInvolvedThatLeftAClauseOneLiteral() {
    var solver = new AcyclicSolver(1);
    var fixed = solver.variable();
    var next = solver.variable();
    var last = solver.variable();
    var neither = solver.variable();
    solver.fix(2 * fixed);
    solver.clause(2 * fixed + 1, 2 * next);
    solver.clause(2 * next + 1, 2 * last);
    solver.clause(2 * last + 1, 2 * next + 1);
    assertEquals(Result.UNSATISFIABLE, solver.solve(Budget.UNLIMITED));
    for (var v : new int[] {fixed, next, last}) {
      assertTrue(solver.isInvolved(v));
    }
    assertFalse(solver.isInvolved(neither));
  }

  @Test
  void alsoWhatIsFixedIsInvolvedIfAClauseFailsByIt() {
    var solver = new AcyclicSolver(1);
    var fixed = solver.variable();
    var one = solver.variable();
    var other = solver.variable();
    solver.fix(2 * fixed);
    solver.clause(2 * fixed + 1, 2 * one, 2 * other);
    solver.clause(2 * one + 1);
    solver.clause(2 * other + 1);
    assertEquals(Result.UNSATISFIABLE, solver.solve(Budget.UNLIMITED));
    assertTrue(solver.isInvolved(fixed));
  }

  /** Sets what clauses leave no choice, until nothing changes. */
  private static boolean failsAtOnce(Problem problem) {
    var value = new Boolean[2 * problem.variables];
    for (var round = 0; round <= problem.variables; round++) {
      for (var clause : problem.clauses) {
        var open =
            Arrays.stream(clause).filter(l -> value[l] != Boolean.FALSE).distinct().toArray();
        if (open.length == 0) {
          return true;
        }
        if (open.length == 1) {
          value[open[0]] = true;
          value[AcyclicSolver.not(open[0])] = false;
        }
      }
    }
    return !isAcyclic(
        problem.nodes,
        problem.arcs.stream()
            .filter(a -> a.literal < 0 || value[a.literal] == Boolean.TRUE)
            .toList());
  }

  @Test
  void failsBeforeAnythingIsDecidedIfClausesLeaveNoChoice() {
    var random = new SplittableRandom(7);
    var failed = 0;
    for (var i = 0; i < PROBLEMS; i++) {
      var problem = randomProblem(random, 20);
      // The same literal twice leaves a choice where there is none: nobody makes such clauses.
      problem.clauses.removeIf(c -> Arrays.stream(c).distinct().count() < c.length);
      var expected = failsAtOnce(problem);
      assertEquals(expected, problem.solver().fails(), () -> "" + problem);
      failed += expected ? 1 : 0;
    }
    assertTrue(failed > PROBLEMS / 10 && failed < PROBLEMS / 10 * 9, "both answers: " + failed);
  }

  private static boolean isAcyclic(int nodes, List<Arc> arcs) {
    var known = arcs.stream().map(a -> new Arc(a.from, a.to, -1)).toList();
    return new Problem(nodes, 0, known, List.of()).isAcyclic(0);
  }

  @Test
  void ofACycleOfKnownArcsWhatTheyAreKnownBecauseOfIsInvolved() {
    var random = new SplittableRandom(11);
    var cycles = 0;
    for (var round = 0; round < 500; round++) {
      var nodes = random.nextInt(2, 6);
      var solver = new AcyclicSolver(nodes);
      var arcs = new ArrayList<Arc>();
      for (var i = random.nextInt(2 * nodes); i > 0; i--) {
        var because = random.nextInt(3) > 0 ? solver.variable() : -1;
        var arc = new Arc(random.nextInt(nodes), random.nextInt(nodes), because);
        arcs.add(arc);
        if (because < 0) {
          solver.arc(arc.from, arc.to);
        } else {
          solver.fix(2 * because);
          solver.knownArc(arc.from, arc.to, because);
        }
      }
      var isAcyclic = isAcyclic(nodes, arcs);
      assertEquals(
          isAcyclic ? Result.SATISFIABLE : Result.UNSATISFIABLE, solver.solve(Budget.UNLIMITED));
      if (!isAcyclic) {
        cycles++;
        arcs.removeIf(a -> a.literal >= 0 && !solver.isInvolved(a.literal));
        assertFalse(isAcyclic(nodes, arcs));
      }
    }
    assertTrue(cycles > 100, "cycles: " + cycles);
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

  @Test
  void givesUpAfterSoManyConflicts() {
    var solver = apart(3, true);
    assertEquals(Result.UNDECIDED, solver.solve(Budget.UNLIMITED, 2));
    assertEquals(2, solver.conflictCount());
  }

  /**
   * In each part one of eight choices of three variables is left, the last to be tried, and in the
   * end, where there is none, all of them are tried: but not for each of the parts before it.
   */
  private static AcyclicSolver apart(int parts, boolean isContradiction) {
    var solver = new AcyclicSolver(1);
    for (var part = 0; part < parts; part++) {
      var v = solver.variable();
      solver.variable();
      solver.variable();
      for (var choice = 0; choice < 8; choice++) {
        if (choice < 7 || isContradiction && part == parts - 1) {
          solver.clause(
              2 * v + 1 - (choice & 1),
              2 * v + 3 - (choice >> 1 & 1),
              2 * v + 5 - (choice >> 2 & 1));
        }
      }
    }
    return solver;
  }

  @Test
  void whatItLearntOfOnePartItNeedNotFindOutAgain() {
    for (var isContradiction : new boolean[] {false, true}) {
      var solver = apart(12, isContradiction);
      assertEquals(
          isContradiction ? Result.UNSATISFIABLE : Result.SATISFIABLE,
          solver.solve(Budget.UNLIMITED.atMost(100_000)));
      assertTrue(solver.conflictCount() > 0);
      assertTrue(solver.conflictCount() <= 8 * 12, "conflicts: " + solver.conflictCount());
    }
  }

  /** Pairs of which one rules out the likely value of the other, each after the others. */
  @Test
  void aConflictDoesNotUndoWhatHasNothingToDoWithIt() {
    var pairs = 2_000;
    var heard = new long[2];
    var solver = new AcyclicSolver(1);
    for (var pair = 0; pair < pairs; pair++) {
      var v = solver.variable();
      solver.variable();
      solver.clause(2 * v + 1, 2 * v + 2);
      solver.clause(2 * v + 1, 2 * v + 3);
    }
    var budget =
        new Budget() {
          @Override
          public boolean isExhausted() {
            return false;
          }

          @Override
          public void solving(long answered, long open, long conflicts) {
            heard[0]++;
          }
        };
    assertEquals(Result.SATISFIABLE, solver.solve(budget));
    // It is told of every 256th step, and a pair takes about three.
    assertTrue(heard[0] < pairs / 10, "steps: 256 times " + heard[0]);
  }

  @Test
  void restartsAfterOneOneTwoOneOneTwoFour() {
    var expected = new int[] {1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1};
    for (var i = 0; i < expected.length; i++) {
      assertEquals(expected[i], AcyclicSolver.luby(i + 1));
    }
  }

  @Test
  void aVariableIsAsItsHintSaysIfNothingForbidsIt() {
    var solver = new AcyclicSolver(2);
    var before = solver.variable();
    var after = solver.variable();
    var likely = solver.variable();
    var unlikely = solver.variable();
    solver.guess(new int[] {0, 1});
    solver.hint(before, 0, 1);
    solver.hint(after, 1, 0);
    solver.hintFalse(likely);
    solver.hintTrue(likely);
    solver.hintFalse(unlikely);
    assertEquals(Result.SATISFIABLE, solver.solve(Budget.UNLIMITED));
    assertTrue(solver.isTrue(2 * before));
    assertTrue(solver.isTrue(2 * after + 1));
    assertTrue(solver.isTrue(2 * likely));
    assertTrue(solver.isTrue(2 * unlikely + 1));
  }

  @Test
  void aGuessThatTheArcsAllowStays() {
    var solver = new AcyclicSolver(3);
    solver.arc(2, 0);
    solver.guess(new int[] {2, 0, 1});
    assertEquals(Result.SATISFIABLE, solver.solve(Budget.UNLIMITED));
    assertTrue(solver.position(1) < solver.position(2));
    assertTrue(solver.position(2) < solver.position(0));
  }

  @Test
  void tellsTheArcsThatItWasGiven() {
    var solver = new AcyclicSolver(3);
    var v = solver.variable();
    solver.arc(1, 0);
    solver.arc(0, 2, 2 * v);
    solver.arc(2, 0, 2 * v + 1);
    var graph = solver.knownGraph();
    assertEquals(1, graph.arcCount());
    assertEquals(0, graph.target(graph.first(1)));
    var told = new ArrayList<Arc>();
    solver.forEachSwitchedArc((from, to, literal) -> told.add(new Arc(from, to, literal)));
    assertEquals(List.of(new Arc(0, 2, 2 * v), new Arc(2, 0, 2 * v + 1)), told);
    assertEquals(Result.SATISFIABLE, solver.solve(Budget.UNLIMITED));
    told.clear();
    solver.forEachArcSwitchedOn((from, to, literal) -> told.add(new Arc(from, to, literal)));
    assertEquals(List.of(new Arc(0, 2, 2 * v)), told);
  }

  @Test
  void nothingIsAddedOnceTheSearchHasBegun() {
    var solver = new AcyclicSolver(2);
    var v = solver.variable();
    solver.solve(Budget.UNLIMITED);
    for (var change :
        List.<Runnable>of(
            () -> solver.arc(0, 1),
            () -> solver.arc(0, 1, 2 * v),
            () -> solver.clause(2 * v),
            () -> solver.guess(new int[2]),
            () -> solver.extension(() -> false),
            () -> solver.solve(Budget.UNLIMITED),
            solver::fails)) {
      assertThrows(IllegalStateException.class, change::run);
    }
  }

  @Test
  void aBudgetHearsHowManyAreAnswered() {
    var heard = new ArrayList<Long>();
    var solver = apart(1, false);
    solver.solve(
        new Budget() {
          @Override
          public boolean isExhausted() {
            return false;
          }

          @Override
          public void solving(long answered, long open, long conflicts) {
            heard.add(answered + open);
          }
        });
    assertEquals(3, heard.getFirst());
  }
}
