package mtc.cli;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import mtc.check.CheckOptions;
import mtc.check.Checker;
import mtc.check.Strongest;
import mtc.history.History;
import mtc.reading.HistoryReader;
import mtc.report.Answer;
import mtc.report.Inquiry;
import mtc.report.Report;
import mtc.report.Subject;
import mtc.source.InputException;
import mtc.verdict.Level;
import mtc.verdict.Level.Asked;
import mtc.verdict.Stuck;
import mtc.witness.Witness;

/** Reads one input and checks it at each level; knows what to say of it, and prints nothing. */
final class HistoryCheck {
  /** Below this many operations, a thread costs more than a level. */
  private static final int WORTH_A_THREAD = 50_000;

  /** The strongest first; registers, which are not about transactions, last. */
  private static final List<Wanted> ALL =
      Stream.of(
              Level.SSER,
              Level.SER_LIN,
              Level.SER,
              Level.STRONG_SI,
              Level.SI,
              Level.PSI,
              Level.PREFIX,
              Level.CAUSAL,
              Level.RA,
              Level.RC,
              Level.PL2,
              Level.LIN)
          .map(Wanted::of)
          .toList();

  /**
   * How to check and what to say.
   *
   * @param levels what was asked for; empty for all, null for what each history's workload is about
   * @param isSummary whether only what all levels come to is told
   * @param required the level that must hold for the summary to be right; null for none
   * @param reports what to say it in
   * @param isQuiet whether standard error hears no notes
   * @param isVerbose whether a bug is told with its stack trace
   * @param isOnly whether there is but one input, so that its levels may take all the cores
   * @param skipsUnsupported whether a workload that is not checked is no error
   */
  record Settings(
      List<Wanted> levels,
      boolean isSummary,
      Wanted required,
      CheckOptions options,
      List<Report> reports,
      boolean isQuiet,
      boolean isVerbose,
      boolean isOnly,
      boolean skipsUnsupported) {}

  /** A level and the name that it was asked for by. */
  record Wanted(Asked asked, String name) {
    static Wanted of(Level level) {
      return new Wanted(new Asked(level, level.hasSessions()), level.label());
    }

    /** Null if there is no such level. */
    static Wanted named(String name) {
      var asked = Level.named(name);
      return asked == null ? null : new Wanted(asked, name.strip().toLowerCase(Locale.ROOT));
    }

    Level level() {
      return asked.level();
    }
  }

  /**
   * What there is to say of one input.
   *
   * @param parts what each report says of it
   * @param err what standard error hears
   * @param isSkipped whether nothing was checked, and that is no error
   * @param transactions how many were checked
   * @param witness of the last level, if it is valid and somebody wants it; else null
   */
  record Result(
      List<Report.Part> parts,
      String err,
      int exit,
      boolean isSkipped,
      int transactions,
      Witness witness) {
    /** The same, where the time was over before everything was checked. */
    Result late(String path, String whatItIs) {
      var told = Telling.line(path, new Deadline.Over().getMessage() + "; " + whatItIs);
      var exit = ExitCode.worse(this.exit, ExitCode.UNKNOWN);
      return new Result(parts, err + told, exit, isSkipped, transactions, witness);
    }
  }

  private final HistoryReader reader;
  private final Settings settings;
  private final Progress progress;
  private final Deadline deadline;

  /** With the progress to keep, or null. */
  HistoryCheck(HistoryReader reader, Settings settings, Progress progress, Deadline deadline) {
    this.reader = reader;
    this.settings = settings;
    this.progress = progress;
    this.deadline = deadline;
  }

  /**
   * Checks an input; whatever happens, it becomes a result, so that the other inputs get theirs.
   *
   * @param number which of the inputs it is
   */
  Result run(String path, int number) {
    return run(path, path, number);
  }

  /** The same under the name that it was given by, where that may lead elsewhere by now. */
  Result run(String path, String name, int number) {
    var telling = new Telling(settings, name, number);
    try {
      check(path, telling);
    } catch (InputException e) {
      telling.unread(e);
    } catch (OutOfMemoryError e) {
      telling.outOfMemory(e);
    } catch (Deadline.Over e) {
      telling.tooLate(e);
    } catch (RuntimeException | Error e) {
      telling.bug(e);
    }
    if (progress != null) {
      progress.isDone();
    }
    return telling.result();
  }

  /** An input that is not checked any more. */
  Result refused(String name, InputException why) {
    var telling = new Telling(settings, name, 0);
    telling.unread(why);
    return telling.result();
  }

