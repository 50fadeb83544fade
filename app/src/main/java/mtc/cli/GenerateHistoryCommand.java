package mtc.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import mtc.formats.HistoryWriter;
import mtc.formats.WritableFormat;
import mtc.generate.HistoryPlan;
import mtc.generate.Isolation;
import mtc.generate.KeyDistribution;
import mtc.generate.LightweightTransactions;
import mtc.generate.Planted;
import mtc.generate.Simulation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "history",
    description =
        "Writes the log of a workload on a simulated store, with anomalies planted in it if you"
            + " like; or, with --lwt, of lightweight transactions.",
    exitCodeList = {
      "0:OUT was written",
      ExitCode.USAGE_MEANS,
      "3:the format cannot hold what was asked for",
      "4:OUT could not be written: it exists and there is no --force, …",
      ExitCode.BUG_MEANS
    },
    footer = {
      "",
      "Examples:",
      "  mtc generate history --sessions 20 --txns 50000 --keys 200000 big.edn",
      "  mtc generate history --isolation snapshot --keys 10 | mtc check -l ser,si -",
      "  mtc generate history --anomaly LostUpdate,WriteSkew --to plume bad.txt",
      "  mtc generate history --ops 15 --keys 10000 --distribution zipf general.edn",
      "  mtc generate history --lwt --concurrent 50%% --violation | mtc check -l lin -"
    })
final class GenerateHistoryCommand implements Callable<Integer> {
  /** What has no effect on lightweight transactions: they are all committed. */
  private static final List<String> NOT_WITH_LWT =
      List.of(
          "--rotate",
          "--isolation",
          "--overlap",
          "--aborted",
          "--indeterminate",
          "--anomaly",
          "--count");

