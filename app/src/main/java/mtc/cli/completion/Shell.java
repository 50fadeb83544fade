package mtc.cli.completion;

import java.util.Locale;
import java.util.function.Function;
import picocli.CommandLine;

/**
 * The shells that can be taught.
 *
 * <p>picocli can write a script for bash, but it splits file names at blanks, offers no files where
 * arguments are paths, and knows neither zsh's descriptions nor fish.
 */
public enum Shell {
  BASH(Bash::script),
  ZSH(Zsh::script),
  FISH(Fish::script);

  private final Function<CommandTree.Command, String> script;

  Shell(Function<CommandTree.Command, String> script) {
    this.script = script;
  }

  /** The script that teaches it a command line. */
  public String script(CommandLine of) {
    return script.apply(CommandTree.of(of));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
