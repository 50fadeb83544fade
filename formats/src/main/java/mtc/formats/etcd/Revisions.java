package mtc.formats.etcd;

import java.util.Arrays;
import java.util.stream.IntStream;
import mtc.column.AscendingOrder;
import mtc.column.Groups;
import mtc.column.Ints;
import mtc.column.LongNumbers;

/** By key, the parts of requests of a known revision that wrote it, in the order of those. */
final class Revisions {
  private final Requests requests;

  /** By key: the parts. */
  private final Groups parts;

  /** By part: the revision that its request made. */
  private final long[] madeBy;

  /** By place of a part: how often its key had been put since it was not there. */
  private final int[] puts;

  /** By place of a part: that of the last one that put the key, or -1. */
  private final int[] lastPut;

  /** By key: how often it was put at most without a deletion between. */
  private final int[] mostPuts;

  /** By key: whether a request of which no revision is known may have put it. */
  private final boolean[] hasOpenPut;

  /** The same of deletions. */
  private final boolean[] hasOpenDeletion;

  private final LongNumbers readRevisions = new LongNumbers();
  private final LongNumbers readVersions = new LongNumbers();

  /** By number of a version: a part that read it; null before they are asked for. */
  private Ints readParts;

  /** The revisions that requests made, in order, each as often as it was made. */
  private final long[] made;

  /** The revisions that requests made or looked at, in order. */
  private final long[] all;

  Revisions(Requests requests, int keyCount) {
    this.requests = requests;
    hasOpenPut = new boolean[keyCount];
    hasOpenDeletion = new boolean[keyCount];
    madeBy = new long[requests.kind.size()];
    var ascending = AscendingOrder.of(requests.size, requests::revision);
    var writing =
        Arrays.stream(ascending).filter(r -> requests.isKnown(r) && requests.writes(r)).toArray();
    made = Arrays.stream(writing).mapToLong(requests::revision).toArray();
    all =
        IntStream.range(0, requests.size)
            .filter(requests::isKnown)
            .mapToLong(requests::revision)
            .sorted()
            .distinct()
            .toArray();
    parts =
        Groups.of(
            keyCount,
            write -> {
              for (var r : writing) {
                for (var p = requests.first(r); p < requests.first(r + 1); p++) {
                  if (requests.isWrite(p)) {
                    madeBy[p] = requests.revision(r);
                    write.accept(requests.key.get(p), p);
                  }
                }
              }
            });
    for (var r = 0; r < requests.size; r++) {
      var isOpen = !requests.isKnown(r) && !requests.isRuledOut(r);
      for (var p = requests.first(r); p < requests.first(r + 1) && isOpen; p++) {
        switch (requests.kind.get(p)) {
          case Requests.PUT -> hasOpenPut[requests.key.get(p)] = true;
          case Requests.DELETE -> hasOpenDeletion[requests.key.get(p)] = true;
          default -> {}
        }
      }
    }
    puts = new int[parts.size()];
    lastPut = new int[puts.length];
    mostPuts = new int[keyCount];
    for (var key = 0; key < keyCount; key++) {
      countPuts(key);
    }
  }

  private void countPuts(int key) {
    var count = 0;
    var last = -1;
    for (var i = parts.first(key); i < parts.end(key); i++) {
      var isPut = requests.kind.get(parts.get(i)) == Requests.PUT;
      count = isPut ? count + 1 : 0;
      last = isPut ? i : last;
      puts[i] = count;
      lastPut[i] = last;
      mostPuts[key] = Math.max(mostPuts[key], count);
    }
  }

  private long revision(int place) {
    return madeBy[parts.get(place)];
  }

  boolean hasOpenPut(int key) {
    return hasOpenPut[key];
  }

  boolean hasOpenDeletion(int key) {
    return hasOpenDeletion[key];
  }

  /** The part that wrote a key last, as a reader saw it; -1 if there is none. */
  int lastWrite(int key, long at) {
    var i = lastIndex(key, at);
    return i < parts.first(key) ? -1 : parts.get(i);
  }

  /** Which revision a part that wrote made. */
  long madeBy(int part) {
    return madeBy[part];
  }

  /** How often a key had been put since it was not there, as a reader saw it. */
  int puts(int key, long at) {
    var i = lastIndex(key, at);
    return i < parts.first(key) ? 0 : puts[i];
  }

  int mostPuts(int key) {
    return mostPuts[key];
  }

  /**
   * The part that put a key last, as a reader saw it, or as the one of so many puts if that is not
   * 0; -1 if there is none.
   */
  int lastPut(int key, long at, long ofSoMany) {
    var i = lastIndex(key, at);
    if (i < parts.first(key) || puts[i] < ofSoMany) {
      return -1;
    }
    var place = ofSoMany == 0 ? lastPut[i] : i - (puts[i] - (int) ofSoMany);
    return place < 0 ? -1 : parts.get(place);
  }

  /** A part that wrote or read the version of a key that a revision made, or -1. */
  int version(int key, long made) {
    var i = lastIndex(key, made);
    if (i >= parts.first(key) && revision(i) == made) {
      return parts.get(i);
    }
    if (readParts == null) {
      collectReads();
    }
    var number = readVersions.find(version(readRevisions.find(made), key));
    return number < 0 ? -1 : readParts.get(number);
  }

  /** Versions that a request without an answer wrote may have been read. */
  private void collectReads() {
    readParts = new Ints();
    for (var p = 0; p < requests.kind.size(); p++) {
      if (requests.kind.get(p) == Requests.READ
          && readVersions.add(
              version(readRevisions.number(requests.mod(p)), requests.key.get(p)))) {
        readParts.add(p);
      }
    }
  }

  private static long version(int made, int key) {
    return (long) made << Integer.SIZE | key;
  }

  /**
   * The revision by which the deletion of a key was done that a reader saw; -1 if there is none.
   */
  long lastDeletion(int key, long at) {
    for (var i = lastIndex(key, at); i >= parts.first(key); i--) {
      if (requests.kind.get(parts.get(i)) == Requests.DELETE) {
        return revision(i);
      }
    }
    return -1;
  }

  private int lastIndex(int key, long at) {
    var low = parts.first(key);
    var high = parts.end(key) - 1;
    while (low <= high) {
      var middle = (low + high) >>> 1;
      if (revision(middle) <= at) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return high;
  }

  /**
   * Whether the store had a revision from the first, for all that is known: nobody looked at one
   * before it, nor made it.
   */
  boolean isInitial(long revision) {
    return revision <= all[0] && !isMade(revision);
  }

  boolean isMade(long revision) {
    return Arrays.binarySearch(made, revision) >= 0;
  }

  /** Whether several requests say that they made a revision, which only one can have. */
  boolean isMadeTwice(long revision) {
    var at = Arrays.binarySearch(made, revision);
    return at > 0 && made[at - 1] == revision
        || at >= 0 && at + 1 < made.length && made[at + 1] == revision;
  }

  /** The revisions that somebody looked at, and nobody is known to have made. */
  long[] unmade() {
    return Arrays.stream(all).filter(r -> !isMade(r) && !isInitial(r)).toArray();
  }

  /** The revision before one that was made; 0 if there is none. */
  long before(long revision) {
    var at = Arrays.binarySearch(all, revision);
    return at > 0 ? all[at - 1] : 0;
  }
}
