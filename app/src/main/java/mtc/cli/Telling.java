package mtc.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import mtc.check.Checker;
import mtc.history.History;
import mtc.report.Answer;
import mtc.report.Answers;
import mtc.report.Report;
import mtc.report.Subject;
import mtc.source.InputException;
import mtc.source.Printable;
import mtc.source.Reason;
import mtc.verdict.Level;
import mtc.verdict.Summary;
import mtc.verdict.Verdict;
import mtc.witness.Witness;

/** Collects what to print of one input. */
final class Telling {
  private static final String NOTHING_COMMITTED =
      "no transaction committed, so there is nothing that could violate a level (Elle's"
          + " :empty-transaction-graph)";

  private final HistoryCheck.Settings settings;
  final String path;
  private final int number;
  private final List<Answer> answers = new ArrayList<>();
  private final StringBuilder err = new StringBuilder();
  private int exit = ExitCode.OK;
  private boolean isSkipped;
  private int transactions;
  private Witness witness;

  Telling(HistoryCheck.Settings settings, String path, int number) {
    this.settings = settings;
    this.path = path;
    this.number = number;
  }

  void checked(Answer.Checked answer) {
    hint(answer);
    answers.add(answer);
    transactions = answer.subject().history().transactionCount();
    witness = answer.verdict().witness();
    exit = ExitCode.worse(exit, exitOf(answer.verdict().outcome()));
  }

  /**
   * That a level fails is what was asked for, and no error, unless a level that must hold is among
   * them.
   */
  void summarized(List<Verdict> verdicts, Checker checker, Subject subject) {
    var summary = Summary.of(verdicts);
    if (!settings.isSummary()) {
      answers.add(new Answer.Summarized(path, summary));
      return;
    }
    var place = answers.size();
    var required = required(verdicts, summary, checker, subject);
    var told = new Answer.Summarized(path, summary, required, true);
    answers.add(place, told);
    exit = ExitCode.worse(exit, summary.open().isEmpty() ? ExitCode.OK : ExitCode.UNKNOWN);
    if (required != null && required.outcome() != Verdict.Outcome.VALID) {
      exit = ExitCode.worse(exit, exitOf(required.outcome()));
      say(required.failure());
    }
  }

  /**
   * What became of the level that must hold. Of one that the history has no data for, only a
   * violation of a weaker one can tell. Null if there is none, or nothing can tell.
   */
  private Answer.Required required(
      List<Verdict> verdicts, Summary summary, Checker checker, Subject subject) {
    var required = settings.required();
    if (required == null) {
      return null;
    }
    var level = required.level();
    var isAsTold = required.asked().sessionOrder() == level.hasSessions();
    // What holds with sessions holds without, and not the other way round.
    if (summary.guarantees(level) && (isAsTold || level.hasSessions())) {
      return new Answer.Required(required.name(), Verdict.Outcome.VALID, null);
    }
    Verdict shown = null;
    if (isAsTold && summary.refutes(level)) {
      shown = violation(verdicts, level);
    } else if (checker.refusal(level) == null) {
      shown = checker.check(required.asked());
    } else {
      unread(level, HistoryCheck.uncheckable(required, checker.refusal(level)));
      return null;
    }
    var name = shown.level() == level ? required.name() : shown.level().label();
    return new Answer.Required(
        required.name(),
        shown.outcome(),
        shown.outcome() == Verdict.Outcome.VALID
            ? null
            : Answer.Checked.told(subject, shown, name, 0));
  }

  /** Of the level itself or, if there is none, of a weaker one. */
  private static Verdict violation(List<Verdict> verdicts, Level level) {
    Verdict weaker = null;
    for (var verdict : verdicts) {
      if (verdict.outcome() == Verdict.Outcome.INVALID && level.isAtLeast(verdict.level())) {
        weaker = verdict;
        if (verdict.level() == level) {
          return verdict;
        }
      }
    }
    return weaker;
  }

  private static int exitOf(Verdict.Outcome outcome) {
    return switch (outcome) {
      case VALID -> ExitCode.OK;
      case INVALID -> ExitCode.VIOLATION;
      case UNKNOWN -> ExitCode.UNKNOWN;
    };
  }

