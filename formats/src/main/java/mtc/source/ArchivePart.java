package mtc.source;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of an archive, or the files that stand directly in one of its folders, as if it were one
 * by itself. Its path is that of the archive, {@code !/}, and its name in there.
 */
public final class ArchivePart implements Source {
  private final String path;
  private final Source archive;
  private final String name;

  /** Of all files in the archive. */
  private final List<String> names = new ArrayList<>();

  /** Null if it is a folder. */
  private byte[] head;

  private boolean isWhole;
  private boolean isThere;

  private ArchivePart(String path, Source archive, String name) {
    this.path = path;
    this.archive = archive;
    this.name = name;
  }

  /** The path of something in an archive; an empty name is the archive's first folder. */
  public static String path(String archive, String name) {
    return archive + FileSet.INSIDE + name;
  }

  /** Null if the path is not one into an archive. */
  static Source of(String path, InputStream standardInput, Limits limits) throws IOException {
    var at = path.indexOf(FileSet.INSIDE);
    while (at > 0 && !Files.isRegularFile(FileName.path(path.substring(0, at)))) {
      at = path.indexOf(FileSet.INSIDE, at + 1);
    }
    if (at <= 0) {
      return null;
    }
    var archive = Sources.open(path.substring(0, at), standardInput, limits);
    try {
      var name = path.substring(at + FileSet.INSIDE.length());
      var part = found(path, archive, name);
      if (!part.isThere && !archive.resolved(name).equals(name)) {
        part = found(path, archive, archive.resolved(name));
      }
      if (part.isThere) {
        return part;
      }
    } catch (IOException | RuntimeException e) {
      archive.close();
      throw e;
    }
    archive.close();
    return null;
  }

  private static ArchivePart found(String path, Source archive, String name) throws IOException {
    var part = new ArchivePart(path, archive, name);
    if (!archive.isFile()) {
      archive.scan(part.new Look());
    }
    return part;
  }

  /** Looks for the part. */
  private final class Look implements Visitor {
    @Override
    public void file(String file, byte[] itsHead, boolean itsWhole) {
      names.add(file);
      if (file.equals(name)) {
        found(itsHead, itsWhole);
      }
      isThere |= isMember(file);
    }

    @Override
    public void ofMacOs(String file, byte[] itsHead) {
      if (file.equals(name)) {
        found(itsHead, false);
      }
    }
  }

  private void found(byte[] itsHead, boolean itsWhole) {
    head = itsHead;
    isWhole = itsWhole;
    isThere = true;
  }

  private boolean isMember(String file) {
    var start = prefix();
    return file.startsWith(start) && FileSet.isMember(file.substring(start.length()));
  }

  private String prefix() {
    return name.isEmpty() ? "" : name + "/";
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public boolean isFile() {
    return head != null;
  }

  @Override
  public Surroundings surroundings() {
    return new Surroundings(name, names);
  }

  @Override
  public void scan(Visitor visitor) throws IOException {
    if (head != null) {
      visitor.file(FileName.last(name), head, isWhole);
      return;
    }
    var start = prefix().length();
    archive.scan(
        new Visitor() {
          @Override
          public void file(String file, byte[] itsHead, boolean itsWhole) throws IOException {
            if (isMember(file)) {
              visitor.file(file.substring(start), itsHead, itsWhole);
            }
          }

          @Override
          public void unreadable(String file, String what) throws IOException {
            if (isMember(file)) {
              visitor.unreadable(file.substring(start), what);
            }
          }

          @Override
          public void ofMacOs(String file, byte[] itsHead) throws IOException {
            if (isMember(file)) {
              visitor.ofMacOs(file.substring(start), itsHead);
            }
          }

          @Override
          public void folder(String folder) throws IOException {
            if (isMember(folder)) {
              visitor.folder(folder.substring(start));
            }
          }
        });
  }

  @Override
  public Input file(String file) throws IOException {
    return archive.file(head != null ? name : prefix() + file);
  }

  @Override
  public Input folder(String folder) throws IOException {
    return archive.folder(folder.isEmpty() ? name : prefix() + folder);
  }

  @Override
  public void expectUnchanged() throws IOException {
    archive.expectUnchanged();
  }

  @Override
  public void close() throws IOException {
    archive.close();
  }
}
