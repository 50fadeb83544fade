package mtc.run;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import mtc.check.CheckOptions;
import mtc.cli.ExitCode;
import mtc.cli.Interrupt;
import mtc.cli.Quantity;
import mtc.cli.ShareConverter;
import mtc.cli.Terminal;
import mtc.cli.When;
import mtc.cli.WorkloadOptions;
import mtc.run.log.Syntax;
import mtc.run.session.Sessions;
import mtc.run.store.Claim;
import mtc.run.store.Store;
import mtc.run.store.StoreException;
import mtc.run.workload.Plan;
import mtc.run.workload.TransactionQueue;
import mtc.solve.Budget;
import mtc.verdict.Level;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mtc-run}: runs a workload on a database, and checks what came of it. */
@Command(
    name = "mtc-run",
    mixinStandardHelpOptions = true,
    versionProvider = mtc.cli.Version.class,
    sortOptions = false,
    description =
        "Runs transactions on a database and checks whether it keeps its isolation promise; ends at"
            + " the first violation, with the shortest beginning of the log that shows it.",
    parameterListHeading = "%nArguments:%n",
    optionListHeading = "%nOptions:%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every level holds",
      "1:a violation",
      ExitCode.USAGE_MEANS,
      "3:a verdict is unknown, no violation",
      "4:the database cannot be used, or a file not be written",
      ExitCode.BUG_MEANS
    },
    footer = {
      "",
      "Examples:",
      "  mtc-run h2                     an embedded H2: SERIALIZABLE allows write skew",
      "  mtc-run sqlite                 an embedded SQLite, which passes",
      "  mtc-run jdbc:postgresql://localhost/test?user=me --isolation repeatable-read -l all",
      "  mtc-run h2 --trials 20 --for 10s --log h2.edn",
      "  mtc-run exec ./client -l ser   a client in any language"
    })
final class RunCommand implements Callable<Integer> {
  private static final String ALL = "all";
  private static final long FOREVER = Long.MAX_VALUE;
  private static final long SEARCH_NANOS = 5_000_000_000L;
  private static final long CLOSING_NANOS = 20_000_000_000L;
  private static final long RETRY_NANOS = 200_000_000L;
  private static final long PATIENCE_NANOS = 30_000_000_000L;

