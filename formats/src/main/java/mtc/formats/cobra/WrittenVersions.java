package mtc.formats.cobra;

import java.util.Arrays;
import mtc.column.LongNumbers;

/** The versions of a history that is written, numbered densely, and who wrote each. */
final class WrittenVersions {
  static final int NOBODY = 0;

  private int size;
  private long[] key = new long[16];
  private long[] value = new long[16];

  /** The number of the transaction that wrote it, from 1 up. */
  private int[] writer = new int[16];

  /** Open addressing; a slot holds version + 1, 0 is free. */
  private int[] slots = new int[32];

  int number(long ofKey, long ofValue) {
    var mask = slots.length - 1;
    var at = hash(ofKey, ofValue) & mask;
    while (slots[at] != 0) {
      var version = slots[at] - 1;
      if (key[version] == ofKey && value[version] == ofValue) {
        return version;
      }
      at = (at + 1) & mask;
    }
    if (size == key.length) {
      var capacity = size + (size >> 1);
      key = Arrays.copyOf(key, capacity);
      value = Arrays.copyOf(value, capacity);
      writer = Arrays.copyOf(writer, capacity);
    }
    key[size] = ofKey;
    value[size] = ofValue;
    slots[at] = ++size;
    if (size * 2 > slots.length) {
      rehash();
    }
    return size - 1;
  }

  int size() {
    return size;
  }

  long key(int version) {
    return key[version];
  }

  long value(int version) {
    return value[version];
  }

  int writer(int version) {
    return writer[version];
  }

  void writer(int version, int transaction) {
    writer[version] = transaction;
  }

  /** Whether each version's value can be its write id: no special one, all positive and unique. */
  boolean valuesAreIds() {
    var ids = new LongNumbers();
    for (var version = 0; version < size; version++) {
      var id = value[version];
      if (SpecialIds.isSpecial(id) || writer[version] != NOBODY && (id <= 0 || !ids.add(id))) {
        return false;
      }
    }
    return true;
  }

  private void rehash() {
    slots = new int[slots.length * 2];
    var mask = slots.length - 1;
    for (var version = 0; version < size; version++) {
      var at = hash(key[version], value[version]) & mask;
      while (slots[at] != 0) {
        at = (at + 1) & mask;
      }
      slots[at] = version + 1;
    }
  }

  private static int hash(long key, long value) {
    var h = (key * 0x9E3779B97F4A7C15L ^ value) * 0xC2B2AE3D27D4EB4FL;
    return (int) (h >>> 32);
  }
}
