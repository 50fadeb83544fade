package mtc.source;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * New files that only this user can read. {@link Files#createTempFile} does the same, but takes the
 * name from a cryptographic random number, and so the JDK's whole cryptography into the native
 * executable.
 */
public final class TemporaryFile {
  private TemporaryFile() {}

  /** An empty file, in the folder that TMPDIR names or else in the system's. */
  public static Path create(String suffix) throws IOException {
    var setting = System.getenv("TMPDIR");
    var folder = Path.of(setting != null ? setting : System.getProperty("java.io.tmpdir"));
    var prefix = "mtc-" + System.currentTimeMillis() + "-";
    for (var number = System.nanoTime(); ; number++) {
      try {
        // Fails if anything has that name, so that a name someone guessed does no harm.
        return Files.createFile(folder.resolve(prefix + number + suffix), ownersOnly(folder));
      } catch (FileAlreadyExistsException e) {
        // The next number, then.
      }
    }
  }

  private static FileAttribute<?>[] ownersOnly(Path folder) {
    if (!folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return new FileAttribute<?>[0];
    }
    var rights = Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(rights)};
  }
}
