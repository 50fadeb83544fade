package mtc.formats.jepsen;

import java.io.IOException;
import java.util.Arrays;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.source.InputException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;

/**
 * Reads the operations of a history, pairs each completion with its invocation, and builds one
 * transaction of both.
 *
 * <p>Real time is the order of the events in the file, as it is for Elle; {@code :time} is only
 * kept as the clock. An operation whose {@code :process} is not an integer is the nemesis's and no
 * client operation. Operations without any {@code :process} are paired in the order of the file and
 * belong to no session.
 */
final class JepsenReader {
  private enum Type {
    INVOKE,
    OK,
    FAIL,
    INFO
  }

  private static final int ANONYMOUS = -1;
  private static final int NOT_A_CLIENT = -2;
  private static final long NO_TIME = -1;
  private static final String NEVER_INVOKED = "completes an operation that was never invoked";

  private final Tokens in;
  private final HistoryBuilder builder;
  private final Operations operations;

  // The fields of the operation that is being read.
  private long line;
  private long column;
  private Type type;
  private int session;

  /** The scalar that names the session. */
  private int process;

  private Function function;
  private String functionName;
  private boolean hasIndex;
  private long index;
  private long time;
  private Form value = new Form();

  /** How many operations came before this one, those of the nemesis included. */
  private long event;

  private boolean isIndexed;
  private long lastIndex = Long.MIN_VALUE;
  private long clientCount;
  private long anonymousCount;
  private long nemesisCount;

  /** By session, the operation that it has invoked and not completed. */
  private Pending[] pending = new Pending[16];

  private Pending anonymous;

  // Pending operations that are not in use.
  private Pending[] free = new Pending[16];
  private int freeCount;

  JepsenReader(Tokens in, HistoryBuilder builder) {
    this.in = in;
    this.builder = builder;
    this.operations = new Operations(builder);
  }

  void read() throws IOException {
    builder.reservedInitialValue(Scalars.NIL);
    try {
      readFile();
    } catch (JacksonException e) {
      throw in.asInputError(e);
    }
    completePending();
    checkClients();
    if (nemesisCount > 0) {
      builder.note(nemesisCount + " operations are not a client's (the nemesis) and were left out");
    }
    if (anonymousCount > 0) {
      builder.note(anonymousCount + " operations have no :process and belong to no session");
    }
  }

  private void checkClients() throws InputException {
    if (event == 0) {
      throw InputException.of(
          "there is no operation in it: expected maps with :type, :process, :f and :value");
    }
    if (clientCount == 0) {
      throw InputException.of(
          "there is no client operation in it: every :process is something else than an integer");
    }
  }

  /**
   * A stream of maps, or one vector or list of them. The parsers see to it that what was opened is
   * also closed.
   */
  private void readFile() throws IOException {
    var token = in.next();
    if (token != JsonToken.START_ARRAY || in.isSet()) {
      for (; token != null; token = in.next()) {
        readOperation(token);
      }
      return;
    }
    while ((token = in.next()) != JsonToken.END_ARRAY) {
      readOperation(token);
    }
    if (in.next() != null) {
      throw in.error("expected the end of the input after the history's closing bracket");
    }
  }

  private void readOperation(JsonToken token) throws IOException {
    if (token != JsonToken.START_OBJECT) {
      throw in.error("expected an operation, a map with :type and :value");
    }
    begin();
    for (token = in.next(); token == JsonToken.PROPERTY_NAME; token = in.next()) {
      var name = in.name();
      readField(name, in.next());
    }
    end();
    event++;
  }

  private void begin() {
    line = in.line();
    column = in.column();
    type = null;
    session = ANONYMOUS;
    function = Function.NONE;
    functionName = null;
    hasIndex = false;
    time = NO_TIME;
    value.clear();
  }

  private void readField(String name, JsonToken token) throws IOException {
    switch (name) {
      case "type" -> type = type(token);
      case "process" -> session = session(token);
      case "f" -> readFunction(token);
      case "value" -> {
        if (session == NOT_A_CLIENT) {
          in.skip();
        } else {
          value.read(in);
        }
      }
      case "index" -> {
        hasIndex = token != JsonToken.VALUE_NULL;
        if (hasIndex && !in.isLong(token)) {
          throw in.error("expected an integer as :index");
        }
        index = hasIndex ? in.longValue() : 0;
      }
      case "time" -> {
        if (in.isLong(token)) {
          time = in.longValue();
        } else {
          in.skip();
        }
      }
      default -> in.skip();
    }
  }

  static boolean isType(String word) {
    return typeOf(word) != null;
  }

  private static Type typeOf(String word) {
    return switch (word) {
      case "invoke" -> Type.INVOKE;
      case "ok" -> Type.OK;
      case "fail" -> Type.FAIL;
      case "info" -> Type.INFO;
      default -> null;
    };
  }

  private Type type(JsonToken token) throws IOException {
    var found = token == JsonToken.VALUE_STRING ? typeOf(in.text()) : null;
    if (found == null) {
      throw in.error("expected :invoke, :ok, :fail or :info as :type");
    }
    return found;
  }

  private int session(JsonToken token) {
    if (token == JsonToken.VALUE_NUMBER_INT) {
      process = in.scalar(token);
      return builder.session(process);
    }
    in.skip();
    return token == JsonToken.VALUE_NULL ? ANONYMOUS : NOT_A_CLIENT;
  }

