package mtc.run.session;

import java.util.List;
import mtc.run.store.Client;
import mtc.run.store.Outcome;
import mtc.run.store.StoreException;
import mtc.run.workload.Transaction;

/** One session: takes transactions, runs them one after the other, and logs what became of them. */
final class Session implements AutoCloseable {
  private static final long RETRY_MILLIS = 100;
  private static final int WRITER = 0;
  private static final int READER = 1;

  private final Sessions all;
  private final int number;

  /** For transactions that write, and for those that only read if these go elsewhere. */
  private final Client[] clients = new Client[2];

  /** Who it is in the log: somebody else after each transaction that nobody knows the end of. */
  private long process;

  Session(Sessions all, int number) {
    this.all = all;
    this.number = number;
    this.process = number;
  }

  void connect() throws StoreException {
    clients[WRITER] = all.store().connect(number, false);
    if (all.readsApart()) {
      clients[READER] = all.store().connect(number, true);
    }
  }

  /** Before all sessions start. */
  void runAll(List<Transaction> transactions) throws StoreException {
    for (var transaction : transactions) {
      if (clients[WRITER] == null) {
        clients[WRITER] = all.store().connect(number, false);
      }
      run(transaction);
    }
  }

  void loop() {
    while (!all.isStopped()) {
      var transaction = all.queue().next(number);
      if (transaction == null) {
        return;
      }
      var which = all.readsApart() && transaction.isReadOnly() ? READER : WRITER;
      if (clients[which] == null && !reconnect(which)) {
        return;
      }
      run(transaction);
    }
  }

  void run(Transaction transaction) {
    var which = all.readsApart() && transaction.isReadOnly() ? READER : WRITER;
    all.log().invoke(process, transaction);
    var start = System.nanoTime();
    var outcome = clients[which].run(transaction);
    var nanos = System.nanoTime() - start;
    all.log().complete(process, transaction, outcome);
    if (outcome.status() == Outcome.Status.INFO) {
      process += all.count();
    }
    if (outcome.isBroken()) {
      clients[which].close();
      clients[which] = null;
    }
    all.ended(outcome, nanos);
  }

  /** Tries until there is a connection; false if there is none in the end. */
  private boolean reconnect(int which) {
    var since = System.nanoTime();
    while (true) {
      try {
        clients[which] = all.store().connect(number, which == READER);
        return true;
      } catch (StoreException e) {
        if (System.nanoTime() - since > all.reconnectNanos()) {
          all.cannotConnect(e);
          return false;
        }
        if (!all.mayRetryIn(RETRY_MILLIS)) {
          return false;
        }
      }
    }
  }

  @Override
  public void close() {
    for (var client : clients) {
      if (client != null) {
        client.close();
      }
    }
  }
}
