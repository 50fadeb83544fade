package mtc.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import mtc.history.Status;
import mtc.report.Answer;
import mtc.report.Answers;
import mtc.report.Cases;
import mtc.report.Explanation;
import mtc.report.FixedWords;
import mtc.report.Highlights;
import mtc.report.Markup;
import mtc.report.Subject;
import mtc.report.UnknownAdvice;
import mtc.source.Counted;
import mtc.verdict.Anomaly;
import mtc.verdict.AnomalyKind;
import mtc.verdict.Edge;
import mtc.verdict.Level;
import mtc.verdict.Stuck;
import mtc.verdict.Verdict;

/** What the page says of one input: its rows in the table of verdicts, and its section. */
final class Section {
  /** So many others are drawn beside a counterexample's own transactions. */
  private static final int OTHERS = 24;

  /** A section that is this long already draws no more timelines, so that a page stays small. */
  private static final int LONG = 1_000_000;

  /** A section that is this long shows no more examples. */
  private static final int FULL = 1_700_000;

  /** Of more than these, only the names are listed. */
  private static final int FEW_LEVELS = 4;

  /** Passing over the log for each of its examples would take too long beyond this. */
  private static final int LOOKS = 50;

  private final String id;
  private final Answers input;
  private final StringBuilder html = new StringBuilder();
  private final List<Counterexamples.Group> groups;
  private Extent extent;
  private List<Faults.Fault> faults;
  private int examples;
  private int withoutTimeline;
  private int leftOut;

  final StringBuilder rows = new StringBuilder();

  Section(Answers input) {
    this.input = input;
    this.id = "h" + input.number();
    this.groups = Counterexamples.of(input);
    var isFirst = true;
    for (var answer : input.all()) {
      row(answer, isFirst);
      isFirst = false;
    }
    section();
  }

  CharSequence text() {
    return html;
  }

  boolean hasCounterexamples() {
    return !groups.isEmpty();
  }

  // The table of verdicts.

  private void row(Answer answer, boolean isFirst) {
    rows.append("<tr").append(isFirst ? " class=\"first\"" : "").append("><th scope=\"row\">");
    rows.append(isFirst ? "<a href=\"#" + id + "\">" + Markup.text(input.path()) + "</a>" : "");
    rows.append("</th>");
    switch (answer) {
      case Answer.Checked checked -> {
        var verdict = checked.verdict();
        cells(verdict.level(), FixedWords.of(verdict.outcome()), why(verdict));
      }
      case Answer.Summarized summarized -> {
        var required = summarized.outcome() == Verdict.Outcome.VALID ? "" : summarized.failure();
        var levels = FixedWords.of(summarized.summary());
        var told = required.isEmpty() ? levels : required + ": " + levels;
        cells(null, "strongest", Markup.text(told));
      }
      case Answer.LeftOut leftOut ->
          cells(leftOut.level(), "not checked", Markup.text(leftOut.reason()));
      case Answer.Unread unread -> {
        var outcome = unread.isSkipped() ? "not checked" : "not read";
        cells(unread.level(), outcome, Markup.text(unread.told()));
      }
    }
    rows.append("</tr>\n");
  }

  private void cells(Level level, String verdict, String why) {
    rows.append("<td>");
    if (level != null) {
      rows.append(PlainWords.name(level)).append(" <code>").append(FixedWords.of(level));
      rows.append("</code>");
    }
    rows.append("</td><td class=\"").append(verdict.replace(' ', '-')).append("\"><b>");
    rows.append(verdict).append("</b></td><td>").append(why).append("</td>");
  }

  private String why(Verdict verdict) {
    if (verdict.outcome() == Verdict.Outcome.UNKNOWN) {
      return "<a href=\"#"
          + id
          + "open-"
          + FixedWords.of(verdict.level())
          + "\">"
          + Markup.text(verdict.open().reason())
          + "</a>";
    }
    var links = new ArrayList<String>();
    for (var i = 0; i < groups.size(); i++) {
      if (groups.get(i).levels.contains(verdict.level())) {
        var anomaly = groups.get(i).anomaly;
        links.add(
            "<a href=\"#"
                + id
                + "a"
                + i
                + "\">"
                + Explanation.title(anomaly)
                + "</a>: "
                + Markup.text(Explanation.meaning(anomaly)));
      }
    }
    return String.join("<br>", links);
  }

  // The section.

