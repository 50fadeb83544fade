package mtc.linear;

import java.util.Arrays;
import mtc.history.History;

/**
 * By key, the last committed write passed. In a log in the order of time most reads see it, which
 * saves the look-up in a table far larger than the caches. In one that goes session by session next
 * to none do: then it is given up, for it is as far away as the table.
 */
final class LatestWrites {
  /** So many reads tell whether it is worth its while. */
  private static final int TELLING = 1 << 14;

  private final History history;

  /** A write, its value in the upper half; -1 before the first. Null if it was given up. */
  private long[] latest;

  private int asked;
  private int answered;

  LatestWrites(History history) {
    this.history = history;
    latest = new long[history.keyCount()];
    Arrays.fill(latest, -1);
  }

  /** Whether most reads find what they saw here. */
  boolean isTelling() {
    return latest != null;
  }

  /** The last write to a key, or a negative number; to be asked only while it is telling. */
  private int write(int key) {
    return (int) latest[key];
  }

  /** Puts in place of each of so many keys the last write to it, or 0; only while it is telling. */
  void writes(int[] keys, int count) {
    var writes = latest;
    for (var i = 0; i < count; i++) {
      keys[i] = Math.max(0, (int) writes[keys[i]]);
    }
  }

  /** Whether a read, not of an initial value, saw it; to be asked only while it is telling. */
  boolean isSeenBy(int read) {
    return latest[history.key(read)] >>> Integer.SIZE == (history.value(read) & 0xFFFF_FFFFL);
  }

  void put(int write) {
    if (latest != null) {
      latest[history.key(write)] = (long) history.value(write) << Integer.SIZE | write;
    }
  }

  /** The same as {@link #write} if a read, not of an initial value, saw it; else negative. */
  int seenBy(int read) {
    if (latest == null) {
      return Versions.NONE;
    }
    var write = isSeenBy(read) ? write(history.key(read)) : Versions.NONE;
    answered += write >= 0 ? 1 : 0;
    if (++asked == TELLING) {
      giveUpUnlessTelling();
    }
    return write;
  }

  private void giveUpUnlessTelling() {
    if (answered < TELLING / 4) {
      latest = null;
    }
    asked = 0;
    answered = 0;
  }
}
