package mtc.source;

import java.util.ArrayList;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;

/** The names of files in archives. */
final class ArchiveNames {
  private ArchiveNames() {}

  private static final int MOST_LINKS = 40;

  /**
   * The name without what says nothing: {@code ./} and slashes in front, doubled ones, {@code
   * a/../}, back slashes of other systems. One that climbs out of the archive stays as it is.
   */
  static String relative(String name) {
    var plain = name.indexOf('/') < 0 ? name.replace('\\', '/') : name;
    var parts = new ArrayList<String>();
    for (var part : plain.split("/")) {
      if (part.equals("..")) {
        if (parts.isEmpty()) {
          return name;
        }
        parts.removeLast();
      } else if (!part.isEmpty() && !part.equals(".")) {
        parts.add(part);
      }
    }
    return String.join("/", parts);
  }

  /** The name of what a symbolic link leads to; null if that is outside of the archive. */
  static String target(String link, String path) {
    if (path.startsWith("/") || path.isEmpty()) {
      return null;
    }
    var slash = link.lastIndexOf('/');
    var name = slash < 0 ? path : link.substring(0, slash + 1) + path;
    var plain = relative(name);
    return plain.equals("..") || plain.startsWith("../") || plain.contains("/../") ? null : plain;
  }

  /**
   * Follows links.
   *
   * @param links by name, what each leads to
   * @return the name of what is no link, whether it is there or not; null if there is no end to it
   */
  static String follow(String name, Map<String, String> links) {
    var at = name;
    for (var i = 0; i < MOST_LINKS; i++) {
      if (at == null || !links.containsKey(at)) {
        return at;
      }
      at = links.get(at);
    }
    return null;
  }

  /**
   * Follows links to folders wherever they stand in a name.
   *
   * @param links by name, the folder that each leads to in the end
   */
  static String resolved(String name, Map<String, String> links) {
    var at = name;
    for (var i = 0; i < MOST_LINKS; i++) {
      var next = throughFirst(at, links);
      if (next == null) {
        return at;
      }
      at = next;
    }
    return at;
  }

  /** Null if there is no link in it. */
  private static String throughFirst(String name, Map<String, String> links) {
    for (var end = name.indexOf('/'); ; end = name.indexOf('/', end + 1)) {
      var folder = links.get(end < 0 ? name : name.substring(0, end));
      if (folder != null) {
        return end < 0 ? folder : relative(folder + name.substring(end));
      }
      if (end < 0) {
        return null;
      }
    }
  }

  /** Whether there is a folder of that name, which may have no entry of its own. */
  static boolean isFolder(String name, Set<String> folders, NavigableMap<String, ?> files) {
    var inside = files.ceilingKey(name + "/");
    return name.isEmpty()
        || folders.contains(name)
        || inside != null && inside.startsWith(name + "/");
  }
}
