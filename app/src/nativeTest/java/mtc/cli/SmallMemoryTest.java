package mtc.cli;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In a memory cgroup that is too small it says so: the kernel never ends it. */
class SmallMemoryTest {
  private static final Path VERSION_1 = Path.of("/sys/fs/cgroup/memory");
  private static final Path VERSION_2 = Path.of("/sys/fs/cgroup");

  @TempDir Path folder;
  private Path group;
  private Path limit;

  @BeforeEach
  void makeGroup() {
    var is1 = Files.isDirectory(VERSION_1);
    group = (is1 ? VERSION_1 : VERSION_2).resolve("mtc-test-" + ProcessHandle.current().pid());
    limit = group.resolve(is1 ? "memory.limit_in_bytes" : "memory.max");
    try {
      Files.createDirectory(group);
      Files.writeString(limit, "100000000");
    } catch (IOException e) {
      assumeTrue(false, "needs a memory cgroup: " + e);
    }
  }

  @AfterEach
  void removeGroup() throws Exception {
    Files.deleteIfExists(group);
  }

  private CliCase.Outcome within(int megabytes, String command) throws Exception {
    Files.writeString(limit, "" + ((long) megabytes << 20));
    return Executable.shell(
        "echo $$ > " + group + "/cgroup.procs && exec " + Executable.PATH + " " + command);
  }

  @ParameterizedTest
  @ValueSource(ints = {12, 16, 20, 24, 64})
  void severalHistoriesAtOnceAreCheckedOrRefused(int megabytes) throws Exception {
    var logs = new StringBuilder();
    for (var i = 0; i < 6; i++) {
      var log = folder.resolve(i + ".edn");
      var args =
          List.of(
              "generate",
              "history",
              "--seed",
              "" + i,
              "--sessions",
              "10",
              "--txns",
              "1000",
              "--keys",
              "2000",
              log.toString());
      assertEquals(0, Executable.mtc(args, new byte[0]).exit());
      logs.append(' ').append(log);
    }
    for (var jobs : List.of(2, 8)) {
      var outcome = within(megabytes, "check -q -j " + jobs + logs);
      assertTrue(outcome.exit() == 0 || outcome.exit() == 4, outcome.toString());
    }
  }

  /** A block of bzip2 takes large arrays at once. */
  @ParameterizedTest
  @ValueSource(ints = {9, 10, 11, 12, 16, 24})
  void aCompressedHistoryIsRefused(int megabytes) throws Exception {
    var log = folder.resolve("log.edn");
    var args =
        List.of("generate", "history", "--sessions", "20", "--txns", "20000", log.toString());
    assertEquals(0, Executable.mtc(args, new byte[0]).exit());
    var packed = Executable.shell("bzip2 " + log);
    assumeTrue(packed.exit() == 0, "needs bzip2");
    var outcome = within(megabytes, "check " + log + ".bz2");
    assertEquals(4, outcome.exit(), outcome.stderr());
  }

  /** Of a file that is read as a whole, the arrays it goes through count too. */
  @ParameterizedTest
  @ValueSource(ints = {64, 100, 300})
  void aLargeTestOfFressianIsRefused(int megabytes) throws Exception {
    var log = folder.resolve("test.fressian");
    try (var channel = FileChannel.open(log, CREATE, WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[1]), (400L << 20) - 1);
    }
    var outcome = within(megabytes, "check -f jepsen-fressian " + log);
    assertEquals(4, outcome.exit(), outcome.stderr());
    assertTrue(outcome.stderr().contains(" memory"), outcome.stderr());
  }

  @Test
  void aHistoryThatNeedsMoreIsRefusedWithHowMuch() throws Exception {
    var log = folder.resolve("log.edn");
    var args =
        List.of("generate", "history", "--sessions", "20", "--txns", "20000", log.toString());
    assertEquals(0, Executable.mtc(args, new byte[0]).exit());
    var outcome = within(32, "check " + log);
    assertEquals(4, outcome.exit(), outcome.stderr());
    assertTrue(outcome.stderr().matches("(?s).*needs about \\d+ MB of memory.*"), outcome.stderr());
  }
}
