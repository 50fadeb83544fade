package mtc.cli;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.LongConsumer;
import mtc.source.TemporaryFile;

/**
 * When a run must be over. Reading and searching end by themselves then; what does neither, and
 * goes on, is ended with the process a little later, with what is known until then.
 */
final class Deadline {
  private static final long GRACE_NANOS = 1_000_000_000;

  /** Thrown where a run is at that time. */
  static final class Over extends RuntimeException {
    private static final long serialVersionUID = 1;

    Over() {
      super("--max-time is over", null, false, false);
    }
  }

  /** What has to be over then, and its exit code. */
  @FunctionalInterface
  interface Work {
    int run(Deadline deadline) throws IOException;
  }

  private final long start = System.nanoTime();

  /** 0 if there is none. */
  private final long nanos;

  private final CountDownLatch done = new CountDownLatch(1);

  Deadline(long nanos) {
    this.nanos = nanos;
  }

  static Deadline none() {
    return new Deadline(0);
  }

  /** How many nanoseconds are left. */
  long left() {
    return nanos == 0 ? Long.MAX_VALUE : Math.max(0, nanos - (System.nanoTime() - start));
  }

  /** To be called every now and then. */
  void expectTime() {
    if (left() == 0) {
      throw new Over();
    }
  }

  /** The same with every block that is read. */
  LongConsumer whileReading() {
    return nanos == 0 ? null : _ -> expectTime();
  }

  /**
   * Runs a command that is one piece of work on a path, and says so if time or memory was over
   * before it was done.
   */
  int during(Work work, String path, String unfinished, Streams streams) throws IOException {
    watch(streams, () -> ExitCode.OK);
    try {
      return work.run(this);
    } catch (Over e) {
      streams.tell(path + ": " + unfinished + ": " + e.getMessage());
      return ExitCode.UNKNOWN;
    } catch (OutOfMemoryError e) {
      throw OutOfMemory.of(e, path);
    } finally {
      done();
    }
  }

  /**
   * Ends the process if it is not done in time.
   *
   * @param exitSoFar the exit code of what is known at that time
   */
  void watch(Streams streams, IntSupplier exitSoFar) {
    if (nanos > 0 && streams.interrupt().endsProcess()) {
      Thread.ofPlatform().daemon().start(() -> await(streams, exitSoFar));
    }
  }

  private void await(Streams streams, IntSupplier exitSoFar) {
    try {
      if (!done.await(nanos + GRACE_NANOS, TimeUnit.NANOSECONDS)) {
        streams.tell("--max-time is over, and not everything was checked");
        TemporaryFile.deleteAll();
        var exit = ExitCode.worse(exitSoFar.getAsInt(), ExitCode.UNKNOWN);
        Runtime.getRuntime().halt(ExitCode.ofProcess(exit));
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts this thread", e);
    }
  }

  void done() {
    done.countDown();
  }
}
