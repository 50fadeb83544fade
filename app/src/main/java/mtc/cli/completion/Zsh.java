package mtc.cli.completion;

import java.util.ArrayList;
import java.util.Locale;
import mtc.cli.completion.CommandTree.Command;
import mtc.cli.completion.CommandTree.Option;
import mtc.cli.completion.CommandTree.Value;

/** What teaches zsh, with what it says of each word. */
final class Zsh {
  private Zsh() {}

  static String script(Command mtc) {
    var script = new StringBuilder("#compdef mtc\n");
    for (var command : CommandTree.all(mtc)) {
      script.append('\n').append(command.identifier()).append("() {\n");
      if (!command.below().isEmpty()) {
        script.append("  local curcontext=\"$curcontext\" state line\n");
      }
      script.append("  _arguments -s -S -C");
      for (var option : command.options()) {
        script.append(" \\\n    ").append(zshOption(option));
      }
      if (command.below().isEmpty()) {
        if (!command.argument().isNone()) {
          script.append(" \\\n    '*:").append(command.argument().label().toLowerCase(Locale.ROOT));
          script.append(':').append(zshValue(command.argument())).append("'");
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
    for (var one : command.below()) {
      script
          .append("        ")
          .append(CommandTree.quoted(one.name() + ":" + one.description()))
          .append('\n');
    }
    script.append("      )\n      _describe command commands\n      ;;\n    rest)\n");
    script.append("      case $words[1] in\n");
    for (var one : command.below()) {
      script.append("        ").append(one.name()).append(") ").append(one.identifier());
      script.append(" ;;\n");
    }
    return script.append("      esac\n      ;;\n  esac\n").toString();
  }

  private static String zshOption(Option option) {
    var names = new ArrayList<String>();
    var takesValue = !option.value().isNone();
    for (var name : option.names()) {
      names.add(name + (takesValue ? name.startsWith("--") ? "=" : "+" : ""));
    }
    var text = "[" + option.description().replaceAll("([\\[\\]:\\\\])", "\\\\$1") + "]";
    if (takesValue) {
      text +=
          ":" + option.value().label().toLowerCase(Locale.ROOT) + ":" + zshValue(option.value());
    }
    var exclusive = "(" + String.join(" ", option.names()) + ")";
    return names.size() == 1
        ? CommandTree.quoted((option.value().isList() ? "*" : exclusive) + names.getFirst() + text)
        : (option.value().isList() ? "'*'" : CommandTree.quoted(exclusive))
            + "{"
            + String.join(",", names)
            + "}"
            + CommandTree.quoted(text);
  }

  private static String zshValue(Value value) {
    if (value.isFile()) {
      return "_files";
    }
    if (value.words().isEmpty()) {
      return " ";
    }
    return value.isList()
        ? "_sequence compadd - " + String.join(" ", value.words())
        : "(" + String.join(" ", value.words()) + ")";
  }
}
