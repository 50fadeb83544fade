package mtc.report;

import java.util.ArrayList;
import java.util.List;
import mtc.history.Status;
import mtc.verdict.Anomaly;
import mtc.verdict.Edge;

/**
 * A counterexample as a drawing: the transactions under each other in the order of the cycle, an
 * arrow with its reason from each to the next, and one that leads back up along the left side.
 */
final class CycleDrawing {
  /** Of a longer cycle, the middle is left out. */
  private static final int LONGEST_CYCLE = 24;

  private static final int CHARACTERS = 84;
  private static final double CHARACTER_WIDTH = 7.25;
  private static final int LINE = 19;
  private static final int LEFT = 64;
  private static final int RETURN_AT = 22;
  private static final int ARROW_AT = LEFT + 26;
  private static final int WIDTH = LEFT + (int) (CHARACTERS * CHARACTER_WIDTH) + 28;

  private final Subject subject;
  private final Explanation explanation;
  private final Highlights highlights;
  private final StringBuilder svg = new StringBuilder();
  private int y = 10;

  private CycleDrawing(Subject subject, Highlights highlights) {
    this.subject = subject;
    this.explanation = new Explanation(subject);
    this.highlights = highlights;
  }

  static String of(Subject subject, Anomaly anomaly, Anomaly.Example example) {
    var drawing = new CycleDrawing(subject, Highlights.of(subject, example));
    drawing.bystanders(example);
    if (example.cycle().isEmpty()) {
      drawing.sentence(drawing.explanation.fault(anomaly, example));
    } else {
      drawing.cycle(example.cycle());
    }
    return drawing.finished(Explanation.title(anomaly));
  }

  /** The transactions that leave a verdict open, without arrows: their order is not known. */
  static String of(Subject subject, Highlights open) {
    var drawing = new CycleDrawing(subject, open);
    for (var t : open.transactions()) {
      drawing.box(t);
      drawing.y += 12;
    }
    return drawing.finished("what is open");
  }

  private String finished(String title) {
    return "<svg viewBox=\"0 0 "
        + WIDTH
        + " "
        + (y + 6)
        + "\" role=\"img\" aria-label=\""
        + Markup.text(title)
        + "\">\n"
        + svg
        + "</svg>\n";
  }

  /** Transactions that take part but are not on the cycle, such as who wrote what was lost. */
  private void bystanders(Anomaly.Example example) {
    for (var t : example.transactions()) {
      if (t != Edge.INITIAL && !isOnCycle(t, example.cycle())) {
        box(t);
        y += 14;
      }
    }
  }

  private static boolean isOnCycle(int transaction, List<Edge> cycle) {
    for (var edge : cycle) {
      if (edge.from() == transaction || edge.to() == transaction) {
        return true;
      }
    }
    return false;
  }

  private void cycle(List<Edge> cycle) {
    var top = y;
    for (var i = 0; i < cycle.size(); i++) {
      if (cycle.size() > LONGEST_CYCLE
          && i >= LONGEST_CYCLE / 2
          && i < cycle.size() - LONGEST_CYCLE / 2) {
        if (i == LONGEST_CYCLE / 2) {
          sentence("… " + (cycle.size() - LONGEST_CYCLE) + " more …");
        }
        continue;
      }
      var edge = cycle.get(i);
      if (edge.from() != Edge.INITIAL) {
        box(edge.from());
      }
      if (i < cycle.size() - 1) {
        down(edge);
      } else if (edge.to() == cycle.getFirst().from()) {
        back(edge, top);
      } else {
        down(edge);
        box(edge.to());
      }
    }
  }

  private void sentence(String sentence) {
    for (var line : Markup.lines(sentence, CHARACTERS)) {
      y += LINE;
      text(LEFT, y, "fault", line);
    }
    y += LINE;
  }

  // Transactions.

