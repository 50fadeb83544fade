package mtc.run.store;

import mtc.run.workload.Transaction;

/** One session's connection to a store; used by one thread. */
public interface Client extends AutoCloseable {
  /**
   * Runs a transaction and notes in it what its reads saw. Whatever happens becomes an outcome:
   * {@code FAIL} only if the store cannot have made it last.
   */
  Outcome run(Transaction transaction);

  /** Gives the connection up; what is open in it is lost. */
  @Override
  void close();
}
