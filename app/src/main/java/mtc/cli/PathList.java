package mtc.cli;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import mtc.source.InputException;
import mtc.source.Sources;

/** Paths that come from a file, or from another program. */
final class PathList {
  private PathList() {}

  /** One a line; if there is a NUL in it, then with NUL between them, as {@code find -print0}. */
  static List<String> read(String file, InputStream standardInput) throws InputException {
    byte[] bytes;
    try {
      if (file.equals(Sources.STANDARD_INPUT)) {
        bytes = standardInput.readAllBytes();
      } else {
        try (var in = new FileInputStream(file)) {
          bytes = in.readAllBytes();
        }
      }
    } catch (IOException e) {
      throw InputException.of("the list of paths cannot be read: " + e.getMessage()).in(file);
    }
    var text = new String(bytes, StandardCharsets.UTF_8);
    var paths = new ArrayList<String>();
    for (var path : text.split(text.indexOf('\0') >= 0 ? "\0" : "\r?\n")) {
      if (!path.isEmpty()) {
        paths.add(path);
      }
    }
    if (paths.isEmpty()) {
      throw InputException.of("it names no path").in(file);
    }
    return paths;
  }
}
