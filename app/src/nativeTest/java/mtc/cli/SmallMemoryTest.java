package mtc.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
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
