package mtc.source;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * One log as a format's reader sees it: decompressed and unpacked, either a single file or a folder
 * of files. It is read once, front to back.
 */
public interface Input {
  /** The path that people know it by, for messages. */
  String path();

  /** The single file's bytes; a folder has none. */
  InputStream open() throws IOException;

  /** The files of a folder, not its sub-folders, in the order of their names; empty for a file. */
  List<Entry> entries() throws IOException;

  boolean isFolder();

  /** A file of a folder. */
  interface Entry {
    String name();

    InputStream open() throws IOException;
  }
}
