package mtc.run.session;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import mtc.run.log.RunLog;
import mtc.run.store.Outcome;
import mtc.run.store.Store;
import mtc.run.store.StoreException;
import mtc.run.workload.TransactionQueue;

/** All sessions of a run: a thread each, until there is nothing more to do or they are stopped. */
public final class Sessions {
  private final Store store;
  private final TransactionQueue queue;
  private final RunLog log;
  private final int count;
  private final boolean readsApart;
  private final Ending ending;
  private final Latencies latencies = new Latencies();
  private final List<Thread> threads = new ArrayList<>();
  private final CountDownLatch left;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final long start = System.nanoTime();
  private volatile Throwable failure;
  private volatile String trouble;

  /**
   * When to end.
   *
   * @param commits after so many commits
   * @param nanos after so long
   * @param reconnectNanos when a session could not connect for so long
   */
  public record Ending(long commits, long nanos, long reconnectNanos) {}

  /**
   * Sessions that are not started yet.
   *
   * @param readsApart whether transactions that only read have connections of their own
   */
  public Sessions(
      Store store,
      TransactionQueue queue,
      RunLog log,
      int count,
      boolean readsApart,
      Ending ending) {
    this.store = store;
    this.queue = queue;
    this.log = log;
    this.count = count;
    this.readsApart = readsApart;
    this.ending = ending;
    this.left = new CountDownLatch(count);
  }

  /** Connects all of them, runs what comes before, and lets them go. */
  public void start() throws StoreException {
    var sessions = new ArrayList<Session>();
    try {
      for (var i = 0; i < count; i++) {
        var session = new Session(this, i);
        sessions.add(session);
        session.connect();
      }
      sessions.getFirst().runAll(queue.preload());
    } catch (StoreException e) {
      sessions.forEach(Session::close);
      throw e;
    }
    for (var session : sessions) {
      threads.add(Thread.ofPlatform().name("session").daemon().start(() -> body(session)));
    }
  }

  private void body(Session session) {
    try (session) {
      session.loop();
    } catch (RuntimeException | Error e) {
      failure = e;
      stop();
    } finally {
      left.countDown();
    }
  }

  /** Each session ends after the transaction it is in. */
  public void stop() {
    stopped.countDown();
  }

  /** Whether no session begins another transaction. */
  public boolean isStopped() {
    return stopped.getCount() == 0 || System.nanoTime() - start > ending.nanos();
  }

  /** Waits a moment before something is tried again; false if there is no need to. */
  boolean mayRetryIn(long millis) {
    try {
      return !stopped.await(millis, TimeUnit.MILLISECONDS) && !isStopped();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Waits so long for the end; whether it has come. */
  public boolean awaitEnd(long millis) {
    try {
      return left.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  void ended(Outcome outcome, long nanos) {
    latencies.add(nanos);
    if (outcome.status() == Outcome.Status.OK && log.extent().committed() >= ending.commits()) {
      stop();
    }
  }

  void cannotConnect(StoreException e) {
    trouble =
        "no connection for " + ending.reconnectNanos() / 1_000_000_000 + " s: " + e.getMessage();
    stop();
  }

  /** What went wrong outside of transactions, and ended the run; null if nothing. */
  public String trouble() {
    if (failure != null) {
      throw new IllegalStateException(failure);
    }
    return trouble;
  }

  /** How long that share of the transactions took at most, in nanoseconds. */
  public long latency(double share) {
    return latencies.quantile(share);
  }

  Store store() {
    return store;
  }

  TransactionQueue queue() {
    return queue;
  }

  RunLog log() {
    return log;
  }

  int count() {
    return count;
  }

  boolean readsApart() {
    return readsApart;
  }

  long reconnectNanos() {
    return ending.reconnectNanos();
  }
}
