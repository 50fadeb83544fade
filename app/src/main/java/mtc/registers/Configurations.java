package mtc.registers;

import java.util.Arrays;

/** A set of configurations, each a few longs, kept back to back in one array. */
final class Configurations {
  private int size;
  private long[] words = new long[1024];
  private int used;

  /** Where an entry begins in {@link #words}, + 1; open addressing. */
  private int[] slots = new int[256];

  int size() {
    return size;
  }

  boolean add(long[] key, int length) {
    var mask = slots.length - 1;
    var at = hash(key, 0, length) & mask;
    while (slots[at] != 0) {
      if (isAt(slots[at] - 1, key, length)) {
        return false;
      }
      at = (at + 1) & mask;
    }
    if (used + length + 1 > words.length) {
      words = Arrays.copyOf(words, Math.max(used + length + 1, words.length + (words.length >> 1)));
    }
    slots[at] = used + 1;
    words[used] = length;
    System.arraycopy(key, 0, words, used + 1, length);
    used += length + 1;
    if (++size * 2 > slots.length) {
      rehash();
    }
    return true;
  }

  private boolean isAt(int entry, long[] key, int length) {
    if (words[entry] != length) {
      return false;
    }
    for (var i = 0; i < length; i++) {
      if (words[entry + 1 + i] != key[i]) {
        return false;
      }
    }
    return true;
  }

  private void rehash() {
    slots = new int[slots.length * 2];
    var mask = slots.length - 1;
    for (var entry = 0; entry < used; entry += (int) words[entry] + 1) {
      var at = hash(words, entry + 1, (int) words[entry]) & mask;
      while (slots[at] != 0) {
        at = (at + 1) & mask;
      }
      slots[at] = entry + 1;
    }
  }

  private static int hash(long[] items, int from, int length) {
    var h = 0L;
    for (var i = from; i < from + length; i++) {
      h = (h ^ items[i]) * 0x9E3779B97F4A7C15L;
      h ^= h >>> 29;
    }
    return (int) (h ^ h >>> 32);
  }
}
