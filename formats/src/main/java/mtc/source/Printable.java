package mtc.source;

/** Text from an input, made safe to show on a terminal. */
public final class Printable {
  private Printable() {}

  /**
   * The text with control characters, and what reverses, hides or breaks text, as escapes; a byte
   * of a {@link FileName} that is not UTF-8 as {@code \xff}. Text that went through this once stays
   * as it is.
   */
  public static String text(String text) {
    for (var i = 0; i < text.length(); i++) {
      var c = text.charAt(i);
      if (c < ' ' || c >= 0x7f) {
        return escaped(text);
      }
    }
    return text;
  }

  /** Whether a terminal shows a character as what it is. */
  public static boolean isSafe(int codePoint) {
    if (codePoint >= ' ' && codePoint < 0x7f) {
      return true;
    }
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.UNASSIGNED,
          Character.PRIVATE_USE ->
          false;
      default -> !isInvisible(codePoint);
    };
  }

  /** Letters that have no shape: fillers and selectors of variants. */
  private static boolean isInvisible(int codePoint) {
    return codePoint == 0x115f
        || codePoint == 0x1160
        || codePoint == 0x3164
        || codePoint == 0xffa0
        || codePoint == 0x034f
        || codePoint == 0x2800
        || codePoint >= 0xfe00 && codePoint <= 0xfe0f
        || codePoint >= 0xe0100 && codePoint <= 0xe01ef;
  }

  private static String escaped(String text) {
    var safe = new StringBuilder(text.length() + 16);
    for (var i = 0; i < text.length(); ) {
      var c = text.codePointAt(i);
      if (isSafe(c)) {
        safe.appendCodePoint(c);
      } else if (FileName.isByte(text, i)) {
        safe.append("\\x").append(Integer.toHexString(0x100 | c & 0xff), 1, 3);
      } else {
        Quoted.escape(c, safe);
      }
      i += Character.charCount(c);
    }
    return safe.toString();
  }
}
