package mtc.run.workload;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * One transaction to run, and what its reads saw when it ran. It is used by one thread at a time.
 */
public final class Transaction {
  /** What an operation does. */
  public enum Kind {
    READ,
    WRITE,
    APPEND
  }

  private static final int NOWHERE = -1;

  private final Kind[] kind;
  private final int[] key;
  private final int[] value;
  private final boolean[] isSeen;

  /** By operation, what a read of a register saw. */
  private final long[] seen;

  /** By operation, what a read of a list saw; null for nothing, as of a key that is not there. */
  private final long[][] seenList;

  private final boolean hasLists;
  private final boolean isReadOnly;

  /** Before which operation to pause; the number of operations for: before it commits. */
  private int pauseBefore = NOWHERE;

  private long pauseNanos;

  private Transaction(Builder from) {
    var size = from.size;
    kind = new Kind[size];
    key = new int[size];
    value = new int[size];
    System.arraycopy(from.kind, 0, kind, 0, size);
    System.arraycopy(from.key, 0, key, 0, size);
    System.arraycopy(from.value, 0, value, 0, size);
    isSeen = new boolean[size];
    seen = new long[size];
    hasLists = from.hasLists;
    seenList = hasLists ? new long[size][] : null;
    var writes = 0;
    for (var k : kind) {
      writes += k == Kind.READ ? 0 : 1;
    }
    isReadOnly = writes == 0;
  }

  public int size() {
    return kind.length;
  }

  public Kind kind(int operation) {
    return kind[operation];
  }

  public int key(int operation) {
    return key[operation];
  }

  /** What a write writes, or an append appends. */
  public int value(int operation) {
    return value[operation];
  }

  /** Whether keys hold lists, and not one value each. */
  public boolean hasLists() {
    return hasLists;
  }

  public boolean isReadOnly() {
    return isReadOnly;
  }

  /** The read found no value. */
  public void sawNothing(int read) {
    isSeen[read] = false;
    if (hasLists) {
      seenList[read] = null;
    }
  }

  public void saw(int read, long what) {
    isSeen[read] = true;
    seen[read] = what;
  }

  public void sawList(int read, long[] elements) {
    isSeen[read] = true;
    seenList[read] = elements;
  }

  /**
   * For stores whose clients keep what they write until they commit: a read of what the transaction
   * itself wrote before sees that. Whether it is one.
   */
  public boolean sawOwnWrite(int read) {
    for (var i = read - 1; i >= 0; i--) {
      if (kind[i] == Kind.WRITE && key[i] == key[read]) {
        saw(read, value[i]);
        return true;
      }
    }
    return false;
  }

  /** Likewise of a list: what the transaction itself appended before is behind what is there. */
  public void sawListBeforeOwn(int read, long[] stored) {
    var own =
        IntStream.range(0, read)
            .filter(i -> kind[i] == Kind.APPEND && key[i] == key[read])
            .mapToLong(i -> value[i]);
    sawList(read, LongStream.concat(LongStream.of(stored), own).toArray());
  }

  /** Whether the transaction writes the same key again later. */
  public boolean isOverwritten(int write) {
    return IntStream.range(write + 1, size())
        .anyMatch(i -> kind[i] == Kind.WRITE && key[i] == key[write]);
  }

  /** Whether the read found a value. */
  public boolean hasSeen(int read) {
    return isSeen[read];
  }

  public long seen(int read) {
    return seen[read];
  }

  public long[] seenList(int read) {
    return seenList[read];
  }

  void pause(int before, long nanos) {
    pauseBefore = before;
    pauseNanos = nanos;
  }

  /**
   * To be called before each operation, and before the commit with {@link #size}: a transaction
   * that stays open for a while meets more of the others.
   */
  public void mayPause(int before) {
    if (before == pauseBefore) {
      try {
        Thread.sleep(pauseNanos / 1_000_000, (int) (pauseNanos % 1_000_000));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Puts transactions together, one after the other. */
  public static final class Builder {
    private final boolean hasLists;
    private int size;
    private Kind[] kind = new Kind[4];
    private int[] key = new int[4];
    private int[] value = new int[4];

    public Builder(boolean hasLists) {
      this.hasLists = hasLists;
    }

    public Builder read(int what) {
      return add(Kind.READ, what, 0);
    }

    public Builder write(int what, int written) {
      return add(hasLists ? Kind.APPEND : Kind.WRITE, what, written);
    }

    private Builder add(Kind does, int what, int written) {
      if (size == kind.length) {
        kind = Arrays.copyOf(kind, size * 2);
        key = Arrays.copyOf(key, size * 2);
        value = Arrays.copyOf(value, size * 2);
      }
      kind[size] = does;
      key[size] = what;
      value[size++] = written;
      return this;
    }

    /**
     * Writers of the same two keys lock them in the same order: a deadlock would cost them the
     * time-out that ends it, and everybody else what they could have met in that time.
     */
    Builder lastWritesInOrder() {
      var last = size - 1;
      if (size > 1
          && kind[last] != Kind.READ
          && kind[last - 1] != Kind.READ
          && key[last] < key[last - 1]) {
        swap(key, last);
        swap(value, last);
      }
      return this;
    }

    private static void swap(int[] column, int last) {
      var kept = column[last];
      column[last] = column[last - 1];
      column[last - 1] = kept;
    }

    public Transaction build() {
      var built = new Transaction(this);
      size = 0;
      return built;
    }
  }
}
