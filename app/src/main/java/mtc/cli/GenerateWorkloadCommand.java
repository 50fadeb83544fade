package mtc.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import mtc.formats.jepsen.JepsenFormat;
import mtc.generate.WorkloadWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "workload",
    description =
        "Writes a workload for a client program to run against a database: a line per"
            + " transaction, in the shape of a Jepsen invocation. The client runs the lines of"
            + " one process in order and logs each again when it is invoked and completed, with"
            + " what it read; mtc check reads that log.",
    exitCodeList = {
      "0:OUT was written",
      ExitCode.USAGE_MEANS,
      "4:OUT could not be written: it exists and there is no --force, …",
      ExitCode.BUG_MEANS
    },
    footer = {
      "",
      "Examples:",
      "  mtc generate workload --sessions 8 --txns 500 --keys 50 work.edn",
      "  mtc generate workload --syntax jsonl --rotate 1000 | ./client > log.jsonl",
      "  mtc generate workload --ops 8 --lists --rotate 1000 appends.edn"
    })
final class GenerateWorkloadCommand implements Callable<Integer> {
  private final Streams streams;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "OUT",
      defaultValue = Destination.STANDARD_OUTPUT,
      description = "the file to write, or - for standard output (default: -)")
  private String out;

  @Mixin private WorkloadOptions options;

  @Option(
      names = "--syntax",
      paramLabel = "NAME",
      defaultValue = "edn",
      description = "how lines are spelt: ${COMPLETION-CANDIDATES} (default: edn)")
  private WorkloadWriter.Syntax syntax;

  @Option(names = "--force", description = "replace OUT if it exists")
  private boolean force;

  GenerateWorkloadCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() throws IOException {
    options.rejectNonsense();
    // On disk it is what a Jepsen log is: one file.
    return new GeneratedOutput(out, JepsenFormat.edn(), force, streams, spec)
        .make(output -> {
          try (var file = output.open()) {
            new WorkloadWriter(syntax, options.hasLists(), file)
                .write(options.workload(), options.sessions(), options.transactionsPerSession());
          }
        });
  }
}
