package mtc.formats.porcupine;

import java.util.LinkedHashMap;
import java.util.Map;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.source.Counted;
import mtc.source.InputException;

/**
 * Pairs the lines of a log. A failed compare-and-set is a committed observation: at that point the
 * register held something else. That is more than Jepsen means by {@code :fail}, and what these
 * logs are checked for.
 */
final class PorcupineLog {
  private final HistoryBuilder builder;
  private final int register;
  private final Map<Long, Open> open = new LinkedHashMap<>();
  private long line;
  private long leftOut;
  private boolean isRecognised;

  private record Open(LogLine invocation, long line) {}

  PorcupineLog(HistoryBuilder builder) {
    this.builder = builder;
    this.register = builder.key(builder.scalars().keyword("register"));
    builder.reservedInitialValue(Scalars.NIL);
  }

  void add(String text) throws InputException {
    line++;
    var event = LogLine.parse(text);
    if (event == null) {
      if (LogLine.tellsOfAnOperation(text) || LogLine.isCutOff(text)) {
        throw InputException.atLine(
            line,
            "expected INFO jepsen.util - PROCESS :TYPE :F VALUE, as in 0 :invoke :cas [1 2], found"
                + " something else");
      }
      if (!text.isBlank()) {
        leftOut++;
      }
      return;
    }
    isRecognised = true;
    var invoked = open.remove(event.process());
    if (event.event() == LogLine.Event.INVOKE) {
      if (invoked != null) {
        throw InputException.atLine(
            line,
            "process %d has not completed what it invoked on line %d"
                .formatted(event.process(), invoked.line()));
      }
      open.put(event.process(), new Open(event, line));
    } else if (invoked == null) {
      throw InputException.atLine(
          line, "process " + event.process() + " completes an operation that it never invoked");
    } else if (event.call() != invoked.invocation().call()) {
      throw InputException.atLine(
          line, "this completes another operation than line " + invoked.line() + " invoked");
    } else if (event.event() == LogLine.Event.OK
        || event.call() == LogLine.Call.CAS && event.event() == LogLine.Event.FAIL) {
      complete(invoked, event);
    } else if (event.call() != LogLine.Call.READ) {
      leaveOpen(invoked);
    }
  }

  void finish() throws InputException {
    if (!isRecognised) {
      throw InputException.of(
          line == 0
              ? "the file is empty"
              : "no line of it is one of a register log: expected INFO jepsen.util - PROCESS"
                  + " :invoke :read nil, or the like");
    }
    open.values().forEach(this::leaveOpen);
    if (leftOut > 0) {
      builder.note(
          Counted.of(
              leftOut,
              "line",
              "tells of no operation and was left out",
              "tell of no operation and were left out"));
    }
  }

  private void complete(Open invoked, LogLine event) {
    begin(event.process(), line, invoked.line(), line);
    if (event.event() == LogLine.Event.FAIL) {
      builder.operation(History.READ_OTHER, register, scalar(event.argument()));
    } else {
      operations(event, scalar(event.argument()));
    }
    builder.end(Status.COMMITTED);
  }

  private void leaveOpen(Open invoked) {
    var invocation = invoked.invocation();
    begin(invocation.process(), invoked.line(), invoked.line(), History.NEVER);
    var isRead = invocation.call() == LogLine.Call.READ;
    operations(invocation, isRead ? Scalars.UNKNOWN : scalar(invocation.argument()));
    builder.end(Status.INDETERMINATE);
  }

  private void begin(long process, long at, long start, long end) {
    builder.begin(builder.session(builder.scalars().integer(process)), at, at);
    builder.realTime(start, end);
  }

  private void operations(LogLine event, int argument) {
    switch (event.call()) {
      case READ -> builder.operation(History.READ, register, argument);
      case WRITE -> builder.operation(History.WRITE, register, argument);
      case CAS -> {
        builder.operation(History.READ, register, argument);
        builder.operation(History.WRITE, register, scalar(event.update()));
      }
    }
  }

  private int scalar(Long value) {
    return value == null ? Scalars.NIL : builder.scalars().integer(value);
  }
}
