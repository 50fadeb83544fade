package mtc.search;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import mtc.column.Ints;
import mtc.history.History;
import mtc.linear.EdgeOrigins;
import mtc.search.PlacementSearch.Refutation;
import mtc.solve.AcyclicSolver;
import mtc.solve.AcyclicSolver.Result;
import mtc.solve.Budget;
import mtc.verdict.Anomaly;
import mtc.verdict.Anomaly.Example;
import mtc.verdict.AnomalyKind;
import mtc.verdict.Edge;

/**
 * Explains why no way to tell repeated elements apart is acyclic: the few questions that suffice,
 * and for each way to answer them the cycle that it makes.
 */
final class PlacementContradiction {
  private static final int MOST_CASES = Contradiction.MOST_CASES;

  /** Answers that exclude each other may be many more than those that make a cycle. */
  private static final int MOST_STEPS = 2_000;

  private final PlacementProblem problem;
  private final History history;
  private final ConflictCycle cycles;
  private final Budget budget;
  private final BitSet asked = new BitSet();
  private final List<Refutation> refutations;
  private final List<List<Edge>> cases = new ArrayList<>();
  private int steps;
  private boolean areMore;

  PlacementContradiction(
      PlacementProblem problem, EdgeOrigins origins, List<Refutation> refutations, Budget budget) {
    this.problem = problem;
    this.history = problem.rest.versions.history;
    this.cycles = new ConflictCycle(problem.rest, origins, problem::step);
    this.refutations = new ArrayList<>(refutations);
    this.budget = budget;
  }

  Anomaly explain() {
    asked.set(0, problem.questionCount());
    shrinkRefutations();
    FewestQuestions.shrink(asked, this::isContradiction, budget);
    for (var refutation : refutations) {
      refutation.cases().forEach(this::add);
    }
    addCases(new Ints());
    var hint =
        "whichever append each of the repeated elements is, there is a cycle"
            + (areMore ? "; not all cases are shown" : "");
    if (cases.isEmpty()) {
      // No time was left to find any.
      var kind = AnomalyKind.SERIALIZATION_CYCLE;
      var readers = new int[] {problem.blocks.reader(0)};
      return new Anomaly(
          kind, kind.elleName(), false, 1, List.of(new Example(readers, -1, List.of(), hint)));
    }
    return Contradiction.ofCases(cases, hint, history);
  }

  private List<int[]> clauses() {
    return refutations.stream().map(Refutation::elsewhere).toList();
  }

  private boolean isContradiction() {
    return problem.encode(asked, clauses()).solve(budget) == Result.UNSATISFIABLE;
  }

  private void shrinkRefutations() {
    for (var i = refutations.size() - 1; i >= 0 && !budget.isExhausted(); i--) {
      var refutation = refutations.remove(i);
      if (!isContradiction()) {
        refutations.add(i, refutation);
      }
    }
  }

  /** Goes through the answers, depth first, until each way ends in a cycle or is none. */
  private void addCases(Ints assumed) {
    if (cases.size() == MOST_CASES || steps++ == MOST_STEPS || budget.isExhausted()) {
      areMore = true;
      return;
    }
    var clauses = new ArrayList<>(clauses());
    for (var i = 0; i < assumed.size(); i++) {
      clauses.add(new int[] {assumed.get(i)});
    }
    var solver = problem.encode(asked, clauses);
    if (solver.fails()) {
      if (solver.lastCycle().length > 0) {
        add(cycles.of(solver.lastCycle(), solver.lastCycleLiterals()));
      }
      return;
    }
    var question = openQuestion(solver);
    if (question >= 0) {
      for (var answer : problem.answers(question)) {
        assumed.add(answer);
        addCases(assumed);
        assumed.removeLast();
      }
    }
  }

  private void add(List<Edge> edges) {
    if (!edges.isEmpty() && !cases.contains(edges) && cases.size() < MOST_CASES) {
      cases.add(edges);
    }
  }

  private int openQuestion(AcyclicSolver solver) {
    var fewest = -1;
    var least = Integer.MAX_VALUE;
    for (var question = asked.nextSetBit(0);
        question >= 0;
        question = asked.nextSetBit(question + 1)) {
      var left = 0;
      var isAnswered = false;
      for (var answer : problem.answers(question)) {
        isAnswered |= solver.isTrue(answer);
        left += solver.isTrue(AcyclicSolver.not(answer)) ? 0 : 1;
      }
      if (!isAnswered && left < least) {
        least = left;
        fewest = question;
      }
    }
    return fewest;
  }
}
