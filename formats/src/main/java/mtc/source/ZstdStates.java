package mtc.source;

import java.io.IOException;
import java.util.Arrays;

/**
 * A table of states of zstd's entropy coder (RFC 8878, section 4.1): each stands for a symbol, and
 * says how many bits lead to which next state.
 *
 * <p>A state is one number, so that it is looked up once: the first of the next states, how many
 * bits are added to it, how many bits are added to the symbol's value, and that value.
 */
final class ZstdStates {
  private static final int MOST_SYMBOLS = 256;
  private static final int BITS_AT = 16;
  private static final int EXTRA_BITS_AT = 24;
  private static final int VALUE_AT = 32;

  /** How many more bits a symbol's value has, and what they are added to. */
  record Values(int[] extraBits, int[] base) {
    int count() {
      return base.length;
    }
  }

  final long[] states;

  /** The logarithm of how many states there are. */
  int log;

  private final Values values;
  private final int mostLog;
  private final int[] counts = new int[MOST_SYMBOLS];
  private final int[] next = new int[MOST_SYMBOLS];
  private final int[] symbols;
  private int symbolCount;

  /**
   * An empty table.
   *
   * @param values null if a symbol is its own value
   */
  ZstdStates(Values values, int mostLog) {
    this.values = values;
    this.mostLog = mostLog;
    this.states = new long[1 << mostLog];
    this.symbols = new int[1 << mostLog];
  }

  static int nextState(long state) {
    return (int) state & 0xffff;
  }

  static int bits(long state) {
    return (int) state >>> BITS_AT & 0xff;
  }

  static int extraBits(long state) {
    return (int) state >>> EXTRA_BITS_AT;
  }

  static int value(long state) {
    return (int) (state >>> VALUE_AT);
  }

  /** All states are of one symbol. */
  void repeat(int symbol) throws IOException {
    checkSymbol(symbol);
    log = 0;
    states[0] = state(symbol, 0, 0);
  }

  /** States by counts that are known, those of a symbol with -1 being one and the last. */
  void build(int[] knownCounts, int ofLog) {
    Arrays.fill(counts, 0);
    System.arraycopy(knownCounts, 0, counts, 0, knownCounts.length);
    symbolCount = knownCounts.length;
    log = ofLog;
    spread();
  }

  /** Reads how often each symbol comes, and gives where that ends. */
  int read(byte[] bytes, int from, int end) throws IOException {
    var start = (long) from << 3;
    var at = start;
    log = (bytes[from] & 15) + 5;
    at += 4;
    if (log > mostLog) {
      throw ZstdFrames.damaged("a table is too large");
    }
    var remaining = 1 << log;
    symbolCount = 0;
    while (remaining > 0) {
      var bits = 32 - Integer.numberOfLeadingZeros(remaining + 1);
      var value = (int) bitsAt(bytes, at, bits);
      var low = (1 << bits - 1) - 1;
      var threshold = (1 << bits) - 1 - (remaining + 1);
      if ((value & low) < threshold) {
        value &= low;
        at += bits - 1;
      } else {
        value -= value > low ? threshold : 0;
        at += bits;
      }
      var count = value - 1;
      remaining -= Math.abs(count);
      addCount(count);
      if (count == 0) {
        int zeros;
        do {
          zeros = (int) bitsAt(bytes, at, 2);
          at += 2;
          for (var i = 0; i < zeros; i++) {
            addCount(0);
          }
        } while (zeros == 3 && at >> 3 < end);
      }
      if (at >> 3 > end) {
        break;
      }
    }
    var after = (int) (at + 7 >> 3);
    if (remaining != 0 || after > end) {
      throw ZstdFrames.damaged("a table does not add up");
    }
    spread();
    return after;
  }

  private static long bitsAt(byte[] bytes, long at, int count) {
    return Words.longAt(bytes, (int) (at >> 3)) >>> (at & 7) & (1L << count) - 1;
  }

  private void addCount(int count) throws IOException {
    checkSymbol(count == 0 ? 0 : symbolCount);
    if (symbolCount == MOST_SYMBOLS) {
      throw ZstdFrames.damaged("a table has too many symbols");
    }
    counts[symbolCount++] = count;
  }

  private void checkSymbol(int symbol) throws IOException {
    if (values != null && symbol >= values.count()) {
      throw ZstdFrames.damaged("a code is too large");
    }
  }

  /** Gives each symbol its states, and them the ways to others. */
  private void spread() {
    var size = 1 << log;
    var high = size;
    for (var symbol = 0; symbol < symbolCount; symbol++) {
      next[symbol] = Math.abs(counts[symbol]);
      if (counts[symbol] < 0) {
        symbols[--high] = symbol;
      }
    }
    var step = (size >> 1) + (size >> 3) + 3;
    var place = 0;
    for (var symbol = 0; symbol < symbolCount; symbol++) {
      for (var i = 0; i < counts[symbol]; i++) {
        symbols[place] = symbol;
        do {
          place = place + step & size - 1;
        } while (place >= high);
      }
    }
    for (var i = 0; i < size; i++) {
      var number = next[symbols[i]]++;
      var bits = log - (31 - Integer.numberOfLeadingZeros(number));
      states[i] = state(symbols[i], (number << bits) - size, bits);
    }
  }

  private long state(int symbol, int nextState, int bits) {
    var extra = values == null ? 0 : values.extraBits[symbol];
    var value = values == null ? symbol : values.base[symbol];
    return (long) value << VALUE_AT | (long) extra << EXTRA_BITS_AT | bits << BITS_AT | nextState;
  }
}
