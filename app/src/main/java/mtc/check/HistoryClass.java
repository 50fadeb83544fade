package mtc.check;

/** How much a history tells of its version order, from the most to the least. */
public enum HistoryClass {
  /** Only mini-transactions: one or two reads, at most two writes, each after a read of its key. */
  MT,
  /** Every write comes after a read of its key; transactions of any size. */
  RMW,
  /** At most one write per key comes after no known version: the order is known all the same. */
  CHAIN,
  /** The order of some versions is open, or values are written more than once. */
  GENERAL
}
