package mtc.cli;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
  private final Map<Kind, File> chosen = new EnumMap<>(Kind.class);

  private final Map<File, Report> documents = new LinkedHashMap<>();
  private final List<Report> all = new ArrayList<>();

  /** Adds an option for each document to a command. */
  void addOptions(CommandSpec spec) {
    for (var kind : Kind.values()) {
      spec.addOption(
          OptionSpec.builder(kind.option)
              .paramLabel(kind.label)
              .type(File.class)
              .description(kind.description)
              .setter(new Choice(chosen, kind))
              .build());
    }
  }

  /** Puts down which file was named for a kind of document. */
  private record Choice(Map<Kind, File> chosen, Kind kind) implements ISetter {
    @Override
    public <T> T set(T file) {
      if (file != null) {
        chosen.put(kind, (File) file);
      }
      return null;
    }
  }

  /** All that were asked for: the lines on standard output, and the documents. */
  List<Report> start(Report lines) {
    all.add(lines);
    chosen.forEach((kind, file) -> {
      var report = kind.report.apply(new Place(file));
      documents.put(file, report);
      all.add(report);
    });
    return all;
  }

  /** Every input has had its say. */
  void end() throws InputException {
    try {
      all.getFirst().end();
    } catch (IOException e) {
      throw InputException.of(e.getMessage()).in("standard output");
    }
    for (var document : documents.entrySet()) {
      try {
        document.getValue().end();
      } catch (IOException e) {
        throw InputException.of("it cannot be written: " + e.getMessage())
            .in(document.getKey().getPath());
      }
    }
  }

  /** A file, or a folder of files that is not there yet. */
  private static final class Place implements Output {
    private final File file;
    private boolean isFolder;

    Place(File file) {
      this.file = file;
    }

    @Override
    public OutputStream open() throws IOException {
      return new FileOutputStream(file);
    }

    @Override
    public OutputStream open(String name) throws IOException {
      if (!isFolder) {
        if (file.exists()) {
          throw new IOException("it exists already");
        }
        if (!file.mkdir()) {
          throw new IOException("the folder cannot be made");
        }
        isFolder = true;
      }
      return new FileOutputStream(new File(file, name));
    }
  }
}
