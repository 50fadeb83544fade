package mtc.nativeimage;

import com.oracle.svm.core.annotate.Substitute;
import com.oracle.svm.core.annotate.TargetClass;
import java.util.Formatter;
import java.util.Locale;

/**
 * Format strings can print dates in any calendar, and numbers in the digits of any language, so
 * whatever formats anything has the code for all of that. Nothing here prints a date, and a number
 * should look the same everywhere.
 */
final class FormatterSubstitutions {
  private FormatterSubstitutions() {}

  @TargetClass(className = "java.util.Formatter")
  static final class Symbols {
    @Substitute
    private static char getZero(Locale locale) {
      return '0';
    }

    @Substitute
    private static char getDecimalSeparator(Locale locale) {
      return '.';
    }

    @Substitute
    private static char getGroupingSeparator(Locale locale) {
      return ',';
    }

    @Substitute
    private static char getMinusSign(Locale locale) {
      return '-';
    }
  }

  @TargetClass(className = "java.util.Formatter$FormatSpecifier")
  static final class Specifier {
    @Substitute
    private void printDateTime(Formatter formatter, Object date, Locale locale) {
      throw new UnsupportedOperationException("a date in a format string");
    }

    @Substitute
    private StringBuilder localizedMagnitude(
        Formatter formatter,
        StringBuilder out,
        CharSequence digits,
        int offset,
        int flags,
        int width,
        Locale locale) {
      return Digits.append(out == null ? new StringBuilder() : out, digits, offset, flags, width);
    }
  }
}
