package mtc.search;

import java.util.Arrays;
import mtc.column.Ints;
import mtc.solve.AcyclicSolver;
import mtc.solve.Budget;

/** The shortest cycle of what is known and what a case assumes, over an {@link Excerpt}. */
final class ShortestCycle {
  private static final int FAR = Integer.MAX_VALUE;

  private final Excerpt excerpt;
  private final Budget budget;

  /** By two members: how many known steps lead from one to the other. */
  private final int[][] steps;

  // Arcs that the case assumes, by members, and the literals that make them.
  private final Ints from = new Ints();
  private final Ints to = new Ints();
  private final Ints literals = new Ints();

  // The cycle found: nodes, and what made the arc from each to the next.
  private int[] nodes = {};
  private int[] madeBy = {};

  ShortestCycle(Excerpt excerpt, Budget budget) {
    this.excerpt = excerpt;
    this.budget = budget;
    steps = new int[excerpt.members.length][];
  }

  int[] nodes() {
    return nodes;
  }

  int[] literals() {
    return madeBy;
  }

  /** Finds it; false if there is none. */
  boolean find(AcyclicSolver solver) {
    from.clear();
    to.clear();
    literals.clear();
    solver.forEachArcSwitchedOn((source, target, literal) -> {
      from.add(source);
      to.add(target);
      literals.add(literal);
    });
    var best = FAR;
    int[] bestPath = null;
    for (var arc = 0; arc < from.size(); arc++) {
      var path = path(arc, best);
      if (path != null) {
        best = cost[from.get(arc)] + weight(arc);
        bestPath = path;
      }
    }
    if (bestPath != null) {
      expand(bestPath);
    }
    return bestPath != null;
  }

  private int[] cost;

  /**
   * The arc by which a member was reached, or -1 - the member from which known steps lead there.
   */
  private int[] reachedBy;

  /**
   * Arcs and known steps, backwards, that close an arc to a cycle shorter than the best; or null.
   */
  private int[] path(int closing, int best) {
    var size = excerpt.members.length;
    cost = new int[size];
    reachedBy = new int[size];
    Arrays.fill(cost, FAR);
    var start = to.get(closing);
    var goal = from.get(closing);
    cost[start] = 0;
    var done = new boolean[size];
    for (var at = start; at >= 0 && !done[goal]; at = nearest(done)) {
      done[at] = true;
      relax(at);
    }
    if (cost[goal] == FAR || cost[goal] + weight(closing) >= best) {
      return null;
    }
    var path = new Ints();
    path.add(closing);
    for (var member = goal; member != start; ) {
      path.add(reachedBy[member]);
      if (reachedBy[member] >= 0) {
        member = from.get(reachedBy[member]);
      } else {
        // Known steps are told by both their ends.
        path.add(member);
        member = -1 - reachedBy[member];
      }
    }
    return path.toArray();
  }

  private int nearest(boolean[] done) {
    var nearest = -1;
    for (var member = 0; member < done.length; member++) {
      if (!done[member] && cost[member] != FAR && (nearest < 0 || cost[member] < cost[nearest])) {
        nearest = member;
      }
    }
    return nearest;
  }

  private void relax(int member) {
    if (steps[member] == null) {
      budget.require();
      steps[member] = excerpt.stepsFrom(member);
    }
    for (var other = 0; other < steps[member].length; other++) {
      if (steps[member][other] != FAR && cost[member] + steps[member][other] < cost[other]) {
        cost[other] = cost[member] + steps[member][other];
        reachedBy[other] = -1 - member;
      }
    }
    for (var arc = 0; arc < from.size(); arc++) {
      if (from.get(arc) == member && cost[member] + weight(arc) < cost[to.get(arc)]) {
        cost[to.get(arc)] = cost[member] + weight(arc);
        reachedBy[to.get(arc)] = arc;
      }
    }
  }

  private int weight(int arc) {
    return excerpt.transaction(excerpt.members[to.get(arc)]) >= 0 ? 1 : 0;
  }

  private void expand(int[] path) {
    var found = new Ints();
    var made = new Ints();
    for (var i = path.length - 1; i >= 1; i--) {
      // From the back: a known step is its end, then its begin.
      if (path[i - 1] < 0) {
        addKnown(-1 - path[i - 1], path[i], found, made);
        i--;
      } else {
        addArc(path[i], found, made);
      }
    }
    addArc(path[0], found, made);
    nodes = found.toArray();
    madeBy = made.toArray();
  }

  private void addArc(int arc, Ints found, Ints made) {
    found.add(excerpt.members[from.get(arc)]);
    made.add(literals.get(arc));
  }

  private void addKnown(int member, int goal, Ints found, Ints made) {
    found.add(excerpt.members[member]);
    made.add(-1);
    var path = excerpt.path(member, goal);
    for (var i = 0; i < path.length - 1; i++) {
      found.add(path[i]);
      made.add(-1);
    }
  }
}
