package mtc.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import mtc.formats.Format;
import mtc.reading.Formats;
import mtc.reading.HistoryReader;
import mtc.report.TextReport;
import mtc.source.Limits;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How inputs are read: the options that commands share, to be mixed in. */
final class InputOptions {
  /** The names of all formats, for help and completion. */
  static final class FormatNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      var names = new ArrayList<String>();
      names.add("auto");
      for (var format : Formats.ALL) {
        names.add(format.name());
      }
      return names.iterator();
    }
  }

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      defaultValue = "auto",
      completionCandidates = FormatNames.class,
      description = "the format of the input: ${COMPLETION-CANDIDATES} (default: auto)")
  private String format;

  @Option(
      names = "--max-expanded",
      paramLabel = "SIZE",
      converter = Quantity.Bytes.class,
      description = "the most that a compressed file or an archive may expand to (8G)")
  private Long maxExpanded;

  @Option(
      names = "--max-entries",
      paramLabel = "N",
      description = "the most entries that an archive may have (default: 100000)")
  private Integer maxEntries;

  /** A reader as the options say. */
  HistoryReader reader(Streams streams) {
    return new HistoryReader(streams.in(), chosenFormat(), limits());
  }

  /** The same, of one format, which is the only one that may be asked for. */
  HistoryReader reader(Streams streams, Format only) {
    if (!format.equals("auto") && !format.equals(only.name())) {
      throw new ParameterException(
          spec.commandLine(), "--follow reads " + only.name() + ", not " + format);
    }
    return new HistoryReader(streams.in(), only, limits());
  }

  /**
   * The histories below the directories and in the archives among the paths, and the other paths as
   * they are. A directory without any stays, for its reader to say so.
   *
   * @param told of what is no history: nothing, how much it is, or what and why
   */
  static List<String> below(
      HistoryReader reader, List<String> paths, TextReport.Detail told, PrintStream err) {
    var histories = new ArrayList<String>();
    for (var path : paths) {
      var listing = reader.list(path);
      tellSkipped(path, listing.skipped(), told, err);
      if (listing.histories().isEmpty()) {
        histories.add(path);
      }
      histories.addAll(listing.histories());
    }
    return histories;
  }

  private static void tellSkipped(
      String path, List<String> skipped, TextReport.Detail told, PrintStream err) {
    switch (told) {
      case QUIET -> {}
      case NORMAL -> {
        if (!skipped.isEmpty()) {
          err.println("mtc: " + path + ": skipped " + skipped.size() + " that are no histories");
        }
      }
      case VERBOSE -> {
        for (var one : skipped) {
          err.println("mtc: skipped " + one);
        }
      }
    }
  }

  private Format chosenFormat() {
    if (format.equals("auto")) {
      return null;
    }
    var chosen = Formats.named(format);
    if (chosen == null) {
      throw new ParameterException(
          spec.commandLine(),
          "there is no format '" + format + "'; there are " + String.join(", ", new FormatNames()));
    }
    return chosen;
  }

  private Limits limits() {
    var limits = Limits.DEFAULT;
    if (maxExpanded != null) {
      limits = limits.withMaxExpandedBytes(maxExpanded);
    }
    return maxEntries == null ? limits : limits.withMaxEntries(maxEntries);
  }
}
