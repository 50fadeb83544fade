package mtc.source;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The files of a directory or an archive, each with a number in the order of cheap access. */
abstract class FileSet implements Source {
  /** Between the path of an archive and the name of a file in it. */
  static final String INSIDE = "!/";

  private static final int MOST_NAMES = 32 << 20;

  private final String path;
  private final String separator;
  final Limits limits;

  /** Null until the first pass. */
  private List<String> names;

  private Map<String, Integer> numbers;

  /** By number, what the file is packed in by itself. */
  private List<Container> containers;

  /** Links to folders, by name, and the name of what each leads to in the end. */
  private Map<String, String> links;

  /** The numbers of files that macOS has put there. */
  private BitSet ofMacOs;

  FileSet(String path, String separator, Limits limits) {
    this.path = path;
    this.separator = separator;
    this.limits = limits;
  }

  /** Sees what is in a set. */
  interface Members {
    /** A file, to be numbered 0, 1, 2 …, whose bytes can be read for now. */
    void file(String name, InputStream bytes) throws IOException;

    void unreadable(String name, String what) throws IOException;

    void folder(String name) throws IOException;

    /** A link to a folder of an archive, and the name of that. */
    void link(String name, String folder) throws IOException;
  }

  /** Shows everything; the one pass over it all. */
  abstract void visit(Members members) throws IOException;

  /** The bytes of the file of a number as they are, for as long as no other is opened. */
  abstract InputStream open(int number) throws IOException;

  /** Equal for two numbers of the same bytes. */
  abstract Object identity(int number);

  @Override
  public final String path() {
    return path;
  }

  @Override
  public final boolean isFile() {
    return false;
  }

  @Override
  public final void scan(Visitor visitor) throws IOException {
    names = new ArrayList<>();
    numbers = new HashMap<>();
    containers = new ArrayList<>();
    ofMacOs = new BitSet();
    links = new HashMap<>();
    visit(new Scan(visitor));
  }

  @Override
  public final String resolved(String name) {
    return ArchiveNames.resolved(name, links);
  }

  @Override
  public final Input file(String name) throws IOException {
    names();
    var number = numbers.get(name);
    return new PlainFile.SingleFile(pathOf(name), () -> openExpanded(number));
  }

  @Override
  public final Input folder(String name) throws IOException {
    var start = name.isEmpty() ? "" : name + "/";
    var entries = new ArrayList<Input.Entry>();
    for (var i = 0; i < names().size(); i++) {
      var file = names.get(i);
      if (!ofMacOs.get(i) && file.startsWith(start) && isMember(file.substring(start.length()))) {
        entries.add(new Member(this, i, file.substring(start.length())));
      }
    }
    return new FolderInput(name.isEmpty() ? path : pathOf(name), List.copyOf(entries));
  }

  /** Whether a file of this name stands directly in the folder that it is named from. */
  static boolean isMember(String name) {
    var slash = name.indexOf('/');
    return slash < 0
        || Source.isOfClient(name.substring(0, slash)) && name.indexOf('/', slash + 1) < 0;
  }

  private List<String> names() throws IOException {
    if (names == null) {
      scan((name, head, isWhole) -> {});
    }
    return names;
  }

  private InputStream openExpanded(int number) throws IOException {
    var container = containers.get(number);
    var bytes = open(number);
    return container.isCompression() ? new Expanded(container, bytes, limits) : bytes;
  }

  private String pathOf(String name) {
    return path + separator + name;
  }

  /** One pass, which numbers the files and looks into those that are compressed. */
  private final class Scan implements Members {
    private final Visitor visitor;
    private long length;

    Scan(Visitor visitor) {
      this.visitor = visitor;
    }

    @Override
    public void file(String name, InputStream bytes) throws IOException {
      count(name);
      if (numbers.put(name, names.size()) != null) {
        throw InputException.of(
            "it holds two files " + Printable.text(name) + "; unpack it to have one of them");
      }
      names.add(name);
      var head = bytes.readNBytes(HEAD);
      var container = Container.of(head);
      containers.add(container);
      if (AppleDouble.is(name, head)) {
        ofMacOs.set(names.size() - 1);
        visitor.ofMacOs(name, head);
      } else if (container.isArchive()) {
        visitor.unreadable(name, "an archive, which is not looked into");
      } else if (container.isCompression()) {
        compressed(name, container, new SequenceInputStream(new ByteArrayInputStream(head), bytes));
      } else {
        plain(name, head, bytes);
      }
    }

    private void plain(String name, byte[] head, InputStream bytes) throws IOException {
      var packed = Foreign.of(name, head);
      if (packed != null) {
        visitor.unreadable(name, packed + ", which mtc does not unpack");
      } else if (head.length == 0 && !FileName.withoutCompression(name).equals(name)) {
        visitor.unreadable(name, "empty, which nothing is when it is compressed");
      } else {
        visitor.file(name, head, head.length < HEAD || bytes.read() < 0);
      }
    }

    private void compressed(String name, Container container, InputStream bytes)
        throws IOException {
      byte[] head;
      try {
        head = new Expanded(container, bytes, limits).readNBytes(HEAD);
      } catch (InputException e) {
        visitor.unreadable(name, "compressed, but " + e.getMessage());
        return;
      }
      var inner = Container.of(head);
      var packed = Foreign.of(FileName.withoutCompression(name), head);
      if (inner == Container.PLAIN && packed != null) {
        visitor.unreadable(name, packed + " inside " + container.label);
      } else if (inner == Container.PLAIN) {
        visitor.file(name, head, head.length < HEAD);
      } else {
        visitor.unreadable(name, inner.label + " inside " + container.label);
      }
    }

    @Override
    public void unreadable(String name, String what) throws IOException {
      count(name);
      visitor.unreadable(name, what);
    }

    @Override
    public void folder(String name) throws IOException {
      count(name);
      visitor.folder(name);
    }

    @Override
    public void link(String name, String folder) throws IOException {
      folder(name);
      links.put(name, folder);
    }

    private void count(String name) throws InputException {
      length += name.length();
      if (length > MOST_NAMES) {
        throw InputException.of(
            "the names of its files take more than " + MOST_NAMES + " characters");
      }
    }
  }

  private record FolderInput(String path, List<Entry> entries) implements Input {
    @Override
    public InputStream open() {
      throw new IllegalStateException(path + " is a folder");
    }

    @Override
    public boolean isFolder() {
      return true;
    }
  }

  private record Member(FileSet of, int number, String name) implements Input.Entry {
    @Override
    public Object identity() {
      return of.identity(number);
    }

    @Override
    public InputStream open() throws IOException {
      return of.openExpanded(number);
    }
  }
}
