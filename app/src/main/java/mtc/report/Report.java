package mtc.report;

import mtc.verdict.Verdict;

/** What there is to say of one input at one level. */
public sealed interface Report {
  /** The input, as the user named it. */
  String path();

  /** A history was read and checked. */
  record Checked(Subject subject, Verdict verdict, long checkMillis) implements Report {
    public Checked {
      if (!verdict.anomalies().isEmpty()) {
        verdict = Story.of(verdict);
      }
    }

    @Override
    public String path() {
      return subject.path();
    }

    /** How the command line spells the level. */
    public String level() {
      return Words.of(verdict.level());
    }
  }

  /**
   * There was no history to check, or not at this level.
   *
   * @param message what is wrong and what was expected
   * @param at where: {@code 12:7}, {@code byte 4711}, or empty for the input as a whole
   */
  record Unread(String path, String message, String at) implements Report {}
}
