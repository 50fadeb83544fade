package mtc.search;

import mtc.linear.RealTime;
import mtc.solve.AcyclicSolver;
import mtc.solve.Budget;
import mtc.solve.SortedGraph;

/**
 * Real time for a level that does not ask for it: every transaction is to be where it was, as long
 * as nothing contradicts that.
 *
 * <p>Beside the nodes of the problem there is one for each end, and known arcs put them in order.
 * That a transaction keeps to time is a preference: its commit comes before its end, and its
 * snapshot after the last end before it started. Two that keep to time are as they were; one that
 * does not may be anywhere. Whatever is preferred, a solution is one of the problem.
 */
final class PreferredTime {
  private final OpenProblem problem;
  private final RealTime time;

  PreferredTime(OpenProblem problem, RealTime time) {
    this.problem = problem;
    this.time = time;
  }

  private int end(int place) {
    return problem.nodeCount() + place;
  }

  /** What is known, with the ends one after the other. */
  SortedGraph known(Budget budget) {
    var known = problem.knownGraph(budget);
    return new SortedGraph(
        known.nodeCount() + time.endCount(),
        arcs -> {
          known.forEachArc(arcs);
          for (var place = 1; place < time.endCount(); place++) {
            arcs.accept(end(place - 1), end(place));
          }
        },
        budget);
  }

  /** The variable of a transaction: below all variables of the problem. */
  private static int variable(int transaction) {
    return -1 - transaction;
  }

  static boolean isVariable(long variable) {
    return variable < 0;
  }

  /** A variable of the problem as one of the solver. */
  @FunctionalInterface
  interface Variables {
    int number(int variable);
  }

  /** Says so for each transaction that ended. */
  void prefer(AcyclicSolver solver, Variables variables) {
    for (var place = 0; place < time.endCount(); place++) {
      var t = time.ended(place);
      var literal = 2 * variables.number(variable(t));
      solver.arc(problem.commit(t), end(place), literal);
      var before = time.lastBefore(t, 0);
      if (before >= 0) {
        solver.arc(end(before), problem.snapshot(t), literal);
      }
      solver.prefer(literal);
    }
  }

  /**
   * The positions of all nodes, each end as soon as it and all before it have come.
   *
   * @param positions those of the problem's nodes
   */
  int[] positions(int[] positions) {
    var order = new int[positions.length];
    for (var node = 0; node < positions.length; node++) {
      order[positions[node]] = node;
    }
    var all = new int[positions.length + time.endCount()];
    var place = 0;
    for (var i = 0; i < order.length; i++) {
      all[order[i]] = i + place;
      while (place < time.endCount() && positions[problem.commit(time.ended(place))] <= i) {
        all[end(place)] = i + 1 + place++;
      }
    }
    return all;
  }
}
