package mtc.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import mtc.source.TemporaryFile;

/**
 * Ctrl-C while something is watched, a search or a run: that ends, the command says what it knows,
 * and the process exits with the command's exit code. At any other time Ctrl-C just ends the
 * process.
 */
public final class Interrupt {
  /** As a shell reports a process that SIGINT ended. */
  private static final int EXIT_OF_INTERRUPTED = 130;

  private final boolean endsProcess;
  private final int patienceSeconds;
  private final CountDownLatch done = new CountDownLatch(1);
  private volatile Runnable stop = () -> {};
  private volatile boolean isRaised;
  private volatile int exit;
  private boolean isWatched;

  private Interrupt(boolean endsProcess, int patienceSeconds) {
    this.endsProcess = endsProcess;
    this.patienceSeconds = patienceSeconds;
  }

  /** For a command that is the whole process, and has so long to say what it knows. */
  public static Interrupt ofProcess(int patienceSeconds) {
    return new Interrupt(true, patienceSeconds);
  }

  /** For a command inside another program, whose interrupts are its own affair. */
  public static Interrupt never() {
    return new Interrupt(false, 0);
  }

  /** Whether the command is the whole process. */
  boolean endsProcess() {
    return endsProcess;
  }

  public boolean isRaised() {
    return isRaised;
  }

  /** From now on an interrupt ends searches first. */
  void watch() {
    watch(() -> {});
  }

  /** The same, and it calls what ends a run. */
  public synchronized void watch(Runnable onInterrupt) {
    stop = onInterrupt;
    if (endsProcess && !isWatched) {
      isWatched = true;
      TemporaryFile.leaveToOthers();
      Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(this::raised));
    }
  }

  /** The command has said all it had to say. */
  public void done(int exitCode) {
    exit = exitCode;
    done.countDown();
  }

  /** Runs at the end of the process, whatever ends it. */
  private void raised() {
    isRaised = true;
    stop.run();
    try {
      var isDone = done.await(patienceSeconds, TimeUnit.SECONDS);
      TemporaryFile.deleteAll();
      Runtime.getRuntime().halt(isDone ? ExitCode.ofProcess(exit) : EXIT_OF_INTERRUPTED);
    } catch (InterruptedException e) {
      Runtime.getRuntime().halt(EXIT_OF_INTERRUPTED);
    }
  }
}
