package mtc.run;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import mtc.cli.ExitCode;
import mtc.cli.Interrupt;
import mtc.run.store.StoreException;
import mtc.source.InputException;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** Wires streams, the command and exit codes together. */
public final class Main {
  /** A session may be in a transaction that waits for a lock. */
  private static final int PATIENCE_SECONDS = 120;

  private Main() {}

  /** The process: {@link #run} on the standard streams. */
  public static void main(String[] args) {
    var out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    // What a driver prints is not to be mistaken for a verdict.
    System.setOut(System.err);
    var interrupt = Interrupt.ofProcess(PATIENCE_SECONDS);
    var exit = run(out, System.err, interrupt, args);
    interrupt.done(exit);
    System.exit(exit);
  }

  /** Runs one command line and returns its exit code. */
  public static int run(PrintStream out, PrintStream err, Interrupt interrupt, String... args) {
    var exit =
        commandLine(out, err, interrupt)
            .setParameterExceptionHandler((e, _) -> usageError(e, err))
            .setExecutionExceptionHandler((e, _, _) -> failure(e, err))
            .execute(args);
    out.flush();
    err.flush();
    return exit;
  }

  static CommandLine commandLine(PrintStream out, PrintStream err, Interrupt interrupt) {
    return new CommandLine(new RunCommand(out, err, interrupt))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExpandAtFiles(false)
        .setDefaultValueProvider(new Defaults());
  }

  private static int usageError(CommandLine.ParameterException e, PrintStream err) {
    err.println("mtc-run: " + e.getMessage());
    CommandLine.UnmatchedArgumentException.printSuggestions(e, err);
    err.println("Try 'mtc-run --help'.");
    return ExitCode.USAGE;
  }

  private static int failure(Exception e, PrintStream err) {
    var message =
        switch (e) {
          case StoreException store -> store.getMessage();
          case InputException bad -> bad.describe();
          case FileSystemException file -> file.getFile() + ": " + file.getReason();
          case IOException io -> io.getMessage();
          default -> null;
        };
    if (message == null) {
      err.println("mtc-run: internal error, a bug in mtc: " + e);
      e.printStackTrace(err);
      return ExitCode.BUG;
    }
    err.println("mtc-run: " + message);
    return ExitCode.IO;
  }
}
