package mtc.formats.etcd;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.stream.IntStream;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.source.Counted;

/**
 * Makes a transaction of each request. What it wrote has the store's revision as its version.
 *
 * <p>A request also touches a key {@code :revision}: it writes the revision that it made, or reads
 * the one at which it looked. So whatever a revision shows is in the order of revisions, and a read
 * that does not show what its revision has contradicts it. For a revision that nobody known made,
 * and somebody saw, a transaction of unknown outcome stands: a request without an answer, or of
 * another client. Each revision is made once: two requests that made one had both seen the one
 * before. A request without an answer has the revision that reads name of what it wrote; where a
 * comparison decides what that is, there is one for each.
 */
final class RequestTransactions {
  private final Requests requests;
  private final HistoryBuilder into;
  private final int ofRevision;
  private final Revisions revisions;

  /** When the first request began. */
  private final long begin;

  private int unknownCount;

  /** Whether clients are sessions: no two requests of one overlap. */
  final boolean areInSessions;

  RequestTransactions(Requests requests, HistoryBuilder into) {
    this.requests = requests;
    this.into = into;
    ofRevision = into.key(into.scalars().keyword("revision"));
    revisions = new Revisions(requests, into.keyCount());
    areInSessions = areSequential();
    begin = IntStream.range(0, requests.size).mapToLong(requests::call).min().orElse(0);
  }

  void addAll(List<String> files) {
    var unmade = revisions.unmade();
    var isAdded = new boolean[unmade.length];
    var file = -1;
    for (var r = 0; r < requests.size; r++) {
      if (requests.file(r) != file) {
        file = requests.file(r);
        into.file(files.get(file));
      }
      var seen = Arrays.binarySearch(unmade, requests.revision(r));
      if (seen >= 0 && !isAdded[seen]) {
        isAdded[seen] = true;
        addUnknown(unmade[seen], requests.line(r));
      }
      if (!requests.isRuledOut(r)) {
        transaction(r);
      }
    }
    if (unknownCount > 0) {
      into.note(
          Counted.of(
              unknownCount,
              "revision",
              "was seen that no answer tells of: a transaction stands for who made it",
              "were seen that no answer tells of: a transaction stands for who made each"));
    }
  }

  /** Stands where the revision that it made is seen first. */
  private void addUnknown(long revision, long line) {
    into.begin(History.NO_SESSION, requests.size + unknownCount++, line);
    write(revision);
    into.realTime(begin, History.NEVER);
    into.clock(begin, History.NEVER);
    into.end(Status.INDETERMINATE);
  }

  private boolean areSequential() {
    var lastReturn = new HashMap<Integer, Long>();
    for (var r = 0; r < requests.size; r++) {
      if (requests.isOtherwise(r)) {
        continue;
      }
      var before = lastReturn.put(requests.client(r), requests.returned(r));
      if (before != null && requests.call(r) < before) {
        return false;
      }
    }
    return true;
  }

  private void transaction(int r) {
    var session = areInSessions ? into.session(requests.client(r)) : History.NO_SESSION;
    into.begin(session, r, requests.line(r));
    for (var part = requests.first(r); part < requests.first(r + 1); part++) {
      if (requests.isKnown(r) || requests.isWrite(part)) {
        part(r, part);
      }
    }
    if (requests.isKnown(r)) {
      revision(r);
    }
    var isAnswered = requests.isAnswered(r);
    var end = isAnswered ? requests.returned(r) : History.NEVER;
    into.realTime(requests.call(r), end);
    into.clock(requests.call(r), end);
    into.end(isAnswered ? Status.COMMITTED : Status.INDETERMINATE);
  }

  private void revision(int r) {
    var revision = requests.revision(r);
    if (!requests.writes(r)) {
      read(revision);
      return;
    }
    if (revisions.isMadeTwice(revision)) {
      read(revisions.before(revision));
    }
    write(revision);
    if (requests.isOtherwise(r)) {
      into.relaxed(EtcdReader.FAILED_COMPARISON);
    }
  }

  private void read(long revision) {
    into.operation(History.READ, ofRevision, name(revision));
  }

  private void write(long revision) {
    into.operation(History.WRITE, ofRevision, name(revision));
    into.version(revision);
  }

  private int name(long revision) {
    return revisions.isInitial(revision) ? Scalars.NIL : into.scalars().integer(revision);
  }

