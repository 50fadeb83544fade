package mtc.linear;

/**
 * A cycle of transactions.
 *
 * @param transactions each comes before the next one, the last one before the first
 * @param types of the edge from the transaction at the same place: a type of {@link Graph}, or RT
 */
record Cycle(int[] transactions, int[] types) {
  static final int RT = 5;

  int length() {
    return types.length;
  }

  int count(int type) {
    var count = 0;
    for (var t : types) {
      count += t == type ? 1 : 0;
    }
    return count;
  }

  /** Fewest RW, then no RT, then no SO, then shortest: what violates the weakest level. */
  boolean isBetterThan(Cycle other) {
    if (other == null) {
      return true;
    }
    var rw = count(Graph.RW) - other.count(Graph.RW);
    if (rw != 0) {
      return rw < 0;
    }
    var needs = needs() - other.needs();
    return needs != 0 ? needs < 0 : length() < other.length();
  }

  /** 0 for data alone, 1 with session order, 2 with real time, 3 with both. */
  int needs() {
    return (count(RT) > 0 ? 2 : 0) + (count(Graph.SO) > 0 ? 1 : 0);
  }
}
