package mtc.workload;

import java.util.Arrays;
import mtc.column.Ints;
import mtc.column.LongNumbers;
import mtc.history.Scalars;

/** Updates of one key without an answer, taken for those that made its missing versions. */
final class MissingMakers {
  private static final int NOBODY = -1;

  private final NumberedCalls of;
  private final VersionPlaces places;
  private final int k;

  /** By when they began, the first first. */
  private final int[] calls;

  private final boolean[] isTaken;

  /** What was compared to and what was written, as far as it matters; each has a stack. */
  private LongNumbers cells = new LongNumbers();

  private int[] top = new int[8];
  private final int[] below;

  MissingMakers(NumberedCalls of, VersionPlaces places, int k, Ints unanswered) {
    this.of = of;
    this.places = places;
    this.k = k;
    calls = byStart(unanswered);
    isTaken = new boolean[calls.length];
    below = new int[calls.length];
  }

  private int[] byStart(Ints some) {
    // Neither are there 2^31 calls nor 2^32 events.
    var packed = new long[some.size()];
    for (var i = 0; i < packed.length; i++) {
      packed[i] = of.start[some.get(i)] << Integer.SIZE - 1 | some.get(i);
    }
    Arrays.sort(packed);
    var sorted = new int[packed.length];
    for (var i = 0; i < packed.length; i++) {
      sorted[i] = (int) (packed[i] & Integer.MAX_VALUE);
    }
    return sorted;
  }

  /** Whether there is one for each; if not, none is taken. */
  boolean find() {
    var isFound = findOfValues() && findOthers();
    for (var maker = 0; maker < calls.length && !isFound; maker++) {
      putBack(maker);
    }
    return isFound;
  }

  private void putBack(int maker) {
    if (isTaken[maker]) {
      var at = places.place(k, of.version[calls[maker]]);
      of.version[calls[maker]] = Call.NO_VERSION;
      if (at >= 0) {
        places.makers[at] = 0;
        places.made[at] = NumberedCalls.UNTOLD;
      }
    }
  }

  /** The last to begin of those that fit, so that others are left for what came before. */
  private boolean findOfValues() {
    var next = 0;
    for (var at = places.firstPlace[k]; at < places.firstPlace[k + 1]; at++) {
      if (places.makers[at] > 0 || places.seen[at] == NumberedCalls.UNTOLD) {
        continue;
      }
      for (; next < calls.length && of.start[calls[next]] < places.passed[at]; next++) {
        push(next, of.old[calls[next]], of.value[calls[next]]);
      }
      var maker = pop(valueBefore(at), places.seen[at]);
      maker = maker == NOBODY ? pop(NumberedCalls.UNTOLD, places.seen[at]) : maker;
      if (maker == NOBODY) {
        return false;
      }
      take(maker, places.placeVersion[at], at);
    }
    return true;
  }

  /**
   * Of versions whose value nobody knows: a compare-and-set, if what it compared to was there, or
   * else a write, which fits everywhere.
   */
  private boolean findOthers() {
    cells = new LongNumbers();
    Arrays.fill(top, 0);
    var begun = 0;
    var writes = 0;
    var before = Scalars.NIL;
    var expected = 1L;
    for (var at = places.firstPlace[k]; at < places.firstPlace[k + 1]; at++) {
      for (; begun < calls.length && of.start[calls[begun]] < places.passed[at]; begun++) {
        if (!isTaken[begun] && of.old[calls[begun]] != NumberedCalls.UNTOLD) {
          push(begun, of.old[calls[begun]], NumberedCalls.UNTOLD);
        }
      }
      for (; expected <= places.placeVersion[at]; expected++) {
        if (expected == places.placeVersion[at] && places.makers[at] > 0) {
          before = places.made[at];
          continue;
        }
        var maker = before == NumberedCalls.UNTOLD ? NOBODY : pop(before, NumberedCalls.UNTOLD);
        if (maker == NOBODY) {
          while (writes < begun
              && (isTaken[writes] || of.old[calls[writes]] != NumberedCalls.UNTOLD)) {
            writes++;
          }
          if (writes == begun) {
            return false;
          }
          maker = writes;
        }
        take(maker, expected, expected == places.placeVersion[at] ? at : NOBODY);
        before = of.value[calls[maker]];
      }
    }
    return true;
  }

  /** What the version before a place held; nothing fits if that is not told. */
  private int valueBefore(int at) {
    if (places.placeVersion[at] == 1) {
      return Scalars.NIL;
    }
    var isNext =
        at > places.firstPlace[k] && places.placeVersion[at - 1] == places.placeVersion[at] - 1;
    return !isNext
        ? NumberedCalls.UNTOLD
        : places.makers[at - 1] == 1 ? places.made[at - 1] : places.seen[at - 1];
  }

  private void take(int maker, long number, int at) {
    isTaken[maker] = true;
    of.version[calls[maker]] = number;
    if (at != NOBODY) {
      places.makers[at] = 1;
      places.made[at] = of.value[calls[maker]];
    }
  }

  private void push(int maker, int compared, int wrote) {
    var cell = cells.number(cell(compared, wrote));
    if (cell == top.length) {
      top = Arrays.copyOf(top, 2 * cell);
    }
    below[maker] = top[cell];
    top[cell] = maker + 1;
  }

  private int pop(int compared, int wrote) {
    var cell = cells.find(cell(compared, wrote));
    if (cell < 0 || top[cell] == 0) {
      return NOBODY;
    }
    var maker = top[cell] - 1;
    top[cell] = below[maker];
    return maker;
  }

  private static long cell(int compared, int wrote) {
    return (long) compared << Integer.SIZE | wrote & 0xFFFF_FFFFL;
  }
}
