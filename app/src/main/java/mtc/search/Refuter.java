package mtc.search;

import java.util.List;
import mtc.linear.Groundwork;
import mtc.solve.Budget;
import mtc.verdict.Level;
import mtc.witness.Witness;

/**
 * Says what is wrong with a solution at levels where that the graph is acyclic is not all: the
 * search goes on without it.
 */
public interface Refuter {
  /** Choices that the level does not allow together; none if the solution is right. */
  List<OpenProblem.Refuted> refute(SolverProblem solution);

  /** The proof that a solution is. */
  Witness witness(SolverProblem solution, Witness order);

  /** The one for a level; null if the graph decides it. */
  static Refuter of(
      Level level, Groundwork core, OpenProblem problem, boolean sessionOrder, Budget budget) {
    if (problem.known.decides()) {
      return null;
    }
    return problem.known.ordersVersions()
        ? new ParallelRefuter(problem, core.origins, budget)
        : new SourceRefuter(level, core, problem, sessionOrder, budget);
  }
}
