package mtc.cli;

import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Does pieces of work on several threads, a few at a time, and hands over what comes of them in the
 * order of the pieces, each as soon as those before it are done.
 */
final class InOrder {
  private InOrder() {}

  /** The work must not throw. */
  static <R> void run(int count, int threads, IntFunction<R> work, Consumer<R> inOrder) {
    if (threads <= 1 || count <= 1) {
      for (var i = 0; i < count; i++) {
        inOrder.accept(work.apply(i));
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
              slots.get(at).put(work.apply(at));
            }
          });
    }
    for (var i = 0; i < count; i++) {
      inOrder.accept(slots.get(i).take());
    }
  }

  /** Where one result waits for its turn. */
  private static final class Slot<R> {
    private R result;

    synchronized void put(R done) {
      result = done;
      notifyAll();
    }

    synchronized R take() {
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
