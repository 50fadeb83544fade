package mtc.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for the executable as a file and a process, whatever it is asked to do. */
class ExecutableTest {
  private static final Path DOCKERFILE = CliCase.TEST_DATA.resolveSibling("Dockerfile");

  /** As everywhere here: sizes that people give and read are powers of 1024. */
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

  /** What it allocates beside the heap does not take the space that the heap needs. */
  @ParameterizedTest
  @ValueSource(ints = {80_000, 120_000, 180_000, 250_000, 400_000})
  void aSmallHistoryFitsIntoLittleAddressSpace(int kilobytes, @TempDir Path folder)
      throws Exception {
    var history = folder.resolve("h.edn");
    var generate = " generate history --sessions 10 --txns 1000 --seed 1 " + history;
    var made = Executable.shell(Executable.PATH + generate);
    assertEquals(0, made.exit(), made::stderr);
    var check = "ulimit -v " + kilobytes + " && exec " + Executable.PATH + " check -q " + history;
    var outcome = Executable.shell(check);
    assertEquals(0, outcome.exit(), outcome::stderr);
  }

  /** The image itself would end with 1, or with a code of its own. */
  @ParameterizedTest
  @ValueSource(ints = {20_000, 30_000, 50_000, 60_000})
  void withoutRoomToStartItEndsInWords(int kilobytes) throws Exception {
    var limited = "ulimit -v " + kilobytes + " && exec " + Executable.PATH;
    var outcome = Executable.shell(limited + " check cases/valid/history.edn");
    assertEquals(4, outcome.exit(), outcome::stderr);
    assertEquals(
        "mtc: it needs at least 64 MB of address space (ulimit -v 65536)\n", outcome.stderr());
  }

  @ParameterizedTest
  @ValueSource(ints = {16_384, 20_000, 32_000})
  void withoutRoomForDataItEndsInWords(int kilobytes) throws Exception {
    var limited = "ulimit -d " + kilobytes + " && exec " + Executable.PATH;
    var outcome = Executable.shell(limited + " check cases/valid/history.edn");
    assertEquals(4, outcome.exit(), outcome::stderr);
    assertEquals("mtc: it needs at least 32 MB of data (ulimit -d 32768)\n", outcome.stderr());
  }

  /** The heap grows no further than the data may. */
  @ParameterizedTest
  @ValueSource(ints = {32_768, 43_000, 48_000, 65_536, 100_000})
  void aLimitOnDataBoundsTheHeap(int kilobytes, @TempDir Path folder) throws Exception {
    var history = folder.resolve("h.edn");
    var generate = " generate history --sessions 10 --txns 10000 --seed 1 " + history;
    var made = Executable.shell(Executable.PATH + generate);
    assertEquals(0, made.exit(), made::stderr);
    var check = "ulimit -d " + kilobytes + " && exec " + Executable.PATH + " check -q " + history;
    var outcome = Executable.shell(check);
    assertTrue(outcome.exit() == 0 || outcome.exit() == 4, outcome::stderr);
    var small = Executable.shell(check.replace(history.toString(), "cases/valid/history.edn"));
    assertEquals(0, small.exit(), small::stderr);
  }

  /** The image itself would end with 1, as for a violation, or with 5, 99 or a signal. */
  @ParameterizedTest
  @ValueSource(ints = {40, 44, 48, 52, 55, 59, 63, 100})
  void withoutRoomForTheStackItEndsInWords(int kilobytes) throws Exception {
    var limited = "ulimit -s " + kilobytes + " && exec " + Executable.PATH;
    var outcome = Executable.shell(limited + " check cases/valid/history.edn");
    assertEquals(4, outcome.exit(), outcome::stderr);
    var expected =
        "mtc: it needs at least 128 kB of stack beside its arguments and its environment"
            + " (ulimit -s 256)\n";
    assertEquals(expected, outcome.stderr());
  }

  @Test
  void aSmallStackIsEnough() throws Exception {
    for (var command : List.of("check -l all --html - cases/valid/history.edn", "help check")) {
      var outcome = Executable.shell("ulimit -s 256 && exec " + Executable.PATH + " " + command);
      assertEquals(0, outcome.exit(), outcome::stderr);
    }
  }

  @Test
  void inAFolderThatWasDeletedItReadsWhatHasAPath(@TempDir Path folder) throws Exception {
    var place = Files.createDirectory(folder.resolve("place"));
    var within = "cd " + place + " && rmdir " + place + " && exec " + Executable.PATH + " check ";
    var history = CliCase.TEST_DATA.resolve("cases/valid/history.edn");
    var whole = Executable.shell(within + history);
    assertEquals(history + "\tser\tvalid\n", whole.stdout(), whole::stderr);
    Files.createDirectory(place);
    var piped = Executable.shell("cat " + history + " | (" + within + "-)");
    assertEquals("-\tser\tvalid\n", piped.stdout(), piped::stderr);
    Files.createDirectory(place);
    var relative = Executable.shell(within + "history.edn");
    assertEquals(4, relative.exit());
    assertEquals("mtc: history.edn: there is no such file or directory\n", relative.stderr());
  }

