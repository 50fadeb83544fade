package mtc.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import mtc.formats.jepsen.RunFiles;
import mtc.source.Counted;
import mtc.source.FileName;
import mtc.source.InputException;

/**
 * Checks what a running Jepsen test has written, again whenever that has grown, until there is a
 * violation or the test ends.
 *
 * <p>No verdict is taken back. Jepsen writes an operation down before it is carried out, and one
 * without a completion yet is taken for one that may or may not have happened, so that whatever is
 * wrong with the beginning of a log is wrong with all of it.
 *
 * <p>Proposition 14 of docs/theory.md.
 */
final class Following {
  private static final int POLL_MILLIS = 200;

  /**
   * How long to wait for the end of a test.
   *
   * @param mostIdle after so many nanoseconds without a word it counts as crashed; 0 for never
   * @param deadline when to be over, whatever the test does
   */
  record Patience(long mostIdle, Deadline deadline) {}

  /**
   * How to check.
   *
   * @param ofBeginning of {@code test.jepsen} files that grow
   * @param ofWhole of those that do not any more
   * @param ofRun of whatever file of a run comes first
   */
  record Checks(HistoryCheck ofBeginning, HistoryCheck ofWhole, HistoryCheck ofRun) {}

  /** What the run is called: the path as it was given. */
  private final String name;

  /** That path, or the folder of that file, which may come to lead to another run. */
  private final Path given;

  /** The folder of the run that it led to. */
  private final Path run;

  private final Checks checks;
  private final Streams streams;
  private final boolean isQuiet;
  private final Patience patience;

  private HistoryCheck.Result last;
  private long checkedSize = -1;
  private long checkMillis;
  private long lookedAtSize = -1;
  private boolean isAnalysed;
  private long quietSince = System.nanoTime();

  private Following(
      String name,
      Path given,
      Path run,
      Checks checks,
      Streams streams,
      boolean isQuiet,
      Patience patience) {
    this.name = name;
    this.given = given;
    this.run = run;
    this.checks = checks;
    this.streams = streams;
    this.isQuiet = isQuiet;
    this.patience = patience;
  }

  /** Follows the run that a path leads to now, a folder or the {@code test.jepsen} in it. */
  static Following of(
      String path, Checks checks, Streams streams, boolean isQuiet, Patience patience)
      throws InputException {
    var given = FileName.path(path);
    try {
      var real = given.toRealPath();
      if (Files.isDirectory(real)) {
        return new Following(path, given, real, checks, streams, isQuiet, patience);
      }
      if (FileName.last(real).equals(RunFiles.BLOCKS)) {
        var folder = given.resolveSibling(".");
        return new Following(path, folder, real.getParent(), checks, streams, isQuiet, patience);
      }
    } catch (IOException e) {
      throw InputException.of("there is no such file or directory").in(path);
    }
    throw InputException.of("expected the folder of a Jepsen run, or its test.jepsen").in(path);
  }

  /** Whether a path is the folder of a run of which nothing is left that could have grown. */
  static boolean isOver(String path) {
    var folder = FileName.path(path);
    try (var files = Files.list(folder)) {
      return !Files.exists(folder.resolve(RunFiles.BLOCKS))
          && files.anyMatch(file -> RunFiles.rank(FileName.last(file)) >= 0);
    } catch (IOException e) {
      return false; // There is nothing yet.
    }
  }

  /** What there is to say in the end. */
  HistoryCheck.Result result() throws InputException {
    streams.interrupt().watch();
    if (!isQuiet && Files.isSymbolicLink(given)) {
      tell("this is " + FileName.of(run)); // A link may lead to another one by the end.
    }
    while (true) {
      var isWhole = hasEnded() || isIdle();
      var isOver = isWhole || streams.interrupt().isRaised();
      var size = size();
      if (size < checkedSize) {
        return checks.ofWhole.refused(name, shrunk(size));
      }
      if (size > 0
          && (size != checkedSize || last != null && last.exit() == ExitCode.IO || isWhole)) {
        check(size, isWhole ? checks.ofWhole : checks.ofBeginning);
      }
      if (last != null && last.exit() == ExitCode.VIOLATION) {
        return last;
      }
      if (isOver) {
        return inTheEnd();
      }
      if (isLate()) {
        return late();
      }
      sleep();
    }
  }

