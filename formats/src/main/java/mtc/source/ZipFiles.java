package mtc.source;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * A zip archive. The JDK's reader keeps the directory as the bytes that it is in the file, so that
 * no number of entries takes more memory than the file is long.
 */
final class ZipFiles extends FileSet {
  private final File file;
  private final ZipFile zip;
  private final Limits limits;
  private final List<ZipEntry> entries = new ArrayList<>();
  private long expanded;

  ZipFiles(String path, File file, Limits limits) throws IOException {
    super(path, INSIDE);
    this.file = file;
    this.limits = limits;
    try {
      zip = new ZipFile(file);
    } catch (IOException | IllegalArgumentException e) {
      throw broken(e);
    }
  }

  @Override
  void visit(Visitor visitor) throws IOException {
    entries.clear();
    if (zip.size() > limits.maxEntries()) {
      throw limits.tooManyEntries();
    }
    for (var all = zip.entries(); all.hasMoreElements(); ) {
      var entry = all.nextElement();
      if (!entry.isDirectory()) {
        entries.add(entry);
        try (var in = new Member(entry)) {
          var head = in.readNBytes(HEAD);
          visitor.file(Names.relative(entry.getName()), head, head.length < HEAD || in.read() < 0);
        }
      }
    }
  }

  @Override
  InputStream open(int number) throws IOException {
    return new Member(entries.get(number));
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }

  private InputException broken(Exception e) {
    var reason = e.getMessage() == null ? "unreadable" : e.getMessage();
    if (reason.contains("encrypted")) {
      return InputException.of("the zip archive is encrypted; unpack it first");
    }
    return InputException.of("the zip archive is damaged or cut off: " + Printable.text(reason));
  }

  /** The bytes of an entry, counted against the limits. */
  private final class Member extends InputStream {
    private final ZipEntry entry;
    private final InputStream in;
    private final byte[] single = new byte[1];
    private final java.util.zip.CRC32 crc = new java.util.zip.CRC32();

    Member(ZipEntry entry) throws IOException {
      this.entry = entry;
      try {
        in = zip.getInputStream(entry);
      } catch (IOException e) {
        throw broken(e);
      }
    }

    @Override
    public int read() throws IOException {
      return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int count;
      try {
        count = in.read(into, offset, length);
      } catch (IOException e) {
        throw broken(e);
      }
      if (count > 0) {
        crc.update(into, offset, count);
        expanded += count;
        limits.check(expanded, file.length());
      } else if (count < 0 && crc.getValue() != entry.getCrc()) {
        // The JDK checks this in streams only, not in files.
        throw InputException.of(
            "the zip archive is damaged: the checksum of "
                + Printable.text(entry.getName())
                + " does not match");
      }
      return count;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