  /** It would be written behind, or over, what is read. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "convert {} - --to jepsen >> {}",
        "convert - - --to jepsen < {} >> {}",
        "check --html - {} 1<> {}",
        "check --witness - {} >> {}",
        "convert {}/.. - --to jepsen >> {}"
      })
  void noDocumentGoesIntoWhatIsRead(String command, @TempDir Path folder) throws Exception {
    var bytes = Files.readAllBytes(CliCase.TEST_DATA.resolve("cases/valid/history.edn"));
    var log = Files.write(folder.resolve("history.edn"), bytes);
    var args = command.replace("{}/..", folder.toString()).replace("{}", log.toString());
    var outcome = Executable.shell(Executable.PATH + " " + args);
    assertEquals(4, outcome.exit(), outcome::stderr);
    assertEquals(
        "mtc: standard output: it is what is read, which is never replaced\n",
        outcome.stderr().lines().filter(line -> line.startsWith("mtc:")).findFirst().get() + "\n");
    assertArrayEquals(bytes, Files.readAllBytes(log));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "verify-witness cases/valid/history.edn /dev/zero",
        "check --files-from /dev/zero",
        "check --files-from - < /dev/zero"
      })
  void whatNeverEndsIsBounded(String command) throws Exception {
    var outcome = Executable.shell(Executable.PATH + " " + command);
    assertEquals(4, outcome.exit(), outcome::stderr);
    var expected = "(?s).*(--max-text SIZE|--max-entries N) raises the limit\n";
    assertTrue(outcome.stderr().matches(expected), outcome::stderr);
  }

  @Test
  void aThreadThatIsMissingIsNotCalledMemory() throws Exception {
    var cgroup = newCgroup("pids");
    try {
      Files.writeString(cgroup.resolve("pids.max"), "5");
      var check = Executable.PATH + " check --max-time 20s cases/valid/history.edn";
      var outcome = Executable.shell("echo $$ > " + cgroup + "/cgroup.procs && exec " + check);
      assertTrue(!outcome.stderr().contains("memory"), outcome::stderr);
      if (outcome.exit() != 0) {
        assertEquals(4, outcome.exit());
        assertTrue(outcome.stderr().contains("a thread is missing"), outcome::stderr);
      }
    } finally {
      Files.delete(cgroup);
    }
  }

  @Test
  void helpIsTheSameInTurkish() throws Exception {
    var help = Executable.PATH + " help check";
    var expected = Executable.shell("LC_ALL=C " + help).stdout();
    assertEquals(expected, Executable.shell("LC_ALL=tr_TR.UTF-8 " + help).stdout());
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 5, 15})
  void withoutFilesItEndsInWords(int most) throws Exception {
    var limited = "ulimit -n " + most + " && exec " + Executable.PATH;
    var outcome = Executable.shell(limited + " check cases/valid/history.edn");
    assertEquals(4, outcome.exit(), outcome::stderr);
    assertEquals("mtc: it needs at least 16 open files (ulimit -n 16)\n", outcome.stderr());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void withoutThreadsItEndsInWords(int most) throws Exception {
    var cgroup = newCgroup("pids");
    try {
      Files.writeString(cgroup.resolve("pids.max"), "" + most);
      var check = Executable.PATH + " check cases/valid/history.edn";
      var outcome = Executable.shell("echo $$ > " + cgroup + "/cgroup.procs && exec " + check);
      assertEquals(4, outcome.exit(), outcome::stderr);
      assertTrue(outcome.stderr().startsWith("mtc: it needs at least 4 threads"), outcome::stderr);
    } finally {
      Files.delete(cgroup);
    }
  }

  /** Smaller than the young generation is to be otherwise. */
  @Test
  void aSmallHeapIsNoError() throws Exception {
    var check = " check cases/valid/history.edn";
    for (var size : List.of("-Xmx16m", "-Xmx64m", "-Xmx100m -Xms200m")) {
      var outcome = Executable.shell(Executable.PATH + " " + size + check);
      assertEquals("", outcome.stderr(), size);
      assertEquals(0, outcome.exit(), size);
    }
  }

