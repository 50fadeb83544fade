package mtc.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import mtc.source.InputException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages, graphs and proofs keep to the rules of every other output. */
class OutputsTest {
  private static final String VALID = "w(1,5,0,0)\nr(1,5,1,1)\n";
  private static final String INVALID = "r(1,0,0,0)\nw(1,1,0,0)\nr(1,0,1,1)\nw(1,2,1,1)\n";
  private static final List<String> OPTIONS = List.of("--html", "--dot", "--witness");

  @TempDir Path folder;
  private Path valid;
  private Path invalid;

  @BeforeEach
  void writeInputs() throws IOException {
    valid = Files.writeString(folder.resolve("valid"), VALID);
    invalid = Files.writeString(folder.resolve("invalid"), INVALID);
  }

  private void assertOnly(String... names) throws IOException {
    try (var files = Files.list(folder)) {
      assertEquals(
          Stream.concat(Stream.of("invalid", "valid"), Stream.of(names)).sorted().toList(),
          files.map(file -> file.getFileName().toString()).sorted().toList());
    }
    assertEquals(VALID, Files.readString(valid));
    assertEquals(INVALID, Files.readString(invalid));
  }

  @Test
  void nothingIsReplacedWithoutForce() throws IOException {
    for (var option : OPTIONS) {
      var out = Files.writeString(folder.resolve("out"), "old");
      var run = Invocation.of("check", option, out, valid);
      assertEquals(4, run.exit(), option);
      assertEquals("mtc: " + out + ": it exists already; --force replaces it\n", run.err());
      assertEquals(valid + "\tser\tvalid\n", run.text(), option);
      assertEquals("old", Files.readString(out));
      assertEquals(0, Invocation.of("check", "--force", option, out, valid).exit());
      assertFalse(Files.readString(out).equals("old"), option);
      assertOnly("out");
    }
  }

