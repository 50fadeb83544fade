package mtc.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mtc.history.Status;
import mtc.verdict.Anomaly;
import mtc.verdict.Edge;
import mtc.verdict.Verdict;

/**
 * What stands under the line of a verdict that is not {@code valid}, within 80 columns.
 *
 * <p>An example is a table of its transactions, a row each, and a line per edge of the cycle:
 *
 * <pre>
 *   T17  session 3  line 40  r(x)=1  w(y)=7
 *   T18  session 5  line 44  r(y)=2  w(x)=3
 *   T17 -rw(y)-> T18  T18 overwrote y=2, which T17 had read
 *   T18 -rw(x)-> T17  T17 …
 * </pre>
 */
final class TextDetails {
  private static final int WIDTH = 80;
  private static final String INDENT = "    ";

  /**
   * If the arrow takes more than this, and its sentence does not fit, that goes on the next line.
   */
  private static final int WIDEST_ARROW = 44;

  private static final int WIDEST_PLACE = 36;

  /** A longer cycle is shown by its first and last transactions and edges. */
  private static final int LONGEST_CYCLE = 12;

  private final Subject subject;
  private final Explanation explanation;
  private final TerminalColours ink;
  private final StringBuilder text;

  TextDetails(Subject subject, TerminalColours ink, StringBuilder text) {
    this.subject = subject;
    this.explanation = new Explanation(subject);
    this.ink = ink;
    this.text = text;
  }

  void append(Verdict verdict) {
    for (var anomaly : verdict.anomalies()) {
      title(anomaly);
      var examples = anomaly.examples();
      for (var i = 0; i < examples.size(); i++) {
        if (examples.size() > 1) {
          text.append(INDENT).append("example ").append(i + 1).append('\n');
        }
        example(anomaly, examples.get(i));
      }
    }
    if (verdict.outcome() == Verdict.Outcome.UNKNOWN) {
      open(verdict.open());
    }
  }

  private void title(Anomaly anomaly) {
    var name = Explanation.title(anomaly);
    text.append("  ").append(ink.strong(name));
    var rest =
        " ×" + anomaly.count() + " (" + anomaly.elleName() + "): " + Explanation.meaning(anomaly);
    wrap(rest, 2 + name.length(), 4);
  }

  private void example(Anomaly anomaly, Anomaly.Example example) {
    table(Highlights.of(subject, example));
    var fault = explanation.fault(anomaly, example);
    if (!fault.isEmpty()) {
      text.append(INDENT);
      wrap(fault, INDENT.length(), INDENT.length() + 2);
    }
    if (example.alternatives().isEmpty()) {
      edges(example.cycle());
    } else {
      for (var cycle : Cases.of(example)) {
        text.append(INDENT);
        wrap(explanation.condition(cycle) + ":", INDENT.length(), INDENT.length() + 2);
        edges(cycle);
      }
    }
  }

  // The transactions.

  private void table(Highlights highlights) {
    var rows = new ArrayList<String[]>();
    var all = highlights.transactions().length;
    var shown = shownOf(highlights.transactions());
    for (var t : shown) {
      rows.add(head(t));
    }
    var widths = widths(rows);
    for (var i = 0; i < shown.length; i++) {
      if (i == LONGEST_CYCLE / 2 && all > LONGEST_CYCLE) {
        leftOut(all - LONGEST_CYCLE, " more transactions");
      }
      row(rows.get(i), widths, highlights, shown[i]);
    }
  }

  private static int[] shownOf(int[] transactions) {
    var count = 0;
    var shown = new int[Math.min(transactions.length, LONGEST_CYCLE)];
    for (var i = 0; i < transactions.length; i++) {
      if (isShown(i, transactions.length) && transactions[i] != Edge.INITIAL) {
        shown[count++] = transactions[i];
      }
    }
    return Arrays.copyOf(shown, count);
  }

  private static boolean isShown(int index, int count) {
    return count <= LONGEST_CYCLE
        || index < LONGEST_CYCLE / 2
        || index >= count - LONGEST_CYCLE / 2;
  }

  private void leftOut(int count, String what) {
    text.append(INDENT).append(ink.faint("… " + count + what + " …")).append('\n');
  }

  private String[] head(int transaction) {
    var status = subject.history().status(transaction);
    return new String[] {
      subject.name(transaction),
      subject.session(transaction),
      Subject.shortened(subject.place(transaction), WIDEST_PLACE),
      status == Status.COMMITTED ? "" : FixedWords.of(status)
    };
  }

  private static int[] widths(List<String[]> rows) {
    var widths = new int[4];
    for (var row : rows) {
      for (var i = 0; i < row.length; i++) {
        widths[i] = Math.max(widths[i], row[i].length());
      }
    }
    return widths;
  }

