package mtc.source;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** A source that is one file, as it is or decompressed. */
final class PlainFile implements Source {
  private final String path;
  private final String name;
  private final byte[] head;
  private final boolean isWhole;
  private final Opener opener;

  /**
   * A file.
   *
   * @param name without folders
   * @param opener gives all its bytes, once
   */
  PlainFile(String path, String name, byte[] head, boolean isWhole, Opener opener) {
    this.path = path;
    this.name = name;
    this.head = head;
    this.isWhole = isWhole;
    this.opener = opener;
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public boolean isFile() {
    return true;
  }

  @Override
  public void scan(Visitor visitor) throws IOException {
    visitor.file(name, head, isWhole);
  }

  @Override
  public Input file(String ofName) {
    return new SingleFile(path, opener);
  }

  @Override
  public Input folder(String ofName) {
    throw new IllegalStateException(path + " is a file");
  }

  @Override
  public void close() throws IOException {
    opener.close();
  }

  /** Gives the bytes, and closes what it opened early. */
  interface Opener extends java.io.Closeable {
    InputStream open() throws IOException;

    @Override
    default void close() throws IOException {}
  }

  /** The input that a single file is, wherever it stands. */
  record SingleFile(String path, Opener opener) implements Input {
    @Override
    public InputStream open() throws IOException {
      return opener.open();
    }

    @Override
    public List<Entry> entries() {
      return List.of();
    }

    @Override
    public boolean isFolder() {
      return false;
    }
  }
}
