package mtc.report.page;

import java.util.List;
import mtc.report.Explanation;
import mtc.report.FixedWords;
import mtc.report.Highlights;
import mtc.report.Markup;
import mtc.report.Subject;
import mtc.source.Counted;
import mtc.verdict.Anomaly;
import mtc.verdict.Edge;

/** A circle of reasons: a box per transaction, and from each to the next why it comes first. */
final class CycleList {
  /** Of a longer cycle, the middle is folded up. */
  private static final int LONGEST = 24;

  private final Subject subject;
  private final Subject whole;
  private final Highlights highlights;
  private final Explanation explanation;

  /** Where the bars are that names lead to; null if there are none. */
  private final String id;

  private final StringBuilder html;

  CycleList(Subject subject, Highlights highlights, String id, StringBuilder html) {
    this.subject = subject;
    this.whole = subject.whole();
    this.highlights = highlights;
    this.explanation = new Explanation(subject);
    this.id = id;
    this.html = html;
  }

  /** Who takes part without being on the cycle, such as who wrote what was read. */
  void bystanders(Anomaly.Example example, List<Edge> cycle) {
    for (var t : example.transactions()) {
      if (t != Edge.INITIAL && cycle.stream().noneMatch(e -> e.from() == t || e.to() == t)) {
        box(t);
      }
    }
  }

  /** The edges, numbered from this one on. */
  void cycle(List<Edge> cycle, int firstNumber) {
    var last = cycle.getLast();
    var isClosed = last.to() == cycle.getFirst().from();
    html.append("<div class=\"cycle");
    html.append(isClosed ? " closed " + FixedWords.of(last.type()) : "").append("\">\n");
    for (var i = 0; i < cycle.size(); i++) {
      if (cycle.size() > LONGEST && i == LONGEST / 2) {
        html.append("<details class=\"middle\"><summary>… ");
        html.append(Counted.of(cycle.size() - LONGEST, "more transaction"));
        html.append(" …</summary>\n");
      }
      var edge = cycle.get(i);
      box(edge.from());
      edge(edge, firstNumber + i, isClosed && i == cycle.size() - 1);
      if (cycle.size() > LONGEST && i == cycle.size() - LONGEST / 2 - 1) {
        html.append("</details>\n");
      }
    }
    if (!isClosed) {
      box(last.to());
    }
    html.append("</div>\n");
  }

  void box(int t) {
    if (t == Edge.INITIAL) {
      html.append("<div class=\"box\"><div><b>The initial state</b></div></div>\n");
      return;
    }
    var status = FixedWords.of(subject.history().status(t));
    html.append("<div class=\"box ").append(status).append("\"><div><b class=\"name\">");
    html.append(Html.name(subject, id, t));
    html.append("</b> <span class=\"where\">").append(Html.where(whole, t));
    html.append("</span></div>\n<div class=\"ops\">");
    Html.operations(html, subject, highlights, t);
    html.append("</div></div>\n");
  }

  private void edge(Edge edge, int number, boolean isLast) {
    var type = FixedWords.of(edge.type());
    var key = edge.key() < 0 ? "" : "(" + subject.key(edge.key()) + ")";
    html.append("<p class=\"edge ").append(type).append(isLast ? " last" : "");
    html.append(edge.assumed() ? " assumed" : "").append("\"><span class=\"chip\">");
    html.append(number).append("</span> ").append(Markup.text(sentence(edge)));
    html.append(" <span class=\"label\">").append(type).append(Markup.text(key));
    html.append("</span></p>\n");
  }

  private String sentence(Edge edge) {
    return explanation.why(edge)
        + ", so "
        + subject.name(edge.from())
        + " comes before "
        + subject.name(edge.to())
        + ".";
  }
}
