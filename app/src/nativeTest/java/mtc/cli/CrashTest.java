package mtc.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever ends the process, an output is the old one or the new one, and whole. */
class CrashTest {
  private static final int KILLS = Integer.getInteger("mtc.kills", 60);
  private static final byte[] OLD = "the old one".getBytes();

  @TempDir Path folder;
  private Path log;

  @BeforeEach
  void writeLog() throws Exception {
    log = folder.resolve("log.edn");
    run("generate", "history", "--sessions", "10", "--txns", "1000", "--keys", "5000", log);
  }

  private static Process start(Object... args) throws IOException {
    var command = new ArrayList<String>(List.of(Executable.PATH.toString()));
    for (var arg : args) {
      command.add(arg.toString());
    }
    return new ProcessBuilder(command)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static int run(Object... args) throws Exception {
    return start(args).waitFor();
  }

  /** By name, what writes OUT, which comes last. */
  private List<List<Object>> writers() {
    return List.of(
        List.of("convert", "--force", "--to", "plume", log),
        List.of("check", "--force", log, "--witness"),
        List.of("check", "--force", log, "--html"),
        List.of("generate", "history", "--force", "--txns", "2000"));
  }

  private static Object[] with(List<Object> command, Object last) {
    var all = new ArrayList<>(command);
    all.add(last);
    return all.toArray();
  }

  @Test
  void killedAtAnyTimeItLeavesTheOldOrTheNewOutput() throws Exception {
    var random = new Random(1);
    for (var writer : writers()) {
      var whole = folder.resolve("whole");
      Files.deleteIfExists(whole);
      var start = System.nanoTime();
      assertEquals(0, run(with(writer, whole)), writer.toString());
      var millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      var expected = Files.readAllBytes(whole);
      var out = folder.resolve("out");
      for (var i = 0; i < KILLS / writers().size(); i++) {
        Files.write(out, OLD);
        var process = start(with(writer, out));
        Thread.sleep(random.nextLong(millis + 2));
        process.destroyForcibly().waitFor();
        var found = Files.readAllBytes(out);
        if (!Arrays.equals(OLD, found) && writer.contains("--html")) {
          assertTrue(new String(found).strip().endsWith("</html>"), writer.toString());
        } else if (!Arrays.equals(OLD, found)) {
          assertArrayEquals(expected, found, writer.toString());
        }
      }
    }
  }

  @Test
  void aSignalLeavesNoTemporaryFile() throws Exception {
    var random = new Random(2);
    var temporary = Files.createDirectory(folder.resolve("tmp"));
    for (var signal :
        List.of(
            "INT", "TERM", "HUP", "QUIT", "XCPU", "USR1", "USR2", "ALRM", "ABRT", "SYS", "IO",
            "PWR", "TRAP")) {
      for (var format : List.of("plume", "cobra", "dbcop")) {
        for (var i = 0; i < Math.max(3, KILLS / 24); i++) {
          var place = Files.createDirectory(folder.resolve(signal + format + i));
          var command =
              List.of(Executable.PATH.toString(), "convert", "--to", format, log.toString(), "out");
          var builder = new ProcessBuilder(command).directory(place.toFile());
          builder.environment().put("TMPDIR", temporary.toString());
          var process = builder.redirectErrorStream(true).start();
          Thread.sleep(random.nextLong(120));
          new ProcessBuilder("kill", "-" + signal, "" + process.pid()).start().waitFor();
          process.waitFor();
          assertNothingTemporary(place);
          assertNothingTemporary(temporary);
        }
      }
    }
  }

  /** A signal right behind the first, or the second, of the two renames. */
  @Test
  void aSignalWhileAFolderIsReplacedLeavesTheOldOrTheNew() throws Exception {
    var strace = Executable.shell("strace -V");
    assumeTrue(strace.exit() == 0, "needs strace, to slow it down");
    var out = folder.resolve("out");
    assertEquals(0, run("convert", "--to", "cobra", log, out));
    for (var signal : List.of("TERM", "INT", "XCPU", "ABRT")) {
      for (var rename : List.of(1, 2)) {
        var slow =
            "strace -f -o /dev/null -e trace=rename,renameat,renameat2"
                + " -e inject=rename,renameat,renameat2:delay_exit=1000000:when="
                + rename;
        var script =
            slow
                + " "
                + Executable.PATH
                + " convert --force --to cobra "
                + log
                + " "
                + out
                + " & while ! ls -a "
                + folder
                + " | grep -q 'part.old$'; do sleep 0.05; done; sleep 0."
                + rename
                + "; for p in $(ps -C mtc -o pid=,args= | grep -F "
                + out
                + " | sed 's/^ *//; s/ .*//'); do kill -"
                + signal
                + " $p; done; wait";
        Executable.shell(script);
        assertNothingTemporary(folder);
        assertEquals(0, run("check", out), signal + " at " + rename);
      }
    }
  }

  private static void assertNothingTemporary(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      assertEquals(
          List.of(),
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.contains("mtc-"))
              .toList());
    }
  }

  @Test
  void ofTwoAtOnceOneWritesTheOutput() throws Exception {
    for (var i = 0; i < Math.max(5, KILLS / 10); i++) {
      for (var format : List.of("plume", "cobra")) {
        var out = folder.resolve("out-" + format + i);
        var one = start("convert", "--to", format, log, out);
        var other = start("convert", "--to", format, log, out);
        var exits = new int[] {one.waitFor(), other.waitFor()};
        Arrays.sort(exits);
        assertArrayEquals(new int[] {0, 4}, exits, format);
        assertEquals(0, run("check", out), format);
      }
    }
    assertNothingTemporary(folder);
  }

  @Test
  void ofAFullDiskTheErrorNamesTheOutputAndNothingStays() throws Exception {
    var disk = Files.createDirectory(folder.resolve("disk"));
    var mounted = Executable.shell("mount -t tmpfs -o size=8k tmpfs " + disk);
    assumeTrue(mounted.exit() == 0, "needs a file system of its own: " + mounted.stderr());
    try {
      for (var command :
          List.of(
              " convert --to plume " + log + " ",
              " convert --to cobra " + log + " ",
              " generate history --txns 5000 ",
              " check " + log + " --witness ")) {
        var out = disk.resolve("out");
        var outcome = Executable.shell(Executable.PATH + command + out);
        assertEquals(4, outcome.exit(), command);
        var expected = "mtc: " + out + ": it cannot be written: No space left on device\n";
        assertEquals(expected, outcome.stderr(), command);
        try (var files = Files.list(disk)) {
          assertEquals(List.of(), files.toList(), command);
        }
      }
    } finally {
      Executable.shell("umount " + disk);
    }
  }
}
