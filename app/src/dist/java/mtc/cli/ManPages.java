package mtc.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Writes a man page for {@code mtc} and one for each of its commands, from what {@code --help} says
 * too. A tool of the build: picocli's own goes by way of AsciiDoc, which would take a second tool,
 * many times as large, to become a man page.
 */
final class ManPages {
  private final StringBuilder page = new StringBuilder();

  private ManPages() {}

  /** Arguments: the folder to write to. */
  public static void main(String[] args) throws IOException {
    var folder = Files.createDirectories(Path.of(args[0]));
    var mtc = Main.commandLine(new Streams(InputStream.nullInputStream(), System.out, System.err));
    writeAll(folder, mtc);
  }

  private static void writeAll(Path folder, CommandLine command) throws IOException {
    write(folder, command);
    for (var below : command.getSubcommands().values()) {
      writeAll(folder, below);
    }
  }

  private static void write(Path folder, CommandLine command) throws IOException {
    var name = command.getCommandSpec().qualifiedName("-");
    Files.writeString(folder.resolve(name + ".1"), new ManPages().render(command));
  }

  private String render(CommandLine command) {
    var spec = command.getCommandSpec();
    var usage = spec.usageMessage();
    var name = spec.qualifiedName("-");
    var title = name.toUpperCase(Locale.ROOT);
    line(".TH \"%s\" 1 \"\" \"mtc %s\" \"mtc\"".formatted(title, Build.VERSION));
    section("NAME", name + " - " + firstSentence(usage.description()));
    line(".SH SYNOPSIS")
        .asItStands(true)
        .text(command.getHelp().synopsis(0).stripTrailing())
        .asItStands(false);
    section("DESCRIPTION", expand(usage.description()));
    if (!spec.positionalParameters().isEmpty()) {
      line(".SH ARGUMENTS");
      for (var argument : spec.positionalParameters()) {
        if (!argument.hidden()) {
          item(argument.paramLabel(), describe(argument));
        }
      }
    }
    line(".SH OPTIONS");
    for (var option : spec.options()) {
      if (!option.hidden()) {
        var names = String.join(", ", option.names());
        var label = option.paramLabel();
        item(option.arity().max() > 0 ? names + " " + label : names, describe(option));
      }
    }
    if (spec.name().equals("check")) {
      line(".SH LEVELS").asItStands(true).text(LevelsHelp.text().strip()).asItStands(false);
    }
    commands(spec);
    if (!usage.exitCodeList().isEmpty()) {
      line(".SH EXIT STATUS");
      usage.exitCodeList().forEach(this::item);
    }
    if (usage.footer().length > 0) {
      notes(expand(usage.footer()).strip());
    }
    if (spec.parent() != null) {
      section("SEE ALSO", spec.root().name() + "(1)");
    }
    return page.toString();
  }

  /** Sentences fit the width of the reader; what is indented are examples, a line each. */
  private void notes(String notes) {
    line(".SH NOTES");
    var isExample = false;
    for (var row : notes.lines().toList()) {
      if (row.isBlank()) {
        line(".PP");
        continue;
      }
      if (row.startsWith(" ") != isExample) {
        isExample = !isExample;
        asItStands(isExample);
      }
      text(row);
    }
    if (isExample) {
      asItStands(false);
    }
  }

  private void commands(CommandSpec spec) {
    if (!spec.subcommands().isEmpty()) {
      line(".SH COMMANDS");
      for (var sub : spec.subcommands().values()) {
        var subSpec = sub.getCommandSpec();
        item(subSpec.qualifiedName("-") + "(1)", expand(subSpec.usageMessage().description()));
      }
    }
  }

  private static String describe(ArgSpec argument) {
    var values = argument.completionCandidates();
    var text =
        expand(argument.description())
            .replace("${DEFAULT-VALUE}", String.valueOf(argument.defaultValueString()));
    return values == null
        ? text
        : text.replace("${COMPLETION-CANDIDATES}", String.join(", ", values));
  }

  private static String firstSentence(String[] description) {
    var text = expand(description);
    int end = text.indexOf(". ");
    return (end < 0 ? text : text.substring(0, end)).replaceFirst("\\.$", "");
  }

  /** picocli's descriptions are format strings. */
  private static String expand(String[] lines) {
    return String.join("\n", lines).replace("%n", "\n").replace("%%", "%");
  }

  private void section(String heading, String text) {
    line(".SH " + heading).text(text);
  }

  private void item(String term, String text) {
    line(".TP").line("\\fB" + escape(term) + "\\fR").text(text);
  }

  /** What is made for 80 columns has no room for the margin. */
  private ManPages asItStands(boolean begins) {
    return begins ? line(".in 0").line(".nf") : line(".fi").line(".in");
  }

  private ManPages text(String text) {
    return line(escape(text));
  }

  private ManPages line(String line) {
    page.append(line).append('\n');
    return this;
  }

  /** A line that starts with a dot or a quote would be a command; a bare hyphen, typeset. */
  private static String escape(String text) {
    return text.replace("\\", "\\e").replace("-", "\\-").replaceAll("(?m)^([.'])", "\\\\&$1");
  }
}