  private void hint(Answer.Checked answer) {
    if (!settings.isQuiet()) {
      for (var hint : Hints.on(answer.subject().history(), answer.verdict())) {
        var line = line("hint: " + hint);
        if (err.indexOf(line) < 0) {
          err.append(line);
        }
      }
    }
  }

  void notes(History history) {
    if (!settings.isQuiet() && !hasCommitted(history)) {
      say(NOTHING_COMMITTED);
    }
    if (!settings.isQuiet()) {
      for (var note : history.notes()) {
        say(note);
      }
    }
  }

  void leftOut(List<Level> levels, String refusal) {
    var labels = new ArrayList<String>();
    for (var level : levels) {
      answers.add(new Answer.LeftOut(path, level, refusal));
      labels.add(level.label());
    }
    if (!settings.isQuiet()) {
      var last = labels.removeLast();
      var names = String.join(", ", labels);
      say(
          names
              + (labels.isEmpty() ? last + " is" : " and " + last + " are")
              + " left out: "
              + refusal);
    }
  }

  private void say(String sentence) {
    err.append(line(sentence));
  }

  private String line(String sentence) {
    return line(path, sentence);
  }

  static String line(String path, String sentence) {
    return "mtc: " + Printable.text(path + ": " + sentence) + "\n";
  }

  void unread(InputException e) {
    if (settings.skipsUnsupported() && e.isUnsupported()) {
      err.append("mtc: ").append(e.in(path).describe()).append(": skipped\n");
      answers.add(new Answer.Unread(path, null, e.getMessage(), e.at(), true));
      isSkipped = true;
    } else {
      unread(null, e);
    }
  }

  void unread(Level level, InputException e) {
    err.append("mtc: ").append(e.in(path).describe()).append('\n');
    answers.add(new Answer.Unread(path, level, e.getMessage(), e.at()));
    exit = ExitCode.worse(exit, ExitCode.IO);
  }

  void outOfMemory(OutOfMemoryError error) {
    if (Reason.isThread(error)) {
      unread(OutOfMemory.of(error, path));
      return;
    }
    var most = Runtime.getRuntime().maxMemory() >> 20;
    unread(
        InputException.of(
            "to check it needs more than "
                + most
                + " MB of memory, which is what the heap may grow to; -Xmx sets another limit"));
  }

  /** Of what was not read, nothing is known. */
  void tooLate(Deadline.Over e) {
    say("not checked: " + e.getMessage());
    answers.add(Answer.Unread.late(path, "not checked: " + e.getMessage(), namesOfLevels()));
    exit = ExitCode.worse(exit, ExitCode.UNKNOWN);
  }

  /** As they were asked for; which level is the usual one only the history would have told. */
  private List<String> namesOfLevels() {
    if (settings.levels() == null) {
      return List.of("-");
    }
    return settings.levels().isEmpty()
        ? List.of(settings.isSummary() ? "strongest" : "all")
        : settings.levels().stream().map(HistoryCheck.Wanted::name).toList();
  }

  void bug(Throwable e) {
    var told = new ByteArrayOutputStream();
    Main.tellBug(path, e, new PrintStream(told, true, UTF_8), settings.isVerbose());
    err.append(told.toString(UTF_8));
    answers.add(new Answer.Unread(path, "internal error: " + e, ""));
    exit = ExitCode.worse(exit, ExitCode.BUG);
  }

  /** Also a report that cannot say it says at least so. */
  private Report.Part part(Report report) {
    try {
      return report.on(new Answers(path, number, answers));
    } catch (OutOfMemoryError e) {
      outOfMemory(e);
    } catch (RuntimeException | Error e) {
      bug(e);
    }
    return report.on(new Answers(path, number, List.of(answers.getLast())));
  }

  HistoryCheck.Result result() {
    var parts = new ArrayList<Report.Part>();
    for (var report : settings.reports()) {
      parts.add(part(report));
    }
    return new HistoryCheck.Result(parts, err.toString(), exit, isSkipped, transactions, witness);
  }

  private static boolean hasCommitted(History history) {
    for (var t = 0; t < history.transactionCount(); t++) {
      if (history.isCommitted(t)) {
        return true;
      }
    }
    return false;
  }
}
