package mtc.house;

import java.io.File;

/** What a machine has installed, or not: tests that need it are skipped where it is missing. */
public final class Programs {
  private Programs() {}

  /** The first of some programs that the search path has, or null if it has none of them. */
  public static File find(String... names) {
    for (var folder : System.getenv("PATH").split(File.pathSeparator)) {
      for (var name : names) {
        var file = new File(folder, name);
        if (file.canExecute()) {
          return file;
        }
      }
    }
    return null;
  }

  public static boolean has(String name) {
    return find(name) != null;
  }
}
