package mtc.source;

/** Strings in quotes, with whatever a terminal would not show as it is as an escape. */
public final class Quoted {
  private Quoted() {}

  /** As JSON spells it. */
  public static void json(String text, StringBuilder into) {
    append(text, "", into);
  }

  /** As EDN spells it, which has no half of a pair: its backslash is one. */
  public static String edn(String text) {
    var quoted = new StringBuilder(text.length() + 2);
    append(text, "\\", quoted);
    return quoted.toString();
  }

  private static void append(String text, String beforeHalf, StringBuilder into) {
    into.append('"');
    for (var i = 0; i < text.length(); ) {
      var c = text.codePointAt(i);
      i += Character.charCount(c);
      switch (c) {
        case '"', '\\' -> into.append('\\').append((char) c);
        case '\n' -> into.append("\\n");
        case '\r' -> into.append("\\r");
        case '\t' -> into.append("\\t");
        default -> {
          if (Printable.isSafe(c)) {
            into.appendCodePoint(c);
          } else {
            into.append(Character.getType(c) == Character.SURROGATE ? beforeHalf : "");
            escape(c, into);
          }
        }
      }
    }
    into.append('"');
  }

  /** A character by its number, or by those of its two halves. */
  public static void escape(int codePoint, StringBuilder into) {
    for (var c : Character.toChars(codePoint)) {
      into.append("\\u").append(Integer.toHexString(0x10000 | c), 1, 5);
    }
  }
}
