package mtc.column;

import java.util.Arrays;

/** A growing column of ints, also used as a stack. */
public final class Ints {
  private int size;
  private int[] values;

  public Ints() {
    this(8);
  }

  public Ints(int capacity) {
    values = new int[capacity];
  }

  public int size() {
    return size;
  }

  public int get(int index) {
    return values[index];
  }

  public void add(int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size + (size >> 1) + 8);
    }
    values[size++] = value;
  }

  public void set(int index, int value) {
    values[index] = value;
  }

  public int removeLast() {
    return values[--size];
  }

  public void clear() {
    size = 0;
  }

  public void truncate(int toSize) {
    size = toSize;
  }

  /** The last one becomes the first. */
  public void reverse() {
    for (var i = 0; i < size / 2; i++) {
      var swap = values[i];
      values[i] = values[size - 1 - i];
      values[size - 1 - i] = swap;
    }
  }

  public boolean contains(int value) {
    for (var i = 0; i < size; i++) {
      if (values[i] == value) {
        return true;
      }
    }
    return false;
  }

  /** The first ones, at most this many. */
  public int[] first(int count) {
    return Arrays.copyOf(values, Math.min(size, count));
  }

  public int[] toArray() {
    return Arrays.copyOf(values, size);
  }
}
