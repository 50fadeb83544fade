package mtc.check;

import mtc.solve.AcyclicSolver;
import mtc.solve.AcyclicSolver.Result;
import mtc.solve.Budget;

/** Decides what the linear core leaves open: whether some order and some sources are acyclic. */
final class OrderSearch {
  /** Beyond that a problem does not fit in memory. */
  private static final long MOST_PAIRS = 100_000_000;

  private final OpenProblem problem;
  private final Budget budget;
  private AcyclicSolver solver;

  private final Paths paths;

  OrderSearch(OpenProblem problem, Paths paths, Budget budget) {
    this.problem = problem;
    this.paths = paths;
    this.budget = budget;
  }

  Result run() {
    if (problem.pairCount() > MOST_PAIRS) {
      return Result.UNDECIDED;
    }
    var propagation = new Propagation(problem, budget);
    var t0 = System.nanoTime();
    if (!propagation.run(paths)) {
      return Result.UNSATISFIABLE;
    }
    var n = 0;
    for (var o : propagation.order) n += o == 0 ? 1 : 0;
    System.out.printf("  open after propagation %d, %.3fs%n", n, (System.nanoTime() - t0) / 1e9);
    solver = problem.encode(null, propagation);
    return solver.solve(budget);
  }

  long conflicts() {
    return solver.conflictCount();
  }
}
