package mtc.source;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A tar archive, compressed or not: one pass finds where each file's bytes are, then they are read
 * where they stand. In archive order that is one more pass.
 */
final class TarFiles extends FileSet {
  private final Opener opener;
  private long[] dataAt = new long[16];
  private long[] sizes = new long[16];
  private int count;

  private InputStream stream;
  private long position;
  private Member current;

  TarFiles(String path, Opener opener, Limits limits) {
    super(path, INSIDE, limits);
    this.opener = opener;
  }

  /** Gives the tar stream from its beginning, as often as asked. */
  interface Opener {
    InputStream open() throws IOException;
  }

  @Override
  void visit(Members members) throws IOException {
    count = 0;
    var numbers = new TreeMap<String, Integer>();
    var folders = new HashSet<String>();
    var links = new LinkedHashMap<String, String>();
    var listed = new HashSet<String>();
    var entries = 0;
    try (var in = opener.open()) {
      var tar = new Tar(in);
      while (tar.next()) {
        if (entries++ == limits.maxEntries()) {
          throw limits.tooManyEntries();
        }
        var name = ArchiveNames.relative(tar.name());
        switch (tar.kind()) {
          case FILE -> {
            numbers.put(name, count);
            add(tar.dataAt(), tar.size());
            members.file(name, tar.bytes());
          }
          case FOLDER -> {
            folders.add(name);
            members.folder(name);
            for (var file : tar.listed()) {
              listed.add(ArchiveNames.relative(name + "/" + file));
            }
          }
          case HARD_LINK -> addLink(name, ArchiveNames.relative(tar.link()), links);
          case SYMBOLIC_LINK -> addLink(name, ArchiveNames.target(name, tar.link()), links);
          case OTHER -> members.unreadable(name, "a pipe or a device");
        }
      }
    }
    showLinks(links, numbers, folders, members);
    listed.removeIf(name -> numbers.containsKey(name) || links.containsKey(name));
    for (var name : listed) {
      members.unreadable(name, "listed in the archive and not in it");
    }
  }

  private static void addLink(String name, String target, Map<String, String> links)
      throws InputException {
    if (links.containsKey(name)) {
      throw InputException.of(
          "it holds two links " + Printable.text(name) + "; unpack it to have one of them");
    }
    links.put(name, target);
  }

  /** A link and the number of the file that it leads to. */
  private record Link(String name, int number) {}

  /** What links lead to may come after them, so they are looked at when all else is known. */
  private void showLinks(
      Map<String, String> links,
      TreeMap<String, Integer> numbers,
      Set<String> folders,
      Members members)
      throws IOException {
    var toFiles = new ArrayList<Link>();
    for (var name : links.keySet()) {
      if (numbers.containsKey(name)) {
        throw InputException.of(
            "it holds a file and a link " + Printable.text(name) + "; unpack it to have one");
      }
      var target = ArchiveNames.follow(name, links);
      var number = target == null ? null : numbers.get(target);
      if (number != null) {
        toFiles.add(new Link(name, number));
      } else if (target != null && ArchiveNames.isFolder(target, folders, numbers)) {
        members.link(name, target);
      } else {
        members.unreadable(name, "a link to what is not in the archive");
      }
    }
    toFiles.sort(Comparator.comparingInt(Link::number)); // So that one pass shows them all.
    for (var link : toFiles) {
      add(dataAt[link.number], sizes[link.number]);
      members.file(link.name, open(count - 1));
    }
  }

  @Override
  InputStream open(int number) throws IOException {
    if (stream == null || position > dataAt[number]) {
      close();
      stream = opener.open();
      position = 0;
    }
    if (current != null) {
      current.left = 0;
    }
    while (position < dataAt[number]) {
      var skipped = stream.skip(dataAt[number] - position);
      if (skipped == 0) {
        throw InputException.atByte(position, "the tar archive ends early: it was cut off");
      }
      position += skipped;
    }
    current = new Member(sizes[number]);
    return current;
  }

  @Override
  Object identity(int number) {
    return dataAt[number];
  }

  @Override
  public void close() throws IOException {
    if (stream != null) {
      stream.close();
      stream = null;
    }
  }

  private void add(long at, long size) {
    if (count == sizes.length) {
      dataAt = Arrays.copyOf(dataAt, count * 2);
      sizes = Arrays.copyOf(sizes, count * 2);
    }
    dataAt[count] = at;
    sizes[count++] = size;
  }

  /** The bytes of one file within the stream, which stays open for the next. */
  private final class Member extends InputStream {
    private final byte[] single = new byte[1];
    private long left;

    Member(long size) {
      left = size;
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
      if (left == 0) {
        return -1;
      }
      var read = stream.read(into, offset, (int) Math.min(length, left));
      if (read < 0) {
        throw InputException.atByte(position, "the tar archive ends early: it was cut off");
      }
      position += read;
      left -= read;
      return read;
    }
  }
}
