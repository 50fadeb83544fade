package mtc.formats.jepsen;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import mtc.formats.jepsen.Operation.Type;
import mtc.formats.jepsen.Operation.Who;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.source.Counted;
import mtc.source.InputException;
import mtc.workload.Value;
import tools.jackson.core.JacksonException;

/**
 * Reads the operations of a history, pairs each completion with its invocation, and builds one
 * transaction of both.
 *
 * <p>Real time is the order of the events in the file, as it is for Elle; {@code :time} is only
 * kept as the clock. An operation whose {@code :process} is not an integer is the nemesis's and no
 * client operation, unless it does what clients do: see {@link Strangers}. Operations without any
 * {@code :process} are paired by what they are, see {@link AnonymousCalls}, and belong to no
 * session.
 */
final class JepsenReader {
  private static final int ANONYMOUS = -1;

  /** How many operations are taken between two looks at the keys of those to come. */
  private static final int BETWEEN_LOOKS = 64;

  private static final String NEVER_INVOKED = "completes an operation that was never invoked";

  private final OperationSource source;
  private final HistoryBuilder builder;
  private final Operations operations;

  /** The operation at hand. */
  private final Operation op = new Operation();

  private final int[] keysAhead = new int[8 * BETWEEN_LOOKS];

  /** Written only so that looking ahead is not optimized away. */
  private int expected;

  private int session;

  /** How many operations came before this one, those of the nemesis included. */
  private long event;

  private boolean isIndexed;
  private long lastIndex = Long.MIN_VALUE;
  private long clientCount;
  private long anonymousCount;
  private long nemesisCount;

  /** By what it does, the nemesis's operation that has one entry so far. */
  private final Map<String, Integer> openEvents = new HashMap<>();

  /** By session, the operation that it has invoked and not completed. */
  private Pending[] pending = new Pending[16];

  private final AnonymousCalls anonymous = new AnonymousCalls();

  private final FunctionChoice choice;
  private final ToldVersions toldVersions;
  private final Strangers strangers = new Strangers();

  /** Keeps the operations until all of them tell which workload they are of; null if each does. */
  private Recording recording;

  // Pending operations that are not in use.
  private Pending[] free = new Pending[16];
  private int freeCount;

  JepsenReader(OperationSource source, HistoryBuilder builder) {
    this.source = source;
    this.builder = builder;
    this.operations = new Operations(builder);
    this.choice = new FunctionChoice(builder.reading());
    this.toldVersions = new ToldVersions(builder);
  }

  void read() throws IOException {
    builder.reservedInitialValue(Scalars.NIL);
    try {
      for (; source.next(op); event++) {
        if (event % BETWEEN_LOOKS == 0) {
          expectKeys();
        }
        take();
      }
    } catch (JacksonException e) {
      throw source.asInputError(e);
    }
    builder.logged(event);
    completePending();
    checkClients();
    strangers.refuse();
    if (recording != null) {
      recording.finish(operations);
    } else {
      operations.finish();
    }
    choice.tell(builder);
    if (nemesisCount > 0) {
      builder.note(
          Counted.of(
              nemesisCount,
              "operation",
              "is not a client's (the nemesis) and was left out",
              "are not a client's (the nemesis) and were left out"));
    }
    if (anonymousCount > 0) {
      builder.note(
          Counted.of(
              anonymousCount,
              "operation",
              "has no :process and belongs to no session",
              "have no :process and belong to no session"));
    }
  }

  /** Has at hand what the operations to come will ask of their keys. */
  private void expectKeys() {
    var count = source.keysAhead(keysAhead);
    expected = builder.expectKeys(keysAhead, count) + operations.expectKeys(keysAhead, count);
  }

  private void checkClients() throws InputException {
    if (event == 0) {
      throw InputException.of(
          "there is no operation in it: expected maps with :type, :process, :f and :value");
    }
    if (clientCount == 0) {
      var nothing = choice.leavesNothing();
      throw InputException.of(
          nothing != null
              ? nothing
              : "there is no client operation in it: every :process is something else than an"
                  + " integer");
    }
  }

