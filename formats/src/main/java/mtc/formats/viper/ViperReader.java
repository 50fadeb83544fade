package mtc.formats.viper;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import mtc.formats.json.JsonCursor;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Status;
import mtc.source.Counted;
import mtc.source.InputException;
import tools.jackson.core.JsonToken;

/** Reads the sessions of a log, one file after the other. */
final class ViperReader {
  /** Before every other time, and far enough from the end of the range to calculate with. */
  private static final long BEFORE_ALL = Long.MIN_VALUE / 2;

  /** Nanoseconds since 1970 have been larger than this since 2001, and no other unit is. */
  private static final long EPOCH_NANOS = 1_000_000_000_000_000_000L;

  private final HistoryBuilder into;
  private final Set<Integer> named = new HashSet<>();
  private JsonCursor json;
  private long failedWrites;
  private boolean hasTimes;

  /** The keys and values of a range, which only the initial state may have. */
  private int[] rangeKeys = new int[16];

  private int[] rangeValues = new int[16];
  private int rangeCount;
  private InputException rangeRefusal;

  // Of the operation that is being read.
  private String type;
  private int key;
  private int value;
  private boolean isNull;
  private boolean isDead;
  private boolean succeeded;

  // Of the transaction that is being read.
  private boolean hasOperations;
  private boolean isInitial;
  private boolean hasStart;
  private boolean hasEnd;
  private long start;
  private long end;

  ViperReader(HistoryBuilder into) {
    this.into = into;
    into.defaultInitialValue(into.scalars().integer(0));
  }

  /** Reads a file, which is a session. */
  void session(String file, InputStream in) throws IOException {
    var name = name(file);
    if (!named.add(name)) {
      throw InputException.of(
          "there is another file of session " + into.scalars().render(name) + " in the folder");
    }
    var session = into.session(name);
    try (var cursor = new JsonCursor(in, into.limits())) {
      json = cursor;
      while (json.next() != null) {
        json.at(JsonToken.START_OBJECT, "a transaction, {\"value\":[...]}");
        transaction(session);
      }
    }
  }

  /** The number in {@code J24.log}, so that it does not depend on the order of the files. */
  private int name(String file) {
    var dot = file.indexOf('.');
    var digits = dot < 0 ? file.substring(1) : file.substring(1, dot);
    var isNumber = !digits.isEmpty() && digits.length() < 10;
    for (var i = 0; i < digits.length(); i++) {
      isNumber &= digits.charAt(i) >= '0' && digits.charAt(i) <= '9';
    }
    return isNumber
        ? into.scalars().integer(Integer.parseInt(digits))
        : into.scalars().string(file);
  }

  void finish() {
    if (failedWrites > 0) {
      into.note(
          Counted.of(failedWrites, "write")
              + " that the log marks as failed "
              + (failedWrites == 1 ? "was" : "were")
              + " left out");
    }
    if (hasTimes) {
      into.note(
          "a transaction starts with its first operation here, because Viper logs no time for"
              + " BEGIN");
    }
  }

  private void transaction(int session) throws IOException {
    into.begin(session, into.transactionCount(), json.line());
    hasOperations = false;
    isInitial = false;
    hasStart = false;
    hasEnd = false;
    rangeCount = 0;
    rangeRefusal = null;
    while (json.next() == JsonToken.PROPERTY_NAME) {
      var name = json.name();
      json.next();
      property(name);
    }
    json.at(JsonToken.END_OBJECT, "a property of the transaction");
    if (!hasOperations) {
      throw json.wrong("the transaction has no \"value\", expected its operations there");
    }
    addRange();
    addTimes();
    into.end(Status.COMMITTED);
  }

  private void property(String name) throws IOException {
    switch (name) {
      case "value" -> {
        if (hasOperations) {
          throw json.wrong("the transaction has a second \"value\"");
        }
        operations();
        hasOperations = true;
      }
      case "isInitial" -> isInitial = json.bool("true or false for \"isInitial\"");
      case "preBeginTS" -> {
        start = time();
        hasStart = true;
      }
      case "postCommitTS" -> {
        end = time();
        hasEnd = true;
      }
      default -> json.skipValue();
    }
  }

  /**
   * A transaction lasts from before its first operation was sent until after its commit was
   * answered, so that one that ends before another starts did so for certain.
   */
  private void addTimes() throws IOException {
    if (isInitial) {
      into.realTime(BEFORE_ALL, BEFORE_ALL);
      into.clock(BEFORE_ALL, BEFORE_ALL);
    } else if (hasStart && hasEnd) {
      if (end < start) {
        throw json.wrong("the transaction ends (postCommitTS) before it starts (preBeginTS)");
      }
      hasTimes = true;
      into.realTime(start, end);
      if (start > EPOCH_NANOS) {
        into.clock(start, end);
      }
    } else {
      into.withoutRealTime("the log was written without PRINT_TS");
    }
  }

  private long time() throws IOException {
    var time = json.longValue("a time");
    if (time <= BEFORE_ALL) {
      throw json.wrong("expected a time, found " + time);
    }
    return time;
  }

  private void addRange() throws InputException {
    if (rangeRefusal != null && !isInitial) {
      throw rangeRefusal;
    }
    for (var i = 0; i < rangeCount; i++) {
      into.operation(History.WRITE, rangeKeys[i], rangeValues[i]);
    }
  }

