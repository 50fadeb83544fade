package mtc.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A test that writes its file bit by bit, and {@code check --follow} beside it. */
class FollowingTest {
  private static final Path WRITTEN = Path.of("store/append/20260102T030405.000Z/test.jepsen");

  @TempDir private Path folder;
  private Path run;
  private List<byte[]> stages;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void begin() throws IOException {
    run = Files.createDirectory(folder.resolve("run")).toRealPath();
    stages = stages(Files.readAllBytes(WRITTEN));
  }

  /** The file as it was each time that its index was written. */
  private static List<byte[]> stages(byte[] whole) {
    var stages = new ArrayList<byte[]>();
    for (var at = 18; at < whole.length; ) {
      var end = at + (int) ByteBuffer.wrap(whole).getLong(at);
      if (ByteBuffer.wrap(whole).getShort(at + 12) == 1) {
        var stage = Arrays.copyOf(whole, end);
        ByteBuffer.wrap(stage).putLong(10, at);
        stages.add(stage);
      }
      at = end;
    }
    return stages;
  }

  private void write(int stage) throws IOException {
    Files.write(run.resolve("test.jepsen"), stages.get(stage));
  }

  private CompletableFuture<Integer> follow(String... args) {
    return CompletableFuture.supplyAsync(() ->
        Main.run(
            InputStream.nullInputStream(),
            new PrintStream(out, true),
            new PrintStream(err, true),
            args));
  }

  private void await(String told) throws InterruptedException {
    while (!err.toString(UTF_8).contains(told)) {
      Thread.sleep(10);
    }
  }

  @Test
  void theFirstViolationEndsIt() throws Exception {
    write(0);
    var followed = follow("check", "--follow", run.toString());
    write(1);
    await("2 transactions so far: valid");
    write(2);
    assertEquals(ExitCode.VIOLATION, followed.get(1, TimeUnit.MINUTES));
    assertTrue(out.toString(UTF_8).startsWith(run + "\tser\tinvalid\n"), out.toString(UTF_8));
  }

  /** Reads may be those of a register as well as of a counter that begins with 0. */
  @Test
  void readsAloneAreNoViolationYet() throws Exception {
    stages = stages(Files.readAllBytes(Path.of("followed/counter.jepsen")));
    write(1);
    assertEquals(ExitCode.IO, follow("check", run.toString()).get(1, TimeUnit.MINUTES));
    out.reset();
    var followed = follow("check", "--follow", run.toString());
    write(2);
    await("2 transactions so far: unknown");
    write(3);
    assertEquals(ExitCode.VIOLATION, followed.get(1, TimeUnit.MINUTES));
    assertTrue(out.toString(UTF_8).startsWith(run + "\tsser\tinvalid\n"), out.toString(UTF_8));
  }

  @Test
  void theEndOfTheTestEndsIt() throws Exception {
    write(1);
    var file = run.resolve("test.jepsen");
    var followed = follow("check", "-l", "si", "--follow", file.toString());
    await("2 transactions so far: valid");
    write(2);
    await("4 transactions so far: valid");
    write(3);
    Files.writeString(run.resolve("results.edn"), "{:valid? true}");
    assertEquals(ExitCode.OK, followed.get(1, TimeUnit.MINUTES));
    assertEquals(file + "\tsi\tvalid\n", out.toString(UTF_8));
  }

  /** The file that is followed has half of what was done, and that half is valid. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatOnlyTheHistoryBesideItHasIsJudgedInTheEnd(boolean isThereFromTheBeginning)
      throws Exception {
    var whole = WRITTEN.resolveSibling("history.edn");
    var history = run.resolve("history.edn");
    write(1);
    if (isThereFromTheBeginning) {
      Files.copy(whole, history);
    }
    var followed = follow("check", "--follow", run.toString());
    if (!isThereFromTheBeginning) {
      await("2 transactions so far: valid");
      Files.copy(whole, history);
    }
    assertEquals(ExitCode.VIOLATION, followed.get(1, TimeUnit.MINUTES), err.toString(UTF_8));
    assertTrue(out.toString(UTF_8).startsWith(run + "\tser\tinvalid\n"), out.toString(UTF_8));
  }

  @Test
  void whatOnlyTheHistoryBesideItHasIsNotLeftOutForAFormat() throws Exception {
    write(1);
    Files.copy(WRITTEN.resolveSibling("history.edn"), run.resolve("history.edn"));
    var followed = follow("check", "--follow", "-f", "jepsen-binary", run.toString());
    assertEquals(ExitCode.IO, followed.get(1, TimeUnit.MINUTES));
    var told = "test.jepsen: it has 4 operations, and history.edn beside it says 8";
    assertTrue(err.toString(UTF_8).contains(told), err.toString(UTF_8));
  }

  /** As long as Jepsen is still writing it down. */
  @Test
  void aHistoryBesideItThatIsShorterTakesNothingAway() throws Exception {
    write(stages.size() - 1);
    Files.writeString(run.resolve("history.edn"), "{:type :invoke, :f :txn, :value [[:r 8 nil");
    assertEquals(
        ExitCode.VIOLATION, follow("check", "--follow", run.toString()).get(1, TimeUnit.MINUTES));
    assertTrue(out.toString(UTF_8).startsWith(run + "\tser\tinvalid\n"), out.toString(UTF_8));
  }

