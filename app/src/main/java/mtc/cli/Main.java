package mtc.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import mtc.source.InputException;
import mtc.source.Printable;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Wires streams, commands and exit codes together.
 *
 * <p>To add a command, write a class {@code <What>Command implements Callable<Integer>} with a
 * picocli {@code @Command(name, description)}, give it the {@link Streams} it needs through its
 * constructor, return an {@link ExitCode}, and list it in both {@code subcommands}. {@code --help}
 * and {@code --version}, the man page and the completion follow by themselves; reflection metadata
 * for native-image is generated from the annotations.
 */
public final class Main {
  private static final Pattern VALUES =
      Pattern.compile("expected one of \\[(.*?)\\] \\(case-insensitive\\)");

  /** A search looks often whether it is to end. */
  private static final int PATIENCE_SECONDS = 5;

  private Main() {}

  private static List<Object> subcommands(Streams streams) {
    return List.of(
        new CheckCommand(streams),
        new ConvertCommand(streams),
        new InspectCommand(streams),
        new GenerateCommand(streams),
        new VerifyWitnessCommand(streams),
        new ElleCommand(streams),
        new CompletionCommand(streams),
        new HelpCommand(streams));
  }

  /**
   * The commands that a command line may need: building the model of each takes picocli a good part
   * of a millisecond, and most runs are of one.
   */
  private static List<Object> subcommands(Streams streams, String first) {
    return switch (first) {
      case "check" -> List.of(new CheckCommand(streams));
      case "convert" -> List.of(new ConvertCommand(streams));
      case "inspect" -> List.of(new InspectCommand(streams));
      case "generate" -> List.of(new GenerateCommand(streams));
      case "verify-witness" -> List.of(new VerifyWitnessCommand(streams));
      case "elle" -> List.of(new ElleCommand(streams));
      case "-V", "--version" -> List.of();
      default -> subcommands(streams);
    };
  }

  /** The process: {@link #run} on the standard streams. */
  public static void main(String[] given) {
    try {
      Locale.setDefault(Locale.ROOT); // In Turkish, i comes somewhere else, and is not I.
      start(Arguments.asGiven(given));
    } catch (OutOfMemoryError e) {
      Runtime.getRuntime().halt(ExitCode.IO); // There may not even be room for a word.
    } catch (Throwable e) {
      // The JVM's own exit code for it would be 1, which is a violation's.
      System.err.println("mtc: internal error: " + e);
      Runtime.getRuntime().halt(ExitCode.BUG);
    }
  }

  private static void start(String[] args) {
    var stdout = new StandardOutput(new FileOutputStream(FileDescriptor.out));
    var err =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    var interrupt = Interrupt.ofProcess(PATIENCE_SECONDS);
    var out = new PrintStream(stdout, false, StandardCharsets.UTF_8);
    var streams = new Streams(new StandardInput(System.in), out, err, interrupt);
    var exit = run(streams, commandLine(streams, args), args);
    exit = stdout.failed() ? ExitCode.worse(exit, stdout.report(err)) : exit;
    interrupt.done(exit);
    System.exit(ExitCode.ofProcess(exit));
  }

  /** Runs one command line and returns its exit code; both outputs are flushed. */
  public static int run(InputStream in, PrintStream out, PrintStream err, String... args) {
    var streams = new Streams(in, out, err);
    return run(streams, commandLine(streams, args), args);
  }

  static int run(Streams streams, CommandLine commandLine, String... args) {
    if (List.of(args).contains("")) {
      streams.tell("an argument is empty; is a variable not set?");
      return ExitCode.USAGE;
    }
    try {
      return commandLine.execute(args);
    } catch (OutOfMemoryError e) {
      streams.tell(OutOfMemory.reason(e));
      return ExitCode.IO;
    } catch (Throwable e) {
      return bug(e, streams.err(), List.of(args));
    } finally {
      streams.out().flush();
      streams.err().flush();
    }
  }

  /** The model of the whole command line, which the man pages and the completion come from too. */
  public static CommandLine commandLine(Streams streams) {
    return commandLine(streams, subcommands(streams));
  }

  private static CommandLine commandLine(Streams streams, String[] args) {
    return commandLine(streams, subcommands(streams, args.length == 0 ? "" : args[0]));
  }

  private static CommandLine commandLine(Streams streams, List<Object> commands) {
    var mtc = new CommandLine(new MtcCommand());
    layOut(mtc.getCommandSpec());
    addCommands(mtc, commands);
    return WholeNumbers.readBy(mtc)
        .setExecutionStrategy(Main::execute)
        .setOut(new PrintWriter(streams.out(), true))
        .setErr(new PrintWriter(streams.err(), true))
        // Asking the terminal whether it does colours costs more than all the rest of the start-up.
        .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExpandAtFiles(false) // a history may well be called @7.edn
        .setHelpFactory(Main::asWideAsTheTerminal)
        .setParameterExceptionHandler(Main::usageError)
        .setExecutionExceptionHandler(
            (e, command, parsed) -> failure(e, streams.err(), parsed.originalArgs()));
  }

