package mtc.formats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The beginning of an input, for recognising its format.
 *
 * @param isFolder whether the input is a folder of files
 * @param files the file itself, or the first files of the folder
 */
public record Sample(boolean isFolder, List<File> files) {
  /**
   * The first bytes of a file.
   *
   * @param name without folders; empty for standard input
   * @param head the first bytes, 64 KiB at most
   * @param isWhole whether that is all there is
   */
  public record File(String name, byte[] head, boolean isWhole) {
    /** Whether it begins with the mark that some editors put before a text. */
    public boolean hasMark() {
      return head.length >= MARK
          && head[0] == (byte) 0xEF
          && head[1] == (byte) 0xBB
          && head[2] == (byte) 0xBF;
    }

    /** The same without that mark. */
    public File withoutMark() {
      return hasMark()
          ? new File(name, Arrays.copyOfRange(head, MARK, head.length), isWhole)
          : this;
    }
  }

  /** How many bytes that mark has, in UTF-8. */
  public static final int MARK = 3;

  /** The same for those to whom a text is the same with and without that mark. */
  public Sample withoutMarks() {
    var texts = new ArrayList<File>();
    for (var file : files) {
      texts.add(file.withoutMark());
    }
    return new Sample(isFolder, texts);
  }
}
