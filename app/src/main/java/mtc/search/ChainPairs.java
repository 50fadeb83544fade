package mtc.search;

import mtc.column.Ints;

/**
 * Pairs of chains of one key that somebody asked about, numbered as they come up. A hot key has
 * more pairs than there are numbers, and hardly any of them ever matters.
 */
final class ChainPairs {
  // By pair: the chain with the lower number, and the other one.
  private final Ints low = new Ints();
  private final Ints high = new Ints();

  /** By hash: the pair + 1; 0 for a free slot. */
  private int[] slots = new int[64];

  int count() {
    return low.size();
  }

  int low(int pair) {
    return low.get(pair);
  }

  int high(int pair) {
    return high.get(pair);
  }

  /** The number of a pair, which it is given now if it had none. */
  int number(int chain, int other) {
    var from = Math.min(chain, other);
    var to = Math.max(chain, other);
    var slot = slot(from, to);
    if (slots[slot] != 0) {
      return slots[slot] - 1;
    }
    low.add(from);
    high.add(to);
    slots[slot] = low.size();
    if (low.size() * 2 > slots.length) {
      rehash();
    }
    return low.size() - 1;
  }

  private int slot(int from, int to) {
    var mask = slots.length - 1;
    var hash = ((long) from << 32 | to) * 0x9E3779B97F4A7C15L;
    var slot = (int) (hash >>> 32) & mask;
    while (slots[slot] != 0
        && (low.get(slots[slot] - 1) != from || high.get(slots[slot] - 1) != to)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void rehash() {
    slots = new int[slots.length * 2];
    for (var pair = 0; pair < low.size(); pair++) {
      slots[slot(low.get(pair), high.get(pair))] = pair + 1;
    }
  }
}
