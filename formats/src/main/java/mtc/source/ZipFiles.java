package mtc.source;

import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * A zip archive. The JDK's reader keeps the directory as the bytes that it is in the file, so that
 * no number of entries takes more memory than the file is long.
 */
final class ZipFiles extends FileSet {
  private static final int MOST_TARGET = 4096;

  private final File file;

  /** Tells the names. */
  private final ZipFile zip;

  private final RandomAccessFile bytes;

  /** By number, the name and the place in the directory. */
  private final List<Entry> entries = new ArrayList<>();

  private ZipDirectory directory;
  private long expanded;

  ZipFiles(String path, File file, Limits limits) throws IOException {
    super(path, INSIDE, limits);
    this.file = file;
    try {
      zip = open(file);
    } catch (IOException | IllegalArgumentException e) {
      throw broken(e);
    }
    bytes = new RandomAccessFile(file, "r");
  }

  private record Entry(String name, int place) {}

  /** Old archives name files in the bytes of whichever system they come from. */
  private static ZipFile open(File file) throws IOException {
    try {
      return new ZipFile(file);
    } catch (ZipException | IllegalArgumentException e) {
      if (String.valueOf(e.getMessage()).contains("bad entry name")) {
        return new ZipFile(file, StandardCharsets.ISO_8859_1);
      }
      throw e;
    }
  }

  @Override
  void visit(Members members) throws IOException {
    entries.clear();
    if (zip.size() > limits.maxEntries()) {
      throw limits.tooManyEntries();
    }
    directory = directory();
    var modes = directory.modes();
    var numbers = new TreeMap<String, Integer>();
    var folders = new HashSet<String>();
    var links = new LinkedHashMap<String, String>();
    var seen = new HashSet<String>();
    var at = 0;
    for (var all = zip.entries(); all.hasMoreElements(); at++) {
      var header = all.nextElement();
      var entry = new Entry(header.getName(), at);
      var name = ArchiveNames.relative(entry.name);
      if (header.isDirectory()) {
        if (directory.length(at) > 0 && directory.size(at) > 0) {
          throw InputException.atByte(
              directory.dataAt(at),
              "the zip archive has a folder with bytes in it, " + Printable.text(name));
        }
        folders.add(name);
        members.folder(name);
        continue;
      }
      if (!seen.add(name)) {
        throw InputException.of(
            "it holds two files " + Printable.text(name) + "; unpack it to have one of them");
      }
      if (ZipDirectory.isLink(modes[at])) {
        links.put(name, ArchiveNames.target(name, target(entry)));
      } else if (ZipDirectory.isOther(modes[at])) {
        members.unreadable(name, "a pipe or a device");
      } else {
        numbers.put(name, entries.size());
        show(name, entry, members);
      }
    }
    showLinks(links, numbers, folders, members);
  }

  private ZipDirectory directory() throws IOException {
    try {
      return new ZipDirectory(file, zip.size());
    } catch (EOFException e) {
      throw broken(e);
    }
  }

  private void show(String name, Entry entry, Members members) throws IOException {
    entries.add(entry);
    try (var in = new Member(entry)) {
      members.file(name, in);
    }
  }

  private void showLinks(
      Map<String, String> links,
      TreeMap<String, Integer> numbers,
      Set<String> folders,
      Members members)
      throws IOException {
    for (var link : links.keySet()) {
      var target = ArchiveNames.follow(link, links);
      var number = target == null ? null : numbers.get(target);
      if (number != null) {
        show(link, entries.get(number), members);
      } else if (target != null && ArchiveNames.isFolder(target, folders, numbers)) {
        members.link(link, target);
      } else {
        members.unreadable(link, "a link to what is not in the archive");
      }
    }
  }

  /** What a link leads to is its content. */
  private String target(Entry entry) throws IOException {
    try (var in = new Member(entry)) {
      return FileName.decode(in.readNBytes(MOST_TARGET));
    }
  }

  @Override
  InputStream open(int number) throws IOException {
    return new Member(entries.get(number));
  }

  @Override
  Object identity(int number) {
    return entries.get(number).place;
  }

  @Override
  public void close() throws IOException {
    try (bytes) {
      zip.close();
    }
  }

  private InputException broken(Exception e) {
    var reason = e.getMessage() == null ? "unreadable" : e.getMessage();
    if (reason.contains("encrypted")) {
      return InputException.of("the zip archive is encrypted; unpack it first");
    }
    if (reason.contains("compression method")) {
      var number = reason.replaceAll("\\D+", "");
      return InputException.of(
          "the zip archive is compressed by a method that is not read"
              + (number.isEmpty() ? "" : " (number " + number + ")")
              + "; unpack it first");
    }
    return InputException.of("the zip archive is damaged or cut off: " + Printable.text(reason));
  }

  /**
   * The bytes of an entry, counted against the limits. The JDK's own stream does not look at the
   * size and the checksum that are stated, nor whether the packed bytes end where they should.
   */
  private final class Member extends InputStream {
    private final Entry entry;
    private final boolean isStored;
    private final Inflater inflater = new Inflater(true);
    private final byte[] packed = new byte[1 << 13];
    private final byte[] single = new byte[1];
    private final CRC32 crc = new CRC32();
    private long position;
    private long left;
    private long count;

    Member(Entry entry) throws InputException {
      this.entry = entry;
      var method = directory.method(entry.place);
      isStored = method == ZipEntry.STORED;
      if (!isStored && method != ZipEntry.DEFLATED) {
        throw broken(new IOException("compression method " + method));
      }
      position = directory.dataAt(entry.place);
      left = directory.length(entry.place);
    }

    @Override
    public int read() throws IOException {
      return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      var read = isStored ? take(into, offset, length) : inflate(into, offset, length);
      if (read < 0) {
        expectAll();
        return -1;
      }
      crc.update(into, offset, read);
      count += read;
      expanded += read;
      limits.check(expanded, file.length());
      return read;
    }

    private int take(byte[] into, int offset, int length) throws IOException {
      if (left == 0) {
        return -1;
      }
      bytes.seek(position);
      var read = bytes.read(into, offset, (int) Math.min(length, left));
      if (read < 0) {
        throw broken(new EOFException("it ends early"));
      }
      position += read;
      left -= read;
      return read;
    }

    private int inflate(byte[] into, int offset, int length) throws IOException {
      while (!inflater.finished()) {
        int read;
        try {
          read = inflater.inflate(into, offset, length);
        } catch (DataFormatException e) {
          throw broken(e);
        }
        if (read > 0) {
          return read;
        }
        if (inflater.needsDictionary()) {
          throw damaged("a preset dictionary is wanted for", "");
        }
        if (!inflater.finished() && inflater.needsInput()) {
          var more = take(packed, 0, packed.length);
          if (more < 0) {
            throw damaged("the data of", " ends early");
          }
          inflater.setInput(packed, 0, more);
        }
      }
      return -1;
    }

    private void expectAll() throws InputException {
      var rest = left + inflater.getRemaining();
      if (rest > 0) {
        position -= inflater.getRemaining();
        throw damaged("other data follows the end of", "");
      }
      if (count != directory.size(entry.place)) {
        throw damaged("the size of", " is not what comes out");
      }
      if (crc.getValue() != directory.crc(entry.place)) {
        throw damaged("the checksum of", " does not match");
      }
    }

    private InputException damaged(String before, String after) {
      return InputException.atByte(
          position,
          "the zip archive is damaged: " + before + " " + Printable.text(entry.name) + after);
    }

    @Override
    public void close() {
      inflater.end();
    }
  }
}
