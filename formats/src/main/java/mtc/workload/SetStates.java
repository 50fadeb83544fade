package mtc.workload;

import java.util.Arrays;
import mtc.column.Groups;
import mtc.history.History;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.source.InputException;

/**
 * What {@link SetReader} would write out, in about as many operations as there are calls.
 *
 * <p>At {@code prefix} and above, two reads of a set that only grows contain each other; if two
 * cross, that is a long fork, and those two are enough to show it. Otherwise the reads fall into
 * states S<sub>0</sub> ⊂ S<sub>1</sub> ⊂ …, and the elements into those that are new in each.
 * Whatever order there is goes: new in S<sub>i</sub>, reads of S<sub>i</sub>, new in
 * S<sub>i+1</sub>, reads of S<sub>i+1</sub>, … So a read need read only what is new in its state as
 * present, and only what is new in the next one as absent; all else follows through the reads in
 * between. Where the reads of a state and the additions after it are both many, they meet in a
 * transaction that stands for the moment between them: it writes a key {@code :after-i}, which the
 * reads read as nil and the additions as 1. In every such order there is room for the moment, and
 * it orders nothing else: it is of no session, and its beginning and its end are open.
 */
final class SetStates implements SetReader.Writing {
  private static final int NOT_YET = -1;
  private static final int NONE = -1;

  private final SetReader reader;
  private final SetReads reads;
  private final SetCalls sets;
  private final Calls calls;
  private final Transactions out;
  private final int present;

  /** By element: the first state that has it. States are numbered over all sets. */
  private final int[] newIn;

  /** By read: its state. */
  private final int[] stateOf;

  private int stateCount;

  /** By state: the one before it of the same set. */
  private final int[] before;

  /** By state: how many reads see it, how many additions come next, the key of the moment after. */
  private final int[] readers;

  private final int[] additionsAfter;
  private final int[] moment;
  private final int[] firstReader;

  /** By set: its last state. */
  private final int[] last;

  /** By state: the elements that are new in it, and those that come next. */
  private final Groups newElements;

  private final Groups nextElements;

  // Two reads of which each lists an element that the other does not.
  private int smaller = NONE;
  private int larger = NONE;
  private int onlyInSmaller;
  private int onlyInLarger;

  private boolean hasClock;

  SetStates(SetReader reader, SetReads reads, SetCalls sets, Calls calls, Transactions out, int few)
      throws InputException {
    this.reader = reader;
    this.reads = reads;
    this.sets = sets;
    this.calls = calls;
    this.out = out;
    this.present = out.scalars.integer(1);
    newIn = filled(reads.keys.size(), NOT_YET);
    stateOf = filled(reads.count, NONE);
    before = new int[reads.count];
    readers = new int[reads.count];
    additionsAfter = new int[reads.count];
    moment = filled(reads.count, NONE);
    firstReader = new int[reads.count];
    last = filled(reads.groupCount(), NONE);
    findStates();
    var comesNext = findAdditions();
    newElements = Groups.of(stateCount, newIn);
    nextElements = Groups.of(stateCount, comesNext);
    chooseMoments(few);
  }

  private static int[] filled(int size, int with) {
    var filled = new int[size];
    Arrays.fill(filled, with);
    return filled;
  }

  /** Takes the reads from the smallest on, and looks whether each has all of the one before. */
  private void findStates() {
    var bySize = new long[reads.count];
    for (var r = 0; r < reads.count; r++) {
      bySize[r] = (long) reads.size(r) << 32 | r;
    }
    Arrays.sort(bySize);
    var lastRead = filled(reads.groupCount(), NONE);
    for (var entry : bySize) {
      var read = (int) entry;
      var group = reads.groupRead[read];
      var size = lastRead[group] == NONE ? -1 : reads.size(lastRead[group]);
      if (size > 0 && known(read) < size) {
        cross(lastRead[group], read);
        return;
      }
      if (reads.size(read) > size) {
        beginState(read, group);
      }
      stateOf[read] = last[group];
      readers[last[group]]++;
      lastRead[group] = read;
    }
  }

  /** How many of the elements that a read lists are in the state before. */
  private int known(int read) {
    var known = 0;
    for (var i = reads.first[read]; i < reads.first[read + 1]; i++) {
      known += newIn[reads.listed[i]] == NOT_YET ? 0 : 1;
    }
    return known;
  }

