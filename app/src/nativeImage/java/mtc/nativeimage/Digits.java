package mtc.nativeimage;

/** The digits of a number in a format string, as {@link java.util.Locale#ROOT} has them. */
final class Digits {
  /** Values of {@code java.util.Formatter.Flags}. */
  private static final int ZERO_PAD = 1 << 5;

  private static final int GROUP = 1 << 6;

  private Digits() {}

  static StringBuilder append(
      StringBuilder out, CharSequence digits, int offset, int flags, int width) {
    var begin = out.length();
    var dot = offset;
    while (dot < digits.length() && digits.charAt(dot) != '.') {
      dot++;
    }
    for (var i = offset; i < digits.length(); i++) {
      out.append(digits.charAt(i));
      if ((flags & GROUP) != 0 && i < dot - 1 && (dot - i) % 3 == 1) {
        out.append(',');
      }
    }
    if ((flags & ZERO_PAD) != 0 && out.length() < width) {
      out.insert(begin, "0".repeat(width - out.length()));
    }
    return out;
  }
}
