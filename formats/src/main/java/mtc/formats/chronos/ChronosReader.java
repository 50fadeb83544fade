package mtc.formats.chronos;

import java.io.IOException;
import java.util.Arrays;
import mtc.formats.json.JsonCursor;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.source.InputException;
import tools.jackson.core.JsonToken;

/**
 * Reads one log. Properties come in any order, so the operations of a transaction wait until its
 * end; timestamps, whose size nobody knows before the last one, until that of the log.
 */
final class ChronosReader {
  private static final int NOT_SEEN = -1;

  // What a key holds.
  private static final byte UNSETTLED = 0;
  private static final byte LIST = 1;
  private static final byte REGISTER = 2;

  private final JsonCursor json;
  private final HistoryBuilder into;
  private final Timestamps timestamps = new Timestamps();

  // The operations of the transaction at hand; of reads of lists, where their elements end.
  /** By key. */
  private byte[] holds = new byte[16];

  private int operations;
  private byte[] kinds = new byte[16];
  private int[] keys = new int[16];
  private int[] values = new int[16];
  private int elementCount;
  private int[] elements = new int[16];

  // The transaction at hand.
  private boolean hasId;
  private long id;
  private int session;
  private int start;
  private int commit;
  private boolean hasOperations;

  private boolean readsNull;
  private boolean hasOtherIds;

  ChronosReader(JsonCursor json, HistoryBuilder into) {
    this.json = json;
    this.into = into;
  }

  void read() throws IOException {
    json.next(JsonToken.START_ARRAY, "an array of transactions");
    while (json.next() == JsonToken.START_OBJECT) {
      transaction();
    }
    json.at(JsonToken.END_ARRAY, "a transaction, {\"tid\",\"sid\",\"sts\",\"cts\",\"ops\"}");
    if (json.next() != null) {
      throw json.expected("nothing after the history");
    }
    if (into.transactionCount() == 0) {
      throw InputException.of("there are no transactions");
    }
    if (readsNull) {
      into.reservedInitialValue(Scalars.NIL);
    } else {
      into.defaultInitialValue(into.scalars().integer(0));
    }
    if (hasOtherIds) {
      into.note("transactions whose names are no numbers are counted from 1");
    }
    into.workload(null, "si");
    var numbers = timestamps.numbers();
    into.mapTimes(index -> numbers[(int) index]);
    if (timestamps.haveTwoParts()) {
      into.note(
          "timestamps of two parts are one number each, in the same order: the first one is "
              + numbers[0]);
    }
  }

  private void transaction() throws IOException {
    var line = json.line();
    operations = 0;
    elementCount = 0;
    hasId = false;
    session = NOT_SEEN;
    start = NOT_SEEN;
    commit = NOT_SEEN;
    hasOperations = false;
    for (var name = json.property(); name != null; name = json.property()) {
      switch (name) {
        case "tid" -> id();
        case "sid" -> session = into.session(scalar("a session, which is a number or a string"));
        case "sts" -> start = timestamp();
        case "cts" -> commit = timestamp();
        case "ops" -> operations();
        default -> json.skipValue();
      }
    }
    json.at(JsonToken.END_OBJECT, "the end of the transaction");
    var missing =
        session == NOT_SEEN
            ? "sid"
            : start == NOT_SEEN ? "sts" : commit == NOT_SEEN ? "cts" : hasOperations ? null : "ops";
    if (missing != null) {
      throw json.wrong("the transaction has no \"" + missing + "\"");
    }
    if (timestamps.isAfter(start, commit)) {
      throw json.wrong("the transaction starts after it commits: \"sts\" is greater than \"cts\"");
    }
    add(line);
  }

  private void add(long line) {
    into.begin(session, hasId ? id : into.transactionCount() + 1L, line);
    var element = 0;
    for (var i = 0; i < operations; i++) {
      if (kinds[i] == History.READ_LIST) {
        into.readList(keys[i]);
        while (element < values[i]) {
          into.element(elements[element++]);
        }
      } else {
        into.operation(kinds[i], keys[i], values[i]);
      }
      if (kinds[i] == History.WRITE || kinds[i] == History.APPEND) {
        into.version(commit);
      }
    }
    into.realTime(start, commit);
    into.end(Status.COMMITTED);
  }

  private void id() throws IOException {
    if (json.isInteger()) {
      id = json.longValue("a transaction's number or name");
      hasId = true;
      return;
    }
    try {
      id = number(json.text("a transaction's number or name"));
      hasId = true;
    } catch (NumberFormatException isName) {
      hasOtherIds = true;
    }
  }

  /** Of digits from 0 to 9 only, as in JSON; Java takes those of other scripts too. */
  private static long number(String text) {
    for (var i = 0; i < text.length(); i++) {
      if (text.charAt(i) > '9') {
        throw new NumberFormatException();
      }
    }
    return Long.parseLong(text);
  }

