package mtc.verdict;

/** How much a history tells of its version order, from the most to the least. */
public enum HistoryClass {
  /** Only mini-transactions: one or two reads, at most two writes, each after a read of its key. */
  MT("mt"),
  /** Every write comes after a read of its key; transactions of any size. */
  RMW("rmw"),
  /** At most one write per key comes after no known version: the order is known all the same. */
  CHAIN("chain"),
  /** The order of some versions is open, or values are written more than once. */
  GENERAL("general");

  private final String label;

  HistoryClass(String label) {
    this.label = label;
  }

  /** What it is called in every output. */
  public String label() {
    return label;
  }
}
