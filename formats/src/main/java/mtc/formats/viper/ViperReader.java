package mtc.formats.viper;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import mtc.column.Ints;
import mtc.formats.bytes.TextParts;
import mtc.formats.json.JsonCursor;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.source.Counted;
import mtc.source.InputException;
import tools.jackson.core.JsonToken;

/** Reads the sessions of a log, one file after the other. */
final class ViperReader {
  /** Far enough from the end of the range to calculate with. */
  private static final long EARLIEST = Long.MIN_VALUE / 2;

  /** Nanoseconds since 1970 have been larger than this since 2001, and no other unit is. */
  private static final long EPOCH_NANOS = 1_000_000_000_000_000_000L;

  private static final String NO_TIMES = "the log was written without PRINT_TS";

  private final HistoryBuilder into;
  private final int cores;
  private final int partSize;
  private final Set<Integer> named = new HashSet<>();
  private JsonCursor json;
  private long failedWrites;
  private boolean hasTimes;

  private boolean hasInitialState;

  // Of the operation that is being read.
  private String type;
  private int key;
  private int value;
  private boolean isNull;
  private boolean isDead;
  private boolean succeeded;

  // Of the transaction that is being read: its operations, and whether a range is among them,
  // which only the initial state may have.
  private byte[] kinds = new byte[16];
  private int[] keys = new int[16];
  private int[] values = new int[16];
  private int operationCount;
  private InputException rangeRefusal;
  private boolean hasOperations;
  private boolean isInitial;
  private boolean hasStart;
  private boolean hasEnd;
  private long start;
  private long end;

  ViperReader(HistoryBuilder into) {
    this(into, Runtime.getRuntime().availableProcessors(), TextParts.SIZE);
  }

  ViperReader(HistoryBuilder into, int cores, int partSize) {
    this.into = into;
    this.cores = cores;
    this.partSize = partSize;
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
    if (into.limits().areTight()) {
      readRest(session, new JsonCursor(in, into.limits()));
      return;
    }
    var head = in.readNBytes(partSize);
    if (head.length < partSize) {
      shortSession(session, head);
    } else {
      try (var parts =
          new TextParts<>(head, in, TextParts.Cut.LINE, partSize, cores, UsualTransactions::new)) {
        readParts(session, parts);
      }
    }
  }

  private void shortSession(int session, byte[] bytes) throws IOException {
    var all = new UsualTransactions();
    all.ensureCapacity(bytes.length);
    System.arraycopy(bytes, 0, all.bytes, 0, bytes.length);
    all.length = bytes.length;
    all.isFirst = true;
    all.isLast = true;
    all.parse();
    if (all.isUsual) {
      take(session, all, 1);
    } else {
      readRest(session, new JsonCursor(new ByteArrayInputStream(bytes), into.limits()));
    }
  }

  /** Takes parts while they are as usual, and what is left token by token. */
  private void readParts(int session, TextParts<UsualTransactions> parts) throws IOException {
    var line = 1L;
    for (var part = parts.next(); part != null; part = parts.next()) {
      if (!part.isUsual) {
        readRest(session, JsonCursor.ofRest(parts.fromCurrent(), line - 1, into.limits()));
        return;
      }
      take(session, part, line);
      line += part.size;
    }
  }

  private void take(int session, UsualTransactions part, long firstLine) {
    var operation = 0;
    for (var i = 0; i < part.size; i++) {
      into.begin(session, into.transactionCount(), firstLine + i);
      for (; operation < part.operationEnd[i]; operation++) {
        var isWrite = part.letter[operation] == 'w';
        var onKey = into.key(into.scalars().integer(part.key[operation]));
        var ofValue = into.scalars().integer(part.value[operation]);
        if (!isWrite || part.flag[operation]) {
          into.operation(isWrite ? History.WRITE : History.READ, onKey, ofValue);
        } else {
          failedWrites++;
        }
      }
      if (part.start[i] != UsualTransactions.NO_TIME && part.end[i] != UsualTransactions.NO_TIME) {
        addTimes(part.start[i], part.end[i]);
      } else {
        into.withoutRealTime(NO_TIMES);
      }
      into.end(Status.COMMITTED);
    }
  }

