package mtc.nativeimage;

import java.io.File;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The types that mtc's options have. Conversions and messages are picocli's own. */
final class Converters {
  private Converters() {}

  static void register(Map<Class<?>, ITypeConverter<?>> registry) {
    registry.put(Object.class, text -> text);
    registry.put(String.class, text -> text);
    registry.put(File.class, File::new);
    for (var type : new Class<?>[] {boolean.class, Boolean.class}) {
      registry.put(type, Converters::toBoolean);
    }
    for (var type : new Class<?>[] {int.class, Integer.class}) {
      registry.put(type, text -> number(text, Integer::valueOf, "an int"));
    }
    for (var type : new Class<?>[] {long.class, Long.class}) {
      registry.put(type, text -> number(text, Long::valueOf, "a long"));
    }
    for (var type : new Class<?>[] {double.class, Double.class}) {
      registry.put(type, text -> number(text, Double::valueOf, "a double"));
    }
  }

  private static Boolean toBoolean(String text) {
    if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
      throw new TypeConversionException("'" + text + "' is not a boolean");
    }
    return Boolean.valueOf(text);
  }

  private static <T> T number(String text, Function<String, T> parse, String type) {
    try {
      return parse.apply(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is not " + type);
    }
  }
}
