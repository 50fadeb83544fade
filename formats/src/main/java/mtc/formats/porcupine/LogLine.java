package mtc.formats.porcupine;

import java.util.StringTokenizer;

/**
 * A line that Porcupine takes notice of.
 *
 * @param argument the value read or written, or that compared to; null for {@code nil}
 * @param update what a compare-and-set writes; null for others
 */
record LogLine(long process, Event event, Call call, Long argument, Long update) {
  enum Event {
    INVOKE,
    OK,
    /** For a compare-and-set: the comparison failed. For a read: it timed out. */
    FAIL
  }

  enum Call {
    READ,
    WRITE,
    CAS
  }

  /** Null for every other line; also {@code :info}, after which an operation just stays open. */
  static LogLine parse(String line) {
    if (!line.startsWith("INFO")) {
      return null;
    }
    var words = new StringTokenizer(line, " \t\r[]");
    if (words.countTokens() < 7
        || !words.nextToken().equals("INFO")
        || !words.nextToken().equals("jepsen.util")
        || !words.nextToken().equals("-")) {
      return null;
    }
    var process = number(words.nextToken());
    var event = event(words.nextToken());
    var call = call(words.nextToken());
    if (process == null || event == null || call == null) {
      return null;
    }
    var first = words.nextToken();
    var second = words.hasMoreTokens() ? words.nextToken() : null;
    return words.hasMoreTokens() ? null : of(process, event, call, first, second);
  }

  private static LogLine of(long process, Event event, Call call, String first, String second) {
    var argument = number(first);
    var update = second == null ? null : number(second);
    var isRecognised =
        switch (call) {
          case READ ->
              second == null
                  && switch (event) {
                    case INVOKE -> first.equals("nil");
                    case OK -> first.equals("nil") || argument != null;
                    case FAIL -> first.equals(":timed-out");
                  };
          case WRITE -> second == null && event != Event.FAIL && argument != null;
          case CAS -> argument != null && update != null;
        };
    return isRecognised ? new LogLine(process, event, call, argument, update) : null;
  }

  private static Event event(String word) {
    return switch (word) {
      case ":invoke" -> Event.INVOKE;
      case ":ok" -> Event.OK;
      case ":fail" -> Event.FAIL;
      default -> null;
    };
  }

  private static Call call(String word) {
    return switch (word) {
      case ":read" -> Call.READ;
      case ":write" -> Call.WRITE;
      case ":cas" -> Call.CAS;
      default -> null;
    };
  }

  private static Long number(String word) {
    try {
      return Long.valueOf(word);
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
