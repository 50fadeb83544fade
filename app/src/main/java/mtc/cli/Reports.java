package mtc.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import mtc.report.DotReport;
import mtc.report.EdnReport;
import mtc.report.JsonReport;
import mtc.report.JunitReport;
import mtc.report.Report;
import mtc.report.SarifReport;
import mtc.report.TapReport;
import mtc.report.TextReport;
import mtc.report.page.FolderReport;
import mtc.report.page.HtmlReport;
import mtc.source.InputException;
import mtc.source.Output;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;

/** The reports there are. A new one is a class in {@link mtc.report} and a line here. */
final class Reports {
  /** What {@code --output} names: lines on standard output. */
  enum Form {
    TEXT((out, style) -> new TextReport(out, style.detail(), style.isColoured())),
    JSON((out, _) -> new JsonReport(out, Build.VERSION)),
    EDN((out, _) -> new EdnReport(out)),
    TAP((out, _) -> new TapReport(out));

    private final Lines lines;

    Form(Lines lines) {
      this.lines = lines;
    }

    Report to(PrintStream out, Style style) {
      return lines.to(out, style);
    }

    /** As it is spelt on the command line. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What has an option of its own, which says where it is written. */
  private enum Kind {
    DOT("--dot", "FILE", "write the counterexamples as a Graphviz graph", DotReport::new),
    HTML(
        "--html",
        "FILE",
        "write the verdicts and counterexamples as a page that stands alone",
        HtmlReport::new),
    REPORT(
        "--report",
        "DIR",
        "write a folder: the page, all of it as text, and a text and graphs per kind of anomaly",
        FolderReport::new),
    JUNIT(
        "--junit",
        "FILE",
        "write the verdicts as JUnit XML, a test case per history and level",
        JunitReport::new),
    SARIF(
        "--sarif",
        "FILE",
        "write the counterexamples as SARIF, for code-scanning views",
        output -> new SarifReport(output, Build.VERSION));

    final String option;
    final String label;
    final String description;
    final Function<Output, Report> report;

    Kind(String option, String label, String description, Function<Output, Report> report) {
      this.option = option;
      this.label = label;
      this.description = description;
      this.report = report;
    }
  }

  private interface Lines {
    Report to(PrintStream out, Style style);
  }

  /** How text is to look. */
  record Style(TextReport.Detail detail, boolean isColoured) {}

  /** By kind, in the order above: the file that was asked for. */
  private final Map<Kind, String> chosen = new EnumMap<>(Kind.class);

  private final List<Writing> documents = new ArrayList<>();
  private final List<Report> all = new ArrayList<>();

  /** Adds an option for each document to a command. */
  void addOptions(CommandSpec spec) {
    for (var kind : Kind.values()) {
      spec.addOption(
          OptionSpec.builder(kind.option)
              .paramLabel(kind.label)
              .type(String.class)
              .description(kind.description)
              .setter(new Choice(chosen, kind))
              .build());
    }
  }

  /** Puts down which file was named for a kind of document. */
  private record Choice(Map<Kind, String> chosen, Kind kind) implements ISetter {
    @Override
    public <T> T set(T file) {
      if (file != null) {
        chosen.put(kind, (String) file);
      }
      return null;
    }
  }

  /** Why what was asked for makes no sense; null if it does. */
  String nonsense() {
    return Destination.STANDARD_OUTPUT.equals(chosen.get(Kind.REPORT))
        ? "--report is a folder of files: give it a name"
        : null;
  }

  /** Whether one of them is what standard output is for. */
  boolean takeStandardOutput() {
    return chosen.containsValue(Destination.STANDARD_OUTPUT);
  }

  /**
   * All that were asked for: the lines, and the documents. One that cannot be written is told of
   * and left out, so that the verdicts are not lost with it.
   *
   * @param failed gets why
   */
  List<Report> start(Report lines, Outputs outputs, Consumer<InputException> failed) {
    all.add(lines);
    chosen.forEach((kind, path) -> {
      try {
        var destination = kind == Kind.REPORT ? outputs.folder(path) : outputs.file(path);
        var report = kind.report.apply(destination);
        documents.add(new Writing(path, report, destination));
        all.add(report);
      } catch (IOException e) {
        failed.accept(Destination.unwritten(path, e));
      }
    });
    return all;
  }

  /** Every input has had its say. */
  void end(Consumer<InputException> failed) {
    try {
      all.getFirst().end();
    } catch (IOException e) {
      failed.accept(Destination.unwritten("standard output", e));
    }
    for (var document : documents) {
      try (var destination = document.destination) {
        document.report.end();
        destination.commit();
      } catch (IOException e) {
        failed.accept(Destination.unwritten(document.path, e));
      }
    }
  }

  /** A document and where it goes. */
  private record Writing(String path, Report report, Destination destination) {}
}
