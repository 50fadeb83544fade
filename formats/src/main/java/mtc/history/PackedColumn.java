package mtc.history;

import java.util.Arrays;

/**
 * A column of numbers of which neighbours are close to each other: numbers of transactions, lines,
 * times. Each thousand of them is kept as differences to its least one, in as few bytes as they
 * need; mostly that is two of eight. What was never put is 0.
 */
final class PackedColumn {
  private static final int BLOCK_BITS = 10;
  private static final int BLOCK = 1 << BLOCK_BITS;
  private static final int MASK = BLOCK - 1;

  /** {@link History#NEVER} is far from all others: the greatest difference stands for it. */
  private static final int NEVER_BYTE = 0xff;

  private static final int NEVER_SHORT = 0xffff;
  private static final int NEVER_INT = 0xffff_ffff;

  private static final long LEAST_INT_NEVER = 0xffff_ffffL;

  private int size;

  /** By block: its least value, and a {@code byte[]}, {@code short[]}, {@code int[]} or null. */
  private long[] least = new long[4];

  private Object[] differences = new Object[4];

  /** The block that is being filled. */
  private long[] last = new long[16];

  /** Puts a value after all others, or in place of the last; what is between them is 0. */
  void put(int index, long value) {
    while (size <= index) {
      add();
    }
    last[index & MASK] = value;
  }

  private void add() {
    var at = size & MASK;
    if (at == 0 && size > 0) {
      pack();
    } else if (at == last.length) {
      last = Arrays.copyOf(last, 2 * at);
    }
    last[at] = 0;
    size++;
  }

  long get(int index) {
    if (index >= size) {
      return 0;
    }
    var block = index >>> BLOCK_BITS;
    var at = index & MASK;
    if (block == size - 1 >>> BLOCK_BITS) {
      return last[at];
    }
    return switch (differences[block]) {
      case short[] shorts -> value(block, shorts[at] & 0xffff, NEVER_SHORT);
      case int[] ints -> value(block, ints[at] & 0xffff_ffffL, LEAST_INT_NEVER);
      case byte[] bytes -> value(block, bytes[at] & 0xff, NEVER_BYTE);
      case long[] longs -> longs[at];
      case null, default -> least[block];
    };
  }

  private long value(int block, long difference, long never) {
    return difference == never ? History.NEVER : least[block] + difference;
  }

  private void pack() {
    var block = (size >>> BLOCK_BITS) - 1;
    if (block == least.length) {
      least = Arrays.copyOf(least, 2 * block);
      differences = Arrays.copyOf(differences, 2 * block);
    }
    var hasNever = false;
    var from = Long.MAX_VALUE;
    var to = Long.MIN_VALUE;
    for (var value : last) {
      hasNever |= value == History.NEVER;
      from = Math.min(from, value);
      to = value == History.NEVER ? to : Math.max(to, value);
    }
    least[block] = from;
    differences[block] = differences(from, to, hasNever);
  }

  private Object differences(long from, long to, boolean hasNever) {
    var range = to - from;
    if (from == History.NEVER || range == 0 && !hasNever) {
      return null;
    }
    if (range < 0 || range >= LEAST_INT_NEVER) {
      return last.clone();
    }
    if (range < NEVER_BYTE) {
      var bytes = new byte[BLOCK];
      for (var i = 0; i < BLOCK; i++) {
        bytes[i] = (byte) (last[i] == History.NEVER ? NEVER_BYTE : last[i] - from);
      }
      return bytes;
    }
    if (range < NEVER_SHORT) {
      var shorts = new short[BLOCK];
      for (var i = 0; i < BLOCK; i++) {
        shorts[i] = (short) (last[i] == History.NEVER ? NEVER_SHORT : last[i] - from);
      }
      return shorts;
    }
    var ints = new int[BLOCK];
    for (var i = 0; i < BLOCK; i++) {
      ints[i] = (int) (last[i] == History.NEVER ? NEVER_INT : last[i] - from);
    }
    return ints;
  }
}
