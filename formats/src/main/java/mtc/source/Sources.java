package mtc.source;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The door of this package: what a path holds, by content. */
public final class Sources {
  /** The path that means standard input. */
  public static final String STANDARD_INPUT = "-";

  /** What stands between the path of an archive and the name of a part of it. */
  public static final String INSIDE = FileSet.INSIDE;

  private Sources() {}

  /**
   * Opens a file, a directory, an archive, or standard input; each but a directory may be
   * compressed.
   *
   * @param standardInput what {@code -} reads
   */
  public static Source open(String path, InputStream standardInput, Limits limits)
      throws IOException {
    if (path.equals(STANDARD_INPUT)) {
      return ofStream(path, "", standardInput, limits);
    }
    if (path.isEmpty()) {
      throw InputException.of("the path is empty");
    }
    var file = FileName.path(path);
    if (Files.isRegularFile(file)) {
      return ofFile(path, file, limits);
    }
    if (Files.isDirectory(file)) {
      return new Directory(path, limits);
    }
    if (!Files.exists(file)) {
      var part = ArchivePart.of(path, standardInput, limits);
      if (part != null) {
        return part;
      }
      throw InputException.of(
          Files.isSymbolicLink(file)
              ? "it is a link to nothing: " + Folder.target(file)
              : "there is no such file or directory");
    }
    return ofStream(path, FileName.last(file), openFile(file), limits); // A pipe or a device.
  }

  private static InputStream openFile(Path file) throws IOException {
    try {
      return FileStream.open(file);
    } catch (IOException e) {
      throw InputException.of("it cannot be opened; is reading it allowed?");
    }
  }

  private static Source ofFile(String path, Path file, Limits limits) throws IOException {
    var before = Unchanged.of(file);
    return new Watched(ofWatched(path, file, limits), before);
  }

  private static Source ofWatched(String path, Path file, Limits limits) throws IOException {
    byte[] head;
    try (var in = openFile(file)) {
      head = in.readNBytes(Source.HEAD);
    }
    var container = Container.of(head);
    return switch (container) {
      case PLAIN ->
          new PlainFile(
              path, FileName.last(file), head, head.length < Source.HEAD, () -> openFile(file));
      case TAR -> new TarFiles(path, () -> openFile(file), limits);
      case ZIP -> ofZip(path, file, limits);
      default -> ofCompressed(path, file, container, limits);
    };
  }

  /** The JDK's reader of zip archives cannot open every name. */
  private static Source ofZip(String path, Path file, Limits limits) throws IOException {
    if (FileName.isText(file)) {
      return new ZipFiles(path, file.toFile(), limits);
    }
    try (var in = openFile(file)) {
      return spooled(path, in, limits);
    }
  }

  private static Source ofCompressed(String path, Path file, Container kind, Limits limits)
      throws IOException {
    byte[] head;
    try (var in = new Expanded(kind, openFile(file), limits)) {
      head = in.readNBytes(Source.HEAD);
    }
    return switch (single(kind, head)) {
      case TAR -> new TarFiles(path, () -> new Expanded(kind, openFile(file), limits), limits);
      case ZIP -> {
        try (var in = new Expanded(kind, openFile(file), limits)) {
          yield spooled(path, in, limits);
        }
      }
      default ->
          new PlainFile(
              path,
              FileName.last(file),
              head,
              head.length < Source.HEAD,
              () -> new ReadAhead(new Expanded(kind, openFile(file), limits)));
    };
  }

  /** What is inside a compressed file, which must not be compressed again. */
  private static Container single(Container outer, byte[] head) throws InputException {
    var inner = Container.of(head);
    if (inner.isCompression()) {
      throw InputException.of(
          "it is compressed twice, " + inner.label + " inside " + outer.label + "; unpack it once");
    }
    return inner;
  }

