package mtc.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import mtc.check.CheckOptions;
import mtc.check.Checker;
import mtc.history.History;
import mtc.reading.HistoryReader;
import mtc.report.Answer;
import mtc.report.Answers;
import mtc.report.Inquiry;
import mtc.report.Report;
import mtc.report.Subject;
import mtc.source.InputException;
import mtc.verdict.Level;
import mtc.verdict.Stuck;
import mtc.verdict.Verdict;
import mtc.witness.Witness;

/** Reads one input and checks it at each level; knows what to say of it, and prints nothing. */
final class HistoryCheck {
  private static final String NOTHING_COMMITTED =
      "no transaction committed, so there is nothing that could violate a level (Elle's"
          + " :empty-transaction-graph)";

  /** Below this many operations, a thread costs more than a level. */
  private static final int WORTH_A_THREAD = 50_000;

  /**
   * How to check and what to say.
   *
   * @param levels what was asked for; empty for all, null for what each history's workload is about
   * @param reports what to say it in
   * @param isQuiet whether standard error hears no notes
   * @param isVerbose whether a bug is told with its stack trace
   * @param isOnly whether there is but one input, so that its levels may take all the cores
   * @param skipsUnsupported whether a workload that is not checked is no error
   */
  record Settings(
      List<Level> levels,
      CheckOptions options,
      List<Report> reports,
      boolean isQuiet,
      boolean isVerbose,
      boolean isOnly,
      boolean skipsUnsupported) {}

  /**
   * What there is to say of one input.
   *
   * @param parts what each report says of it
   * @param err what standard error hears
   * @param transactions how many were checked
   * @param witness of the last level, if it is valid and somebody wants it; else null
   */
  record Result(List<Report.Part> parts, String err, int exit, int transactions, Witness witness) {}

  private final HistoryReader reader;
  private final Settings settings;
  private final Progress progress;

  /** With the progress to keep, or null. */
  HistoryCheck(HistoryReader reader, Settings settings, Progress progress) {
    this.reader = reader;
    this.settings = settings;
    this.progress = progress;
  }

  /**
   * Checks an input; whatever happens, it becomes a result, so that the other inputs get theirs.
   *
   * @param number which of the inputs it is
   */
  Result run(String path, int number) {
    var telling = new Telling(path, number);
    try {
      check(path, telling);
    } catch (InputException e) {
      telling.unread(e);
    } catch (OutOfMemoryError e) {
      telling.outOfMemory();
    } catch (RuntimeException | Error e) {
      telling.bug(e);
    }
    if (progress != null) {
      progress.isDone();
    }
    return telling.result();
  }

  private void check(String path, Telling telling) throws InputException {
    var start = System.nanoTime();
    var history = read(path);
    var readMillis = millisSince(start);
    telling.notes(history);
    var checker = new Checker(history, settings.options());
    var levels =
        settings.levels() == null
            ? List.of(usualLevel(history, checker))
            : levelsFor(checker, telling);
    var subject = new Subject(path, history, new Asking(checker), readMillis);
    if (settings.isVerbose()) {
      subject.of(reader.run(path));
    }
    if (settings.isOnly() && levels.size() > 1 && history.operationCount() >= WORTH_A_THREAD) {
      checkAtOnce(checker, levels, subject, telling);
    } else {
      for (var level : levels) {
        telling.checked(check(checker, level, subject));
      }
    }
  }

  /** Reports ask the checker what its verdicts do not say. */
  private record Asking(Checker checker) implements Inquiry {
    @Override
    public String historyClass() {
      return checker.classification().historyClass().label();
    }

    @Override
    public Stuck stuck(int key) {
      return checker.stuck(key);
    }
  }

  private History read(String path) throws InputException {
    if (progress == null) {
      return reader.read(path);
    }
    progress.reads(path);
    return reader.read(path, progress::hasRead);
  }

  /** What the workload is about, if the history has the data for that. */
  private static Level usualLevel(History history, Checker checker) throws InputException {
    for (var level : Level.values()) {
      if (name(level).equals(history.usualLevel()) && checker.refusal(level) == null) {
        return level;
      }
    }
    var refusal = checker.refusal(Level.SER);
    if (refusal == null) {
      return Level.SER;
    }
    throw InputException.of(history.usualLevel() + " cannot be checked, nor can ser: " + refusal);
  }

