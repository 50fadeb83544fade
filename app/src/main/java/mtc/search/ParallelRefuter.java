package mtc.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mtc.column.Groups;
import mtc.column.Ints;
import mtc.linear.EdgeOrigins;
import mtc.solve.Budget;
import mtc.witness.Witness;

/**
 * Parallel snapshot isolation: nobody who overwrote what a transaction read leads to it. RW edges
 * end in nodes of their own, so a way from a transaction to its own such node has just one of them.
 */
final class ParallelRefuter implements Refuter {
  /** More of them at once would mostly repeat each other. */
  private static final int MOST = 2_000;

  private final OpenProblem problem;
  private final ConflictCycle cycles;
  private final Budget budget;

  // The arcs of a solution.
  private final Ints from = new Ints();
  private final Ints to = new Ints();
  private final Ints literal = new Ints();

  /** By node: the arcs from it. */
  private Groups outgoing;

  /** By node: the latest place of a transaction that leads to it, if it is none itself. */
  private int[] latestReader;

  private final int[] reachedBy;
  private final int[] mark;
  private int search;

  ParallelRefuter(OpenProblem problem, EdgeOrigins origins, Budget budget) {
    this.problem = problem;
    this.cycles = new ConflictCycle(problem, origins);
    this.budget = budget;
    reachedBy = new int[problem.nodeCount()];
    mark = new int[problem.nodeCount()];
  }

  @Override
  public Witness witness(SolverProblem solution, Witness order) {
    return SourceRefuter.withSources(problem, solution, order);
  }

  @Override
  public List<OpenProblem.Refuted> refute(SolverProblem solution) {
    sortArcs(solution);
    budget.require();
    lookForReaders(solution);
    budget.require();
    var refuted = new ArrayList<OpenProblem.Refuted>();
    var transactions = problem.versions.history.transactionCount();
    for (var t = 0; t < transactions && refuted.size() < MOST; t++) {
      var start = problem.commit(t);
      var latest = latestReader[problem.overwrite(t)];
      if (latest <= solution.solver.position(start)) {
        continue;
      }
      budget.require();
      if (leads(start, problem.overwrite(t), latest, solution)) {
        refuted.add(way(start, problem.overwrite(t)));
      }
    }
    return refuted;
  }

  /** Who read what a transaction overwrote comes to it directly, or by way of an end. */
  private void lookForReaders(SolverProblem solution) {
    latestReader = new int[problem.nodeCount()];
    Arrays.fill(latestReader, -1);
    for (var toOverwrites : new boolean[] {false, true}) {
      for (var arc = 0; arc < to.size(); arc++) {
        var target = to.get(arc);
        if (!isTransaction(target) && isOverwrite(target) == toOverwrites) {
          var source = from.get(arc);
          var place =
              isTransaction(source) ? solution.solver.position(source) : latestReader[source];
          latestReader[target] = Math.max(latestReader[target], place);
        }
      }
    }
  }

  private boolean isTransaction(int node) {
    return node < problem.versions.history.transactionCount();
  }

  private boolean isOverwrite(int node) {
    var firstOfThem = problem.overwrite(0);
    return node >= firstOfThem && node < firstOfThem + problem.versions.history.transactionCount();
  }

  private void sortArcs(SolverProblem solution) {
    from.clear();
    to.clear();
    literal.clear();
    solution.forEachArc((source, target, made) -> {
      from.add(source);
      to.add(target);
      literal.add(made);
    });
    budget.require();
    outgoing = Groups.of(problem.nodeCount(), from.toArray());
  }

  /** Nobody who comes after the latest reader, in the order found, leads to one of them. */
  private boolean leads(int start, int goal, int latest, SolverProblem solution) {
    search++;
    var queue = new Ints();
    queue.add(start);
    mark[start] = search;
    for (var i = 0; i < queue.size() && mark[goal] != search; i++) {
      var node = queue.get(i);
      for (var o = outgoing.first(node); o < outgoing.end(node); o++) {
        var target = to.get(outgoing.get(o));
        var isNear = !isTransaction(target) || solution.solver.position(target) <= latest;
        if (isNear && mark[target] != search) {
          mark[target] = search;
          reachedBy[target] = outgoing.get(o);
          queue.add(target);
        }
      }
    }
    return mark[goal] == search;
  }

  /** The end of the way is its start again: another node of the same transaction. */
  private OpenProblem.Refuted way(int start, int goal) {
    var nodes = new Ints();
    var made = new Ints();
    for (var node = goal; node != start; node = from.get(reachedBy[node])) {
      nodes.add(from.get(reachedBy[node]));
      made.add(literal.get(reachedBy[node]));
    }
    var path = reversed(nodes);
    var literals = reversed(made);
    return new OpenProblem.Refuted(
        Arrays.stream(literals).filter(l -> l >= 0).distinct().toArray(),
        cycles.of(path, literals));
  }

  private static int[] reversed(Ints values) {
    var reversed = new int[values.size()];
    for (var i = 0; i < reversed.length; i++) {
      reversed[i] = values.get(reversed.length - 1 - i);
    }
    return reversed;
  }
}
