package mtc.source;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Reads the headers of a tar stream (v7, ustar, GNU, pax), with the position of each file's bytes.
 *
 * <p>Written here, and not taken from a library, because those read long names and pax records of
 * any size into memory, and do not tell positions.
 */
final class Tar {
  private static final int BLOCK = 512;
  private static final int CHECKSUM_AT = 148;
  private static final int MAX_NAME = 4096;
  private static final int MAX_RECORDS = 1 << 20;

  private final InputStream in;
  private final byte[] block = new byte[BLOCK];
  private final byte[] skipped = new byte[1 << 16];
  private long position;

  /** From a GNU long name or pax header that came before the entry. */
  private String longName;

  private long longSize = -1;
  private boolean isSparse;

  /** The entry that {@link #next} found. */
  private String name;

  private char type;
  private long size;
  private long dataAt;

  Tar(InputStream in) {
    this.in = in;
  }

  /** Whether bytes begin with a tar header: its checksum is right. */
  static boolean isHeader(byte[] head) {
    return head.length >= BLOCK && head[0] != 0 && hasChecksum(head);
  }

  /** Goes to the next entry, over what is left of this one. */
  boolean next() throws IOException {
    if (name != null) {
      skipTo(padded(dataAt + size));
    }
    longName = null;
    longSize = -1;
    isSparse = false;
    while (header()) {
      switch (type) {
        case 'L' -> longName = text(contents(MAX_NAME, "name"), 0, (int) size);
        case 'x' -> records(contents(MAX_RECORDS, "pax header"));
        case 'K', 'g' -> skipTo(padded(dataAt + size));
        default -> {
          complete();
          return true;
        }
      }
    }
    return false;
  }

  String name() {
    return name;
  }

  long size() {
    return size;
  }

  /** Where the entry's bytes begin in the stream. */
  long dataAt() {
    return dataAt;
  }

  /** Whether it is a file; links, devices and folders have no bytes of their own. */
  boolean isFile() {
    return (type == '0' || type == 0 || type == '7') && !name.endsWith("/");
  }

  /** The first bytes of the entry's. */
  byte[] head(int most) throws IOException {
    var head = new byte[(int) Math.min(most, size - (position - dataAt))];
    readFully(head, head.length);
    return head;
  }

  private void complete() throws InputException {
    if (longName != null) {
      name = longName;
    }
    if (longSize >= 0) {
      size = longSize;
    }
    if (type == 'S' || isSparse) {
      throw InputException.atByte(
          dataAt - BLOCK,
          "the tar archive holds a sparse file, "
              + Printable.text(name)
              + "; archive it again without --sparse");
    }
    if (type >= '1' && type <= '6') {
      size = 0; // Links, devices and folders may state one, but no bytes follow them.
    }
  }

  /** Reads a header block; false at the end of the archive. */
  private boolean header() throws IOException {
    // An archive ends with blocks of zeros; one that just stops may have lost entries.
    readFully(block, BLOCK);
    if (isZero()) {
      expectNothingMore();
      return false;
    }
    if (!hasChecksum(block)) {
      throw InputException.atByte(
          position - BLOCK, "the tar archive is damaged: expected the header of an entry here");
    }
    type = (char) (block[156] & 0xff);
    size = number(124, 12);
    dataAt = position;
    name = ustarName();
    return true;
  }

  /** Reads to the end, which also lets a decompressor see its checksum. */
  private void expectNothingMore() throws IOException {
    for (int count; (count = in.read(skipped)) >= 0; position += count) {
      for (var i = 0; i < count; i++) {
        if (skipped[i] != 0) {
          throw InputException.atByte(
              position + i, "something follows the end of the tar archive, perhaps another one");
        }
      }
    }
  }

  private String ustarName() {
    var own = text(block, 0, 100);
    var isUstar = text(block, 257, 5).equals("ustar") && block[262] == 0;
    var prefix = isUstar ? text(block, 345, 155) : "";
    return prefix.isEmpty() ? own : prefix + "/" + own;
  }

  private boolean isZero() {
    for (var b : block) {
      if (b != 0) {
        return false;
      }
    }
    return true;
  }

