package mtc.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import mtc.cli.Interrupt;

/** Runs of the whole command, in this process. */
final class Runs {
  /** What a run said, and its log. */
  record Run(int exit, String out, String err, Path log) {
    /** The operations, without the header. */
    List<String> operations() throws Exception {
      return Files.readAllLines(log).stream().filter(line -> !line.startsWith(";")).toList();
    }

    long count(String type) throws Exception {
      return operations().stream().filter(line -> line.startsWith("{:type :" + type + ",")).count();
    }
  }

  private Runs() {}

  /** With a log in that folder. */
  static Run run(Path folder, String... args) {
    var log = folder.resolve("log-" + System.nanoTime() + ".edn");
    var all = new ArrayList<>(List.of(args));
    all.addAll(List.of("--log", log.toString()));
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var exit =
        Main.run(
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            Interrupt.never(),
            all.toArray(String[]::new));
    return new Run(exit, out.toString(UTF_8), err.toString(UTF_8), log);
  }

  /** What {@code mtc check} says of a file. */
  static int check(Path file, String level) {
    var nothing = new PrintStream(new ByteArrayOutputStream(), true, UTF_8);
    return mtc.cli.Main.run(
        java.io.InputStream.nullInputStream(), nothing, nothing, "check", "-l", level, file + "");
  }
}
