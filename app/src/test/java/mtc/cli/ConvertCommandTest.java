package mtc.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens to OUT, and to what is beside it. */
class ConvertCommandTest {
  private static final String HISTORY = "w(1,5,0,0)\nr(1,5,1,1)\n";
  private static final String LIST =
      "{:type :ok, :process 0, :f :txn, :value [[:append 1 2] [:r 1 [2]]]}\n";

  @TempDir Path folder;
  private Path in;
  private Path bystander;

  @BeforeEach
  void writeInputs() throws IOException {
    in = Files.writeString(folder.resolve("in.txt"), HISTORY);
    bystander = Files.writeString(folder.resolve("bystander"), "keep me");
  }

  private void assertOnly(String... names) throws IOException {
    try (var files = Files.list(folder)) {
      assertEquals(
          Stream.concat(Stream.of("bystander", "in.txt"), Stream.of(names)).sorted().toList(),
          files.map(file -> file.getFileName().toString()).sorted().toList());
    }
    assertEquals("keep me", Files.readString(bystander));
    assertEquals(HISTORY, Files.readString(in));
  }

  @Test
  void writesOutAndNothingElse() throws IOException {
    var run = Invocation.of("convert", in, folder.resolve("out.txt"), "--to", "plume");
    assertEquals(0, run.exit(), run.err());
    assertEquals(0, run.out().length);
    assertOnly("out.txt");
    assertEquals("w(1,5,0,1)\nr(1,5,1,2)\n", Files.readString(folder.resolve("out.txt")));
  }

  @Test
  void saysWhatWasMapped() {
    var run = Invocation.of("convert", in, folder.resolve("out.txt"), "--to", "jepsen");
    assertEquals(0, run.exit());
    assertTrue(
        run.err().contains("out.txt: there is no real time: only completions are written"),
        run.err());
  }

  @Test
  void standardOutputGetsTheSameBytesAsAFile() throws IOException {
    var out = folder.resolve("out");
    assertEquals(0, Invocation.of("convert", in, out, "--to", "dbcop").exit());
    var run = Invocation.of("convert", in, "-", "--to", "dbcop");
    assertArrayEquals(Files.readAllBytes(out), run.out());
  }

  @Test
  void standardInputIsReadAndAFolderWritten() throws IOException {
    var out = folder.resolve("logs");
    var run = Invocation.reading(HISTORY, "convert", "-", out, "--to", "cobra");
    assertEquals(0, run.exit(), run.err());
    assertOnly("logs");
    try (var files = Files.list(out)) {
      assertEquals(
          List.of("T0.log", "T1.log"),
          files.map(file -> file.getFileName().toString()).sorted().toList());
    }
  }

  @Test
  void anExistingFileIsReplacedOnlyByForce() throws IOException {
    var out = Files.writeString(folder.resolve("out.txt"), "old");
    var run = Invocation.of("convert", in, out, "--to", "plume");
    assertEquals(4, run.exit());
    assertEquals("mtc: " + out + ": it exists already; --force replaces it\n", run.err());
    assertEquals("old", Files.readString(out));
    assertEquals(0, Invocation.of("convert", in, out, "--to", "plume", "--force").exit());
    assertEquals("w(1,5,0,1)\nr(1,5,1,2)\n", Files.readString(out));
    assertOnly("out.txt");
  }

  @Test
  void theInputItselfIsNeverReplaced() throws IOException {
    var run = Invocation.of("convert", in, in, "--to", "plume", "--force");
    assertEquals(4, run.exit());
    assertEquals("mtc: " + in + ": it is what is read, which is never replaced\n", run.err());
    var again = folder.resolve("again");
    Files.createLink(again, in);
    assertEquals(4, Invocation.of("convert", in, again, "--to", "plume", "--force").exit());
    assertEquals(4, Invocation.of("convert", folder, again, "--to", "plume", "--force").exit());
    assertOnly("again");
  }

  @Test
  void aDirectoryIsNeverReplacedByAFileNorTheOtherWayRound() throws IOException {
    var directory = Files.createDirectory(folder.resolve("d"));
    var run = Invocation.of("convert", in, directory, "--to", "plume", "--force");
    assertEquals(4, run.exit());
    assertEquals(
        "mtc: " + directory + ": it is a directory that is there already, and is not replaced\n",
        run.err());
    assertEquals(4, Invocation.of("convert", in, in, "--to", "cobra", "--force").exit());
    assertOnly("d");
  }

  @Test
  void aFolderIsReplacedOnlyIfItHoldsNothingButSuchAHistory() throws IOException {
    var logs = folder.resolve("logs");
    assertEquals(0, Invocation.of("convert", in, logs, "--to", "cobra").exit());
    Files.copy(logs.resolve("T1.log"), logs.resolve("T7.log"));
    assertEquals(4, Invocation.of("convert", in, logs, "--to", "cobra").exit());
    assertEquals(0, Invocation.of("convert", in, logs, "--to", "cobra", "--force").exit());
    assertFalse(Files.exists(logs.resolve("T7.log")), "an old session stayed");
    assertOnly("logs");

    var stranger = Files.writeString(logs.resolve("notes"), "mine");
    var run = Invocation.of("convert", in, logs, "--to", "cobra", "--force");
    assertEquals(4, run.exit());
    assertTrue(run.err().contains("notes in it is not of a cobra history"), run.err());
    assertEquals("mine", Files.readString(stranger));
    assertOnly("logs");
  }

