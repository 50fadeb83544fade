package mtc.history;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/** Numbers scalars densely, in the order of their first mention: keys, sessions. */
final class ScalarNumbers {
  /** More than any small integer. */
  private static final int LARGEST = 1 << 30;

  private static final int DIRECT_PER_NAME = 16;

  /** Small non-negative integers find their number by index, without hashing: those below this. */
  private int directLimit = 1 << 22;

  private int size;
  private int[] scalars = new int[16];

  /** Number + 1 by scalar, 0 where there is none. */
  private int[] direct = new int[16];

  /** Open addressing for all other scalars; a slot holds number + 1. */
  private int[] slots = new int[16];

  private int hashed;

  int size() {
    return size;
  }

  int scalar(int number) {
    return scalars[number];
  }

  /** Whether a scalar has a number. */
  boolean has(int scalar) {
    return scalar >= 0 && scalar < direct.length && direct[scalar] != 0 || slots[slot(scalar)] != 0;
  }

  /**
   * Loads what {@link #number} will look at, in a loop of so few instructions that the processor
   * has many loads under way. Puts in place of each scalar the number that it likely has.
   *
   * @return something that depends on all of them
   */
  int expect(int[] expected, int count) {
    var numbers = direct;
    var sum = 0;
    for (var i = 0; i < count; i++) {
      var scalar = expected[i];
      var number = scalar >= 0 && scalar < numbers.length ? numbers[scalar] : 0;
      expected[i] = Math.max(0, number - 1);
      sum += number;
    }
    return sum;
  }

  /** To be asked for no number afterwards. */
  void rename(IntUnaryOperator names) {
    for (var number = 0; number < size; number++) {
      scalars[number] = names.applyAsInt(scalars[number]);
    }
  }

  /**
   * Keeps only which scalar has a number, not the number of a scalar: of many keys in a long log
   * that is the larger part.
   */
  void complete() {
    scalars = size < scalars.length ? Arrays.copyOf(scalars, size) : scalars;
    direct = null;
    slots = null;
  }

  int number(int scalar) {
    if (scalar < 0 || scalar >= directLimit) {
      return hashedNumber(scalar);
    }
    if (scalar >= direct.length) {
      var grown = Math.max(scalar + 1, direct.length * 2);
      direct = Arrays.copyOf(direct, Math.min(grown, directLimit));
    }
    var known = direct[scalar];
    return known != 0 ? known - 1 : addDirect(scalar);
  }

  private int addDirect(int scalar) {
    // It may have been hashed, when there was less room.
    var before = hashed == 0 ? 0 : slots[slot(scalar)];
    direct[scalar] = before == 0 ? add(scalar) + 1 : before;
    return direct[scalar] - 1;
  }

  private int hashedNumber(int scalar) {
    var at = slot(scalar);
    if (slots[at] != 0) {
      return slots[at] - 1;
    }
    var number = add(scalar);
    slots[at] = number + 1;
    if (++hashed * 2 > slots.length) {
      rehash();
    }
    return number;
  }

  /** Where a scalar is among the hashed ones, or has room. */
  private int slot(int scalar) {
    var mask = slots.length - 1;
    var at = hash(scalar) & mask;
    while (slots[at] != 0 && scalars[slots[at] - 1] != scalar) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private int add(int scalar) {
    if (size == scalars.length) {
      if (size == HistoryBuilder.MOST_KEYS) {
        throw new TooLargeException(size, "keys or sessions");
      }
      scalars = Arrays.copyOf(scalars, size * 2);
      directLimit = Math.max(directLimit, (int) Math.min((long) DIRECT_PER_NAME * size, LARGEST));
    }
    scalars[size] = scalar;
    return size++;
  }

  private void rehash() {
    var old = slots;
    slots = new int[old.length * 2];
    var mask = slots.length - 1;
    for (var entry : old) {
      if (entry != 0) {
        var at = hash(scalars[entry - 1]) & mask;
        while (slots[at] != 0) {
          at = (at + 1) & mask;
        }
        slots[at] = entry;
      }
    }
  }

  private static int hash(int scalar) {
    var h = scalar * 0x9E3779B9;
    return h ^ (h >>> 15);
  }
}
