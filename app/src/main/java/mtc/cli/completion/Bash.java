package mtc.cli.completion;

import java.util.ArrayList;
import mtc.cli.completion.CommandTree.Command;
import mtc.cli.completion.CommandTree.Value;

/** What teaches bash. */
final class Bash {
  private Bash() {}

  static String script(Command mtc) {
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
    for (var command : CommandTree.all(mtc.below())) {
      script.append("      \" ").append(command.words()).append("\") command=\" ");
      script.append(command.words()).append("\" ;;\n");
    }
    script.append("    esac\n  done\n  case \"$command $prev\" in\n");
    for (var command : CommandTree.all(mtc)) {
      for (var option : command.options()) {
        if (!option.value().isNone()) {
          var patterns = new ArrayList<String>();
          for (var name : option.names()) {
            patterns.add(
                "\""
                    + (command.words().isEmpty() ? "" : " ")
                    + command.words()
                    + " "
                    + name
                    + "\"");
          }
          script.append("    ").append(String.join(" | ", patterns)).append(") ");
          script.append(offered(option.value())).append("; return ;;\n");
        }
      }
    }
    script.append("  esac\n  case $command in\n");
    for (var command : CommandTree.all(mtc)) {
      script.append("    \"").append(command.words().isEmpty() ? "" : " ").append(command.words());
      script.append("\")\n      if [[ $cur == -* ]]; then\n        _mtc_words one \"");
      var names = new ArrayList<String>();
      command.options().forEach(option -> names.addAll(option.names()));
      script.append(String.join(" ", names)).append("\"\n      else\n        ");
      script.append(offeredAlone(command)).append("\n      fi\n      ;;\n");
    }
    return script.append("  esac\n}\n\ncomplete -F _mtc mtc\n").toString();
  }

  private static String offered(Value value) {
    if (value.isFile()) {
      return "_mtc_files";
    }
    return value.words().isEmpty()
        ? ":"
        : "_mtc_words "
            + (value.isList() ? "list" : "one")
            + " \""
            + String.join(" ", value.words())
            + "\"";
  }

  private static String offeredAlone(Command command) {
    if (command.below().isEmpty()) {
      return command.argument().isNone() ? ":" : offered(command.argument());
    }
    var names = new ArrayList<String>();
    command.below().forEach(one -> names.add(one.name()));
    return "_mtc_words one \"" + String.join(" ", names) + "\"";
  }
}
