package mtc.cli;

import java.io.Closeable;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
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
import mtc.source.FileName;
import mtc.source.InputException;
import mtc.source.Output;
import mtc.source.Reason;
import mtc.source.Source;
import mtc.source.TemporaryFile;

/**
 * Where one output goes. Everything is written beside it, under a name of its own, and gets the
 * right name only when it is {@link #commit complete} and on the disk; closed without that, nothing
 * is left of it.
 */
public final class Destination implements Output, Closeable {
  static final String STANDARD_OUTPUT = "-";

  /** As the user named it. */
  private final String path;

  /** Null for standard output. */
  private final Path target;

  /** Null if the target is a file. */
  private final OutputStream standardOutput;

  private final boolean replaces;

  /** The file that was opened, or the folder of those that were; null before. */
  private Path temporary;

  /** The files of the folder. */
  private final List<Path> members = new ArrayList<>();

  private Destination(String path, Path target, OutputStream standardOutput, boolean replaces) {
    this.path = path;
    this.target = target;
    this.standardOutput = standardOutput;
    this.replaces = replaces;
  }

  /** What comes out is all or nothing, and whether it is all shows at the end. */
  static Destination toStandardOutput(OutputStream out) {
    return new Destination("standard output", null, out, false);
  }

  static Destination at(Path target, String path) {
    return new Destination(path, target, null, Files.exists(target, LinkOption.NOFOLLOW_LINKS));
  }

  /** A file; one that is there is replaced by force only. */
  public static Destination of(Path file, boolean force) throws IOException {
    var target = file.toAbsolutePath().normalize();
    if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      refuseToReplace(target, file.toString(), null, force);
    }
    return at(target, file.toString());
  }

  /**
   * Refuses what would be lost.
   *
   * @param format null for a file that is no history
   */
  static void refuseToReplace(Path target, String path, WritableFormat format, boolean force)
      throws IOException {
    var isFolder = format != null && format.writesFolder();
    var isThere = Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS);
    if (isThere != isFolder) {
      refuseToReplaceByFolder(target, path);
    }
    if (!isThere && !Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
      throw InputException.of("it is not a plain file, so it is not replaced; - is standard output")
          .in(path);
    }
    if (isThere) {
      refuseToReplaceOthers(target, path, format);
    }
    if (!force) {
      throw InputException.of("it exists already; --force replaces it").in(path);
    }
  }

  /** Refuses whatever is there. */
  static void refuseToReplaceByFolder(Path target, String path) throws InputException {
    throw InputException.of(
            Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)
                ? "it is a directory that is there already, and is not replaced"
                : "it is a file, which is not replaced by a directory")
        .in(path);
  }

  /** A folder is only replaced if all that would be lost is a history of the same format. */
  private static void refuseToReplaceOthers(Path folder, String path, Format format)
      throws IOException {
    try (var children = Files.newDirectoryStream(folder)) {
      for (var child : children) {
        if (!Files.isRegularFile(child, LinkOption.NOFOLLOW_LINKS) || !isOf(format, child)) {
          throw InputException.of(
                  FileName.last(child)
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
      var sample = new Sample.File(FileName.last(file), head, head.length < Source.HEAD);
      return format.recognises(new Sample(true, List.of(sample)));
    }
  }

  @Override
  public OutputStream open() throws IOException {
    try {
      temporary =
          standardOutput == null
              ? TemporaryFile.createBeside(target)
              : TemporaryFile.create(".part");
      return new Synced(temporary);
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  @Override
  public OutputStream open(String name) throws IOException {
    try {
      if (temporary == null) {
        temporary = TemporaryFile.createFolderBeside(target);
      }
      members.add(TemporaryFile.createIn(temporary, name));
      return new Synced(members.getLast());
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  /** Why nothing was written to a path. */
  static InputException unwritten(String path, IOException e) {
    return e instanceof InputException known
        ? known.in(path)
        : InputException.of("it cannot be written: " + Reason.of(e)).in(path);
  }

  /** The user knows nothing of the temporary name; but that of a spool is in another folder. */
  private InputException unwritable(IOException e) {
    return switch (e) {
      case InputException known -> known.in(path);
      case IOException spooling when standardOutput != null && temporary != null ->
          TemporaryFile.unwritable(temporary, spooling);
      case NoSuchFileException _ ->
          InputException.of("there is no such directory to write it to").in(path);
      case AccessDeniedException _ ->
          InputException.of("writing to its directory is not allowed").in(path);
      default -> unwritten(path, e);
    };
  }

  /** Puts what was written in its place. */
  public void commit() throws IOException {
    if (temporary == null) {
      throw new IllegalStateException("nothing was written to " + path);
    }
    if (standardOutput != null) {
      Files.copy(temporary, standardOutput);
      standardOutput.flush();
      return; // Closing removes the spool.
    }
    try {
      place();
    } catch (FileAlreadyExistsException e) {
      throw InputException.of("somebody else wrote it meanwhile; --force replaces it").in(path);
    } catch (IOException e) {
      throw unwritable(e);
    }
    temporary = null;
    members.clear();
  }

  private void place() throws IOException {
    var isFolder = Files.isDirectory(temporary);
    if (isFolder) {
      sync(temporary);
    }
    if (replaces) {
      keepRights();
    }
    if (replaces && isFolder) {
      TemporaryFile.replaceFolder(temporary, target);
    } else if (replaces || isFolder) {
      // A folder is moved over nothing but an empty one.
      TemporaryFile.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } else {
      TemporaryFile.moveToNew(temporary, target);
    }
    for (var member : members) {
      TemporaryFile.forget(member);
    }
    sync(target.getParent());
  }

  /** What only some may read stays so, whatever is in it now. */
  private void keepRights() throws IOException {
    if (Files.getFileStore(target).supportsFileAttributeView("posix")) {
      Files.setPosixFilePermissions(temporary, Files.getPosixFilePermissions(target));
    }
  }

  /** A new name is on the disk only when its folder is. */
  private static void sync(Path folder) {
    try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      // Not every file system has that for folders; the files themselves are safe.
    }
  }

  /** Removes what was not committed. */
  @Override
  public void close() throws IOException {
    for (var member : members.reversed()) {
      TemporaryFile.delete(member);
    }
    if (temporary != null) {
      TemporaryFile.delete(temporary);
    }
  }

  /** A file that is on the disk once it is closed, and whose errors name the output. */
  private final class Synced extends FilterOutputStream {
    private final FileChannel channel;
    private boolean isClosed;

    Synced(Path file) throws IOException {
      this(FileChannel.open(file, StandardOpenOption.WRITE));
    }

    private Synced(FileChannel channel) {
      super(Channels.newOutputStream(channel));
      this.channel = channel;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        out.write(bytes, offset, length);
      } catch (IOException e) {
        throw unwritable(e);
      }
    }

    @Override
    public void close() throws IOException {
      if (isClosed) {
        return;
      }
      isClosed = true;
      try (channel) {
        if (standardOutput == null) {
          channel.force(true);
        }
      } catch (IOException e) {
        throw unwritable(e);
      }
    }
  }
}