  private void check(String path, Telling telling) throws InputException {
    deadline.expectTime();
    var start = System.nanoTime();
    var history = read(path);
    deadline.expectTime();
    var readMillis = millisSince(start);
    telling.notes(history);
    var checker = new Checker(history, settings.options());
    var levels =
        settings.levels() == null
            ? List.of(usualLevel(history, checker))
            : levelsFor(checker, telling);
    var subject = new Subject(telling.path, history, new Asking(checker), readMillis);
    if (settings.isVerbose()) {
      subject.of(reader.run(path));
    }
    if (settings.levels() != null && settings.levels().isEmpty()) {
      checkAll(checker, levels, subject, telling);
    } else if (settings.isOnly()
        && levels.size() > 1
        && history.operationCount() >= WORTH_A_THREAD) {
      checkAtOnce(checker, levels, subject, telling);
    } else {
      for (var level : levels) {
        telling.checked(check(checker, level, subject));
      }
    }
  }

  /** Whether there are results of the run itself. */
  boolean isAnalysed(String path) {
    var run = reader.run(path);
    return run != null && run.own() != null;
  }

  /** All levels, those that follow from others without a look, and what they come to. */
  private void checkAll(Checker checker, List<Wanted> levels, Subject subject, Telling telling) {
    var millis = new EnumMap<Level, Long>(Level.class);
    var verdicts =
        new Strongest(checker)
            .verdicts(
                levels.stream().map(Wanted::level).toList(),
                asked -> {
                  var start = System.nanoTime();
                  tellProgress(subject, asked.level().label());
                  var verdict = checker.check(asked);
                  millis.put(asked.level(), millisSince(start));
                  return verdict;
                });
    if (!settings.isSummary()) {
      for (var verdict : verdicts) {
        var took = millis.getOrDefault(verdict.level(), 0L);
        telling.checked(Answer.Checked.told(subject, verdict, verdict.level().label(), took));
      }
    }
    telling.summarized(verdicts, checker, subject);
  }

  private void tellProgress(Subject subject, String level) {
    if (progress != null) {
      progress.checks(subject.path(), level);
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
    var onTime = deadline.whileReading();
    if (progress == null) {
      return reader.read(path, onTime);
    }
    progress.reads(path);
    LongConsumer shown = progress::hasRead;
    return reader.read(path, onTime == null ? shown : onTime.andThen(shown));
  }

  /** What the workload is about, if the history has the data for that. */
  private static Wanted usualLevel(History history, Checker checker) throws InputException {
    var usual = history.usualLevel() == null ? null : Wanted.named(history.usualLevel());
    if (usual != null && checker.refusal(usual.level()) == null) {
      return usual;
    }
    var refusal = checker.refusal(Level.SER);
    if (refusal != null) {
      throw InputException.of(history.usualLevel() + " cannot be checked, nor can ser: " + refusal);
    }
    return Wanted.of(Level.SER);
  }

  /** Without those that the history has no data for: asked for by name, that is an error. */
  private List<Wanted> levelsFor(Checker checker, Telling telling) throws InputException {
    var isAll = settings.levels().isEmpty();
    var possible = new ArrayList<Wanted>();
    var leftOut = new LinkedHashMap<String, List<Level>>();
    for (var wanted : isAll ? ALL : settings.levels()) {
      var refusal = checker.refusal(wanted.level());
      if (refusal == null) {
        possible.add(wanted);
      } else if (isAll) {
        leftOut.computeIfAbsent(refusal, _ -> new ArrayList<>()).add(wanted.level());
      } else {
        telling.unread(wanted.level(), uncheckable(wanted, refusal));
      }
    }
    leftOut.forEach((refusal, levels) -> telling.leftOut(levels, refusal));
    if (isAll && possible.isEmpty()) {
      throw InputException.of("there is no level that it has the data for");
    }
    return possible;
  }

  static InputException uncheckable(Wanted wanted, String refusal) {
    return InputException.of(wanted.name() + " cannot be checked: " + refusal);
  }

  private Answer.Checked check(Checker checker, Wanted wanted, Subject subject) {
    tellProgress(subject, wanted.name());
    var start = System.nanoTime();
    var verdict = checker.check(wanted.asked());
    if (settings.isVerbose()) {
      subject.historyClass(); // It is told beside the times, so they have the time that it takes.
    }
    return Answer.Checked.told(subject, verdict, wanted.name(), millisSince(start));
  }

  /** A thread per level but the last, which this one takes. */
  private void checkAtOnce(Checker checker, List<Wanted> levels, Subject subject, Telling telling) {
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
}
