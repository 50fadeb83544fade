package mtc.source;

import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
  private final ZipFile zip;
  private final List<ZipEntry> entries = new ArrayList<>();
  private long expanded;

  ZipFiles(String path, File file, Limits limits) throws IOException {
    super(path, INSIDE, limits);
    this.file = file;
    try {
      zip = open(file);
    } catch (IOException | IllegalArgumentException e) {
      throw broken(e);
    }
  }

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
    var modes = modes();
    var numbers = new HashMap<String, Integer>();
    var folders = new HashSet<String>();
    var links = new LinkedHashMap<String, String>();
    var seen = new HashSet<String>();
    var at = 0;
    for (var all = zip.entries(); all.hasMoreElements(); at++) {
      var entry = all.nextElement();
      var name = ArchiveNames.relative(entry.getName());
      if (entry.isDirectory()) {
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

  private int[] modes() throws IOException {
    try {
      var directory = new ZipDirectory(file, zip.size());
      directory.expectNoOtherEntries();
      return directory.modes();
    } catch (EOFException e) {
      throw broken(e);
    }
  }

  private void show(String name, ZipEntry entry, Members members) throws IOException {
    entries.add(entry);
    try (var in = new Member(entry)) {
      members.file(name, in);
    }
  }

  private void showLinks(
      Map<String, String> links, Map<String, Integer> numbers, Set<String> folders, Members members)
      throws IOException {
    for (var link : links.keySet()) {
      var target = ArchiveNames.follow(link, links);
      var number = target == null ? null : numbers.get(target);
      if (number != null) {
        show(link, entries.get(number), members);
      } else if (target != null && folders.contains(target)) {
        members.folder(link);
      } else {
        members.unreadable(link, "a link to what is not in the archive");
      }
    }
  }

  /** What a link leads to is its content. */
  private String target(ZipEntry entry) throws IOException {
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
    return entries.get(number).getName();
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
    if (reason.contains("compression method")) {
      var number = reason.replaceAll("\\D+", "");
      return InputException.of(
          "the zip archive is compressed by a method that is not read"
              + (number.isEmpty() ? "" : " (number " + number + ")")
              + "; unpack it first");
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
