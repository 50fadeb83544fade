package mtc.cli;

import java.io.File;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import mtc.check.CheckOptions;
import mtc.cli.HistoryCheck.Wanted;
import mtc.formats.Format;
import mtc.history.GivenInitialValues;
import mtc.history.Reading;
import mtc.reading.Formats;
import mtc.reading.HistoryReader;
import mtc.report.ElleReport;
import mtc.report.JsonReport;
import mtc.report.Report;
import mtc.source.InputException;
import mtc.source.Limits;
import mtc.verdict.Level;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "elle",
    description =
        "Checks histories as elle-cli does, with its options and its lines of output, so that a"
            + " pipeline changes one word.",
    footer = {
      "",
      "What differs: an unknown verdict exits with 3, where elle-cli exits with 0; a violation is"
          + " one of the model asked for, and nothing else is looked for (--anomalies); there are"
          + " no plots (mtc check --html draws).",
      "",
      "Example:",
      "  mtc elle --model list-append --consistency-models serializable history.edn"
    },
    exitCodeList = {
      "0:every line says true",
      "1:at least one says false",
      ExitCode.USAGE_MEANS,
      "3:at least one says unknown, none false",
      "4:an input could not be read",
      ExitCode.BUG_MEANS
    })
final class ElleCommand implements Callable<Integer> {
  /** A model of elle-cli, as a workload and the level that it is about. */
  private enum Model {
    RW_REGISTER(null, null),
    LIST_APPEND(null, null),
    CAS_REGISTER(null, Level.LIN),
    MUTEX("mutex", Level.LIN),
    BANK("bank", Level.SI),
    LONG_FORK(null, Level.SI),
    COUNTER("counter", Level.SSER),
    SET("set", Level.SSER),
    SET_FULL("set", Level.SSER),
    COMMENTS("comments", Level.SSER),
    SEQUENTIAL("sequential", Level.SER);

    final String workload;

    /** Null if the consistency models say. */
    final Level level;

    Model(String workload, Level level) {
      this.workload = workload;
      this.level = level;
    }

    static Model named(String name) {
      for (var model : values()) {
        if (model.elleName().equals(name)) {
          return model;
        }
      }
      return null;
    }

    String elleName() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static List<String> names() {
      var names = new ArrayList<String>();
      for (var model : values()) {
        names.add(model.elleName());
      }
      return names;
    }
  }

