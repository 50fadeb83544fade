package mtc.formats.jepsen;

import java.util.Arrays;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.source.InputException;
import mtc.workload.Value;

/**
 * Turns the value of an operation into reads and writes of the transaction that is being built.
 *
 * <p>Micro-operations count whatever {@code :f} says, as they do for Elle. Without them {@code
 * :read}, {@code :write} and {@code :cas} are operations on a register: the one named by an
 * independent tuple {@code [k v]}, or else the only one there is, which gets the key {@code
 * :register}. A vector of two under {@code :read} and {@code :write} is always such a tuple, since
 * registers hold scalars.
 */
final class Operations {
  /** The key of the register that has no name. */
  static final String REGISTER = "register";

  private static final byte UNSETTLED = 0;
  private static final byte HOLDS_SCALAR = 1;
  private static final byte HOLDS_LIST = 2;

  private static final String EXPECTED = "transactions of reads and writes or a register";

  private final HistoryBuilder builder;
  private final Scalars scalars;
  private final VersionNumbers versions;

  /** By key, what it holds as far as is known. */
  private byte[] holds = new byte[64];

  /** Whether some operation was a transaction of reads and writes. */
  private boolean isSupported;

  /** Whether some read saw a scalar or a list. */
  private boolean hasSeen;

  // What tells the workload.
  private boolean hasTxn;
  private boolean hasRegisters;
  private boolean hasTuples;
  private boolean hasPlain;
  private int transactionCount;
  private int longestTransaction;
  private int longestWrite;
  private long writeCount;

  // The operation whose value is being turned.
  private Function function;
  private long line;
  private long column;

  /** The number of the versions that it wrote, or of what it read of a register. */
  private long version = Operation.NO_VERSION;

  private byte versionName = VersionNumbers.NONE;

  Operations(HistoryBuilder builder) {
    this.builder = builder;
    this.scalars = builder.scalars();
    versions = new VersionNumbers(builder);
  }

  /** What the operation to come says of the versions that it wrote, or of what it read. */
  void version(long number, byte name) {
    version = number;
    versionName = name;
    versions.countIfUnused(name);
  }

  /** Refuses at once what no completion can make a transaction or an operation on a register. */
  void check(Value value, Function function, String name, long atLine, long atColumn)
      throws InputException {
    if (function == Function.OTHER && !value.isTransaction()) {
      throw refusal(name, atLine, atColumn, isSupported);
    }
    isSupported |= isReadOrWrite(value);
  }

  /** Whether it is a transaction that begins like those that are read. */
  static boolean isReadOrWrite(Value value) {
    return value.isTransaction() && value.size > 2 && value.tag[2] == ValueForm.HEAD;
  }

  /**
   * Says what an operation is that no workload explains, and how to read the log without it.
   *
   * @param isStray whether others are supported, so that the log is of no other kind
   */
  InputException refusal(String name, long atLine, long atColumn, boolean isStray) {
    var refused =
        Operation.error(
            atLine,
            atColumn,
            "`:f :"
                + name
                + "` is "
                + Function.workload(name)
                + ", not "
                + EXPECTED
                + Function.instead(name)
                + Function.without(name));
    return isStray ? refused : refused.asUnsupported();
  }

  /** All were added: says which workload they are together, and what of them was not used. */
  void finish() {
    versions.finish();
    if (hasRegisters || !hasTxn && longestTransaction <= 1) {
      builder.workload("register", "lin");
    } else if (hasTxn || transactionCount == 0) {
      builder.workload(builder.hasLists() ? "list-append" : "rw-register", "ser");
    } else if (longestWrite <= 1 && writeCount <= builder.keyCount()) {
      builder.workload("long-fork", "si");
    } else {
      builder.workload("multi-register", "sser");
    }
  }

  /**
   * Adds the operations of a value.
   *
   * @param does what {@code :f} says
   * @param told whether reads tell what they saw; if not, what they saw is unknown, except that a
   *     compare-and-set cannot have taken effect without seeing what it compared to
   */
  void add(Value value, Function does, boolean told, long atLine, long atColumn)
      throws InputException {
    function = does;
    line = atLine;
    column = atColumn;
    if (value.isTransaction()) {
      addTransaction(value, told);
      return;
    }
    if (value.size == 1 && value.tag[0] == ValueForm.VECTOR) {
      return;
    }
    hasRegisters |= function != Function.TXN && function != Function.NONE;
    switch (function) {
      case READ -> addRegisterRead(value, told);
      case WRITE -> addRegisterWrite(value);
      case CAS -> addCompareAndSet(value);
      case NONE, TXN, OTHER -> {
        if (value.size > 0 && !(value.tag[0] == ValueForm.SCALAR && value.code[0] == Scalars.NIL)) {
          throw noMicroOperation(value, value.isVector() ? 1 : 0);
        }
      }
    }
  }

