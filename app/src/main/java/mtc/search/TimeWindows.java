package mtc.search;

import java.util.Arrays;
import mtc.history.History;
import mtc.solve.SortedGraph;

/**
 * When each node of a problem can have been, at the earliest and at the latest, if every
 * transaction was at one moment between its start and its end, and as far as what is known says.
 */
final class TimeWindows {
  private final int[] earliest;
  private final int[] latest;

  TimeWindows(OpenProblem problem, SortedGraph known, Clock clock) {
    earliest = new int[known.nodeCount()];
    latest = new int[known.nodeCount()];
    Arrays.fill(latest, Integer.MAX_VALUE);
    var history = problem.versions.history;
    for (var t = 0; t < history.transactionCount(); t++) {
      if (problem.chains.takesPart(t)) {
        putWindow(problem.snapshot(t), clock, t, history);
        putWindow(problem.commit(t), clock, t, history);
      }
    }
    for (var node : known.order) {
      for (var arc = known.first(node); arc < known.end(node); arc++) {
        var target = known.target(arc);
        earliest[target] = Math.max(earliest[target], earliest[node]);
      }
    }
    for (var i = known.order.length - 1; i >= 0; i--) {
      var node = known.order[i];
      for (var arc = known.first(node); arc < known.end(node); arc++) {
        latest[node] = Math.min(latest[node], latest[known.target(arc)]);
      }
    }
  }

  private void putWindow(int node, Clock clock, int transaction, History history) {
    earliest[node] = clock.start(transaction);
    if (history.end(transaction) != History.NEVER) {
      latest[node] = clock.end(transaction);
    }
  }

  int earliest(int node) {
    return earliest[node];
  }

  /** {@link Integer#MAX_VALUE} if nothing bounds it. */
  int latest(int node) {
    return latest[node];
  }
}
