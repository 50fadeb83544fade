package mtc.history;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One spelling for each value of EDN's own tags, so that equal ones are equal texts. */
final class TaggedText {
  /** What Clojure reads: everything after the year may be missing, and then is the least. */
  private static final Pattern INSTANT =
      Pattern.compile(
          "(\\d{4})(?:-(\\d\\d)(?:-(\\d\\d)(?:T(\\d\\d)(?::(\\d\\d)(?::(\\d\\d)(?:\\.(\\d{1,9}))?)?)?)?)?)?"
              + "(?:Z|([+-])(\\d\\d):(\\d\\d))?");

  private TaggedText() {}

  /** What is none of its tag stays as it is spelt. */
  static String canonical(String tag, String text) {
    try {
      return switch (tag) {
        case "uuid" -> UUID.fromString(text).toString();
        case "inst" -> instant(text);
        default -> text;
      };
    } catch (IllegalArgumentException | DateTimeException e) {
      return text;
    }
  }

  private static String instant(String text) {
    var found = INSTANT.matcher(text);
    if (!found.matches()) {
      return text;
    }
    var fraction = found.group(7);
    var local =
        LocalDateTime.of(
            number(found, 1, 0),
            number(found, 2, 1),
            number(found, 3, 1),
            number(found, 4, 0),
            number(found, 5, 0),
            number(found, 6, 0),
            fraction == null ? 0 : Integer.parseInt((fraction + "00000000").substring(0, 9)));
    var minutes = number(found, 9, 0) * 60 + number(found, 10, 0);
    var offset = "-".equals(found.group(8)) ? -minutes : minutes;
    return local.minusMinutes(offset).toInstant(ZoneOffset.UTC).toString();
  }

  private static int number(Matcher found, int group, int otherwise) {
    return found.group(group) == null ? otherwise : Integer.parseInt(found.group(group));
  }
}
