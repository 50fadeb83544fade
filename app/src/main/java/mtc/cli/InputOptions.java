package mtc.cli;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import mtc.formats.Format;
import mtc.formats.Formats;
import mtc.formats.HistoryReader;
import mtc.source.InputException;
import mtc.source.Limits;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How inputs are read: the options that commands share, to be mixed in. */
final class InputOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      defaultValue = "auto",
      completionCandidates = CheckCommand.FormatNames.class,
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

  HistoryReader reader(Streams streams) {
    return reader(streams, spec, format, maxExpanded, maxEntries);
  }

  /**
   * A reader as the options say, of a command that declares them itself; null for no limit given.
   */
  static HistoryReader reader(
      Streams streams, CommandSpec spec, String format, Long maxExpanded, Integer maxEntries) {
    return new HistoryReader(
        streams.in(), chosenFormat(spec, format), limits(maxExpanded, maxEntries));
  }

  /** The histories below the directories among the paths, and the other paths as they are. */
  static List<String> below(HistoryReader reader, List<String> paths, Streams streams)
      throws InputException {
    var histories = new ArrayList<String>();
    for (var path : paths) {
      if (!new File(path).isDirectory()) {
        histories.add(path);
        continue;
      }
      var listing = reader.list(path);
      var skipped = listing.skipped().size();
      if (skipped > 0) {
        streams.err().println("mtc: " + path + ": skipped " + skipped + " that are no histories");
      }
      if (listing.histories().isEmpty()) {
        throw InputException.of("there is no history in it").in(path);
      }
      histories.addAll(listing.histories());
    }
    return histories;
  }

  private static Format chosenFormat(CommandSpec spec, String format) {
    if (format.equals("auto")) {
      return null;
    }
    var chosen = Formats.named(format);
    if (chosen == null) {
      throw new ParameterException(
          spec.commandLine(),
          "there is no format '"
              + format
              + "'; there are "
              + String.join(", ", new CheckCommand.FormatNames()));
    }
    return chosen;
  }

  private static Limits limits(Long maxExpanded, Integer maxEntries) {
    var limits = Limits.DEFAULT;
    if (maxExpanded != null) {
      limits = limits.withMaxExpandedBytes(maxExpanded);
    }
    return maxEntries == null ? limits : limits.withMaxEntries(maxEntries);
  }
}
