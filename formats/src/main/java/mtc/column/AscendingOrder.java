package mtc.column;

import java.util.Arrays;
import java.util.function.IntToLongFunction;

/** The numbers of keys in ascending order of the keys, equal ones in ascending order. */
public final class AscendingOrder {
  private AscendingOrder() {}

  /** The same of keys that are asked for by their numbers, once each. */
  public static int[] of(int count, IntToLongFunction key) {
    var keys = new long[count];
    Arrays.setAll(keys, key);
    return of(keys);
  }

  /** By place in the order: the number of a key. */
  public static int[] of(long[] keys) {
    var n = keys.length;
    var from = new int[n];
    Arrays.setAll(from, i -> i);
    var to = new int[n];
    for (var width = 1; width < n; width = 2 * width) {
      for (var left = 0; left < n; left += 2 * width) {
        merge(keys, from, to, left, Math.min(n, left + width), Math.min(n, left + 2 * width));
      }
      var swap = from;
      from = to;
      to = swap;
    }
    return from;
  }

  private static void merge(long[] keys, int[] from, int[] to, int left, int middle, int right) {
    if (middle == right || keys[from[middle - 1]] <= keys[from[middle]]) {
      System.arraycopy(from, left, to, left, right - left);
      return;
    }
    var l = left;
    var r = middle;
    for (var i = left; i < right; i++) {
      if (r == right || l < middle && keys[from[l]] <= keys[from[r]]) {
        to[i] = from[l++];
      } else {
        to[i] = from[r++];
      }
    }
  }
}
