package mtc.report;

import java.util.List;
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

  /**
   * What the verdicts at all levels come to.
   *
   * @param required the level that must hold; null if none must
   * @param isAll whether nothing else is told of the input, so that what is open must be told here
   */
  record Summarized(String path, Summary summary, Required required, boolean isAll)
      implements Answer {
    public Summarized(String path, Summary summary) {
      this(path, summary, null, false);
    }

    /** As what it counts: it is right unless what must hold does not, or nobody knows. */
    public Verdict.Outcome outcome() {
      if (required != null && required.outcome() != Verdict.Outcome.VALID) {
        return required.outcome();
      }
      return isAll && !summary.open().isEmpty() ? Verdict.Outcome.UNKNOWN : Verdict.Outcome.VALID;
    }

    /** Why it does not count as right, in a sentence. */
    public String failure() {
      return required != null && required.outcome() != Verdict.Outcome.VALID
          ? required.failure()
          : "levels are undecided: " + FixedWords.of(summary.open());
    }
  }

  /**
   * A level that must hold.
   *
   * @param level by the name that it was asked for
   * @param shown what shows that it does not, or leaves it open: at this level or, where it has not
   *     the data for that, at a weaker one; null if it holds
   */
  record Required(String level, Verdict.Outcome outcome, Checked shown) {
    /** Why it is not known to hold, in a sentence. */
    public String failure() {
      return level
          + " is required, and "
          + (outcome == Verdict.Outcome.UNKNOWN ? "unknown" : "does not hold");
    }
  }

  /** All levels were asked for, and the history has not the data for this one. */
  record LeftOut(String path, Level level, String reason) implements Answer {}

  /**
   * There was no history to check, or not at this level.
   *
   * @param level the level that was asked for; null if it is the input as a whole
   * @param message what is wrong and what was expected
   * @param at where: {@code 12:7}, {@code byte 4711}, or empty for the input as a whole
   * @param isSkipped whether that is no error: nobody wants such histories checked
   * @param open the levels, by name, that this leaves unknown; empty if it is no matter of time
   */
  record Unread(
      String path, Level level, String message, String at, boolean isSkipped, List<String> open)
      implements Answer {
    public Unread(String path, Level level, String message, String at, boolean isSkipped) {
      this(path, level, message, at, isSkipped, List.of());
    }

    public Unread(String path, Level level, String message, String at) {
      this(path, level, message, at, false);
    }

    /** Time was over before it could be checked. */
    public static Unread late(String path, String message, List<String> levels) {
      return new Unread(path, null, message, "", false, levels);
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