  private void take() throws IOException {
    if (op.type == null) {
      throw error("expected a :type in the operation");
    }
    checkIndex();
    if (op.who == Who.NEMESIS) {
      nemesisCount++;
      takeNemesis();
      return;
    }
    if (choice.leavesOut(op.functionName)) {
      return;
    }
    if (op.who == Who.STRANGER) {
      strangers.hear(op);
      nemesisCount++;
      takeNemesis();
      return;
    }
    strangers.know(op.functionName);
    if (clientCount++ == 0 && Recording.isFor(op, builder)) {
      recording = new Recording(builder);
    }
    anonymousCount += op.who == Who.ANONYMOUS ? 1 : 0;
    session = op.who == Who.CLIENT ? builder.session(op.process) : ANONYMOUS;
    var invoked = takePending();
    if (invoked != null && op.type != Type.INVOKE) {
      expectSameFunction(invoked);
      if (op.type != Type.OK) {
        toldVersions.put(op, invoked);
      }
    }
    if (recording != null) {
      recording.hears(op);
    } else if (invoked == null) {
      operations.check(op.value, op.function, op.functionName, op.line, op.column);
    }
    if (op.type == Type.INVOKE) {
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

  /**
   * It does one thing after the other, each with an entry when it begins and one when it is done.
   */
  private void takeNemesis() {
    if (op.functionName == null) {
      return;
    }
    var nanos = op.time == Operation.NO_TIME ? History.NEVER : op.time;
    var begun = op.type == Type.INVOKE ? null : openEvents.remove(op.functionName);
    if (begun == null) {
      openEvents.put(op.functionName, builder.event(op.functionName, event, nanos));
    } else {
      builder.eventEnds(begun, event, nanos);
    }
  }

  /** Indices are all or nothing, and ascend: else the order of the file is not that of events. */
  private void checkIndex() throws InputException {
    if (event == 0) {
      isIndexed = op.hasIndex;
    }
    if (isIndexed && !op.hasIndex) {
      throw error("expected an :index, as the first operation has one");
    }
    if (!isIndexed && op.hasIndex && op.index != event) {
      throw error(
          "expected :index "
              + event
              + " or none, as the first operation has none, found "
              + op.index);
    }
    if (!op.hasIndex) {
      op.index = event;
    } else if (event > 0 && op.index <= lastIndex) {
      throw error("expected an :index above " + lastIndex + ", found " + op.index);
    }
    lastIndex = op.index;
  }

  /** What was done is not what was asked for, or the log pairs them wrongly. */
  private void expectSameFunction(Pending invoked) throws InputException {
    var asked = invoked.functionName;
    var done = op.functionName;
    if (asked != done && asked != null && done != null && !asked.equals(done)) {
      throw error(
          "it completes the operation of "
              + Operation.place(invoked.line, invoked.column)
              + ": expected :f :"
              + asked
              + ", found :f :"
              + done);
    }
  }

  private InputException doubleInvoke(Pending first) {
    return error(
        "process "
            + builder.scalars().render(op.process)
            + " invokes an operation while its last one, of "
            + Operation.place(first.line, first.column)
            + ", is not completed");
  }

  private void complete(Pending invoked) throws InputException {
    if (recording != null) {
      recording.add(invoked, op, event, status());
      return;
    }
    var what = op.function == Function.NONE ? invoked.function : op.function;
    builder.begin(history(session), op.index, op.line);
    operations.version(op.version, op.versionNameFor(what));
    if (op.type == Type.OK && tells(op.value, what, invoked.value)) {
      operations.add(op.value, what, true, op.line, op.column);
    } else {
      operations.add(invoked.value, invoked.function, false, invoked.line, invoked.column);
    }
    var never = op.type == Type.INFO;
    builder.realTime(invoked.event, never ? History.NEVER : event);
    if (invoked.time >= 0 && op.time >= 0) {
      builder.clock(invoked.time, never ? History.NEVER : op.time);
    }
    builder.end(status());
  }

  /**
   * Whether a completion says what was done. One that does not repeat the value still took effect,
   * with the writes of its invocation.
   */
  static boolean tells(Value completion, Function what, Value invoked) {
    return invoked.size == 0
        || completion.size > 0 && (what == Function.READ || !isNil(completion));
  }

  private static boolean isNil(Value value) {
    return value.size == 1 && value.isNil(0);
  }

  private void completeUninvoked() throws InputException {
    if (recording != null) {
      recording.add(history(session), op, event, status());
      return;
    }
    builder.begin(history(session), op.index, op.line);
    operations.version(op.version, op.versionName);
    operations.add(op.value, op.function, op.type == Type.OK, op.line, op.column);
    if (op.type == Type.FAIL) {
      // It had no effect, so its time orders nothing.
      builder.realTime(event, event);
    } else {
      builder.withoutRealTime(Operation.place(op.line, op.column) + " " + NEVER_INVOKED);
    }
    builder.end(status());
  }

  private Status status() {
    return switch (op.type) {
      case OK -> Status.COMMITTED;
      case FAIL -> Status.ABORTED;
      default -> Status.INDETERMINATE;
    };
  }

  static int history(int session) {
    return session == ANONYMOUS ? History.NO_SESSION : session;
  }

  /** The operations that the log ends before the answer to. */
  private void completePending() throws InputException {
    for (var invoked : pending) {
      if (invoked != null) {
        leaveOpen(invoked);
      }
    }
    for (var invoked : anonymous.left()) {
      leaveOpen(invoked);
    }
  }

  private void leaveOpen(Pending invoked) throws InputException {
    if (recording != null) {
      recording.add(invoked);
      return;
    }
    builder.begin(history(invoked.session), invoked.id, invoked.line);
    operations.version(Operation.NO_VERSION, VersionNumbers.NONE);
    operations.add(invoked.value, invoked.function, false, invoked.line, invoked.column);
    builder.realTime(invoked.event, History.NEVER);
    if (invoked.time >= 0) {
      builder.clock(invoked.time, History.NEVER);
    }
    builder.end(Status.INDETERMINATE);
  }

  private Pending takePending() throws InputException {
    if (session == ANONYMOUS) {
      return op.type == Type.INVOKE ? null : anonymous.take(op);
    }
    if (session >= pending.length) {
      pending = Arrays.copyOf(pending, Math.max(session + 1, pending.length * 2));
    }
    var taken = pending[session];
    pending[session] = null;
    return taken;
  }

  private void putPending() throws InputException {
    var invoked = freeCount > 0 ? free[--freeCount] : new Pending();
    var unused = invoked.value;
    invoked.value = op.value;
    op.value = unused;
    invoked.function = op.function;
    invoked.functionName = op.functionName;
    invoked.line = op.line;
    invoked.column = op.column;
    invoked.id = op.index;
    invoked.event = event;
    invoked.time = op.time;
    invoked.session = session;
    if (session == ANONYMOUS) {
      anonymous.add(invoked);
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
    return Operation.error(op.line, op.column, message);
  }
}