  private void row(String[] head, int[] widths, Highlights highlights, int transaction) {
    text.append(INDENT);
    var column = INDENT.length();
    for (var i = 0; i < head.length; i++) {
      if (widths[i] > 0) {
        text.append(i == 0 ? ink.strong(head[i]) : head[i]);
        pad(widths[i] - head[i].length() + 2);
        column += widths[i] + 2;
      }
    }
    var pieces = highlights.of(transaction);
    if (column + longest(pieces) > WIDTH) {
      trim();
      text.append('\n');
      column = INDENT.length() + 4;
      pad(column);
    }
    operations(highlights, pieces, column);
  }

  private static int longest(List<Highlights.Piece> pieces) {
    var longest = 0;
    for (var piece : pieces) {
      longest = Math.max(longest, piece.text().length());
    }
    return longest;
  }

  /** Operations, wrapped under each other, and a line of carets under the one at fault. */
  private void operations(Highlights highlights, List<Highlights.Piece> pieces, int indent) {
    var column = indent;
    var caretAt = -1;
    var caretLength = 0;
    for (var piece : pieces) {
      var length = piece.text().length();
      if (column + length > WIDTH && column > indent) {
        endOfOperations(caretAt, caretLength);
        caretAt = -1;
        pad(indent);
        column = indent;
      }
      var isFault = highlights.isFault(piece);
      if (isFault) {
        caretAt = column;
        caretLength = length;
      }
      text.append(
          isFault
              ? ink.fault(piece.text())
              : piece.matters() ? piece.text() : ink.faint(piece.text()));
      text.append("  ");
      column += length + 2;
    }
    endOfOperations(caretAt, caretLength);
  }

  private void endOfOperations(int caretAt, int caretLength) {
    trim();
    text.append('\n');
    if (caretAt >= 0) {
      pad(caretAt);
      text.append(ink.fault("^".repeat(caretLength))).append('\n');
    }
  }

  // The edges.

  private void edges(List<Edge> cycle) {
    var widest = 0;
    for (var i = 0; i < cycle.size(); i++) {
      if (isShown(i, cycle.size())) {
        widest = Math.max(widest, arrow(cycle.get(i)).length());
      }
    }
    for (var i = 0; i < cycle.size(); i++) {
      if (i == LONGEST_CYCLE / 2 && cycle.size() > LONGEST_CYCLE) {
        leftOut(cycle.size() - LONGEST_CYCLE, " more edges");
      }
      if (isShown(i, cycle.size())) {
        edge(cycle.get(i), widest);
      }
    }
  }

  private void edge(Edge edge, int widest) {
    var arrow = arrow(edge);
    text.append(INDENT).append(ink.edge(edge.type(), arrow));
    pad(widest - arrow.length() + 2);
    var column = INDENT.length() + widest + 2;
    var why = explanation.why(edge);
    if (column > WIDEST_ARROW && column + why.length() > WIDTH) {
      trim();
      text.append('\n');
      column = INDENT.length() + 4;
      pad(column);
    }
    wrap(why, column, column);
  }

  private String arrow(Edge edge) {
    var from = edge.from() == Edge.INITIAL ? "⊥" : subject.name(edge.from());
    var key = edge.key() < 0 ? "" : "(" + subject.key(edge.key()) + ")";
    return from + " -" + FixedWords.of(edge.type()) + key + "-> " + subject.name(edge.to());
  }

  // What is open.

  private void open(Verdict.Open open) {
    text.append("  ");
    wrap(open.reason(), 2, 4);
    var keys = new StringBuilder("open keys (" + open.keyCount() + "):");
    for (var key : open.keys()) {
      keys.append(' ').append(subject.key(key));
    }
    if (open.keys().length > 0) {
      text.append("  ");
      wrap(more(keys, open.keys().length, open.keyCount()), 2, 4);
    }
    if (open.transactions().length > 0) {
      text.append("  open transactions (").append(open.transactionCount()).append("):\n");
      table(Highlights.of(subject, open));
    }
    text.append("  ");
    wrap(UnknownAdvice.on(subject, open), 2, 4);
  }

  private static String more(StringBuilder names, int shown, int count) {
    return shown < count ? names + " …" : names.toString();
  }

  // Columns.

  private void pad(int count) {
    text.repeat(' ', Math.max(count, 0));
  }

  private void trim() {
    var length = text.length();
    while (text.charAt(length - 1) == ' ') {
      length--;
    }
    text.setLength(length);
  }

  /** Words from a column on; lines that follow are indented. */
  private void wrap(String words, int from, int indent) {
    var column = from;
    var at = 0;
    while (at < words.length()) {
      var space = words.indexOf(' ', at + 1);
      var end = space < 0 ? words.length() : space;
      var word = words.substring(at, end);
      if (column + word.length() > WIDTH && column > indent) {
        text.append('\n');
        pad(indent);
        column = indent;
        word = word.stripLeading();
      }
      text.append(word);
      column += word.length();
      at = end;
    }
    text.append('\n');
  }
}
