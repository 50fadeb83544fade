package mtc.report.page;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import mtc.history.History;
import mtc.history.Status;
import mtc.report.Explanation;
import mtc.report.FixedWords;
import mtc.report.Markup;
import mtc.report.Subject;

/** A timeline as markup: what it shows, the drawing, and the same once more as a table. */
final class TimelineFigure {
  private static final double PERCENT = 100;

  /** Marks of faults on the strip of the whole log. */
  private static final int MOST_MARKS = 200;

  /** From so many transactions on, it is told where in the log the counterexample lies. */
  private static final int LONG_LOG = 200;

  private final Subject subject;
  private final Subject whole;
  private final History history;
  private final TimelineLayout layout;
  private final Extent extent;
  private final List<Faults.Fault> faults;

  /** Whether those that are not of the counterexample are on its keys. */
  private final boolean isOnKeys;

  private final String id;
  private final StringBuilder html;

  /** Those that arrows lead from and to. */
  private final Set<Integer> joined = new HashSet<>();

  TimelineFigure(
      Subject subject,
      TimelineLayout layout,
      Extent extent,
      List<Faults.Fault> faults,
      boolean isOnKeys,
      String id,
      StringBuilder html) {
    this.faults = faults;
    this.isOnKeys = isOnKeys;
    this.subject = subject;
    this.whole = subject.whole();
    this.history = subject.history();
    this.layout = layout;
    this.extent = extent;
    this.id = id;
    this.html = html;
    for (var arrow : layout.arrows) {
      joined.add(arrow.edge().from());
      joined.add(arrow.edge().to());
    }
  }

  void append() {
    html.append("<figure class=\"timeline\" id=\"").append(id).append("timeline\">\n");
    caption();
    if (history.transactionCount() >= LONG_LOG && history.hasRealTime()) {
      whereInTheLog();
    }
    html.append("<div class=\"tools\" hidden></div>\n");
    drawing();
    html.append("<div class=\"told\" aria-live=\"polite\" hidden></div>\n");
    table();
    html.append("</figure>\n");
  }

  private void caption() {
    html.append("<figcaption><b>Over time.</b> A row per session, a bar per transaction, ");
    html.append(
        history.hasRealTime()
            ? "time from left to right (stretched so that everything can be read, not to scale). "
            : "in the order of each session; the log has no times, so rows cannot be compared. ");
    var others = 0;
    for (var bar : layout.bars) {
      others += bar.isOwn() ? 0 : 1;
    }
    if (others > 0) {
      html.append("Grey: ").append(others == 1 ? "another one" : others + " others");
      html.append(isOnKeys ? " on the same keys at that time. " : " at that time, on other keys. ");
    }
    if (layout.bars.stream().anyMatch(TimelineLayout.Bar::isAtFault)) {
      html.append("Red: the one that does not fit. ");
    }
    if (!layout.arrows.isEmpty()) {
      html.append("Numbered arrows are the reasons above. ");
    }
    for (var i = 0; i < layout.bands.size(); i++) {
      var fault = layout.bands.get(i).fault();
      html.append(i == 0 ? "Faults at that time: " : ", ").append("<b>");
      html.append(Html.folded(fault.name())).append("</b>").append(time(fault));
    }
    html.append(layout.faultsLeftOut == 0 ? "" : " and " + layout.faultsLeftOut + " more");
    html.append(layout.bands.isEmpty() ? "" : ".").append("</figcaption>\n");
  }

  private static String time(Faults.Fault fault) {
    if (fault.startNanos() == History.NEVER) {
      return "";
    }
    var from = " (from " + Explanation.duration(fault.startNanos()) + " into the log";
    return fault.endNanos() == History.NEVER
        ? from + " on)"
        : from + ", for " + Explanation.duration(fault.endNanos() - fault.startNanos()) + ")";
  }

  /** The whole log as a strip, the counterexample's transactions as marks on it. */
  private void whereInTheLog() {
    html.append("<div class=\"log\"><div class=\"strip\" aria-hidden=\"true\">");
    for (var fault : faults.subList(0, Math.min(faults.size(), MOST_MARKS))) {
      var to = Math.min(fault.end(), extent.last());
      mark("mark-fault", extent.share(fault.start()), extent.share(to));
    }
    var first = 1.0;
    var last = 0.0;
    for (var bar : layout.bars) {
      if (bar.isOwn()) {
        var at = extent.share(history.start(bar.transaction()));
        first = Math.min(first, at);
        last = Math.max(last, at);
        mark("mark", at, at);
      }
    }
    html.append("</div><small>Where in the whole log of ");
    html.append(Html.grouped(history.transactionCount()));
    html.append(" transactions the coloured ones are: ");
    html.append(Math.round(first * PERCENT)).append(" %");
    if (Math.round(first * PERCENT) != Math.round(last * PERCENT)) {
      html.append(" to ").append(Math.round(last * PERCENT)).append(" %");
    }
    html.append(" of the way.</small></div>\n");
  }

  private void mark(String style, double from, double to) {
    html.append("<i class=\"").append(style).append("\" style=\"left:");
    html.append(Html.percent(from, 1)).append(";width:").append(Html.percent(to - from, 1));
    html.append("\"></i>");
  }

  // The drawing.

