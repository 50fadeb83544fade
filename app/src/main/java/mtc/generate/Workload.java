package mtc.generate;

/**
 * Transactions to run, one after the other. By default they are mini-transactions: one or two keys,
 * each read once, and written or not after all reads.
 *
 * <p>Unless the mix says otherwise, every value that is written is written once in the whole
 * workload. The current transaction is in the fields, so that millions need no objects.
 */
public final class Workload {
  private static final int NEVER_WRITTEN = 0;

  private final KeyDistribution keys;
  private final Mix mix;
  private final Random random;
  private final int[] drawnKeys = new int[2];
  private int lastValue;
  private long drawn;

  /** The first key in use. */
  private int firstKey;

  /** By key in use, a value that it was given before, if values are written again. */
  private final int[] earlier;

  /** How many operations the current transaction has. */
  int size;

  final boolean[] isWrite;
  final int[] key;

  /** What a write writes. */
  final int[] value;

  public Workload(KeyDistribution keys, Mix mix, long seed) {
    this.keys = keys;
    this.mix = mix;
    this.random = new Random(seed);
    isWrite = new boolean[mix.most()];
    key = new int[mix.most()];
    value = new int[mix.most()];
    earlier = new int[mix.duplicates() > 0 ? keys.keys() : 0];
  }

  /** Draws the next transaction. */
  public void next() {
    if (mix.rotate() > 0 && drawn > 0 && drawn % mix.rotate() == 0) {
      firstKey += keys.keys();
      java.util.Arrays.fill(earlier, NEVER_WRITTEN);
    }
    drawn++;
    size = 0;
    if (mix.operations() == 0) {
      mini();
    } else {
      general();
    }
  }

  private void mini() {
    drawnKeys[0] = keys.pick(random);
    var count = 1;
    if (random.chance(mix.twoKeys())) {
      drawnKeys[1] = keys.pick(random);
      count = drawnKeys[1] == drawnKeys[0] ? 1 : 2;
      var neighbour = drawnKeys[0] ^ 1;
      if (neighbour < keys.keys() && random.chance(mix.paired())) {
        drawnKeys[1] = neighbour;
        count = 2;
      }
    }
    if (random.chance(mix.readOnly())) {
      for (var i = 0; i < count; i++) {
        read(drawnKeys[i]);
      }
      return;
    }
    var readsNothing = isWriteOnly();
    // Both keys, or either one: read skew needs one that is only read.
    var which = count == 1 ? 0 : random.below(3);
    var isFirstWritten = readsNothing || which != 1;
    var isSecondWritten = count == 2 && (readsNothing || which != 0);
    if (!(isFirstWritten && isBlind(readsNothing))) {
      read(drawnKeys[0]);
    }
    if (count == 2 && !(isSecondWritten && isBlind(readsNothing))) {
      read(drawnKeys[1]);
    }
    if (isFirstWritten) {
      write(drawnKeys[0]);
    }
    if (isSecondWritten) {
      write(drawnKeys[1]);
    }
  }

  private void general() {
    var isReadOnly = random.chance(mix.readOnly());
    var readsNothing = !isReadOnly && isWriteOnly();
    while (size < mix.operations()) {
      var drawnKey = keys.pick(random);
      if (isReadOnly || !readsNothing && random.chance(mix.reads())) {
        read(drawnKey);
      } else if (isBlind(readsNothing)) {
        write(drawnKey);
      } else {
        read(drawnKey);
        // There may be no room for a write behind the last read.
        if (size < mix.operations()) {
          write(drawnKey);
        }
      }
    }
  }

  /** Of a transaction that is not read-only. */
  private boolean isWriteOnly() {
    return random.chance(mix.writeOnly() / (1 - mix.readOnly()));
  }

  private boolean isBlind(boolean readsNothing) {
    return readsNothing || random.chance(mix.blind());
  }

  private void read(int drawnKey) {
    isWrite[size] = false;
    key[size] = firstKey + drawnKey;
    value[size++] = 0;
  }

  private void write(int drawnKey) {
    isWrite[size] = true;
    key[size] = firstKey + drawnKey;
    value[size++] = valueFor(drawnKey);
  }

  private int valueFor(int drawnKey) {
    if (mix.duplicates() == 0) {
      return freshValue();
    }
    if (earlier[drawnKey] != NEVER_WRITTEN && random.chance(mix.duplicates())) {
      return earlier[drawnKey];
    }
    var fresh = freshValue();
    // Not always the last one: a value that comes back after others tells more.
    if (earlier[drawnKey] == NEVER_WRITTEN || random.below(2) == 0) {
      earlier[drawnKey] = fresh;
    }
    return fresh;
  }

  /** How many operations the current transaction has. */
  public int size() {
    return size;
  }

  /** Whether an operation writes; otherwise it reads. */
  public boolean isWrite(int operation) {
    return isWrite[operation];
  }

  public int key(int operation) {
    return key[operation];
  }

  /** What a write writes. */
  public int value(int operation) {
    return value[operation];
  }

  /** Whether it is a mini-transaction, and not a general one. */
  public boolean isMini() {
    return mix.operations() == 0;
  }

  /** The most operations that a transaction has. */
  int mostOperations() {
    return mix.most();
  }

  /** A value that nobody else writes. */
  public int freshValue() {
    return ++lastValue;
  }
}