  /** For completion. */
  static final class ModelNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Model.names().iterator();
    }
  }

  /** Elle's names of the levels, for completion. */
  static final class ConsistencyNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      var names = new ArrayList<String>();
      for (var level : Level.values()) {
        names.addAll(level.sessionlessNames());
        names.addAll(level.names());
      }
      return names.iterator();
    }
  }

  /** Adya's PL-2.99 forbids what PL-3 does, but for predicates, which no history here has. */
  private static final String REPEATABLE_READ = "repeatable-read";

  private static final String SERIALIZABLE = "serializable";

  /** Of Elle's models that no level here is, one that is and that implies it. */
  private static final Map<String, String> STRONGER =
      Map.of(
          "read-uncommitted", "read-committed",
          "monotonic-view", "snapshot-isolation",
          "consistent-view", "snapshot-isolation",
          "forward-consistent-view", "snapshot-isolation",
          "monotonic-snapshot-read", "snapshot-isolation",
          "cursor-stability", "snapshot-isolation",
          "update-serializable", SERIALIZABLE);

  private final Streams streams;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", arity = "1..*", description = "histories in EDN or JSON")
  private List<String> files;

  @Option(
      names = {"-m", "--model"},
      paramLabel = "MODEL",
      required = true,
      completionCandidates = ModelNames.class,
      description =
          "rw-register, list-append, cas-register, mutex, bank, long-fork, counter, set, set-full,"
              + " comments, or sequential")
  private String model;

  @Option(
      names = {"-c", "--consistency-models"},
      paramLabel = "MODELS",
      split = ",",
      completionCandidates = ConsistencyNames.class,
      defaultValue = "strict-serializable",
      description =
          "of transactions: strict-serializable, serializable, strong-session-serializable,"
              + " snapshot-isolation, read-committed and so on, several with commas between"
              + " (default: strict-serializable)")
  private List<String> models;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      description = "edn or json (default: found from the content)")
  private String format;

  @Option(
      names = {"-s", "--cycle-search-timeout"},
      paramLabel = "MILLIS",
      defaultValue = "60000",
      description =
          "how long to search where the log leaves the order of writes open (default: 60000)")
  private long timeoutMillis;

  @Option(
      names = {"-o", "--total-amount"},
      paramLabel = "N",
      description = "of a bank: the sum of all balances")
  private Long total;

  @Option(
      names = {"-n", "--allow-negative-balances"},
      description =
          "of a bank: accepted, and always so; a log does not tell whether transfers may overdraw")
  private boolean allowsNegative;

  @Option(
      names = {"-a", "--anomalies", "-g", "--group-size", "--max-transfer"},
      paramLabel = "X",
      hidden = true)
  private List<String> notNeeded;

  @Option(
      names = {"-d", "--directory"},
      paramLabel = "DIR",
      hidden = true)
  private File directory;

  @Option(
      names = {"-p", "--plot-format", "-t", "--plot-timeout", "-b", "--max-plot-bytes"},
      paramLabel = "X",
      hidden = true)
  private List<String> plots;

  @Option(
      names = {"-v", "--verbose"},
      description = "also the result as JSON, that of mtc check -o json")
  private boolean verbose;

  private int exit = ExitCode.OK;

  ElleCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() throws InputException {
    var chosen = Model.named(model);
    if (chosen == null) {
      throw new ParameterException(
          spec.commandLine(),
          "there is no model '" + model + "'; there are " + String.join(", ", Model.names()));
    }
    var levels = chosen.level != null ? List.of(Wanted.of(chosen.level)) : levels();
    if (directory != null || plots != null) {
      streams.err().println("mtc: there are no plots; mtc check --html draws counterexamples");
    }
    var reports = new ArrayList<Report>();
    reports.add(new ElleReport(streams.out()));
    if (verbose) {
      reports.add(new JsonReport(streams.out(), Build.VERSION));
    }
    var settings =
        new HistoryCheck.Settings(
            levels, false, null, options(), reports, false, verbose, files.size() == 1, false);
    var check = new HistoryCheck(reader(chosen), settings, null, Deadline.none());
    for (var i = 0; i < files.size(); i++) {
      tell(check.run(files.get(i), i));
    }
    return exit;
  }

  private void tell(HistoryCheck.Result result) {
    result.parts().forEach(Report.Part::say);
    streams.out().flush();
    streams.err().print(result.err());
    streams.err().flush();
    exit = ExitCode.worse(exit, result.exit());
  }

  /** Knossos takes a read of nil for one that may have seen anything. */
  private HistoryReader reader(Model chosen) {
    var reading =
        new Reading(
            Set.of(),
            Set.of(),
            chosen.workload,
            chosen == Model.BANK && total != null
                ? GivenInitialValues.parse(total.toString())
                : null,
            chosen == Model.CAS_REGISTER,
            false);
    return new HistoryReader(streams.in(), jepsen(), Limits.DEFAULT, reading);
  }

  /** Both formats read both notations, which their content tells apart. */
  private Format jepsen() {
    if (format != null && !format.equals("edn") && !format.equals("json")) {
      throw new ParameterException(
          spec.commandLine(), "there is no format '" + format + "'; there are edn and json");
    }
    return format == null ? null : Formats.named(format.equals("edn") ? "jepsen" : "jepsen-json");
  }

  private CheckOptions options() {
    var options = new CheckOptions(true, 0, 1);
    return timeoutMillis == 0
        ? options
        : options.searching(() -> {
          var most = Runtime.getRuntime().maxMemory() / 4 * 3;
          return new SearchBudget(streams.interrupt(), timeoutMillis * 1_000_000, most, null);
        });
  }

  private List<Wanted> levels() {
    var levels = new ArrayList<Wanted>();
    for (var name : models) {
      var level = Wanted.named(name.equals(REPEATABLE_READ) ? SERIALIZABLE : name);
      if (level == null) {
        throw new ParameterException(spec.commandLine(), noLevel(name));
      }
      levels.add(level);
    }
    return levels;
  }

  private static String noLevel(String name) {
    var stronger = STRONGER.get(name);
    return stronger == null
        ? "there is no model '" + name + "'; mtc help check has the names of all levels"
        : "there is no level for the model '" + name + "'; -c " + stronger + " implies it";
  }
}
