package mtc.formats.etcd;

import mtc.column.Ints;
import mtc.column.LongNumbers;

/**
 * Finds the revisions that requests without an answer made: a read names that of what it found, and
 * a request makes one revision, with all that it writes.
 */
final class OpenRequests {
  private static final int SEVERAL = -1;

  private final Requests requests;

  private final LongNumbers revisions = new LongNumbers();

  /** Values that requests without an answer put in keys; by number, the request that did. */
  private final LongNumbers openValues = new LongNumbers();

  private final Ints openRequests = new Ints();

  /** Versions that requests with an answer put in keys; by number, the value. */
  private final LongNumbers versions = new LongNumbers();

  private final Ints versionValues = new Ints();

  private OpenRequests(Requests requests) {
    this.requests = requests;
  }

  static void findRevisions(Requests requests) {
    var open = new OpenRequests(requests);
    for (var r = 0; r < requests.size; r++) {
      for (var part = requests.first(r); part < requests.first(r + 1); part++) {
        if (requests.kind.get(part) == Requests.PUT) {
          open.put(r, part);
        }
      }
    }
    for (var part = 0; part < requests.kind.size(); part++) {
      if (requests.kind.get(part) == Requests.READ) {
        open.read(part);
      }
    }
  }

  private void put(int r, int part) {
    var value = requests.value.get(part);
    if (requests.isAnswered(r)) {
      if (versions.add(cell(part, revisions.number(requests.revision(r))))) {
        versionValues.add(value);
      }
    } else if (openValues.add(cell(part, value))) {
      openRequests.add(r);
    } else {
      openRequests.set(openValues.find(cell(part, value)), SEVERAL);
    }
  }

  private void read(int part) {
    var value = requests.value.get(part);
    var version = versions.find(cell(part, revisions.find(requests.mod(part))));
    var open = openValues.find(cell(part, value));
    var isOfAnswered = version >= 0 && versionValues.get(version) == value;
    if (!isOfAnswered && open >= 0 && openRequests.get(open) != SEVERAL) {
      var r = openRequests.get(open);
      if (!requests.isKnown(r)) {
        requests.made(r, requests.mod(part));
      }
    }
  }

  private long cell(int part, int of) {
    return (long) of << Integer.SIZE | requests.key.get(part);
  }
}
