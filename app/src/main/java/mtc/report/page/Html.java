package mtc.report.page;

import java.util.Locale;
import mtc.history.Status;
import mtc.report.FixedWords;
import mtc.report.Highlights;
import mtc.report.Markup;
import mtc.report.Subject;

/** Pieces of markup that several parts of the page share. */
final class Html {
  /** Nobody reads more of one value, and a page must stay small; a script can have it all. */
  private static final int LONGEST_VALUE = 20_000;

  private Html() {}

  static String percent(double part, double whole) {
    return String.format(Locale.ROOT, "%.3f%%", 100 * part / whole);
  }

  /** {@code 1 key}, {@code 2 keys}. */
  static String count(long count, String what) {
    return grouped(count) + " " + what + (count == 1 ? "" : "s");
  }

  /** With a comma every three digits. */
  static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** A transaction's name, and a link to its bar if there is a timeline. */
  static String name(Subject subject, String timeline, int t) {
    return timeline == null
        ? subject.name(t)
        : "<a href=\"#" + timeline + "b" + t + "\">" + subject.name(t) + "</a>";
  }

  static String pixels(double length) {
    return String.format(Locale.ROOT, "%.1f", length);
  }

  /** {@code session 3 · line 40}, and what became of it if it did not commit. */
  static String where(Subject whole, int t) {
    var status = whole.history().status(t);
    var place = whole.place(t);
    return folded(whole.session(t))
        + (place == null ? "" : " · " + folded(place))
        + (status == Status.COMMITTED ? "" : " · <b>" + FixedWords.of(status) + "</b>");
  }

  /** The operations of a transaction: those that matter stand out, those left out unfold. */
  static void operations(StringBuilder html, Subject subject, Highlights highlights, int t) {
    var history = subject.history();
    var whole = subject.whole();
    var at = history.firstOperation(t);
    for (var piece : highlights.of(t)) {
      if (piece.operation() < 0) {
        var count = leftOut(piece);
        html.append("<details class=\"fold\"><summary>").append(Markup.text(piece.text()));
        html.append("</summary> ");
        for (var op = at; op < at + count; op++) {
          operation(html, subject, whole, op, "aside");
        }
        html.append("</details> ");
        at += count;
      } else {
        var style = highlights.isFault(piece) ? "fault" : piece.matters() ? "op" : "aside";
        operation(html, subject, whole, piece.operation(), style);
        at = piece.operation() + 1;
      }
    }
    if (history.firstOperation(t) == history.endOperation(t)) {
      html.append("<span class=\"aside\">no operations</span>");
    }
  }

  private static int leftOut(Highlights.Piece piece) {
    return Integer.parseInt(piece.text().replaceAll("\\D", ""));
  }

  /** Every operation, and all of each. */
  static void allOperations(StringBuilder html, Subject subject, int t) {
    var history = subject.history();
    var whole = subject.whole();
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      operation(html, subject, whole, op, "aside");
    }
  }

  private static void operation(
      StringBuilder html, Subject subject, Subject whole, int op, String style) {
    var brief = subject.operation(op);
    var full = whole.operation(op);
    html.append("<code class=\"").append(style).append("\">");
    html.append(brief.equals(full) ? Markup.text(brief) : fold(brief, full)).append("</code> ");
  }

  /** A name as it is, or folded up if it is long. */
  static String folded(String name) {
    return name.length() <= 60 ? Markup.text(name) : fold(Subject.shortened(name, 40), name);
  }

  private static String fold(String brief, String full) {
    var all =
        full.length() <= LONGEST_VALUE
            ? Markup.text(full)
            : Markup.text(full.substring(0, LONGEST_VALUE))
                + "… (the first "
                + LONGEST_VALUE
                + " of "
                + full.length()
                + " characters; <code>mtc check --output json</code> tells all)";
    return "<details class=\"fold\"><summary>"
        + Markup.text(brief)
        + "</summary> "
        + all
        + "</details>";
  }
}
