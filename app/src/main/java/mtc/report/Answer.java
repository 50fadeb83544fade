package mtc.report;

import mtc.verdict.Level;
import mtc.verdict.Summary;
import mtc.verdict.Verdict;

/** What came of one input at one level. */
public sealed interface Answer {
  /** The input, as the user named it. */
  String path();

  /**
   * A history was read and checked.
   *
   * @param level the level by the name that it was asked for
   */
  record Checked(Subject subject, Verdict verdict, String level, long checkMillis)
      implements Answer {
    public Checked(Subject subject, Verdict verdict, long checkMillis) {
      this(subject, verdict, verdict.level().label(), checkMillis);
    }

    /** With each cycle told from its first transaction in the log on. */
    public static Checked told(Subject subject, Verdict verdict, String level, long checkMillis) {
      var story = verdict.anomalies().isEmpty() ? verdict : CycleRotation.of(verdict);
      return new Checked(subject, story, level, checkMillis);
    }

    @Override
    public String path() {
      return subject.path();
    }
  }

  /** What the verdicts at all levels come to. */
  record Summarized(String path, Summary summary) implements Answer {}

  /** All levels were asked for, and the history has not the data for this one. */
  record LeftOut(String path, Level level, String reason) implements Answer {}

  /**
   * There was no history to check, or not at this level.
   *
   * @param level the level that was asked for; null if it is the input as a whole
   * @param message what is wrong and what was expected
   * @param at where: {@code 12:7}, {@code byte 4711}, or empty for the input as a whole
   * @param isSkipped whether that is no error: nobody wants such histories checked
   */
  record Unread(String path, Level level, String message, String at, boolean isSkipped)
      implements Answer {
    public Unread(String path, Level level, String message, String at) {
      this(path, level, message, at, false);
    }

    public Unread(String path, String message, String at) {
      this(path, null, message, at);
    }

    /** What is wrong, behind where it is. */
    public String told() {
      return at.isEmpty() ? message : at + ": " + message;
    }
  }
}
