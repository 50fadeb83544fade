package mtc.search;

import java.util.BitSet;
import mtc.linear.WitnessOrder;
import mtc.solve.AcyclicSolver.Result;
import mtc.solve.Budget;
import mtc.witness.Witness;

/** Decides what the linear core leaves open: whether some order and some sources are acyclic. */
public final class OrderSearch {
  /** Beyond that literals have no numbers. */
  private static final long MOST_PAIRS = 500_000_000;

  private final OpenProblem problem;
  private final Paths paths;
  private final Refuter refuter;
  private final Budget budget;
  private Propagation propagation;
  private Encoding encoding;

  /**
   * A search.
   *
   * @param refuter finds what is wrong with a solution beside cycles; null if nothing can be
   */
  public OrderSearch(OpenProblem problem, Paths paths, Refuter refuter, Budget budget) {
    this.problem = problem;
    this.paths = paths;
    this.refuter = refuter;
    this.budget = budget;
  }

  public Result run() {
    if (problem.pairCount() > MOST_PAIRS || budget.isExhausted()) {
      return Result.UNDECIDED;
    }
    propagation = new Propagation(problem, budget);
    if (!propagation.run(paths)) {
      return Result.UNSATISFIABLE;
    }
    if (budget.isExhausted() || !budget.allows(openPairs() * Encoding.BYTES_PER_PAIR)) {
      return Result.UNDECIDED;
    }
    while (true) {
      encoding = new Encoding(problem, null, propagation);
      var result = encoding.solver.solve(budget);
      if (result != Result.SATISFIABLE || refuter == null) {
        return result;
      }
      var refuted = refuter.refute(encoding);
      if (refuted == null || budget.isExhausted()) {
        return Result.UNDECIDED;
      }
      if (refuted.isEmpty()) {
        return Result.SATISFIABLE;
      }
      problem.refuted.addAll(refuted);
    }
  }

  private long openPairs() {
    var count = new long[1];
    Propagation.forEachOpenPair(problem.chains, propagation, (_, _) -> count[0]++);
    return count[0];
  }

  /** After failure: questions that are enough for it. */
  public BitSet involved() {
    var asked = encoding == null ? new BitSet() : encoding.involved();
    propagation.addReasons(asked);
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
    return refuter == null
        ? order.witness(problem.known)
        : refuter.witness(encoding, order.witness(problem.known));
  }
}
