package mtc.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The executable under test, and processes in general. */
final class Executable {
  static final Path PATH = Path.of(System.getProperty("mtc.executable"));

  private Executable() {}

  static CliCase.Outcome mtc(List<String> args, byte[] stdin) throws Exception {
    var command = new ArrayList<>(List.of(PATH.toString()));
    command.addAll(args);
    return run(command, stdin);
  }

  static CliCase.Outcome shell(String script) throws Exception {
    return run(List.of("sh", "-c", script), new byte[0]);
  }

  static CliCase.Outcome run(List<String> command, byte[] stdin) throws Exception {
    var out = Files.createTempFile("stdout", null);
    var err = Files.createTempFile("stderr", null);
    try {
      var process =
          new ProcessBuilder(command)
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      try (var in = process.getOutputStream()) {
        in.write(stdin);
      } catch (IOException e) {
        // It may well end without having read everything.
      }
      assertTrue(process.waitFor(60, TimeUnit.SECONDS), () -> command + " hangs");
      return new CliCase.Outcome(process.exitValue(), read(out), read(err));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }
}
