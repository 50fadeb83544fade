package mtc.generate;

import java.util.Arrays;

/**
 * The lists that keys hold, each known by its last element, since every element is appended once;
 * the empty one is 0. So a version of a key is one number, whatever it holds, and lists share what
 * they begin with.
 */
final class Lists {
  /** By element, the list that it was appended to. */
  private int[] before = new int[1 << 10];

  void append(int element, int to) {
    if (element >= before.length) {
      before = Arrays.copyOf(before, Math.max(element + 1, 2 * before.length));
    }
    before[element] = to;
  }

  /** All elements of a list, from the first to the last. */
  int[] elements(int list) {
    var size = 0;
    for (var rest = list; rest != 0; rest = before[rest]) {
      size++;
    }
    var elements = new int[size];
    for (var rest = list; rest != 0; rest = before[rest]) {
      elements[--size] = rest;
    }
    return elements;
  }
}
