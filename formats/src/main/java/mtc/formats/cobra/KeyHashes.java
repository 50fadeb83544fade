package mtc.formats.cobra;

import mtc.formats.numeric.Numbering;

/**
 * What keys are written as. Cobra calls the initial version of a key by the key's hash, as if that
 * were a write id, and stops if it is one: so keys are moved out of the way of all values that
 * people use. Those that are moved, all of a log or none, are the numbers around 0, those that
 * stand for names, and the greatest.
 */
final class KeyHashes {
  private static final long FIRST = 1L << 60;
  private static final long RANGE = 1L << 50;

  /** Where the ranges of keys begin. */
  private static final long[] STARTS = {0, -RANGE, Numbering.FIRST, Long.MAX_VALUE - RANGE + 1};

  private KeyHashes() {}

  /** Whether a key is in a range that is moved. */
  static boolean has(long key) {
    return range(key) >= 0;
  }

  private static int range(long key) {
    for (var i = 0; i < STARTS.length; i++) {
      var distance = key - STARTS[i];
      if (distance >= 0 && distance < RANGE) {
        return i;
      }
    }
    return -1;
  }

  static long of(long key) {
    var range = range(key);
    return FIRST + range * RANGE + (key - STARTS[range]);
  }

  /** Whether a hash is one that a key was moved to. */
  static boolean isMoved(long hash) {
    return hash >= FIRST && hash < FIRST + STARTS.length * RANGE;
  }

  /** The way back. */
  static long key(long hash) {
    var moved = hash - FIRST;
    return STARTS[(int) (moved / RANGE)] + moved % RANGE;
  }
}
