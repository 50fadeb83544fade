package mtc.workload;

import java.util.Arrays;
import mtc.history.Scalars;

/** The key of each element of each set, numbered in the order of first mention. */
final class ElementKeys {
  private final Transactions out;
  private int size;
  private long[] pairs = new long[64];
  private int[] keys = new int[64];

  /** Open addressing; a slot holds element + 1. */
  private int[] slots = new int[128];

  ElementKeys(Transactions out) {
    this.out = out;
  }

  int size() {
    return size;
  }

  /** The key that stands for an element. */
  int key(int element) {
    return keys[element];
  }

  /** The number of an element of a set; a group is a set's name, or nil for the only one. */
  int number(int group, int element) {
    var pair = (long) group << 32 | element & 0xFFFF_FFFFL;
    var mask = slots.length - 1;
    var at = hash(pair) & mask;
    while (slots[at] != 0) {
      if (pairs[slots[at] - 1] == pair) {
        return slots[at] - 1;
      }
      at = (at + 1) & mask;
    }
    add(pair, group == Scalars.NIL ? out.into.key(element) : out.part(group, element));
    slots[at] = size;
    if (size * 2 > slots.length) {
      rehash();
    }
    return size - 1;
  }

  private void add(long pair, int key) {
    if (size == pairs.length) {
      pairs = Arrays.copyOf(pairs, size * 2);
      keys = Arrays.copyOf(keys, size * 2);
    }
    pairs[size] = pair;
    keys[size++] = key;
  }

  private void rehash() {
    slots = new int[slots.length * 2];
    var mask = slots.length - 1;
    for (var i = 0; i < size; i++) {
      var at = hash(pairs[i]) & mask;
      while (slots[at] != 0) {
        at = (at + 1) & mask;
      }
      slots[at] = i + 1;
    }
  }

  private static int hash(long pair) {
    var h = pair * 0x9E3779B97F4A7C15L;
    return (int) (h >>> 33);
  }
}