  private void beginState(int read, int group) {
    before[stateCount] = last[group];
    firstReader[stateCount] = read;
    last[group] = stateCount++;
    for (var i = reads.first[read]; i < reads.first[read + 1]; i++) {
      var e = reads.listed[i];
      if (newIn[e] == NOT_YET) {
        newIn[e] = last[group];
      }
    }
  }

  private void cross(int read, int other) {
    smaller = read;
    larger = other;
    onlyInSmaller = missing(smaller, larger);
    onlyInLarger = missing(larger, smaller);
  }

  /** An element that one read lists and another does not. */
  private int missing(int read, int other) {
    var isListed = new boolean[reads.keys.size()];
    for (var i = reads.first[other]; i < reads.first[other + 1]; i++) {
      isListed[reads.listed[i]] = true;
    }
    for (var i = reads.first[read]; i < reads.first[read + 1]; i++) {
      if (!isListed[reads.listed[i]]) {
        return reads.listed[i];
      }
    }
    throw new IllegalStateException("one of two reads that cross contains the other");
  }

  /** Counts the additions after each state; returns, by element, the state that it comes after. */
  private int[] findAdditions() throws InputException {
    var comesNext = filled(reads.keys.size(), NONE);
    var call = new Call();
    hasClock = true;
    for (var i = 0; i < calls.size(); i++) {
      calls.get(i, call);
      hasClock &= call.startNanos >= 0;
      if (sets.does(call) == SetCalls.Does.ADD) {
        var e = reads.keys.number(sets.group(call, out), sets.element(call, out));
        var state = stateBefore(call, e);
        if (state != NONE) {
          additionsAfter[state]++;
          comesNext[e] = state;
        }
      }
    }
    return comesNext;
  }

  /** The state that an addition comes right after; none if it need not have happened. */
  private int stateBefore(Call call, int e) {
    if (call.status == Status.ABORTED || !call.isOk() && newIn[e] == NOT_YET) {
      return NONE;
    }
    return newIn[e] == NOT_YET ? last[reads.group[e]] : before[newIn[e]];
  }

  private void chooseMoments(int few) {
    for (var s = 0; s < stateCount; s++) {
      var written = (long) readers[s] * (nextElements.end(s) - nextElements.first(s));
      if (written > (long) few * (readers[s] + additionsAfter[s])) {
        moment[s] = out.into.key(out.keyword("after-" + s));
      }
    }
  }

  @Override
  public void add(Call call, int element) {
    var state = smaller != NONE ? NONE : stateBefore(call, element);
    if (state != NONE && moment[state] != NONE) {
      out.read(moment[state], present);
    }
  }

  @Override
  public void read(int read) {
    if (smaller != NONE) {
      readCrossing(read);
      return;
    }
    var state = stateOf[read];
    for (var i = newElements.first(state); i < newElements.end(state); i++) {
      reader.find(read, newElements.get(i));
    }
    if (moment[state] != NONE) {
      out.read(moment[state], Scalars.NIL);
      return;
    }
    for (var i = nextElements.first(state); i < nextElements.end(state); i++) {
      out.read(reads.keys.key(nextElements.get(i)), Scalars.NIL);
    }
  }

  private void readCrossing(int read) {
    if (read == smaller) {
      reader.find(read, onlyInSmaller);
      out.read(reads.keys.key(onlyInLarger), Scalars.NIL);
    } else if (read == larger) {
      reader.find(read, onlyInLarger);
      out.read(reads.keys.key(onlyInSmaller), Scalars.NIL);
    }
  }

  @Override
  public void end() {
    if (smaller != NONE) {
      return;
    }
    var call = new Call();
    for (var s = 0; s < stateCount; s++) {
      if (moment[s] != NONE) {
        calls.get(reads.call[firstReader[s]], call);
        call.session = History.NO_SESSION;
        call.id = calls.size() + (long) s;
        out.begin(call);
        out.write(moment[s], present);
        out.into.realTime(0, History.NEVER);
        if (hasClock) {
          out.into.clock(0, History.NEVER);
        }
        out.into.end(Status.INDETERMINATE);
      }
    }
  }
}
