package mtc.report;

import mtc.source.Printable;

/** Strings inside JSON. */
final class JsonText {
  private JsonText() {}

  /**
   * Appends a string in quotes; with all escaped that UTF-8 or a line cannot hold, or a terminal
   * not show.
   */
  static void append(StringBuilder json, String text) {
    json.append('"');
    for (var i = 0; i < text.length(); i++) {
      var c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> json.append('\\').append(c);
        case '\n' -> json.append("\\n");
        case '\t' -> json.append("\\t");
        case '\r' -> json.append("\\r");
        default -> {
          if (!Printable.isSafe(isPaired(text, i) ? pair(text, i) : c)) {
            json.append("\\u").append(Integer.toHexString(0x10000 | c), 1, 5);
          } else {
            json.append(c);
          }
        }
      }
    }
    json.append('"');
  }

  /** A lone surrogate has no UTF-8 form: it would arrive as a question mark. */
  private static boolean isPaired(String text, int at) {
    return Character.isHighSurrogate(text.charAt(at))
        ? at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1))
        : at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
  }

  /** The character that one of its two halves is at an index. */
  private static int pair(String text, int at) {
    return text.codePointAt(Character.isHighSurrogate(text.charAt(at)) ? at : at - 1);
  }
}
