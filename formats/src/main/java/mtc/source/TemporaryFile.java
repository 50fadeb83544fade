package mtc.source;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.CopyOption;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * New files that are there for a while, and gone when the process is: also when a signal ends it.
 *
 * <p>{@link Files#createTempFile} takes the name from a cryptographic random number, and so the
 * JDK's whole cryptography into the native executable; {@link java.io.File#deleteOnExit} may run
 * while the next file is being made.
 */
public final class TemporaryFile {
  private static final Object LOCK = new Object();

  /** What is there now, in the order of creation: the process's, so there is one such list. */
  private static final Set<Path> THERE = new LinkedHashSet<>();

  private static boolean isWatched;
  private static boolean hasEnded;
  private static boolean isLeftToOthers;

  private TemporaryFile() {}

  /** An empty file that only this user can read, in the folder of TMPDIR or the system's. */
  public static Path create(String suffix) throws IOException {
    var setting = System.getenv("TMPDIR");
    var folder = FileName.path(setting != null ? setting : System.getProperty("java.io.tmpdir"));
    try {
      return create(folder, "mtc-", suffix, path -> Files.createFile(path, ownersOnly(folder)));
    } catch (IOException e) {
      throw unwritable(folder, "made", e);
    }
  }

  private static InputException unwritable(Path folder, String how, IOException e) {
    return InputException.of(
            "a temporary file cannot be "
                + how
                + " there: "
                + Reason.of(e)
                + "; TMPDIR names a folder")
        .in(FileName.of(folder));
  }

  /** What went wrong while such a file was written, in words that name its folder. */
  public static InputException unwritable(Path file, IOException e) {
    return unwritable(folder(file), "written", e);
  }

  /** Writes to such a file: an error names its folder, and not what is being read. */
  static OutputStream open(Path file) throws IOException {
    return new FilterOutputStream(Files.newOutputStream(file)) {
      @Override
      public void write(byte[] bytes, int from, int count) throws IOException {
        try {
          out.write(bytes, from, count);
        } catch (IOException e) {
          throw unwritable(file, e);
        }
      }
    };
  }

  /** An empty file in the folder of another. */
  public static Path createBeside(Path file) throws IOException {
    return create(folder(file), ".mtc-", ".part", Files::createFile);
  }

  /** An empty folder in the folder of another file. */
  public static Path createFolderBeside(Path file) throws IOException {
    return create(folder(file), ".mtc-", ".part", Files::createDirectory);
  }

  /** A file in such a folder. */
  public static Path createIn(Path folder, String name) throws IOException {
    synchronized (LOCK) {
      watch();
      return made(Files.createFile(folder.resolve(name)));
    }
  }

  private static Path folder(Path file) {
    var folder = file.toAbsolutePath().getParent();
    return folder == null ? Path.of("/") : folder;
  }

  private interface Maker {
    Path make(Path path) throws IOException;
  }

  private static Path create(Path folder, String prefix, String suffix, Maker maker)
      throws IOException {
    var start = prefix + ProcessHandle.current().pid() + "-";
    synchronized (LOCK) {
      watch();
      for (var number = System.nanoTime(); ; number++) {
        try {
          // Fails if anything has that name, so that a name someone guessed does no harm.
          return made(maker.make(folder.resolve(start + number + suffix)));
        } catch (FileAlreadyExistsException e) {
          // The next number, then.
        }
      }
    }
  }

  /**
   * Has signals heard from now on. One that is taken just before that still ends the process a
   * moment later, in which a file that is made right after it would be left over.
   */
  public static void prepare() throws IOException {
    synchronized (LOCK) {
      watch();
    }
  }

  /**
   * Sees to it that what is made next will be deleted: with the lock held, and before it is made,
   * because a process that is being ended takes no hooks any more.
   */
  private static void watch() throws IOException {
    if (!isWatched && !hasEnded) {
      try {
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(TemporaryFile::end));
        EndingSignals.runShutdownHooks();
        isWatched = true;
      } catch (IllegalStateException e) {
        hasEnded = true;
      }
    }
    if (hasEnded) {
      throw new IOException("the process is being ended");
    }
  }

  /** With the lock held. */
  private static Path made(Path path) {
    THERE.add(path);
    return path;
  }

  /** Gives it another name, under which it stays. */
  public static void move(Path path, Path to, CopyOption... options) throws IOException {
    synchronized (LOCK) {
      expect(path);
      Files.move(path, to, options);
      THERE.remove(path);
    }
  }

  /** The same, but fails if anything has that name already, whoever gave it. */
  public static void moveToNew(Path path, Path to) throws IOException {
    synchronized (LOCK) {
      expect(path);
      try {
        Files.createLink(to, path);
      } catch (UnsupportedOperationException | IOException e) {
        if (e instanceof FileAlreadyExistsException) {
          throw e instanceof IOException io ? io : new IOException(e);
        }
        Files.move(path, to); // A file system without links: it looks first, and then moves.
        THERE.remove(path);
        return;
      }
      delete(path);
    }
  }

  /**
   * Puts a folder of files in the place of another one, which is deleted. There is a moment without
   * either; what was there has another name then, and is not lost: a signal that is heard meanwhile
   * waits for the end of it.
   */
  public static void replaceFolder(Path path, Path to) throws IOException {
    synchronized (LOCK) {
      expect(path);
      var old = to.resolveSibling(path.getFileName() + ".old");
      Files.move(to, old, StandardCopyOption.ATOMIC_MOVE);
      try {
        Files.move(path, to, StandardCopyOption.ATOMIC_MOVE);
      } catch (IOException e) {
        Files.move(old, to, StandardCopyOption.ATOMIC_MOVE);
        throw e;
      }
      THERE.removeIf(made -> made.startsWith(path));
      try (var children = Files.newDirectoryStream(old)) {
        for (var child : children) {
          Files.delete(child);
        }
      }
      Files.delete(old);
    }
  }

  private static void expect(Path path) throws IOException {
    if (!THERE.contains(path)) {
      throw new IOException("the process is being ended");
    }
  }

  public static void delete(Path path) throws IOException {
    synchronized (LOCK) {
      Files.deleteIfExists(path);
      THERE.remove(path);
    }
  }

  /** What is inside a folder that was moved needs no deleting any more. */
  public static void forget(Path path) {
    synchronized (LOCK) {
      THERE.remove(path);
    }
  }

  /** Whoever ends the process otherwise promises to call {@link #deleteAll}. */
  public static void leaveToOthers() {
    synchronized (LOCK) {
      isLeftToOthers = true;
    }
  }

  /** Deletes all that is there, and lets nothing come after it. */
  public static void deleteAll() {
    synchronized (LOCK) {
      hasEnded = true;
      for (var path : new ArrayList<>(THERE).reversed()) {
        try {
          Files.deleteIfExists(path);
        } catch (IOException e) {
          // The process ends, and whoever gave it the folder took it away.
        }
      }
      THERE.clear();
    }
  }

  private static void end() {
    synchronized (LOCK) {
      if (!isLeftToOthers) {
        deleteAll();
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
