package mtc.cli;

import mtc.source.Counted;

/** How many histories came out how. */
final class OutcomeCounts {
  private int valid;
  private int invalid;
  private int unknown;
  private int failed;
  private int skipped;

  /** Counts one by the exit code that it would have alone. */
  void add(int exit) {
    switch (exit) {
      case ExitCode.OK -> valid++;
      case ExitCode.VIOLATION -> invalid++;
      case ExitCode.UNKNOWN -> unknown++;
      default -> failed++;
    }
  }

  /** Counts one that was not to be checked. */
  void addSkipped() {
    skipped++;
  }

  /** {@code 70 histories: 40 invalid, 2 unknown, 28 valid}; what there is none of is not named. */
  String text(int inputs) {
    var text = new StringBuilder(Counted.of(inputs, "history")).append(": ");
    var empty = text.length();
    append(text, empty, invalid, "invalid");
    append(text, empty, failed, "not checked for an error");
    append(text, empty, unknown, "unknown");
    append(text, empty, valid, "valid");
    append(text, empty, skipped, "skipped");
    var done = invalid + failed + unknown + valid + skipped;
    append(text, empty, inputs - done, "left after the first violation");
    return text.toString();
  }

  private static void append(StringBuilder text, int empty, int count, String what) {
    if (count > 0) {
      text.append(text.length() == empty ? "" : ", ").append(count).append(' ').append(what);
    }
  }
}
