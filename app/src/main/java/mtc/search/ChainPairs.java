package mtc.search;

import mtc.column.LongNumbers;

/**
 * Pairs of chains of one key that somebody asked about, numbered as they come up. A hot key has
 * more pairs than there are numbers, and hardly any of them ever matters.
 */
final class ChainPairs {
  private final LongNumbers pairs = new LongNumbers();

  /** The chain with the lower number. */
  int low(int pair) {
    return (int) (pairs.key(pair) >>> Integer.SIZE);
  }

  /** The other one. */
  int high(int pair) {
    return (int) pairs.key(pair);
  }

  /** The number of a pair, which it is given now if it had none. */
  int number(int chain, int other) {
    return pairs.number((long) Math.min(chain, other) << Integer.SIZE | Math.max(chain, other));
  }
}