  /** Without those that the history has no data for: asked for by name, that is an error. */
  private List<Level> levelsFor(Checker checker, Telling telling) throws InputException {
    var isAll = settings.levels().isEmpty();
    var possible = new ArrayList<Level>();
    for (var level : isAll ? List.of(Level.values()) : settings.levels()) {
      var refusal = checker.refusal(level);
      if (refusal == null) {
        possible.add(level);
      } else if (isAll) {
        telling.leftOut(level, refusal);
      } else {
        telling.unread(level, InputException.of(name(level) + " cannot be checked: " + refusal));
      }
    }
    if (isAll && possible.isEmpty()) {
      throw InputException.of("there is no level that it has the data for");
    }
    return possible;
  }

  private Answer.Checked check(Checker checker, Level level, Subject subject) {
    if (progress != null) {
      progress.checks(subject.path(), name(level));
    }
    var start = System.nanoTime();
    var verdict = checker.check(level);
    return Answer.Checked.told(subject, verdict, millisSince(start));
  }

  /** A thread per level but the last, which this one takes. */
  private void checkAtOnce(Checker checker, List<Level> levels, Subject subject, Telling telling) {
    var answers = new Answer.Checked[levels.size()];
    var failure = new AtomicReference<Throwable>();
    var threads = new ArrayList<Thread>();
    for (var i = 0; i < answers.length - 1; i++) {
      var at = i;
      threads.add(
          Thread.ofPlatform()
              .uncaughtExceptionHandler((_, e) -> failure.set(e))
              .start(() -> answers[at] = check(checker, levels.get(at), subject)));
    }
    answers[answers.length - 1] = check(checker, levels.getLast(), subject);
    for (var thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException("nobody interrupts this thread", e);
      }
    }
    switch (failure.get()) {
      case null -> {}
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    }
    for (var answer : answers) {
      telling.checked(answer);
    }
  }

  static long millisSince(long start) {
    return (System.nanoTime() - start) / 1_000_000;
  }

  private static boolean hasCommitted(History history) {
    for (var t = 0; t < history.transactionCount(); t++) {
      if (history.isCommitted(t)) {
        return true;
      }
    }
    return false;
  }

  private static String name(Level level) {
    return switch (level) {
      case SSER -> "sser";
      case SER -> "ser";
      case SI -> "si";
      case LIN -> "lin";
    };
  }

  /** Collects what to print of one input. */
  private final class Telling {
    private final String path;
    private final int number;
    private final List<Answer> answers = new ArrayList<>();
    private final StringBuilder err = new StringBuilder();
    private int exit = ExitCode.OK;
    private int transactions;
    private Witness witness;

    Telling(String path, int number) {
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
          var line = "mtc: " + path + ": hint: " + hint + "\n";
          if (err.indexOf(line) < 0) {
            err.append(line);
          }
        }
      }
    }

    void notes(History history) {
      if (!settings.isQuiet() && !hasCommitted(history)) {
        err.append("mtc: ").append(path).append(": ").append(NOTHING_COMMITTED).append('\n');
      }
      if (!settings.isQuiet()) {
        for (var note : history.notes()) {
          err.append("mtc: ").append(path).append(": ").append(note).append('\n');
        }
      }
    }

    void leftOut(Level level, String refusal) {
      answers.add(new Answer.LeftOut(path, level, refusal));
      if (!settings.isQuiet()) {
        err.append("mtc: ").append(path).append(": ").append(name(level));
        err.append(" is left out: ").append(refusal).append('\n');
      }
    }

    void unread(InputException e) {
      if (settings.skipsUnsupported() && e.isUnsupported()) {
        err.append("mtc: ").append(e.in(path).describe()).append(": skipped\n");
        answers.add(new Answer.Unread(path, null, e.getMessage(), e.at()));
      } else {
        unread(null, e);
      }
    }

    void unread(Level level, InputException e) {
      err.append("mtc: ").append(e.in(path).describe()).append('\n');
      answers.add(new Answer.Unread(path, level, e.getMessage(), e.at()));
      exit = ExitCode.worse(exit, ExitCode.IO);
    }

    void outOfMemory() {
      var most = Runtime.getRuntime().maxMemory() >> 20;
      unread(InputException.of("out of memory: the heap may not grow beyond " + most + " MB"));
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
        outOfMemory();
      } catch (RuntimeException | Error e) {
        bug(e);
      }
      return report.on(new Answers(path, number, List.of(answers.getLast())));
    }

    Result result() {
      var parts = new ArrayList<Report.Part>();
      for (var report : settings.reports()) {
        parts.add(part(report));
      }
      return new Result(parts, err.toString(), exit, transactions, witness);
    }
  }
}