  /** As in any check of the file. */
  @Test
  void versionsCountInTheEnd() throws Exception {
    stages = stages(Files.readAllBytes(Path.of("followed/versions.jepsen")));
    write(stages.size() - 2);
    var followed = follow("check", "--follow", run.toString());
    await("2 transactions so far: valid");
    Files.writeString(run.resolve("results.edn"), "{:valid? true}");
    assertEquals(ExitCode.VIOLATION, followed.get(1, TimeUnit.MINUTES), err.toString(UTF_8));
    assertTrue(out.toString(UTF_8).startsWith(run + "\tlin\tinvalid\n"), out.toString(UTF_8));
  }

  @Test
  void resultsInTheFileItselfEndIt() throws Exception {
    write(1);
    var followed = follow("check", "-l", "si", "--follow", run.toString());
    await("2 transactions so far: valid");
    write(stages.size() - 1);
    assertEquals(ExitCode.OK, followed.get(1, TimeUnit.MINUTES));
    assertEquals(run + "\tsi\tvalid\n", out.toString(UTF_8));
  }

  @Test
  void theNextTestEndsItAndItIsCalledAsItWasGiven() throws Exception {
    var next = Files.createDirectory(folder.resolve("next"));
    var current = Files.createSymbolicLink(folder.resolve("current"), run);
    write(1);
    var followed = follow("check", "--follow", current.toString());
    await("2 transactions so far: valid");
    Files.delete(current);
    Files.createSymbolicLink(current, next);
    assertEquals(ExitCode.OK, followed.get(1, TimeUnit.MINUTES));
    assertEquals(current + "\tser\tvalid\n", out.toString(UTF_8));
    assertTrue(err.toString(UTF_8).startsWith("mtc: " + current + ": this is " + run + "\n"));
    assertTrue(err.toString(UTF_8).contains("mtc: " + current + ": 2 transactions so far"));
  }

  @Test
  void aTestThatFallsSilentEndsItIfThatIsWanted() throws Exception {
    write(1);
    var followed = follow("check", "-q", "--follow", "--idle", "1ms", run.toString());
    assertEquals(ExitCode.OK, followed.get(1, TimeUnit.MINUTES));
    assertEquals("", err.toString(UTF_8));
  }

  @Test
  void whatIsKnownWhenTheTimeIsOverIsTold() throws Exception {
    write(1);
    var followed = follow("check", "--follow", "--max-time", "5s", run.toString());
    assertEquals(ExitCode.UNKNOWN, followed.get(1, TimeUnit.MINUTES), err.toString(UTF_8));
    assertEquals(run + "\tser\tvalid\n", out.toString(UTF_8));
    var told = "--max-time is over; this is the verdict on the 2 transactions that it had at first";
    assertTrue(err.toString(UTF_8).contains(run + ": " + told), err.toString(UTF_8));
  }

  @Test
  void aTestThatWritesNothingUntilTheTimeIsOverIsUnknown() throws Exception {
    var followed = follow("check", "-q", "--follow", "--max-time", "1ms", run.toString());
    assertEquals(ExitCode.UNKNOWN, followed.get(1, TimeUnit.MINUTES));
    assertEquals(run + "\t-\tunknown\n", out.toString(UTF_8));
    assertEquals("mtc: " + run + ": not checked: --max-time is over\n", err.toString(UTF_8));
  }

  @Test
  void aFileThatShrinksOrGoesIsNoHistoryAnyMore() throws Exception {
    for (var end : List.of(0, 1, 2)) {
      err.reset();
      write(2);
      var followed = follow("check", "-l", "si", "--follow", "-o", "json", run.toString());
      await("so far: valid");
      switch (end) {
        case 0 -> write(1);
        case 1 -> Files.write(run.resolve("test.jepsen"), new byte[0]);
        default -> Files.delete(run.resolve("test.jepsen"));
      }
      assertEquals(ExitCode.IO, followed.get(1, TimeUnit.MINUTES));
      assertTrue(err.toString(UTF_8).contains("this is not the log any more"), err.toString(UTF_8));
    }
    assertEquals(3, out.toString(UTF_8).lines().filter(line -> line.contains("error")).count());
  }

  @Test
  void aTestThatWroteNothingIsNoHistory() throws Exception {
    var followed = follow("check", "--follow", "--idle", "1ms", run.toString());
    assertEquals(ExitCode.IO, followed.get(1, TimeUnit.MINUTES));
  }

  @Test
  void whatIsNoRunIsRefused() throws Exception {
    var file = Files.writeString(folder.resolve("history.json"), "[]").toString();
    assertEquals(ExitCode.IO, follow("check", "--follow", file).get(1, TimeUnit.MINUTES));
    assertEquals(ExitCode.USAGE, follow("check", "--follow", "a", "b").get(1, TimeUnit.MINUTES));
    assertEquals(ExitCode.USAGE, follow("check", "--idle", "1s", "a").get(1, TimeUnit.MINUTES));
    assertEquals(
        ExitCode.USAGE, follow("check", "--follow", "-f", "cobra", "a").get(1, TimeUnit.MINUTES));
  }
}