  private void readFunction(JsonToken token) {
    if (token == JsonToken.VALUE_STRING) {
      functionName = in.text();
      function = Function.of(functionName);
    } else if (token != JsonToken.VALUE_NULL) {
      functionName = "?";
      function = Function.OTHER;
      in.skip();
    }
  }

  private void end() throws IOException {
    if (type == null) {
      throw error("expected a :type in the operation");
    }
    checkIndex();
    if (session == NOT_A_CLIENT) {
      nemesisCount++;
      return;
    }
    clientCount++;
    if (session == ANONYMOUS) {
      anonymousCount++;
    }
    var invoked = takePending();
    if (invoked == null) {
      operations.check(value, function, functionName, line, column);
    }
    if (type == Type.INVOKE) {
      if (invoked != null) {
        throw doubleInvoke(invoked);
      }
      putPending();
    } else if (invoked == null) {
      completeUninvoked();
    } else {
      complete(invoked);
      free(invoked);
    }
  }

  /** Indices are all or nothing, and ascend: else the order of the file is not that of events. */
  private void checkIndex() throws InputException {
    if (event == 0) {
      isIndexed = hasIndex;
    }
    if (isIndexed && !hasIndex) {
      throw error("expected an :index, as the first operation has one");
    }
    if (!isIndexed && hasIndex && index != event) {
      throw error(
          "expected :index " + event + " or none, as the first operation has none, found " + index);
    }
    if (!hasIndex) {
      index = event;
    } else if (event > 0 && index <= lastIndex) {
      throw error("expected an :index above " + lastIndex + ", found " + index);
    }
    lastIndex = index;
  }

  private InputException doubleInvoke(Pending first) {
    return error(
        session == ANONYMOUS
            ? "an operation is invoked while that of line "
                + first.line
                + " is not completed, and no :process tells them apart"
            : "process "
                + builder.scalars().render(process)
                + " invokes an operation while its last one, of line "
                + first.line
                + ", is not completed");
  }

  private void complete(Pending invoked) throws InputException {
    var what = function == Function.NONE ? invoked.function : function;
    builder.begin(history(session), index, line);
    if (type == Type.OK && tells(value, what, invoked)) {
      operations.add(value, what, true, line, column);
    } else {
      operations.add(invoked.value, invoked.function, false, invoked.line, invoked.column);
    }
    var never = type == Type.INFO;
    builder.realTime(invoked.event, never ? History.NEVER : event);
    if (invoked.time >= 0 && time >= 0) {
      builder.clock(invoked.time, never ? History.NEVER : time);
    }
    builder.end(status());
  }

  /**
   * Whether a completion says what was done. One that does not repeat the value still took effect,
   * with the writes of its invocation.
   */
  private static boolean tells(Form completion, Function what, Pending invoked) {
    return invoked.value.size == 0
        || completion.size > 0 && (what == Function.READ || !isNil(completion));
  }

  private static boolean isNil(Form value) {
    return value.size == 1 && value.tag[0] == Form.SCALAR && value.code[0] == Scalars.NIL;
  }

  private void completeUninvoked() throws InputException {
    builder.begin(history(session), index, line);
    operations.add(value, function, type == Type.OK, line, column);
    if (type == Type.FAIL) {
      // It had no effect, so its time orders nothing.
      builder.realTime(event, event);
    } else {
      builder.withoutRealTime("line " + line + " " + NEVER_INVOKED);
    }
    builder.end(status());
  }

  private Status status() {
    return switch (type) {
      case OK -> Status.COMMITTED;
      case FAIL -> Status.ABORTED;
      default -> Status.INDETERMINATE;
    };
  }

  private static int history(int session) {
    return session == ANONYMOUS ? History.NO_SESSION : session;
  }

  /** The operations that the log ends before the answer to. */
  private void completePending() throws InputException {
    for (var invoked : pending) {
      if (invoked != null) {
        leaveOpen(invoked);
      }
    }
    if (anonymous != null) {
      leaveOpen(anonymous);
    }
  }

  private void leaveOpen(Pending invoked) throws InputException {
    builder.begin(history(invoked.session), invoked.id, invoked.line);
    operations.add(invoked.value, invoked.function, false, invoked.line, invoked.column);
    builder.realTime(invoked.event, History.NEVER);
    if (invoked.time >= 0) {
      builder.clock(invoked.time, History.NEVER);
    }
    builder.end(Status.INDETERMINATE);
  }

  private Pending takePending() {
    if (session == ANONYMOUS) {
      var taken = anonymous;
      anonymous = null;
      return taken;
    }
    if (session >= pending.length) {
      pending = Arrays.copyOf(pending, Math.max(session + 1, pending.length * 2));
    }
    var taken = pending[session];
    pending[session] = null;
    return taken;
  }

  private void putPending() {
    var invoked = freeCount > 0 ? free[--freeCount] : new Pending();
    var unused = invoked.value;
    invoked.value = value;
    value = unused;
    invoked.function = function;
    invoked.line = line;
    invoked.column = column;
    invoked.id = index;
    invoked.event = event;
    invoked.time = time;
    invoked.session = session;
    if (session == ANONYMOUS) {
      anonymous = invoked;
    } else {
      pending[session] = invoked;
    }
  }

  private void free(Pending done) {
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, freeCount * 2);
    }
    free[freeCount++] = done;
  }

  private InputException error(String message) {
    return InputException.atLine(line, column, message);
  }
}
