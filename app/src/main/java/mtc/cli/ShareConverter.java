package mtc.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A part of a whole, from 0 to 1: {@code 0.25} or {@code 25%}. */
public final class ShareConverter implements ITypeConverter<Double> {
  @Override
  public Double convert(String text) {
    var isPercentage = text.endsWith("%");
    try {
      var number = Double.parseDouble(isPercentage ? text.substring(0, text.length() - 1) : text);
      var share = isPercentage ? number / 100 : number;
      if (share >= 0 && share <= 1) {
        return share;
      }
    } catch (NumberFormatException e) {
      throw bad(text);
    }
    throw bad(text);
  }

  private static TypeConversionException bad(String text) {
    return new TypeConversionException(
        "'" + text + "' is not a share: a number from 0 to 1, or a percentage such as 25%");
  }
}
