package mtc.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left of a run whose process somebody ends. */
class EndedProcessTest {
  @TempDir Path folder;

  private Process run(String... args) throws Exception {
    var command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                "-Dmtc.drivers=" + System.getProperty("mtc.drivers"),
                "--enable-native-access=ALL-UNNAMED",
                "mtc.run.Main"));
    command.addAll(List.of(args));
    return new ProcessBuilder(command)
        .redirectOutput(folder.resolve("out").toFile())
        .redirectError(folder.resolve("err").toFile())
        .start();
  }

  private Process start(Path log) throws Exception {
    var page = folder.resolve("page.html").toString();
    var process = run("sqlite", "--for", "10m", "--log", log.toString(), "--html", page);
    while (!Files.exists(log) || Files.size(log) < 50_000) {
      assertTrue(process.isAlive(), () -> read(folder.resolve("err")));
      Thread.sleep(50);
    }
    return process;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (java.io.IOException e) {
      return e.toString();
    }
  }

  @Test
  void killedRunLeavesALogThatIsRead() throws Exception {
    var log = folder.resolve("killed.edn");
    start(log).destroyForcibly().onExit().join();
    assertEquals(0, Runs.check(log, "sser"));
  }

  @Test
  void interruptedRunEndsWithACompleteLogAVerdictAndItsPage() throws Exception {
    var log = folder.resolve("interrupted.edn");
    var process = start(log);
    process.destroy();
    assertEquals(0, process.onExit().join().exitValue(), read(folder.resolve("err")));
    assertEquals(log + "\tser\tvalid\n", read(folder.resolve("out")));
    assertTrue(Files.exists(folder.resolve("page.html")));
    var lines = Files.readAllLines(log);
    var invoked = lines.stream().filter(line -> line.startsWith("{:type :invoke")).count();
    assertEquals(2 * invoked + 2, lines.size()); // and two of the header
  }

  /** Also if standard error is a file: what was in it stays. */
  @Test
  void whatFaultsPrintIsShownInTurn() throws Exception {
    var process =
        run("sqlite", "--until", "20000", "--for", "2s", "--every", "200ms", "echo fault; true");
    assertEquals(0, process.onExit().join().exitValue(), read(folder.resolve("err")));
    var faults = read(folder.resolve("err")).lines().filter("fault"::equals).count();
    assertTrue(faults >= 2, read(folder.resolve("err")));
    assertTrue(read(folder.resolve("out")).endsWith("\tser\tvalid\n"));
  }
}