  private void section() {
    html.append("<section id=\"").append(id).append("\">\n<h2>");
    html.append(Markup.text(input.path())).append("</h2>\n");
    Subject subject = null;
    for (var answer : input.all()) {
      if (answer instanceof Answer.Checked checked) {
        subject = checked.subject();
      }
    }
    if (subject == null) {
      html.append("<p>It was not checked: see the table of verdicts.</p>\n</section>\n");
      return;
    }
    facts(subject);
    for (var i = 0; i < groups.size(); i++) {
      group(subject, groups.get(i), i);
    }
    for (var answer : input.all()) {
      if (answer instanceof Answer.Checked checked
          && checked.verdict().outcome() == Verdict.Outcome.UNKNOWN) {
        open(subject, checked.verdict());
      }
    }
    if (withoutTimeline > 0) {
      html.append("<p class=\"aside\">To keep this page small, ").append(withoutTimeline);
      html.append(" of the examples ").append(withoutTimeline == 1 ? "is" : "are");
      html.append(" shown without a timeline.</p>\n");
    }
    if (leftOut > 0) {
      html.append("<p class=\"aside\">To keep this page small, ");
      html.append(Counted.of(leftOut, "more example", "is", "are"));
      html.append(" left out; <code>--output json</code> has them all.</p>\n");
    }
    html.append("</section>\n");
  }

  private void facts(Subject subject) {
    var history = subject.history();
    html.append("<p class=\"aside\">").append(history.format()).append(", class ");
    html.append(subject.historyClass()).append(": ");
    html.append(Html.count(history.transactionCount(), "transaction"));
    html.append(" (").append(Html.grouped(subject.count(Status.COMMITTED)));
    html.append(" committed, ").append(Html.grouped(subject.count(Status.ABORTED)));
    html.append(" aborted, ").append(Html.grouped(subject.count(Status.INDETERMINATE)));
    html.append(" indeterminate), ");
    html.append(Html.count(history.operationCount(), "operation")).append(", ");
    html.append(Html.count(history.keyCount(), "key")).append(", ");
    html.append(Html.count(history.sessionCount(), "session")).append("</p>\n");
    for (var note : history.notes()) {
      html.append("<p class=\"aside\">Note: ").append(Markup.text(note)).append("</p>\n");
    }
    for (var outcome : Verdict.Outcome.values()) {
      promises(outcome);
    }
  }

  /** The levels that came out this way; what each promises, if they are few. */
  private void promises(Verdict.Outcome outcome) {
    var levels = new ArrayList<Level>();
    for (var answer : input.all()) {
      if (answer instanceof Answer.Checked checked && checked.verdict().outcome() == outcome) {
        levels.add(checked.verdict().level());
      }
    }
    if (levels.isEmpty()) {
      return;
    }
    var word =
        switch (outcome) {
          case VALID -> "Kept";
          case INVALID -> "Broken";
          case UNKNOWN -> "Unknown";
        };
    if (input.all().size() > FEW_LEVELS) {
      promise(outcome, word, names(levels));
      return;
    }
    for (var level : levels) {
      promise(outcome, word, PlainWords.name(level) + ", " + PlainWords.promise(level));
    }
  }

  private void promise(Verdict.Outcome outcome, String word, String what) {
    html.append("<p class=\"promise\"><b class=\"").append(FixedWords.of(outcome)).append("\">");
    html.append(word).append("</b>: ").append(what).append(".</p>\n");
  }

  // Counterexamples.

  private void group(Subject subject, Counterexamples.Group group, int number) {
    var anomaly = group.anomaly;
    html.append("<h3 id=\"").append(id).append('a').append(number).append("\">");
    html.append(Explanation.title(anomaly)).append(" <span class=\"aside\">(");
    html.append(anomaly.elleName()).append("), ").append(group.count);
    html.append(" found</span></h3>\n<p class=\"plain\">");
    html.append(Markup.text(PlainWords.of(anomaly))).append("</p>\n");
    html.append("<p class=\"aside\">Not allowed by ").append(names(group.levels)).append(".</p>\n");
    var several = group.examples.size() > 1;
    for (var i = 0; i < group.examples.size(); i++) {
      if (html.length() > FULL) {
        leftOut += group.examples.size() - i;
        return;
      }
      if (several) {
        html.append("<h4>Example ").append(i + 1).append(" of ").append(group.examples.size());
        html.append(isOfAll(group, i) ? "" : ", " + names(group.examples.get(i).levels()));
        html.append("</h4>\n");
      }
      example(subject, anomaly, group.examples.get(i));
    }
  }

  private static boolean isOfAll(Counterexamples.Group group, int example) {
    return group.examples.get(example).levels().size() == group.levels.size();
  }

  private static String names(List<Level> levels) {
    var names = new StringBuilder();
    for (var i = 0; i < levels.size(); i++) {
      names.append(i == 0 ? "" : i == levels.size() - 1 ? " and " : ", ");
      names.append(PlainWords.name(levels.get(i)));
    }
    return names.toString();
  }

