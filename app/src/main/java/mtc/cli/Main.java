package mtc.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import mtc.source.InputException;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/**
 * Wires streams, commands and exit codes together.
 *
 * <p>To add a command, write a class {@code <What>Command implements Callable<Integer>} with a
 * picocli {@code @Command(name, description)}, give it the {@link Streams} it needs through its
 * constructor, return an {@link ExitCode}, and list it in {@link #subcommands}. {@code --help} and
 * {@code --version}, the man page and the completion follow by themselves; reflection metadata for
 * native-image is generated from the annotations.
 */
public final class Main {
  private Main() {}

  private static List<Object> subcommands(Streams streams) {
    return List.of(new CompletionCommand(streams), new CommandLine.HelpCommand());
  }

  /** The process: {@link #run} on the standard streams. */
  public static void main(String[] args) {
    var stdout = new StandardOutput(new FileOutputStream(FileDescriptor.out));
    var err =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    int exit = run(System.in, new PrintStream(stdout, false, StandardCharsets.UTF_8), err, args);
    System.exit(stdout.failed() ? stdout.report(err) : exit);
  }

  /** Runs one command line and returns its exit code; both outputs are flushed. */
  public static int run(InputStream in, PrintStream out, PrintStream err, String... args) {
    var streams = new Streams(in, out, err);
    return run(streams, commandLine(streams), args);
  }

  static int run(Streams streams, CommandLine commandLine, String... args) {
    try {
      return commandLine.execute(args);
    } catch (OutOfMemoryError e) {
      streams.err().println("mtc: out of memory: the heap may not grow beyond " + maxHeap());
      return ExitCode.IO;
    } catch (Throwable e) {
      return bug(e, streams.err(), args);
    } finally {
      streams.out().flush();
      streams.err().flush();
    }
  }

  /** The model of the whole command line, which the man pages and the completion come from too. */
  public static CommandLine commandLine(Streams streams) {
    var mtc = new CommandLine(new MtcCommand());
    for (var command : subcommands(streams)) {
      mtc.addSubcommand(command);
    }
    return mtc.setOut(new PrintWriter(streams.out(), true))
        .setErr(new PrintWriter(streams.err(), true))
        // Asking the terminal whether it does colours costs more than all the rest of the start-up.
        .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(Main::usageError)
        .setExecutionExceptionHandler((e, command, parsed) -> failure(e, streams.err()));
  }

  private static int usageError(CommandLine.ParameterException e, String[] args) {
    var command = e.getCommandLine();
    var err = command.getErr();
    err.println("mtc: " + e.getMessage());
    CommandLine.UnmatchedArgumentException.printSuggestions(e, err);
    err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
    return ExitCode.USAGE;
  }

  private static int failure(Exception e, PrintStream err) throws Exception {
    var message =
        switch (e) {
          case InputException bad -> bad.describe();
          case NoSuchFileException missing -> missing.getFile() + ": no such file";
          case FileSystemException file -> file.getFile() + ": " + reason(file);
          case IOException io -> io.getMessage();
          default -> throw e;
        };
    err.println("mtc: " + message);
    return ExitCode.IO;
  }

  private static String reason(FileSystemException e) {
    return e instanceof AccessDeniedException ? "permission denied" : e.getReason();
  }

  private static int bug(Throwable thrown, PrintStream err, String[] args) {
    var e =
        thrown instanceof CommandLine.ExecutionException && thrown.getCause() != null
            ? thrown.getCause()
            : thrown;
    err.println("mtc: internal error: " + e);
    var given = List.of(args);
    if (given.contains("--verbose") || given.contains("-v")) {
      e.printStackTrace(err);
    } else if (e.getStackTrace().length > 0) {
      err.println("  at " + e.getStackTrace()[0] + " (--verbose shows the rest)");
    }
    err.println(
        """
        This is a bug in mtc %s, never the fault of the input. Please report it to the project, with
        the output of the same command with --verbose added and, if you may share it, the input.\
        """
            .formatted(Version.describe()));
    return ExitCode.BUG;
  }

  private static String maxHeap() {
    return (Runtime.getRuntime().maxMemory() >> 20) + " MB";
  }
}
