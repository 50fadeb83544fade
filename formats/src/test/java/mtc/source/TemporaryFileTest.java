package mtc.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFileTest {
  @Test
  void noTwoAreTheSame() throws IOException {
    var one = TemporaryFile.create(".test");
    var other = TemporaryFile.create(".test");
    assertNotEquals(one, other);
    Files.delete(one);
    Files.delete(other);
  }

  @Test
  void onlyTheOwnerMayReadIt() throws IOException {
    var file = TemporaryFile.create(".test");
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    Files.delete(file);
  }

  @Test
  void aFullDiskIsToldWithTheFolderThatIsFull() throws IOException {
    var full = Path.of("/dev/full");
    assumeTrue(Files.exists(full));
    try (var out = TemporaryFile.open(full)) {
      var error = assertThrows(InputException.class, () -> out.write(new byte[10]));
      assertEquals(
          "/dev: a temporary file cannot be written there: No space left on device;"
              + " TMPDIR names a folder",
          error.describe());
    }
  }

  /** Asks for its first file when it is being ended already, as a signal may have it. */
  static final class TooLate {
    public static void main(String[] args) {
      var beside = Path.of(args[0]);
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(() -> {
                try {
                  TemporaryFile.createBeside(beside);
                } catch (IOException e) {
                  System.out.print(e.getMessage());
                }
              }));
    }
  }

  @Test
  void noneIsMadeByAProcessThatIsBeingEnded(@TempDir Path folder) throws Exception {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var process =
        new ProcessBuilder(
                java,
                "-cp",
                System.getProperty("java.class.path"),
                TooLate.class.getName(),
                folder.resolve("out").toString())
            .redirectErrorStream(true)
            .start();
    var said = new String(process.getInputStream().readAllBytes());
    process.waitFor();
    try (var left = Files.list(folder)) {
      assertEquals(List.of(), left.toList());
    }
    assertEquals("the process is being ended", said);
  }
}
