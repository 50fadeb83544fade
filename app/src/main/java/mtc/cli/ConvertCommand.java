package mtc.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import mtc.formats.UnwritableException;
import mtc.formats.WritableFormat;
import mtc.formats.numeric.Essentials;
import mtc.history.History;
import mtc.mini.MiniTransactions;
import mtc.mini.Outcome;
import mtc.reading.Formats;
import mtc.report.ConversionRefusal;
import mtc.report.Inquiry;
import mtc.report.Subject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "convert",
    description =
        "Writes a history in another format, and says what that format cannot hold as it is. OUT"
            + " is complete or not there at all.",
    exitCodeList = {
      "0:OUT was written",
      ExitCode.USAGE_MEANS,
      "3:the format cannot hold the history, or with --mt: it cannot become an MT history",
      "4:PATH could not be read, or OUT not be written: it exists and there is no --force, …",
      ExitCode.BUG_MEANS
    },
    footer = {
      "",
      "Examples:",
      "  mtc convert store/latest history.txt --to polysi",
      "  mtc convert lists.edn mini.edn --to jepsen --mt",
      "  mtc convert logs - --to jepsen | gzip > history.edn.gz"
    })
final class ConvertCommand implements Callable<Integer> {
  private final Streams streams;

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "PATH",
      description = "a file, a directory, an archive, a compressed file, or - for standard input")
  private String path;

  @Parameters(
      index = "1",
      paramLabel = "OUT",
      description = "the file or folder to write, or - for standard output")
  private String out;

  @Option(
      names = {"-t", "--to"},
      paramLabel = "FORMAT",
      completionCandidates = WritableNames.class,
      description =
          "the format to write: ${COMPLETION-CANDIDATES}; without it, OUT says which: .edn is"
              + " jepsen, .json jepsen-json, .bincode dbcop")
  private String to;

  @Option(
      names = "--mt",
      description =
          "turn it into an MT history that satisfies the same levels from psi up, or say why that"
              + " cannot be done")
  private boolean mt;

  @Option(
      names = "--timestamps",
      description =
          "cobra: write the clock's times, which Cobra takes only with TIME_ORDER_ON=true")
  private boolean timestamps;

  @Option(names = "--force", description = "replace OUT if it exists")
  private boolean force;

  @Mixin private InputOptions input;

  ConvertCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() throws IOException {
    return input.deadline().during(this::convert, path, "not converted", streams);
  }

  private int convert(Deadline deadline) throws IOException {
    var format = target();
    var outputs = new Outputs(spec, streams, force, List.of(path));
    try (var destination = outputs.of(out, format)) {
      var history = input.reader(streams).read(path, deadline.whileReading());
      tell(path, history.notes());
      var refusal = refusal(history);
      if (refusal != null) {
        streams.tell(path + ": not " + refusal);
        return ExitCode.UNKNOWN;
      }
      if (history.limitation() != null) {
        streams.tell(
            path
                + ": not all levels can be checked: "
                + history.limitation()
                + "; what is written does not say so, and its verdicts at those levels mean"
                + " nothing");
      }
      if (mt) {
        switch (MiniTransactions.of(history)) {
          case Outcome.Refused refused -> {
            var subject = new Subject(path, history, Inquiry.ofClass(""), 0);
            streams.err().print(ConversionRefusal.text(subject, refused.reasons()));
            return ExitCode.UNKNOWN;
          }
          case Outcome.Converted converted -> {
            tell(path, converted.steps());
            history = converted.history();
          }
        }
      }
      return write(history, format, destination);
    }
  }

  /** What no format can say, so that elsewhere it would look like all there is; null if nothing. */
  private String refusal(History history) {
    if (history.relaxation() != null) {
      return "as %s: %s, so it can refute a level but not prove it, and no format says so"
          .formatted(to, history.relaxation());
    }
    if (history.keptUpdates() != null) {
      return "as %s: %s, so it cannot refute a level that allows lost updates, and no format says so"
          .formatted(to, history.keptUpdates());
    }
    if (mt && history.givenVersions() != null) {
      return "with --mt: the log gives the order of versions, which only reads would tell; with"
          + " --versions ignore any order will do";
    }
    return null;
  }

  /** What the end of OUT's name says; some, such as .txt, are ends of several formats. */
  private String toldByName() {
    for (var format : Formats.ALL) {
      if (format instanceof WritableFormat writable
          && writable.fileEnding() != null
          && out.endsWith(writable.fileEnding())) {
        return format.name();
      }
    }
    throw new ParameterException(
        spec.commandLine(),
        "--to FORMAT is missing, and the name of OUT does not say which: there are "
            + String.join(", ", new WritableNames()));
  }

  private WritableFormat target() {
    to = to == null ? toldByName() : to;
    var format = WritableNames.format(to, spec);
    if (format.writesFolder() && out.equals(Destination.STANDARD_OUTPUT)) {
      throw new ParameterException(
          spec.commandLine(),
          "a history in " + to + " is a folder of files, which standard output cannot be");
    }
    if (!timestamps) {
      return format;
    }
    if (format.withTimes() == null) {
      throw new ParameterException(spec.commandLine(), "--timestamps is for --to cobra");
    }
    return format.withTimes();
  }

  private int write(History history, WritableFormat format, Destination destination)
      throws IOException {
    List<String> mappings;
    try {
      if (history.transactionCount() == 0) {
        throw new UnwritableException("there are no transactions to write");
      }
      var kept = Essentials.of(history, format.leavesOut());
      var writer = format.writer(destination);
      try (writer) {
        writer.write(kept.history());
      }
      mappings = new ArrayList<>(kept.notes());
      mappings.addAll(writer.mappings());
      destination.commit();
    } catch (UnwritableException e) {
      streams.tell(path + ": not as " + to + ": " + e.getMessage());
      return ExitCode.UNKNOWN;
    } catch (IOException e) {
      throw Destination.unwritten(out, e);
    }
    tell(out, mappings);
    return ExitCode.OK;
  }

  private void tell(String of, List<String> sentences) {
    for (var sentence : sentences) {
      streams.tell(of + ": " + sentence);
    }
  }
}
