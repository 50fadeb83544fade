package mtc.workload;

import java.util.Arrays;
import mtc.column.Groups;

/** The versions of each key that the log speaks of, in their order, and what it says of them. */
final class VersionPlaces {
  private final NumberedCalls calls;

  /** By key: where its places begin; a place is a version that the log speaks of, in order. */
  int[] firstPlace;

  long[] placeVersion;

  /** What it held by those who saw it and not who made it, or {@link NumberedCalls#UNTOLD}. */
  int[] seen;

  /** How many updates made it. */
  int[] makers;

  /** What the last of them wrote, or {@link NumberedCalls#UNTOLD}. */
  int[] made;

  /** The least end of those who know of this version or a later one of the key. */
  long[] passed;

  /** Nobody can have made it. */
  boolean[] isUnmade;

  VersionPlaces(NumberedCalls calls, Groups byKey) {
    this.calls = calls;
    findPlaces(byKey);
    for (var k = 0; k < byKey.groupCount(); k++) {
      tellPlaces(byKey, k);
    }
  }

  private void findPlaces(Groups byKey) {
    firstPlace = new int[byKey.groupCount() + 1];
    placeVersion = new long[16];
    var size = 0;
    for (var k = 0; k < byKey.groupCount(); k++) {
      firstPlace[k] = size;
      for (var i = byKey.first(k); i < byKey.end(k); i++) {
        var call = byKey.get(i);
        if (size + 2 > placeVersion.length) {
          placeVersion = Arrays.copyOf(placeVersion, 2 * size + 2);
        }
        if (calls.isNumbered(call) && calls.version[call] > 0) {
          placeVersion[size++] = calls.version[call];
        }
        if (calls.isNumbered(call)
            && calls.kind[call] == NumberedCalls.UPDATE
            && calls.version[call] > 1) {
          placeVersion[size++] = calls.version[call] - 1;
        }
      }
      size = sortDistinct(firstPlace[k], size);
    }
    firstPlace[byKey.groupCount()] = size;
    seen = new int[size];
    made = new int[size];
    Arrays.fill(seen, NumberedCalls.UNTOLD);
    Arrays.fill(made, NumberedCalls.UNTOLD);
    makers = new int[size];
    passed = new long[size];
    Arrays.fill(passed, Long.MAX_VALUE);
    isUnmade = new boolean[size];
  }

  private int sortDistinct(int from, int to) {
    Arrays.sort(placeVersion, from, to);
    var size = from;
    for (var i = from; i < to; i++) {
      if (size == from || placeVersion[i] != placeVersion[size - 1]) {
        placeVersion[size++] = placeVersion[i];
      }
    }
    return size;
  }

  /** Where a version stands; negative if the log does not speak of it. */
  int place(int ofKey, long number) {
    return Arrays.binarySearch(placeVersion, firstPlace[ofKey], firstPlace[ofKey + 1], number);
  }

  private void tellPlaces(Groups byKey, int k) {
    var isTold = new boolean[firstPlace[k + 1] - firstPlace[k]];
    for (var i = byKey.first(k); i < byKey.end(k); i++) {
      var call = byKey.get(i);
      if (!calls.isNumbered(call) || calls.version[call] < 1) {
        continue;
      }
      var at = place(k, calls.version[call]);
      passed[at] = Math.min(passed[at], calls.end[call]);
      if (calls.kind[call] == NumberedCalls.READ) {
        tell(at, calls.value[call], isTold, firstPlace[k]);
        continue;
      }
      makers[at]++;
      made[at] = calls.value[call];
      if (calls.version[call] > 1 && calls.old[call] != NumberedCalls.UNTOLD) {
        tell(at - 1, calls.old[call], isTold, firstPlace[k]);
      }
    }
    for (var at = firstPlace[k + 1] - 2; at >= firstPlace[k]; at--) {
      passed[at] = Math.min(passed[at], passed[at + 1]);
    }
  }

  /** Of what several say otherwise nothing is told. */
  private void tell(int at, int what, boolean[] isTold, int first) {
    seen[at] = isTold[at - first] && seen[at] != what ? NumberedCalls.UNTOLD : what;
    isTold[at - first] = true;
  }
}
