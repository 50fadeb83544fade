package mtc.source;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * What other programs pack files in and nobody here unpacks: it may hold anything, so whoever goes
 * on without it must know that it was no part of the history.
 */
public final class Foreign {
  private static final int CPIO_HEADER = 76;
  private static final int LOCAL_HEADER = 30;
  private static final int FIRST_OF_RANGE = 13;

  /** Some have no mark in their bytes, such as Brotli; and what is cut off has none either. */
  private static final List<String> SUFFIXES =
      List.of(
          ".7z", ".age", ".br", ".cpio", ".enc", ".gpg", ".lrz", ".lz", ".lzma", ".lzo", ".pgp",
          ".rar", ".snappy", ".sz", ".tlz", ".tzo", ".z", ".zip", ".zpaq", ".zz");

  private static final List<String> BEGINNINGS =
      List.of(
          "7z\u00bc\u00af'\u001c", "a 7z archive",
          "Rar!\u001a\u0007", "a RAR archive",
          "!<arch>\n", "an ar archive",
          "!<thin>\n", "an ar archive",
          "xar!\0", "a xar archive",
          "MSCF\0\0\0\0", "a cabinet archive",
          "\u00ff\u0006\0\0sNaPpY", "compressed with Snappy",
          "\u0089LZO\0\r\n\u001a\n", "compressed with lzop",
          "LZIP\0", "compressed with lzip",
          "LZIP\1", "compressed with lzip",
          "LRZI\0", "compressed with lrzip",
          "7kSt", "a zpaq archive",
          "\u0002!L\u0018", "compressed with LZ4 in its legacy form",
          "age-encryption.org/", "encrypted with age",
          "-----BEGIN PGP MESSAGE", "encrypted with PGP",
          "Salted__", "encrypted with OpenSSL");

  private Foreign() {}

  /** In words, what a file is packed in; null if it is not known to be. */
  public static String of(String name, byte[] head) {
    var text = new String(head, StandardCharsets.ISO_8859_1);
    for (var i = 0; i < BEGINNINGS.size(); i += 2) {
      if (text.startsWith(BEGINNINGS.get(i))) {
        return BEGINNINGS.get(i + 1);
      }
    }
    if (isLzma(head)) {
      return "compressed with LZMA";
    }
    if (isCompress(head)) {
      return "compressed with compress";
    }
    if (isCpio(head, text)) {
      return "a cpio archive";
    }
    if (holdsZip(head, text)) {
      return "a zip archive with other bytes before it";
    }
    var suffix = suffix(name);
    return suffix.isEmpty() ? null : "named " + suffix + ", like what is packed";
  }

  /** A name without what such a packer has added to it. */
  public static String withoutSuffix(String name) {
    return name.substring(0, name.length() - suffix(name).length());
  }

  private static String suffix(String name) {
    var lower = name.toLowerCase(Locale.ROOT);
    for (var suffix : SUFFIXES) {
      if (lower.endsWith(suffix)) {
        return suffix;
      }
    }
    return "";
  }

  /**
   * The usual properties, a dictionary of 64 KiB at least, a length that can be or none, and the
   * zero that range coders begin with. A dbcop history of id 93 begins alike, but has no
   * dictionary.
   */
  private static boolean isLzma(byte[] head) {
    if (head.length <= FIRST_OF_RANGE || head[0] != 0x5d || head[1] != 0 || head[2] != 0) {
      return false;
    }
    var isOpen = head[11] == -1 && head[12] == -1;
    var isShort = head[11] == 0 && head[12] == 0;
    return (head[3] | head[4]) != 0 && (isOpen || isShort) && head[FIRST_OF_RANGE] == 0;
  }

  /** Codes of 9 to 16 bits. */
  private static boolean isCompress(byte[] head) {
    return head.length > 2
        && head[0] == 0x1f
        && head[1] == (byte) 0x9d
        && (head[2] & 0x60) == 0
        && (head[2] & 0x1f) >= 9
        && (head[2] & 0x1f) <= 16;
  }

  /** The header is digits, octal or hexadecimal; that of old archives a mark and a kind of file. */
  private static boolean isCpio(byte[] head, String text) {
    if (head.length >= 26 && (isOldCpio(head, 0, 1) || isOldCpio(head, 1, 0))) {
      return true;
    }
    if (head.length < CPIO_HEADER
        || !text.startsWith("070701") && !text.startsWith("070702") && !text.startsWith("070707")) {
      return false;
    }
    for (var i = 0; i < CPIO_HEADER; i++) {
      if (Character.digit(text.charAt(i), 16) < 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean isOldCpio(byte[] head, int low, int high) {
    var kind = head[6 + high] & 0xf0;
    return head[low] == (byte) 0xc7
        && head[high] == 0x71
        && (kind == 0x80 || kind == 0x40 || kind == 0xa0)
        && head[24 + high] == 0;
  }

  /** The header of an entry: a version and a method that there are, and a name. */
  private static boolean holdsZip(byte[] head, String text) {
    for (var at = text.indexOf("PK\3\4"); at >= 0; at = text.indexOf("PK\3\4", at + 1)) {
      if (at + LOCAL_HEADER < head.length
          && head[at + 4] >= 10
          && head[at + 4] <= 63
          && head[at + 5] == 0
          && (head[at + 8] == 0 || head[at + 8] == 8)
          && head[at + 9] == 0
          && (head[at + 26] | head[at + 27]) != 0) {
        return true;
      }
    }
    return false;
  }
}
