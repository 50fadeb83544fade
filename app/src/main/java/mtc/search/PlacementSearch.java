package mtc.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import mtc.column.Ints;
import mtc.history.History;
import mtc.history.Status;
import mtc.linear.Dependencies;
import mtc.linear.EdgeOrigins;
import mtc.linear.Groundwork;
import mtc.linear.Placements;
import mtc.solve.AcyclicSolver;
import mtc.solve.AcyclicSolver.Result;
import mtc.solve.Budget;
import mtc.verdict.Anomaly;
import mtc.verdict.Anomaly.Example;
import mtc.verdict.AnomalyKind;
import mtc.verdict.Edge;
import mtc.verdict.Level;
import mtc.verdict.Verdict;
import mtc.verdict.Verdict.Open;
import mtc.verdict.Verdict.Outcome;

/**
 * Decides histories whose lists have repeated elements: looks for {@link Placements} under which
 * the level holds.
 *
 * <p>A solver proposes one that makes no cycle, and the checker, for which nothing is repeated
 * then, decides it: it also knows what else is open. What it finds wrong rests on where a few
 * blocks stand: they do not stand there together, and so on until a placement is right or none is
 * left.
 */
public final class PlacementSearch {
  private static final int MOST_STEPS_TO_COVER = 100;
  private static final int MOST_EXPLAINED = 2_000;

  private final Level level;
  private final Function<Placements, Verdict> checker;
  private final Budget budget;
  private final History history;
  private final AppendBlocks blocks;
  private final PlacementProblem all;

  /** Without the candidates that are ruled out. */
  private PlacementProblem problem;

  private final EdgeOrigins origins;
  private final List<Refutation> refutations = new ArrayList<>();

  /**
   * Why some blocks do not stand somewhere together.
   *
   * @param elsewhere literals of which one must be true
   * @param cases the cycles that there would be
   */
  record Refutation(int[] elsewhere, List<List<Edge>> cases) {}

  /**
   * A search.
   *
   * @param known the level's graph without the open lists
   * @param checker decides a placement
   */
  public PlacementSearch(
      Level level,
      Groundwork core,
      Dependencies known,
      boolean sessionOrder,
      Function<Placements, Verdict> checker,
      Budget budget) {
    this.level = level;
    this.checker = checker;
    this.budget = budget;
    this.history = core.versions.history;
    this.origins = core.origins;
    this.blocks =
        new AppendBlocks(core.versions, core.resolution.lists, core.resolution.reading, budget);
    this.all =
        new PlacementProblem(blocks, core.versions, known, core.resolution.reading, sessionOrder);
  }

  /** The verdict; null if the budget ran out. */
  public Verdict run() {
    if (!blocks.isComplete) {
      return null;
    }
    problem = all.bounded(budget);
    while (true) {
      var solver = problem.encode(null, clauses());
      var result = solver.solve(budget);
      if (result == Result.UNSATISFIABLE) {
        return invalid(explain());
      }
      var verdict = result == Result.UNDECIDED ? null : checker.apply(problem.placements(solver));
      if (verdict == null || verdict.outcome() == Outcome.UNKNOWN || budget.isExhausted()) {
        return null;
      }
      if (verdict.outcome() == Outcome.VALID) {
        return verdict;
      }
      var refutation = refutation(verdict, solver);
      if (refutation.elsewhere.length == 0) {
        return verdict;
      }
      refutations.add(refutation);
    }
  }

  /** What is ruled out belongs to the explanation, as long as that is not too much. */
  private PlacementProblem toExplain() {
    return blocks.candidateCount() <= MOST_EXPLAINED ? all : problem;
  }

  private List<int[]> clauses() {
    return refutations.stream().map(Refutation::elsewhere).toList();
  }

  private Verdict invalid(Anomaly anomaly) {
    return new Verdict(level, Outcome.INVALID, List.of(anomaly.at(level)), Open.NOTHING);
  }

