package mtc.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Our own figures in a page that is written by hand: what stands between {@code <!--name-->} and
 * {@code <!--/-->} there is replaced, if it was measured this time.
 */
final class Comparison {
  private static final String END = "<!--/-->";

  private final Map<String, String> figures = new HashMap<>();

  void put(String name, String figure) {
    figures.put(name, figure);
  }

  void fillIn(Path page) throws IOException {
    var text = Files.readString(page);
    for (var figure : figures.entrySet()) {
      var mark = "<!--" + figure.getKey() + "-->";
      var start = text.indexOf(mark) + mark.length();
      if (start >= mark.length()) {
        text =
            text.substring(0, start) + figure.getValue() + text.substring(text.indexOf(END, start));
      }
    }
    Files.writeString(page, text);
  }
}