  private void box(int transaction) {
    var rows = rows(transaction);
    var height = (rows.size() + 1) * LINE + 12;
    var status = subject.history().status(transaction);
    svg.append("<rect class=\"box ").append(Words.of(status)).append("\" x=\"").append(LEFT);
    svg.append("\" y=\"").append(y).append("\" width=\"").append(WIDTH - LEFT - 6);
    svg.append("\" height=\"").append(height).append("\" rx=\"6\"/>\n");
    var baseline = y + LINE;
    svg.append("<text x=\"").append(LEFT + 12).append("\" y=\"").append(baseline).append("\">");
    svg.append("<tspan class=\"name\">").append(subject.name(transaction)).append("</tspan>");
    svg.append("<tspan class=\"where\" dx=\"10\">")
        .append(Markup.text(subject.session(transaction)));
    svg.append(" · ").append(Markup.text(subject.place(transaction)));
    svg.append(status == Status.COMMITTED ? "" : " · " + Words.of(status));
    svg.append("</tspan></text>\n");
    for (var row : rows) {
      baseline += LINE;
      row(row, baseline);
    }
    y += height;
  }

  private List<List<Highlights.Piece>> rows(int transaction) {
    var rows = new ArrayList<List<Highlights.Piece>>();
    var row = new ArrayList<Highlights.Piece>();
    var column = 0;
    for (var piece : highlights.of(transaction)) {
      if (column > 0 && column + piece.text().length() > CHARACTERS - 2) {
        rows.add(row);
        row = new ArrayList<>();
        column = 0;
      }
      row.add(piece);
      column += piece.text().length() + 2;
    }
    rows.add(row);
    return rows;
  }

  private void row(List<Highlights.Piece> row, int baseline) {
    svg.append("<text x=\"").append(LEFT + 12).append("\" y=\"").append(baseline).append("\">");
    for (var piece : row) {
      var style = highlights.isFault(piece) ? "fault" : piece.matters() ? "op" : "aside";
      svg.append("<tspan class=\"").append(style).append("\" dx=\"");
      svg.append(piece == row.getFirst() ? 0 : 14).append("\">");
      svg.append(Markup.text(piece.text())).append("</tspan>");
    }
    svg.append("</text>\n");
  }

  // Edges.

  private void down(Edge edge) {
    var from = y;
    var lines = reason(edge);
    y += Math.max(lines, 1) * LINE + 22;
    line(edge, "M" + ARROW_AT + " " + from + "V" + (y - 8));
    svg.append("<path class=\"head ").append(Words.of(edge.type())).append("\" d=\"M");
    svg.append(ARROW_AT - 5).append(' ').append(y - 9).append("h10l-5 9z\"/>\n");
  }

  private void back(Edge edge, int top) {
    var from = y;
    var lines = reason(edge);
    y += Math.max(lines, 1) * LINE + 22;
    var into = top + LINE - 4;
    line(
        edge,
        "M"
            + ARROW_AT
            + " "
            + from
            + "V"
            + (y - 14)
            + "q0 10 -10 10H"
            + (RETURN_AT + 10)
            + "q-10 0 -10 -10V"
            + (into + 10)
            + "q0 -10 10 -10H"
            + (LEFT - 8));
    svg.append("<path class=\"head ").append(Words.of(edge.type())).append("\" d=\"M");
    svg.append(LEFT - 9).append(' ').append(into - 5).append("v10l9 -5z\"/>\n");
  }

  private void line(Edge edge, String path) {
    svg.append("<path class=\"line ").append(Words.of(edge.type())).append("\" d=\"");
    svg.append(path).append("\"/>\n");
  }

  /** The label beside an arrow; returns how many lines it took. */
  private int reason(Edge edge) {
    var key = edge.key() < 0 ? "" : "(" + subject.key(edge.key()) + ")";
    var label = Words.of(edge.type()) + key;
    var lines = Markup.lines(explanation.why(edge), CHARACTERS - 6 - label.length());
    var x = ARROW_AT + 14;
    var baseline = y + LINE + 2;
    svg.append("<text x=\"").append(x).append("\" y=\"").append(baseline).append("\">");
    svg.append("<tspan class=\"label ").append(Words.of(edge.type())).append("\">");
    svg.append(Markup.text(label)).append("</tspan><tspan class=\"why\" dx=\"10\">");
    svg.append(Markup.text(lines.getFirst())).append("</tspan></text>\n");
    for (var i = 1; i < lines.size(); i++) {
      text(
          x + (int) (label.length() * CHARACTER_WIDTH) + 10,
          baseline + i * LINE,
          "why",
          lines.get(i));
    }
    return lines.size();
  }

  private void text(int x, int baseline, String style, String words) {
    svg.append("<text class=\"").append(style).append("\" x=\"").append(x).append("\" y=\"");
    svg.append(baseline).append("\">").append(Markup.text(words)).append("</text>\n");
  }
}
