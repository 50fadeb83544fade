package mtc.formats.jepsen;

import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.source.Counted;
import mtc.source.InputException;
import mtc.workload.Call;
import mtc.workload.Value;

/**
 * The numbers by which a log tells the order of its versions. All that are used have one name,
 * because nothing says that a commit timestamp and a version count the same.
 */
final class VersionNumbers {
  /** In place of a name's rank: there is no number, it is no integer, or one that is too large. */
  static final byte NONE = Call.NO_VERSION_NAME;

  static final byte NO_INTEGER = NONE + 1;
  static final byte TOO_LARGE = NONE + 2;

  private final HistoryBuilder builder;
  private final Scalars scalars;
  private byte used = NONE;
  private int unused;

  VersionNumbers(HistoryBuilder builder) {
    this.builder = builder;
    scalars = builder.scalars();
  }

  /** Whether a history can keep it. */
  static boolean canBeKept(long number) {
    return number > Long.MIN_VALUE && number <= History.GREATEST_VERSION;
  }

  /**
   * Whether something under one name counts more than something under another: a number more than
   * none, and more the less plain its name is; but what is too large is not passed over.
   */
  static boolean isBetter(byte name, byte than) {
    return than != TOO_LARGE && (name == TOO_LARGE || than == NONE || name < than);
  }

  /** An operation has something under a name that is no number of a version. */
  void countIfUnused(byte name) {
    unused += name == NO_INTEGER ? 1 : 0;
  }

  /** Numbers the version that the last operation of the history wrote or read. */
  void number(long number, byte name, long line, long column) throws InputException {
    if (name == NONE || name == NO_INTEGER) {
      return;
    }
    if (builder.reading().ignoresVersions()) {
      builder.version(0); // Only that there are numbers matters then.
      return;
    }
    if (name == TOO_LARGE) {
      throw refusal(line, column, "the number of a version is beyond 64 bits, or at their end");
    }
    if (used != NONE && used != name) {
      throw refusal(
          line,
          column,
          "versions are numbered by :"
              + Operation.VERSION_NAMES.get(name)
              + " here and by :"
              + Operation.VERSION_NAMES.get(used)
              + " before, and nothing says that they count the same");
    }
    used = name;
    builder.version(number);
  }

  private static InputException refusal(long line, long column, String what) {
    return Operation.error(line, column, what + "; --versions ignore asks for any order");
  }

  /** A map behind a micro-operation may tell the version that it wrote or read. */
  void readMap(Value value, int at, long line, long column) throws InputException {
    var best = NONE;
    var number = 0L;
    for (var key = at + 1; key < value.code[at]; key = value.after(value.after(key))) {
      var name = value.isScalar(key) ? nameOf(value.scalar(key, scalars), scalars) : -1;
      var told = value.after(key);
      var what = name < 0 ? NONE : what(value, told, name);
      if (what != NONE && isBetter(what, best)) {
        best = what;
        number = what < NONE ? scalars.longValue(value.code[told]) : 0;
      }
    }
    countIfUnused(best);
    number(number, best, line, column);
  }

  /** Whether a map has anything under the name of a version. */
  static boolean areIn(Value value, int map, Scalars scalars) {
    for (var key = map + 1; key < value.code[map]; key = value.after(value.after(key))) {
      var isNamed = value.isScalar(key) && nameOf(value.scalar(key, scalars), scalars) >= 0;
      if (isNamed && !value.isNil(value.after(key))) {
        return true;
      }
    }
    return false;
  }

  private byte what(Value value, int at, int name) {
    if (value.tag[at] != ValueForm.SCALAR) {
      return value.isNil(at) ? NONE : NO_INTEGER;
    }
    var scalar = value.code[at];
    return switch (scalars.kind(scalar)) {
      case NIL -> NONE;
      case INTEGER -> canBeKept(scalars.longValue(scalar)) ? (byte) name : TOO_LARGE;
      case BIG_INTEGER -> TOO_LARGE;
      default -> NO_INTEGER;
    };
  }

  private static int nameOf(int scalar, Scalars scalars) {
    return switch (scalars.kind(scalar)) {
      case KEYWORD, STRING -> Operation.VERSION_NAMES.indexOf(scalars.textValue(scalar));
      default -> -1;
    };
  }

  /** Nothing is left out in silence. */
  void finish() {
    if (unused > 0 && !builder.reading().ignoresVersions()) {
      builder.note(
          "what "
              + Counted.of(unused, "operation")
              + (unused == 1 ? " has" : " have")
              + " under :version, :commit-ts or :transaction-order is no integer, and not used");
    }
  }
}
