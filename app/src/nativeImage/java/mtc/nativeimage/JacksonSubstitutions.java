package mtc.nativeimage;

import com.oracle.svm.core.annotate.Substitute;
import com.oracle.svm.core.annotate.TargetClass;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Jackson parses floating-point and very long numbers by code that brings the JDK's foreign memory
 * and method handles along. Histories have few such numbers: the JDK's own parsers will do.
 */
final class JacksonSubstitutions {
  private static final String PARSERS = "tools.jackson.core.internal.shaded.fdp.";

  private JacksonSubstitutions() {}

  @TargetClass(className = PARSERS + "JavaDoubleParser")
  static final class Doubles {
    @Substitute
    public static double parseDouble(CharSequence text) {
      return Double.parseDouble(text.toString());
    }

    @Substitute
    public static double parseDouble(char[] text, int offset, int length) {
      return Double.parseDouble(new String(text, offset, length));
    }
  }

  @TargetClass(className = PARSERS + "JavaFloatParser")
  static final class Floats {
    @Substitute
    public static float parseFloat(CharSequence text) {
      return Float.parseFloat(text.toString());
    }

    @Substitute
    public static float parseFloat(char[] text, int offset, int length) {
      return Float.parseFloat(new String(text, offset, length));
    }
  }

  @TargetClass(className = PARSERS + "JavaBigDecimalParser")
  static final class BigDecimals {
    @Substitute
    public static BigDecimal parseBigDecimal(CharSequence text) {
      return new BigDecimal(text.toString());
    }

    @Substitute
    public static BigDecimal parseBigDecimal(char[] text, int offset, int length) {
      return new BigDecimal(text, offset, length);
    }
  }

  @TargetClass(className = PARSERS + "JavaBigIntegerParser")
  static final class BigIntegers {
    @Substitute
    public static BigInteger parseBigInteger(CharSequence text) {
      return new BigInteger(text.toString());
    }

    @Substitute
    public static BigInteger parseBigInteger(CharSequence text, int radix) {
      return new BigInteger(text.toString(), radix);
    }

    @Substitute
    public static BigInteger parseBigInteger(char[] text, int offset, int length, int radix) {
      return new BigInteger(new String(text, offset, length), radix);
    }
  }
}
