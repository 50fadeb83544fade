package mtc.cli;

import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/**
 * Does pieces of work on several threads, a few at a time, and hands over what comes of them in the
 * order of the pieces, each as soon as those before it are done.
 */
final class OrderedWork {
  private OrderedWork() {}

  /**
   * Does all of it, or stops early.
   *
   * @param work must not throw
   * @param inOrder takes what came of a piece, and says whether to go on: if not, what comes after
   *     that piece is left
   */
  static <R> void run(int count, int threads, IntFunction<R> work, Predicate<R> inOrder) {
    if (threads <= 1 || count <= 1) {
      var goesOn = true;
      for (var i = 0; i < count && goesOn; i++) {
        goesOn = inOrder.test(work.apply(i));
      }
      return;
    }
    var slots = new ArrayList<Slot<R>>(count);
    for (var i = 0; i < count; i++) {
      slots.add(new Slot<>());
    }
    var next = new AtomicInteger();
    for (var i = 0; i < Math.min(threads, count); i++) {
      Thread.ofPlatform()
          .daemon()
          .start(() -> {
            for (var at = next.getAndIncrement(); at < count; at = next.getAndIncrement()) {
              slots.get(at).put(done(work, at));
            }
          });
    }
    var goesOn = true;
    for (var i = 0; i < count && goesOn; i++) {
      goesOn = inOrder.test(slots.get(i).take().get());
    }
    next.set(count); // who is at work still finishes its piece, and takes no other
  }

  /** Whoever waits for the result must hear of it if there is none. */
  private static <R> Done<R> done(IntFunction<R> work, int at) {
    try {
      return new Done<>(work.apply(at), null);
    } catch (Throwable e) {
      return new Done<>(null, e);
    }
  }

  /** What came of a piece of work. */
  private record Done<R>(R result, Throwable failure) {
    R get() {
      switch (failure) {
        case null -> {
          return result;
        }
        case Error e -> throw e;
        case RuntimeException e -> throw e;
        case Throwable e -> throw new IllegalStateException(e);
      }
    }
  }

  /** Where one result waits for its turn. */
  private static final class Slot<R> {
    private Done<R> result;

    synchronized void put(Done<R> done) {
      result = done;
      notifyAll();
    }

    synchronized Done<R> take() {
      try {
        while (result == null) {
          wait();
        }
        var taken = result;
        result = null;
        return taken;
      } catch (InterruptedException e) {
        throw new IllegalStateException("nobody interrupts this thread", e);
      }
    }
  }
}
