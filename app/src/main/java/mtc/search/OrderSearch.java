package mtc.search;

import java.util.BitSet;
import mtc.linear.WitnessOrder;
import mtc.solve.AcyclicSolver.Result;
import mtc.solve.Budget;
import mtc.witness.Witness;

/** Decides what the linear core leaves open: whether some order and some sources are acyclic. */
public final class OrderSearch {
  /** After so many conflicts it pays to settle first what follows by itself. */
  private static final long MOST_CONFLICTS_UNPREPARED = 20_000;

  private static final long MOST_CONFLICTS_OF_ATTEMPT = 2_000;

  public final OpenProblem problem;
  private final Paths paths;
  private final Budget budget;
  private Propagation propagation;
  private Encoding encoding;

  public OrderSearch(OpenProblem problem, Paths paths, Budget budget) {
    this.problem = problem;
    this.paths = paths;
    this.budget = budget;
  }

  public Result run() {
    var result = solve(MOST_CONFLICTS_UNPREPARED);
    if (result != Result.UNDECIDED || budget.isExhausted()) {
      return result;
    }
    propagation = new Propagation(problem, budget);
    if (!propagation.run(paths)) {
      encoding = null;
      return Result.UNSATISFIABLE;
    }
    return budget.isExhausted() ? Result.UNDECIDED : solve(Long.MAX_VALUE);
  }

  /** Gives up after a few conflicts: an attempt that is worth while only if it is a short one. */
  public Result attempt() {
    return solve(MOST_CONFLICTS_OF_ATTEMPT);
  }

  private Result solve(long mostConflicts) {
    encoding = new Encoding(problem, null, propagation);
    var r = encoding.solver.solve(budget, mostConflicts);

    return r;
  }

  /** After failure: questions that are enough for it. */
  public BitSet involved() {
    var asked = encoding == null ? new BitSet() : encoding.involved();
    if (propagation != null) {
      propagation.addReasons(asked);
    }
    return asked;
  }

  /** After success: the order that was found. */
  public Witness witness() {
    var versions = problem.versions;
    var solver = encoding.solver;
    var order = new WitnessOrder(versions.history.transactionCount());
    for (var t = 0; t < versions.history.transactionCount(); t++) {
      if (versions.takesPart(t) || encoding.isTrue(problem.committed(t))) {
        order.add(t, solver.position(problem.snapshot(t)), solver.position(problem.commit(t)));
      }
    }
    return order.witness(problem.known);
  }
}
