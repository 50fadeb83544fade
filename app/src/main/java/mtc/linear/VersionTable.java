package mtc.linear;

import mtc.history.History;
import mtc.history.Status;

/**
 * Who wrote a value to a key: the write operation that a read of the value resolves to.
 *
 * <p>Open addressing; a slot holds a write operation + 1, negated if transactions that may both
 * have committed wrote the value. Keys and values are compared in the history's own columns: reads
 * mostly see recent writes, so those columns are in cache where a wider table would not be.
 */
final class VersionTable {
  static final int NOBODY = -1;

  /** Several transactions that may have committed wrote it: which one was read is open. */
  static final int SEVERAL = -2;

  private final History history;
  private final Versions versions;
  private final int[] slots;
  private int size;
  private boolean hasRepeatedValues;

  /** Written only so that fetching is not optimized away. */
  int fetched;

  VersionTable(Versions versions, int writeCount) {
    this.versions = versions;
    this.history = versions.history;
    // At most half full; never 0 slots, so that a look-up always meets a free one.
    this.slots = new int[Integer.highestOneBit(Math.max(1, writeCount)) * 4];
  }

  /**
   * Adds a write. A value of an aborted and of another transaction belongs to the other one; a
   * value that one transaction writes twice belongs to its later write, for only that can be its
   * final one.
   */
  void add(int write) {
    var at = slot(history.key(write), history.value(write));
    var present = Math.abs(slots[at]) - 1;
    size += present < 0 ? 1 : 0;
    if (present < 0 || history.status(versions.owner(present)) == Status.ABORTED) {
      slots[at] = write + 1;
    } else if (versions.owner(present) == versions.owner(write)) {
      // Not so for elements of a list, which has room for both: which of them a read shows is open.
      var isOpen = slots[at] < 0 || history.kind(write) == History.APPEND;
      slots[at] = isOpen ? -write - 1 : write + 1;
      hasRepeatedValues |= isOpen;
    } else if (history.status(versions.owner(write)) != Status.ABORTED) {
      slots[at] = -present - 1;
      hasRepeatedValues = true;
    }
  }

  /**
   * Loads the slots of the writes among some operations. One after the other, each would be waited
   * for, as soon as the table is larger than the caches; here the processor fetches them all at
   * once.
   */
  void fetch(int from, int to) {
    var mask = slots.length - 1;
    var sum = 0;
    for (var op = from; op < to; op++) {
      if (Versions.isWrite(history.kind(op))) {
        sum += slots[hash(history.key(op), history.value(op)) & mask];
      }
    }
    fetched = sum;
  }

  /** The write that a read likely saw, which costs one look; negative if that says nothing. */
  int likely(int read) {
    return slots[hash(history.key(read), history.value(read)) & (slots.length - 1)] - 1;
  }

  /** The write, {@link #NOBODY} or {@link #SEVERAL}. */
  int find(int key, int value) {
    var entry = slots[slot(key, value)];
    return entry < 0 ? SEVERAL : entry - 1;
  }

  /** How many different values were written, each key's counted by themselves. */
  int size() {
    return size;
  }

  /**
   * Whether transactions that may both have committed wrote the same value to a key, or one
   * appended it twice.
   */
  boolean hasRepeatedValues() {
    return hasRepeatedValues;
  }

  private int slot(int key, int value) {
    var mask = slots.length - 1;
    var at = hash(key, value) & mask;
    while (slots[at] != 0) {
      var write = Math.abs(slots[at]) - 1;
      if (history.value(write) == value && history.key(write) == key) {
        return at;
      }
      at = (at + 1) & mask;
    }
    return at;
  }

  private static int hash(int key, int value) {
    var h = (key * 0x9E3779B97F4A7C15L + value) * 0xD6E8FEB86659FD93L;
    return (int) (h >>> 32);
  }
}