  private final PrintStream out;
  private final PrintStream err;
  private final Interrupt interrupt;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "DATABASE",
      arity = "1..*",
      description = {
        "h2, sqlite, hsqldb, derby, duckdb, rocksdb, berkeleydb: embedded, and gone afterwards;",
        "postgres[:VERSION]: a server of binaries of Maven Central, likewise;",
        "cassandra:VERSION: three nodes of jars of Maven Central, likewise;",
        "jdbc:…, redis://HOST:PORT, etcd://HOST:PORT, cassandra://HOST:PORT: a server that runs;",
        "exec CMD…: a client of your own, a process per session, JSON lines in and out"
      })
  private List<String> target;

  @Option(
      names = {"-i", "--isolation"},
      paramLabel = "NAME",
      description = "serializable, repeatable-read, … (default: the strongest that it has)")
  private String isolation;

  @Option(
      names = {"-l", "--level"},
      split = ",",
      paramLabel = "LEVEL",
      description =
          "what to check, as for mtc check; all: run to the end, and tell the strongest level that"
              + " held (default: what the database promises for the isolation)")
  private List<String> levels = List.of();

  @Option(
      names = "--no-session-order",
      description = "leave out the order within sessions, as for mtc check")
  private boolean noSessionOrder;

  @Mixin private WorkloadOptions workload;

  @Option(
      names = "--until",
      paramLabel = "N",
      description = "end after so many commits, whatever --txns says")
  private Long until;

  @Option(
      names = "--for",
      paramLabel = "DURATION",
      converter = Quantity.Nanos.class,
      description =
          "end after so long (30s, 5m), whatever --txns says; if nothing says when to end, 30s are"
              + " the most")
  private Long duration;

  @Option(
      names = "--preload",
      paramLabel = "SHARE",
      defaultValue = "0",
      converter = ShareConverter.class,
      description =
          "the share of the first keys that has a value before the sessions start (default: 0)")
  private double preload;

  @Option(
      names = "--tables",
      paramLabel = "N",
      defaultValue = "4",
      description = "how many tables the keys are spread over (default: ${DEFAULT-VALUE})")
  private int tables;

  @Option(
      names = "--per-session",
      description = "fixed transactions for each session, instead of one queue for all")
  private boolean perSession;

  @Option(
      names = "--pause",
      paramLabel = "DURATION",
      defaultValue = "1ms",
      converter = Quantity.Nanos.class,
      description =
          "how long a transaction pauses, somewhere between its operations; 0 for not at all"
              + " (default: ${DEFAULT-VALUE})")
  private long pause;

  @Option(
      names = "--paused",
      paramLabel = "SHARE",
      defaultValue = "15%",
      converter = ShareConverter.class,
      description = "the share of transactions that do so (default: ${DEFAULT-VALUE})")
  private double paused;

  @Option(
      names = "--trials",
      paramLabel = "N",
      defaultValue = "1",
      description = "how many runs, each with the next seed (default: 1)")
  private int trials;

  @Mixin private ConnectionOptions connection;

  @Option(
      names = "--reconnect",
      paramLabel = "DURATION",
      defaultValue = "1m",
      converter = Quantity.Nanos.class,
      description = "how long to try to connect again before giving up (default: 1m)")
  private long reconnect;

  @Option(
      names = "--every",
      arity = "2",
      paramLabel = "DURATION CMD",
      hideParamSyntax = true,
      description =
          "run a command of the shell again and again, every DURATION: a fault, which the log tells"
              + " of; may be given again")
  private List<String> every = List.of();

  @Option(
      names = "--log",
      paramLabel = "FILE",
      description = "where the log goes (default: a new file in the system's temporary folder)")
  private Path log;

  @Option(
      names = "--syntax",
      paramLabel = "NAME",
      defaultValue = "edn",
      description = "how the log is spelt: ${COMPLETION-CANDIDATES} (default: edn)")
  private Syntax syntax;

  @Option(
      names = "--force",
      description = "replace the log if it exists, and drop tables that a killed run left")
  private boolean force;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      defaultValue = "text",
      description = "the verdict as text, json or edn (default: text)")
  private String output;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "write the verdict and counterexample as a page that stands alone")
  private File html;

  @Option(
      names = {"-q", "--quiet"},
      description = "only the verdict")
  private boolean quiet;

  @Option(
      names = "--progress",
      paramLabel = "WHEN",
      defaultValue = "auto",
      description =
          "auto (on standard error if it is a terminal), never, or always (default: auto)")
  private When progress;

  RunCommand(PrintStream out, PrintStream err, Interrupt interrupt) {
    this.out = out;
    this.err = err;
    this.interrupt = interrupt;
  }

  @Override
  public Integer call() throws IOException, StoreException {
    rejectNonsense();
    try (var opened = new Target(connection.wish(target, isolation, tables, workload))) {
      var exit = ExitCode.OK;
      var hits = 0;
      for (var trial = 0; trial < trials && !interrupt.isRaised(); trial++) {
        var result = run(opened, workload.seed() + trial, trial);
        hits += result == ExitCode.VIOLATION ? 1 : 0;
        exit = ExitCode.worse(exit, result);
      }
      if (trials > 1) {
        tell(hits + " of " + trials + " trials found a violation");
      }
      return exit;
    }
  }

  private void rejectNonsense() {
    workload.rejectNonsense();
    reject(tables < 1 || tables > 1000, "--tables must be from 1 to 1000");
    reject(trials < 1, "--trials must be at least 1");
    reject(!connection.hasPlainTable(), "--table must be a plain name");
    for (var name : levels) {
      reject(
          !name.equals(ALL) && Levels.named(name) == null,
          "there is no level '"
              + name
              + "'; there are "
              + String.join(", ", Level.labels())
              + ", and all");
    }
    reject(levels.contains(ALL) && levels.size() > 1, "all is a level to be asked for alone");
    faults();
  }

  private void reject(boolean isNonsense, String because) {
    if (isNonsense) {
      throw new ParameterException(spec.commandLine(), because);
    }
  }

  private List<Faults.Fault> faults() {
    var faults = new ArrayList<Faults.Fault>();
    for (var i = 0; i < every.size(); i += 2) {
      var nanos = new Quantity.Nanos().convert(every.get(i));
      reject(nanos <= 0, "--every needs a duration above 0");
      faults.add(new Faults.Fault(nanos, every.get(i + 1)));
    }
    return faults;
  }

  /** One trial, with its own log. */
  private int run(Target opened, long seed, int trial) throws IOException, StoreException {
    var store = opened.open();
    try {
      store.prepare(force);
      var claim = store.claim();
      var chosen = levels(claim, store.describe());
      var queue = new TransactionQueue(plan(), workload.workload(seed), seed);
      var settings = settings(seed, trial, chosen);
      var shown =
          progress == When.ALWAYS
              || progress == When.AUTO && !quiet && Terminal.is(Terminal.ERRORS);
      var result = new Trial(store, queue, settings, interrupt, new Progress(err, shown)).run();
      var telling =
          new Telling(
              new Telling.Manner(
                  out, err, output, html, quiet, noSessionOrder, log == null || force));
      telling.ofRun(store.describe(), seed, result);
      return levels.contains(ALL)
          ? telling.ofAll(result, claim)
          : telling.ofLevels(result, chosen, claim);
    } finally {
      close(store);
    }
  }

  /** A server that a fault has just killed comes back; the verdict stands if it does not. */
  private void close(Store store) {
    var since = System.nanoTime();
    while (true) {
      try {
        store.close();
        return;
      } catch (StoreException e) {
        if (every.isEmpty() || System.nanoTime() - since > CLOSING_NANOS) {
          tell(e.getMessage());
          return;
        }
        LockSupport.parkNanos(RETRY_NANOS);
      }
    }
  }

  /** What to check: what the user says, or else what the database does. */
  private List<Level> levels(Claim claim, String store) throws StoreException {
    if (!levels.isEmpty() && !levels.contains(ALL)) {
      return levels.stream().map(Levels::named).toList();
    }
    var claimed = claim == null ? null : Levels.named(claim.level());
    if (claimed == null && levels.isEmpty()) {
      throw new StoreException(
          "it is not known what " + store + " promises: say with -l what to check");
    }
    return claimed == null ? List.of() : List.of(claimed);
  }

  private Plan plan() {
    var isEndless = until != null || duration != null;
    var total = (long) workload.sessions() * workload.transactionsPerSession();
    return new Plan(
        workload.sessions(),
        isEndless ? FOREVER : total,
        workload.keys(),
        workload.hasLists(),
        preload,
        !perSession,
        pause == 0 ? 0 : paused,
        pause);
  }

  private Trial.Settings settings(long seed, int trial, List<Level> chosen) throws IOException {
    var options = new CheckOptions(!noSessionOrder, 0, 1);
    if (!workload.isMini()) {
      options = options.searching(RunCommand::briefly);
    }
    var ending =
        new Sessions.Ending(
            until == null ? FOREVER : until, duration == null ? patience() : duration, reconnect);
    return new Trial.Settings(
        file(seed, trial),
        syntax,
        force || log == null,
        CommandText.of(spec, target, seed),
        workload.sessions(),
        connection.hasReplica(),
        ending,
        chosen,
        levels.contains(ALL),
        options,
        connection.lockTimeoutMillis(target.getFirst()) + 5_000,
        faults());
  }

  /** A database may be slow, and who did not say how long it should take does not want to wait. */
  private long patience() {
    return until != null || WorkloadOptions.isGiven(spec, "--txns") ? FOREVER : PATIENCE_NANOS;
  }

  private static Budget briefly() {
    var start = System.nanoTime();
    return () -> System.nanoTime() - start > SEARCH_NANOS;
  }

  private Path file(long seed, int trial) throws IOException {
    if (log == null) {
      var name = "mtc-run-" + target.getFirst().replaceAll("[^A-Za-z0-9]+.*", "") + "-";
      return Files.createTempFile(name, "." + syntax);
    }
    return trials == 1 ? log : Telling.inserted(log, "-" + seed);
  }

  private void tell(String line) {
    if (!quiet) {
      err.println("mtc-run: " + line);
    }
  }
}
