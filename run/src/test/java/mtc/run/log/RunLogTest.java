package mtc.run.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import mtc.source.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log goes nowhere that somebody else's file is, unless by force. */
class RunLogTest {
  @TempDir Path folder;

  private RunLog log(String name, boolean replace) throws IOException {
    return new RunLog(folder.resolve(name), Syntax.EDN, replace, "first\nsecond");
  }

  @Test
  void whatIsThereStays() throws IOException {
    var file = Files.writeString(folder.resolve("log.edn"), "precious");
    assertThrows(InputException.class, () -> log("log.edn", false));
    assertEquals("precious", Files.readString(file));
  }

  @Test
  void byForceItIsReplacedAndNotWrittenInto() throws IOException {
    var file = Files.writeString(folder.resolve("log.edn"), "an old log");
    var other = Files.createLink(folder.resolve("other-name"), file);
    log("log.edn", true).close();
    assertEquals(List.of("; first", "; second"), Files.readAllLines(file));
    assertEquals("an old log", Files.readString(other));
  }

  @Test
  void whatIsNoPlainFileIsNotReplacedEvenByForce() throws IOException {
    Files.createSymbolicLink(folder.resolve("log.edn"), folder.resolve("elsewhere"));
    assertThrows(InputException.class, () -> log("log.edn", true));
  }

  @Test
  void itsBeginningIsCopiedToANewFileOnly() throws IOException {
    var copy = folder.resolve("copy.edn");
    try (var log = log("log.edn", false)) {
      log.copyPrefix(1, copy, false);
      assertEquals(List.of("; first"), Files.readAllLines(copy));
      assertThrows(InputException.class, () -> log.copyPrefix(2, copy, false));
      assertEquals(List.of("; first"), Files.readAllLines(copy));
      log.copyPrefix(2, copy, true);
      assertEquals(List.of("; first", "; second"), Files.readAllLines(copy));
    }
    try (var left = Files.list(folder)) {
      assertTrue(left.noneMatch(file -> file.getFileName().toString().startsWith(".mtc")));
    }
  }
}