  /** A number, a string of digits, or {@code {"p":…,"l":…}}. */
  private int timestamp() throws IOException {
    if (json.isInteger() || json.isString()) {
      return timestamps.add(time(), 0);
    }
    json.at(JsonToken.START_OBJECT, "a timestamp, which is a number or {\"p\",\"l\"}");
    var physical = -1L;
    var logical = 0L;
    for (var name = json.property(); name != null; name = json.property()) {
      switch (name) {
        case "p" -> physical = time();
        case "l" -> logical = time();
        default -> json.skipValue();
      }
    }
    json.at(JsonToken.END_OBJECT, "the end of the timestamp");
    if (physical < 0) {
      throw json.wrong("the timestamp has no \"p\"");
    }
    return timestamps.add(physical, logical);
  }

  private long time() throws IOException {
    var what = "a timestamp, which is a number from 0 up";
    var time = -1L;
    if (json.isString()) {
      try {
        time = number(json.text(what));
      } catch (NumberFormatException notDigits) {
        throw json.expected(what);
      }
    } else {
      time = json.longValue(what);
    }
    if (time < 0 || time > History.GREATEST_VERSION) {
      throw json.wrong("expected " + what + ", at most " + History.GREATEST_VERSION);
    }
    return time;
  }

  private void operations() throws IOException {
    json.at(JsonToken.START_ARRAY, "an array of operations");
    hasOperations = true;
    while (json.next() == JsonToken.START_OBJECT) {
      operation();
    }
    json.at(JsonToken.END_ARRAY, "an operation, {\"t\",\"k\",\"v\"}");
  }

  private void operation() throws IOException {
    String type = null;
    var key = NOT_SEEN;
    var value = Scalars.NIL;
    var isList = false;
    for (var name = json.property(); name != null; name = json.property()) {
      switch (name) {
        case "t" -> type = json.text("\"r\", \"w\" or \"a\"");
        case "k" -> key = into.key(scalar("a key, which is a number or a string"));
        case "v" -> {
          isList = !json.isNull() && !json.isString() && !json.isInteger();
          if (isList) {
            list();
          } else {
            value = json.isNull() ? Scalars.NIL : scalar("a value");
          }
        }
        default -> json.skipValue();
      }
    }
    json.at(JsonToken.END_OBJECT, "the end of the operation");
    if (type == null || key == NOT_SEEN) {
      throw json.wrong("the operation has no \"" + (type == null ? "t" : "k") + "\"");
    }
    var kind = kind(type, isList, value);
    if (kind != History.READ || value != Scalars.NIL) {
      settle(key, kind == History.READ_LIST || kind == History.APPEND ? LIST : REGISTER);
    }
    add(kind, key, isList ? elementCount : value);
  }

  /** A key that holds lists and single values would have no version order. */
  private void settle(int key, byte what) throws InputException {
    if (key >= holds.length) {
      holds = Arrays.copyOf(holds, Math.max(key + 1, 2 * holds.length));
    }
    if (holds[key] != UNSETTLED && holds[key] != what) {
      throw json.wrong("a key holds lists here or before, and single values the other time");
    }
    holds[key] = what;
  }

  private byte kind(String type, boolean isList, int value) throws InputException {
    switch (type) {
      case "r", "R", "read", "READ", "Read" -> {
        readsNull |= !isList && value == Scalars.NIL;
        return isList ? History.READ_LIST : History.READ;
      }
      case "w", "W", "write", "WRITE", "Write", "a", "A", "append", "APPEND", "Append" -> {
        if (isList) {
          throw json.wrong("a write or append is of one value, not of a list");
        }
        var isWrite = type.charAt(0) == 'w' || type.charAt(0) == 'W';
        return isWrite ? History.WRITE : History.APPEND;
      }
      default -> throw json.wrong("an operation is \"r\", \"w\" or \"a\", found another");
    }
  }

  private void list() throws IOException {
    json.at(JsonToken.START_ARRAY, "a value, or a list of values");
    while (json.next() != JsonToken.END_ARRAY) {
      if (elementCount == elements.length) {
        elements = Arrays.copyOf(elements, 2 * elementCount);
      }
      elements[elementCount++] = scalar("an element, which is a number or a string");
    }
  }

  private int scalar(String what) throws IOException {
    return json.isString()
        ? into.scalars().string(json.text(what))
        : json.integer(into.scalars(), what);
  }

  private void add(byte kind, int key, int value) {
    if (operations == kinds.length) {
      kinds = Arrays.copyOf(kinds, 2 * operations);
      keys = Arrays.copyOf(keys, 2 * operations);
      values = Arrays.copyOf(values, 2 * operations);
    }
    kinds[operations] = kind;
    keys[operations] = key;
    values[operations++] = value;
  }
}
