package mtc.source;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A directory; files in it are opened as they are asked for. */
final class Directory extends FileSet {
  private final Limits limits;
  private final List<File> files = new ArrayList<>();

  Directory(String path, Limits limits) {
    super(path, path.endsWith("/") ? "" : "/");
    this.limits = limits;
  }

  @Override
  void visit(Visitor visitor) throws IOException {
    files.clear();
    var children = new File(path()).listFiles();
    if (children == null) {
      throw InputException.of("the directory cannot be read");
    }
    Arrays.sort(children);
    for (var child : children) {
      if (child.isFile()) {
        if (files.size() == limits.maxEntries()) {
          throw limits.tooManyEntries();
        }
        files.add(child);
        show(child, visitor);
      }
    }
  }

  private static void show(File file, Visitor visitor) throws IOException {
    byte[] head;
    try (var in = new FileInputStream(file)) {
      head = in.readNBytes(HEAD);
    } catch (IOException e) {
      head = new byte[0]; // Unreadable files are none of ours unless a reader asks for them.
    }
    visitor.file(file.getName(), head, head.length == file.length());
  }

  @Override
  InputStream open(int number) throws IOException {
    return new FileInputStream(files.get(number));
  }

  @Override
  public void close() {}
}