  private void addTransaction(Value value, boolean told) throws InputException {
    isSupported |= isReadOrWrite(value);
    hasTxn |= function == Function.TXN || function == Function.NONE || function == Function.OTHER;
    transactionCount++;
    var length = 0;
    for (var at = 1; at < value.size; at = value.code[at]) {
      if (value.tag[at] != ValueForm.VECTOR) {
        throw noMicroOperation(value, at);
      }
      addMicroOperation(value, at + 1, value.code[at], told);
      length++;
    }
    longestTransaction = Math.max(longestTransaction, length);
    if (function == Function.WRITE) {
      longestWrite = Math.max(longestWrite, length);
      writeCount += length;
    }
  }

  private InputException noMicroOperation(Value value, int at) {
    var expected = at == 0 ? "a vector of micro-operations" : "a micro-operation";
    var found = describe(value, at);
    var refused = error("expected " + expected + " like [:r k v], found " + found);
    return at > 0 && isWordOfAnotherKind(found) ? refused.asUnsupported() : refused;
  }

  /** Whether it stands where each operation so far has something else than mtc reads. */
  private boolean isWordOfAnotherKind(String found) {
    return !isSupported && (found.startsWith(":") || found.startsWith("\""));
  }

  private InputException noHead(String found) {
    var instead = found.startsWith(":") ? Function.instead(found.substring(1)) : "";
    var refused =
        error(
            "expected :r, :w or :append at the head of a micro-operation, found "
                + found
                + ": this is no workload of "
                + EXPECTED
                + instead);
    return isWordOfAnotherKind(found) || !instead.isEmpty() ? refused.asUnsupported() : refused;
  }

  /** Adds {@code [head key value ...]}; anything after the value is not ours. */
  private void addMicroOperation(Value value, int from, int to, boolean told)
      throws InputException {
    if (from == to || value.tag[from] != ValueForm.HEAD) {
      throw noHead(from == to ? "nothing" : describe(value, from));
    }
    if (from + 1 == to || value.tag[from + 1] != ValueForm.SCALAR) {
      throw error(
          "expected a key after :"
              + ValueForm.HEADS[value.head(from)]
              + ", found "
              + (from + 1 == to ? "nothing" : describe(value, from + 1)));
    }
    var key = builder.key(value.code[from + 1]);
    var head = value.head(from);
    if (head < ValueForm.READ_HEADS) {
      addRead(value, from + 2, to, key, told);
    } else if (from + 2 == to) {
      throw error("expected a value in :" + ValueForm.HEADS[head] + ", found nothing");
    } else if (head == ValueForm.APPEND_HEAD) {
      settle(key, HOLDS_LIST);
      builder.operation(History.APPEND, key, scalar(value, from + 2));
      numberVersion();
    } else {
      addWrite(key, scalar(value, from + 2));
    }
    if (from + 3 < to) {
      readAnnotation(value, value.after(from + 2), to, told || head >= ValueForm.READ_HEADS);
    }
  }

  private void numberVersion() throws InputException {
    versions.number(version, versionName, line, column);
  }

  /** A map behind a micro-operation may tell the version that it wrote or read. */
  private void readAnnotation(Value value, int at, int to, boolean told) throws InputException {
    if (at < to && value.tag[at] == ValueForm.MAP && told) {
      versions.readMap(value, at, line, column);
    }
  }

  private void addRead(Value value, int at, int to, int key, boolean told) throws InputException {
    if (!told || at == to) {
      addRead(key, Scalars.UNKNOWN);
    } else if (value.tag[at] == ValueForm.VECTOR) {
      settle(key, HOLDS_LIST);
      hasSeen = true;
      builder.readList(key);
      for (var i = at + 1; i < value.code[at]; i++) {
        builder.element(scalar(value, i));
      }
    } else if (value.tag[at] != ValueForm.SCALAR && !hasSeen) {
      throw noScalar(value, at).asUnsupported();
    } else {
      addRead(key, scalar(value, at));
    }
  }