  private void operations() throws IOException {
    json.at(JsonToken.START_ARRAY, "an array of operations");
    while (true) {
      succeeded = true;
      isDead = false;
      switch (json.next()) {
        case END_ARRAY -> {
          return;
        }
        case START_ARRAY -> arrayOperation();
        case START_OBJECT -> objectOperation();
        case null, default ->
            throw json.expected("an operation, [\"r\",key,value,isDead] or {\"opType\":...}");
      }
    }
  }

  private void arrayOperation() throws IOException {
    json.next();
    type = json.text("\"r\" or \"w\"");
    var line = json.line();
    if (type.equals("range")) {
      rangeRefusal = unsupported();
      json.next();
      json.skipValue();
      json.next();
      json.skipValue();
      json.next();
      range();
      json.next();
      json.skipValue();
    } else {
      requireReadOrWrite();
      json.next();
      key = key();
      json.next();
      value = value();
      if (json.next() != JsonToken.END_ARRAY) {
        var flag = json.bool("true or false, or the end of the operation");
        isDead = flag && type.equals("r");
        succeeded = flag || type.equals("r");
      } else {
        add(line);
        return;
      }
      add(line);
    }
    json.next(JsonToken.END_ARRAY, "the end of the operation");
  }

  private void objectOperation() throws IOException {
    var line = json.line();
    type = null;
    key = -1;
    var hasValue = false;
    while (json.next() == JsonToken.PROPERTY_NAME) {
      var name = json.name();
      json.next();
      switch (name) {
        case "opType" -> type = json.text("the type of the operation");
        case "key" -> key = key();
        case "value" -> {
          value = value();
          hasValue = true;
        }
        case "isDead" -> isDead = json.bool("true or false for \"isDead\"");
        case "succ" -> succeeded = json.bool("true or false for \"succ\"");
        case "liveKVs" -> range();
        default -> json.skipValue();
      }
    }
    json.at(JsonToken.END_OBJECT, "a property of the operation");
    if (type == null) {
      throw json.wrong("the operation has no \"opType\"");
    }
    if (type.equals("range")) {
      rangeRefusal = unsupported();
      return;
    }
    requireReadOrWrite();
    if (key < 0 || !hasValue) {
      throw json.wrong("the operation has no \"" + (key < 0 ? "key" : "value") + "\"");
    }
    add(line);
  }

  private void requireReadOrWrite() throws InputException {
    if (!type.equals("r") && !type.equals("w")) {
      throw unsupported();
    }
  }

  private InputException unsupported() {
    var what =
        switch (type) {
          case "i" -> "an insert (\"i\")";
          case "d" -> "a delete (\"d\")";
          case "range" -> "a range query (\"range\")";
          default -> "an operation other than \"r\" and \"w\"";
        };
    return json.wrong("this is " + what + "; only reads and writes of single keys can be checked");
  }

  private void add(long line) throws InputException {
    if (type.equals("w")) {
      if (isNull) {
        throw InputException.atLine(line, "this writes null, expected a number");
      }
      if (succeeded) {
        into.operation(History.WRITE, key, value);
      } else {
        failedWrites++;
      }
      return;
    }
    if (isDead && value != into.scalars().integer(0)) {
      throw InputException.atLine(
          line, "this reads a deleted key; logs with deletes cannot be checked");
    }
    into.operation(History.READ, key, value);
  }

  /** {@code [{"id":k,"val":v},…]}. */
  private void range() throws IOException {
    json.at(JsonToken.START_ARRAY, "an array of {\"id\":...,\"val\":...}");
    while (json.next() != JsonToken.END_ARRAY) {
      json.at(JsonToken.START_OBJECT, "{\"id\":...,\"val\":...}");
      var id = -1;
      var hasValue = false;
      var val = 0;
      while (json.next() == JsonToken.PROPERTY_NAME) {
        var name = json.name();
        json.next();
        switch (name) {
          case "id" -> id = key();
          case "val" -> {
            val = value();
            hasValue = true;
          }
          default -> json.skipValue();
        }
      }
      json.at(JsonToken.END_OBJECT, "\"id\" or \"val\"");
      if (id < 0 || !hasValue) {
        throw json.wrong("expected an \"id\" and a \"val\"");
      }
      remember(id, val);
    }
  }

  private void remember(int rangeKey, int rangeValue) {
    if (rangeCount == rangeKeys.length) {
      rangeKeys = Arrays.copyOf(rangeKeys, rangeCount * 2);
      rangeValues = Arrays.copyOf(rangeValues, rangeCount * 2);
    }
    rangeKeys[rangeCount] = rangeKey;
    rangeValues[rangeCount++] = rangeValue;
  }

  private int key() throws IOException {
    var scalars = into.scalars();
    return into.key(
        json.isString()
            ? scalars.string(json.text("a key"))
            : json.integer(scalars, "a key, which is a number or a string"));
  }

  /** Null is the initial value, as 0 is. */
  private int value() throws IOException {
    var scalars = into.scalars();
    isNull = json.isNull();
    return isNull ? scalars.integer(0) : json.integer(scalars, "a value, which is a number");
  }
}
