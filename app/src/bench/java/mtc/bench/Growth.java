package mtc.bench;

import java.util.Locale;

/**
 * The exponent with which times grow with sizes: the slope of the line through their logarithms.
 */
final class Growth {
  private int count;
  private double sumOfSizes;
  private double sumOfTimes;
  private double sumOfSquares;
  private double sumOfProducts;

  void add(double size, double time) {
    var x = Math.log(size);
    var y = Math.log(time);
    count++;
    sumOfSizes += x;
    sumOfTimes += y;
    sumOfSquares += x * x;
    sumOfProducts += x * y;
  }

  private double exponent() {
    return (count * sumOfProducts - sumOfSizes * sumOfTimes)
        / (count * sumOfSquares - sumOfSizes * sumOfSizes);
  }

  String text() {
    return count < 2 ? "one size only" : String.format(Locale.ROOT, "n^%.2f", exponent());
  }
}
