package mtc.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import mtc.check.CheckOptions;
import mtc.formats.jepsen.BlockFormat;
import mtc.report.TextReport;
import mtc.solve.Budget;
import mtc.source.InputException;
import mtc.source.Sources;
import mtc.witness.Witness;
import mtc.witness.WitnessFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "check",
    description =
        "Decides whether each history satisfies the level(s); prints a verdict and, for a"
            + " violation, a compact counterexample.",
    footer = {
      "",
      "Examples:",
      "  mtc check history.edn                     one history, at its usual level",
      "  mtc check -l all store/latest             every level that it has the data for",
      "  mtc check -l strongest history.edn        the strongest levels that hold",
      "  mtc check --follow store/current          a Jepsen test, while it runs",
      "  mtc check -l si -o json -r runs | jq .    a folder of histories, for a script",
      "  zstdcat big.zst | mtc check -l sser -     from standard input",
      "  mtc check --junit mtc.xml -r runs         for the test view of a pipeline"
    },
    exitCodeList = {
      ExitCode.OK_MEANS,
      ExitCode.VIOLATION_MEANS,
      ExitCode.USAGE_MEANS,
      ExitCode.UNKNOWN_MEANS,
      ExitCode.IO_MEANS,
      ExitCode.BUG_MEANS
    })
final class CheckCommand implements Callable<Integer>, MoreOptions {
  private static final int MOST_HISTORIES_AT_ONCE = 4;

  /**
   * Each has threads and buffers of its own beside the heap. In a small container they would take
   * what the kernel lets the process have, before the heap is full.
   */
  private static final long HEAP_OF_EACH_AT_ONCE = 16 << 20;