  @Test
  void anOptionOfNoVirtualMachineIsAnErrorOfUsage() throws Exception {
    for (var option : List.of("-XX:NoSuchOption=1", "-Xmxmuch", "-XX:+MaxHeapSize")) {
      var outcome =
          Executable.shell(Executable.PATH + " " + option + " check cases/valid/history.edn");
      assertEquals(2, outcome.exit(), option);
      assertTrue(outcome.stderr().startsWith("mtc: Unknown option: '" + option), outcome::stderr);
    }
  }

  @Test
  void itHonoursTheMemoryLimitOfItsCgroup() throws Exception {
    var cgroup = newCgroup("memory");
    try {
      Files.writeString(cgroup.resolve("memory.limit_in_bytes"), "300M");
      var script = "echo $$ > " + cgroup + "/cgroup.procs && " + collecting();
      assertHeapAtMost(300, Executable.shell(script));
    } finally {
      Files.delete(cgroup);
    }
  }

  /** What does not fit is told, before the kernel ends the process. */
  @Test
  void aHistoryThatIsTooLargeForItsCgroupIsToldSo(@TempDir Path folder) throws Exception {
    var history = folder.resolve("large.edn");
    var generate = " generate history --sessions 20 --txns 40000 --keys 160000 ";
    assertEquals(0, Executable.shell(Executable.PATH + generate + history).exit());
    var cgroup = newCgroup("memory");
    try {
      Files.writeString(cgroup.resolve("memory.limit_in_bytes"), "64M");
      var check = Executable.PATH + " check -l ser " + history;
      var outcome = Executable.shell("echo $$ > " + cgroup + "/cgroup.procs && exec " + check);
      assertEquals(4, outcome.exit(), outcome::stderr);
      assertTrue(outcome.stderr().contains(" MB of memory, "), outcome::stderr);
    } finally {
      Files.delete(cgroup);
    }
  }

  private static Path newCgroup(String controller) {
    try {
      var folder = Path.of("/sys/fs/cgroup", controller);
      return Files.createDirectory(folder.resolve("mtc-test-" + ProcessHandle.current().pid()));
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

  /** The file that is read would take its place. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "check cases/valid/history.edn",
        "inspect cases/valid/history.edn",
        "convert cases/valid/history.edn - --to jepsen",
        "check --html {} cases/valid/history.edn",
        "--help"
      })
  void aClosedStandardOutputIsAnError(String command, @TempDir Path folder) throws Exception {
    var page = folder.resolve("page.html");
    var args = command.replace("{}", page.toString());
    var outcome = Executable.shell(Executable.PATH + " " + args + " >&-");
    assertEquals("mtc: standard output: Bad file descriptor\n", outcome.stderr());
    assertEquals(4, outcome.exit());
    if (Files.exists(page)) {
      assertTrue(Files.readString(page).startsWith("<!"));
    }
  }

  @Test
  void aReaderThatStopsReadingIsNoNews() throws Exception {
    var outcome = Executable.shell(Executable.PATH + " completion bash | head -1");
    assertEquals("", outcome.stderr());
  }

  /** Lays the image out as the Dockerfile says, and runs it as root and as somebody else. */
  @Test
  void itRunsWithNothingButWhatTheDockerfileCopies(@TempDir Path root) throws Exception {
    assertEquals(
        List.of(
            "FROM scratch",
            "COPY --from=build /image/ /",
            "WORKDIR /data",
            "ENTRYPOINT [\"/mtc\"]"),
        finalStage());
    var dockerfile = Files.readString(DOCKERFILE);
    var image = Pattern.compile("RUN (mkdir -p /image/data .*)").matcher(dockerfile);
    assertTrue(image.find(), dockerfile);
    var layOut =
        image
            .group(1)
            .replace("/mtc/app/build/native/mtc", Executable.PATH.toString())
            .replace("/image", root.toString());
    assertEquals(0, Executable.shell("umask 022; chmod 755 " + root + "; " + layOut).exit());
    var history = CliCase.TEST_DATA.resolve("cases/valid/history.edn");
    for (var user : List.of("", "--userspec=65534:65534 ")) {
      var run = chroot(user) + root + " /mtc";
      var help = Executable.shell(run + " --help");
      assertEquals("", help.stderr());
      assertEquals(0, help.exit());
      var check = Executable.shell("gzip -c " + history + " | " + run + " check -");
      assertEquals("-\tser\tvalid\n", check.stdout(), check::stderr);
      var convert = Executable.shell(run + " convert --to jepsen - - <" + history);
      assertEquals(0, convert.exit(), convert::stderr);
    }
  }

  private static String chroot(String options) throws Exception {
    for (var command : List.of("chroot " + options, "unshare -r chroot " + options)) {
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
      if (!line.isBlank()) {
        stage.add(line);
      }
    }
    return stage;
  }
}
