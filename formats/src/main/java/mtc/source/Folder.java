package mtc.source;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What stands in a directory, by name, and what each is: nothing in it is opened to find out. */
public final class Folder {
  private Folder() {}

  /** What is under a name. */
  public enum Kind {
    FILE,
    DIRECTORY,
    /** A symbolic link to a directory. */
    LINK_TO_DIRECTORY,
    /** Nothing that can be read like a file: a pipe, a device, a link to nothing. */
    OTHER
  }

  /**
   * Something in a directory.
   *
   * @param name without folders
   * @param size of a file
   * @param what it is, in words, if it is {@link Kind#OTHER}
   */
  public record Child(String name, Path path, Kind kind, long size, String what) {
    /** Its path as text. */
    public String fullName() {
      return FileName.of(path);
    }
  }

  /** All that is in a directory, in the order of its names. */
  public static List<Child> list(String directory, Limits limits) throws IOException {
    var children = new ArrayList<Child>();
    try (var all = Files.newDirectoryStream(FileName.path(directory))) {
      for (var path : all) {
        if (children.size() == limits.maxEntries()) {
          throw limits.tooManyEntries();
        }
        children.add(child(path));
      }
    } catch (DirectoryIteratorException e) {
      throw InputException.of("the directory cannot be read: " + e.getCause().getMessage());
    } catch (InputException e) {
      throw e;
    } catch (IOException e) {
      throw InputException.of("the directory cannot be read");
    }
    children.sort(Comparator.comparing(Child::name));
    return children;
  }

  /** The same; nothing of a directory that cannot be read. */
  public static List<Child> readable(String directory, Limits limits) {
    try {
      return list(directory, limits);
    } catch (IOException e) {
      return List.of();
    }
  }

  private static Child child(Path path) {
    var name = FileName.last(path);
    try {
      var found = Files.readAttributes(path, BasicFileAttributes.class);
      if (found.isDirectory()) {
        var kind = Files.isSymbolicLink(path) ? Kind.LINK_TO_DIRECTORY : Kind.DIRECTORY;
        return new Child(name, path, kind, 0, "");
      }
      if (!found.isRegularFile()) {
        return other(name, path, "a pipe, a device or a socket");
      }
      return found.size() == 0 && isLinkToKernel(path)
          ? other(name, path, "a link to a file of the kernel: " + target(path))
          : new Child(name, path, Kind.FILE, found.size(), "");
    } catch (NoSuchFileException e) {
      return other(name, path, "a link to nothing: " + target(path));
    } catch (IOException e) {
      return other(
          name,
          path,
          "something that cannot be looked at" + (isLink(path) ? ", a link: " + target(path) : ""));
    }
  }

  private static Child other(String name, Path path, String what) {
    return new Child(name, path, Kind.OTHER, 0, what);
  }

  /** Its files look empty and are not, and reading them may wait forever. */
  private static boolean isLinkToKernel(Path path) throws IOException {
    if (!Files.isSymbolicLink(path)) {
      return false;
    }
    var file = path.toRealPath();
    return file.startsWith("/proc") || file.startsWith("/sys");
  }

  private static boolean isLink(Path path) {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS) && Files.isSymbolicLink(path);
  }

  /** Where a link leads, as it says itself. */
  static String target(Path link) {
    try {
      return FileName.of(Files.readSymbolicLink(link));
    } catch (IOException e) {
      return "?";
    }
  }
}
