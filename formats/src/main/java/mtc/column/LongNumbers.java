package mtc.column;

import java.util.Arrays;

/** Numbers 64-bit integers densely, in the order of their first mention; 16 bytes each or so. */
public final class LongNumbers {
  private int size;
  private long[] keys = new long[16];

  /** Open addressing; a slot holds number + 1, 0 is free. */
  private int[] slots = new int[32];

  public int size() {
    return size;
  }

  /** The key that has a number. */
  public long key(int number) {
    return keys[number];
  }

  /** The number of a key; a key that is new gets the next one. */
  public int number(long key) {
    var mask = slots.length - 1;
    var at = hash(key) & mask;
    while (slots[at] != 0) {
      if (keys[slots[at] - 1] == key) {
        return slots[at] - 1;
      }
      at = (at + 1) & mask;
    }
    if (size == keys.length) {
      keys = Arrays.copyOf(keys, size + (size >> 1));
    }
    keys[size] = key;
    slots[at] = ++size;
    if (size * 2 > slots.length) {
      rehash();
    }
    return size - 1;
  }

  /** The number of a key, or -1 if it has none. */
  public int find(long key) {
    var mask = slots.length - 1;
    var at = hash(key) & mask;
    while (slots[at] != 0 && keys[slots[at] - 1] != key) {
      at = (at + 1) & mask;
    }
    return slots[at] - 1;
  }

  /** Adds a key and tells whether it is new. */
  public boolean add(long key) {
    var before = size;
    return number(key) == before;
  }

  private void rehash() {
    slots = new int[slots.length * 2];
    var mask = slots.length - 1;
    for (var number = 0; number < size; number++) {
      var at = hash(keys[number]) & mask;
      while (slots[at] != 0) {
        at = (at + 1) & mask;
      }
      slots[at] = number + 1;
    }
  }

  private static int hash(long key) {
    return (int) ((key * 0x9E3779B97F4A7C15L) >>> 32);
  }
}
