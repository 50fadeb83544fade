package mtc.history;

import java.util.Arrays;

/**
 * A column of numbers of which neighbours are close to each other, or to a line: numbers of
 * transactions, lines, times. Of each thousand of them only the differences to such a line are
 * kept, in as few bytes as they need; mostly that is one of eight. What was never put is 0.
 */
final class PackedColumn {
  private static final int BLOCK_BITS = Differences.BLOCK_BITS;
  private static final int BLOCK = Differences.BLOCK;
  private static final int MASK = Differences.MASK;

  /**
   * {@link History#NEVER} is far from all others: the greatest difference stands for it. By the
   * width of a difference.
   */
  private static final long[] NEVER = {0xff, 0xffff, 0xffff_ffffL};

  /** Room for any value, {@link History#NEVER} as well. */
  private static final int WIDEST = NEVER.length;

  /** Instead of a width, and of a place: all differences are 0. */
  private static final int FLAT = -1;

  private static final int NOWHERE = -1;

  private int size;

  /** By block: where its line begins. */
  private long[] least = new long[4];

  /** By block: how much its line rises on the way to the next block. */
  private long[] rise = new long[4];

  /** By block: where its differences are. */
  private int[] place = new int[4];

  private final Differences differences = new Differences();

  /** The block that is being filled. */
  private long[] last = new long[16];

  // What was measured of it last; NEVER is far from any line and does not count.

  private long lowest;
  private long highest;
  private boolean hasNever;

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
    var onLine = least[block] + risen(rise[block], at);
    var where = place[block];
    if (where == NOWHERE) {
      return onLine;
    }
    var difference = differences.get(where, at);
    return isNever(difference, Differences.width(where)) ? History.NEVER : onLine + difference;
  }

  private static boolean isNever(long difference, int width) {
    return width < WIDEST && difference == NEVER[width];
  }

  private static long risen(long rise, int at) {
    return rise * at >> BLOCK_BITS;
  }

  private void pack() {
    var block = (size >>> BLOCK_BITS) - 1;
    if (block == least.length) {
      least = Arrays.copyOf(least, 2 * block);
      rise = Arrays.copyOf(rise, 2 * block);
      place = Arrays.copyOf(place, 2 * block);
    }
    measure(0, 0);
    var start = lowest;
    var rising = 0L;
    var width = width();
    if (width == 1 || width == 2) {
      var likely = rise();
      measure(start, likely);
      if (width() < width) {
        start += lowest;
        rising = likely;
        width = width();
      }
    }
    if (width == WIDEST) {
      start = 0;
    }
    least[block] = start;
    rise[block] = rising;
    place[block] = width == FLAT ? NOWHERE : differences.add(width);
    for (var i = 0; i < BLOCK && width != FLAT; i++) {
      var isNever = last[i] == History.NEVER && width < WIDEST;
      var difference = isNever ? NEVER[width] : last[i] - start - risen(rising, i);
      differences.set(place[block], i, difference);
    }
  }

  /** How far the values of the last block are from a line. */
  private void measure(long start, long rising) {
    lowest = Long.MAX_VALUE;
    highest = Long.MIN_VALUE;
    hasNever = false;
    for (var i = 0; i < BLOCK; i++) {
      if (last[i] == History.NEVER) {
        hasNever = true;
      } else {
        var difference = last[i] - start - risen(rising, i);
        lowest = Math.min(lowest, difference);
        highest = Math.max(highest, difference);
      }
    }
  }

  /** What the differences need that were measured. */
  private int width() {
    var range = highest - lowest;
    if (lowest == History.NEVER || range == 0 && !hasNever) {
      return FLAT;
    }
    var width = range < 0 ? WIDEST : 0;
    while (width < WIDEST && range >= NEVER[width]) {
      width++;
    }
    return width;
  }

  /** How much the last block rises from its first value to its last; 0 if few tell. */
  private long rise() {
    var first = 0;
    while (last[first] == History.NEVER) {
      first++;
    }
    var end = BLOCK - 1;
    while (last[end] == History.NEVER) {
      end--;
    }
    return end - first < BLOCK / 2 ? 0 : (last[end] - last[first] << BLOCK_BITS) / (end - first);
  }
}
