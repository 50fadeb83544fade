package mtc.source;

/** Text from an input, made safe to show on a terminal. */
public final class Printable {
  private Printable() {}

  /** The text with control characters, and what reverses or hides text, as escapes. */
  public static String text(String text) {
    for (var i = 0; i < text.length(); i++) {
      if (!isSafe(text.charAt(i))) {
        return escaped(text);
      }
    }
    return text;
  }

  private static boolean isSafe(char c) {
    if (c >= ' ' && c < 0x7f) {
      return true;
    }
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }

  private static String escaped(String text) {
    var safe = new StringBuilder(text.length() + 16);
    for (var i = 0; i < text.length(); i++) {
      var c = text.charAt(i);
      if (isSafe(c)) {
        safe.append(c);
      } else {
        safe.append("\\u");
        for (var shift = 12; shift >= 0; shift -= 4) {
          safe.append(Character.forDigit(c >> shift & 0xf, 16));
        }
      }
    }
    return safe.toString();
  }
}
