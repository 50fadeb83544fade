package mtc.generate;

/**
 * What transactions are like.
 *
 * @param operations how many reads and writes a general transaction has; 0 for mini-transactions
 * @param readOnly the share of transactions that write nothing
 * @param writeOnly the share of transactions that read nothing
 * @param twoKeys of mini-transactions, the share that touches two keys
 * @param paired of those, the share that touches neighbours, 0 and 1, 2 and 3, …
 * @param reads of general transactions that read and write, the share of operations that only read
 * @param blind of transactions that read and write, the share of writes whose key is not read first
 * @param duplicates the share of writes of a value that the key was given before
 * @param rotate after so many transactions as many fresh keys take the place of all; 0 for never
 */
public record Mix(
    int operations,
    double readOnly,
    double writeOnly,
    double twoKeys,
    double paired,
    double reads,
    double blind,
    double duplicates,
    int rotate) {
  /** A mini-transaction reads two keys and writes both. */
  private static final int MINI = 4;

  /** Mini-transactions that read every key before they write it. */
  public static Mix mini(double readOnly, double twoKeys) {
    return new Mix(0, readOnly, 0, twoKeys, 0, 0, 0, 0, 0);
  }

  /** Lightweight transactions: each reads one key, and sets it if it still has what was read. */
  public static Mix lightweight(int rotate) {
    return new Mix(0, 0, 0, 0, 0, 0, 0, 0, rotate);
  }

  /** The most operations that a transaction has. */
  int most() {
    return operations == 0 ? MINI : operations;
  }

  /** How many names so many transactions have for keys of which so many are in use at a time. */
  public long names(int keys, long transactions) {
    return rotate == 0 ? keys : ((transactions - 1) / rotate + 1) * keys;
  }
}
