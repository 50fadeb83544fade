package mtc.bench;

import java.util.List;
import java.util.Locale;

/**
 * Time against size, both logarithmic, as SVG. Linear time is a line that rises by one decade per
 * decade. Colours are chosen to be seen on white and on black.
 */
final class Chart {
  /** One curve. */
  record Series(String name, String colour, boolean dashed, List<double[]> points) {}

  private static final double WIDTH = 720;
  private static final double HEIGHT = 440;
  private static final double LEFT = 70;
  private static final double RIGHT = 170;
  private static final double TOP = 44;
  private static final double BOTTOM = 56;

  private final StringBuilder svg = new StringBuilder();
  private final double leastX;
  private final double mostX;
  private final double leastY;
  private final double mostY;

  private Chart(List<Series> series) {
    leastX = Math.floor(extreme(series, 0, false));
    mostX = Math.max(leastX + 1, Math.ceil(extreme(series, 0, true)));
    leastY = Math.floor(extreme(series, 1, false));
    mostY = Math.max(leastY + 1, Math.ceil(extreme(series, 1, true)));
  }

  static String render(String title, List<Series> series) {
    return new Chart(series).draw(title, series);
  }

  private static double extreme(List<Series> series, int coordinate, boolean greatest) {
    var all =
        series.stream()
            .flatMap(one -> one.points().stream())
            .mapToDouble(point -> Math.log10(point[coordinate]));
    return (greatest ? all.max() : all.min()).orElse(0);
  }

  private String draw(String title, List<Series> series) {
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" font-family="sans-serif" font-size="13">
        <style>
          .ink { fill: #333 } .grid { stroke: #8888; stroke-width: 0.5 }
          @media (prefers-color-scheme: dark) { .ink { fill: #ddd } }
        </style>
        """
            .formatted(WIDTH, HEIGHT));
    text(LEFT, 24, "start", title);
    for (var decade = leastX; decade <= mostX; decade++) {
      line(x(decade), TOP, x(decade), HEIGHT - BOTTOM);
      text(x(decade), HEIGHT - BOTTOM + 20, "middle", count(Math.pow(10, decade)));
    }
    for (var decade = leastY; decade <= mostY; decade++) {
      line(LEFT, y(decade), WIDTH - RIGHT, y(decade));
      text(LEFT - 8, y(decade) + 4, "end", seconds(Math.pow(10, decade)));
    }
    text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14, "middle", "transactions");
    for (var i = 0; i < series.size(); i++) {
      curve(series.get(i), i);
    }
    return svg.append("</svg>\n").toString();
  }

  private void curve(Series series, int place) {
    var dash = series.dashed() ? " stroke-dasharray=\"5 4\"" : "";
    var stroke =
        " fill=\"none\" stroke=\"" + series.colour() + "\" stroke-width=\"2\"" + dash + "/>\n";
    svg.append("<polyline points=\"");
    for (var point : series.points()) {
      svg.append(place(point, "%.1f,%.1f "));
    }
    svg.append('"').append(stroke);
    for (var point : series.points()) {
      svg.append(place(point, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\""))
          .append(series.colour())
          .append("\"/>\n");
    }
    var legendY = TOP + 12 + 22 * place;
    var legendX = WIDTH - RIGHT + 16;
    svg.append(number("<path d=\"M%.1f %.1f h26\"", legendX, legendY) + stroke);
    text(legendX + 34, legendY + 4, "start", series.name());
  }

  private String place(double[] point, String template) {
    return number(template, x(Math.log10(point[0])), y(Math.log10(point[1])));
  }

  private double x(double decade) {
    return LEFT + (decade - leastX) / (mostX - leastX) * (WIDTH - LEFT - RIGHT);
  }

  private double y(double decade) {
    return HEIGHT - BOTTOM - (decade - leastY) / (mostY - leastY) * (HEIGHT - TOP - BOTTOM);
  }

  private void line(double fromX, double fromY, double toX, double toY) {
    svg.append(
        number(
            "<line class=\"grid\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
            fromX, fromY, toX, toY));
  }

  private void text(double x, double y, String anchor, String text) {
    svg.append(number("<text class=\"ink\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"", x, y))
        .append(anchor)
        .append("\">")
        .append(text)
        .append("</text>\n");
  }

  private static String number(String template, Object... numbers) {
    return String.format(Locale.ROOT, template, numbers);
  }

  private static String count(double number) {
    return number >= 1e6
        ? number("%.0fM", number / 1e6)
        : number >= 1e3 ? number("%.0fk", number / 1e3) : number("%.0f", number);
  }

  private static String seconds(double number) {
    return number < 1 ? number("%.0f ms", number * 1000) : number("%.0f s", number);
  }
}
