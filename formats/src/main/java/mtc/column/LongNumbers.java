package mtc.column;

import java.util.Arrays;

/** Numbers 64-bit integers densely, in the order of their first mention; 16 bytes each or so. */
public final class LongNumbers {
  private int size;
  private long[] keys = new long[16];

  /**
   * Open addressing, at most half full; 0 is free. The lower bits of a slot hold number + 1, and
   * those above them are the hash's: so next to no other key has to be looked at.
   */
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
    var at = slot(key);
    if (slots[at] != 0) {
      return numberIn(slots[at]);
    }
    if (size == keys.length) {
      keys = Arrays.copyOf(keys, size + (size >> 1));
    }
    keys[size] = key;
    put(at, hash(key), size++);
    if (size * 2 > slots.length) {
      rehash();
    }
    return size - 1;
  }

  /** The number of a key, or -1 if it has none. */
  public int find(long key) {
    return numberIn(slots[slot(key)]);
  }

  /**
   * Loads what {@link #number} and {@link #find} will look at first; what it returns depends on
   * that, and {@link #expectNumbered} loads what they look at then.
   */
  public int expect(long key) {
    return slots[hash(key) & (slots.length - 1)];
  }

  /** Loads the key that {@link #expect} found; what it returns depends on it. */
  public int expectNumbered(int found) {
    return (int) keys[Math.max(0, numberIn(found))];
  }

  /** Adds a key and tells whether it is new. */
  public boolean add(long key) {
    var before = size;
    return number(key) == before;
  }

  /** Where a key is, or has room. */
  private int slot(long key) {
    var mask = slots.length - 1;
    var hash = hash(key);
    var at = hash & mask;
    while (slots[at] != 0
        && (((slots[at] ^ hash) & ~mask) != 0 || keys[numberIn(slots[at])] != key)) {
      at = (at + 1) & mask;
    }
    return at;
  }

  /** -1 in a free one. */
  private int numberIn(int slot) {
    return (slot & slots.length - 1) - 1;
  }

  private void put(int at, int hash, int number) {
    slots[at] = hash & -slots.length | number + 1;
  }

  private void rehash() {
    slots = new int[slots.length * 2];
    var mask = slots.length - 1;
    for (var number = 0; number < size; number++) {
      var hash = hash(keys[number]);
      var at = hash & mask;
      while (slots[at] != 0) {
        at = (at + 1) & mask;
      }
      put(at, hash, number);
    }
  }

  private static int hash(long key) {
    return (int) ((key * 0x9E3779B97F4A7C15L) >>> 32);
  }
}
