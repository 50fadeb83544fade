package mtc.source;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;

/**
 * What the entries of a zip archive were on the system that they come from, which the JDK's reader
 * does not tell: a link is an entry like any other, with its target as content.
 */
final class ZipModes {
  private static final int END = 0x06054b50;
  private static final int END_LENGTH = 22;
  private static final int END_64 = 0x06064b50;
  private static final int LOCATOR_64 = 0x07064b50;
  private static final int LOCATOR_64_LENGTH = 20;
  private static final int HEADER = 0x02014b50;
  private static final int HEADER_LENGTH = 46;
  private static final int MOST_COMMENT = 0xffff;

  private static final int UNIX = 3;
  private static final int DARWIN = 19;

  private static final int TYPE = 0170000;
  private static final int LINK = 0120000;
  private static final int FOLDER = 0040000;
  private static final int FILE = 0100000;

  private ZipModes() {}

  /** The modes of all entries in the order of the directory; 0 where the system is another. */
  static int[] of(File zip, int entries) throws IOException {
    var modes = new int[entries];
    try (var bytes = new FileInputStream(zip)) {
      bytes.skipNBytes(directoryAt(zip));
      var in = new DataInputStream(new BufferedInputStream(bytes, 1 << 16));
      for (var i = 0; i < entries; i++) {
        var header = in.readNBytes(HEADER_LENGTH);
        if (header.length < HEADER_LENGTH || number(header, 0, 4) != HEADER) {
          throw damaged();
        }
        var system = header[5];
        modes[i] = system == UNIX || system == DARWIN ? (int) number(header, 40, 2) : 0;
        in.skipNBytes(number(header, 28, 2) + number(header, 30, 2) + number(header, 32, 2));
      }
    }
    return modes;
  }

  static boolean isLink(int mode) {
    return (mode & TYPE) == LINK;
  }

  /** A pipe, a device or a socket. */
  static boolean isOther(int mode) {
    var type = mode & TYPE;
    return type != 0 && type != LINK && type != FILE && type != FOLDER;
  }

  /** The directory ends where its end record, or the one of a large archive, begins. */
  private static long directoryAt(File zip) throws IOException {
    try (var file = new RandomAccessFile(zip, "r")) {
      var length = file.length();
      var tail = new byte[(int) Math.min(length, MOST_COMMENT + END_LENGTH + LOCATOR_64_LENGTH)];
      file.seek(length - tail.length);
      file.readFully(tail);
      var end = end(tail);
      var endAt = length - tail.length + end;
      var size = number(tail, end + 12, 4);
      var locator = end - LOCATOR_64_LENGTH;
      if (locator >= 0 && number(tail, locator, 4) == LOCATOR_64) {
        var large = new byte[56];
        file.seek(Math.clamp(number(tail, locator + 8, 8), 0, length));
        if (file.read(large) == large.length && number(large, 0, 4) == END_64) {
          endAt = number(tail, locator + 8, 8);
          size = number(large, 40, 8);
        }
      }
      if (size < 0 || size > endAt) {
        throw damaged();
      }
      return endAt - size;
    }
  }

  /** Where the end record begins, which a comment may follow. */
  private static int end(byte[] tail) throws InputException {
    for (var at = tail.length - END_LENGTH; at >= 0; at--) {
      if (number(tail, at, 4) == END && at + END_LENGTH + number(tail, at + 20, 2) == tail.length) {
        return at;
      }
    }
    throw damaged();
  }

  private static InputException damaged() {
    return InputException.of("the zip archive is damaged: its directory is not where it should be");
  }

  /** The lowest byte comes first. */
  private static long number(byte[] bytes, int at, int length) {
    var value = 0L;
    for (var i = length - 1; i >= 0; i--) {
      value = value << 8 | bytes[at + i] & 0xff;
    }
    return value;
  }
}
