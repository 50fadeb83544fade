package mtc.formats.json;

import java.util.regex.Pattern;
import mtc.source.Limits;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;

/** Our limits as Jackson's, and Jackson's complaints as ours. */
public final class Constraints {
  /** The arithmetic of longer numbers would take the square of their length. */
  private static final int MOST_DIGITS = 1000;

  private static final String REQUIRED = " require enabling";

  /** How it begins: in parentheses that are open there, or not. */
  private static final String ADVICE =
      "\\([^()]*(?:\\[Source:|Feature)|: enable `|" + REQUIRED + "|\\[Source:|\n";

  private Constraints() {}

  public static StreamReadConstraints of(Limits limits) {
    return StreamReadConstraints.builder()
        .maxNestingDepth(limits.maxDepth())
        .maxStringLength(limits.maxText())
        .maxNameLength(limits.maxText())
        .maxNumberLength(MOST_DIGITS)
        .build();
  }

  /**
   * What Jackson says without what only its callers can do something about: settings, and the name
   * of what the bytes come from.
   */
  public static String withoutJackson(String message) {
    var found = Pattern.compile(ADVICE).matcher(message);
    if (!found.find()) {
      return message.strip();
    }
    var isOfNumbers = found.group().startsWith(REQUIRED);
    return message.substring(0, found.start()).strip() + (isOfNumbers ? " are none" : "");
  }

  /** Which limit it was, and how to raise it. */
  public static String message(StreamConstraintsException e, Limits limits) {
    var message = e.getOriginalMessage();
    if (message.contains("nesting depth")) {
      return limits.tooDeep();
    }
    return message.contains("Number")
        ? "a number has more than " + MOST_DIGITS + " digits"
        : limits.textTooLong();
  }
}
