package mtc.source;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** The files of a directory or an archive, each with a number in the order of cheap access. */
abstract class FileSet implements Source {
  /** Between the path of an archive and the name of a file in it. */
  static final String INSIDE = "!/";

  private static final int MOST_NAMES = 32 << 20;

  private final String path;
  private final String separator;

  /** Null until the first pass. */
  private List<String> names;

  FileSet(String path, String separator) {
    this.path = path;
    this.separator = separator;
  }

  /** Shows every file, numbered 0, 1, 2 …, to the visitor; the one pass over everything. */
  abstract void visit(Visitor visitor) throws IOException;

  /** The bytes of the file of a number, for as long as no other is opened. */
  abstract InputStream open(int number) throws IOException;

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
    var seen = new ArrayList<String>();
    var length = new long[1];
    visit((name, head, isWhole) -> {
      seen.add(name);
      length[0] += name.length();
      if (length[0] > MOST_NAMES) {
        throw InputException.of(
            "the names of its files take more than " + MOST_NAMES + " characters");
      }
      visitor.file(name, head, isWhole);
    });
    names = seen;
  }

  @Override
  public final Input file(String name) throws IOException {
    var number = names().indexOf(name);
    return new PlainFile.SingleFile(pathOf(name), () -> open(number));
  }

  @Override
  public final Input folder(String name) throws IOException {
    var start = name.isEmpty() ? "" : name + "/";
    var entries = new ArrayList<Input.Entry>();
    for (var i = 0; i < names().size(); i++) {
      var file = names.get(i);
      if (file.startsWith(start) && file.indexOf('/', start.length()) < 0) {
        entries.add(new Member(this, i, file.substring(start.length())));
      }
    }
    return new Folder(name.isEmpty() ? path : pathOf(name), List.copyOf(entries));
  }

  private List<String> names() throws IOException {
    if (names == null) {
      scan((name, head, isWhole) -> {});
    }
    return names;
  }

  private String pathOf(String name) {
    return path + separator + Printable.text(name);
  }

  private record Folder(String path, List<Entry> entries) implements Input {
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
    public InputStream open() throws IOException {
      return of.open(number);
    }
  }
}
