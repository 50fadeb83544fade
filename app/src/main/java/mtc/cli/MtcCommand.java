package mtc.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code mtc} itself. */
@Command(
    name = "mtc",
    description = "Checks whether a database kept its isolation promise, from the log of a test.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    exitCodeList = {
      ExitCode.OK_MEANS,
      ExitCode.VIOLATION_MEANS,
      ExitCode.USAGE_MEANS,
      ExitCode.UNKNOWN_MEANS,
      ExitCode.IO_MEANS,
      ExitCode.BUG_MEANS
    })
final class MtcCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  /** No command given: there is nothing to do, and the full help says what there is. */
  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return ExitCode.USAGE;
  }
}
