package mtc.report;

import java.util.List;
import mtc.history.Status;
import mtc.verdict.Anomaly;
import mtc.verdict.Verdict;

/** A page that stands alone: no scripts, no other files, for the screen and for paper. */
final class HtmlPage {
  private static final String HEAD =
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>mtc: isolation check</title>
      <style>
      :root { color-scheme: light dark;
        --paper: #fff; --ink: #1f2933; --faint: #66727f; --rule: #d5dbe1; --box: #f4f6f9;
        --bad: #b91c1c; --good: #15803d; --open: #a16207;
        --so: #0e7490; --rt: #7e22ce; --wr: #15803d; --ww: #1d4ed8; --rw: #c2410c; }
      @media (prefers-color-scheme: dark) { :root {
        --paper: #14181d; --ink: #e4e8ec; --faint: #97a3b0; --rule: #343d47; --box: #1f262d;
        --bad: #f87171; --good: #4ade80; --open: #facc15;
        --so: #22d3ee; --rt: #c084fc; --wr: #4ade80; --ww: #7aa2ff; --rw: #fb923c; } }
      @media print { :root { --paper: #fff; --ink: #000; --faint: #444; --rule: #bbb; --box: #fff;
        --bad: #b91c1c; --good: #15803d; --open: #a16207;
        --so: #0e7490; --rt: #7e22ce; --wr: #15803d; --ww: #1d4ed8; --rw: #c2410c; }
        figure, h2, h3 { break-inside: avoid; break-after: avoid; } }
      body { margin: 2rem auto; max-width: 50rem; padding: 0 1rem; background: var(--paper);
        color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
      h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem; margin-top: 2.5rem;
        border-top: 1px solid var(--rule); padding-top: 1.2rem; overflow-wrap: anywhere; }
      h3 { font-size: 1rem; margin: 1.5rem 0 .2rem; }
      .invalid { color: var(--bad); } .valid { color: var(--good); }
      .unknown, .error { color: var(--open); }
      .aside, .where { color: var(--faint); fill: var(--faint); }
      table { border-collapse: collapse; width: 100%; font-size: .92rem; }
      td, th { text-align: left; padding: .25rem .8rem .25rem 0; vertical-align: top;
        border-bottom: 1px solid var(--rule); overflow-wrap: anywhere; }
      th, td:nth-child(2), td:nth-child(3) { white-space: nowrap; }
      figure { margin: .8rem 0 1.6rem; } svg { display: block; width: 100%; height: auto; }
      p { margin: .2rem 0 .8rem; }
      svg text { font: 12px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
        fill: var(--ink); white-space: pre; }
      svg .where, svg .aside { fill: var(--faint); }
      svg .name, svg .op, svg .label { font-weight: 700; }
      svg .fault { fill: var(--bad); font-weight: 700; }
      svg .box { fill: var(--box); stroke: var(--rule); stroke-width: 1.2; }
      svg .aborted, svg .indeterminate { stroke: var(--bad); stroke-dasharray: 5 3; }
      svg .line { fill: none; stroke: var(--c); stroke-width: 1.8; }
      svg .head, svg .label { fill: var(--c); }
      .so { --c: var(--so); } .rt { --c: var(--rt); } .wr { --c: var(--wr); }
      .ww { --c: var(--ww); } .rw { --c: var(--rw); }
      </style>
      </head>
      <body>
      <h1>mtc: isolation check</h1>
      """;

  private static final String LEGEND =
      """
      <p class="aside">An arrow leads from the transaction that must come first:
      <b>so</b> same session, <b>rt</b> real time, <b>wr</b> read what it wrote,
      <b>ww</b> overwrote what it wrote, <b>rw</b> overwrote what it read.
      Arrows in a circle mean that no order of the transactions explains the history.</p>
      """;

  private final StringBuilder rows = new StringBuilder();
  private final StringBuilder sections = new StringBuilder();

  /** Adds a row to the summary, and a section if there is something to show. */
  void add(Answer answer) {
    switch (answer) {
      case Answer.Checked checked -> {
        summary(checked);
        if (checked.verdict().outcome() != Verdict.Outcome.VALID) {
          section(checked);
        }
      }
      case Answer.Unread unread -> {
        rows.append("<tr><td>").append(Markup.text(unread.path()));
        rows.append("</td><td></td><td class=\"error\">not read</td><td>");
        rows.append(Markup.text(unread.at().isEmpty() ? "" : unread.at() + ": "));
        rows.append(Markup.text(unread.message())).append("</td></tr>\n");
      }
      case Answer.Summarized summarized -> {
        rows.append("<tr><td>").append(Markup.text(summarized.path())).append("</td><td>");
        rows.append("strongest</td><td colspan=\"2\">");
        rows.append(Markup.text(Words.of(summarized.summary()))).append("</td></tr>\n");
      }
      case Answer.LeftOut leftOut -> {
        rows.append("<tr><td>").append(Markup.text(leftOut.path())).append("</td><td>");
        rows.append(Words.of(leftOut.level())).append("</td><td>left out</td><td>");
        rows.append(Markup.text(leftOut.reason())).append("</td></tr>\n");
      }
    }
  }

  /** The whole page, of its parts. */
  static String render(List<HtmlPage> parts) {
    var page = new StringBuilder(HEAD);
    page.append("<table>\n<tr><th>history</th><th>level</th><th>verdict</th>");
    page.append("<th>what it holds</th></tr>\n");
    var isAnythingShown = false;
    for (var part : parts) {
      page.append(part.rows);
      isAnythingShown |= !part.sections.isEmpty();
    }
    page.append("</table>\n").append(isAnythingShown ? LEGEND : "");
    for (var part : parts) {
      page.append(part.sections);
    }
    return page.append("</body>\n</html>\n").toString();
  }

  private void summary(Answer.Checked report) {
    var subject = report.subject();
    var history = subject.history();
    var outcome = Words.of(report.verdict().outcome());
    rows.append("<tr><td>").append(Markup.text(report.path())).append("</td><td>");
    rows.append(report.level()).append("</td><td class=\"").append(outcome).append("\"><b>");
    rows.append(outcome).append("</b></td><td>").append(history.format()).append(", class ");
    rows.append(subject.historyClass()).append(": ").append(history.transactionCount());
    rows.append(" transactions (").append(subject.count(Status.COMMITTED)).append(" committed, ");
    rows.append(subject.count(Status.ABORTED)).append(" aborted, ");
    rows.append(subject.count(Status.INDETERMINATE)).append(" indeterminate), ");
    rows.append(history.operationCount()).append(" operations, ").append(history.keyCount());
    rows.append(" keys, ").append(history.sessionCount()).append(" sessions</td></tr>\n");
  }

  private void section(Answer.Checked report) {
    var subject = report.subject();
    var verdict = report.verdict();
    var outcome = Words.of(verdict.outcome());
    sections.append("<section>\n<h2>").append(Markup.text(report.path())).append(" · ");
    sections.append(report.level()).append(" · <span class=\"").append(outcome).append("\">");
    sections.append(outcome).append("</span></h2>\n");
    for (var anomaly : verdict.anomalies()) {
      sections.append("<h3>").append(Explanation.title(anomaly)).append(" <span class=\"aside\">(");
      sections.append(anomaly.elleName()).append("), ").append(anomaly.count());
      sections.append(" found</span></h3>\n<p>");
      sections.append(Markup.text(Explanation.meaning(anomaly.kind()))).append("</p>\n");
      for (var example : anomaly.examples()) {
        example(subject, anomaly, example);
      }
    }
    if (verdict.outcome() == Verdict.Outcome.UNKNOWN) {
      open(subject, verdict.open());
    }
    sections.append("</section>\n");
  }

  private void example(Subject subject, Anomaly anomaly, Anomaly.Example example) {
    if (example.alternatives().isEmpty()) {
      figure(CycleDrawing.of(subject, anomaly, example));
      return;
    }
    var explanation = new Explanation(subject);
    paragraph(explanation.fault(anomaly, example));
    for (var cycle : Cases.of(example)) {
      paragraph(explanation.condition(cycle) + ":");
      figure(CycleDrawing.of(subject, anomaly, Cases.alone(cycle)));
    }
  }

  private void paragraph(String words) {
    if (!words.isEmpty()) {
      sections.append("<p>").append(Markup.text(words)).append("</p>\n");
    }
  }

  private void open(Subject subject, Verdict.Open open) {
    sections.append("<p>").append(Markup.text(Advice.reason(open))).append("</p>\n<p>Open keys:");
    for (var key : open.keys()) {
      sections.append(' ').append(Markup.text(subject.key(key)));
    }
    sections.append(open.keys().length < open.keyCount() ? " …</p>\n" : "</p>\n");
    figure(CycleDrawing.of(subject, Highlights.of(subject, open)));
    sections.append("<p>").append(Markup.text(Advice.on(subject, open))).append("</p>\n");
  }

  private void figure(String drawing) {
    sections.append("<figure>\n").append(drawing).append("</figure>\n");
  }
}