  private Anomaly explain() {
    for (var open = 0; open < blocks.keyCount(); open++) {
      if (all.cover(open).solve(shortly()) == Result.UNSATISFIABLE) {
        return noPlacement(open);
      }
    }
    return new PlacementContradiction(toExplain(), origins, refutations, budget).explain();
  }

  /** That there is no cover at all is mostly plain, but can also be very hard to see. */
  private Budget shortly() {
    var left = new int[] {MOST_STEPS_TO_COVER};
    return () -> left[0]-- == 0 || budget.isExhausted();
  }

  private Anomaly noPlacement(int open) {
    var read = blocks.longestRead(open);
    var key = history.scalars().render(history.keyName(blocks.key(open)));
    var isTooMany = blocks.hasTooMany(open);
    var kind = isTooMany ? AnomalyKind.DUPLICATE_ELEMENTS : AnomalyKind.INCOMPATIBLE_ORDER;
    var hint =
        isTooMany
            ? "the list it read of " + key + " holds an element more often than it was appended"
            : "no order of whole transactions makes the lists that were read of " + key;
    var example = new Example(new int[] {blocks.reader(open)}, read, List.of(), hint);
    return new Anomaly(kind, kind.elleName(), false, 1, List.of(example));
  }

  // Refutations.

  /** That of the example which rests on the fewest blocks. */
  private Refutation refutation(Verdict verdict, AcyclicSolver solution) {
    Refutation least = null;
    for (var anomaly : verdict.anomalies()) {
      for (var example : anomaly.examples()) {
        var refutation = refutation(example, solution);
        if (least == null || refutation.elsewhere.length < least.elsewhere.length) {
          least = refutation;
        }
      }
    }
    return least;
  }

  /**
   * An edge on a key follows from where that key's blocks stand and from who committed; so a cycle
   * is there as long as the blocks of its keys, and those of indeterminate transactions, stay.
   */
  private Refutation refutation(Example example, AcyclicSolver solution) {
    var cases = new ArrayList<List<Edge>>();
    cases.add(example.cycle());
    cases.addAll(example.alternatives());
    // One case of several is told alone where the others are no cycles of the graph.
    var isComplete =
        !example.cycle().isEmpty()
            && cases.size() < Contradiction.MOST_CASES
            && (cases.size() > 1 || example.cycle().stream().noneMatch(Edge::assumed));
    var isInvolved = new boolean[history.keyCount()];
    Arrays.fill(isInvolved, !isComplete || hasOpenCommits());
    var told = new ArrayList<List<Edge>>();
    for (var edges : cases) {
      involve(edges, isInvolved);
      told.add(edges.stream().map(this::told).toList());
    }
    var elsewhere = new Ints();
    for (var b = 0; b < blocks.blockCount(); b++) {
      if (isInvolved[blocks.keyOf(b)] && problem.blocks.isOpen(b)) {
        problem.addElsewhere(b, solution, elsewhere);
      }
    }
    return new Refutation(elsewhere.toArray(), told);
  }

  private static void involve(List<Edge> edges, boolean[] isInvolved) {
    for (var edge : edges) {
      if (edge.key() >= 0) {
        isInvolved[edge.key()] = true;
      }
      involve(edge.because(), isInvolved);
    }
  }

  /** Whether the choice of a place may say that an indeterminate transaction committed. */
  private boolean hasOpenCommits() {
    for (var b = 0; b < blocks.blockCount(); b++) {
      if (problem.blocks.isOpen(b) && history.status(blocks.owner(b)) == Status.INDETERMINATE) {
        return true;
      }
    }
    return false;
  }

  /** If one of its blocks may stand elsewhere, an edge need not be there. */
  private Edge told(Edge edge) {
    var isAssumed = edge.assumed();
    for (var transaction : new int[] {edge.from(), edge.to()}) {
      var block = blocks.block(transaction, edge.key());
      isAssumed |= block >= 0 && blocks.isOpen(block);
    }
    return edge.assumed(isAssumed);
  }
}
