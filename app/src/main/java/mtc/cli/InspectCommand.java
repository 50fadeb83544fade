package mtc.cli;

import java.util.List;
import java.util.concurrent.Callable;
import mtc.check.KnownVersions;
import mtc.reading.HistoryReader;
import mtc.report.Answer;
import mtc.report.Inquiry;
import mtc.report.Inspection;
import mtc.report.JsonLine;
import mtc.report.Subject;
import mtc.report.TextReport;
import mtc.source.InputException;
import mtc.source.Sources;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "inspect",
    description =
        "Tells what is in a history: its format, sessions, transactions, operations and keys, how"
            + " much it tells of its version order, and what keeps it from being an MT history.",
    footer = {
      "",
      "Classes, from the one that tells most:",
      "  mt       mini-transactions: one or two reads, at most two writes, each",
      "           after a read of its key, and no key given a value twice",
      "  rmw      the same, of any size",
      "  chain    at most one write per key comes after no known version",
      "  general  the order of some versions is open, or values repeat"
    })
final class InspectCommand implements Callable<Integer> {
  enum Form {
    TEXT,
    JSON
  }

  private final Streams streams;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "PATH",
      arity = "1..*",
      description = "a file, a directory, an archive, a compressed file, or - for standard input")
  private List<String> paths;

  @Mixin private InputOptions input;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      defaultValue = "text",
      description = "text, or json: an object per line, one per history (default: text)")
  private Form output;

  @Option(
      names = {"-r", "--recursive"},
      description = "every history below the directories and in the archives given")
  private boolean recursive;

  private volatile int exit = ExitCode.OK;
  private Deadline deadline;

  InspectCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    if (paths.indexOf(Sources.STANDARD_INPUT) != paths.lastIndexOf(Sources.STANDARD_INPUT)) {
      throw new ParameterException(spec.commandLine(), "standard input can be read only once");
    }
    var reader = input.reader(streams);
    deadline = input.deadline();
    deadline.watch(streams, () -> exit);
    for (var path : recursive ? below(reader) : paths) {
      try {
        deadline.expectTime();
        inspect(reader, path);
      } catch (InputException e) {
        streams.tell(e.describe());
        if (output == Form.JSON) {
          streams
              .out()
              .print(
                  JsonLine.render(new Answer.Unread(path, e.getMessage(), e.at()), Build.VERSION));
        }
        exit = ExitCode.worse(exit, ExitCode.IO);
      } catch (Deadline.Over e) {
        streams.tell(path + ": not inspected: " + e.getMessage());
        exit = ExitCode.worse(exit, ExitCode.UNKNOWN);
      }
    }
    deadline.done();
    return exit;
  }

  private List<String> below(HistoryReader reader) {
    return InputOptions.below(reader, paths, TextReport.Detail.NORMAL, streams.err());
  }

  private void inspect(HistoryReader reader, String path) throws InputException {
    var start = System.nanoTime();
    var history = reader.read(path, deadline.whileReading());
    var readMillis = HistoryCheck.millisSince(start);
    start = System.nanoTime();
    var order = new KnownVersions(history);
    var classification = order.classification();
    var millis = HistoryCheck.millisSince(start);
    var subject =
        new Subject(
                path, history, Inquiry.ofClass(classification.historyClass().label()), readMillis)
            .of(reader.run(path));
    print(new Inspection(subject, classification, order.valueCount(), millis));
  }

  private void print(Inspection inspection) {
    streams.out().print(output == Form.JSON ? JsonLine.render(inspection) : inspection.text());
    streams.out().flush();
  }
}
