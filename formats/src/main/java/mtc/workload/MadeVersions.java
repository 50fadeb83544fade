package mtc.workload;

import java.util.Arrays;
import mtc.column.Groups;
import mtc.column.Ints;
import mtc.column.LongNumbers;
import mtc.history.History;
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
  private static final byte READ = 0;
  private static final byte UPDATE = 1;

  /** Where a place in the order of a register's versions has several values, or none is told. */
  private static final int UNTOLD = Scalars.UNKNOWN;

  private static final int NOBODY = -1;

  private final Transactions out;

  // By call.
  private int callCount;
  private final byte[] kind;
  private final int[] key;
  private final int[] old;
  private final int[] value;
  private final long[] version;
  private final long[] start;
  private final long[] end;
  private final Status[] status;
  private final int[] session;

  /** Sessions, within a key if each is a history of its own, and when their last calls began. */
  private final LongNumbers sessions = new LongNumbers();

  private long[] lastStart = new long[16];

  /** Whether versions were looked at: if not, none counts. */
  private boolean isSettled;

  /** By key: where its places begin; a place is a version that the log speaks of, in order. */
  private int[] firstPlace;

  private long[] placeVersion;

  /** What the version held by those who saw it and nobody who made it, or {@link #UNTOLD}. */
  private int[] seen;

  /** How many updates made it. */
  private int[] makers;

  /** What the last of them wrote, or {@link #UNTOLD}. */
  private int[] made;

  /** The least end of those who know of this version or a later one of the key. */
  private long[] passed;

  /** Nobody can have made it. */
  private boolean[] isUnmade;

  MadeVersions(Transactions out, int calls) {
    this.out = out;
    kind = new byte[calls];
    key = new int[calls];
    old = new int[calls];
    value = new int[calls];
    version = new long[calls];
    start = new long[calls];
    end = new long[calls];
    status = new Status[calls];
    session = new int[calls];
  }

  /** A read of what a version held; what it saw is UNKNOWN if the log does not tell. */
  void read(Call call, int ofKey, long seen, int saw) {
    add(call, READ, ofKey, seen, UNTOLD, saw);
  }

  /** A write, or a compare-and-set if it says what it compared to. */
  void update(Call call, int ofKey, long made, int compared, int wrote) {
    add(call, UPDATE, ofKey, made, compared, wrote);
  }

  private void add(Call call, byte as, int ofKey, long number, int compared, int of) {
    kind[callCount] = as;
    key[callCount] = ofKey;
    version[callCount] = number;
    old[callCount] = compared;
    value[callCount] = of;
    start[callCount] = call.start;
    end[callCount] = call.end;
    session[callCount] = sessionOf(call, ofKey);
    status[callCount++] = call.status;
  }

  private int sessionOf(Call call, int ofKey) {
    if (call.session == History.NO_SESSION) {
      return History.NO_SESSION;
    }
    var part = out.areIndependent() ? ofKey : 0;
    var number = sessions.number((long) call.session << Integer.SIZE | part);
    if (number == lastStart.length) {
      lastStart = Arrays.copyOf(lastStart, 2 * number);
    }
    lastStart[number] = Math.max(lastStart[number], call.start);
    return number;
  }

  /** Its session went on after it, which says more of when it took effect than real time does. */
  private boolean isFollowed(int call) {
    return session[call] != History.NO_SESSION && start[call] < lastStart[session[call]];
  }

  private boolean isNumbered(int call) {
    return version[call] != Call.NO_VERSION;
  }

  /** Finds out who made which version. */
  void settle() {
    isSettled = true;
    var byKey = Groups.of(out.into.keyCount(), key);
    findPlaces(byKey);
    for (var k = 0; k < byKey.groupCount(); k++) {
      tellPlaces(byKey, k);
      settle(byKey, k);
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
        if (isNumbered(call) && version[call] > 0) {
          placeVersion[size++] = version[call];
        }
        if (isNumbered(call) && kind[call] == UPDATE && version[call] > 1) {
          placeVersion[size++] = version[call] - 1;
        }
      }
      size = sortDistinct(firstPlace[k], size);
    }
    firstPlace[byKey.groupCount()] = size;
    seen = new int[size];
    made = new int[size];
    Arrays.fill(seen, UNTOLD);
    Arrays.fill(made, UNTOLD);
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

  private int place(int ofKey, long number) {
    return Arrays.binarySearch(placeVersion, firstPlace[ofKey], firstPlace[ofKey + 1], number);
  }

  private void tellPlaces(Groups byKey, int k) {
    var isTold = new boolean[firstPlace[k + 1] - firstPlace[k]];
    for (var i = byKey.first(k); i < byKey.end(k); i++) {
      var call = byKey.get(i);
      if (!isNumbered(call) || version[call] < 1) {
        continue;
      }
      var at = place(k, version[call]);
      passed[at] = Math.min(passed[at], end[call]);
      if (kind[call] == READ) {
        tell(at, value[call], isTold, firstPlace[k]);
        continue;
      }
      makers[at]++;
      made[at] = value[call];
      if (version[call] > 1 && old[call] != UNTOLD) {
        tell(at - 1, old[call], isTold, firstPlace[k]);
      }
    }
    for (var at = firstPlace[k + 1] - 2; at >= firstPlace[k]; at--) {
      passed[at] = Math.min(passed[at], passed[at + 1]);
    }
  }

  /** Of what several say otherwise nothing is told. */
  private void tell(int at, int what, boolean[] isTold, int first) {
    seen[at] = isTold[at - first] && seen[at] != what ? UNTOLD : what;
    isTold[at - first] = true;
  }

  private void settle(Groups byKey, int k) {
    var last = firstPlace[k + 1] - 1;
    if (last < firstPlace[k]) {
      return;
    }
    var unanswered = new Ints();
    var hasUnnumbered = false;
    var hasFollowed = false;
    var missing = placeVersion[last];
    for (var i = byKey.first(k); i < byKey.end(k); i++) {
      var call = byKey.get(i);
      if (kind[call] == UPDATE && !isNumbered(call) && status[call] != Status.ABORTED) {
        unanswered.add(call);
        hasUnnumbered |= status[call] == Status.COMMITTED;
        hasFollowed |= isFollowed(call);
      }
    }
    for (var at = firstPlace[k]; at <= last; at++) {
      missing -= makers[at] > 0 ? 1 : 0;
    }
    if (missing > unanswered.size()) {
      isUnmade[unmade(k)] = true;
    } else if (hasUnnumbered || missing > 0 && (hasFollowed || !new Makers(k, unanswered).find())) {
      out.into.relaxed("which of the updates that do not tell it made a version is open");
    }
  }

  /** A version that has no maker, and the update after it tells of it, or else a read. */
  private int unmade(int k) {
    for (var at = firstPlace[k]; at < firstPlace[k + 1] - 1; at++) {
      if (makers[at] == 0 && makers[at + 1] > 0 && placeVersion[at + 1] == placeVersion[at] + 1) {
        return at;
      }
    }
    return firstPlace[k + 1] - 1;
  }

  /** Puts the operations of a call down. */
  void put(int call) {
    if (kind[call] == READ) {
      putRead(call, value[call], version[call]);
      return;
    }
    if (old[call] != UNTOLD) {
      putRead(call, old[call], version[call] - 1);
      out.into.compared();
    } else if (isSettled && isNumbered(call) && status[call] == Status.COMMITTED) {
      putVersionBefore(call);
    }
    out.write(key[call], value[call]);
    putVersion(call, version[call]);
  }

  /** A read of a version that somebody else made of another value, or nobody, is of none. */
  private void putRead(int call, int saw, long of) {
    var at = isSettled && isNumbered(call) ? place(key[call], of) : NOBODY;
    if (at >= 0 && (isUnmade[at] || makers[at] == 1 && made[at] != saw)) {
      out.read(key[call], name(of));
    } else {
      out.read(key[call], saw);
      putVersion(call, of);
    }
  }

  private void putVersion(int call, long number) {
    if (isNumbered(call)) {
      out.into.version(number);
    }
  }

  private void putVersionBefore(int call) {
    if (version[call] == 1) {
      putRead(call, Scalars.NIL, 0);
      return;
    }
    var before = place(key[call], version[call] - 1);
    if (isUnmade[before] || makers[before] == 1) {
      putRead(call, made[before], version[call] - 1);
    }
  }

  /** What stands for a version that nobody made. */
  private int name(long number) {
    return out.keyword("version-" + number);
  }

  /** Updates of one key without an answer, taken for those that made its missing versions. */
  private final class Makers {
    private final int k;

    /** By when they began, the first first. */
    private final int[] calls;

    private final boolean[] isTaken;

    /** What was compared to and what was written, as far as it matters; each has a stack. */
    private LongNumbers cells = new LongNumbers();

    private int[] top = new int[8];
    private final int[] below;

    Makers(int k, Ints unanswered) {
      this.k = k;
      calls = byStart(unanswered);
      isTaken = new boolean[calls.length];
      below = new int[calls.length];
    }

    private int[] byStart(Ints some) {
      // Neither are there 2^31 calls nor 2^32 events.
      var packed = new long[some.size()];
      for (var i = 0; i < packed.length; i++) {
        packed[i] = start[some.get(i)] << Integer.SIZE - 1 | some.get(i);
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
        var at = place(k, version[calls[maker]]);
        version[calls[maker]] = Call.NO_VERSION;
        if (at >= 0) {
          makers[at] = 0;
          made[at] = UNTOLD;
        }
      }
    }

    /** The last to begin of those that fit, so that others are left for what came before. */
    private boolean findOfValues() {
      var next = 0;
      for (var at = firstPlace[k]; at < firstPlace[k + 1]; at++) {
        if (makers[at] > 0 || seen[at] == UNTOLD) {
          continue;
        }
        for (; next < calls.length && start[calls[next]] < passed[at]; next++) {
          push(next, old[calls[next]], value[calls[next]]);
        }
        var maker = pop(valueBefore(at), seen[at]);
        maker = maker == NOBODY ? pop(UNTOLD, seen[at]) : maker;
        if (maker == NOBODY) {
          return false;
        }
        take(maker, placeVersion[at], at);
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
      for (var at = firstPlace[k]; at < firstPlace[k + 1]; at++) {
        for (; begun < calls.length && start[calls[begun]] < passed[at]; begun++) {
          if (!isTaken[begun] && old[calls[begun]] != UNTOLD) {
            push(begun, old[calls[begun]], UNTOLD);
          }
        }
        for (; expected <= placeVersion[at]; expected++) {
          if (expected == placeVersion[at] && makers[at] > 0) {
            before = made[at];
            continue;
          }
          var maker = before == UNTOLD ? NOBODY : pop(before, UNTOLD);
          if (maker == NOBODY) {
            while (writes < begun && (isTaken[writes] || old[calls[writes]] != UNTOLD)) {
              writes++;
            }
            if (writes == begun) {
              return false;
            }
            maker = writes;
          }
          take(maker, expected, expected == placeVersion[at] ? at : NOBODY);
          before = value[calls[maker]];
        }
      }
      return true;
    }

    /** What the version before a place held; nothing fits if that is not told. */
    private int valueBefore(int at) {
      if (placeVersion[at] == 1) {
        return Scalars.NIL;
      }
      var isNext = at > firstPlace[k] && placeVersion[at - 1] == placeVersion[at] - 1;
      return !isNext ? UNTOLD : makers[at - 1] == 1 ? made[at - 1] : seen[at - 1];
    }

    private void take(int maker, long number, int at) {
      isTaken[maker] = true;
      version[calls[maker]] = number;
      if (at != NOBODY) {
        makers[at] = 1;
        made[at] = value[calls[maker]];
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
}
