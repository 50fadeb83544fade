package mtc.formats.jepsen;

import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.source.InputException;

/**
 * The versions that a completion without an answer, {@code :info} or {@code :fail}, tells of the
 * writes that were invoked. Its value counts for nothing else: what the transaction wrote is what
 * it was asked to, and what it read is unknown.
 */
final class ToldVersions {
  // Where the parts of a micro-operation stand.
  private static final int HEAD = 1;
  private static final int KEY = 2;
  private static final int VALUE = 3;

  private final Scalars scalars;
  private final boolean areIgnored;

  ToldVersions(HistoryBuilder builder) {
    scalars = builder.scalars();
    areIgnored = builder.reading().ignoresVersions();
  }

  /** Puts the maps that stand behind writes of a completion behind those that were invoked. */
  void put(Operation completion, Pending invoked) throws InputException {
    var told = completion.value;
    var asked = invoked.value;
    var first = firstMicroOperation(told);
    if (areIgnored || first == 0 || !hasMap(told)) {
      return;
    }
    var isAlike = first == firstMicroOperation(asked);
    var next = isAlike ? first : asked.size;
    var merged = new ValueForm();
    merged.append(asked, 0, next);
    for (var at = first; at < told.size; at = told.after(at)) {
      var map = versionOfWrite(told, at);
      if (map >= 0 && (next == asked.size || !isSameWrite(told, at, asked, next))) {
        throw noSuchWrite(completion, invoked);
      }
      if (next < asked.size) {
        append(merged, asked, next, told, map);
        next = asked.after(next);
      }
    }
    merged.append(asked, next, asked.size);
    if (isAlike) {
      merged.end(0);
      merged.end(first - 1);
      invoked.value = merged;
    }
  }

  private static InputException noSuchWrite(Operation completion, Pending invoked) {
    return Operation.error(
        completion.line,
        completion.column,
        "it tells the version of a write that the operation of "
            + Operation.place(invoked.line, invoked.column)
            + ", which it completes, did not ask for; --versions ignore asks for any order");
  }

  /** Adds a micro-operation, with a map behind its value if there is one. */
  private static void append(ValueForm merged, ValueForm asked, int at, ValueForm told, int map) {
    var begin = merged.size;
    if (map < 0) {
      merged.append(asked, at, asked.after(at));
    } else {
      merged.append(asked, at, asked.after(at + VALUE));
      merged.append(told, map, told.after(map));
      merged.end(begin);
    }
  }

  private static boolean hasMap(ValueForm value) {
    for (var entry = 0; entry < value.size; entry++) {
      if (value.tag[entry] == ValueForm.MAP) {
        return true;
      }
    }
    return false;
  }

  /** 0 if it is no transaction. */
  private static int firstMicroOperation(ValueForm value) {
    return value.isTransaction() ? 1 : value.isKeyedTransaction() ? 3 : 0;
  }

  /** The map behind a write that has the number of its version; -1 if there is none. */
  private int versionOfWrite(ValueForm value, int at) {
    if (!isWrite(value, at)) {
      return -1;
    }
    var map = value.after(at + VALUE);
    var isNumbered =
        map < value.after(at) && value.isMap(map) && VersionNumbers.areIn(value, map, scalars);
    return isNumbered ? map : -1;
  }

  private boolean isWrite(ValueForm value, int at) {
    return value.tag[at] == ValueForm.VECTOR
        && at + VALUE < value.after(at)
        && value.headOf(at + HEAD, scalars) >= ValueForm.READ_HEADS;
  }

  private boolean isSameWrite(ValueForm told, int at, ValueForm asked, int other) {
    return isWrite(asked, other)
        && isAppend(told, at) == isAppend(asked, other)
        && isSame(told, at + KEY, asked, other + KEY)
        && isSame(told, at + VALUE, asked, other + VALUE);
  }

  private boolean isAppend(ValueForm value, int at) {
    return value.headOf(at + HEAD, scalars) == ValueForm.APPEND_HEAD;
  }

  private boolean isSame(ValueForm told, int at, ValueForm asked, int other) {
    return told.isScalar(at)
        && asked.isScalar(other)
        && told.scalar(at, scalars) == asked.scalar(other, scalars);
  }
}
