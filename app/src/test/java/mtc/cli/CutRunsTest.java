package mtc.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A history of a run that was cut off where an operation ends is told by the files beside it. */
class CutRunsTest {
  private static final Path STORE = CliCase.TEST_DATA.resolve("store");
  private static final String CUT =
      """
      {:index 0, :time 100, :type :invoke, :process 0, :f :txn, :value [[:append 8 1] [:r 9 nil]]}
      {:index 1, :time 200, :type :invoke, :process 1, :f :txn, :value [[:append 9 1] [:r 8 nil]]}
      """;

  @TempDir Path run;

  private void copy(String from, String name) throws IOException {
    var to = run.resolve(name);
    if (name.endsWith(".gz")) {
      try (var out = new GZIPOutputStream(Files.newOutputStream(to))) {
        Files.copy(STORE.resolve(from), out);
      }
    } else {
      Files.copy(STORE.resolve(from), to);
    }
  }

  private void assertRefused(String read, String other, int operations) {
    var check = Invocation.of("check", run);
    assertEquals(ExitCode.IO, check.exit(), check.err());
    var told = "/" + read + ": it has 2 operations, and " + other + " beside it says " + operations;
    assertTrue(check.err().contains(told), check.err());
  }

  @ParameterizedTest
  @CsvSource({
    "append/20260102T030405.000Z/test.jepsen, test.jepsen, 8",
    "append/20260102T030405.000Z/test.jepsen, test.jepsen.gz, 8",
    "append/20260102T040506.000Z/test.jepsen, test.jepsen, 7",
    "old/20200102T030405.000Z/test.fressian, test.fressian, 8",
    "old/20200102T030405.000Z/test.fressian, test.fressian.gz, 8",
    "text/20190102T030405.000Z/history.txt, history.txt, 8",
    "text/20190102T030405.000Z/history.txt, history.txt.gz, 8",
  })
  void aFileWithMoreOperationsTells(String from, String name, int operations) throws IOException {
    Files.writeString(run.resolve("history.edn"), CUT);
    copy(from, name);
    assertRefused("history.edn", name, operations);
  }

  /** The last one has as many, and the one before it was cut off, too. */
  @Test
  void theFirstWithAsManyIsEnough() throws IOException {
    copy("append/20260102T030405.000Z/history.edn", "history.edn");
    copy("append/20260102T030405.000Z/test.jepsen", "test.jepsen");
    Files.writeString(run.resolve("history.txt"), "0\t:invoke\t:read\tnil\n");
    var check = Invocation.of("check", run);
    assertEquals(ExitCode.VIOLATION, check.exit(), check.err());
  }

  @Test
  void aTextOfAnotherToolTellsNothing() throws IOException {
    Files.writeString(run.resolve("history.edn"), CUT);
    Files.writeString(run.resolve("history.txt"), "w(1,5,0,0)\nr(1,5,1,1)\nr(1,5,1,2)\n");
    var check = Invocation.of("check", run);
    assertEquals(ExitCode.OK, check.exit(), check.err());
  }

  @Test
  void aTestThatEndsEarlierThanItsTextIsRefused() throws IOException {
    copy("append/20260102T040506.000Z/test.jepsen", "test.jepsen");
    var whole = Files.readString(STORE.resolve("text/20190102T030405.000Z/history.txt"));
    Files.writeString(run.resolve("history.txt"), whole + whole);
    var check = Invocation.of("check", run);
    assertEquals(ExitCode.IO, check.exit(), check.err());
    assertTrue(check.err().contains("history.txt beside it says"), check.err());
  }
}
