package mtc.report;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import mtc.history.Status;
import mtc.source.Counted;
import mtc.verdict.Anomaly;
import mtc.verdict.Edge;
import mtc.verdict.EdgeType;
import mtc.verdict.Verdict;

/** For Graphviz: one cluster per counterexample, its transactions and why each precedes another. */
final class DotGraph {
  /** Of a longer cycle, the middle is left out: nobody reads it, and the layout takes forever. */
  private static final int LONGEST_CYCLE = 24;

  private static final int LABEL_WIDTH = 26;

  private static final String HEAD =
      """
      digraph mtc {
        graph [fontname="Helvetica", fontsize=12, rankdir=TB, nodesep=0.6, ranksep=0.7];
        node [shape=plain, fontname="Helvetica", fontsize=11];
        edge [fontname="Helvetica", fontsize=10, penwidth=1.4, arrowsize=0.8];
      """;

  /** As many clusters beside each other as make about a square, but no more than fit a screen. */
  private static final int MOST_COLUMNS = 4;

  private final int number;
  private final StringBuilder dot = new StringBuilder();
  private int clusters;

  /** The names of all clusters, and the nodes of the one at hand. */
  private final List<String> names = new ArrayList<>();

  private final Set<String> nodes = new LinkedHashSet<>();
  private int reasons;

  /** The part of the graph that is about one input, which no other has the number of. */
  DotGraph(int number) {
    this.number = number;
  }

  /** Adds what is wrong with a history, or open. */
  void add(Answer answer) {
    if (answer instanceof Answer.Checked checked) {
      add(checked);
    }
  }

  private void add(Answer.Checked report) {
    var verdict = report.verdict();
    for (var anomaly : verdict.anomalies()) {
      var examples = anomaly.examples();
      for (var i = 0; i < examples.size(); i++) {
        var title =
            Explanation.title(anomaly)
                + " ("
                + anomaly.elleName()
                + "), "
                + (i + 1)
                + " of "
                + anomaly.count();
        example(report, title, anomaly, examples.get(i));
      }
    }
    if (verdict.outcome() == Verdict.Outcome.UNKNOWN) {
      begin(report, "unknown: " + verdict.open().reason());
      nodes(report.subject(), Highlights.of(report.subject(), verdict.open()));
      end();
    }
  }

  /** A cluster, or one for each case. */
  private void example(
      Answer.Checked report, String title, Anomaly anomaly, Anomaly.Example example) {
    if (example.alternatives().isEmpty()) {
      begin(report, title);
      example(report.subject(), anomaly, example);
      end();
      return;
    }
    var explanation = new Explanation(report.subject());
    for (var cycle : Cases.of(example)) {
      begin(report, title + ": " + explanation.condition(cycle));
      example(report.subject(), anomaly, Cases.alone(cycle));
      end();
    }
  }

  /** The whole graph, of its parts. */
  static String render(List<DotGraph> parts) {
    var graph = new StringBuilder(HEAD);
    var names = new ArrayList<String>();
    for (var part : parts) {
      graph.append(part.dot);
      names.addAll(part.names);
    }
    if (names.isEmpty()) {
      graph.append("  none [label=\"no counterexamples\"];\n");
    }
    var columns = Math.min((int) Math.ceil(Math.sqrt(names.size())), MOST_COLUMNS);
    for (var i = columns; i < names.size(); i++) {
      graph.append("  c").append(names.get(i - columns)).append("_end -> c").append(names.get(i));
      graph.append("_start [style=invis];\n");
    }
    return graph.append("}\n").toString();
  }

  /** Everything between two nodes that are not seen, so that clusters can stand under others. */
  private void end() {
    var name = "c" + cluster();
    for (var side : List.of("_start", "_end")) {
      dot.append("    ")
          .append(name)
          .append(side)
          .append(" [style=invis, shape=point, width=0];\n");
    }
    for (var node : nodes) {
      dot.append("    ").append(name).append("_start -> ").append(node).append(" -> ");
      dot.append(name).append("_end [style=invis];\n");
    }
    dot.append("  }\n");
  }

  private void begin(Answer.Checked report, String title) {
    clusters++;
    nodes.clear();
    reasons = 0;
    names.add(cluster());
    dot.append("  subgraph cluster_").append(cluster()).append(" {\n");
    dot.append("    style=rounded; color=\"#9aa5b1\"; margin=16; labeljust=l;\n    label=<");
    dot.append(Markup.text(report.path())).append(" &#183; ").append(report.level());
    dot.append("<br align=\"left\"/>");
    for (var line : Markup.lines(title, 56)) {
      dot.append("<b>").append(Markup.text(line)).append("</b><br align=\"left\"/>");
    }
    dot.append(">;\n");
  }

  private void example(Subject subject, Anomaly anomaly, Anomaly.Example example) {
    nodes(subject, Highlights.of(subject, example));
    var explanation = new Explanation(subject);
    var fault = explanation.fault(anomaly, example);
    if (!fault.isEmpty()) {
      fault(subject, example, fault);
    }
    var cycle = example.cycle();
    for (var i = 0; i < cycle.size(); i++) {
      if (isShown(i, cycle.size())) {
        var leadsBack = i > 0 && i == cycle.size() - 1 && isClosed(cycle);
        edge(subject, explanation, cycle.get(i), leadsBack);
      } else if (i == LONGEST_CYCLE / 2) {
        leftOut(
            cycle.get(i).from(),
            cycle.get(cycle.size() - LONGEST_CYCLE / 2).from(),
            cycle.size() - LONGEST_CYCLE);
      }
    }
  }

  private static boolean isClosed(List<Edge> cycle) {
    return cycle.getLast().to() == cycle.getFirst().from();
  }

