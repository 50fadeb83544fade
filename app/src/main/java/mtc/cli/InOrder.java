package mtc.cli;

import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/**
 * Does pieces of work on several threads, a few at a time, and hands over what comes of them in the
 * order of the pieces, each as soon as those before it are done.
 */
final class InOrder {
  private InOrder() {}

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
              slots.get(at).put(work.apply(at));
            }
          });
    }
    var goesOn = true;
    for (var i = 0; i < count && goesOn; i++) {
      goesOn = inOrder.test(slots.get(i).take());
    }
    next.set(count); // who is at work still finishes its piece, and takes no other
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
