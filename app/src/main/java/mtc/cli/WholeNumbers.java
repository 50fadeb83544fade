package mtc.cli;

import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Numbers in options: of digits from 0 to 9, while Java takes those of other scripts too. */
final class WholeNumbers {
  private WholeNumbers() {}

  /** All commands there are read their numbers like this. */
  static CommandLine readBy(CommandLine all) {
    return all.registerConverter(Integer.class, converter("an int", Integer::valueOf))
        .registerConverter(Integer.TYPE, converter("an int", Integer::valueOf))
        .registerConverter(Long.class, converter("a long", Long::valueOf))
        .registerConverter(Long.TYPE, converter("a long", Long::valueOf));
  }

  private static <T> ITypeConverter<T> converter(String what, Function<String, T> number) {
    return text -> {
      if (text.chars().allMatch(c -> c <= '9')) {
        try {
          return number.apply(text);
        } catch (NumberFormatException e) {
          throw none(text, what);
        }
      }
      throw none(text, what);
    };
  }

  private static TypeConversionException none(String text, String what) {
    return new TypeConversionException("'" + text + "' is not " + what);
  }
}
