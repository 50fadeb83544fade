package mtc.workload;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import mtc.source.InputException;

/** All reads of whole sets, in columns: which elements each of them lists. */
final class SetReads {
  final ElementKeys keys;
  private final Map<Integer, Integer> groups = new HashMap<>();

  /** By element: the set that it is of. */
  int[] group = new int[64];

  int count;

  /** By read: its call, its set, and where its elements begin. */
  int[] call = new int[64];

  int[] groupRead = new int[64];
  int[] first = new int[65];

  /** The elements that reads list, each once per read. */
  int[] listed = new int[256];

  /** Elements that a read lists more than once: the read and the element, one after the other. */
  int[] twice = new int[16];

  int twiceCount;

  /** By call: its read + 1, or 0. */
  final int[] readOf;

  /** By element: the read that lists it last, + 1. */
  private int[] listedBy = new int[64];

  SetReads(SetCalls sets, Calls calls, Transactions out) throws InputException {
    keys = new ElementKeys(out);
    readOf = new int[calls.size()];
    var one = new Call();
    for (var i = 0; i < calls.size(); i++) {
      calls.get(i, one);
      switch (sets.does(one)) {
        case ADD, LOOK -> element(sets.group(one, out), sets.element(one, out));
        case READ_ALL -> {
          if (one.isOk()) {
            add(i, one, sets, out);
          }
        }
        case NOTHING -> {}
      }
    }
  }

  int groupCount() {
    return groups.size();
  }

  private int element(int ofGroup, int scalar) {
    var e = keys.number(ofGroup, scalar);
    if (e >= group.length) {
      group = Arrays.copyOf(group, Math.max(e + 1, group.length * 2));
      listedBy = Arrays.copyOf(listedBy, group.length);
    }
    group[e] = groupNumber(ofGroup);
    return e;
  }

  private int groupNumber(int name) {
    return groups.computeIfAbsent(name, _ -> groups.size());
  }

  private void add(int i, Call one, SetCalls sets, Transactions out) throws InputException {
    if (count == call.length) {
      call = Arrays.copyOf(call, count * 2);
      groupRead = Arrays.copyOf(groupRead, count * 2);
      first = Arrays.copyOf(first, count * 2 + 1);
    }
    var name = sets.group(one, out);
    call[count] = i;
    groupRead[count] = groupNumber(name);
    var end = first[count];
    var from = sets.elements(one, out);
    var answer = one.answered;
    for (var at = from + 1; from >= 0 && at < answer.after(from); at++) {
      if (!answer.isScalar(at)) {
        throw one.error(
            "expected scalars as the elements of a set, found " + answer.describe(at, out.scalars));
      }
      var e = element(name, answer.scalar(at, out.scalars));
      if (listedBy[e] == count + 1) {
        addTwice(e);
      } else {
        listedBy[e] = count + 1;
        end = list(end, e);
      }
    }
    readOf[i] = count + 1;
    first[++count] = end;
  }

  private int list(int at, int e) {
    if (at == listed.length) {
      listed = Arrays.copyOf(listed, at * 2);
    }
    listed[at] = e;
    return at + 1;
  }

  private void addTwice(int e) {
    if (2 * twiceCount == twice.length) {
      twice = Arrays.copyOf(twice, twice.length * 2);
    }
    twice[2 * twiceCount] = count;
    twice[2 * twiceCount++ + 1] = e;
  }

  /** How many elements a read lists. */
  int size(int read) {
    return first[read + 1] - first[read];
  }

  /** How many reads of elements there are if every read is one of each. */
  long writtenOut() {
    var elementsOf = new long[groupCount()];
    for (var e = 0; e < keys.size(); e++) {
      elementsOf[group[e]]++;
    }
    var sum = 0L;
    for (var r = 0; r < count; r++) {
      sum += elementsOf[groupRead[r]];
    }
    return sum;
  }
}
