package mtc.source;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.Arrays;

/**
 * What the directory of a zip archive says and the JDK's reader does not tell: what the entries
 * were on the system that they come from, where a link is an entry like any other, with its target
 * as content; and where they are, so that an entry which the directory leaves out is noticed.
 */
final class ZipDirectory {
  private static final int END = 0x06054b50;
  private static final int END_LENGTH = 22;
  private static final int END_64 = 0x06064b50;
  private static final int LOCATOR_64 = 0x07064b50;
  private static final int LOCATOR_64_LENGTH = 20;
  private static final int HEADER = 0x02014b50;
  private static final int HEADER_LENGTH = 46;
  private static final int LOCAL = 0x04034b50;
  private static final int LOCAL_LENGTH = 30;
  private static final int MOST_COMMENT = 0xffff;
  private static final long IN_EXTRA = 0xffffffffL;

  /** What may stand between the bytes of an entry and the next one: nothing, or their length. */
  private static final int[] DESCRIPTORS = {0, 12, 16, 20, 24};

  /** What may stand before the first one: nothing, or the mark of an archive that was in parts. */
  private static final int[] MARKS = {0, 4};

  private static final int UNIX = 3;
  private static final int DARWIN = 19;

  private static final int TYPE = 0170000;
  private static final int LINK = 0120000;
  private static final int FOLDER = 0040000;
  private static final int FILE = 0100000;

  private final File zip;

  /** Of all entries in the order of the directory; 0 where the system is another. */
  private final int[] modes;

  /** Where entries begin, counted from where the archive does, and how long their bytes are. */
  private final long[] starts;

  private final long[] lengths;
  private long[] sorted;

  /** Where the directory is, and where it should be by its own account. */
  private long at;

  private long statedAt;

  ZipDirectory(File zip, int entries) throws IOException {
    this.zip = zip;
    modes = new int[entries];
    starts = new long[entries];
    lengths = new long[entries];
    find();
    try (var bytes = new FileInputStream(zip)) {
      bytes.skipNBytes(at);
      var in = new DataInputStream(new BufferedInputStream(bytes, 1 << 16));
      for (var i = 0; i < entries; i++) {
        read(in, i);
      }
    }
  }

  private void read(DataInputStream in, int entry) throws IOException {
    var header = in.readNBytes(HEADER_LENGTH);
    if (header.length < HEADER_LENGTH || number(header, 0, 4) != HEADER) {
      throw damaged();
    }
    var system = header[5];
    modes[entry] = system == UNIX || system == DARWIN ? (int) number(header, 40, 2) : 0;
    lengths[entry] = number(header, 20, 4);
    starts[entry] = number(header, 42, 4);
    in.skipNBytes(number(header, 28, 2));
    var extra = in.readNBytes((int) number(header, 30, 2));
    if (lengths[entry] == IN_EXTRA || starts[entry] == IN_EXTRA) {
      readLarge(extra, number(header, 24, 4) == IN_EXTRA, entry);
    }
    in.skipNBytes(number(header, 32, 2));
  }

  /** Of what does not fit into 32 bits, that much, in this order: length, packed, start. */
  private void readLarge(byte[] extra, boolean hasLength, int entry) {
    for (var i = 0; i + 4 <= extra.length; i += 4 + (int) number(extra, i + 2, 2)) {
      if (number(extra, i, 2) != 1) {
        continue;
      }
      var from = i + 4 + (hasLength ? Long.BYTES : 0);
      if (lengths[entry] == IN_EXTRA && from + Long.BYTES <= extra.length) {
        lengths[entry] = number(extra, from, Long.BYTES);
        from += Long.BYTES;
      }
      if (starts[entry] == IN_EXTRA && from + Long.BYTES <= extra.length) {
        starts[entry] = number(extra, from, Long.BYTES);
      }
      return;
    }
  }

  int[] modes() {
    return modes;
  }

  /**
   * Refuses an archive with an entry that the directory does not name, such as two archives one
   * behind the other: whoever wrote it meant it to be read, or not, and nothing tells which.
   */
  void expectNoOtherEntries() throws IOException {
    try (var file = new RandomAccessFile(zip, "r")) {
      expectNoEntry(file, 0, MARKS);
      var base = at - statedAt;
      var local = new byte[LOCAL_LENGTH];
      for (var i = 0; i < starts.length; i++) {
        var start = base + starts[i];
        if (start < 0 || start > at - LOCAL_LENGTH) {
          throw damaged();
        }
        file.seek(start);
        file.readFully(local);
        var end = start + LOCAL_LENGTH + number(local, 26, 2) + number(local, 28, 2) + lengths[i];
        expectNoEntry(file, end, DESCRIPTORS);
      }
    }
  }

  private void expectNoEntry(RandomAccessFile file, long position, int[] offsets)
      throws IOException {
    var signature = new byte[4];
    for (var offset : offsets) {
      var start = position + offset;
      if (start < 0 || start > at - LOCAL_LENGTH || isNamed(start)) {
        continue;
      }
      file.seek(start);
      file.readFully(signature);
      if (number(signature, 0, 4) == LOCAL) {
        throw InputException.atByte(
            start,
            "the zip archive has an entry there that its directory does not name, so this may not"
                + " be all of the history; unpack it, or pack it again");
      }
    }
  }

  private boolean isNamed(long position) {
    if (sorted == null) {
      sorted = starts.clone();
      Arrays.sort(sorted);
    }
    return Arrays.binarySearch(sorted, position - (at - statedAt)) >= 0;
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
  private void find() throws IOException {
    try (var file = new RandomAccessFile(zip, "r")) {
      var length = file.length();
      var tail = new byte[(int) Math.min(length, MOST_COMMENT + END_LENGTH + LOCATOR_64_LENGTH)];
      file.seek(length - tail.length);
      file.readFully(tail);
      var end = end(tail);
      var endAt = length - tail.length + end;
      var size = number(tail, end + 12, 4);
      statedAt = number(tail, end + 16, 4);
      var locator = end - LOCATOR_64_LENGTH;
      if (locator >= 0 && number(tail, locator, 4) == LOCATOR_64) {
        var large = new byte[56];
        file.seek(Math.clamp(number(tail, locator + 8, 8), 0, length));
        if (file.read(large) == large.length && number(large, 0, 4) == END_64) {
          endAt = number(tail, locator + 8, 8);
          size = number(large, 40, 8);
          statedAt = number(large, 48, 8);
        }
      }
      if (size < 0 || size > endAt) {
        throw damaged();
      }
      at = endAt - size;
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
