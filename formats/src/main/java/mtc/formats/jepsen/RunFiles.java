package mtc.formats.jepsen;

import java.util.List;
import mtc.formats.Format;

/**
 * The files of a Jepsen run that hold its history: the first of them that is there is read, as all
 * of them say the same, the later ones with less ease or less detail.
 */
public final class RunFiles {
  public static final String EDN = "history.edn";
  public static final String BLOCKS = "test.jepsen";
  static final String FRESSIAN = "test.fressian";
  private static final String TEXT = "history.txt";
  public static final String RESULTS = "results.edn";
  private static final String LOG = "jepsen.log";

  private static final List<String> NAMES = List.of(EDN, BLOCKS, FRESSIAN, TEXT);
  private static final List<String> SUFFIXES = List.of("", ".gz", ".xz", ".bz2", ".zst", ".lz4");

  private RunFiles() {}

  /** Where a file of this name comes among them, from 0, or -1 if it is none of them. */
  public static int rank(String name) {
    for (var i = 0; i < NAMES.size(); i++) {
      if (name.startsWith(NAMES.get(i))) {
        var suffix = SUFFIXES.indexOf(name.substring(NAMES.get(i).length()));
        return suffix < 0 ? -1 : i * SUFFIXES.size() + suffix;
      }
    }
    return -1;
  }

  /**
   * The same, as far as the name alone tells: others than Jepsen have histories called {@code
   * history.txt}, too.
   */
  public static boolean isCertain(String name) {
    return rank(name) >= 0 && !name.startsWith(TEXT);
  }

  /**
   * Whether a file is no other history than that of the run which it stands beside: one of them,
   * also cut off or kept under a longer name, the results, or the log of the test.
   *
   * @param format what the file is by its content
   */
  public static boolean isOfRun(String name, Format format) {
    return contains(name, format)
        || name.startsWith(BLOCKS)
        || name.startsWith(FRESSIAN)
        || SUFFIXES.stream().anyMatch(s -> name.equals(RESULTS + s) || name.equals(LOG + s));
  }

  /** Which of the files of a run a name is, without what compression adds to it. */
  public enum Kind {
    RESULTS,
    BLOCKS,
    FRESSIAN,
    TEXT,
    EDN,
    OTHER
  }

  public static Kind kind(String name) {
    for (var suffix : SUFFIXES) {
      if (name.equals(BLOCKS + suffix)) {
        return Kind.BLOCKS;
      }
      if (name.equals(FRESSIAN + suffix)) {
        return Kind.FRESSIAN;
      }
      if (name.equals(TEXT + suffix)) {
        return Kind.TEXT;
      }
      if (name.equals(EDN + suffix)) {
        return Kind.EDN;
      }
      if (name.equals(RESULTS + suffix)) {
        return Kind.RESULTS;
      }
    }
    return Kind.OTHER;
  }

  /** Whether a file of this name and format, null if it is of none, is one of them. */
  public static boolean contains(String name, Format format) {
    return isCertain(name) || rank(name) >= 0 && format instanceof TextFormat;
  }
}
