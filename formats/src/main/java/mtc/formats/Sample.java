package mtc.formats;

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
  public record File(String name, byte[] head, boolean isWhole) {}
}
