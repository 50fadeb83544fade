package mtc.source;

import java.io.IOException;

/**
 * What macOS keeps of a file (its icon, its labels) where the disk or the archive has no place for
 * that: a file {@code ._NAME} beside it, or in a folder of its own in a zip archive. It is never a
 * part of a history. A file is one by its name and its content: either alone may be a log's.
 */
public final class AppleDouble {
  /** In words, what such a file is. */
  public static final String WORDS = "macOS' own of another file (AppleDouble)";

  private static final byte[] BEGINNING = {0, 5, 0x16, 7};
  private static final String FOLDER = "__MACOSX/";

  private AppleDouble() {}

  /**
   * Whether a file is one.
   *
   * @param name perhaps with the folders that it is in
   * @param head its first bytes
   */
  public static boolean is(String name, byte[] head) {
    return isNamed(name) && begins(head);
  }

  /** The same of a file in a directory; one that cannot be read is none. */
  public static boolean is(Folder.Child file) {
    if (file.kind() != Folder.Kind.FILE || file.size() == 0 || !isNamed(file.fullName())) {
      return false;
    }
    try (var in = FileStream.open(file.path())) {
      return begins(in.readNBytes(BEGINNING.length));
    } catch (IOException e) {
      return false;
    }
  }

  /** How many there are, as a sentence. */
  public static String note(int count) {
    return Counted.of(count, "file")
        + " in it "
        + (count == 1 ? "is" : "are")
        + " macOS' own (AppleDouble, ._*), and "
        + (count == 1 ? "was" : "were")
        + " not read";
  }

  private static boolean isNamed(String name) {
    return FileName.last(name).startsWith("._") || ("/" + name).contains("/" + FOLDER);
  }

  private static boolean begins(byte[] head) {
    if (head.length < BEGINNING.length) {
      return false;
    }
    for (var i = 0; i < BEGINNING.length; i++) {
      if (head[i] != BEGINNING[i]) {
        return false;
      }
    }
    return true;
  }
}
