package mtc.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * What a shell needs to know of the command line, and the scripts that teach it.
 *
 * <p>picocli can write one for bash, but it splits file names at blanks, offers no files where
 * arguments are paths, and knows neither zsh's descriptions nor fish.
 */
final class CompletionScript {
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

  private CompletionScript() {}

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
        words.add(word.toLowerCase(Locale.ROOT));
      }
    }
    var label = argument.paramLabel();
    var isFile =
        label.equals("FILE") || label.equals("PATH") || label.equals("OUT") || label.equals("DIR");
    return new Value(label, words, isFile, isList);
  }

  /** The first sentence; picocli's descriptions are format strings. */
  private static String sentence(String[] description) {
    var text = String.join(" ", description).replace("%n", " ").replace("%%", "%");
    text = text.replaceFirst("\\$\\{COMPLETION-CANDIDATES\\}", "…");
    var end = text.indexOf("; ");
    return (end < 0 ? text : text.substring(0, end)).replaceFirst("\\.$", "");
  }

  // bash.

  static String bash(Command mtc) {
    var script = new StringBuilder("# bash completion for mtc\n\n");
    script.append(
        """
        # Offers words, or what is still missing of a list with commas between.
        _mtc_words() {
          local list=
          [ "$1" = list ] && [[ $cur == *,* ]] && list=${cur%,*},
          local word
          for word in $2; do
            [[ ,$list == *,"$word",* ]] || COMPREPLY+=("$list$word")
          done
          mapfile -t COMPREPLY < <(IFS=$'\\n'; compgen -W "${COMPREPLY[*]}" -- "$cur")
        }

        # Offers files; bash itself escapes what is in their names.
        _mtc_files() {
          compopt -o filenames
          mapfile -t COMPREPLY < <(compgen -f -- "$cur")
        }

        _mtc() {
          COMPREPLY=()
          local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
          # --level=ser comes as three words.
          if [ "$cur" = "=" ]; then
            cur=
          elif [ "$prev" = "=" ]; then
            prev=${COMP_WORDS[COMP_CWORD - 2]}
          fi
          local command= i
          for ((i = 1; i < COMP_CWORD; i++)); do
            case "$command ${COMP_WORDS[i]}" in
        """);
    for (var command : below(mtc)) {
      script.append("      \" ").append(command.words).append("\") command=\" ");
      script.append(command.words).append("\" ;;\n");
    }
    script.append("    esac\n  done\n  case \"$command $prev\" in\n");
    for (var command : all(mtc)) {
      for (var option : command.options) {
        if (!option.value.isNone()) {
          var patterns = new ArrayList<String>();
          for (var name : option.names) {
            patterns.add(
                "\"" + (command.words.isEmpty() ? "" : " ") + command.words + " " + name + "\"");
          }
          script.append("    ").append(String.join(" | ", patterns)).append(") ");
          script.append(offered(option.value)).append("; return ;;\n");
        }
      }
    }
    script.append("  esac\n  case $command in\n");
    for (var command : all(mtc)) {
      script.append("    \"").append(command.words.isEmpty() ? "" : " ").append(command.words);
      script.append("\")\n      if [[ $cur == -* ]]; then\n        _mtc_words one \"");
      var names = new ArrayList<String>();
      command.options.forEach(option -> names.addAll(option.names));
      script.append(String.join(" ", names)).append("\"\n      else\n        ");
      script.append(offeredAlone(command)).append("\n      fi\n      ;;\n");
    }
    return script.append("  esac\n}\n\ncomplete -F _mtc mtc\n").toString();
  }

  private static String offered(Value value) {
    if (value.isFile) {
      return "_mtc_files";
    }
    return value.words.isEmpty()
        ? ":"
        : "_mtc_words "
            + (value.isList ? "list" : "one")
            + " \""
            + String.join(" ", value.words)
            + "\"";
  }

  private static String offeredAlone(Command command) {
    if (command.below.isEmpty()) {
      return command.argument.isNone() ? ":" : offered(command.argument);
    }
    var names = new ArrayList<String>();
    command.below.forEach(one -> names.add(one.name()));
    return "_mtc_words one \"" + String.join(" ", names) + "\"";
  }

  private static List<Command> below(Command command) {
    var all = all(command);
    return all.subList(1, all.size());
  }

  private static List<Command> all(Command command) {
    var all = new ArrayList<Command>(List.of(command));
    command.below.forEach(one -> all.addAll(all(one)));
    return all;
  }

  // zsh.

  static String zsh(Command mtc) {
    var script = new StringBuilder("#compdef mtc\n");
    for (var command : all(mtc)) {
      script.append('\n').append(command.identifier()).append("() {\n");
      if (!command.below.isEmpty()) {
        script.append("  local curcontext=\"$curcontext\" state line\n");
      }
      script.append("  _arguments -s -S -C");
      for (var option : command.options) {
        script.append(" \\\n    ").append(zshOption(option));
      }
      if (command.below.isEmpty()) {
        if (!command.argument.isNone()) {
          script.append(" \\\n    '*:").append(command.argument.label.toLowerCase(Locale.ROOT));
          script.append(':').append(zshValue(command.argument)).append("'");
        }
        script.append("\n}\n");
      } else {
        script.append(" \\\n    '1: :->command' '*:: :->rest'\n");
        script.append(zshBelow(command)).append("}\n");
      }
    }
    script.append(
        """

        if [ "$funcstack[1]" = _mtc ]; then
          _mtc "$@"
        else
          compdef _mtc mtc
        fi
        """);
    return script.toString();
  }

  private static String zshBelow(Command command) {
    var script = new StringBuilder("  case $state in\n    command)\n      local -a commands=(\n");
    for (var one : command.below) {
      script.append("        ").append(quoted(one.name() + ":" + one.description)).append('\n');
    }
    script.append("      )\n      _describe command commands\n      ;;\n    rest)\n");
    script.append("      case $words[1] in\n");
    for (var one : command.below) {
      script.append("        ").append(one.name()).append(") ").append(one.identifier());
      script.append(" ;;\n");
    }
    return script.append("      esac\n      ;;\n  esac\n").toString();
  }

  private static String zshOption(Option option) {
    var names = new ArrayList<String>();
    var takesValue = !option.value.isNone();
    for (var name : option.names) {
      names.add(name + (takesValue ? name.startsWith("--") ? "=" : "+" : ""));
    }
    var text = "[" + option.description.replaceAll("([\\[\\]:\\\\])", "\\\\$1") + "]";
    if (takesValue) {
      text += ":" + option.value.label.toLowerCase(Locale.ROOT) + ":" + zshValue(option.value);
    }
    var exclusive = "(" + String.join(" ", option.names) + ")";
    return names.size() == 1
        ? quoted((option.value.isList ? "*" : exclusive) + names.getFirst() + text)
        : (option.value.isList ? "'*'" : quoted(exclusive))
            + "{"
            + String.join(",", names)
            + "}"
            + quoted(text);
  }

  private static String zshValue(Value value) {
    if (value.isFile) {
      return "_files";
    }
    if (value.words.isEmpty()) {
      return " ";
    }
    return value.isList
        ? "_sequence compadd - " + String.join(" ", value.words)
        : "(" + String.join(" ", value.words) + ")";
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  // fish.

  static String fish(Command mtc) {
    var script = new StringBuilder("# fish completion for mtc\n\ncomplete -c mtc -f\n");
    for (var command : all(mtc)) {
      var condition = fishCondition(command);
      for (var one : command.below) {
        script.append("complete -c mtc -n '").append(condition).append("' -a ");
        script.append(one.name()).append(" -d ").append(quoted(one.description)).append('\n');
      }
      if (!command.argument.isNone() && command.below.isEmpty()) {
        script.append("complete -c mtc -n '").append(condition).append("' ");
        script.append(fishValue(command.argument)).append('\n');
      }
      for (var option : command.options) {
        script.append("complete -c mtc -n '").append(condition).append('\'');
        for (var name : option.names) {
          script.append(
              name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
        }
        if (!option.value.isNone()) {
          script.append(option.value.isFile ? " -r " : " -x ").append(fishValue(option.value));
        }
        script.append(" -d ").append(quoted(option.description)).append('\n');
      }
    }
    return script.toString();
  }

  private static String fishCondition(Command command) {
    var condition = new StringBuilder();
    if (!command.words.isEmpty()) {
      for (var word : command.words.split(" ")) {
        condition.append(condition.isEmpty() ? "" : "; and ");
        condition.append("__fish_seen_subcommand_from ").append(word);
      }
    }
    if (!command.below.isEmpty()) {
      var names = new ArrayList<String>();
      command.below.forEach(one -> names.add(one.name()));
      condition.append(condition.isEmpty() ? "" : "; and ");
      condition.append("not __fish_seen_subcommand_from ").append(String.join(" ", names));
    }
    return condition.toString();
  }

  private static String fishValue(Value value) {
    if (value.isFile) {
      return "-F";
    }
    var words = String.join(" ", value.words);
    return value.words.isEmpty()
        ? ""
        : value.isList ? "-a '(__fish_append , " + words + ")'" : "-a '" + words + "'";
  }
}
