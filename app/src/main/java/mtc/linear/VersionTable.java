package mtc.linear;

import mtc.history.History;
import mtc.history.Status;

/**
 * Who wrote a value to a key: the write operation that a read of the value resolves to.
 *
 * <p>An entry is a write operation + 1, negated if transactions that may both have committed wrote
 * the value.
 *
 * <p>Most workloads number their values as they go, so a table by value holds what was written at
 * about the same time in the same place, whatever the order of the log. It has room for one key of
 * each value, which stands beside the entry: a look-up costs what it misses in the cache, and so it
 * misses once. The others are hashed; their keys and values are compared in the history's columns,
 * for it would take more memory to have those here as well. If most of them have one value, as the
 * initial one that some logs write to each key, those of that value have a table by key.
 */
final class VersionTable {
  static final int NOBODY = -1;

  /** Several transactions that may have committed wrote it: which one was read is open. */
  static final int SEVERAL = -2;

  /** So many writes tell whether values are mostly those of several keys. */
  private static final int TELLING = 4096;

  private final History history;
  private final Versions versions;
  private final int writeCount;

  /**
   * By value, as long as it is a small integer: the first key that it came up for, and in the lower
   * half the entry.
   */
  private long[] ofValue;

  /** Open addressing for all other entries, at most half full: 0 is free. */
  private int[] slots = new int[32];

  /** A value that was written to many keys, and by key the entry of it; or null. */
  private int common;

  private int[] ofKey;

  private int size;
  private int hashed;
  private boolean hasRepeatedValues;

  /** A table for so many writes, none of a greater value. */
  VersionTable(Versions versions, int writeCount, int greatestValue) {
    this.versions = versions;
    this.history = versions.history;
    this.writeCount = writeCount;
    var mostByValue = 2L * Integer.highestOneBit(Math.max(1, writeCount));
    this.ofValue = new long[(int) Math.clamp(greatestValue + 1L, 0, mostByValue)];
  }

  /**
   * Adds a write. A value of an aborted and of another transaction belongs to the other one; a
   * value that one transaction writes twice belongs to its later write, for only that can be its
   * final one.
   */
  void add(int write) {
    var key = history.key(write);
    var value = history.value(write);
    if (value >= 0 && value < ofValue.length && isOf(ofValue[value], key)) {
      size += ofValue[value] == 0 ? 1 : 0;
      ofValue[value] = keyAndEntry(key, merged((int) ofValue[value], write));
      return;
    }
    if (isCommon(value)) {
      size += ofKey[key] == 0 ? 1 : 0;
      ofKey[key] = merged(ofKey[key], write);
      return;
    }
    var at = slot(key, value);
    var isNew = slots[at] == 0;
    slots[at] = merged(slots[at], write);
    if (isNew) {
      size++;
      if (++hashed == TELLING && ofKey == null) {
        findCommon();
      }
      if (hashed * 2L > slots.length) {
        grow();
      }
    }
  }

  private boolean isCommon(int value) {
    return ofKey != null && value == common;
  }

  private static long keyAndEntry(int key, int entry) {
    return (long) key << Integer.SIZE | entry & 0xFFFF_FFFFL;
  }

  private static boolean isOf(long keyAndEntry, int key) {
    return keyAndEntry == 0 || (int) (keyAndEntry >>> Integer.SIZE) == key;
  }

  /** What becomes of an entry, or of none, when another write comes to it. */
  private int merged(int entry, int write) {
    var present = write(entry);
    if (present < 0 || history.status(versions.owner(present)) == Status.ABORTED) {
      return write + 1;
    }
    if (versions.owner(present) == versions.owner(write)) {
      // Not so for elements of a list, which has room for both: which of them a read shows is open.
      var isOpen = entry < 0 || history.kind(write) == History.APPEND;
      hasRepeatedValues |= isOpen;
      return isOpen ? -write - 1 : write + 1;
    }
    if (history.status(versions.owner(write)) == Status.ABORTED) {
      return entry;
    }
    hasRepeatedValues = true;
    return -present - 1;
  }

  /** Where to look first for what an operation read, or wrote. */
  int place(int op) {
    var value = history.value(op);
    return value >= 0 && value < ofValue.length
        ? value
        : ~(hash(history.key(op), value) & (slots.length - 1));
  }

  /**
   * Puts in place of each of so many {@link #place places} the write that reads likely saw, which
   * costs one look; 0 if that says nothing. What it returns depends on all of them.
   */
  int likely(int[] places, int count) {
    var byValue = ofValue;
    var hashed = slots;
    var sum = 0;
    for (var i = 0; i < count; i++) {
      var place = places[i];
      var entry = place >= 0 ? (int) byValue[place] : hashed[~place];
      places[i] = Math.max(0, entry - 1);
      sum += entry;
    }
    return sum;
  }

  /** Whether most writes are found by value, and need no look at the history's columns. */
  boolean isByValue() {
    return ofValue.length > 0;
  }

  /** The write, {@link #NOBODY} or {@link #SEVERAL}. */
  int find(int key, int value) {
    var entry =
        value >= 0 && value < ofValue.length && isOf(ofValue[value], key)
            ? (int) ofValue[value]
            : isCommon(value) ? ofKey[key] : slots[slot(key, value)];
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
      var write = write(slots[at]);
      if (history.value(write) == value && history.key(write) == key) {
        return at;
      }
      at = (at + 1) & mask;
    }
    return at;
  }

  /** Looks whether most of what was hashed so far has one value. */
  private void findCommon() {
    var most = 0;
    var lead = 0;
    for (var entry : slots) {
      if (entry != 0) {
        var value = history.value(write(entry));
        most = lead == 0 ? value : most;
        lead += value == most ? 1 : -1;
      }
    }
    var count = 0;
    for (var entry : slots) {
      count += entry != 0 && history.value(write(entry)) == most ? 1 : 0;
    }
    if (2 * count > hashed) {
      common = most;
      ofKey = new int[history.keyCount()];
      moveAll(slots.length);
    }
  }

  /** As large as it will have to be, if the writes to come are like those so far. */
  private void grow() {
    var isByValue = size < TELLING || 2L * hashed < size;
    var likely = isByValue ? (double) hashed / size * writeCount : writeCount;
    moveAll(Math.max(2 * slots.length, 4 * Integer.highestOneBit((int) likely)));
    if (!isByValue) {
      for (var keyAndEntry : ofValue) {
        move((int) keyAndEntry);
      }
      ofValue = new long[0];
    }
  }

  private void moveAll(int capacity) {
    var before = slots;
    slots = new int[capacity];
    hashed = 0;
    for (var entry : before) {
      move(entry);
    }
  }

  private void move(int entry) {
    if (entry != 0) {
      var key = history.key(write(entry));
      var value = history.value(write(entry));
      if (isCommon(value)) {
        ofKey[key] = entry;
      } else {
        slots[slot(key, value)] = entry;
        hashed++;
      }
    }
  }

  private static int write(int entry) {
    return Math.abs(entry) - 1;
  }

  private static int hash(int key, int value) {
    var h = (key * 0x9E3779B97F4A7C15L + value) * 0xD6E8FEB86659FD93L;
    return (int) (h >>> 32);
  }
}
