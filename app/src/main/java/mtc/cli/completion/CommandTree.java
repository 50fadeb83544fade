package mtc.cli.completion;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What a shell needs to know of the command line: commands, options, and what may follow them. */
final class CommandTree {
  /** A command, by the words that lead to it: {@code generate history}; empty for mtc itself. */
  record Command(
      String words, String description, List<Command> below, List<Option> options, Value argument) {
    String name() {
      return words.substring(words.lastIndexOf(' ') + 1);
    }

    /** The same as the name of a function. */
    String identifier() {
      return ("_mtc " + words).strip().replace(' ', '_').replace('-', '_');
    }
  }

  /** An option: {@code -l}, {@code --level}. */
  record Option(List<String> names, String description, Value value) {}

  /**
   * What follows an option, or stands by itself.
   *
   * @param words to choose from; empty for anything
   * @param isFile whether it is a file or a folder
   * @param isList whether several may stand with commas between
   */
  record Value(String label, List<String> words, boolean isFile, boolean isList) {
    static final Value NONE = new Value("", List.of(), false, false);

    boolean isNone() {
      return label.isEmpty();
    }
  }

  private CommandTree() {}

  static Command of(CommandLine mtc) {
    return command(mtc, "");
  }

  private static Command command(CommandLine of, String words) {
    var spec = of.getCommandSpec();
    var below = new ArrayList<Command>();
    of.getSubcommands()
        .forEach((name, command) -> below.add(command(command, (words + " " + name).strip())));
    var options = new ArrayList<Option>();
    for (var option : spec.options()) {
      if (!option.hidden()) {
        options.add(
            new Option(List.of(option.names()), sentence(option.description()), of(option)));
      }
    }
    var argument = Value.NONE;
    for (var positional : spec.positionalParameters()) {
      argument = argument.isNone() ? value(positional, false) : argument;
    }
    if (words.equals("help")) {
      argument = new Value("COMMAND", names(spec.root().commandLine()), false, false);
    }
    var description = sentence(spec.usageMessage().description());
    return new Command(words, description, below, options, argument);
  }

  private static List<String> names(CommandLine mtc) {
    return List.copyOf(mtc.getSubcommands().keySet());
  }

  private static Value of(OptionSpec option) {
    return option.arity().max() == 0 ? Value.NONE : value(option, option.splitRegex().equals(","));
  }

  private static Value value(ArgSpec argument, boolean isList) {
    var words = new ArrayList<String>();
    if (argument.completionCandidates() != null) {
      for (var word : argument.completionCandidates()) {
        words.add(isConstant(word) ? word.toLowerCase(Locale.ROOT) : word);
      }
    }
    var label = argument.paramLabel();
    var isFile =
        label.equals("FILE") || label.equals("PATH") || label.equals("OUT") || label.equals("DIR");
    return new Value(label, words, isFile, isList);
  }

  /** A constant of the code, which is written in lower case; other words are as they are. */
  private static boolean isConstant(String word) {
    return word.equals(word.toUpperCase(Locale.ROOT));
  }

  /** The first sentence; picocli's descriptions are format strings. */
  private static String sentence(String[] description) {
    var text = String.join(" ", description).replace("%n", " ").replace("%%", "%");
    text = text.replaceFirst("\\$\\{COMPLETION-CANDIDATES\\}", "…");
    var end = text.indexOf("; ");
    return (end < 0 ? text : text.substring(0, end)).replaceFirst("\\.$", "");
  }

  /** Commands and all below them, each before what is below it. */
  static List<Command> all(List<Command> commands) {
    var all = new ArrayList<Command>();
    commands.forEach(one -> all.addAll(all(one)));
    return all;
  }

  /** A command and all below it. */
  static List<Command> all(Command command) {
    var all = new ArrayList<Command>(List.of(command));
    all.addAll(all(command.below()));
    return all;
  }

  /** In single quotes, as all three shells take it. */
  static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
