package mtc.source;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

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
