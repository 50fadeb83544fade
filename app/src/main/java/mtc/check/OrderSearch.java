package mtc.check;

import mtc.solve.AcyclicSolver;
import mtc.solve.AcyclicSolver.Result;
import mtc.solve.Budget;
import mtc.witness.Witness;

/** Decides what the linear core leaves open: whether some order and some sources are acyclic. */
final class OrderSearch {
  /** Beyond that a problem does not fit in memory. */
  private static final long MOST_PAIRS = 100_000_000;

  private final OpenProblem problem;
  private final Paths paths;
  private final Budget budget;
  private Propagation propagation;
  private AcyclicSolver solver;

  OrderSearch(OpenProblem problem, Paths paths, Budget budget) {
    this.problem = problem;
    this.paths = paths;
    this.budget = budget;
  }

  Result run() {
    if (problem.pairCount() > MOST_PAIRS) {
      return Result.UNDECIDED;
    }
    propagation = new Propagation(problem, budget);
    if (!propagation.run(paths)) {
      return Result.UNSATISFIABLE;
    }
    solver = problem.encode(null, propagation);
    return solver.solve(budget);
  }

  /** After failure: questions that are enough for it. */
  boolean[] involved() {
    var asked =
        solver == null ? new boolean[problem.questionCount()] : problem.involved(solver);
    propagation.addReasons(asked);
    return asked;
  }

  /** After success: the order that was found. */
  Witness witness() {
    var versions = problem.chains.versions;
    var order = new WitnessOrder(versions.history.transactionCount());
    for (var t = 0; t < versions.history.transactionCount(); t++) {
      if (versions.takesPart(t) || problem.isCommitted(solver, t)) {
        order.add(t, solver.position(problem.snapshot(t)), solver.position(problem.commit(t)));
      }
    }
    return order.witness(problem.known);
  }
}
