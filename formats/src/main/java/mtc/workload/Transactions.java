package mtc.workload;

import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;

/** Writes transactions of calls, with the session, the place and the times of the call. */
public final class Transactions {
  final HistoryBuilder into;
  final Scalars scalars;

  /** Whether what a call asked for is {@code [k …]}, and each k has a history of its own. */
  private final boolean areIndependent;

  public Transactions(HistoryBuilder into) {
    this(into, false);
  }

  private Transactions(HistoryBuilder into, boolean areIndependent) {
    this.into = into;
    this.scalars = into.scalars();
    this.areIndependent = areIndependent;
  }

  /**
   * Of calls that {@code jepsen.independent} may have given a key: if all of them have one, each
   * key is a history of its own. Whoever has other pairs for values must not ask.
   */
  static Transactions independent(Calls calls, HistoryBuilder into) {
    var scalars = into.scalars();
    return new Transactions(
        into, calls.size() > 0 && !calls.any(call -> !call.isIndependent(scalars)));
  }

  boolean areIndependent() {
    return areIndependent;
  }

  void begin(Call call) {
    into.begin(call.session, call.id, call.line);
    if (areIndependent) {
      into.part(call.asked().scalar(1, scalars));
    }
  }

  void read(int key, int value) {
    into.operation(History.READ, key, value);
  }

  /** Saw some other value. */
  void readOther(int key, int value) {
    into.operation(History.READ_OTHER, key, value);
  }

  void write(int key, int value) {
    into.operation(History.WRITE, key, value);
  }

  public void end(Call call) {
    end(call, call.status);
  }

  /** A call that was never invoked has no place in real time, unless it had no effect. */
  void end(Call call, Status status) {
    var isInvoked = call.start != Call.NO_START;
    var end = status == Status.INDETERMINATE ? History.NEVER : call.end;
    if (isInvoked) {
      into.realTime(call.start, end);
    } else if (status == Status.ABORTED) {
      into.realTime(call.end, call.end);
    } else {
      into.withoutRealTime("line " + call.line + " completes an operation that was never invoked");
    }
    if (isInvoked && call.startNanos >= 0 && (call.endNanos >= 0 || end == History.NEVER)) {
      into.clock(call.startNanos, end == History.NEVER ? History.NEVER : call.endNanos);
    }
    into.end(status);
  }

  /** The key of a part that a workload itself names: {@code "3.a"}. */
  int part(int key, String part) {
    return into.key(scalars.string(name(key) + "." + part));
  }

  /** The key of a part that the log names, spelt so that no two parts are spelt alike. */
  int part(int key, int part) {
    return into.key(partName(key, part, scalars));
  }

  /** The name of a part that the log names. */
  public static int partName(int key, int part, Scalars scalars) {
    var areNumbers = scalars.isIntegral(key) && scalars.isIntegral(part);
    return scalars.string(scalars.render(key) + (areNumbers ? "." : " ") + scalars.render(part));
  }

  private String name(int scalar) {
    return scalars.render(scalar);
  }

  int keyword(String name) {
    return scalars.keyword(name);
  }
}
