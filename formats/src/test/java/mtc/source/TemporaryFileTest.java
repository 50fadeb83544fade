package mtc.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;

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
}
