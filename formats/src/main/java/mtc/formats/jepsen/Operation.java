package mtc.formats.jepsen;

import java.util.List;
import mtc.source.InputException;
import mtc.workload.Call;

/** One operation map of a history, as it stands: an invocation, a completion, or the nemesis's. */
final class Operation {
  /** What {@code :type} says. */
  enum Type {
    INVOKE,
    OK,
    FAIL,
    INFO;

    /** The type of a name, or null. */
    static Type of(String word) {
      return switch (word) {
        case "invoke" -> INVOKE;
        case "ok" -> OK;
        case "fail" -> FAIL;
        case "info" -> INFO;
        default -> null;
      };
    }
  }

  /** Whose operation it is. */
  enum Who {
    /** Of an integer {@code :process}. */
    CLIENT,
    /** There is no {@code :process}, or it is nil. */
    ANONYMOUS,
    /** The {@code :process} is the nemesis. */
    NEMESIS,
    /** The {@code :process} is anything else: no client, if it does not do what clients do. */
    STRANGER
  }

  static final long NO_TIME = -1;

  static final long NO_VERSION = Call.NO_VERSION;

  /**
   * Under which names an operation tells its place in the order of versions, the plainest last:
   * Elle's option of that name, a commit timestamp, or a version.
   */
  static final List<String> VERSION_NAMES = List.of("transaction-order", "commit-ts", "version");

  /** Under which of them a read of a register tells which version it saw. */
  static final String VERSION_SEEN = "version";

  /** In the place of a column, where {@link #line} is the offset of a byte. */
  static final long NO_COLUMN = -1;

  long line;
  long column;
  Type type;
  Who who;

  /** The scalar that names the process of a client. */
  int process;

  Function function;
  String functionName;
  boolean hasIndex;

  /** Whether there is an {@code :error}. */
  boolean hasError;

  long index;
  long time;

  /** The number of the versions that it wrote, or of what a register held that it read. */
  long version;

  /** Its rank among {@link #VERSION_NAMES}, or what {@link VersionNumbers} has in place of it. */
  byte versionName;

  /** The same as far as the number holds for what it is known to have done. */
  byte versionNameFor(Function done) {
    return function == Function.NONE && done == Function.READ ? VersionNumbers.NONE : versionName;
  }

  ValueForm value = new ValueForm();

  /** Something is wrong with the operation that stands there. */
  static InputException error(long line, long column, String message) {
    return column == NO_COLUMN
        ? InputException.atByte(line, message)
        : InputException.atLine(line, column, message);
  }

  /** {@code line 12}, {@code byte 4711}. */
  static String place(long line, long column) {
    return (column == NO_COLUMN ? "byte " : "line ") + line;
  }
}