  private static Source ofStream(String path, String name, InputStream in, Limits limits)
      throws IOException {
    var rewindable = new Rewindable(in);
    var head = rewindable.readNBytes(Source.HEAD);
    rewindable.rewind();
    var container = Container.of(head);
    if (container.isArchive()) {
      return spooled(path, rewindable.forget(), limits);
    }
    if (!container.isCompression()) {
      return ofOpen(path, name, head, rewindable.forget());
    }
    var expanded = new Rewindable(new Expanded(container, rewindable, limits));
    head = expanded.readNBytes(Source.HEAD);
    if (single(container, head).isArchive()) {
      rewindable.rewind();
      return spooled(path, rewindable.forget(), limits);
    }
    rewindable.forget();
    expanded.rewind();
    return ofOpen(path, name, head, new ReadAhead(expanded.forget()));
  }

  private static Source ofOpen(String path, String name, byte[] head, InputStream in) {
    return new PlainFile(
        path,
        name,
        head,
        head.length < Source.HEAD,
        new PlainFile.Opener() {
          @Override
          public InputStream open() {
            return in;
          }

          @Override
          public void close() throws IOException {
            in.close();
          }
        });
  }

  /** An archive is looked at twice; what can be read only once goes to a file that is deleted. */
  private static Source spooled(String path, InputStream in, Limits limits) throws IOException {
    var file = TemporaryFile.create(".archive");
    try {
      try (var out = TemporaryFile.open(file)) {
        in.transferTo(out);
      }
      return new Spooled(ofWatched(path, file, limits), file);
    } catch (IOException | RuntimeException e) {
      TemporaryFile.delete(file);
      throw e;
    }
  }

  /** A source whose file goes when it is closed. */
  private static final class Spooled extends Wrapped {
    private final Path file;

    Spooled(Source source, Path file) {
      super(source);
      this.file = file;
    }

    @Override
    public void close() throws IOException {
      try {
        super.close();
      } finally {
        TemporaryFile.delete(file);
      }
    }
  }

  /** A source in a file that nobody else should write to for now. */
  private static final class Watched extends Wrapped {
    private final Unchanged before;

    Watched(Source source, Unchanged before) {
      super(source);
      this.before = before;
    }

    @Override
    public void expectUnchanged() throws IOException {
      before.expect();
    }
  }

  private abstract static class Wrapped implements Source {
    private final Source source;

    Wrapped(Source source) {
      this.source = source;
    }

    @Override
    public String path() {
      return source.path();
    }

    @Override
    public boolean isFile() {
      return source.isFile();
    }

    @Override
    public void scan(Visitor visitor) throws IOException {
      source.scan(visitor);
    }

    @Override
    public String resolved(String name) {
      return source.resolved(name);
    }

    @Override
    public Input file(String name) throws IOException {
      return source.file(name);
    }

    @Override
    public Input folder(String name) throws IOException {
      return source.folder(name);
    }

    @Override
    public void close() throws IOException {
      source.close();
    }
  }

  /** A stream that remembers what was read of it, until told to forget. */
  private static final class Rewindable extends InputStream {
    private static final int MOST_SEEN = 64 << 20;

    private final InputStream in;
    private ByteArrayOutputStream seen = new ByteArrayOutputStream();
    private byte[] again = new byte[0];
    private int at;

    Rewindable(InputStream in) {
      this.in = in;
    }

    /** Starts again with what was read so far. */
    void rewind() {
      again = seen.toByteArray();
      at = 0;
    }

    /** What is read from now on is not remembered. */
    Rewindable forget() {
      seen = null;
      return this;
    }

    @Override
    public int read() throws IOException {
      var single = new byte[1];
      return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      if (at < again.length) {
        var count = Math.min(length, again.length - at);
        System.arraycopy(again, at, into, offset, count);
        at += count;
        if (at == again.length && seen == null) {
          again = new byte[0];
          at = 0;
        }
        return count;
      }
      var count = in.read(into, offset, length);
      if (count > 0 && seen != null) {
        if (seen.size() > MOST_SEEN) {
          throw InputException.of(
              "nothing comes out of its first " + MOST_SEEN + " compressed bytes");
        }
        seen.write(into, offset, count);
      }
      return count;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
