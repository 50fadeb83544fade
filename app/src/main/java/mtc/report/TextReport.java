package mtc.report;

import java.io.PrintStream;
import mtc.history.Run;
import mtc.history.Status;
import mtc.source.Counted;
import mtc.source.Printable;
import mtc.verdict.Verdict;

/** For people: a line per verdict, and under it, indented, what they need to understand it. */
public final class TextReport extends LineReport {
  /** How much to say. */
  public enum Detail {
    /** The verdict's line alone. */
    QUIET,
    /** The counterexamples, or what leaves the verdict open. */
    NORMAL,
    /** Also what the history holds, and how long it took. */
    VERBOSE
  }

  private final Detail detail;
  private final TerminalColours ink;

  public TextReport(PrintStream out, Detail detail, boolean coloured) {
    super(out);
    this.detail = detail;
    this.ink = coloured ? TerminalColours.COLOURED : TerminalColours.PLAIN;
  }

  /** Of what could not be checked, standard error tells. */
  @Override
  String lines(Answer answer) {
    return switch (answer) {
      case Answer.Checked checked -> render(checked);
      case Answer.Summarized answered ->
          Printable.text(answered.path())
              + "\tstrongest\t"
              + FixedWords.of(answered.summary())
              + "\n";
      case Answer.Unread unread -> open(unread);
      case Answer.LeftOut _ -> "";
    };
  }

  /** What time did not suffice for is unknown, and no error. */
  private String open(Answer.Unread unread) {
    var text = new StringBuilder();
    for (var level : unread.open()) {
      text.append(Printable.text(unread.path())).append('\t').append(level).append('\t');
      text.append(ink.verdict(Verdict.Outcome.UNKNOWN, FixedWords.of(Verdict.Outcome.UNKNOWN)));
      text.append('\n');
      if (detail != Detail.QUIET) {
        text.append("  ");
        Paragraph.append(text, unread.message(), 2, 2);
      }
    }
    return text.toString();
  }

  /** What is said of a verdict without colours or figures, for the reports that hold text. */
  public static String plain(Answer.Checked report) {
    return new TextReport(null, Detail.NORMAL, false).render(report);
  }

  private String render(Answer.Checked report) {
    var verdict = report.verdict();
    var text = new StringBuilder(64);
    text.append(Printable.text(report.path())).append('\t').append(report.level()).append('\t');
    text.append(ink.verdict(verdict.outcome(), FixedWords.of(verdict.outcome()))).append('\n');
    if (detail == Detail.VERBOSE) {
      facts(report, text);
    }
    if (detail != Detail.QUIET && verdict.outcome() != Verdict.Outcome.VALID) {
      new TextDetails(report.subject(), ink, text).append(verdict);
    }
    return text.toString();
  }

  private static void facts(Answer.Checked report, StringBuilder text) {
    var subject = report.subject();
    var history = subject.history();
    text.append("  ").append(history.format()).append(", class ").append(subject.historyClass());
    text.append(": ").append(Counted.of(history.transactionCount(), "transaction")).append(" (");
    text.append(subject.count(Status.COMMITTED)).append(" committed, ");
    text.append(subject.count(Status.ABORTED)).append(" aborted, ");
    text.append(subject.count(Status.INDETERMINATE)).append(" indeterminate),\n  ");
    text.append(Counted.of(history.operationCount(), "operation")).append(", ");
    text.append(Counted.of(history.keyCount(), "key")).append(", ");
    text.append(Counted.of(history.sessionCount(), "session")).append("; read in ");
    text.append(subject.readMillis()).append(" ms, checked in ");
    text.append(report.checkMillis()).append(" ms\n");
    if (subject.run() != null && subject.run().own() != null) {
      compare(subject.run().own(), report.verdict().outcome(), text);
    }
  }

  /**
   * Of two verdicts that differ, neither need be wrong: those are not of one level and one kind.
   */
  private static void compare(Run.Own own, Verdict.Outcome outcome, StringBuilder text) {
    text.append("  ");
    var said = FixedWords.of(own);
    if (own.valid() == null || outcome == Verdict.Outcome.UNKNOWN) {
      Paragraph.append(text, "the run's own checkers said " + said, 2, 2);
    } else if (own.valid() == (outcome == Verdict.Outcome.VALID)) {
      Paragraph.append(text, "the run's own checkers said the same: " + said, 2, 2);
    } else {
      Paragraph.append(
          text,
          "the run's own checkers said otherwise: "
              + said
              + "; that is the verdict of all of them, on whatever they check",
          2,
          2);
    }
  }
}
