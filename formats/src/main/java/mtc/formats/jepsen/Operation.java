package mtc.formats.jepsen;

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
    /** The {@code :process} is anything else: the nemesis. */
    NO_CLIENT
  }

  static final long NO_TIME = -1;

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
  Form value = new Form();
}
