package mtc.mini;

import java.util.ArrayList;
import java.util.List;
import mtc.check.KnownVersions;

/** Counts what stands in the way of a conversion, and remembers where each was met first. */
final class Refusals {
  enum Obstacle {
    AMBIGUOUS_READ("reads of a value that its key was given more than once"),
    FAILED_COMPARISON("failed comparisons that leave open what they saw"),
    TORN_APPENDS("appends with another transaction's between them and the same one's before"),
    OWN_FUTURE("reads of a list that holds what the transaction appends only later"),
    OPEN_ORDER("writes whose order is open: nothing tells what they came after"),
    REPEATED_VALUE("writes of a value that the key was given before"),
    INITIAL_VALUE("writes of nil, which has to stand for the initial version"),
    SESSION_GOES_ON("indeterminate transactions that others read, and whose session went on"),
    ORDERING_IDLE("transactions without effect, placed differently by session and real time"),
    TOO_MANY_READS("transactions that need more than two reads"),
    TOO_MANY_WRITES("transactions of writes to more than two keys");

    private final String description;

    Obstacle(String description) {
      this.description = description;
    }
  }

  private final KnownVersions order;
  private final long[] counts = new long[Obstacle.values().length];
  private final int[] transaction = new int[Obstacle.values().length];
  private final int[] operation = new int[Obstacle.values().length];

  Refusals(KnownVersions order) {
    this.order = order;
  }

  void addAll(Obstacle obstacle, int[] operations) {
    for (var op : operations) {
      addOperation(obstacle, op);
    }
  }

  void addOperation(Obstacle obstacle, int op) {
    add(obstacle, order.transaction(op), op);
  }

  void addTransaction(Obstacle obstacle, int ofTransaction) {
    add(obstacle, ofTransaction, -1);
  }

  private void add(Obstacle obstacle, int ofTransaction, int op) {
    var i = obstacle.ordinal();
    if (counts[i]++ == 0 || ofTransaction < transaction[i]) {
      transaction[i] = ofTransaction;
      operation[i] = op;
    }
  }

  List<Outcome.Reason> reasons() {
    var reasons = new ArrayList<Outcome.Reason>();
    for (var obstacle : Obstacle.values()) {
      var i = obstacle.ordinal();
      if (counts[i] > 0) {
        reasons.add(
            new Outcome.Reason(counts[i], obstacle.description, transaction[i], operation[i]));
      }
    }
    return reasons;
  }
}
