package mtc.formats.porcupine;

import java.util.Locale;
import java.util.StringTokenizer;
import java.util.regex.Pattern;

/**
 * A line that Porcupine takes notice of.
 *
 * @param argument the value read or written, or that compared to; null for {@code nil}
 * @param update what a compare-and-set writes; null for others
 */
record LogLine(long process, Event event, Call call, Long argument, Long update) {
  private static final Pattern OTHER_THAN_WORDS = Pattern.compile("[^\\p{Alnum}:_+-]+");

  enum Event {
    INVOKE,
    OK,
    /** For a compare-and-set: the comparison failed. For a read: it timed out. */
    FAIL,
    /** Nobody knows: the operation stays open. */
    INFO
  }

  enum Call {
    READ,
    WRITE,
    CAS
  }

  /** Null for every other line. */
  static LogLine parse(String line) {
    var words = wordsOf(line);
    if (words == null || words.countTokens() < 4) {
      return null;
    }
    var process = number(words.nextToken());
    var event = event(words.nextToken());
    var call = call(words.nextToken());
    if (process == null || event == null || call == null || !bracketsClose(line)) {
      return null;
    }
    if (event == Event.INFO) {
      return new LogLine(process, event, call, null, null);
    }
    var first = words.nextToken();
    var second = words.hasMoreTokens() ? words.nextToken() : null;
    return words.hasMoreTokens() ? null : of(process, event, call, first, second);
  }

  /**
   * Whether a line tells of an operation, understood or not: what a process that is no nemesis
   * invokes or completes, whatever stands before it. The logger has other things to say as well,
   * and so have other loggers.
   */
  static boolean tellsOfAnOperation(String line) {
    var words = wordsOf(line);
    if (words != null && words.hasMoreTokens() && tellsOfAnOperation(words)) {
      return true;
    }
    var all = OTHER_THAN_WORDS.split(line);
    for (var i = 0; i < all.length; i++) {
      var process = i == 0 ? "" : all[i - 1];
      var function = i + 1 == all.length ? "" : all[i + 1].toLowerCase(Locale.ROOT);
      var type = all[i].toLowerCase(Locale.ROOT);
      if (isOperation(process, type, function)) {
        return true;
      }
    }
    return false;
  }

  /** What follows the name of the right logger needs fewer words that fit. */
  private static boolean tellsOfAnOperation(StringTokenizer words) {
    var process = words.nextToken();
    if (number(process) != null) {
      return true;
    }
    return !process.equals(":nemesis")
        && words.hasMoreTokens()
        && (event(words.nextToken()) != null
            || words.hasMoreTokens() && call(words.nextToken()) != null);
  }

  /** Whether two of three words are those of an operation, or all three without their colons. */
  private static boolean isOperation(String process, String type, String function) {
    var isOfProcess = number(process) != null;
    return event(type) != null
            && (isOfProcess || !process.equals(":nemesis") && call(function) != null)
        || isOfProcess
            && (event(":" + type) != null && call(":" + function) != null
                || type.startsWith(":") && call(function) != null);
  }

  /** Whether a line was cut off before it said what it tells of. */
  static boolean isCutOff(String line) {
    return !line.isBlank() && "INFO jepsen.util -".startsWith(line.strip().replaceAll("\\s+", " "));
  }

  /** What follows the name of the logger; null if it is another one. */
  private static StringTokenizer wordsOf(String line) {
    if (!line.startsWith("INFO")) {
      return null;
    }
    var words = new StringTokenizer(line, " \t\r[]");
    return words.countTokens() >= 3
            && words.nextToken().equals("INFO")
            && words.nextToken().equals("jepsen.util")
            && words.nextToken().equals("-")
        ? words
        : null;
  }

  private static boolean bracketsClose(String line) {
    return line.indexOf('[') < 0 ? line.indexOf(']') < 0 : line.stripTrailing().endsWith("]");
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
                    case INFO -> true;
                  };
          // Of a write that failed, nobody says whether it timed out.
          case WRITE -> second == null && (event == Event.FAIL || argument != null);
          case CAS -> argument != null && update != null;
        };
    return isRecognised ? new LogLine(process, event, call, argument, update) : null;
  }

  private static Event event(String word) {
    return switch (word) {
      case ":invoke" -> Event.INVOKE;
      case ":ok" -> Event.OK;
      case ":fail" -> Event.FAIL;
      case ":info" -> Event.INFO;
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
