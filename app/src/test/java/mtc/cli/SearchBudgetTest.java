package mtc.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import mtc.verdict.Level;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A search that would take forever ends when it must, and says what it knows. */
class SearchBudgetTest {
  @TempDir Path directory;
  private Path hard;

  /**
   * A register goes from 1 to 2 and back, so those who read 1 and those who read 2 take turns.
   * Another one is 5 at first and 6 later; while it is 5, two more read 1 than read 2. Each read
   * has a source, and no value is left more often than it is reached; to see that they cannot take
   * turns, one must try all their orders.
   */
  @BeforeEach
  void writeHardHistory() throws IOException {
    var text = new StringBuilder("w(1,1,0,0)\nw(2,5,0,0)\n");
    for (var transaction = 1; transaction <= 81; transaction++) {
      var from = transaction <= 21 || transaction > 40 && transaction <= 60 ? 1 : 2;
      add(text, transaction, 1, from, 3 - from);
      add(text, transaction, 2, transaction <= 41 ? 5 : 6, transaction <= 40 ? 5 : 6);
    }
    hard = directory.resolve("hard.txt");
    Files.writeString(hard, text);
  }

  private static void add(StringBuilder text, int transaction, int key, int from, int to) {
    text.append("r(%d,%d,%d,%d)\n".formatted(key, from, transaction, transaction));
    text.append("w(%d,%d,%d,%d)\n".formatted(key, to, transaction, transaction));
  }

  private Invocation check(String... options) {
    var args = new ArrayList<Object>(List.of("check"));
    args.addAll(List.of(options));
    args.add(hard);
    return Invocation.of(args.toArray());
  }

  private static void assertUnknown(Invocation run) {
    assertEquals(ExitCode.UNKNOWN, run.exit(), run.text());
    assertTrue(run.text().contains("\tser\tunknown\n"), run.text());
    assertTrue(run.text().contains("open keys (2): 1 2"), run.text());
  }

  @Test
  void noTimeIsNoSearch() {
    var run = check("--timeout", "0");
    assertUnknown(run);
    assertTrue(!run.text().contains("ran out of time"), run.text());
  }

  @Test
  @Timeout(60)
  void aSearchEndsWithItsTime() {
    var run = check("--timeout", "2s");
    assertUnknown(run);
    assertTrue(run.text().contains("ran out of time:"), run.text());
    var inOneLine = run.text().replaceAll("\\s+", " ");
    assertTrue(inOneLine.contains("2 of 2 open keys are left in question"), run.text());
    assertTrue(
        inOneLine.contains("values that are written only once would settle them"), run.text());
  }

  /**
   * A register goes from 1 to 2 and back, and from 3 to 4 and back, but never from one of the loops
   * to the other: the second one cannot begin, in whatever order.
   */
  @Test
  @Timeout(60)
  void whatOnlyReadsInACircleExplainIsNotSearched() throws IOException {
    var text = new StringBuilder("w(1,1,0,0)\n");
    for (var i = 0; i < 80; i++) {
      var from = 1 + i / 20;
      add(text, i + 1, 1, from, from % 2 == 1 ? from + 1 : from - 1);
    }
    Files.writeString(hard, text);
    for (var level : Level.values()) {
      if (level.time() == Level.Time.NONE) {
        var run = check("--timeout", "2s", "-l", level.label());
        assertEquals(ExitCode.VIOLATION, run.exit(), run.text());
        assertTrue(run.text().contains("CircularInformationFlow"), run.text());
        assertTrue(run.text().contains("nobody can have been the first to write"), run.text());
      }
    }
  }

  @Test
  @Timeout(60)
  void aSearchEndsWithItsMemory() {
    var run = check("--max-memory", "1m");
    assertUnknown(run);
    assertTrue(run.text().contains("ran out of memory:"), run.text());
  }

  @Test
  @Timeout(120)
  void anInterruptEndsTheSearchAndTellsWhatIsKnown() throws Exception {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    // Whoever runs the tests in the background has interrupts ignored, and that is inherited.
    var process =
        new ProcessBuilder(
                "env",
                "--default-signal=INT",
                java,
                "-cp",
                System.getProperty("java.class.path"),
                "mtc.cli.Main",
                "check",
                "--timeout",
                "10m",
                "--progress",
                "always",
                hard.toString())
            .start();
    try {
      waitFor("searching", process.getErrorStream());
      new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
      assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it goes on");
      var out = process.getInputStream().readAllBytes();
      assertUnknown(new Invocation(process.exitValue(), out, ""));
    } finally {
      process.destroyForcibly();
    }
  }

  private static void waitFor(String words, InputStream in) throws IOException {
    var seen = new StringBuilder();
    while (seen.indexOf(words) < 0) {
      var next = in.read();
      assertTrue(next >= 0, "it ended: " + seen);
      seen.append((char) next);
    }
  }
}
