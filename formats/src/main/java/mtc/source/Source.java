package mtc.source;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * All the files below a path: the one that it is, or those of a folder or an archive. Names have
 * {@code /} between folders, whatever the system, and are only names: nothing is ever written to
 * them.
 */
public interface Source extends Closeable {
  /** How many bytes of a file {@link #scan} shows. */
  int HEAD = 1 << 16;

  /** Whether a folder is that of one client of a run, whose files count as those of the run. */
  static boolean isOfClient(String folder) {
    return folder.startsWith("client-");
  }

  /** As the user gave it. */
  String path();

  /** Whether it is a single file, perhaps compressed, and not a folder or an archive. */
  boolean isFile();

  /**
   * Shows the beginning of every file, in one pass; of a directory, not those in sub-folders. One
   * that is compressed shows what is in it.
   */
  void scan(Visitor visitor) throws IOException;

  /** A name with the folders that links on the way lead to; to be asked after {@link #scan}. */
  default String resolved(String name) {
    return name;
  }

  /** A file by the name that {@link #scan} gave it. */
  Input file(String name) throws IOException;

  /**
   * To be called when all was read.
   *
   * @throws InputException if a file is not any more what it was when it was opened
   */
  default void expectUnchanged() throws IOException {}

  /** What it is a part of, if that is an archive; else null. */
  default Surroundings surroundings() {
    return null;
  }

  /**
   * An archive around a part of it.
   *
   * @param part the name of the part in it, a file or a folder
   * @param files the names of all files in it
   */
  record Surroundings(String part, List<String> files) {}

  /** The files that stand directly in a folder; the empty name is the top. */
  Input folder(String name) throws IOException;

  /** Sees the files of a source. */
  interface Visitor {
    /**
     * A file.
     *
     * @param head its first bytes, {@link #HEAD} at most
     * @param isWhole whether that is all there is
     */
    void file(String name, byte[] head, boolean isWhole) throws IOException;

    /**
     * Something that has a name and that nobody can read: a link to nothing, a pipe, an archive
     * inside an archive. Whoever goes on without it must know that it was no part of the history.
     *
     * @param what it is, in words
     */
    default void unreadable(String name, String what) throws IOException {}

    /** A file that macOS has put there, which is no part of anything: {@link AppleDouble}. */
    default void ofMacOs(String name, byte[] head) throws IOException {}

    /** A folder. */
    default void folder(String name) throws IOException {}
  }
}
