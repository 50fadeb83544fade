package mtc.generate;

/**
 * Mini-transactions to run, one after the other: one or two keys, each read once, and written or
 * not after its read. Every value that is written is written once in the whole workload.
 *
 * <p>The current transaction is in the fields, so that millions need no objects.
 */
public final class Workload {
  private final KeyDistribution keys;
  private final double readOnly;
  private final double twoKeys;
  private final Random random;
  private int lastValue;

  /** How many keys the current transaction touches: 1 or 2. */
  int keyCount;

  final int[] key = new int[2];

  /** What it writes to the key, or 0 if it only reads it. */
  final int[] written = new int[2];

  /**
   * @param readOnly the share of transactions that write nothing
   * @param twoKeys the share of transactions that touch two keys
   */
  public Workload(KeyDistribution keys, double readOnly, double twoKeys, long seed) {
    this.keys = keys;
    this.readOnly = readOnly;
    this.twoKeys = twoKeys;
    this.random = new Random(seed);
  }

  /** Draws the next transaction. */
  public void next() {
    keyCount = 1;
    key[0] = keys.pick(random);
    if (random.chance(twoKeys)) {
      key[1] = keys.pick(random);
      keyCount = key[1] == key[0] ? 1 : 2;
    }
    written[0] = 0;
    written[1] = 0;
    if (!random.chance(readOnly)) {
      // Both keys, or either one: read skew needs one that is only read.
      var which = keyCount == 1 ? 0 : random.below(3);
      if (which != 1) {
        written[0] = freshValue();
      }
      if (keyCount == 2 && which != 0) {
        written[1] = freshValue();
      }
    }
  }

  /** How many keys the current transaction touches: 1 or 2. */
  public int keyCount() {
    return keyCount;
  }

  /** The i-th key that it reads. */
  public int key(int i) {
    return key[i];
  }

  /** What it writes to the i-th key after all reads, or 0 if it only reads it. */
  public int written(int i) {
    return written[i];
  }

  /** A key more, for transactions that touch more than two. */
  public int pickKey() {
    return keys.pick(random);
  }

  /** A value that nobody else writes. */
  public int freshValue() {
    return ++lastValue;
  }
}