  private final Streams streams;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "PATH",
      arity = "0..*",
      description =
          "a file, a directory, an archive, a compressed file, or - for standard input; what it"
              + " holds is found from its content")
  private List<String> paths = List.of();

  @Option(
      names = "--files-from",
      paramLabel = "FILE",
      description =
          "also check the paths that a file names, or - for standard input: a line each, or with"
              + " NUL between them")
  private String filesFrom;

  @Option(
      names = {"-l", "--level"},
      split = ",",
      paramLabel = "LEVEL",
      completionCandidates = LevelNames.class,
      description =
          "pl2, rc, ra, causal, prefix, psi, si, strong-si, ser, ser-lin, sser, lin, or Elle's"
              + " names (mtc help levels), several of them with commas between; all: every level"
              + " that the history has the data for; strongest: only what those come to (default:"
              + " what its workload is about, such as lin for a register; ser for transactions)")
  private List<String> levelNames;

  @Option(
      names = "--require",
      paramLabel = "LEVEL",
      completionCandidates = LevelNames.Single.class,
      description = "with -l strongest: exit 1 unless the strongest level is at least this one")
  private String require;

  @Mixin private InputOptions input;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      defaultValue = "text",
      description =
          "text, json (an object per line, per file and level), edn, or tap (default: text)")
  private Reports.Form output;

  @Option(
      names = {"-r", "--recursive"},
      description = "check every history below the directories and in the archives given")
  private boolean recursive;

  @Option(
      names = "--skip-unsupported",
      description =
          "an input of a workload that mtc does not check, such as a queue, is told of and does not"
              + " count as an error")
  private boolean skipsUnsupported;

  @Option(
      names = "--follow",
      description =
          "check what a running Jepsen test has written (store/current), again whenever it grows,"
              + " until there is a violation or the test ends")
  private boolean follow;

  @Option(
      names = "--idle",
      paramLabel = "DURATION",
      defaultValue = "0",
      converter = Quantity.Nanos.class,
      description =
          "with --follow: take the test for crashed when it has written nothing for so long"
              + " (default: 0, wait)")
  private long idle;

  @Mixin private OrderOptions orders;

  @Option(
      names = "--examples",
      paramLabel = "N",
      defaultValue = "1",
      description = "counterexamples shown per kind of anomaly (default: 1)")
  private int examples;

  @Option(
      names = {"-q", "--quiet"},
      description = "only the line with the verdict, and no notes on how a log was read")
  private boolean quiet;

  @Option(
      names = {"-v", "--verbose"},
      description = "also what each history holds, and how long it took")
  private boolean verbose;

  @Option(
      names = "--color",
      paramLabel = "WHEN",
      defaultValue = "auto",
      description = "auto (on a terminal), always, or never (default: auto)")
  private When color;

  @Option(names = "--no-color", description = "the same as --color=never")
  private boolean noColor;

  @Option(
      names = "--fail-fast",
      description = "stop at the first history that violates a level; the others are not checked")
  private boolean failFast;

  @Option(
      names = {"-j", "--jobs"},
      paramLabel = "N",
      description = "how many histories to check at once (default: the cores, at most 4)")
  private Integer jobs;

  @Option(
      names = "--progress",
      paramLabel = "WHEN",
      defaultValue = "auto",
      description =
          "auto (on standard error if it is a terminal), never, or always (default: auto)")
  private When progress;

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      defaultValue = "1m",
      converter = Quantity.Nanos.class,
      description =
          "how long to check a history at a level before a search gives up, where the log leaves"
              + " the order of writes open; 0 for no search (default: 1m)")
  private long timeout;

  @Option(
      names = "--witness",
      paramLabel = "FILE",
      description =
          "write the proof of a valid verdict: an order of the transactions that mtc"
              + " verify-witness replays; for one history and one level")
  private String witness;

  @Option(
      names = "--force",
      description = "replace what --html, --dot, --witness, --junit and --sarif name, if it exists")
  private boolean force;

  private final Reports reports = new Reports();
  private final OutcomeCounts summary = new OutcomeCounts();
  private volatile int exit = ExitCode.OK;
  private Witness proof;
  private LevelChoice levels;
  private Deadline deadline;

  /** Null if nobody is to see it. */
  private Progress shown;

  CheckCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public void addOptions(CommandSpec to) {
    reports.addOptions(to);
  }

  @Override
  public Integer call() throws InputException {
    levels = new LevelChoice(levelNames, require, spec);
    rejectNonsense();
    deadline = input.deadline();
    deadline.watch(streams, () -> exit);
    if (follow && !Following.isOver(paths.getFirst())) {
      return follow();
    }
    var reader = input.reader(streams);
    var named = named();
    var outputs = new Outputs(spec, streams, force, read(named));
    var proofs = proofs(outputs);
    var inputs = recursive ? InputOptions.below(reader, named, detail(), streams.err()) : named;
    shown = Progress.of(progress, streams.err(), inputs.size());
    var check = new HistoryCheck(reader, settings(inputs.size(), outputs), shown, deadline);
    OrderedWork.run(
        inputs.size(),
        threads(),
        i -> check.run(inputs.get(i), i),
        result -> {
          if (shown == null) {
            print(result);
          } else {
            shown.without(() -> print(result));
          }
          return !failFast || result.exit() != ExitCode.VIOLATION;
        });
    reports.end(this::unwritten);
    if (!levels.isStrongest() && inputs.size() > 1 && !quiet) {
      streams.err().println("mtc: " + summary.text(inputs.size()));
    }
    if (proofs != null && proof != null) {
      writeWitness(proofs);
    }
    deadline.done();
    return exit;
  }

  private int follow() throws InputException {
    var beginnings = input.reader(streams, new BlockFormat(), true);
    var wholes = input.reader(streams, new BlockFormat(), false);
    var outputs = new Outputs(spec, streams, force, paths);
    var settings = settings(1, outputs);
    var checks =
        new Following.Checks(
            new HistoryCheck(beginnings, settings, null, deadline),
            new HistoryCheck(wholes, settings, null, deadline),
            new HistoryCheck(input.reader(streams), settings, null, deadline));
    var patience = new Following.Patience(idle, deadline);
    print(Following.of(paths.getFirst(), checks, streams, quiet, patience).result());
    reports.end(this::unwritten);
    deadline.done();
    return exit;
  }

  private int threads() {
    var wanted =
        jobs != null
            ? jobs
            : Math.min(Runtime.getRuntime().availableProcessors(), MOST_HISTORIES_AT_ONCE);
    var room = Runtime.getRuntime().maxMemory() / HEAP_OF_EACH_AT_ONCE;
    return Math.clamp(room, 1, wanted);
  }

  private List<String> named() throws InputException {
    if (filesFrom == null) {
      return paths;
    }
    var all = new ArrayList<>(paths);
    all.addAll(PathList.read(filesFrom, streams.in(), input.limits()));
    return all;
  }

  /** All that is read: the list that names the others, too. */
  private List<String> read(List<String> named) {
    var all = new ArrayList<>(named);
    if (filesFrom != null) {
      all.add(filesFrom);
    }
    return all;
  }

  private void print(HistoryCheck.Result result) {
    for (var part : result.parts()) {
      part.say();
    }
    streams.err().print(result.err());
    streams.err().flush();
    exit = ExitCode.worse(exit, result.exit());
    if (result.isSkipped()) {
      summary.addSkipped();
    } else {
      summary.add(result.exit());
    }
    proof = result.witness();
  }

  private void rejectNonsense() {
    reject(examples < 0, "--examples must not be negative");
    reject(paths.isEmpty() && filesFrom == null, "Missing required parameter: 'PATH'");
    reject(jobs != null && jobs < 1, "--jobs must be at least 1");
    reject(
        witness != null && (filesFrom != null || paths.size() != 1 || recursive || !levels.isOne()),
        "--witness is for one history and one level at a time");
    reject(
        follow && (paths.size() != 1 || filesFrom != null || recursive || witness != null),
        "--follow is for one run, and not for -r or --witness");
    reject(reports.nonsense() != null, reports.nonsense());
    reject(idle > 0 && !follow, "--idle is for --follow");
    var inputs = Sources.STANDARD_INPUT.equals(filesFrom) ? 1 : 0;
    for (var path : paths) {
      inputs += path.equals(Sources.STANDARD_INPUT) ? 1 : 0;
    }
    reject(inputs > 1, "standard input can be read only once");
  }

  private void reject(boolean isNonsense, String because) {
    if (isNonsense) {
      throw new ParameterException(spec.commandLine(), because);
    }
  }

  private HistoryCheck.Settings settings(int inputs, Outputs outputs) {
    var isColoured =
        output == Reports.Form.TEXT
            && !noColor
            && (color == When.ALWAYS
                || color == When.AUTO && Terminal.takesColour(Terminal.OUTPUT));
    var out =
        reports.takeStandardOutput() || Destination.STANDARD_OUTPUT.equals(witness)
            ? streams.err()
            : streams.out();
    var lines = output.to(out, new Reports.Style(detail(), isColoured));
    return new HistoryCheck.Settings(
        levels.wanted(),
        levels.isStrongest(),
        levels.required(),
        options(),
        reports.start(lines, outputs, this::unwritten),
        quiet,
        verbose && !quiet,
        inputs == 1,
        skipsUnsupported);
  }

  private TextReport.Detail detail() {
    return quiet
        ? TextReport.Detail.QUIET
        : verbose ? TextReport.Detail.VERBOSE : TextReport.Detail.NORMAL;
  }

  private CheckOptions options() {
    var options = new CheckOptions(!orders.noSessionOrder, orders.clockSkew, examples);
    if (timeout > 0) {
      options = options.searching(this::searchBudget);
    }
    return witness != null ? options.witnessing() : options;
  }

  private Budget searchBudget() {
    var time = Math.min(timeout, deadline.left());
    return new SearchBudget(streams.interrupt(), time, input.searchMemory(), shown);
  }

  /** Where the proof goes; null if nobody wants one, or it cannot go there. */
  private Destination proofs(Outputs outputs) {
    try {
      return witness == null ? null : outputs.file(witness);
    } catch (IOException e) {
      unwritten(Destination.unwritten(witness, e));
      return null;
    }
  }

  private void writeWitness(Destination to) {
    try (to) {
      try (var out = to.open()) {
        WitnessFile.write(proof, out);
      }
      to.commit();
    } catch (IOException e) {
      unwritten(Destination.unwritten(witness, e));
    }
  }

  /** A violation that was found is one whether or not it could be written down. */
  private void unwritten(InputException e) {
    streams.tell(e.describe());
    exit = ExitCode.worse(exit, ExitCode.IO);
  }
}
