package mtc.source;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.Predicate;

/**
 * One log as a format's reader sees it: decompressed and unpacked, either a single file or a folder
 * of files.
 */
public interface Input {
  /** The path that people know it by, for messages. */
  String path();

  /**
   * The single file's bytes, unbuffered: the reader has its own buffer. To be opened once only, as
   * standard input cannot be read again. A folder has none.
   */
  InputStream open() throws IOException;

  /** The same bytes, to be read in any order; to be opened once only, too. */
  default SeekableBytes openSeekable() throws IOException {
    return SeekableBytes.of(open());
  }

  /**
   * The files of a folder, not its sub-folders; empty for a file. They come in the order in which
   * they are cheap to open: by name in a directory, as they stand in an archive. Another order, and
   * opening a file again, give the same bytes, but may cost another pass over a compressed archive.
   */
  List<Entry> entries() throws IOException;

  boolean isFolder();

  /** Reads a file. */
  @FunctionalInterface
  interface FileReader {
    void read(String name, InputStream in) throws IOException;
  }

  /**
   * Reads the files of a folder whose names are wanted, one after the other; what is wrong with one
   * names it.
   *
   * @return how many there are
   */
  default int readEach(Predicate<String> isWanted, FileReader reader) throws IOException {
    var count = 0;
    for (var entry : entries()) {
      if (isWanted.test(entry.name())) {
        count++;
        try (var in = entry.open()) {
          reader.read(entry.name(), in);
        } catch (InputException e) {
          throw e.in(path() + "/" + entry.name());
        }
      }
    }
    return count;
  }

  /** A file of a folder. */
  interface Entry {
    String name();

    /** Equal for two names of the same file: a link and what it leads to. */
    default Object identity() {
      return this;
    }

    /** Its bytes, unbuffered. Only the entry that was opened last can be read. */
    InputStream open() throws IOException;
  }
}
