package mtc.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * A command line and what it must print, from a folder of files: {@code args} (an argument a line),
 * {@code exit}, and {@code stdin}, {@code stdout} and {@code stderr}, which are empty if absent.
 * Commands run in the folder {@code test-data}, so that paths in the arguments start there.
 *
 * <p>In an expected output, <code>{{...}}</code> stands for anything within its line.
 */
record CliCase(String name, List<String> args, byte[] stdin, int exit, String stdout, String stderr) {
  /** What a run printed, and how it ended. */
  record Outcome(int exit, String stdout, String stderr) {}

  /** Runs a command line, in this JVM or as a process. */
  interface Runner {
    Outcome run(List<String> args, byte[] stdin) throws Exception;
  }

  /** The folder {@code test-data}, which is where the tests run. */
  static final Path TEST_DATA = Path.of("").toAbsolutePath();

  static Stream<DynamicTest> tests(Runner runner) throws IOException {
    var tests = new ArrayList<DynamicTest>();
    try (var folders = Files.list(TEST_DATA.resolve("cli"))) {
      for (var folder : folders.sorted().toList()) {
        var test = read(folder);
        tests.add(DynamicTest.dynamicTest(test.name, folder.toUri(), () -> test.check(runner)));
      }
    }
    return tests.stream();
  }

  private static CliCase read(Path folder) throws IOException {
    var exit = Integer.parseInt(text(folder, "exit").strip());
    var args = text(folder, "args").lines().toList();
    var stdin = bytes(folder, "stdin");
    var name = folder.getFileName().toString();
    return new CliCase(name, args, stdin, exit, text(folder, "stdout"), text(folder, "stderr"));
  }

  private static byte[] bytes(Path folder, String name) throws IOException {
    var file = folder.resolve(name);
    return Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
  }

  private static String text(Path folder, String name) throws IOException {
    return new String(bytes(folder, name), java.nio.charset.StandardCharsets.UTF_8);
  }

  void check(Runner runner) throws Exception {
    var outcome = runner.run(args, stdin);
    checkText("standard output", stdout, outcome.stdout);
    checkText("standard error", stderr, outcome.stderr);
    assertEquals(exit, outcome.exit, () -> "exit code; standard error was: " + outcome.stderr);
  }

  private static void checkText(String what, String expected, String actual) {
    var wanted = expected.lines().toList();
    var got = actual.lines().toList();
    for (int i = 0; i < Math.max(wanted.size(), got.size()); i++) {
      var line = i + 1;
      if (i >= got.size() || i >= wanted.size() || !matches(wanted.get(i), got.get(i))) {
        assertEquals(expected, actual, () -> what + " differs from line " + line);
        fail(what + " differs from line " + line + " in the end of a line");
      }
    }
    assertEquals(expected.endsWith("\n"), actual.endsWith("\n"), what + " ends its last line");
  }

  /** The parts between wildcards come in their order, the first at the start, the last at the end. */
  private static boolean matches(String wanted, String got) {
    var parts = wanted.split("\\{\\{\\.\\.\\.}}", -1);
    if (parts.length == 1) {
      return wanted.equals(got);
    }
    int at = parts[0].length();
    var last = parts[parts.length - 1];
    if (!got.startsWith(parts[0])) {
      return false;
    }
    for (int i = 1; i < parts.length - 1; i++) {
      int found = got.indexOf(parts[i], at);
      if (found < 0) {
        return false;
      }
      at = found + parts[i].length();
    }
    return got.length() - last.length() >= at && got.endsWith(last);
  }
}
