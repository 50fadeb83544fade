package mtc.source;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A directory; files in it are opened as they are asked for. */
final class Directory extends FileSet {
  private final List<Unchanged> files = new ArrayList<>();
  private final Set<Unchanged> opened = new LinkedHashSet<>();
  private int count;

  Directory(String path, Limits limits) {
    super(path, path.endsWith("/") ? "" : "/", limits);
  }

  @Override
  void visit(Members members) throws IOException {
    files.clear();
    var children = Folder.list(path(), limits);
    count = children.size();
    for (var child : children) {
      switch (child.kind()) {
        case FILE -> show(child, members);
        case DIRECTORY, LINK_TO_DIRECTORY -> {
          members.folder(child.name());
          if (Source.isOfClient(child.name())) {
            showClient(child, members);
          }
        }
        case OTHER -> members.unreadable(child.name(), child.what());
      }
    }
  }

  private void showClient(Folder.Child folder, Members members) throws IOException {
    for (var child : Folder.list(folder.fullName(), limits)) {
      var name = folder.name() + "/" + child.name();
      switch (child.kind()) {
        case FILE -> show(child, name, members);
        case DIRECTORY, LINK_TO_DIRECTORY -> members.folder(name);
        case OTHER -> members.unreadable(name, child.what());
      }
    }
  }

  private void show(Folder.Child file, Members members) throws IOException {
    show(file, file.name(), members);
  }

  private void show(Folder.Child file, String name, Members members) throws IOException {
    InputStream in;
    try {
      var found = Unchanged.of(file.path());
      in = isEmpty(found) ? InputStream.nullInputStream() : Files.newInputStream(file.path());
      files.add(found);
    } catch (IOException e) {
      members.unreadable(name, "not to be opened; is reading it allowed?");
      return;
    }
    try (in) {
      members.file(name, in);
    }
  }

  @Override
  InputStream open(int number) throws IOException {
    var file = files.get(number);
    opened.add(file);
    return isEmpty(file) ? InputStream.nullInputStream() : FileStream.open(file.path());
  }

  /** What the kernel shows as a file has no size; reading it may wait forever. */
  private static boolean isEmpty(Unchanged file) {
    return file.size() == 0;
  }

  @Override
  Object identity(int number) {
    return files.get(number).key();
  }

  @Override
  public void expectUnchanged() throws IOException {
    for (var file : opened) {
      try {
        file.expect();
      } catch (InputException e) {
        throw e.in(path() + "/" + FileName.last(file.path()));
      }
    }
    // Of one file nobody needs to know what else is there, such as the output of others.
    if (opened.size() > 1 && Folder.list(path(), limits).size() != count) {
      throw InputException.of("files came or went while it was read; is somebody still writing?");
    }
  }

  @Override
  public void close() {}
}
