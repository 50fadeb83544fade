package mtc.formats.jepsen;

import static java.util.stream.Collectors.joining;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import mtc.formats.jepsen.Operation.Type;
import mtc.history.HistoryBuilder;
import mtc.history.Status;
import mtc.source.InputException;
import mtc.workload.Call;
import mtc.workload.Calls;
import mtc.workload.MultiRegister;
import mtc.workload.Transactions;
import mtc.workload.Value;
import mtc.workload.Workload;
import mtc.workload.Workloads;

/**
 * Operations whose meaning only the whole log tells: {@code :f :read} is that of a register, a set,
 * a bank or a list of rows, depending on what else there is. They are kept until the log ends.
 */
final class Recording {
  private final HistoryBuilder builder;
  private final Calls calls = new Calls();
  private final Call call = new Call();

  /** By what {@code :f} says, in order: the line and the column where it is said first. */
  private final Map<String, long[]> firstMention = new LinkedHashMap<>();

  /** Whether all calls are transactions that {@code jepsen.independent} gave a key. */
  private boolean areKeyedTransactions;

  /** One of them without its key. */
  private final ValueForm unwrapped = new ValueForm();

  Recording(HistoryBuilder builder) {
    this.builder = builder;
  }

  /** Whether a log that begins like this is not simply one of transactions. */
  static boolean isFor(Operation first, HistoryBuilder builder) {
    if (builder.reading().workload() != null) {
      return true;
    }
    if (first.value.isTransaction()) {
      return false;
    }
    return first.function != Function.TXN && first.function != Function.NONE
        || first.value.isKeyedTransaction();
  }

  void hears(Operation op) throws InputException {
    var repeated = op.value.repeatedKey(builder.scalars());
    if (repeated >= 0) {
      // Either could be meant, and the verdict would hang on which.
      throw InputException.atLine(
          op.line,
          op.column,
          "a map in its value has the key "
              + op.value.describe(repeated, builder.scalars())
              + " twice, expected it once");
    }
    var name = op.functionName == null ? "" : op.functionName;
    if (!firstMention.containsKey(name)) {
      firstMention.put(name, new long[] {op.line, op.column});
    }
  }

  /** An operation that was invoked and has completed. */
  void add(Pending invoked, Operation op, long event, Status status) {
    fill(invoked);
    if (op.functionName != null) {
      call.function = op.functionName;
    }
    complete(op, event, status);
    call.versionName = op.versionNameFor(invoked.function);
    if (op.type == Type.OK) {
      call.answered = op.value;
    }
    keep();
  }

  /** An operation that completed without having been invoked. */
  void add(int session, Operation op, long event, Status status) {
    call.function = op.functionName == null ? "" : op.functionName;
    call.session = session;
    call.start = Call.NO_START;
    call.startNanos = Call.NO_TIME;
    complete(op, event, status);
    call.versionName = op.versionName;
    if (op.type == Type.OK) {
      call.answered = op.value;
    } else {
      call.invoked = op.value;
    }
    keep();
  }

  /** An operation that the log ends before the answer to. */
  void add(Pending invoked) {
    fill(invoked);
    call.status = Status.INDETERMINATE;
    call.hasError = false;
    call.id = invoked.id;
    call.line = invoked.line;
    call.column = invoked.column;
    call.end = 0;
    call.endNanos = Call.NO_TIME;
    call.version = Call.NO_VERSION;
    call.versionName = Call.NO_VERSION_NAME;
    keep();
  }

  private void fill(Pending invoked) {
    call.function = invoked.functionName == null ? "" : invoked.functionName;
    call.session = JepsenReader.history(invoked.session);
    call.start = invoked.event;
    call.startNanos = invoked.time;
    call.invoked = invoked.value;
  }

  private void complete(Operation op, long event, Status status) {
    call.status = status;
    call.hasError = op.hasError;
    call.id = op.index;
    call.line = op.line;
    call.column = op.column;
    call.end = event;
    call.endNanos = op.time;
    call.version = op.version;
  }

  private void keep() {
    calls.add(call);
    call.invoked = new Value();
    call.answered = new Value();
  }

  /** Makes transactions of all. */
  void finish(Operations operations) throws InputException {
    var workload = workload();
    refuseDoubtful();
    if (workload == null) {
      readAsPlain(operations);
    } else if (workload instanceof MultiRegister plain && !plain.hasKeys(calls)) {
      readAsRegisters(operations);
      builder.workload(plain.name(), plain.level());
    } else {
      refuseStrays(workload);
      builder.workload(workload.name(), workload.level());
      builder.note("workload " + workload.name() + ": " + workload.reading());
      refuseInitial(workload.name());
      workload.read(calls, builder);
      if (!builder.reading().ignoresVersions() && calls.any(this::tellsVersion)) {
        builder.relaxed(
            "operations tell versions, which workload "
                + workload.name()
                + " does not use; --versions ignore asks for any order");
      }
    }
  }

  /** Beside the value, or in a map behind a micro-operation. */
  private boolean tellsVersion(Call told) {
    if (told.versionName < Call.NO_VERSION_NAME) {
      return true;
    }
    var value = told.told();
    var size = value.isKeyedTransaction() ? value.size : 0;
    for (var at = 0; at < size; at++) {
      if (value.isMap(at) && VersionNumbers.areIn(value, at, builder.scalars())) {
        return true;
      }
    }
    return false;
  }

