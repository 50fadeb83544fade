package mtc.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import mtc.formats.Format;
import mtc.history.GivenInitialValues;
import mtc.history.Reading;
import mtc.reading.Formats;
import mtc.reading.HistoryReader;
import mtc.report.TextReport;
import mtc.source.Limits;
import mtc.source.Printable;
import mtc.workload.Workloads;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How inputs are read: the options that commands share, to be mixed in. */
final class InputOptions {
  /** Arrays hold no more. */
  private static final long MOST_TEXT = Integer.MAX_VALUE - 16;

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

  static final class WorkloadNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Workloads.names().iterator();
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
      description =
          "the most that a compressed file or an archive may expand to (default: 64G, and 400 times"
              + " its size)")
  private Long maxExpanded;

  @Option(
      names = "--max-entries",
      paramLabel = "N",
      description = "the most entries that an archive may have (default: 100000)")
  private Integer maxEntries;

  @Option(
      names = "--max-text",
      paramLabel = "SIZE",
      converter = Quantity.Bytes.class,
      description = "the longest line, or text within one (default: 20000000)")
  private Long maxText;

  @Option(
      names = "--max-depth",
      paramLabel = "N",
      description = "the deepest nesting of EDN and JSON (default: 1000)")
  private Integer maxDepth;

  @Option(
      names = "--max-values",
      paramLabel = "N",
      description = "the most values that are read and written (default: 1000000000)")
  private Integer maxValues;

  @Option(
      names = "--max-keys",
      paramLabel = "N",
      description = "the most keys (default: 1000000000)")
  private Integer maxKeys;

  @Option(
      names = "--max-sessions",
      paramLabel = "N",
      description = "the most sessions (default: 10000000)")
  private Integer maxSessions;

  @Option(
      names = "--max-memory",
      paramLabel = "SIZE",
      converter = Quantity.Bytes.class,
      description =
          "give up what would take more: reading, or a search (default: most of what the heap may"
              + " grow to)")
  private Long maxMemory;

  @Option(
      names = "--max-time",
      paramLabel = "DURATION",
      converter = Quantity.Nanos.class,
      description = "be over after this long, with what is known until then (default: no limit)")
  private Long maxTime;

  @Option(
      names = "--only",
      paramLabel = "F",
      split = ",",
      description = "of a Jepsen history, read only operations with these :f")
  private List<String> only = List.of();

  @Option(
      names = "--ignore",
      paramLabel = "F",
      split = ",",
      description =
          "of a Jepsen history, leave out operations with these :f; what they did is not in the"
              + " verdict")
  private List<String> ignored = List.of();

  @Option(
      names = "--workload",
      paramLabel = "NAME",
      completionCandidates = WorkloadNames.class,
      description =
          "what a Jepsen history is a test of, where its shape does not tell:"
              + " ${COMPLETION-CANDIDATES}")
  private String workload;

  @Option(
      names = "--initial",
      paramLabel = "VALUE",
      description =
          "the value that every register holds before anybody writes it, spelt as in EDN: a number,"
              + " a :keyword, true; a word is a text, any other text stands in double quotes; or"
              + " KEY=VALUE,... of some (default: what the format says, nil for Jepsen's)")
  private String initial;

  @Option(
      names = "--nil-reads",
      paramLabel = "HOW",
      defaultValue = "initial",
      description =
          "what a read of nil saw: initial, the initial version; or unknown, anything, as Knossos"
              + " takes it (default: initial)")
  private NilReads nilReads;

  @Option(
      names = "--versions",
      paramLabel = "HOW",
      defaultValue = "trust",
      description =
          "the order of versions that a log gives (revisions, commit timestamps): trust, so that"
              + " what contradicts it is a violation; or ignore, so that any order will do"
              + " (default: trust)")
  private GivenVersions versions;

  /** What the versions that a log gives count for. */
  enum GivenVersions {
    TRUST,
    IGNORE
  }

  /** What a read of nil may have seen. */
  enum NilReads {
    INITIAL,
    UNKNOWN
  }

  /** When the command must be over, counted from now. */
  Deadline deadline() {
    return maxTime == null || maxTime == 0 ? Deadline.none() : new Deadline(maxTime);
  }

  /** What a search may take in bytes. */
  long searchMemory() {
    return maxMemory != null ? maxMemory : Runtime.getRuntime().maxMemory() / 4 * 3;
  }

  /** A reader as the options say. */
  HistoryReader reader(Streams streams) {
    return new HistoryReader(
        streams.in(), chosenFormat(), limits(), reading(versions == GivenVersions.IGNORE));
  }

  /**
   * The same, of one format, which is the only one that may be asked for.
   *
   * @param isGrowing whether what is still to come may show that the versions in a log give no
   *     order
   */
  HistoryReader reader(Streams streams, Format only, boolean isGrowing) {
    if (!format.equals("auto") && !format.equals(only.name())) {
      throw new ParameterException(
          spec.commandLine(), "--follow reads " + only.name() + ", not " + format);
    }
    var ignoresVersions = isGrowing || versions == GivenVersions.IGNORE;
    return new HistoryReader(streams.in(), only, limits(), reading(ignoresVersions));
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
          err.println(
              "mtc: "
                  + Printable.text(path)
                  + ": skipped "
                  + skipped.size()
                  + (skipped.size() == 1 ? " that is no history" : " that are no histories"));
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

  private Reading reading(boolean ignoresVersions) {
    if (workload != null && !Workloads.names().contains(workload)) {
      throw new ParameterException(
          spec.commandLine(),
          "there is no workload '"
              + workload
              + "'; there are "
              + String.join(", ", Workloads.names()));
    }
    return new Reading(
        functions(only),
        functions(ignored),
        workload,
        initial(),
        nilReads == NilReads.UNKNOWN,
        ignoresVersions);
  }

  private GivenInitialValues initial() {
    try {
      return initial == null ? null : GivenInitialValues.parse(initial);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--initial: " + e.getMessage());
    }
  }

  /** With or without the colon that keywords have. */
  private static Set<String> functions(List<String> names) {
    var functions = new TreeSet<String>();
    for (var name : names) {
      functions.add(name.startsWith(":") ? name.substring(1) : name);
    }
    return functions;
  }

  Limits limits() {
    var usual = Limits.DEFAULT;
    return new Limits(
        maxExpanded == null ? usual.maxExpandedBytes() : maxExpanded,
        // Who states a size knows the input: then that size alone decides.
        maxExpanded == null ? usual.maxRatio() : 0,
        positive("--max-entries", maxEntries, usual.maxEntries()),
        usual.maxDictionaryBytes(),
        (int) Math.min(maxText == null ? usual.maxText() : maxText, MOST_TEXT),
        positive("--max-depth", maxDepth, usual.maxDepth()),
        positive("--max-values", maxValues, usual.maxValues()),
        positive("--max-keys", maxKeys, usual.maxKeys()),
        positive("--max-sessions", maxSessions, usual.maxSessions()),
        maxMemory == null ? usual.maxMemory() : maxMemory);
  }

  private int positive(String option, Integer given, int otherwise) {
    if (given != null && given < 1) {
      throw new ParameterException(spec.commandLine(), option + " must be at least 1");
    }
    return given == null ? otherwise : given;
  }
}
