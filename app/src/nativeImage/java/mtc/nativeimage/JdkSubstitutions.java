package mtc.nativeimage;

import com.oracle.svm.core.annotate.Substitute;
import com.oracle.svm.core.annotate.TargetClass;
import java.util.Formatter;
import java.util.Locale;

/**
 * Format strings can print dates, in any calendar and language, and so whatever formats a number
 * has the code for that. Nothing here prints a date.
 */
@TargetClass(className = "java.util.Formatter$FormatSpecifier")
final class JdkSubstitutions {
  @Substitute
  private void printDateTime(Formatter formatter, Object date, Locale locale) {
    throw new UnsupportedOperationException("%t in a format string");
  }
}
