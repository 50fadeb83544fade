package mtc.cli.completion;

import java.util.ArrayList;
import mtc.cli.completion.CommandTree.Command;
import mtc.cli.completion.CommandTree.Value;

/** What teaches fish. */
final class Fish {
  private Fish() {}

  static String script(Command mtc) {
    var script = new StringBuilder("# fish completion for mtc\n\ncomplete -c mtc -f\n");
    for (var command : CommandTree.all(mtc)) {
      var condition = fishCondition(command);
      for (var one : command.below()) {
        script.append("complete -c mtc -n '").append(condition).append("' -a ");
        script
            .append(one.name())
            .append(" -d ")
            .append(CommandTree.quoted(one.description()))
            .append('\n');
      }
      if (!command.argument().isNone() && command.below().isEmpty()) {
        script.append("complete -c mtc -n '").append(condition).append("' ");
        script.append(fishValue(command.argument())).append('\n');
      }
      for (var option : command.options()) {
        script.append("complete -c mtc -n '").append(condition).append('\'');
        for (var name : option.names()) {
          script.append(
              name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
        }
        if (!option.value().isNone()) {
          script
              .append(option.value().isFile() ? " -r " : " -x ")
              .append(fishValue(option.value()));
        }
        script.append(" -d ").append(CommandTree.quoted(option.description())).append('\n');
      }
    }
    return script.toString();
  }

  private static String fishCondition(Command command) {
    var condition = new StringBuilder();
    if (!command.words().isEmpty()) {
      for (var word : command.words().split(" ")) {
        condition.append(condition.isEmpty() ? "" : "; and ");
        condition.append("__fish_seen_subcommand_from ").append(word);
      }
    }
    if (!command.below().isEmpty()) {
      var names = new ArrayList<String>();
      command.below().forEach(one -> names.add(one.name()));
      condition.append(condition.isEmpty() ? "" : "; and ");
      condition.append("not __fish_seen_subcommand_from ").append(String.join(" ", names));
    }
    return condition.toString();
  }

  private static String fishValue(Value value) {
    if (value.isFile()) {
      return "-F";
    }
    var words = String.join(" ", value.words());
    return value.words().isEmpty()
        ? ""
        : value.isList() ? "-a '(__fish_append , " + words + ")'" : "-a '" + words + "'";
  }
}
