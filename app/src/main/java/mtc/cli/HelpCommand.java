package mtc.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "help",
    description = "Explains a command, or lists all commands.",
    exitCodeList = {"0:the help was printed", "2:there is no such command"})
final class HelpCommand implements Callable<Integer> {
  private final Streams streams;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "COMMAND",
      arity = "0..*",
      description = "the command to explain; levels for the isolation levels")
  private List<String> path = List.of();

  HelpCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    if (path.equals(List.of("levels"))) {
      streams.out().print(LevelsHelp.text());
      return ExitCode.OK;
    }
    var command = spec.root().commandLine();
    for (var name : path) {
      var subcommand = command.getSubcommands().get(name);
      if (subcommand == null) {
        throw new Main.UnknownCommand(command, name);
      }
      command = subcommand;
    }
    command.usage(streams.out());
    return ExitCode.OK;
  }
}