  void readRest(int session, JsonCursor rest) throws IOException {
    try (rest) {
      json = rest;
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
    var line = json.line();
    hasOperations = false;
    isInitial = false;
    hasStart = false;
    hasEnd = false;
    operationCount = 0;
    rangeRefusal = null;
    for (var name = json.property(); name != null; name = json.property()) {
      property(name);
    }
    json.at(JsonToken.END_OBJECT, "a property of the transaction");
    if (!hasOperations) {
      throw json.wrong("the transaction has no \"value\", expected its operations there");
    }
    if (isInitial) {
      takeInitialState();
      return;
    }
    if (rangeRefusal != null) {
      throw rangeRefusal;
    }
    into.begin(session, into.transactionCount(), line);
    for (var i = 0; i < operationCount; i++) {
      into.operation(kinds[i], keys[i], values[i]);
    }
    addTimes();
    into.end(Status.COMMITTED);
  }

  /** What it writes is there before everything else, and so it is no transaction. */
  private void takeInitialState() throws InputException {
    if (hasInitialState) {
      throw json.wrong("the log has a second initial state (\"isInitial\")");
    }
    hasInitialState = true;
    var written = new Ints();
    for (var i = 0; i < operationCount; i++) {
      if (kinds[i] != History.WRITE) {
        throw json.wrong("the initial state (\"isInitial\") reads, expected only writes");
      }
      while (written.size() <= keys[i]) {
        written.add(Scalars.UNKNOWN);
      }
      var before = written.get(keys[i]);
      if (before != Scalars.UNKNOWN && before != values[i]) {
        throw json.wrong("the initial state (\"isInitial\") has two values for one key");
      }
      written.set(keys[i], values[i]);
      into.initialValueOf(keys[i], values[i]);
    }
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
    if (hasStart && hasEnd) {
      if (end < start) {
        throw json.wrong("the transaction ends (postCommitTS) before it starts (preBeginTS)");
      }
      addTimes(start, end);
    } else {
      into.withoutRealTime(NO_TIMES);
    }
  }

  private void addTimes(long started, long ended) {
    hasTimes = true;
    into.realTime(started, ended);
    if (started > EPOCH_NANOS) {
      into.clock(started, ended);
    }
  }

  private long time() throws IOException {
    var time = json.longValue("a time");
    if (time <= EARLIEST) {
      throw json.wrong("expected a time, found " + time);
    }
    return time;
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
    for (var name = json.property(); name != null; name = json.property()) {
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
        remember(History.WRITE, key, value);
      } else {
        failedWrites++;
      }
      return;
    }
    if (isDead && value != into.scalars().integer(0)) {
      throw InputException.atLine(
          line, "this reads a deleted key; logs with deletes cannot be checked");
    }
    remember(History.READ, key, value);
  }

  /** {@code [{"id":k,"val":v},…]}. */
  private void range() throws IOException {
    json.at(JsonToken.START_ARRAY, "an array of {\"id\":...,\"val\":...}");
    while (json.next() != JsonToken.END_ARRAY) {
      json.at(JsonToken.START_OBJECT, "{\"id\":...,\"val\":...}");
      var id = -1;
      var hasValue = false;
      var val = 0;
      for (var name = json.property(); name != null; name = json.property()) {
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
      remember(History.WRITE, id, val);
    }
  }

  private void remember(byte kind, int onKey, int ofValue) {
    if (operationCount == kinds.length) {
      kinds = Arrays.copyOf(kinds, operationCount * 2);
      keys = Arrays.copyOf(keys, operationCount * 2);
      values = Arrays.copyOf(values, operationCount * 2);
    }
    kinds[operationCount] = kind;
    keys[operationCount] = onKey;
    values[operationCount++] = ofValue;
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
