package mtc.check;

import java.util.Arrays;

/** A growing column of ints. */
final class Ints {
  private int size;
  private int[] values = new int[16];

  int size() {
    return size;
  }

  int get(int index) {
    return values[index];
  }

  void add(int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size + (size >> 1));
    }
    values[size++] = value;
  }

  void set(int index, int value) {
    values[index] = value;
  }

  int removeLast() {
    return values[--size];
  }

  void clear() {
    size = 0;
  }

  void truncate(int toSize) {
    size = toSize;
  }

  /** The first ones, at most this many. */
  int[] first(int count) {
    return Arrays.copyOf(values, Math.min(size, count));
  }
}