  /** An option whose words were all left out says nothing, and was meant to say something. */
  private static int execute(CommandLine.ParseResult parsed) {
    for (var of = parsed; of != null; of = of.subcommand()) {
      for (var option : of.matchedOptions()) {
        var comma = option.splitRegex();
        for (var given : option.originalStringValues()) {
          if (!comma.isEmpty() && given.replace(comma, "").isBlank()) {
            throw new CommandLine.ParameterException(
                of.commandSpec().commandLine(),
                "Invalid value for option '"
                    + option.longestName()
                    + "': '"
                    + given
                    + "' has no word in it");
          }
        }
      }
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  private static CommandLine.Help asWideAsTheTerminal(
      CommandSpec spec, CommandLine.Help.ColorScheme colours) {
    spec.usageMessage().width(Terminal.columns());
    return new CommandLine.Help(spec, colours);
  }

  private static void addCommands(CommandLine parent, List<Object> commands) {
    for (var command : commands) {
      var subcommand = new CommandLine(command);
      layOut(subcommand.getCommandSpec());
      if (command instanceof MoreOptions more) {
        more.addOptions(subcommand.getCommandSpec());
      }
      if (command instanceof CommandGroup group) {
        addCommands(subcommand, group.commands());
      }
      parent.addSubcommand(subcommand);
    }
  }

  /** What all commands have in common; said here, since inheriting it would pass on too much. */
  private static void layOut(CommandSpec spec) {
    spec.mixinStandardHelpOptions(true).versionProvider(new Version());
    spec.usageMessage()
        .parameterListHeading("%nArguments:%n")
        .optionListHeading("%nOptions:%n")
        .commandListHeading("%nCommands:%n")
        .exitCodeListHeading(spec.usageMessage().exitCodeList().isEmpty() ? "" : "%nExit codes:%n");
  }

  private static int usageError(CommandLine.ParameterException e, String[] args) {
    var command = e.getCommandLine();
    var err = command.getErr();
    var unknown =
        e instanceof CommandLine.UnmatchedArgumentException unmatched
            ? unmatched.getUnmatched().getFirst()
            : e instanceof UnknownCommand none ? none.name : null;
    var isCommand =
        unknown != null && !unknown.startsWith("-") && !command.getSubcommands().isEmpty();
    var message = isCommand ? "Unknown command: " + unknown : spelt(e.getMessage());
    err.println("mtc: " + Printable.text(message));
    if (unknown != null) {
      var near = Suggestions.of(unknown, command);
      if (!near.isEmpty()) {
        err.println("Did you mean " + String.join(" or ", near) + "?");
      }
    }
    err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
    return ExitCode.USAGE;
  }

  /** picocli lists the values of an option by the names that they have in Java. */
  private static String spelt(String message) {
    return VALUES.matcher(message).replaceAll(m -> "expected " + alternatives(m.group(1)));
  }

  private static String alternatives(String names) {
    var values = names.toLowerCase(Locale.ROOT).replace('_', '-');
    return values.replaceFirst(", ([^,]*)$", " or $1");
  }

  /** There is no command of a name that was asked about. */
  static final class UnknownCommand extends CommandLine.ParameterException {
    private static final long serialVersionUID = 1;

    final String name;

    UnknownCommand(CommandLine below, String name) {
      super(below, "Unknown command: " + name);
      this.name = name;
    }
  }

  private static int failure(Exception e, PrintStream err, List<String> args) {
    var message =
        switch (e) {
          case InputException bad -> bad.describe();
          case NoSuchFileException missing -> missing.getFile() + ": no such file";
          case FileSystemException file -> file.getFile() + ": " + reason(file);
          case IOException io -> io.getMessage();
          default -> null;
        };
    if (message == null) {
      return bug(e, err, args);
    }
    err.println("mtc: " + Printable.text(message));
    return ExitCode.IO;
  }

  private static String reason(FileSystemException e) {
    return e instanceof AccessDeniedException ? "permission denied" : e.getReason();
  }

  private static int bug(Throwable e, PrintStream err, List<String> args) {
    tellBug("", e, err, args.contains("--verbose") || args.contains("-v"));
    return ExitCode.BUG;
  }

  /** Says what went wrong with an input, or, if it is empty, at all. */
  static void tellBug(String input, Throwable e, PrintStream err, boolean verbose) {
    err.println(
        "mtc: " + Printable.text((input.isEmpty() ? "" : input + ": ") + "internal error: " + e));
    if (verbose) {
      tellStack(e, err);
    } else if (e.getStackTrace().length > 0) {
      err.println("  at " + e.getStackTrace()[0] + " (--verbose shows the rest)");
    }
    err.println(
        """
        This is a bug in mtc %s, never the fault of the input. Please report it to the project, with
        the output of the same command with --verbose added and, if you may share it, the input.\
        """
            .formatted(Version.describe()));
  }

  /** The message of an exception may be any text. */
  private static void tellStack(Throwable e, PrintStream err) {
    var stack = new StringWriter();
    e.printStackTrace(new PrintWriter(stack));
    for (var line : stack.toString().split("\n")) {
      err.println(Printable.text(line.replace("\t", "  ")));
    }
  }
}
