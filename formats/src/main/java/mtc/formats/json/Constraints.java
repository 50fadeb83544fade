package mtc.formats.json;

import java.util.List;
import mtc.source.Limits;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;

/** Our limits as Jackson's, and Jackson's complaints as ours. */
public final class Constraints {
  /** The arithmetic of longer numbers would take the square of their length. */
  private static final int MOST_DIGITS = 1000;

  /** How what is for callers begins: settings, and the name of what the bytes come from. */
  private static final List<String> ADVICE =
      List.of("(not recognized as one since", "(consider enabling", ": enable `", "\n");

  private Constraints() {}

  public static StreamReadConstraints of(Limits limits) {
    return StreamReadConstraints.builder()
        .maxNestingDepth(limits.maxDepth())
        .maxStringLength(limits.maxText())
        .maxNameLength(limits.maxText())
        .maxNumberLength(MOST_DIGITS)
        .build();
  }

  /** What Jackson says without what only its callers can do something about. */
  public static String withoutJackson(String message) {
    var end = message.length();
    for (var advice : ADVICE) {
      var at = message.indexOf(advice);
      end = at < 0 ? end : Math.min(end, at);
    }
    return message.substring(0, end).strip();
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
