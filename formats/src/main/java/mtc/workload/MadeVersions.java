package mtc.workload;

import mtc.column.Groups;
import mtc.column.Ints;
import mtc.history.Scalars;
import mtc.history.Status;

/**
 * Who made which version of registers that count their updates: version 1, 2, 3 … of each, one for
 * each update that took effect.
 *
 * <p>An answer tells which version an update made. Versions that were seen, or counted, and that no
 * answer tells of were made by updates without an answer. Such an update never ended: it may have
 * made any version that nobody is known to have passed by the time it began. So it does not matter
 * which of several that fit is taken for the one that made a version, as long as there is one for
 * each: a history with any such choice is linearizable iff it is with another. If there are fewer
 * than versions are to be made, nobody made one of them.
 *
 * <p>Proposition 25 of docs/theory.md.
 */
final class MadeVersions {
  private final Transactions out;
  private final NumberedCalls calls;

  /** Null if versions were not looked at: none counts then. */
  private VersionPlaces places;

  MadeVersions(Transactions out, NumberedCalls calls) {
    this.out = out;
    this.calls = calls;
  }

  /** Finds out who made which version. */
  void settle() {
    var byKey = Groups.of(out.into.keyCount(), calls.key);
    places = new VersionPlaces(calls, byKey);
    for (var k = 0; k < byKey.groupCount(); k++) {
      settle(byKey, k);
    }
  }

  private void settle(Groups byKey, int k) {
    var last = places.firstPlace[k + 1] - 1;
    if (last < places.firstPlace[k]) {
      return;
    }
    var unanswered = new Ints();
    var hasUnnumbered = false;
    var hasFollowed = false;
    var missing = places.placeVersion[last];
    for (var i = byKey.first(k); i < byKey.end(k); i++) {
      var call = byKey.get(i);
      if (calls.kind[call] == NumberedCalls.UPDATE
          && !calls.isNumbered(call)
          && calls.status[call] != Status.ABORTED) {
        unanswered.add(call);
        hasUnnumbered |= calls.status[call] == Status.COMMITTED;
        hasFollowed |= calls.isFollowed(call);
      }
    }
    for (var at = places.firstPlace[k]; at <= last; at++) {
      missing -= places.makers[at] > 0 ? 1 : 0;
    }
    if (missing > unanswered.size()) {
      places.isUnmade[unmade(k)] = true;
    } else if (hasUnnumbered
        || missing > 0
            && (hasFollowed || !new MissingMakers(calls, places, k, unanswered).find())) {
      out.into.relaxed("which of the updates that do not tell it made a version is open");
    }
  }

  /** A version that has no maker, and the update after it tells of it, or else a read. */
  private int unmade(int k) {
    for (var at = places.firstPlace[k]; at < places.firstPlace[k + 1] - 1; at++) {
      if (places.makers[at] == 0
          && places.makers[at + 1] > 0
          && places.placeVersion[at + 1] == places.placeVersion[at] + 1) {
        return at;
      }
    }
    return places.firstPlace[k + 1] - 1;
  }

  /** Puts the operations of a call down. */
  void put(int call) {
    if (calls.kind[call] == NumberedCalls.READ) {
      putRead(call, calls.value[call], calls.version[call]);
      return;
    }
    if (calls.old[call] != NumberedCalls.UNTOLD) {
      putRead(call, calls.old[call], calls.version[call] - 1);
      out.into.compared();
    } else if (places != null && calls.isNumbered(call) && calls.status[call] == Status.COMMITTED) {
      putVersionBefore(call);
    }
    out.write(calls.key[call], calls.value[call]);
    putVersion(call, calls.version[call]);
  }

  private void putRead(int call, int saw, long of) {
    if (places != null && calls.isNumbered(call) && isOfNone(calls.key[call], saw, of)) {
      out.read(calls.key[call], name(of));
    } else {
      out.read(calls.key[call], saw);
      putVersion(call, of);
    }
  }

  /** Whether nobody made a version, or made it of another value; before the first is nothing. */
  private boolean isOfNone(int key, int saw, long version) {
    if (version < 1) {
      return saw != Scalars.NIL;
    }
    var at = places.place(key, version);
    return at >= 0 && (places.isUnmade[at] || places.makers[at] == 1 && places.made[at] != saw);
  }

  private void putVersion(int call, long number) {
    if (calls.isNumbered(call)) {
      out.into.version(number);
    }
  }

  private void putVersionBefore(int call) {
    if (calls.version[call] == 1) {
      putRead(call, Scalars.NIL, 0);
      return;
    }
    var before = places.place(calls.key[call], calls.version[call] - 1);
    if (places.isUnmade[before] || places.makers[before] == 1) {
      putRead(call, places.made[before], calls.version[call] - 1);
    }
  }

  /** What stands for a version that nobody made. */
  private int name(long number) {
    return out.keyword("version-" + number);
  }
}
