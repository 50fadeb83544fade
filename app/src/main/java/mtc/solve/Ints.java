package mtc.solve;

import java.util.Arrays;

/** A growable list of ints, also used as a stack. */
final class Ints {
  int[] items;
  int size;

  Ints() {
    this(8);
  }

  Ints(int capacity) {
    items = new int[capacity];
  }

  void add(int item) {
    if (size == items.length) {
      items = Arrays.copyOf(items, size + (size >> 1) + 8);
    }
    items[size++] = item;
  }

  int get(int index) {
    return items[index];
  }

  int pop() {
    return items[--size];
  }

  int[] toArray() {
    return Arrays.copyOf(items, size);
  }
}
