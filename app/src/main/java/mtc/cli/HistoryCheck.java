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
import mtc.report.DotGraph;
import mtc.report.EdnReport;
import mtc.report.HtmlPage;
import mtc.report.JsonReport;
import mtc.report.Report;
import mtc.report.Subject;
import mtc.report.TextReport;
import mtc.source.InputException;
import mtc.verdict.Level;
import mtc.verdict.Verdict;
import mtc.witness.Witness;

/** Reads one input and checks it at each level; knows what to say of it, and prints nothing. */
final class HistoryCheck {
  /** Below this many operations, a thread costs more than a level. */
  private static final int WORTH_A_THREAD = 50_000;

  /** What comes out. */
  enum Form {
    TEXT,
    JSON,
    EDN
  }

  /**
   * How to check and what to say.
   *
   * @param levels what was asked for; empty for all
   * @param isOnly whether there is but one input, so that its levels may take all the cores
   */
  record Settings(
      List<Level> levels,
      CheckOptions options,
      Form form,
      TextReport.Detail detail,
      boolean isColoured,
      boolean wantsGraph,
      boolean wantsPage,
      boolean isOnly) {
    boolean isQuiet() {
      return detail == TextReport.Detail.QUIET;
    }

    boolean isVerbose() {
      return detail == TextReport.Detail.VERBOSE;
    }

    /** Whether anything that is printed tells the class of the history. */
    boolean tellsClass() {
      return form != Form.TEXT || wantsPage || isVerbose();
    }
  }

  /**
   * What there is to print of one input.
   *
   * @param graph null if nobody wants it
   * @param page null if nobody wants it
   * @param witness of the last level, if it is valid and somebody wants it; else null
   */
  record Result(String out, String err, int exit, DotGraph graph, HtmlPage page, Witness witness) {}

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
      var most = Runtime.getRuntime().maxMemory() >> 20;
      telling.unread(
          InputException.of("out of memory: the heap may not grow beyond " + most + " MB")
              .in(path));
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
    var levels = levelsFor(checker, telling);
    var historyClass = settings.tellsClass() ? checker.classification().historyClass().label() : "";
    var subject = new Subject(path, history, historyClass, readMillis);
    if (settings.isOnly() && levels.size() > 1 && history.operationCount() >= WORTH_A_THREAD) {
      checkAtOnce(checker, levels, subject, telling);
    } else {
      for (var level : levels) {
        telling.checked(check(checker, level, subject));
      }
    }
  }

  private History read(String path) throws InputException {
    if (progress == null) {
      return reader.read(path);
    }
    progress.reads(path);
    return reader.read(path, progress::hasRead);
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
        telling.unread(InputException.of(name(level) + " cannot be checked: " + refusal));
      }
    }
    if (isAll && possible.isEmpty()) {
      throw InputException.of("there is no level that it has the data for");
    }
    return possible;
  }

  private Report.Checked check(Checker checker, Level level, Subject subject) {
    if (progress != null) {
      progress.checks(subject.path(), name(level));
    }
    var start = System.nanoTime();
    var verdict = checker.check(level);
    return new Report.Checked(subject, verdict, millisSince(start));
  }

  /** A thread per level but the last, which this one takes. */
  private void checkAtOnce(Checker checker, List<Level> levels, Subject subject, Telling telling) {
    var reports = new Report.Checked[levels.size()];
    var failure = new AtomicReference<Throwable>();
    var threads = new ArrayList<Thread>();
    for (var i = 0; i < reports.length - 1; i++) {
      var at = i;
      threads.add(
          Thread.ofPlatform()
              .uncaughtExceptionHandler((_, e) -> failure.set(e))
              .start(() -> reports[at] = check(checker, levels.get(at), subject)));
    }
    reports[reports.length - 1] = check(checker, levels.getLast(), subject);
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
    for (var report : reports) {
      telling.checked(report);
    }
  }

  static long millisSince(long start) {
    return (System.nanoTime() - start) / 1_000_000;
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
    private final StringBuilder out = new StringBuilder();
    private final StringBuilder err = new StringBuilder();
    private final DotGraph graph;
    private final HtmlPage page;
    private int exit = ExitCode.OK;
    private Witness witness;

    Telling(String path, int number) {
      this.path = path;
      this.graph = settings.wantsGraph() ? new DotGraph(number) : null;
      this.page = settings.wantsPage() ? new HtmlPage() : null;
    }

    void checked(Report.Checked report) {
      out.append(
          switch (settings.form()) {
            case TEXT -> new TextReport(settings.detail(), settings.isColoured()).render(report);
            case JSON -> JsonReport.render(report);
            case EDN -> EdnReport.render(report);
          });
      if (graph != null) {
        graph.add(report);
      }
      if (page != null) {
        page.add(report);
      }
      witness = report.verdict().witness();
      exit = ExitCode.worse(exit, exitOf(report.verdict().outcome()));
    }

    private static int exitOf(Verdict.Outcome outcome) {
      return switch (outcome) {
        case VALID -> ExitCode.OK;
        case INVALID -> ExitCode.VIOLATION;
        case UNKNOWN -> ExitCode.UNKNOWN;
      };
    }

    void notes(History history) {
      if (!settings.isQuiet()) {
        for (var note : history.notes()) {
          err.append("mtc: ").append(path).append(": ").append(note).append('\n');
        }
      }
    }

    void leftOut(Level level, String refusal) {
      if (!settings.isQuiet()) {
        err.append("mtc: ").append(path).append(": ").append(name(level));
        err.append(" is left out: ").append(refusal).append('\n');
      }
    }

    void unread(InputException e) {
      err.append("mtc: ").append(e.in(path).describe()).append('\n');
      failed(e.getMessage(), e.at());
      exit = ExitCode.worse(exit, ExitCode.IO);
    }

    void bug(Throwable e) {
      var told = new ByteArrayOutputStream();
      Main.tellBug(path, e, new PrintStream(told, true, UTF_8), settings.isVerbose());
      err.append(told.toString(UTF_8));
      failed("internal error: " + e, "");
      exit = ExitCode.worse(exit, ExitCode.BUG);
    }

    private void failed(String message, String at) {
      var report = new Report.Unread(path, message, at);
      switch (settings.form()) {
        case TEXT -> {} // Verdicts alone go to standard output.
        case JSON -> out.append(JsonReport.render(report));
        case EDN -> out.append(EdnReport.render(report));
      }
      if (page != null) {
        page.add(report);
      }
    }

    Result result() {
      return new Result(out.toString(), err.toString(), exit, graph, page, witness);
    }
  }
}
