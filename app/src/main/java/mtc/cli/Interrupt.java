package mtc.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import mtc.source.TemporaryFile;

/**
 * Ctrl-C during a search: the search ends, the command says what it knows, and the process exits
 * with the command's exit code. At any other time Ctrl-C just ends the process.
 */
final class Interrupt {
  /** As a shell reports a process that SIGINT ended. */
  private static final int EXIT_OF_INTERRUPTED = 130;

  private static final int PATIENCE_SECONDS = 5;

  private final boolean endsProcess;
  private final CountDownLatch done = new CountDownLatch(1);
  private volatile boolean isRaised;
  private volatile int exit;
  private boolean isWatched;

  private Interrupt(boolean endsProcess) {
    this.endsProcess = endsProcess;
  }

  /** For a command that is the whole process. */
  static Interrupt ofProcess() {
    return new Interrupt(true);
  }

  /** For a command inside another program, whose interrupts are its own affair. */
  static Interrupt never() {
    return new Interrupt(false);
  }

  /** Whether the command is the whole process. */
  boolean endsProcess() {
    return endsProcess;
  }

  boolean isRaised() {
    return isRaised;
  }

  /** From now on an interrupt ends searches first. */
  synchronized void watch() {
    if (endsProcess && !isWatched) {
      isWatched = true;
      TemporaryFile.leaveToOthers();
      Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(this::raised));
    }
  }

  /** The command has said all it had to say. */
  void done(int exitCode) {
    exit = exitCode;
    done.countDown();
  }

  /** Runs at the end of the process, whatever ends it. */
  private void raised() {
    isRaised = true;
    try {
      var isDone = done.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
      TemporaryFile.deleteAll();
      Runtime.getRuntime().halt(isDone ? exit : EXIT_OF_INTERRUPTED);
    } catch (InterruptedException e) {
      Runtime.getRuntime().halt(EXIT_OF_INTERRUPTED);
    }
  }
}
