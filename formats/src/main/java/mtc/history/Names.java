package mtc.history;

import java.util.Arrays;

/** Numbers scalars densely, in the order of their first mention: keys, sessions. */
final class Names {
  /** Small non-negative integers find their number by index, without hashing. */
  private static final int DIRECT_LIMIT = 1 << 22;

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

  int number(int scalar) {
    if (scalar >= 0 && scalar < DIRECT_LIMIT) {
      if (scalar >= direct.length) {
        var grown = Math.max(scalar + 1, direct.length * 2);
        direct = Arrays.copyOf(direct, Math.min(grown, DIRECT_LIMIT));
      }
      if (direct[scalar] == 0) {
        direct[scalar] = add(scalar) + 1;
      }
      return direct[scalar] - 1;
    }
    return hashedNumber(scalar);
  }

  private int hashedNumber(int scalar) {
    var mask = slots.length - 1;
    var at = hash(scalar) & mask;
    while (slots[at] != 0) {
      if (scalars[slots[at] - 1] == scalar) {
        return slots[at] - 1;
      }
      at = (at + 1) & mask;
    }
    var number = add(scalar);
    slots[at] = number + 1;
    if (++hashed * 2 > slots.length) {
      rehash();
    }
    return number;
  }

  private int add(int scalar) {
    if (size == scalars.length) {
      scalars = Arrays.copyOf(scalars, size * 2);
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