  private void example(Subject subject, Anomaly anomaly, Counterexamples.Shown shown) {
    var example = shown.example();
    var isDrawn = html.length() <= LONG;
    withoutTimeline += isDrawn ? 0 : 1;
    var exampleId = isDrawn ? id + "e" + examples : null;
    examples++;
    var explanation = new Explanation(subject);
    var highlights = Highlights.of(subject, example);
    var list = new CycleList(subject, highlights, exampleId, html);
    var stuck = stuck(subject, shown);
    var fault = explanation.fault(anomaly, example);
    var isTold = stuck != null && !Counterexamples.isCycle(example);
    if (!fault.isEmpty() && !(isTold && anomaly.kind() == AnomalyKind.NOT_LINEARIZABLE)) {
      html.append("<p class=\"fault-line\">").append(Markup.text(sentence(fault))).append("</p>\n");
    }
    var edges = new ArrayList<Edge>();
    if (Counterexamples.isCycle(example)) {
      list.bystanders(example, allEdges(example));
      cases(explanation, example, list, edges);
    } else if (!isTold) {
      list.bystanders(example, List.of());
    }
    var own = Neighbourhood.own(example);
    if (stuck != null) {
      var view = new StuckView(subject, stuck, exampleId, html);
      view.append();
      own = union(own, view.transactions());
    }
    var reader = subject.owner(own, example.operation());
    var atFault = stuck != null ? stuck.transaction() : example.operation() < 0 ? -1 : reader;
    if (isDrawn) {
      timeline(subject, example, own, atFault, edges, exampleId);
    }
  }

  private static List<Edge> allEdges(Anomaly.Example example) {
    var all = new ArrayList<Edge>();
    Cases.of(example).forEach(all::addAll);
    return all;
  }

  /** A circle, or one for each way that what is open could go; collects all edges. */
  private void cases(
      Explanation explanation, Anomaly.Example example, CycleList list, List<Edge> edges) {
    var hasCases = !example.alternatives().isEmpty();
    for (var cycle : Cases.of(example)) {
      if (hasCases) {
        html.append("<p>").append(Markup.text(sentence(explanation.condition(cycle))));
        html.setLength(html.length() - 1);
        html.append(":</p>\n");
      }
      list.cycle(cycle, edges.size() + 1);
      edges.addAll(cycle);
    }
    html.append("<p>").append(hasCases ? "Either way: a" : "A").append(" circle. ");
    html.append("No order of these transactions fits what they read and wrote.</p>\n");
  }

  private Stuck stuck(Subject subject, Counterexamples.Shown shown) {
    if (!shown.levels().contains(Level.LIN) || examples > LOOKS) {
      return null;
    }
    var key = Counterexamples.onlyKey(subject.history(), shown.example());
    return key < 0 ? null : subject.stuck(key);
  }

  private static int[] union(int[] some, int[] more) {
    return IntStream.concat(Arrays.stream(some), Arrays.stream(more)).distinct().toArray();
  }

  private void timeline(
      Subject subject,
      Anomaly.Example example,
      int[] own,
      int atFault,
      List<Edge> edges,
      String exampleId) {
    if (extent == null) {
      extent = Extent.of(subject.history());
      faults = Faults.of(subject.history());
    }
    var keys = Neighbourhood.keys(subject.history(), example);
    var most = examples > LOOKS ? 0 : Math.max(0, OTHERS - own.length / 4);
    var others = Neighbourhood.others(subject.history(), own, keys, most);
    var layout = new TimelineLayout(subject, own, atFault, others.transactions(), edges, faults);
    new TimelineFigure(subject, layout, extent, faults, others.isOnKeys(), exampleId, html)
        .append();
  }

  private static String sentence(String words) {
    return Character.toUpperCase(words.charAt(0)) + words.substring(1) + ".";
  }

  // What is open.

  private void open(Subject subject, Verdict verdict) {
    var open = verdict.open();
    html.append("<h3 id=\"").append(id).append("open-").append(FixedWords.of(verdict.level()));
    html.append("\">Why ").append(PlainWords.name(verdict.level())).append(" is unknown</h3>\n<p>");
    html.append(Markup.text(sentence(UnknownAdvice.reason(open)))).append("</p>\n");
    if (open.keys().length > 0) {
      html.append("<p>Open keys:");
      for (var key : open.keys()) {
        html.append(" <code>").append(Html.folded(subject.whole().key(key))).append("</code>");
      }
      html.append(open.keys().length < open.keyCount() ? " …</p>\n" : "</p>\n");
    }
    var list = new CycleList(subject, Highlights.of(subject, open), null, html);
    for (var t : open.transactions()) {
      list.box(t);
    }
    html.append("<p>").append(Markup.text(UnknownAdvice.on(subject, open))).append("</p>\n");
  }
}
