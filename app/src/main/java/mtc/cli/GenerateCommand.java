package mtc.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "generate",
    description = "Makes workloads of transactions to run, and synthetic histories to check.",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "A workload is what to do: a client runs it against a database and logs what it saw. A"
          + " history is such a log, of a simulated database.",
      "",
      "Examples:",
      "  mtc generate workload --sessions 8 --txns 500 work.edn",
      "  mtc generate history --anomaly LongFork | mtc check -l si -"
    })
final class GenerateCommand implements Callable<Integer>, CommandGroup {
  private final Streams streams;

  @Spec private CommandSpec spec;

  GenerateCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public List<Object> commands() {
    return List.of(new GenerateWorkloadCommand(streams), new GenerateHistoryCommand(streams));
  }

  /** As {@code mtc} alone: there is nothing to do, and the full help says what there is. */
  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return ExitCode.USAGE;
  }
}
