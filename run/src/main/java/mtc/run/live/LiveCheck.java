package mtc.run.live;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import mtc.run.log.RunLog;
import mtc.verdict.Level;

/**
 * Checks a log while it grows: whenever it has doubled, and every few seconds; but not for more
 * than a small share of the time.
 */
public final class LiveCheck {
  private static final int FIRST_LINES = 256;
  private static final long PERIOD_NANOS = 3_000_000_000L;
  private static final int LEAST_PAUSE_PER_COST = 24;
  private static final long LOOK_MILLIS = 20;

  /** What was found so far. */
  public record Finding(Level level, int lines, long committed, long nanos) {}

  private final RunLog log;
  private final PrefixCheck check;
  private final Runnable onViolation;
  private final CountDownLatch end = new CountDownLatch(1);
  private final Thread thread;
  private volatile Finding finding;
  private volatile long checkedTransactions;
  private volatile Throwable failure;
  private volatile long costNanos;

  /**
   * Begins.
   *
   * @param onViolation is called once, when the first violation is found
   */
  public LiveCheck(RunLog log, PrefixCheck check, Runnable onViolation) {
    this.log = log;
    this.check = check;
    this.onViolation = onViolation;
    thread = Thread.ofPlatform().name("check").daemon().start(this::watch);
  }

  private void watch() {
    try {
      var doubled = FIRST_LINES;
      var last = System.nanoTime();
      var cost = 0L;
      while (!end.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        var extent = log.extent();
        var since = System.nanoTime() - last;
        // Checks of what has doubled cost as much in all as the last two of them.
        var isDue =
            extent.lines() >= doubled
                || since > Math.max(PERIOD_NANOS, LEAST_PAUSE_PER_COST * cost);
        if (!isDue || extent.transactions() == 0) {
          continue;
        }
        var start = System.nanoTime();
        var level = check.violated(extent.lines());
        last = System.nanoTime();
        cost = last - start;
        costNanos += cost;
        checkedTransactions = extent.transactions();
        doubled = 2 * extent.lines();
        if (level != null) {
          finding = new Finding(level, extent.lines(), extent.committed(), extent.nanos());
          onViolation.run();
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException | Error e) {
      failure = e;
      onViolation.run();
    }
  }

  /** What it found; null if nothing yet. */
  public Finding finding() {
    return finding;
  }

  /** How many transactions hold as far as they were checked. */
  public long checkedTransactions() {
    return checkedTransactions;
  }

  /** How long checks took in all. */
  public long costNanos() {
    return costNanos;
  }

  /** Ends the checks, after the one that is running. */
  public void stop() throws IOException {
    end.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    switch (failure) {
      case null -> {}
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    }
  }
}
