package mtc.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "completion",
    description = "Prints a script that teaches a shell to complete mtc's commands and options.",
    footer = {"", "To use it in the running shell:", "  source <(mtc completion bash)"})
final class CompletionCommand implements Callable<Integer> {
  enum Shell {
    BASH,
    ZSH
  }

  private final Streams streams;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "SHELL", description = "bash or zsh")
  private Shell shell;

  CompletionCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    var mtc = spec.root().commandLine();
    var script = AutoComplete.bash(mtc.getCommandName(), mtc);
    streams.out().print(shell == Shell.BASH ? script : forZsh(script));
    return ExitCode.OK;
  }

  /**
   * zsh runs the script in its emulation of bash's completion, which the script itself switches on.
   * Where it is loaded from the function path, for the first completion, it has to complete too.
   */
  private static String forZsh(String script) {
    return "#compdef mtc\n"
        + script
        + "if [ \"$funcstack[1]\" = _mtc ]; then _bash_complete -F _complete_mtc; fi\n";
  }
}
