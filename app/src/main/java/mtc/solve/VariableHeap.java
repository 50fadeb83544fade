package mtc.solve;

import java.util.Arrays;

/** The variables that are still to be decided, the most active first: a binary heap. */
final class VariableHeap {
  private int size;
  private int[] items = new int[16];

  /** Place of a variable in the heap, -1 if it is not in it. */
  private int[] place = new int[0];

  boolean isEmpty() {
    return size == 0;
  }

  void add(int variable, double[] activity) {
    if (variable >= place.length) {
      var old = place.length;
      place = Arrays.copyOf(place, Math.max(variable + 1, old * 2));
      Arrays.fill(place, old, place.length, -1);
    }
    if (place[variable] >= 0) {
      return;
    }
    if (size == items.length) {
      items = Arrays.copyOf(items, size * 2);
    }
    items[size] = variable;
    place[variable] = size;
    up(size++, activity);
  }

  int removeMax(double[] activity) {
    var max = items[0];
    place[max] = -1;
    var last = items[--size];
    if (size > 0) {
      items[0] = last;
      place[last] = 0;
      down(0, activity);
    }
    return max;
  }

  void raised(int variable, double[] activity) {
    if (place[variable] >= 0) {
      up(place[variable], activity);
    }
  }

  private void up(int from, double[] activity) {
    var at = from;
    var variable = items[at];
    while (at > 0) {
      var parent = (at - 1) / 2;
      if (!(activity[variable] > activity[items[parent]])) {
        break;
      }
      items[at] = items[parent];
      place[items[at]] = at;
      at = parent;
    }
    items[at] = variable;
    place[variable] = at;
  }

  private void down(int from, double[] activity) {
    var at = from;
    var variable = items[at];
    while (true) {
      var child = 2 * at + 1;
      if (child >= size) {
        break;
      }
      if (child + 1 < size && activity[items[child + 1]] > activity[items[child]]) {
        child++;
      }
      if (!(activity[items[child]] > activity[variable])) {
        break;
      }
      items[at] = items[child];
      place[items[at]] = at;
      at = child;
    }
    items[at] = variable;
    place[variable] = at;
  }
}
