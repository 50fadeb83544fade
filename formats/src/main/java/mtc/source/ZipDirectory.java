package mtc.source;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * What the directory of a zip archive says and the JDK's reader does not tell: what the entries
 * were on the system that they come from, where a link is an entry like any other, with its target
 * as content; and where they are, so that what the directory leaves out or makes smaller is
 * noticed.
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

  private static final String SO =
      ", so this may not be all of the history; unpack it, or pack it again";

  private static final int DESCRIPTOR = 0x08074b50;
  private static final int LONGEST_DESCRIPTOR = 24;
  private static final int RECORD_64_LENGTH = 44;

  private static final int ENCRYPTED = 1;

  /** Crc and sizes come behind the bytes, and may be 0 before them. */
  private static final int DEFERRED = 8;

  private static final int UNIX = 3;
  private static final int DARWIN = 19;

  private static final int TYPE = 0170000;
  private static final int LINK = 0120000;
  private static final int FOLDER = 0040000;
  private static final int FILE = 0100000;

  private final File zip;

  /** Of all entries in the order of the directory; 0 where the system is another. */
  private final int[] modes;

  /** Where entries begin, and where their bytes do. */
  private final long[] starts;

  private final long[] dataAt;

  /** How many bytes they have in the archive, and unpacked. */
  private final long[] lengths;

  private final long[] sizes;
  private final long[] crcs;
  private final int[] methods;

  /** Where the directory is, where it should be by its own account, and how long it is. */
  private long at;

  private long statedAt;
  private long length;

  ZipDirectory(File zip, int entries) throws IOException {
    this.zip = zip;
    modes = new int[entries];
    starts = new long[entries];
    dataAt = new long[entries];
    lengths = new long[entries];
    sizes = new long[entries];
    crcs = new long[entries];
    methods = new int[entries];
    find(entries);
    try (var file = new RandomAccessFile(zip, "r");
        var bytes = new FileInputStream(zip)) {
      bytes.skipNBytes(at);
      var in = new DataInputStream(new BufferedInputStream(bytes, 1 << 16));
      var read = 0L;
      for (var i = 0; i < entries; i++) {
        read += read(in, at + read, file, i);
      }
      if (read != length) {
        throw damaged();
      }
      expectNothingBetween(file);
    }
  }

  /** How long what the directory says of an entry is. */
  private long read(DataInputStream in, long headerAt, RandomAccessFile file, int entry)
      throws IOException {
    var header = in.readNBytes(HEADER_LENGTH);
    if (header.length < HEADER_LENGTH || number(header, 0, 4) != HEADER) {
      throw damaged();
    }
    var system = header[5];
    modes[entry] = system == UNIX || system == DARWIN ? (int) number(header, 40, 2) : 0;
    methods[entry] = (int) number(header, 10, 2);
    crcs[entry] = number(header, 16, 4);
    var large = new long[] {number(header, 24, 4), number(header, 20, 4), number(header, 42, 4)};
    var name = in.readNBytes((int) number(header, 28, 2));
    readLarge(in.readNBytes((int) number(header, 30, 2)), large);
    var comment = in.readNBytes((int) number(header, 32, 2));
    sizes[entry] = large[0];
    lengths[entry] = large[1];
    starts[entry] = at - statedAt + large[2];
    var read = (long) HEADER_LENGTH + name.length + number(header, 30, 2);
    expectNoEntry(comment, 0, headerAt + read);
    expectSame(file, entry, name, (int) number(header, 8, 2));
    return read + comment.length;
  }

  /** Of what does not fit into 32 bits, that much, in this order. */
  private static void readLarge(byte[] extra, long[] values) {
    for (var i = 0; i + 4 <= extra.length; i += 4 + (int) number(extra, i + 2, 2)) {
      if (number(extra, i, 2) != 1) {
        continue;
      }
      var from = i + 4;
      for (var value = 0; value < values.length; value++) {
        if (values[value] == IN_EXTRA && from + Long.BYTES <= extra.length) {
          values[value] = number(extra, from, Long.BYTES);
          from += Long.BYTES;
        }
      }
      return;
    }
  }

  /** What is said of an entry where it stands must be what the directory says of it. */
  private void expectSame(RandomAccessFile file, int entry, byte[] name, int flags)
      throws IOException {
    var start = starts[entry];
    var isDamaged = start < 0 || start > at - LOCAL_LENGTH || lengths[entry] < 0;
    if (isDamaged || sizes[entry] < 0) {
      throw damaged();
    }
    var local = new byte[LOCAL_LENGTH];
    file.seek(start);
    file.readFully(local);
    if (number(local, 0, 4) != LOCAL) {
      throw InputException.atByte(start, "the zip archive is damaged: expected an entry here");
    }
    var localName = new byte[(int) number(local, 26, 2)];
    var extra = new byte[(int) number(local, 28, 2)];
    file.readFully(localName);
    file.readFully(extra);
    dataAt[entry] = start + LOCAL_LENGTH + localName.length + extra.length;
    var large = new long[] {number(local, 22, 4), number(local, 18, 4)};
    readLarge(extra, large);
    var localFlags = (int) number(local, 6, 2);
    var isDeferred = (localFlags & DEFERRED) != 0;
    var other =
        !Arrays.equals(name, localName)
            ? "name"
            : number(local, 8, 2) != methods[entry]
                ? "method"
                : ((localFlags ^ flags) & ENCRYPTED) != 0
                    ? "encryption"
                    : differs(large[0], sizes[entry], isDeferred)
                            || differs(large[1], lengths[entry], isDeferred)
                        ? "size"
                        : differs(number(local, 14, 4), crcs[entry], isDeferred)
                            ? "checksum"
                            : null;
    if (other != null) {
      throw InputException.atByte(
          start,
          "the zip archive's entry there has another "
              + other
              + " than the directory says of "
              + Printable.text(FileName.decode(name))
              + SO);
    }
  }

  private static boolean differs(long value, long stated, boolean isDeferred) {
    return value != stated && !(isDeferred && value == 0);
  }

  /** Where the bytes of an entry begin. */
  long dataAt(int entry) {
    return dataAt[entry];
  }

  /** How many bytes an entry has in the archive. */
  long length(int entry) {
    return lengths[entry];
  }

  /** How many bytes an entry has when it is unpacked. */
  long size(int entry) {
    return sizes[entry];
  }

  long crc(int entry) {
    return crcs[entry];
  }

  int method(int entry) {
    return methods[entry];
  }

  int[] modes() {
    return modes;
  }

  /**
   * Refuses an archive with an entry that the directory does not name, such as two archives one
   * behind the other, or with any other bytes that are no entry's: whoever wrote it meant them to
   * be read, or not, and nothing tells which. Zeros align what follows.
   */
  private void expectNothingBetween(RandomAccessFile file) throws IOException {
    var order =
        IntStream.range(0, starts.length)
            .boxed()
            .sorted(Comparator.comparingLong(entry -> starts[entry]))
            .mapToInt(Integer::intValue)
            .toArray();
    var end = 0L;
    for (var entry : order) {
      expectNothing(file, end, starts[entry]);
      end = dataAt[entry] + lengths[entry];
      end += descriptorLength(file, end, entry);
    }
    expectNothing(file, end, at);
  }

  private static void expectNothing(RandomAccessFile file, long from, long to) throws IOException {
    if (from > to) {
      throw InputException.atByte(
          to, "the zip archive is damaged: an entry there begins within another one");
    }
    var buffer = new byte[1 << 16];
    file.seek(from);
    for (var position = from; position < to; ) {
      var count = (int) Math.min(buffer.length, to - position);
      file.readFully(buffer, 0, count);
      for (var i = 0; i < count; i++) {
        if (buffer[i] != 0) {
          throw other(file, position + i);
        }
      }
      position += count;
    }
  }

  private static InputException other(RandomAccessFile file, long position) throws IOException {
    var signature = new byte[4];
    file.seek(position);
    file.readFully(signature);
    return InputException.atByte(
        position,
        (number(signature, 0, 4) == LOCAL
                ? "the zip archive has an entry there that its directory does not name"
                : "the zip archive has bytes there that are no entry's")
            + SO);
  }

  /** Behind the bytes may be their checksum and sizes, in 32 or 64 bits, with a mark or not. */
  private int descriptorLength(RandomAccessFile file, long end, int entry) throws IOException {
    var bytes = new byte[LONGEST_DESCRIPTOR];
    if (end > at) {
      throw damaged();
    }
    file.seek(end);
    var count = file.read(bytes, 0, (int) Math.min(bytes.length, at - end));
    for (var mark = 4; mark >= 0; mark -= 4) {
      for (var width = Integer.BYTES; width <= Long.BYTES; width += Integer.BYTES) {
        var size = mark + 4 + 2 * width;
        if (count >= size
            && (mark == 0 || number(bytes, 0, 4) == DESCRIPTOR)
            && number(bytes, mark, 4) == crcs[entry]
            && number(bytes, mark + 4, width) == lengths[entry]
            && number(bytes, mark + 4 + width, width) == sizes[entry]) {
          return size;
        }
      }
    }
    return 0;
  }

  private static void expectNoEntry(byte[] comment, int from, long position) throws InputException {
    for (var i = from; i + 4 <= comment.length; i++) {
      if (number(comment, i, 4) == LOCAL) {
        throw InputException.atByte(
            position + i - from, "the zip archive has an entry there, in a comment" + SO);
      }
    }
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
  private void find(int entries) throws IOException {
    try (var file = new RandomAccessFile(zip, "r")) {
      var whole = file.length();
      var tail = new byte[(int) Math.min(whole, MOST_COMMENT + END_LENGTH + LOCATOR_64_LENGTH)];
      file.seek(whole - tail.length);
      file.readFully(tail);
      var end = end(tail);
      var endAt = whole - tail.length + end;
      expectNoEntry(tail, end + END_LENGTH, endAt + END_LENGTH);
      var count = number(tail, end + 10, 2);
      length = number(tail, end + 12, 4);
      statedAt = number(tail, end + 16, 4);
      var locator = end - LOCATOR_64_LENGTH;
      if (locator >= 0 && number(tail, locator, 4) == LOCATOR_64) {
        var large = new byte[56];
        var largeAt = endAt - LOCATOR_64_LENGTH - large.length;
        file.seek(Math.max(0, largeAt));
        if (largeAt < 0
            || file.read(large) < large.length
            || number(large, 0, 4) != END_64
            || number(large, 4, 8) != RECORD_64_LENGTH
            || isOther(count, number(large, 32, 8), 0xffff)
            || isOther(length, number(large, 40, 8), IN_EXTRA)
            || isOther(statedAt, number(large, 48, 8), IN_EXTRA)) {
          throw damaged();
        }
        endAt = largeAt;
        count = number(large, 32, 8);
        length = number(large, 40, 8);
        statedAt = number(large, 48, 8);
      }
      if (length < 0 || length > endAt || count != entries) {
        throw damaged();
      }
      at = endAt - length;
    }
  }

  private static boolean isOther(long small, long large, long inLarge) {
    return small != large && small != inLarge;
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
