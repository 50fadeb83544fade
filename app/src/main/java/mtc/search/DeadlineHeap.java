package mtc.search;

import java.util.Arrays;

/** Nodes by deadline, the first one on top; of equal ones the one with the lower number. */
final class DeadlineHeap {
  /** Deadline and node in one. */
  private long[] heap = new long[16];

  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  void clear() {
    size = 0;
  }

  void add(int deadline, int node) {
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * size);
    }
    var item = (long) deadline << 32 | node;
    var at = size++;
    while (at > 0 && heap[(at - 1) >> 1] > item) {
      heap[at] = heap[(at - 1) >> 1];
      at = (at - 1) >> 1;
    }
    heap[at] = item;
  }

  int first() {
    return (int) heap[0];
  }

  int firstDeadline() {
    return (int) (heap[0] >> 32);
  }

  int removeFirst() {
    var first = (int) heap[0];
    var item = heap[--size];
    var at = 0;
    while (2 * at + 1 < size) {
      var child = 2 * at + 1;
      child += child + 1 < size && heap[child + 1] < heap[child] ? 1 : 0;
      if (heap[child] >= item) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = item;
    return first;
  }
}