  private void part(int r, int part) {
    var key = requests.key.get(part);
    var value = requests.value.get(part);
    switch (requests.kind.get(part)) {
      case Requests.PUT -> write(r, key, value);
      case Requests.DELETE -> write(r, key, deleted(requests.revision(r)));
      case Requests.READ -> {
        if (hadThatVersion(part)) {
          into.operation(History.READ, key, value);
          into.version(requests.mod(part));
        } else {
          sawNobodys(key, "version-" + requests.puts(part) + "-of-revision-" + requests.mod(part));
        }
      }
      case Requests.ABSENT -> {
        var own = ownWrite(r, part);
        if (own >= 0 && requests.kind.get(own) == Requests.DELETE) {
          into.operation(History.READ, key, deleted(requests.revision(r)));
        } else {
          absent(r, key);
        }
      }
      case Requests.SAW_REVISION -> sawRevision(r, part);
      default -> sawSomething(r, part);
    }
  }

  /** Who writes itself looked before the revision that it made. */
  private long looked(int r) {
    return requests.revision(r) - (requests.writes(r) ? 1 : 0);
  }

  /** Reads what nobody left there, for all that the log tells. */
  private void sawNobodys(int key, String name) {
    into.operation(History.READ, key, into.scalars().keyword(name));
  }

  /** Whether a key had the version that a read tells, for all that is known of who put it. */
  private boolean hadThatVersion(int part) {
    var key = requests.key.get(part);
    var told = requests.puts(part);
    var made = requests.mod(part);
    var write = revisions.lastWrite(key, made);
    if (told == 0
        || write < 0
        || revisions.madeBy(write) != made
        || told == revisions.puts(key, made)) {
      return true;
    }
    if (isOpen(key)) {
      into.relaxed("the version of a key may count what a request without an answer wrote");
      return true;
    }
    return false;
  }

  private boolean isOpen(int key) {
    return revisions.hasOpenPut(key) || revisions.hasOpenDeletion(key);
  }

  /**
   * A key was there, perhaps of a version. If all that wrote it is known, that was what was put
   * last; what is contradicted by a deletion, or by other puts, was put before.
   */
  private void sawSomething(int r, int part) {
    var key = requests.key.get(part);
    var told = requests.puts(part);
    var own = ownWrite(r, part);
    if (own >= 0 && requests.kind.get(own) == Requests.PUT) {
      return;
    }
    var puts = own >= 0 ? 0 : revisions.puts(key, looked(r));
    var isRight = puts > 0 && (told == 0 || told == puts);
    if (isRight && isOpen(key)) {
      return;
    }
    if (puts > 0 ? isOpen(key) : revisions.hasOpenPut(key)) {
      sawUnknown(key, "a request without an answer may have put what was found there, or deleted");
      return;
    }
    var put = revisions.lastPut(key, looked(r), told);
    if (put >= 0) {
      into.operation(History.READ, key, requests.value.get(put));
      into.version(revisions.madeBy(put));
    } else if (told > 0 && told <= revisions.mostPuts(key)) {
      sawUnknown(key, "a key was there of a version that it had not then, but at another time");
    } else {
      sawNobodys(key, told > 0 ? "version-" + told : "there-before-" + requests.revision(r));
    }
  }

  private void sawUnknown(int key, String why) {
    into.operation(History.READ, key, Scalars.UNKNOWN);
    into.relaxed(why);
  }

  private void write(int r, int key, int value) {
    into.operation(History.WRITE, key, value);
    if (requests.isKnown(r)) {
      into.version(requests.revision(r));
    }
  }

  /** The part by which a request itself wrote a key before; -1 if there is none. */
  private int ownWrite(int r, int part) {
    var earlier = part - 1;
    while (earlier >= requests.first(r)
        && !(requests.isWrite(earlier) && requests.key.get(earlier) == requests.key.get(part))) {
      earlier--;
    }
    return earlier >= requests.first(r) ? earlier : -1;
  }

  private int deleted(long by) {
    return into.scalars().keyword("deleted-in-" + by);
  }

  /** The comparison tells only the revision; who wrote in that tells what it was. */
  private void sawRevision(int r, int part) {
    var key = requests.key.get(part);
    var seen = requests.mod(part);
    if (seen == 0) {
      absent(r, key);
      return;
    }
    var version = revisions.version(key, seen);
    if (version >= 0 && requests.kind.get(version) != Requests.DELETE) {
      into.operation(History.READ, key, requests.value.get(version));
      into.version(seen);
    } else if (revisions.isMade(seen)) {
      sawNobodys(key, "revision-" + seen);
    } else {
      sawUnknown(key, "a comparison saw a revision that no request with an answer made");
    }
  }

  /** Nothing is there at first, or after the last deletion, if all of those were answered. */
  private void absent(int r, int key) {
    if (revisions.hasOpenDeletion(key)) {
      sawUnknown(key, "a key was missing, and a request without an answer may have deleted it");
      return;
    }
    var deletion = revisions.lastDeletion(key, looked(r));
    into.operation(History.READ, key, deletion < 0 ? Scalars.NIL : deleted(deletion));
  }
}
