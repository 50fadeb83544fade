package mtc.formats.etcd;

import java.util.Arrays;
import mtc.column.Ints;
import mtc.column.LongNumbers;

/** By key, the parts of answered requests that wrote it, in the order of their revisions. */
final class Revisions {
  private final Requests requests;
  private final int[] first;
  private final long[] revision;
  private final int[] part;

  /** By key: whether a request without an answer deletes it. */
  private final boolean[] hasOpenDeletion;

  private final LongNumbers readVersions = new LongNumbers();

  /** By number of a version: a part that read it; null before they are asked for. */
  private Ints readParts;

  /** All revisions that some answered request made, in order. */
  private final long[] all;

  Revisions(Requests requests, int keyCount) {
    this.requests = requests;
    var writes = new long[requests.kind.size()][];
    var made = new long[requests.size];
    var count = 0;
    var madeCount = 0;
    hasOpenDeletion = new boolean[keyCount];
    for (var r = 0; r < requests.size; r++) {
      if (requests.isAnswered(r) && requests.writes(r)) {
        made[madeCount++] = requests.revision(r);
        for (var p = requests.first(r); p < requests.first(r + 1); p++) {
          if (requests.kind.get(p) <= Requests.DELETE) {
            writes[count++] = new long[] {requests.key.get(p), requests.revision(r), p};
          }
        }
      }
    }
    for (var r = 0; r < requests.size; r++) {
      for (var p = requests.first(r); p < requests.first(r + 1); p++) {
        if (!requests.isAnswered(r) && requests.kind.get(p) == Requests.DELETE) {
          hasOpenDeletion[requests.key.get(p)] = true;
        }
      }
    }
    all = Arrays.copyOf(made, madeCount);
    Arrays.sort(all);
    Arrays.sort(
        writes, 0, count, (a, b) -> a[0] != b[0] ? Long.compare(a[0], b[0]) : compare(a, b));
    first = new int[keyCount + 1];
    revision = new long[count];
    part = new int[count];
    for (var i = 0; i < count; i++) {
      first[(int) writes[i][0] + 1]++;
      revision[i] = writes[i][1];
      part[i] = (int) writes[i][2];
    }
    for (var key = 0; key < keyCount; key++) {
      first[key + 1] += first[key];
    }
  }

  private static int compare(long[] a, long[] b) {
    return a[1] != b[1] ? Long.compare(a[1], b[1]) : Long.compare(a[2], b[2]);
  }

  boolean hasOpenDeletion(int key) {
    return hasOpenDeletion[key];
  }

  /** A part that wrote or read the version of a key that a revision made, or -1. */
  int version(int key, long made) {
    var i = lastIndex(key, made);
    if (i >= first[key] && revision[i] == made) {
      return part[i];
    }
    if (readParts == null) {
      collectReads();
    }
    var number = readVersions.find(version(made, key));
    return number < 0 ? -1 : readParts.get(number);
  }

  /** Versions that a request without an answer wrote may have been read. */
  private void collectReads() {
    readParts = new Ints();
    for (var p = 0; p < requests.kind.size(); p++) {
      if (requests.kind.get(p) == Requests.READ
          && readVersions.add(version(requests.mod(p), requests.key.get(p)))) {
        readParts.add(p);
      }
    }
  }

  private static long version(long made, int key) {
    return made << Integer.SIZE | key;
  }

  /**
   * The revision by which the deletion of a key was done that a reader saw; -1 if there is none.
   */
  long lastDeletion(int key, long at) {
    for (var i = lastIndex(key, at); i >= first[key]; i--) {
      if (requests.kind.get(part[i]) == Requests.DELETE) {
        return revision[i];
      }
    }
    return -1;
  }

  private int lastIndex(int key, long at) {
    var low = first[key];
    var high = first[key + 1] - 1;
    while (low <= high) {
      var middle = (low + high) >>> 1;
      if (revision[middle] <= at) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return high;
  }

  /** The greatest revision up to this one that an answered request made; -1 if none did. */
  long lastMade(long at) {
    var found = Arrays.binarySearch(all, at);
    var index = found >= 0 ? found : -found - 2;
    return index < 0 ? -1 : all[index];
  }
}
