package mtc.cli;

import java.util.concurrent.Callable;
import mtc.cli.completion.Shell;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "completion",
    description = "Prints a script that teaches a shell to complete mtc's commands and options.",
    exitCodeList = {"0:the script was printed", ExitCode.USAGE_MEANS},
    footer = {
      "",
      "To use it in the running shell:",
      "  source <(mtc completion bash)",
      "  source <(mtc completion zsh)",
      "  mtc completion fish | source"
    })
final class CompletionCommand implements Callable<Integer> {
  private final Streams streams;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish")
  private Shell shell;

  CompletionCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    streams.out().print(shell.script(spec.root().commandLine()));
    return ExitCode.OK;
  }
}
