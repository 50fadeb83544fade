package mtc.report;

import java.io.PrintStream;
import java.util.ArrayList;
import mtc.source.Printable;
import mtc.verdict.Verdict;

/**
 * For harnesses that read the Test Anything Protocol, version 14: a test point per input and level,
 * with the counterexample under it. What is unknown or cannot be read is {@code not ok}.
 */
public final class TapReport implements Report {
  /** Where the number of a point goes, which is known only when its turn comes. */
  private static final String NUMBER = "\0";

  private final PrintStream out;
  private int points;

  public TapReport(PrintStream out) {
    this.out = out;
  }

  @Override
  public Part on(Answers input) {
    var told = new ArrayList<String>();
    for (var answer : input.all()) {
      told.add(point(answer));
    }
    return () -> told.forEach(this::print);
  }

  private void print(String point) {
    if (points++ == 0) {
      out.print("TAP version 14\n");
    }
    out.print(point.replaceFirst(NUMBER, " " + points));
    out.flush();
  }

  private static String point(Answer answer) {
    return switch (answer) {
      case Answer.Checked checked -> checked(checked);
      case Answer.Summarized summarized -> summarized(summarized);
      case Answer.LeftOut leftOut ->
          skipped(description(leftOut.path(), FixedWords.of(leftOut.level())), leftOut.reason());
      case Answer.Unread unread -> {
        var level = unread.level() == null ? "read" : FixedWords.of(unread.level());
        var description = description(unread.path(), level);
        yield unread.isSkipped()
            ? skipped(description, unread.told())
            : ("not ok" + NUMBER + " - %s\n").formatted(description)
                + diagnostic("unreadable", unread.told());
      }
    };
  }

  private static String summarized(Answer.Summarized summarized) {
    var point =
        NUMBER
            + " - "
            + description(summarized.path(), "strongest: " + FixedWords.of(summarized.summary()))
            + "\n";
    if (summarized.outcome() == Verdict.Outcome.VALID) {
      return "ok" + point;
    }
    var required = summarized.required();
    var shown =
        required == null || required.shown() == null ? "" : TextReport.plain(required.shown());
    return "not ok"
        + point
        + diagnostic(
            FixedWords.of(summarized.outcome()),
            Printable.text(summarized.failure()) + "\n" + shown);
  }

  private static String skipped(String description, String reason) {
    return ("ok" + NUMBER + " - %s # SKIP %s\n").formatted(description, escaped(reason));
  }

  private static String checked(Answer.Checked checked) {
    var description = description(checked.path(), checked.level());
    return switch (checked.verdict().outcome()) {
      case VALID -> "ok" + NUMBER + " - " + description + "\n";
      case INVALID ->
          "not ok"
              + NUMBER
              + " - "
              + description
              + "\n"
              + diagnostic("invalid", TextReport.plain(checked));
      case UNKNOWN ->
          "not ok"
              + NUMBER
              + " - "
              + description
              + "\n"
              + diagnostic("unknown", TextReport.plain(checked));
    };
  }

  private static String description(String path, String level) {
    return escaped(Printable.text(path) + " " + level);
  }

  /** A backslash and a number sign would be read as an escape and a directive. */
  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("#", "\\#").replaceAll("\\s", " ");
  }

  /** A YAML block, whose text is a literal one: nothing in it needs escaping but its indent. */
  private static String diagnostic(String verdict, String text) {
    var block = new StringBuilder("  ---\n  verdict: ").append(verdict).append("\n  message: |2\n");
    text.lines().forEach(line -> block.append("    ").append(line).append('\n'));
    return block.append("  ...\n").toString();
  }

  @Override
  public void end() {
    if (points == 0) {
      out.print("TAP version 14\n");
    }
    out.print("1.." + points + "\n");
    out.flush();
  }
}