  /** Two workloads would have two verdicts. */
  private void refuseDoubtful() throws InputException {
    var reading = builder.reading();
    var doubt =
        reading.workload() == null && reading.initial() == null ? Workloads.doubt(calls) : null;
    if (doubt != null) {
      var place = mention(calls.has("read") ? "read" : first(_ -> true));
      throw Operation.error(place[0], place[1], doubt).asUnsupported();
    }
  }

  /** What is there at first, and what nil means, is a part of what a workload is. */
  private void refuseInitial(String name) throws InputException {
    var reading = builder.reading();
    var isInitial =
        reading.initial() != null && (!name.equals("bank") || !reading.initial().isOne());
    if (!name.equals("multi-register") && (isInitial || reading.nilIsUnknown())) {
      throw InputException.of(
          (isInitial ? "--initial" : "--nil-reads")
              + " is for registers and transactions; a "
              + name
              + " workload has its own");
    }
  }

  /** An operation that is none of the workload's may have written something. */
  private void refuseStrays(Workload workload) throws InputException {
    var stray = first(name -> !workload.has(name));
    if (stray != null) {
      var place = mention(stray);
      throw Operation.error(
          place[0],
          place[1],
          "expected "
              + workload.functions().stream().map(f -> ":" + f).collect(joining(" or "))
              + " in workload "
              + workload.name()
              + ", found "
              + (stray.isEmpty() ? "no :f" : ":" + stray + Function.without(stray)));
    }
  }

  /** What {@code :f} says first of what is like this; null if nothing is. */
  private String first(Predicate<String> test) {
    return firstMention.keySet().stream()
        .filter(name -> calls.has(name) && test.test(name))
        .findFirst()
        .orElse(null);
  }

  private Workload workload() {
    var named = builder.reading().workload();
    return named == null ? Workloads.of(calls) : Workloads.named(named);
  }

  private void readAsPlain(Operations operations) throws InputException {
    try {
      readAsRegisters(operations);
    } catch (InputException e) {
      var isChosen = builder.reading().workload() != null;
      throw !isChosen && (isOther("read") || isOther("write")) ? e.asUnsupported() : e;
    }
  }

  /** Whether calls of a function have values, and not one of them is a register's. */
  private boolean isOther(String function) {
    return calls.any(c -> c.function.equals(function) && hasValue(c))
        && calls.all(function, c -> !hasValue(c) || !isOfRegister(c.told()));
  }

  private static boolean hasValue(Call call) {
    return (call.isOk() || !call.function.equals("read")) && !call.told().isNothing();
  }

  private static boolean isOfRegister(Value value) {
    return value.isScalar(0)
        || value.isPair()
        || value.isTransaction()
        || value.isKeyedTransaction();
  }

  /** As if each operation had been added when it was read. */
  private void readAsRegisters(Operations operations) throws InputException {
    refuseOthers(operations);
    areKeyedTransactions =
        calls.hasOnly("txn", "") && !calls.any(call -> !call.asked().isKeyedTransaction());
    var read = new Call();
    var areIndependent = true;
    for (var i = 0; i < calls.size(); i++) {
      calls.get(i, read);
      areIndependent &= isIndependent(read);
      addAsRegister(read, operations, areIndependent);
    }
    if (!areIndependent) {
      builder.withoutParts();
    }
    operations.finish();
  }

  private void refuseOthers(Operations operations) throws InputException {
    var refused =
        first(name ->
            Function.of(name) == Function.OTHER
                && !name.isEmpty()
                && !calls.all(name, c -> c.told().isTransaction()));
    if (refused != null) {
      var isStray = calls.has("write") || calls.has("cas") || calls.any(this::isReadOrWrite);
      throw operations.refusal(refused, mention(refused)[0], mention(refused)[1], isStray);
    }
  }

  private boolean isReadOrWrite(Call call) {
    var asked = call.asked();
    if (!asked.isKeyedTransaction()) {
      return Operations.isReadOrWrite(asked);
    }
    unwrapped.unwrap(asked, builder.scalars());
    return Operations.isReadOrWrite(unwrapped);
  }

  private long[] mention(String name) {
    return firstMention.get(name);
  }

  /**
   * Whether {@code jepsen.independent} gave it a key, which it does by making a pair: no triple.
   */
  private boolean isIndependent(Call call) {
    if (areKeyedTransactions) {
      return call.isIndependent(builder.scalars());
    }
    var isTuple =
        switch (Function.of(call.function)) {
          case READ, WRITE -> call.asked().isPair();
          case CAS -> call.asked().isKeyedPair();
          default -> false;
        };
    return isTuple && call.isIndependent(builder.scalars());
  }

  private void addAsRegister(Call read, Operations operations, boolean isIndependent)
      throws InputException {
    var what = read.function.isEmpty() ? Function.NONE : Function.of(read.function);
    var isTold = read.isOk() && JepsenReader.tells(read.answered, what, read.invoked);
    builder.begin(read.session, read.id, read.line);
    if (isIndependent) {
      builder.part(read.asked().scalar(1, builder.scalars()));
    }
    operations.version(read.version, read.versionName);
    operations.add(
        transaction(isTold ? read.answered : read.invoked), what, isTold, read.line, read.column);
    new Transactions(builder).end(read);
  }

  private Value transaction(Value value) {
    if (!areKeyedTransactions || !value.isKeyedTransaction()) {
      return value;
    }
    unwrapped.unwrap(value, builder.scalars());
    return unwrapped;
  }
}