  private static boolean isShown(int index, int count) {
    return count <= LONGEST_CYCLE
        || index < LONGEST_CYCLE / 2
        || index >= count - LONGEST_CYCLE / 2;
  }

  /** The transactions; of a long cycle the ones that shown edges touch. */
  private void nodes(Subject subject, Highlights highlights) {
    var transactions = highlights.transactions();
    var written = new HashSet<Integer>();
    for (var i = 0; i < transactions.length; i++) {
      var isShown = isShown(i, transactions.length) || i == LONGEST_CYCLE / 2;
      if (isShown && transactions[i] != Edge.INITIAL && written.add(transactions[i])) {
        node(subject, highlights, transactions[i]);
      }
    }
  }

  private void node(Subject subject, Highlights highlights, int transaction) {
    var status = subject.history().status(transaction);
    nodes.add(id(transaction));
    dot.append("    ")
        .append(id(transaction))
        .append(" [label=<<table border=\"0\" cellborder=\"1\"");
    dot.append(
        " cellspacing=\"0\" cellpadding=\"5\" color=\"#52606d\">\n      <tr><td align=\"left\"");
    dot.append(" bgcolor=\"").append(status == Status.COMMITTED ? "#e4ebf5" : "#f5e4e4");
    dot.append("\"><b>").append(subject.name(transaction)).append("</b>  ");
    dot.append(Markup.text(subject.session(transaction))).append(" &#183; ");
    dot.append(Markup.text(subject.place(transaction)));
    dot.append(status == Status.COMMITTED ? "" : " &#183; " + FixedWords.of(status));
    dot.append("</td></tr>\n      <tr><td align=\"left\" balign=\"left\">");
    operations(highlights, transaction);
    dot.append("</td></tr></table>>];\n");
  }

  private void operations(Highlights highlights, int transaction) {
    var column = 0;
    for (var piece : highlights.of(transaction)) {
      var text = Markup.text(piece.text());
      if (column > 0) {
        var breaks = column + piece.text().length() > 44;
        dot.append(breaks ? "<br/>" : "&#160;&#160;");
        column = breaks ? 0 : column + 2;
      }
      column += piece.text().length();
      if (highlights.isFault(piece)) {
        dot.append("<font color=\"#c81e1e\"><b>").append(text).append("</b></font>");
      } else if (piece.matters()) {
        dot.append("<b>").append(text).append("</b>");
      } else {
        dot.append(text);
      }
    }
    if (column == 0) {
      dot.append("no operations");
    }
  }

  private void fault(Subject subject, Anomaly.Example example, String fault) {
    var note = "c" + cluster() + "_why";
    nodes.add(note);
    dot.append("    ").append(note).append(" [shape=note, color=\"#c81e1e\", label=<");
    lines(fault, "#c81e1e");
    dot.append(">];\n");
    var reader = subject.owner(example.transactions(), example.operation());
    if (reader >= 0) {
      dot.append("    ").append(id(reader)).append(" -> ").append(note);
      dot.append(" [style=dashed, arrowhead=none, color=\"#c81e1e\"];\n");
    }
  }

  /**
   * The reason is a node of its own, since a label may come to lie outside of its cluster. What
   * leads back is turned round, so that it does not lie below everything else.
   */
  private void edge(Subject subject, Explanation explanation, Edge edge, boolean leadsBack) {
    if (edge.from() == Edge.INITIAL && nodes.add(id(Edge.INITIAL))) {
      dot.append("    ").append(id(Edge.INITIAL)).append(" [label=\"initial state\"];\n");
    }
    var key = edge.key() < 0 ? "" : "(" + subject.key(edge.key()) + ")";
    var reason = "c" + cluster() + "_r" + ++reasons;
    nodes.add(reason);
    dot.append("    ").append(reason).append(" [label=<<font color=\"");
    dot.append(colour(edge.type())).append("\"><b>&#160;").append(FixedWords.of(edge.type()));
    dot.append(Markup.text(key)).append("</b></font><br align=\"left\"/>");
    lines(explanation.why(edge), "#3e4c59");
    dot.append(">];\n");
    var style =
        (edge.assumed() ? "style=dashed, color=\"" : "color=\"") + colour(edge.type()) + "\"";
    if (leadsBack) {
      arrow(id(edge.to()), reason, "dir=back, " + style);
      arrow(reason, id(edge.from()), "dir=none, " + style);
    } else {
      arrow(id(edge.from()), reason, "dir=none, " + style);
      arrow(reason, id(edge.to()), style);
    }
  }

  private void arrow(String from, String to, String style) {
    dot.append("    ").append(from).append(" -> ").append(to).append(" [").append(style);
    dot.append("];\n");
  }

  private void leftOut(int from, int to, int count) {
    dot.append("    ").append(id(from)).append(" -> ").append(id(to));
    dot.append(" [style=dotted, label=\"… ").append(Counted.of(count, "more edge"));
    dot.append(" …\"];\n");
  }

  private void lines(String sentence, String colour) {
    dot.append("<font color=\"").append(colour).append("\">");
    for (var line : Markup.lines(sentence, LABEL_WIDTH)) {
      dot.append("&#160;").append(Markup.text(line)).append("<br align=\"left\"/>");
    }
    dot.append("</font>");
  }

  private String id(int transaction) {
    return "c" + cluster() + (transaction == Edge.INITIAL ? "_init" : "_t" + transaction);
  }

  private String cluster() {
    return number + "_" + clusters;
  }

  private static String colour(EdgeType type) {
    return switch (type) {
      case SO -> "#0e7490";
      case RT -> "#7e22ce";
      case WR -> "#15803d";
      case WW -> "#1d4ed8";
      case RW -> "#c2410c";
    };
  }
}
