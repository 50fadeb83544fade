package mtc.source;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * An input in parts, as {@link Parts} has it, but what comes out of a part is handed out in pieces
 * while the part is worked on: it is never there as a whole, unless who asks is the slower one. So
 * pieces are few, stay in a core's cache until they are taken, and are used again.
 *
 * @param <P> what a thread works on a part with
 * @param <Q> a piece of what comes out of it
 */
public final class Pieces<P, Q> implements Closeable {
  /** Of the part whose pieces are asked for, so many may be ready. */
  private static final int MOST_READY = 6;

  /** Of a part after it, unless who asks has to wait. */
  private static final int MOST_AHEAD = MOST_READY / 2;

  /**
   * What is done to parts.
   *
   * @param <P> what a thread works on a part with
   * @param <Q> a piece of what comes out of it
   */
  public interface Work<P, Q> {
    /** What a thread works with. */
    P create();

    /** An empty piece. */
    Q createPiece();

    /** Takes the part that comes next, never two at a time; false if there is nothing left. */
    boolean fill(P part) throws IOException;

    /** Makes the next piece of a part, which has one at least; false if that is the last. */
    boolean process(P part, Q piece);
  }

  /** A part that was taken, and what of it is ready. */
  private final class Place {
    final Condition hasRoom = lock.newCondition();
    final ArrayDeque<Q> ready = new ArrayDeque<>();
    boolean isDone;
    Throwable failure;
  }

  private final Work<P, Q> work;

  /** What who asks works with, if there are no threads; else null. */
  private final P own;

  /** Whether the part at hand there has more pieces. */
  private boolean isWithin;

  /** Held while a part is taken from the input, and never while one waits for anything else. */
  private final Object filling = new Object();

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition isReady = lock.newCondition();
  private final Condition isFree = lock.newCondition();

  // Under the lock: parts are numbered, and n has place n % places.size().
  private final List<Place> places = new ArrayList<>();
  private final ArrayDeque<Q> free = new ArrayDeque<>();
  private long filled;
  private long taken;
  private boolean isAwaited;
  private boolean atEnd;
  private boolean isStopped;
  private Throwable failure;

  /** The piece that was handed out last, or null. */
  private Q out;

  /**
   * Pieces of parts.
   *
   * @param threads how many work on parts; with 0 that is done by who asks for pieces
   */
  public Pieces(Work<P, Q> work, int threads) {
    this.work = work;
    this.own = threads == 0 ? work.create() : null;
    // One for each thread, and one whose pieces are handed out.
    for (var i = 0; i <= threads; i++) {
      places.add(new Place());
    }
    for (var i = 0; i < threads; i++) {
      Thread.ofPlatform().daemon().start(this::run);
    }
  }

  /** The next piece, or null after the last; the one before is then free to be used again. */
  public Q next() throws IOException {
    return own != null ? nextAlone() : awaitNext();
  }

  private Q nextAlone() throws IOException {
    if (!isWithin && (isStopped || !work.fill(own))) {
      return null;
    }
    out = out == null ? work.createPiece() : out;
    isWithin = work.process(own, out);
    return out;
  }

  private Q awaitNext() throws IOException {
    lock.lock();
    try {
      if (out != null) {
        free.push(out);
        out = null;
      }
      var place = place(taken);
      while (taken == filled || place.ready.isEmpty()) {
        if (taken == filled && atEnd) {
          rethrow(failure);
          return null;
        }
        if (taken < filled && place.isDone) {
          rethrow(place.failure);
          place = leave(place);
        } else {
          awaitReady();
        }
      }
      out = place.ready.poll();
      if (place.ready.size() == MOST_READY / 2) {
        place.hasRoom.signal();
      }
      return out;
    } finally {
      lock.unlock();
    }
  }

  /** Goes on to the next part, which may have more pieces ready from now on. */
  private Place leave(Place done) {
    done.isDone = false;
    taken++;
    isFree.signal();
    var next = place(taken);
    next.hasRoom.signal();
    return next;
  }

  private void awaitReady() {
    isAwaited = true;
    for (var place : places) {
      place.hasRoom.signal();
    }
    isReady.awaitUninterruptibly();
    isAwaited = false;
  }

  private Place place(long part) {
    return places.get((int) (part % places.size()));
  }

  /** Lets the threads go. One that waits for the input to say something goes when it does. */
  @Override
  public void close() {
    lock.lock();
    try {
      isStopped = true;
      isFree.signalAll();
      for (var place : places) {
        place.hasRoom.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  // What the threads do

  private void run() {
    P part = null;
    while (true) {
      Place place;
      synchronized (filling) {
        place = awaitPlace();
        if (place == null) {
          return;
        }
        var isFilled = false;
        Throwable failed = null;
        try {
          part = part == null ? work.create() : part;
          isFilled = work.fill(part);
        } catch (Throwable e) {
          failed = e;
        }
        if (!wasFilled(isFilled, failed)) {
          return;
        }
      }
      work(part, place);
    }
  }

  /** Null if there is nothing to do any more. */
  private Place awaitPlace() {
    lock.lock();
    try {
      while (!isStopped && !atEnd && filled - taken == places.size()) {
        isFree.awaitUninterruptibly();
      }
      return isStopped || atEnd ? null : place(filled);
    } finally {
      lock.unlock();
    }
  }

  private boolean wasFilled(boolean isFilled, Throwable failed) {
    lock.lock();
    try {
      filled += isFilled ? 1 : 0;
      atEnd = !isFilled;
      failure = failed;
      if (atEnd) {
        isReady.signal();
      }
      return isFilled;
    } finally {
      lock.unlock();
    }
  }

  private void work(P part, Place place) {
    Throwable failed = null;
    try {
      var goesOn = true;
      while (goesOn) {
        var piece = awaitPiece(place);
        if (piece == null) {
          return;
        }
        goesOn = work.process(part, piece);
        put(place, piece);
      }
    } catch (Throwable e) {
      failed = e;
    }
    done(place, failed);
  }

  /** A piece to fill; null if nobody wants any more. */
  private Q awaitPiece(Place place) {
    lock.lock();
    try {
      while (!isStopped && !hasRoom(place)) {
        place.hasRoom.awaitUninterruptibly();
      }
      return isStopped ? null : free.isEmpty() ? work.createPiece() : free.pop();
    } finally {
      lock.unlock();
    }
  }

  private boolean hasRoom(Place place) {
    return isAwaited || place.ready.size() < (place == place(taken) ? MOST_READY : MOST_AHEAD);
  }

  private void put(Place place, Q piece) {
    lock.lock();
    try {
      place.ready.add(piece);
      tell(place);
    } finally {
      lock.unlock();
    }
  }

  private void done(Place place, Throwable failed) {
    lock.lock();
    try {
      place.failure = failed;
      place.isDone = true;
      tell(place);
    } finally {
      lock.unlock();
    }
  }

  private void tell(Place ofWhat) {
    if (ofWhat == place(taken)) {
      isReady.signal();
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
