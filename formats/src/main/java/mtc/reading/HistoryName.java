package mtc.reading;

import java.util.List;
import java.util.Locale;
import mtc.formats.jepsen.RunFiles;
import mtc.source.FileName;
import mtc.source.Foreign;

/**
 * The names that histories have, so that one which cannot be read is not taken for something else.
 */
final class HistoryName {
  /** Not {@code .json}: too much else is called so, and histories are known by what they hold. */
  private static final List<String> SUFFIXES =
      List.of(".edn", ".jepsen", ".fressian", ".bincode", ".hist");

  private HistoryName() {}

  /** Whether a file is called like a history, and not like what Jepsen puts beside one. */
  static boolean is(String name) {
    if (RunFiles.kind(name) == RunFiles.Kind.RESULTS) {
      return false;
    }
    var plain = FileName.withoutCompression(Foreign.withoutSuffix(name)).toLowerCase(Locale.ROOT);
    return plain.startsWith("history.") || SUFFIXES.stream().anyMatch(plain::endsWith);
  }
}
