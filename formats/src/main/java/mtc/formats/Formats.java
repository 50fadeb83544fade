package mtc.formats;

import java.util.List;
import mtc.formats.dbcop.DbcopHistFormat;
import mtc.formats.dbcop.DbcopJsonFormat;
import mtc.formats.viper.ViperFormat;

/** All formats, in the order in which they are tried. */
public final class Formats {
  /** Those that the first bytes prove come before those that take any text of their shape. */
  public static final List<Format> ALL =
      List.of(new ViperFormat(), new DbcopJsonFormat(), new DbcopHistFormat());

  private Formats() {}

  /** The format of a name, or null. */
  public static Format named(String name) {
    for (var format : ALL) {
      if (format.name().equals(name)) {
        return format;
      }
    }
    return null;
  }

  /** The first format that knows the sample, or null. */
  static Format of(Sample sample, List<Format> among) {
    for (var format : among) {
      if (format.recognises(sample)) {
        return format;
      }
    }
    return null;
  }
}