  @Test
  void theFolderOfAReportReplacesNothing() throws IOException {
    var file = Files.writeString(folder.resolve("file"), "old");
    var link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("nowhere"));
    var full = Files.createDirectory(folder.resolve("full"));
    Files.writeString(full.resolve("note"), "old");
    for (var force : List.of("--force", "-q")) {
      for (var out : List.of(file, link, full)) {
        var run = Invocation.of("check", "--report", out, force, valid);
        assertEquals(4, run.exit(), out.toString());
        assertTrue(run.err().contains("not replaced"), run.err());
        assertOnly("file", "link", "full");
      }
    }
    assertEquals("old", Files.readString(file));
    assertEquals("old", Files.readString(full.resolve("note")));
    Files.delete(full.resolve("note"));
  }

  @Test
  void whatIsReplacedKeepsItsRights() throws IOException {
    for (var rights : List.of("rw-------", "rw-rw-rw-")) {
      var out = Files.writeString(folder.resolve("out"), "old");
      Files.setPosixFilePermissions(out, PosixFilePermissions.fromString(rights));
      assertEquals(0, Invocation.of("check", "--force", "--html", out, valid).exit());
      assertFalse(Files.readString(out).equals("old"));
      assertEquals(rights, PosixFilePermissions.toString(Files.getPosixFilePermissions(out)));
    }
  }

  @Test
  void anInputIsNeverReplaced() throws IOException {
    for (var option : OPTIONS) {
      for (var force : List.of("--force", "-q")) {
        var run = Invocation.of("check", option, valid, force, valid);
        assertEquals(4, run.exit());
        assertTrue(run.err().contains("is what is read"), run.err());
        Invocation.of(
            "check", option, folder.resolve("../" + folder.getFileName() + "/valid"), force, valid);
        Invocation.of("check", option, valid, force, folder);
        assertOnly();
      }
    }
    var list = Files.writeString(folder.resolve("list"), valid + "\n");
    for (var option : OPTIONS) {
      var run = Invocation.of("check", option, list, "--force", "--files-from", list);
      assertEquals(option.equals("--witness") ? 2 : 4, run.exit(), option);
      assertEquals(valid + "\n", Files.readString(list), option);
    }
    Files.delete(list);
    var archive = folder.resolve("archive.zip");
    try (var zip = new ZipOutputStream(Files.newOutputStream(archive))) {
      zip.putNextEntry(new ZipEntry("h.edn"));
      Files.copy(valid, zip);
    }
    var bytes = Files.readAllBytes(archive);
    assertEquals(0, Invocation.of("check", archive + "!/h.edn").exit());
    assertEquals(
        4, Invocation.of("check", "--html", archive, "--force", archive + "!/h.edn").exit());
    assertArrayEquals(bytes, Files.readAllBytes(archive));
    Files.delete(archive);
    var link = Files.createSymbolicLink(folder.resolve("link"), valid);
    assertEquals(4, Invocation.of("check", "--html", valid, "--force", link).exit());
    assertEquals(4, Invocation.of("check", "--html", link, "--force", invalid.getParent()).exit());
    assertOnly("link");
  }

  @Test
  void twoOutputsUnderOneNameAreAUsageError() throws IOException {
    var out = folder.resolve("out");
    var same = folder.resolve("../" + folder.getFileName() + "/out");
    assertEquals(2, Invocation.of("check", "--html", out, "--dot", out, valid).exit());
    assertEquals(2, Invocation.of("check", "--html", out, "--witness", same, valid).exit());
    assertEquals(2, Invocation.of("check", "--html", "-", "--dot", "-", valid).exit());
    assertOnly();
  }

  @Test
  void violationWinsOverAnOutputThatCannotBeWritten() throws IOException {
    var nowhere = folder.resolve("no/such/folder");
    for (var option : OPTIONS) {
      var run = Invocation.of("check", option, nowhere, invalid);
      assertEquals(1, run.exit(), option);
      assertTrue(run.text().startsWith(invalid + "\tser\tinvalid\n"));
    }
    assertEquals(4, Invocation.of("check", "--html", nowhere, valid).exit());
    assertOnly();
  }

  @Test
  void oneOutputThatCannotBeWrittenDoesNotCostTheOthers() throws IOException {
    var nowhere = folder.resolve("no/such/folder");
    var out = folder.resolve("out");
    var run = Invocation.of("check", "--dot", nowhere, "--html", out, "--witness", nowhere, valid);
    assertEquals(2, run.exit());
    run = Invocation.of("check", "--dot", nowhere, "--html", out, valid);
    assertEquals(4, run.exit());
    assertTrue(Files.readString(out).contains("<html"));
    assertOnly("out");
  }

  @Test
  void minusIsStandardOutputAndTheVerdictsGoToStandardError() throws IOException {
    for (var option : OPTIONS) {
      var run = Invocation.of("check", option, "-", valid);
      assertEquals(0, run.exit(), run.err());
      assertEquals(valid + "\tser\tvalid\n", run.err());
      var out = folder.resolve("out");
      Invocation.of("check", option, out, valid);
      assertEquals(Files.readString(out), run.text(), option);
      Files.delete(out);
    }
  }

  /** Standard output gets nothing before all is there, and what is not may not fit in TMPDIR. */
  @Test
  void whatCannotBeKeptForStandardOutputIsTheFaultOfItsFolder() throws IOException {
    try (var destination = Destination.toStandardOutput(OutputStream.nullOutputStream())) {
      var out = destination.open();
      out.close();
      var error = assertThrows(InputException.class, () -> out.write(1));
      assertTrue(
          error.describe().contains(": a temporary file cannot be written there: "),
          error::describe);
      assertFalse(error.describe().contains("standard output"), error::describe);
    }
  }

  @Test
  void devicesAndFoldersAreNotReplaced() throws IOException {
    var directory = Files.createDirectory(folder.resolve("d"));
    for (var option : OPTIONS) {
      assertEquals(4, Invocation.of("check", "--force", option, directory, valid).exit());
      assertEquals(4, Invocation.of("check", "--force", option, "/dev/null", valid).exit());
      var unforced = Invocation.of("check", option, "/dev/null", valid);
      assertTrue(unforced.err().contains("it is not a plain file"), unforced.err());
    }
    assertOnly("d");
  }

  @Test
  void aProofThatIsNotThereLeavesWhatIs() throws IOException {
    var out = Files.writeString(folder.resolve("out"), "old");
    assertEquals(1, Invocation.of("check", "--force", "--witness", out, invalid).exit());
    assertEquals("old", Files.readString(out));
    assertOnly("out");
  }

  @Test
  void longNamesAreWritten() throws IOException {
    var name = "n".repeat(255);
    assertEquals(0, Invocation.of("check", "--html", folder.resolve(name), valid).exit());
    assertOnly(name);
  }
}
