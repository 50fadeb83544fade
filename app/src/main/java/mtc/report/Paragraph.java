package mtc.report;

/** Words within 80 columns. */
final class Paragraph {
  private static final int WIDTH = 80;

  private Paragraph() {}

  /** Appends words and a line feed, the first line from a column on, the others indented. */
  static void append(StringBuilder text, String words, int from, int indent) {
    var column = from;
    var isFirst = true;
    for (var word : words.split(" ")) {
      if (!isFirst && column + 1 + word.length() > WIDTH) {
        text.append('\n').append(" ".repeat(indent));
        column = indent;
        isFirst = true;
      }
      text.append(isFirst ? "" : " ").append(word);
      column += word.length() + (isFirst ? 0 : 1);
      isFirst = false;
    }
    text.append('\n');
  }
}
