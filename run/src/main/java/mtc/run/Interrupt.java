package mtc.run;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ctrl-C: sessions end, the log is complete, and the verdict comes as it would have in the end. */
public final class Interrupt {
  private static final int EXIT_OF_INTERRUPTED = 130;
  private static final int PATIENCE_SECONDS = 120;

  private final boolean endsProcess;
  private final CountDownLatch done = new CountDownLatch(1);
  private volatile Runnable stop = () -> {};
  private volatile boolean isRaised;
  private volatile int exit;
  private boolean isWatched;

  private Interrupt(boolean endsProcess) {
    this.endsProcess = endsProcess;
  }

  /** For a run that is the whole process. */
  static Interrupt ofProcess() {
    return new Interrupt(true);
  }

  /** For a run inside another program, whose interrupts are its own affair. */
  public static Interrupt never() {
    return new Interrupt(false);
  }

  /** What to call when it comes, from now on. */
  synchronized void watch(Runnable onInterrupt) {
    stop = onInterrupt;
    if (endsProcess && !isWatched) {
      isWatched = true;
      Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(this::raised));
    }
  }

  boolean isRaised() {
    return isRaised;
  }

  /** Everything is said. */
  void done(int exitCode) {
    exit = exitCode;
    done.countDown();
  }

  private void raised() {
    isRaised = true;
    stop.run();
    try {
      var isDone = done.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
      Runtime.getRuntime().halt(isDone ? exit : EXIT_OF_INTERRUPTED);
    } catch (InterruptedException e) {
      Runtime.getRuntime().halt(EXIT_OF_INTERRUPTED);
    }
  }
}
