package mtc.report;

import java.util.ArrayList;
import java.util.List;
import mtc.source.Printable;

/** Text inside XML: of pages, drawings, and Graphviz' HTML-like labels. */
public final class Markup {
  private Markup() {}

  /** Escaped for XML, after whatever nobody could see in it. */
  public static String text(String raw) {
    var text = Printable.text(raw);
    var escaped = new StringBuilder(text.length() + 16);
    for (var i = 0; i < text.length(); i++) {
      var c = text.charAt(i);
      switch (c) {
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '&' -> escaped.append("&amp;");
        case '"' -> escaped.append("&quot;");
        default -> escaped.append(c);
      }
    }
    return escaped.toString();
  }

  /** Lines of at most so many characters, broken between words; a longer word stays whole. */
  static List<String> lines(String words, int width) {
    var lines = new ArrayList<String>();
    var line = new StringBuilder();
    for (var word : words.split(" ")) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
