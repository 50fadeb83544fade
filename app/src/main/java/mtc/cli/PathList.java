package mtc.cli;

import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import mtc.source.InputException;
import mtc.source.Limits;
import mtc.source.Sources;

/** Paths that come from a file, or from another program. */
final class PathList {
  private PathList() {}

  /** One a line; if there is a NUL in it, then with NUL between them, as {@code find -print0}. */
  static List<String> read(String file, InputStream standardInput, Limits limits)
      throws InputException {
    String text;
    try (var in = open(file, standardInput)) {
      text = text(in, limits);
    } catch (InputException e) {
      throw e.in(file);
    } catch (IOException e) {
      throw InputException.of("the list of paths cannot be read: " + e.getMessage()).in(file);
    } catch (OutOfMemoryError e) {
      throw InputException.of("the list of paths: " + OutOfMemory.reason(e)).in(file);
    }
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

  private static InputStream open(String file, InputStream standardInput) throws IOException {
    return file.equals(Sources.STANDARD_INPUT)
        ? new FilterInputStream(standardInput) {
          @Override
          public void close() {} // It is not ours.
        }
        : new FileInputStream(file);
  }

  /** All of it, whose paths are no longer, and no more, than the limits. */
  private static String text(InputStream in, Limits limits) throws IOException {
    var whole = new ByteArrayOutputStream();
    var block = new byte[1 << 13];
    var length = 0;
    var ends = 0;
    for (var size = in.read(block); size >= 0; size = in.read(block)) {
      for (var i = 0; i < size; i++) {
        var isEnd = block[i] == '\n' || block[i] == 0;
        length = isEnd ? 0 : length + 1;
        ends += isEnd ? 1 : 0;
        if (length > limits.maxText()) {
          throw InputException.of(limits.textTooLong());
        }
        if (ends > limits.maxEntries()) {
          throw limits.tooManyEntries();
        }
      }
      whole.write(block, 0, size);
    }
    return whole.toString(StandardCharsets.UTF_8);
  }
}
