package mtc.search;

import java.util.Arrays;
import mtc.column.Ints;
import mtc.history.History;
import mtc.solve.Budget;
import mtc.solve.SortedGraph;

/**
 * The known graph as far as a few nodes are concerned: which of them leads to which past the
 * others. An explanation asks the same few questions again and again; with an excerpt each time
 * costs what they cost, not what the log does.
 */
final class Excerpt {
  private static final int NONE = -1;
  private static final int FAR = Integer.MAX_VALUE;

  private final OpenProblem problem;
  private final History history;
  private final int nodes;

  /** The nodes it is about, and by node: its place among them, or -1. */
  final int[] members;

  private final int[] indexOf;

  private final SortedGraph known;

  // Who leads to whom, by place among the members.
  final Ints from = new Ints();
  final Ints to = new Ints();

  /** By node, once somebody asks for paths: its place in an order that agrees with all arcs. */
  private int[] place;

  // Of a search for shortest paths, by node.
  private final int[] cost;
  private final int[] reachedFrom;

  // The transactions of each session that come before later ones, in order.
  private int[][] ofSession;
  private int[] placeInSession;

  Excerpt(OpenProblem problem, SortedGraph known, Ints wanted, Budget budget) {
    this.problem = problem;
    this.history = problem.versions.history;
    nodes = problem.nodeCount();
    indexOf = new int[nodes];
    Arrays.fill(indexOf, NONE);
    var distinct = new Ints();
    for (var i = 0; i < wanted.size(); i++) {
      if (indexOf[wanted.get(i)] < 0) {
        indexOf[wanted.get(i)] = distinct.size();
        distinct.add(wanted.get(i));
      }
    }
    members = distinct.toArray();
    this.known = known;
    cost = new int[nodes];
    reachedFrom = new int[nodes];
    for (var first = 0; first < members.length; first += Long.SIZE) {
      budget.require();
      addArcsTo(first);
    }
  }

  int index(int node) {
    return indexOf[node];
  }

  /** For as many members as a long has bits: who leads to them without passing another member. */
  private void addArcsTo(int first) {
    var leadsTo = new long[nodes];
    for (var i = known.order.length - 1; i >= 0; i--) {
      var node = known.order[i];
      var bits = 0L;
      for (var arc = known.first(node); arc < known.end(node); arc++) {
        var index = indexOf[known.target(arc)];
        if (index < 0) {
          bits |= leadsTo[known.target(arc)];
        } else if (index >= first && index < first + Long.SIZE) {
          bits |= 1L << (index - first);
        }
      }
      leadsTo[node] = bits;
    }
    for (var member = 0; member < members.length; member++) {
      for (var bits = leadsTo[members[member]]; bits != 0; bits &= bits - 1) {
        from.add(member);
        to.add(first + Long.numberOfTrailingZeros(bits));
      }
    }
  }

  // Shortest paths of known arcs, in steps between transactions. Nodes between transactions cost
  // nothing, and a session goes from a transaction to any later one in one step.

  /** From one member to all others: how many steps; {@link Integer#MAX_VALUE} for no path. */
  int[] stepsFrom(int member) {
    search(members[member], reachable(member));
    var steps = new int[members.length];
    for (var i = 0; i < members.length; i++) {
      steps[i] = i == member ? FAR : cost[members[i]];
    }
    return steps;
  }

  /** The nodes after a member on a shortest path to another one, which is the last of them. */
  int[] path(int member, int goal) {
    search(members[member], new int[] {members[goal]});
    var path = new Ints();
    for (var node = members[goal]; node != members[member]; node = reachedFrom[node]) {
      path.add(node);
    }
    var nodesOfPath = new int[path.size()];
    for (var i = 0; i < nodesOfPath.length; i++) {
      nodesOfPath[i] = path.get(path.size() - 1 - i);
    }
    return nodesOfPath;
  }

