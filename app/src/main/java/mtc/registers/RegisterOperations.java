package mtc.registers;

import java.util.Arrays;

/**
 * The operations on one register, in columns. An operation requires something of the register's
 * value and may set it, at one moment between its start and its end.
 */
public final class RegisterOperations {
  /** The end of an operation that may take effect at any time after its start, or never. */
  public static final long NEVER = Long.MAX_VALUE;

  /** Requires nothing. */
  static final byte ANY = 0;

  /** Requires that the register holds the value. */
  static final byte EQUAL = 1;

  /** Requires that the register holds another value. */
  static final byte OTHER = 2;

  int size;
  long[] start = new long[16];
  long[] end = new long[16];
  byte[] requires = new byte[16];
  int[] required = new int[16];
  boolean[] sets = new boolean[16];
  int[] set = new int[16];

  public int size() {
    return size;
  }

  /** Told nothing and did nothing. */
  public void nothing(long started, long ended) {
    add(started, ended, ANY, 0, false, 0);
  }

  /** Read the value. */
  public void read(long started, long ended, int value) {
    add(started, ended, EQUAL, value, false, 0);
  }

  /** Saw some value other than this one. */
  public void readOther(long started, long ended, int value) {
    add(started, ended, OTHER, value, false, 0);
  }

  /** Wrote the value, whatever was there. */
  public void write(long started, long ended, int value) {
    add(started, ended, ANY, 0, true, value);
  }

  /** Replaced the one value by the other; the same value twice sets nothing. */
  public void compareAndSet(long started, long ended, int expected, int value) {
    add(started, ended, EQUAL, expected, expected != value, value);
  }

  private void add(long started, long ended, byte how, int expected, boolean isSet, int value) {
    if (size == start.length) {
      var capacity = size * 2;
      start = Arrays.copyOf(start, capacity);
      end = Arrays.copyOf(end, capacity);
      requires = Arrays.copyOf(requires, capacity);
      required = Arrays.copyOf(required, capacity);
      sets = Arrays.copyOf(sets, capacity);
      set = Arrays.copyOf(set, capacity);
    }
    start[size] = started;
    end[size] = ended;
    requires[size] = how;
    required[size] = expected;
    sets[size] = isSet;
    set[size++] = value;
  }

  boolean isEnabled(int operation, int value) {
    return switch (requires[operation]) {
      case EQUAL -> value == required[operation];
      case OTHER -> value != required[operation];
      default -> true;
    };
  }

  boolean isOptional(int operation) {
    return end[operation] == NEVER;
  }

  boolean isSameAs(int one, int other) {
    return requires[one] == requires[other]
        && required[one] == required[other]
        && sets[one] == sets[other]
        && set[one] == set[other];
  }
}
