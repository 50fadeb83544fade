package mtc.formats.chronos;

import java.util.Arrays;

/**
 * The timestamps of a log: a physical and a logical part each, most often without the latter. As
 * numbers they are in the same order; those without a logical part are their physical one.
 */
final class Timestamps {
  private long[] physical = new long[64];
  private long[] logical = new long[64];
  private int size;
  private long mostLogical;
  private long mostPhysical;

  /** Adds one; its index. */
  int add(long ofClock, long within) {
    if (size == physical.length) {
      physical = Arrays.copyOf(physical, 2 * size);
      logical = Arrays.copyOf(logical, 2 * size);
    }
    physical[size] = ofClock;
    logical[size] = within;
    mostPhysical = Math.max(mostPhysical, ofClock);
    mostLogical = Math.max(mostLogical, within);
    return size++;
  }

  /** Whether any has a logical part. */
  boolean haveTwoParts() {
    return mostLogical > 0;
  }

  boolean isAfter(int index, int other) {
    return compare(index, other) > 0;
  }

  private int compare(int index, int other) {
    var byClock = Long.compare(physical[index], physical[other]);
    return byClock != 0 ? byClock : Long.compare(logical[index], logical[other]);
  }

  /** All of them as numbers, by index. */
  long[] numbers() {
    var scale = 1L;
    while (scale <= mostLogical) {
      scale *= 10;
    }
    scale = mostLogical == 0 ? 1 : scale;
    if (mostPhysical > (Long.MAX_VALUE - 2) / scale - 1) {
      return ranks();
    }
    var numbers = new long[size];
    for (var i = 0; i < size; i++) {
      numbers[i] = physical[i] * scale + logical[i];
    }
    return numbers;
  }

  /** Their places among each other, where both parts do not fit into one number. */
  private long[] ranks() {
    var order = new Integer[size];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, this::compare);
    var ranks = new long[size];
    for (var i = 0; i < size; i++) {
      var isNext = i > 0 && compare(order[i - 1], order[i]) < 0;
      ranks[order[i]] = i == 0 ? 0 : ranks[order[i - 1]] + (isNext ? 1 : 0);
    }
    return ranks;
  }
}