  /** The names of the anomalies, for help and completion. */
  static final class AnomalyNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      var names = new ArrayList<String>();
      for (var anomaly : Planted.values()) {
        names.add(anomaly.paperName());
      }
      return names.iterator();
    }
  }

  private final Streams streams;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "OUT",
      defaultValue = Destination.STANDARD_OUTPUT,
      description = "the file or folder to write, or - for standard output (default: -)")
  private String out;

  @Option(
      names = {"-t", "--to"},
      paramLabel = "FORMAT",
      defaultValue = "jepsen",
      completionCandidates = WritableNames.class,
      description = "the format to write: ${COMPLETION-CANDIDATES} (default: jepsen)")
  private String to;

  @Mixin private WorkloadOptions options;

  @Option(
      names = "--isolation",
      paramLabel = "NAME",
      defaultValue = "strict-serializable",
      description = "what the store keeps: ${COMPLETION-CANDIDATES} (default: strict-serializable)")
  private Isolation isolation;

  @Option(
      names = "--overlap",
      paramLabel = "SHARE",
      defaultValue = "1",
      converter = ShareConverter.class,
      description =
          "the share of sessions that have a transaction open at a time; 0: one after the other"
              + " (default: 1)")
  private double overlap;

  @Option(
      names = "--aborted",
      paramLabel = "SHARE",
      defaultValue = "0",
      converter = ShareConverter.class,
      description = "the share of transactions that abort for no reason (default: 0)")
  private double aborted;

  @Option(
      names = "--indeterminate",
      paramLabel = "SHARE",
      defaultValue = "0",
      converter = ShareConverter.class,
      description =
          "the share of transactions whose outcome the client never learns; half of them take"
              + " effect (default: 0)")
  private double indeterminate;

  @Option(
      names = "--anomaly",
      split = ",",
      paramLabel = "NAME",
      completionCandidates = AnomalyNames.class,
      description =
          "plant it at a random place, on keys of its own; several with commas between:"
              + " ${COMPLETION-CANDIDATES}; mtc help levels says which levels forbid each")
  private List<String> anomalies = List.of();

  @Option(
      names = "--count",
      paramLabel = "N",
      defaultValue = "1",
      description = "how often to plant each anomaly (default: 1)")
  private int count;

  @Option(
      names = "--concurrent",
      paramLabel = "SHARE",
      defaultValue = "50%",
      converter = ShareConverter.class,
      description = "--lwt: the share of sessions whose operations overlap (default: 50%%)")
  private double concurrent;

  @Option(names = "--violation", description = "--lwt: with one violation at a random place")
  private boolean violation;

  @Option(names = "--force", description = "replace OUT if it exists")
  private boolean force;

  GenerateHistoryCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() throws IOException {
    var format = target();
    rejectNonsense();
    var plan = plan(format.tellsUncommittedReads());
    return new GeneratedOutput(out, format, force, streams, spec)
        .make(output -> {
          try (var writer = format.writer(output)) {
            generate(plan, writer);
          }
        });
  }

  private void generate(HistoryPlan plan, HistoryWriter writer) throws IOException {
    if (options.isLightweight()) {
      new LightweightTransactions(
              lightweightKeys(),
              options.sessions(),
              options.transactionsPerSession(),
              concurrent,
              options.seed(),
              writer)
          .run(violation);
    } else {
      new Simulation(plan, options.workload(), options.seed(), writer).run();
    }
  }

  /** One key, unless the user wants more. */
  private KeyDistribution lightweightKeys() {
    return WorkloadOptions.isGiven(spec, "--keys")
        ? options.keyDistribution()
        : new KeyDistribution.Uniform(1);
  }

  private HistoryPlan plan(boolean tellsUncommittedReads) {
    return new HistoryPlan(
        isolation,
        options.sessions(),
        options.transactionsPerSession(),
        options.keyNames(),
        options.hasLists(),
        overlap,
        aborted,
        indeterminate,
        tellsUncommittedReads,
        planted(),
        count);
  }

  private WritableFormat target() {
    var format = WritableNames.format(to, spec);
    if (format.writesFolder() && out.equals(Destination.STANDARD_OUTPUT)) {
      throw nonsense("a history in " + to + " is a folder of files: give OUT a name");
    }
    if (format.needsVersions()) {
      throw nonsense(to + " is for the timestamps of a database, which none gave here");
    }
    return format;
  }

  private List<Planted> planted() {
    var planted = new ArrayList<Planted>();
    for (var name : anomalies) {
      planted.add(planted(name));
    }
    return planted;
  }

  private Planted planted(String name) {
    for (var anomaly : Planted.values()) {
      if (anomaly.paperName().equalsIgnoreCase(name)) {
        if (anomaly.sessions() > options.sessions()) {
          throw nonsense(
              anomaly.paperName() + " takes at least " + anomaly.sessions() + " sessions");
        }
        return anomaly;
      }
    }
    throw nonsense(
        "there is no anomaly '" + name + "'; there are " + String.join(", ", new AnomalyNames()));
  }

  private void rejectNonsense() {
    options.rejectNonsense();
    if (count < 1 || count > 10_000_000) {
      throw nonsense("--count must be from 1 to 10000000");
    }
    if (anomalies.isEmpty() && WorkloadOptions.isGiven(spec, "--count")) {
      throw nonsense("--count says how often to plant an --anomaly");
    }
    if (aborted + indeterminate > 1) {
      throw nonsense("--aborted and --indeterminate are more than all transactions");
    }
    if (options.hasLists() && !anomalies.isEmpty()) {
      throw nonsense("--anomaly plants reads and writes of values, and not of --lists");
    }
    if (options.hasLists()
        && (isolation == Isolation.CAUSAL || isolation == Isolation.READ_ATOMIC)) {
      // Two sites would each append to what they have, and no order of the elements be left.
      throw nonsense(
          "in a store that is " + isolation + " the last writer wins, which --lists do not stand");
    }
    for (var option : List.of("--concurrent", "--violation")) {
      if (!options.isLightweight() && WorkloadOptions.isGiven(spec, option)) {
        throw nonsense(option + " is for --lwt");
      }
    }
    for (var option : NOT_WITH_LWT) {
      if (options.isLightweight() && WorkloadOptions.isGiven(spec, option)) {
        throw nonsense(option + " has no effect on --lwt");
      }
    }
  }

  private ParameterException nonsense(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
