package mtc.run;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** The command line of a run, for its log; without passwords. */
final class CommandText {
  private static final List<String> DURATIONS =
      List.of("--for", "--pause", "--lock-timeout", "--reconnect");

  private CommandText() {}

  /** Everything that it takes to do the same again. */
  static String of(CommandSpec spec, List<String> target, long seed) {
    var text = new StringBuilder("mtc-run");
    for (var word : target) {
      text.append(' ').append(withoutPassword(word));
    }
    for (var option : spec.options()) {
      var value = option.getValue();
      var isSecret = option.longestName().equals("--password");
      if (value == null || value.equals(false) || value.equals(List.of()) || isSecret) {
        continue;
      }
      text.append(' ').append(option.longestName());
      if (!value.equals(true)) {
        text.append(' ')
            .append(
                option.longestName().equals("--seed") ? seed : told(option.longestName(), value));
      }
    }
    return text.toString();
  }

  private static String told(String option, Object value) {
    return switch (value) {
      case Long nanos when DURATIONS.contains(option) -> nanos + "ns";
      case List<?> values -> String.join(" ", values.stream().map(String::valueOf).toList());
      default -> withoutPassword(value.toString());
    };
  }

  private static String withoutPassword(String url) {
    return url.replaceAll("(?i)(password=)[^&;]*", "$1***")
        .replaceAll("(//[^:/@]*:)[^@/]*@", "$1***@");
  }
}