  /** Nil does not tell whether the key holds nothing or an empty list. */
  private void addRead(int key, int seen) throws InputException {
    if (seen != Scalars.NIL && seen != Scalars.UNKNOWN) {
      settle(key, HOLDS_SCALAR);
      hasSeen = true;
    }
    builder.operation(History.READ, key, seen);
  }

  private void addWrite(int key, int written) throws InputException {
    settle(key, HOLDS_SCALAR);
    builder.operation(History.WRITE, key, written);
    numberVersion();
  }

  private void addRegisterRead(Value value, boolean told) throws InputException {
    addUnnumberedRead(value, told);
    if (told && value.size > 0) {
      numberVersion();
    }
  }

  private void addUnnumberedRead(Value value, boolean told) throws InputException {
    if (value.isPair()) {
      addRead(keyOf(value), told ? value.code[2] : Scalars.UNKNOWN);
    } else if (value.isVector() && told) {
      throw error(of(describe(value, 0)) + "a set or list workload, not " + EXPECTED)
          .asUnsupported();
    } else {
      if (told && value.size > 0) {
        var seen = scalar(value, 0);
        addRead(register(), seen);
      } else {
        // It tells neither what it read nor, perhaps, of which one.
        addRead(onlyRegister(), Scalars.UNKNOWN);
      }
    }
  }

  private void addRegisterWrite(Value value) throws InputException {
    if (value.size == 0) {
      throw error("expected a :value in a :write, found none");
    }
    var isKeyed = value.isPair();
    var key = isKeyed ? keyOf(value) : register();
    addWrite(key, isKeyed ? value.code[2] : scalar(value, 0));
  }

  private void addCompareAndSet(Value value) throws InputException {
    var isKeyed = value.isKeyedPair() || value.isTriple();
    if (!isKeyed && !value.isPair()) {
      throw error(
          "expected [old new], [key [old new]] or [key old new] in a :cas, found "
              + describe(value, 0));
    }
    var key = isKeyed ? keyOf(value) : register();
    var old = value.size - 2;
    addRead(key, value.scalar(old, scalars));
    builder.compared();
    addWrite(key, value.code[old + 1]);
  }

  /** The key of an independent tuple, which all operations have or none. */
  private int keyOf(Value tuple) throws InputException {
    if (hasPlain) {
      throw error(
          "expected a value without a key, as the operations before have, found ["
              + describe(tuple, 1)
              + " …]");
    }
    hasTuples = true;
    return builder.key(tuple.code[1]);
  }

  private int register() throws InputException {
    if (hasTuples) {
      throw error("expected [key value], as the operations before have, found no key");
    }
    hasPlain = true;
    return onlyRegister();
  }

  private int onlyRegister() {
    return builder.key(scalars.keyword(REGISTER));
  }

  private int scalar(Value value, int at) throws InputException {
    if (value.tag[at] != ValueForm.SCALAR) {
      throw noScalar(value, at);
    }
    return value.code[at];
  }

  /** Loads what there is of so many keys; what it returns depends on all of it. */
  int expectKeys(int[] keys, int count) {
    var of = holds;
    var sum = 0;
    for (var i = 0; i < count; i++) {
      sum += keys[i] < of.length ? of[keys[i]] : 0;
    }
    return sum;
  }

  private InputException noScalar(Value value, int at) {
    return error(
        switch (value.tag[at]) {
          case ValueForm.SET -> of("a set") + "a set workload, not " + EXPECTED;
          case ValueForm.MAP -> of("a map") + "a bank workload, not " + EXPECTED;
          default -> "expected a scalar as a value, found " + describe(value, at);
        });
  }

  /** A key that holds lists and scalars would have no version order. */
  private void settle(int key, byte what) throws InputException {
    if (key >= holds.length) {
      holds = Arrays.copyOf(holds, Math.max(key + 1, holds.length * 2));
    }
    if (holds[key] != what) {
      if (holds[key] != UNSETTLED) {
        throw error(
            "a key is used as a list (:append) here or before, and as a register (:w) the other"
                + " time");
      }
      holds[key] = what;
    }
  }

  private String describe(Value value, int at) {
    return value.describe(at, scalars);
  }

  /** The beginning of a message that refuses a workload for what its operations hold. */
  private String of(String what) {
    var name =
        switch (function) {
          case READ -> "`:f :read` of ";
          case WRITE -> "`:f :write` of ";
          default -> "a micro-operation on ";
        };
    return name + what + " is ";
  }

  private InputException error(String message) {
    return Operation.error(line, column, message);
  }
}