  private boolean isLate() {
    return patience.deadline.left() == 0;
  }

  /** Not everything was checked, so that this is no verdict on the test. */
  private HistoryCheck.Result late() {
    if (last == null) {
      return checks.ofWhole.run(FileName.of(run), name, 0); // Which says so itself.
    }
    var before = Counted.of(last.transactions(), "transaction");
    return last.late(name, "this is the verdict on the " + before + " that it had at first");
  }

  /** If that file does not have all of the test, the others may. */
  private HistoryCheck.Result inTheEnd() {
    var isRead = last != null && last.exit() != ExitCode.IO;
    if (!isRead && Files.exists(run.resolve(RunFiles.EDN))) {
      return checks.ofRun.run(FileName.of(run), name, 0);
    }
    return last != null ? last : checks.ofWhole.run(FileName.of(run), name, 0);
  }

  /** Jepsen only adds to its file: what was read of it is not what is there now. */
  private InputException shrunk(long size) {
    return InputException.of(
        "test.jepsen had "
            + checkedSize
            + " bytes when it was checked and "
            + (size == 0 ? "is empty or gone" : "has " + size)
            + " now, so that this is not the log any more");
  }

  private void check(long size, HistoryCheck check) {
    var hasGrown = size != checkedSize;
    if (hasGrown) {
      quietSince = System.nanoTime();
    }
    checkedSize = size;
    var start = System.nanoTime();
    var checked = check.run(FileName.of(run), name, 0);
    if (last != null && checked.exit() == ExitCode.UNKNOWN && isLate()) {
      return; // It had no time to be decided: what was known is more.
    }
    last = checked;
    checkMillis = HistoryCheck.millisSince(start);
    if (!isQuiet && hasGrown && last.transactions() > 0) {
      tell(Counted.of(last.transactions(), "transaction") + " so far: " + verdict());
    }
  }

  private String verdict() {
    return switch (last.exit()) {
      case ExitCode.OK -> "valid";
      case ExitCode.VIOLATION -> "invalid";
      default -> "unknown";
    };
  }

  private void tell(String sentence) {
    streams.tell(name + ": " + sentence);
  }

  private long size() {
    try {
      return Files.size(run.resolve(RunFiles.BLOCKS));
    } catch (IOException e) {
      return 0; // Not there yet.
    }
  }

  /** Jepsen writes these when the last operation is done, and points to the next run. */
  private boolean hasEnded() {
    return Files.exists(run.resolve(RunFiles.EDN))
        || Files.exists(run.resolve(RunFiles.RESULTS))
        || !leadsHere()
        || isAnalysed();
  }

  /** The results are also in the file itself, where a copy may have nothing else. */
  private boolean isAnalysed() {
    var size = size();
    if (size != lookedAtSize) {
      lookedAtSize = size;
      isAnalysed = size > 0 && checks.ofWhole.isAnalysed(FileName.of(run));
    }
    return isAnalysed;
  }

  private boolean leadsHere() {
    try {
      return given.toRealPath().equals(run);
    } catch (IOException e) {
      return false;
    }
  }

  private boolean isIdle() {
    return patience.mostIdle > 0 && System.nanoTime() - quietSince > patience.mostIdle;
  }

  /** Checking takes half of the time at most. */
  private void sleep() {
    var start = System.nanoTime();
    try {
      do {
        Thread.sleep(POLL_MILLIS);
      } while (HistoryCheck.millisSince(start) < checkMillis
          && !isLate()
          && !streams.interrupt().isRaised());
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts this thread", e);
    }
  }
}
