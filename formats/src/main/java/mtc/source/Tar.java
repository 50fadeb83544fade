package mtc.source;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

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

  /** What all writers of GNU's long names call the entries that have them. */
  private static final String LONG_NAME = "././@Long";

  private final InputStream in;
  private final byte[] block = new byte[BLOCK];
  private final byte[] skipped = new byte[1 << 16];
  private long position;

  /** From a GNU long name or pax header that came before the entry. */
  private String longName;

  private String longLink;
  private long longSize = -1;
  private boolean isSparse;

  /** Where there is a header that says something of an entry that has not come yet; else -1. */
  private long announcedAt = -1;

  /** The same of what only a link has. */
  private long linkAnnouncedAt = -1;

  /** The entry that {@link #next} found. */
  private String name;

  private String link;
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
      skipTo(dataAt + size);
      skipPadding();
    }
    longName = null;
    longLink = null;
    longSize = -1;
    isSparse = false;
    announcedAt = -1;
    linkAnnouncedAt = -1;
    while (header()) {
      switch (type) {
        case 'L' -> {
          announcedAt = dataAt - BLOCK;
          longName = longName();
        }
        case 'K' -> {
          linkAnnouncedAt = dataAt - BLOCK;
          longLink = longName();
        }
        case 'x', 'X' -> {
          announcedAt = dataAt - BLOCK;
          records(contents(MAX_RECORDS, "pax header"), false);
        }
        case 'g' -> records(contents(MAX_RECORDS, "pax header"), true);
        case 'V' -> expectLabel();
        default -> {
          if (type != '1' && type != '2') {
            expectNoneAnnounced(linkAnnouncedAt);
          }
          complete();
          return true;
        }
      }
    }
    expectNoneAnnounced(announcedAt);
    expectNoneAnnounced(linkAnnouncedAt);
    return false;
  }

  /** A file whose header says that it is such a name would be lost in it. */
  private String longName() throws IOException {
    if (!name.startsWith(LONG_NAME)) {
      throw InputException.atByte(
          dataAt - BLOCK,
          "the tar archive has a long name in an entry of its own name, " + Printable.text(name));
    }
    var bytes = contents(MAX_NAME, "name");
    expectZeros(bytes, "a long name");
    return text(bytes, 0, bytes.length);
  }

  private void expectNoneAnnounced(long at) throws InputException {
    if (at >= 0) {
      throw InputException.atByte(
          at, "the tar archive has a long name that no entry has, or other words on none");
    }
  }

  /** From the first zero on. */
  private void expectZeros(byte[] bytes, String before) throws InputException {
    var hasEnded = false;
    for (var i = 0; i < bytes.length; i++) {
      hasEnded |= bytes[i] == 0;
      if (hasEnded && bytes[i] != 0) {
        throw InputException.atByte(dataAt + i, "the tar archive has bytes behind " + before);
      }
    }
  }

  /** The name of the archive, and no more than that. */
  private void expectLabel() throws InputException {
    if (size > 0) {
      throw InputException.atByte(
          dataAt - BLOCK,
          "the tar archive has a volume label with bytes in it, " + Printable.text(name));
    }
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

  /** What an entry is. */
  enum Kind {
    FILE,
    FOLDER,
    /** The same file as another entry, which its name is that of. */
    HARD_LINK,
    /** The file that a path leads to from where the link is. */
    SYMBOLIC_LINK,
    /** A pipe or a device. */
    OTHER
  }

  /** An unknown type is that of a file, as POSIX wants it. */
  Kind kind() {
    return switch (type) {
      case '1' -> Kind.HARD_LINK;
      case '2' -> Kind.SYMBOLIC_LINK;
      case '3', '4', '6' -> Kind.OTHER;
      case '5', 'D' -> Kind.FOLDER;
      default -> name.endsWith("/") ? Kind.FOLDER : Kind.FILE;
    };
  }

  /**
   * The files that GNU's incremental archives list for a folder, next to what they hold of it: also
   * those that are as they were in an earlier archive.
   */
  List<String> listed() throws IOException {
    if (type != 'D') {
      return List.of();
    }
    var all = contents(MAX_RECORDS, "list of a folder's files");
    var names = new ArrayList<String>();
    for (var at = 0; at < all.length && all[at] != 0; ) {
      var listed = text(all, at, all.length - at);
      at += FileName.encode(listed).length + 1;
      if (listed.charAt(0) == 'Y' || listed.charAt(0) == 'N') {
        names.add(listed.substring(1));
      }
    }
    return names;
  }

  /** What a link leads to. */
  String link() {
    return link;
  }

  /** The entry's bytes, until {@link #next}. */
  InputStream bytes() {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        var single = new byte[1];
        return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
      }

      @Override
      public int read(byte[] into, int offset, int length) throws IOException {
        var left = dataAt + size - position;
        if (left == 0 || length == 0) {
          return length == 0 ? 0 : -1;
        }
        var count = in.read(into, offset, (int) Math.min(length, left));
        if (count < 0) {
          throw endsEarly();
        }
        position += count;
        return count;
      }
    };
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
    if (longLink != null) {
      link = longLink;
    }
    if (type == 'M' || type == 'N') {
      throw InputException.atByte(
          dataAt - BLOCK,
          "the tar archive holds a part of a file, "
              + Printable.text(name)
              + "; archive it again in one volume, with a new tar");
    }
    if (kind() == Kind.FOLDER && type != '5' && type != 'D' && size > 0) {
      throw InputException.atByte(
          dataAt - BLOCK, "the tar archive has a folder with bytes in it, " + Printable.text(name));
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
    link = text(block, 157, 100);
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
      // The first bit is the mark, and what does not fit into 63 more is no size.
      for (var i = from; i < from + length; i++) {
        var b = i == from ? block[i] & 0x7f : block[i] & 0xff;
        value = value > Long.MAX_VALUE >> 8 ? Long.MAX_VALUE : value << 8 | b;
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
    skipPadding();
    return contents;
  }

  /** {@code LENGTH KEY=VALUE\n} each, the length counting the whole record. */
  private void records(byte[] records, boolean isForAll) throws InputException {
    var at = 0;
    while (at < records.length && records[at] != 0) {
      var space = at;
      var length = 0;
      while (space < records.length && records[space] >= '0' && records[space] <= '9') {
        length = Math.min(length * 10 + records[space++] - '0', MAX_RECORDS + 1);
      }
      var end = at + length;
      // A blank, a name, an equals sign and a line feed are the least.
      if (end > records.length || end < space + 4 || records[space] != ' ') {
        throw InputException.atByte(
            dataAt + at, "the tar archive is damaged: expected a record of a pax header");
      }
      record(FileName.decode(records, space + 1, end - space - 2), at, isForAll);
      at = end;
    }
    for (var i = at; i < records.length; i++) {
      if (records[i] != 0) {
        throw InputException.atByte(
            dataAt + i, "the tar archive has bytes behind the records of a pax header");
      }
    }
  }

  private void record(String record, int at, boolean isForAll) throws InputException {
    var name = record.substring(0, Math.max(0, record.indexOf('=')));
    var isOurs =
        name.equals("path")
            || name.equals("linkpath")
            || name.equals("size")
            || name.startsWith("GNU.sparse.")
            || name.equals("hdrcharset") && !record.endsWith("UTF-8");
    if (!isOurs) {
      return;
    }
    if (isForAll || name.equals("hdrcharset")) {
      throw InputException.atByte(
          dataAt + at, "the tar archive has a pax header that is not supported: " + name);
    }
    var value = record.substring(name.length() + 1);
    switch (name) {
      case "path" -> longName = sane(value, at);
      case "linkpath" -> longLink = sane(value, at);
      case "size" -> longSize = saneSize(value, at);
      default -> isSparse = true;
    }
  }

  private String sane(String recordedName, int at) throws InputException {
    if (recordedName.length() > MAX_NAME || recordedName.indexOf(0) >= 0) {
      throw InputException.atByte(
          dataAt + at, "a name in the tar archive is too long or holds a zero");
    }
    return recordedName;
  }

  private long saneSize(String digits, int at) throws InputException {
    try {
      return sane(Long.parseLong(digits));
    } catch (NumberFormatException e) {
      throw InputException.atByte(dataAt + at, "the tar archive is damaged: bad pax size");
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

  /** To the end of the block. */
  private void skipPadding() throws IOException {
    var from = position;
    var count = (int) (padded(from) - from);
    readFully(skipped, count);
    for (var i = 0; i < count; i++) {
      if (skipped[i] != 0) {
        throw InputException.atByte(
            from + i, "the tar archive has bytes there that are no entry's; archive it again");
      }
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
    return FileName.decode(bytes, from, end - from);
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
