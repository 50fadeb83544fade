package mtc.report.page;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mtc.report.Answer;
import mtc.report.Answers;
import mtc.report.Document;
import mtc.report.DotReport;
import mtc.report.TextReport;
import mtc.source.Output;
import mtc.verdict.Anomaly;
import mtc.verdict.Verdict;

/**
 * A folder as Elle leaves one: a page, everything as text, and for each kind of anomaly a text with
 * its examples and a graph of each.
 */
public final class FolderReport extends Document<FolderReport.Part> {
  /** What is in the folder of one input: its section of the page, its text, and its files. */
  record Part(Section section, String text, Map<String, String> files) {}

  public FolderReport(Output output) {
    super(output);
  }

  @Override
  protected Part part(Answers input) {
    var text = new StringBuilder();
    var files = new LinkedHashMap<String, String>();
    for (var answer : input.all()) {
      if (answer instanceof Answer.Checked checked) {
        text.append(TextReport.plain(checked));
      }
    }
    for (var group : Counterexamples.of(input)) {
      addFiles(input, group, files);
    }
    return new Part(new Section(input), text.toString(), files);
  }

  private static void addFiles(
      Answers input, Counterexamples.Group group, Map<String, String> files) {
    var anomaly = group.anomaly;
    var name = anomaly.kind().paperName() + (anomaly.realTime() ? "-RealTime" : "");
    // Elle may know several anomalies under one name of ours.
    if (files.containsKey(name + ".txt")) {
      name += "-" + anomaly.elleName();
    }
    var examples = group.examples.stream().map(Counterexamples.Shown::example).toList();
    files.put(name + ".txt", TextReport.plain(alone(input, group, examples)));
    for (var i = 0; i < examples.size(); i++) {
      var graph = DotReport.graph(alone(input, group, List.of(examples.get(i))));
      files.put(name + "-" + (i + 1) + ".dot", graph);
    }
  }

  /** The answer at the first level that fails by these examples, with nothing else in it. */
  private static Answer.Checked alone(
      Answers input, Counterexamples.Group group, List<Anomaly.Example> examples) {
    for (var answer : input.all()) {
      if (answer instanceof Answer.Checked checked
          && checked.verdict().level() == group.levels.getFirst()) {
        var of = group.anomaly;
        var anomaly = new Anomaly(of.kind(), of.elleName(), of.realTime(), group.count, examples);
        var verdict = checked.verdict();
        return new Answer.Checked(
            checked.subject(),
            new Verdict(verdict.level(), verdict.outcome(), List.of(anomaly), verdict.open()),
            checked.checkMillis());
      }
    }
    throw new IllegalStateException("a counterexample of no level");
  }

  @Override
  protected void write(List<Part> all, Output to) throws IOException {
    var text = new StringBuilder();
    for (var part : all) {
      text.append(part.text);
    }
    write(HtmlReport.render(all.stream().map(Part::section).toList()), to.open("index.html"));
    write(text, to.open("report.txt"));
    for (var i = 0; i < all.size(); i++) {
      for (var file : all.get(i).files.entrySet()) {
        write(file.getValue(), to.open(name(i, all.size(), file.getKey())));
      }
    }
  }

  /** Of several histories, each has its number before its files. */
  private static String name(int input, int inputs, String file) {
    if (inputs == 1) {
      return file;
    }
    var digits = Integer.toString(inputs).length();
    return ("%0" + digits + "d-%s").formatted(input + 1, file);
  }
}
