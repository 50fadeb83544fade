package mtc.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A number with a unit, as people write it on a command line: {@code 100ms}, {@code 1.5s}, {@code
 * 8G}.
 */
public final class Quantity {
  private Quantity() {}

  /** A duration in nanoseconds. */
  public static final class Nanos implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      if (text.equals("0")) {
        return 0L;
      }
      return switch (unit(text)) {
        case "ns" -> scaled(text, 1);
        case "us", "µs" -> scaled(text, 1_000);
        case "ms" -> scaled(text, 1_000_000);
        case "s" -> scaled(text, 1_000_000_000);
        case "m", "min" -> scaled(text, 60_000_000_000L);
        default -> throw bad(text, "a duration such as 100ms, 2s or 50us");
      };
    }
  }

  /** A size in bytes; units are powers of 1024. */
  public static final class Bytes implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      return switch (unit(text)) {
        case "" -> scaled(text, 1);
        case "k", "K", "KB", "KiB" -> scaled(text, 1L << 10);
        case "m", "M", "MB", "MiB" -> scaled(text, 1L << 20);
        case "g", "G", "GB", "GiB" -> scaled(text, 1L << 30);
        case "t", "T", "TB", "TiB" -> scaled(text, 1L << 40);
        default -> throw bad(text, "a size such as 500M or 8G");
      };
    }
  }

  private static int numberLength(String text) {
    var end = 0;
    while (end < text.length()
        && (text.charAt(end) >= '0' && text.charAt(end) <= '9' || text.charAt(end) == '.')) {
      end++;
    }
    return end;
  }

  private static String unit(String text) {
    return text.substring(numberLength(text));
  }

  private static long scaled(String text, long unit) {
    try {
      var scaled = Double.parseDouble(text.substring(0, numberLength(text))) * unit;
      if (scaled <= Long.MAX_VALUE / 4) {
        return Math.round(scaled);
      }
    } catch (NumberFormatException e) {
      throw bad(text, "a number and a unit");
    }
    throw bad(text, "something smaller");
  }

  private static TypeConversionException bad(String text, String expected) {
    return new TypeConversionException("'" + text + "' is not what was expected: " + expected);
  }
}