  /** The nodes of other members that a member leads to. */
  private int[] reachable(int member) {
    var isReached = new boolean[members.length];
    var reached = new Ints();
    reached.add(member);
    for (var i = 0; i < reached.size(); i++) {
      for (var arc = 0; arc < from.size(); arc++) {
        if (from.get(arc) == reached.get(i) && !isReached[to.get(arc)]) {
          isReached[to.get(arc)] = true;
          reached.add(to.get(arc));
        }
      }
    }
    var goals = new int[reached.size() - 1];
    for (var i = 0; i < goals.length; i++) {
      goals[i] = members[reached.get(i + 1)];
    }
    return goals;
  }

  /** Breadth first, until the goals, to all of which there is a path, have been reached. */
  private void search(int start, int[] goals) {
    if (ofSession == null) {
      sortSessions();
      place = known.isAcyclic() ? known.positions() : new int[nodes];
    }
    // What comes after all goals leads to none of them.
    var last = NONE;
    for (var goal : goals) {
      last = Math.max(last, place[goal]);
    }
    Arrays.fill(cost, FAR);
    var reachedPlace = new int[ofSession.length];
    for (var session = 0; session < ofSession.length; session++) {
      reachedPlace[session] = ofSession[session].length;
    }
    var now = new Ints();
    var next = new Ints();
    cost[start] = 0;
    now.add(start);
    for (var steps = 0; now.size() > 0 && !areReached(goals, steps); steps++) {
      // What costs nothing is added to those at hand while they are gone through.
      for (var i = 0; i < now.size(); i++) {
        var node = now.get(i);
        if (cost[node] == steps) {
          expand(node, steps, last, now, next);
          jump(node, steps, last, next, reachedPlace);
        }
      }
      var done = now;
      now = next;
      next = done;
      next.clear();
    }
  }

  private boolean areReached(int[] goals, int steps) {
    for (var goal : goals) {
      if (cost[goal] > steps) {
        return false;
      }
    }
    return true;
  }

  private void expand(int node, int steps, int last, Ints now, Ints next) {
    for (var arc = known.first(node); arc < known.end(node); arc++) {
      var target = known.target(arc);
      var isStep = transaction(target) >= 0 && transaction(target) != transaction(node);
      if (place[target] <= last && cost[target] > steps + (isStep ? 1 : 0)) {
        cost[target] = steps + (isStep ? 1 : 0);
        reachedFrom[target] = node;
        (isStep ? next : now).add(target);
      }
    }
  }

  private void jump(int node, int steps, int last, Ints next, int[] reachedPlace) {
    var t = transaction(node);
    if (t < 0 || node != problem.commit(t) || placeInSession[t] == 0) {
      return;
    }
    var session = history.session(t);
    for (var at = placeInSession[t]; at < reachedPlace[session]; at++) {
      var later = problem.snapshot(ofSession[session][at]);
      if (place[later] > last) {
        break;
      }
      if (cost[later] > steps + 1) {
        cost[later] = steps + 1;
        reachedFrom[later] = node;
        next.add(later);
      }
    }
    reachedPlace[session] = Math.min(reachedPlace[session], placeInSession[t]);
  }

  int transaction(int node) {
    if (node >= problem.known.nodeCount()) {
      return NONE;
    }
    var t = problem.known.graphNode(node);
    return t < history.transactionCount() ? t : NONE;
  }

  private void sortSessions() {
    ofSession = new int[problem.hasSessionOrder() ? history.sessionCount() : 0][];
    placeInSession = new int[history.transactionCount()];
    var length = new int[ofSession.length];
    for (var pass = 0; pass < 2; pass++) {
      Arrays.fill(length, 0);
      for (var t = 0; t < history.transactionCount(); t++) {
        var session = history.session(t);
        if (ofSession.length > 0 && session != History.NO_SESSION && history.isCommitted(t)) {
          if (pass == 1) {
            ofSession[session][length[session]] = t;
            placeInSession[t] = length[session] + 1;
          }
          length[session]++;
        }
      }
      for (var session = 0; pass == 0 && session < ofSession.length; session++) {
        ofSession[session] = new int[length[session]];
      }
    }
  }
}
