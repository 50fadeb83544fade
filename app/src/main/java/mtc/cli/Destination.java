package mtc.cli;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import mtc.formats.Format;
import mtc.formats.Sample;
import mtc.formats.WritableFormat;
import mtc.source.InputException;
import mtc.source.Output;
import mtc.source.Source;
import mtc.source.TemporaryFile;

/**
 * Where a conversion goes. Everything is written beside it, under a name of its own, and gets the
 * right name only when it is {@link #commit complete}; closed without that, nothing is left of it.
 */
final class Destination implements Output, Closeable {
  static final String STANDARD_OUTPUT = "-";

  private final Path target;

  /** Null if the target is a file. */
  private final OutputStream standardOutput;

  private final Path temporary;
  private final boolean replaces;

  /** What was created, in the order of creation. */
  private final List<Path> created = new ArrayList<>();

  private Destination(Path target, OutputStream standardOutput, Path temporary, boolean replaces) {
    this.target = target;
    this.standardOutput = standardOutput;
    this.temporary = temporary;
    this.replaces = replaces;
  }

  /**
   * A destination that can be written to, as far as one can know before.
   *
   * @param force whether what is there may be replaced
   */
  static Destination of(
      String path, WritableFormat format, boolean force, OutputStream standardOutput)
      throws IOException {
    if (path.equals(STANDARD_OUTPUT)) {
      // What comes out is all or nothing, and whether it is all shows at the end.
      var spool = TemporaryFile.create(".part");
      var destination = new Destination(null, standardOutput, spool, false);
      destination.created.add(spool);
      return destination;
    }
    var target = Path.of(path).toAbsolutePath().normalize();
    if (target.getFileName() == null) {
      throw InputException.of("it is the root of the file system").in(path);
    }
    var exists = Files.exists(target, LinkOption.NOFOLLOW_LINKS);
    if (exists) {
      refuseToReplace(target, path, format, force);
    }
    var name = "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".part";
    return new Destination(target, null, target.resolveSibling(name), exists);
  }

  private static void refuseToReplace(
      Path target, String path, WritableFormat format, boolean force) throws IOException {
    if (!force) {
      throw InputException.of("it exists already; --force replaces it").in(path);
    }
    if (Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)) {
      if (!format.writesFolder()) {
        throw InputException.of("it is a directory, which is not replaced by a file").in(path);
      }
      refuseToReplaceOthers(target, path, format);
    } else if (format.writesFolder()) {
      throw InputException.of("it is a file, which is not replaced by a directory").in(path);
    } else if (!Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
      throw InputException.of("it is not a plain file, so it is not replaced; - is standard output")
          .in(path);
    }
  }

  /** A folder is only replaced if all that would be lost is a history of the same format. */
  private static void refuseToReplaceOthers(Path folder, String path, Format format)
      throws IOException {
    try (var children = Files.newDirectoryStream(folder)) {
      for (var child : children) {
        if (!Files.isRegularFile(child, LinkOption.NOFOLLOW_LINKS) || !isOf(format, child)) {
          throw InputException.of(
                  child.getFileName()
                      + " in it is not of a "
                      + format.name()
                      + " history, so it is not replaced")
              .in(path);
        }
      }
    }
  }

  private static boolean isOf(Format format, Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      var head = in.readNBytes(Source.HEAD);
      var sample = new Sample.File(file.getFileName().toString(), head, head.length < Source.HEAD);
      return format.recognises(new Sample(true, List.of(sample)));
    }
  }

  @Override
  public OutputStream open() throws IOException {
    return standardOutput == null ? create(temporary) : Files.newOutputStream(temporary);
  }

  @Override
  public OutputStream open(String name) throws IOException {
    if (created.isEmpty()) {
      try {
        Files.createDirectory(temporary);
      } catch (IOException e) {
        throw unwritable(e);
      }
      created.add(temporary);
    }
    return create(temporary.resolve(name));
  }

  private OutputStream create(Path file) throws IOException {
    try {
      var out =
          Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      created.add(file);
      return out;
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  /** The user knows nothing of the temporary name. */
  private static InputException unwritable(IOException e) {
    return InputException.of(
        switch (e) {
          case NoSuchFileException _ -> "there is no such directory to write it to";
          case AccessDeniedException _ -> "writing to its directory is not allowed";
          case FileAlreadyExistsException there ->
              "what another run left is in the way: " + there.getFile();
          default -> "it cannot be written: " + e.getMessage();
        });
  }

  /** Puts what was written in its place. */
  void commit() throws IOException {
    if (standardOutput != null) {
      Files.copy(temporary, standardOutput);
      return; // Closing removes the spool.
    }
    if (!replaces) {
      Files.move(temporary, target);
    } else if (Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)) {
      replaceFolder();
    } else {
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    }
    created.clear();
  }

  private void replaceFolder() throws IOException {
    var old = target.resolveSibling(temporary.getFileName() + ".old");
    Files.move(target, old, StandardCopyOption.ATOMIC_MOVE);
    try {
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Files.move(old, target, StandardCopyOption.ATOMIC_MOVE);
      throw e;
    }
    try (var children = Files.newDirectoryStream(old)) {
      for (var child : children) {
        Files.delete(child);
      }
    }
    Files.delete(old);
  }

  /** Removes what was not committed. */
  @Override
  public void close() throws IOException {
    for (var path : created.reversed()) {
      Files.deleteIfExists(path);
    }
  }
}
