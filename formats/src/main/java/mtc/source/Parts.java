package mtc.source;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * An input in parts: they are filled one after the other, worked on at the same time, and handed
 * out in order. Only so many are there at once, and they are used again.
 *
 * @param <P> what holds a part
 */
public final class Parts<P> implements Closeable {
  /**
   * What is done to parts.
   *
   * @param <P> what holds a part
   */
  public interface Work<P> {
    /** An empty part. */
    P create();

    /** Fills a part with what comes next, never two at a time; false if there is nothing left. */
    boolean fill(P part) throws IOException;

    /** Works on a part that was filled, while others are worked on. */
    void process(P part);
  }

  /** A part, and how far it is. */
  private static final class Place<P> {
    P part;
    boolean isDone;
    Throwable failure;
  }

  private final Work<P> work;
  private final boolean isAlone;
  private final Place<P>[] places;

  /** Held while a part is filled, and never while one waits for anything else. */
  private final Object filling = new Object();

  // Under this object's monitor: parts are numbered, and n has place n % places.length.
  private long filled;
  private long taken;

  /** The part that was handed out last is not yet free again. */
  private boolean isOut;

  private boolean isFilling;
  private boolean atEnd;
  private boolean isStopped;
  private Throwable failure;

  /**
   * Parts.
   *
   * @param threads how many fill them and work on them; with 0 that is done by who asks for them
   */
  public Parts(Work<P> work, int threads) {
    this.work = work;
    this.isAlone = threads == 0;
    // One for each thread, one that is handed out, and one that is ready.
    this.places = places(isAlone ? 1 : threads + 2);
    for (var i = 0; i < threads; i++) {
      Thread.ofPlatform().daemon().start(this::run);
    }
  }

  private static <P> Place<P>[] places(int count) {
    @SuppressWarnings({"unchecked", "rawtypes"})
    Place<P>[] places = new Place[count];
    for (var i = 0; i < count; i++) {
      places[i] = new Place<>();
    }
    return places;
  }

  /** The next part, or null after the last; the one before is then free to be used again. */
  public P next() throws IOException {
    return isAlone ? nextAlone() : awaitNext();
  }

  private P nextAlone() throws IOException {
    var place = places[0];
    if (place.part == null) {
      place.part = work.create();
    }
    if (isStopped || !work.fill(place.part)) {
      return null;
    }
    work.process(place.part);
    return place.part;
  }

  private synchronized P awaitNext() throws IOException {
    if (isOut) {
      isOut = false;
      places[(int) (taken++ % places.length)].isDone = false;
      notifyAll();
    }
    var place = places[(int) (taken % places.length)];
    while (taken == filled ? !atEnd : !place.isDone) {
      await();
    }
    rethrow(taken == filled ? failure : place.failure);
    isOut = taken < filled;
    return isOut ? place.part : null;
  }

  /**
   * Stops filling, and gives the parts that are filled: the one that was handed out last, and those
   * after it, whether working on them failed or not. What is not in them is still in the input.
   */
  public synchronized List<P> stop() {
    isStopped = true;
    notifyAll();
    if (isAlone) {
      return places[0].part == null ? List.of() : List.of(places[0].part);
    }
    var rest = new ArrayList<P>();
    while (isFilling) {
      await();
    }
    for (var number = taken; number < filled; number++) {
      var place = places[(int) (number % places.length)];
      while (!place.isDone) {
        await();
      }
      rest.add(place.part);
    }
    return rest;
  }

  /** Lets the threads go. One that waits for the input to say something goes when it does. */
  @Override
  public synchronized void close() {
    isStopped = true;
    notifyAll();
  }

  private void run() {
    for (var place = fillNext(); place != null; place = fillNext()) {
      Throwable failed = null;
      try {
        work.process(place.part);
      } catch (Throwable e) {
        failed = e;
      }
      synchronized (this) {
        place.failure = failed;
        place.isDone = true;
        notifyAll();
      }
    }
  }

  /** Null if there is nothing to do any more. */
  private Place<P> fillNext() {
    synchronized (filling) {
      var place = awaitFree();
      if (place == null) {
        return null;
      }
      var isFilled = false;
      Throwable failed = null;
      try {
        if (place.part == null) {
          place.part = work.create();
        }
        isFilled = work.fill(place.part);
      } catch (Throwable e) {
        failed = e;
      }
      synchronized (this) {
        isFilling = false;
        filled += isFilled ? 1 : 0;
        atEnd |= !isFilled;
        failure = failed;
        notifyAll();
      }
      return isFilled ? place : null;
    }
  }

  private synchronized Place<P> awaitFree() {
    while (!isStopped && !atEnd && filled - taken == places.length) {
      await();
    }
    isFilling = !isStopped && !atEnd;
    return isFilling ? places[(int) (filled % places.length)] : null;
  }

  private void await() {
    try {
      wait();
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts this thread", e);
    }
  }

  private static void rethrow(Throwable failure) throws IOException {
    switch (failure) {
      case null -> {}
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(failure);
    }
  }
}