  @Test
  void devicesAndLinksAreNotReplaced() throws IOException {
    var link = Files.createSymbolicLink(folder.resolve("link"), bystander);
    var run = Invocation.of("convert", in, link, "--to", "plume", "--force");
    assertEquals(4, run.exit());
    assertTrue(run.err().contains("it is not a plain file"), run.err());
    assertTrue(Files.isSymbolicLink(link));
    assertOnly("link");
  }

  @Test
  void aMissingDirectoryIsNotMade() throws IOException {
    var out = folder.resolve("missing").resolve("out");
    var run = Invocation.of("convert", in, out, "--to", "plume");
    assertEquals(4, run.exit());
    assertEquals("mtc: " + out + ": there is no such directory to write it to\n", run.err());
    assertEquals(4, Invocation.of("convert", in, out, "--to", "cobra").exit());
    assertOnly();
  }

  @Test
  void aDirectoryThatCannotBeWrittenToIsSaid() throws IOException {
    var closed = Files.createDirectory(folder.resolve("closed"));
    assumeTrue(closed.toFile().setWritable(false) && !Files.isWritable(closed), "root may write");
    var out = closed.resolve("out");
    var run = Invocation.of("convert", in, out, "--to", "plume");
    assertEquals(4, run.exit());
    assertEquals("mtc: " + out + ": writing to its directory is not allowed\n", run.err());
  }

  @Test
  void whatAFormatCannotHoldExits3AndLeavesNothingBehind() throws IOException {
    for (var format : List.of("plume", "polysi", "dbcop", "cobra")) {
      var out = folder.resolve("out");
      var run = Invocation.reading(LIST, "convert", "-", out, "--to", format);
      assertEquals(3, run.exit());
      assertTrue(run.err().startsWith("mtc: -: not as " + format + ": transaction 0 "), run.err());
      assertOnly();
    }
    assertEquals(0, Invocation.reading(LIST, "convert", "-", "-", "--to", "plume").out().length);
  }

  @Test
  void theNameOfTheOutputTellsItsFormat() throws IOException {
    for (var name : List.of("o.edn", "o.json", "o.bincode")) {
      var out = folder.resolve(name);
      assertEquals(0, Invocation.of("convert", "cases/valid/history.txt", out).exit());
      var first = Files.readAllBytes(out)[0];
      assertEquals(name.equals("o.edn") ? '{' : name.equals("o.json") ? '[' : 0, first);
    }
  }

  @Test
  void failingMidwayKeepsWhatWasThere() throws IOException {
    var out = Files.writeString(folder.resolve("out"), "old");
    // The first transaction can be written, the second, which is aborted and was read, cannot.
    var half = "w(1,5,0,0)\nw(1,6,0,-1)\nr(1,6,0,1)\n";
    var run = Invocation.reading(half, "convert", "-", out, "--to", "polysi", "--force");
    assertEquals(3, run.exit(), run.err());
    assertEquals("old", Files.readString(out));
    assertOnly("out");
  }

  @Test
  void anInputThatCannotBeReadExits4AndLeavesNothingBehind() throws IOException {
    var run = Invocation.reading("w(1,", "convert", "-", folder.resolve("o"), "--to", "plume");
    assertEquals(4, run.exit());
    assertOnly();
    assertEquals(4, Invocation.of("convert", folder.resolve("none"), "-", "--to", "plume").exit());
  }

  @Test
  void aRefusedConversionIntoMiniTransactionsWritesNothing() throws IOException {
    var run =
        Invocation.reading(
            "w(1,5,0,0)\nw(1,6,1,1)\n",
            "convert",
            "-",
            folder.resolve("out"),
            "--to",
            "plume",
            "--mt");
    assertEquals(3, run.exit(), run.err());
    assertOnly();
  }

  /** A read of nothing overlaps the write by the order of events; by the clock, it may not. */
  private Invocation withTimestamps(String ended, String began) throws IOException {
    var log =
        """
        {:type :invoke, :process 0, :f :txn, :value [[:w 1 1]], :time 1000000}
        {:type :invoke, :process 1, :f :txn, :value [[:r 1 nil]], :time %s}
        {:type :ok, :process 0, :f :txn, :value [[:w 1 1]], :time %s}
        {:type :invoke, :process 0, :f :txn, :value [[:r 1 nil]], :time 8000000}
        {:type :ok, :process 1, :f :txn, :value [[:r 1 nil]], :time 9000000}
        {:type :ok, :process 0, :f :txn, :value [[:r 1 1]], :time 9000000}
        """
            .formatted(began, ended);
    var from = Files.writeString(folder.resolve("overlap.edn"), log);
    return Invocation.of(
        "convert", "--force", from, folder.resolve("cobra"), "--to", "cobra", "--timestamps");
  }

  @Test
  void aClockThatOrdersMoreThanTheLogIsRefused() throws IOException {
    var run = withTimestamps("3999999", "4000000");
    assertEquals(ExitCode.UNKNOWN, run.exit(), run.err());
    assertTrue(run.err().contains("begins after the end of transaction 2 by the clock"), run.err());
    assertFalse(Files.exists(folder.resolve("cobra")));
    assertEquals(ExitCode.OK, withTimestamps("4000000", "4999999").exit());
    assertEquals(ExitCode.OK, withTimestamps("5000000", "4000000").exit());
    var check = Invocation.of("check", "-q", "-l", "sser", folder.resolve("cobra"));
    assertEquals(ExitCode.OK, check.exit(), check.err());
  }
}
