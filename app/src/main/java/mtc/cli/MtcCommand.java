package mtc.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code mtc} itself; what is set here with the scope INHERIT holds for every subcommand. */
@Command(
    name = "mtc",
    description = "Checks whether a database kept its isolation promise, from the log of a test.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    scope = ScopeType.INHERIT,
    usageHelpAutoWidth = false,
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every level holds on every history",
      "1:at least one violation",
      "2:usage error",
      "3:at least one verdict is unknown, no violation",
      "4:an input could not be read, or an output not be written",
      "5:a bug in mtc"
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
