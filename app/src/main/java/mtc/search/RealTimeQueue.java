package mtc.search;

import java.util.Arrays;

/**
 * Who must not go yet in a guess at an order that keeps to real time: those before whose start a
 * transaction ended that has no place.
 */
final class RealTimeQueue {
  private final OpenProblem problem;
  private final Clock clock;

  /** Transactions in the order of their ends, and the first of them without a place. */
  private final int[] byEnd;

  private int firstUnplaced;

  /** Nodes by when their transactions started. */
  private final DeadlineHeap waiting = new DeadlineHeap();

  RealTimeQueue(OpenProblem problem, Clock clock) {
    this.problem = problem;
    this.clock = clock;
    var keyed = new long[problem.versions.history.transactionCount()];
    var count = 0;
    for (var t = 0; t < keyed.length; t++) {
      if (problem.chains.takesPart(t)) {
        keyed[count++] = (long) clock.end(t) << 32 | t;
      }
    }
    Arrays.sort(keyed, 0, count);
    byEnd = new int[count];
    Arrays.setAll(byEnd, i -> (int) keyed[i]);
  }

  int transactionCount() {
    return byEnd.length;
  }

  /** Nobody has a place, and nobody waits. */
  void start() {
    firstUnplaced = 0;
    waiting.clear();
  }

  /** Lets a node wait if its transaction must; false if it need not. */
  boolean takes(int node, int transaction) {
    if (!mustWait(clock.start(transaction))) {
      return false;
    }
    waiting.add(clock.start(transaction), node);
    return true;
  }

  private boolean mustWait(int start) {
    return firstUnplaced < byEnd.length && clock.end(byEnd[firstUnplaced]) < start;
  }

  /** Notes who has a place by now: some may go then. */
  void goOn(int[] position) {
    while (firstUnplaced < byEnd.length && position[problem.commit(byEnd[firstUnplaced])] >= 0) {
      firstUnplaced++;
    }
  }

  /** Whether somebody waits who need not any more. */
  boolean hasReady() {
    return !waiting.isEmpty() && !mustWait(waiting.firstDeadline());
  }

  /** The node whose transaction started first, whether it may go or not. */
  int removeFirst() {
    return waiting.removeFirst();
  }
}
