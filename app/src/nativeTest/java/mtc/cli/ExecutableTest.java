package mtc.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds for the executable as a file and a process, whatever it is asked to do. */
class ExecutableTest {
  private static final Path DOCKERFILE = CliCase.TEST_DATA.resolveSibling("Dockerfile");
  private static final long MEGABYTE = 1_000_000;

  @Test
  void itIsAtMost20Megabytes() throws IOException {
    assertTrue(Files.size(Executable.PATH) <= 20 * MEGABYTE, () -> Executable.PATH + " is larger");
  }

  @Test
  void itStartsUnderASmallLimitOnAddressSpace() throws Exception {
    var outcome = Executable.shell("ulimit -v 4000000 && exec " + Executable.PATH + " --version");
    assertEquals(0, outcome.exit(), outcome::stderr);
  }

  @Test
  void aLimitOnAddressSpaceBoundsTheHeap() throws Exception {
    assertHeapAtMost(1024, Executable.shell("ulimit -v 1000000 && " + collecting()));
  }

  @Test
  void itHonoursTheMemoryLimitOfItsCgroup() throws Exception {
    var cgroup = newMemoryCgroup();
    try {
      Files.writeString(cgroup.resolve("memory.limit_in_bytes"), "300M");
      var script = "echo $$ > " + cgroup + "/cgroup.procs && " + collecting();
      assertHeapAtMost(300, Executable.shell(script));
    } finally {
      Files.delete(cgroup);
    }
  }

  private static Path newMemoryCgroup() {
    try {
      return Files.createDirectory(
          Path.of("/sys/fs/cgroup/memory/mtc-test-" + ProcessHandle.current().pid()));
    } catch (IOException e) {
      assumeTrue(false, "needs a cgroup (version 1) that may be written to: " + e);
      throw new AssertionError(e);
    }
  }

  /** A command that collects garbage, because of its many arguments, and logs how it does. */
  private static String collecting() {
    var arguments = "$(yes an-argument-of-some-length | head -20000)";
    return Executable.PATH + " -XX:+VerboseGC -XX:MaxNewSize=1m completion " + arguments;
  }

  private static void assertHeapAtMost(long megabytes, CliCase.Outcome outcome) {
    var log = outcome.stdout() + outcome.stderr();
    var size = Pattern.compile("Maximum heap size: (\\d+)M").matcher(log);
    assertTrue(size.find(), () -> "no garbage collection was logged: " + log);
    assertTrue(Long.parseLong(size.group(1)) <= megabytes, size::group);
  }

  @Test
  void aFullDiskBehindStandardOutputIsAnError() throws Exception {
    var outcome = Executable.shell(Executable.PATH + " --help > /dev/full");
    assertEquals("mtc: standard output: No space left on device\n", outcome.stderr());
    assertEquals(4, outcome.exit());
  }

  @Test
  void aReaderThatStopsReadingIsNoNews() throws Exception {
    var outcome = Executable.shell(Executable.PATH + " completion bash | head -1");
    assertEquals("", outcome.stderr());
  }

  @Test
  void itRunsWithNothingButWhatTheDockerfileCopies(@TempDir Path root) throws Exception {
    var entryPoint = "";
    for (var line : finalStage()) {
      var words = line.split("\\s+");
      switch (words[0]) {
        case "COPY" -> {
          assertTrue(words[2].endsWith("/app/build/native/mtc"), () -> "cannot prove " + line);
          Files.copy(Executable.PATH, root.resolve(words[3].substring(1)));
        }
        case "WORKDIR" -> Files.createDirectories(root.resolve(words[1].substring(1)));
        case "ENTRYPOINT" -> entryPoint = words[1].replaceAll("[\\[\\]\"]", "");
        default -> assertEquals("FROM scratch", line);
      }
    }
    var outcome = Executable.shell(chroot() + root + " " + entryPoint + " --help");
    assertEquals("", outcome.stderr());
    assertEquals(0, outcome.exit());
  }

  private static String chroot() throws Exception {
    for (var command : List.of("chroot ", "unshare -r chroot ")) {
      var found = "PATH=$PATH:/usr/sbin:/sbin " + command;
      if (Executable.shell(found + "/ true").exit() == 0) {
        return found;
      }
    }
    assumeTrue(false, "neither chroot nor a user namespace is permitted here");
    throw new AssertionError();
  }

  private static List<String> finalStage() throws IOException {
    var stage = new ArrayList<String>();
    for (var line : Files.readAllLines(DOCKERFILE)) {
      if (line.startsWith("FROM")) {
        stage.clear();
      }
      stage.add(line);
    }
    return stage;
  }
}