  private void drawing() {
    html.append("<div class=\"scroll\" role=\"group\" aria-label=\"Timeline; the table below has");
    html.append(" the same\"><div class=\"inner\" style=\"--w:");
    html.append(Math.round(layout.width)).append(";height:").append(layout.height);
    html.append("px\">\n");
    for (var i = 0; i < layout.ticks.size(); i++) {
      var tick = layout.ticks.get(i);
      var isLast = i + 1 == layout.ticks.size();
      var next = isLast ? layout.width : layout.ticks.get(i + 1).at();
      html.append("<span class=\"tick\" style=\"left:").append(x(tick.at()));
      html.append(";width:").append(x(next - tick.at())).append("\">");
      html.append(tick.label()).append("</span>\n");
    }
    for (var band : layout.bands) {
      html.append("<span class=\"band\" style=\"left:").append(x(band.left())).append(";width:");
      html.append(x(band.width())).append("\"></span><span class=\"fault-name\" style=\"left:");
      html.append(x(band.left())).append(";top:").append(band.top()).append("px\">");
      html.append(Markup.text(Subject.shortened(band.fault().name(), 40))).append("</span>\n");
    }
    var bar = 0;
    for (var i = 0; i < layout.lanes.size(); i++) {
      var lane = layout.lanes.get(i);
      html.append("<div class=\"lane\" style=\"top:").append(lane.top()).append("px;height:");
      html.append(lane.height()).append("px\"><span class=\"lane-name\">");
      html.append(Markup.text(lane.name())).append("</span></div>\n");
      for (; bar < layout.bars.size() && layout.bars.get(bar).lane() == i; bar++) {
        bar(layout.bars.get(bar));
      }
    }
    arrows();
    html.append("</div></div>\n");
  }

  private void bar(TimelineLayout.Bar bar) {
    var t = bar.transaction();
    html.append("<a class=\"bar").append(bar.isOwn() ? " own" : "");
    html.append(bar.isAtFault() ? " at-fault" : "").append(isAtHeart(bar) ? " heart" : "");
    html.append(
        history.status(t) == Status.COMMITTED ? "" : " " + FixedWords.of(history.status(t)));
    html.append(bar.isOpenEnded() ? " open-ended" : "").append("\" id=\"").append(id).append('b');
    html.append(t).append("\" href=\"#").append(id).append('r').append(t);
    html.append("\" style=\"left:").append(x(bar.left())).append(";width:").append(x(bar.width()));
    html.append(";top:").append(bar.top()).append("px\">");
    html.append(Markup.text(bar.label())).append("</a>\n");
  }

  /** Whether it is the one that does not fit, or one of a circle: those to look at first. */
  private boolean isAtHeart(TimelineLayout.Bar bar) {
    return bar.isAtFault() || joined.contains(bar.transaction());
  }

  private void arrows() {
    if (layout.arrows.isEmpty()) {
      return;
    }
    html.append("<svg class=\"arrows\" aria-hidden=\"true\">");
    for (var arrow : layout.arrows) {
      var type = FixedWords.of(arrow.edge().type());
      html.append("<line class=\"").append(type);
      html.append(arrow.edge().assumed() ? " assumed" : "").append("\" marker-end=\"url(#head-");
      html.append(type).append(")\" x1=\"").append(x(arrow.fromX())).append("\" y1=\"");
      html.append(Html.pixels(arrow.fromY())).append("\" x2=\"").append(x(arrow.toX()));
      html.append("\" y2=\"").append(Html.pixels(arrow.toY())).append("\"/>");
    }
    html.append("</svg>\n");
    for (var arrow : layout.arrows) {
      html.append("<span class=\"chip ").append(FixedWords.of(arrow.edge().type()));
      html.append("\" aria-hidden=\"true\" style=\"left:").append(x(arrow.chipX()));
      html.append(";top:").append(Html.pixels(arrow.chipY())).append("px\">");
      html.append(arrow.number()).append("</span>\n");
    }
  }

  private String x(double at) {
    return Html.percent(at, layout.width);
  }

  // The table.

  private void table() {
    html.append("<details class=\"all\"><summary>The same as a table: ");
    html.append(Html.count(layout.bars.size(), "transaction"))
        .append(", in full</summary>\n<table>\n<tr>");
    html.append("<th>transaction</th><th>session</th><th>when</th><th>what it did</th></tr>\n");
    for (var bar : layout.bars) {
      var t = bar.transaction();
      html.append("<tr id=\"").append(id).append('r').append(t).append("\"");
      html.append(bar.isOwn() ? " class=\"own\"" : "").append("><th>");
      html.append(subject.name(t)).append("</th><td>").append(Html.where(whole, t));
      html.append("</td><td>").append(when(t)).append("</td><td>");
      Html.allOperations(html, subject, t);
      html.append("</td></tr>\n");
    }
    html.append("</table></details>\n");
  }

  private String when(int t) {
    if (!history.hasRealTime()) {
      return "";
    }
    var never = history.end(t) == History.NEVER;
    if (history.hasClock()) {
      var from = history.startNanos(t);
      return (from == extent.firstNanos()
              ? "at the start"
              : Explanation.duration(from - extent.firstNanos()))
          + (never || history.endNanos(t) == History.NEVER
              ? ", never ended"
              : ", for " + Explanation.duration(history.endNanos(t) - from));
    }
    return "events " + history.start(t) + (never ? ", never ended" : " to " + history.end(t));
  }
}