  /** Octal digits, or, for what they cannot hold, a binary number marked by the first bit. */
  private long number(int from, int length) throws InputException {
    var value = 0L;
    if ((block[from] & 0x80) != 0) {
      for (var i = from + length - 8; i < from + length; i++) {
        value = value << 8 | block[i] & 0xff;
      }
    } else {
      for (var i = from; i < from + length; i++) {
        var c = block[i];
        if (c >= '0' && c <= '7') {
          value = value << 3 | c - '0';
        } else if (c != ' ' && c != 0) {
          value = -1;
          break;
        }
      }
    }
    return sane(value);
  }

  private long sane(long value) throws InputException {
    if (value < 0 || value > Long.MAX_VALUE >> 8) {
      throw InputException.atByte(
          position - BLOCK, "the tar archive is damaged: an entry states an impossible size");
    }
    return value;
  }

  private byte[] contents(int most, String what) throws IOException {
    if (size > most) {
      throw InputException.atByte(
          dataAt, "the tar archive has a " + what + " of " + size + " bytes, more than " + most);
    }
    var contents = new byte[(int) size];
    readFully(contents, contents.length);
    skipTo(padded(dataAt + size));
    return contents;
  }

  /** {@code LENGTH KEY=VALUE\n} each, the length counting the whole record. */
  private void records(byte[] records) throws InputException {
    var at = 0;
    while (at < records.length && records[at] != 0) {
      var space = at;
      var length = 0;
      while (space < records.length && records[space] >= '0' && records[space] <= '9') {
        length = Math.min(length * 10 + records[space++] - '0', MAX_RECORDS);
      }
      var end = at + length;
      if (length < 5 || end > records.length || records[space] != ' ' || end <= space) {
        throw InputException.atByte(
            dataAt + at, "the tar archive is damaged: expected a record of a pax header");
      }
      record(new String(records, space + 1, end - space - 2, StandardCharsets.UTF_8), at);
      at = end;
    }
  }

  private void record(String record, int at) throws InputException {
    if (record.startsWith("path=")) {
      longName = record.substring(5);
      if (longName.length() > MAX_NAME) {
        throw InputException.atByte(dataAt + at, "a name in the tar archive is too long");
      }
    } else if (record.startsWith("size=")) {
      try {
        longSize = sane(Long.parseLong(record.substring(5)));
      } catch (NumberFormatException e) {
        throw InputException.atByte(dataAt + at, "the tar archive is damaged: bad pax size");
      }
    } else if (record.startsWith("GNU.sparse.")) {
      isSparse = true;
    }
  }

  private void skipTo(long target) throws IOException {
    while (position < target) {
      var count = in.read(skipped, 0, (int) Math.min(skipped.length, target - position));
      if (count < 0) {
        throw endsEarly();
      }
      position += count;
    }
  }

  private void readFully(byte[] into, int count) throws IOException {
    var read = in.readNBytes(into, 0, count);
    position += read;
    if (read < count) {
      throw endsEarly();
    }
  }

  private InputException endsEarly() {
    return InputException.atByte(position, "the tar archive ends early: it was cut off");
  }

  private static long padded(long position) {
    return (position + BLOCK - 1) / BLOCK * BLOCK;
  }

  /** Up to a zero byte. */
  private static String text(byte[] bytes, int from, int length) {
    var end = from;
    while (end < from + length && bytes[end] != 0) {
      end++;
    }
    return new String(bytes, from, end - from, StandardCharsets.UTF_8);
  }

  /**
   * Some old writers summed signed bytes. The field must be digits with blanks or zeros around
   * them: random bytes have a sum that matches an absent number once in a few thousand files.
   */
  private static boolean hasChecksum(byte[] header) {
    var unsigned = 0;
    var signed = 0;
    for (var i = 0; i < BLOCK; i++) {
      var inField = i >= CHECKSUM_AT && i < CHECKSUM_AT + 8;
      unsigned += inField ? ' ' : header[i] & 0xff;
      signed += inField ? ' ' : header[i];
    }
    var stated = 0;
    var digits = 0;
    for (var i = CHECKSUM_AT; i < CHECKSUM_AT + 8; i++) {
      var c = header[i];
      if (c >= '0' && c <= '7') {
        stated = stated << 3 | c - '0';
        digits++;
      } else if (c != ' ' && c != 0) {
        return false;
      }
    }
    return digits > 2 && (stated == unsigned || stated == signed);
  }
}
