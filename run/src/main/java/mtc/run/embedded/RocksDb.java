package mtc.run.embedded;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import mtc.run.store.Claim;
import mtc.run.store.Client;
import mtc.run.store.Outcome;
import mtc.run.store.Store;
import mtc.run.store.StoreException;
import mtc.run.workload.Transaction;
import org.rocksdb.OptimisticTransactionDB;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.rocksdb.WriteOptions;

/**
 * RocksDB with optimistic transactions. With {@code serializable} reads are for update, and so
 * validated by the commit like writes; with {@code snapshot} they come from a snapshot, and only
 * writes are.
 */
public final class RocksDb implements Store {
  private static final String MANUAL = "https://github.com/facebook/rocksdb/wiki/Transactions";

  private final boolean isSerializable;
  private final OptimisticTransactionDB database;
  private final WriteOptions writes;

  /** A database in an empty folder; it has no locks to wait for. */
  public RocksDb(Path folder, String isolation, long lockTimeoutMillis) throws StoreException {
    isSerializable = isolation == null || isolation.equals("serializable");
    if (!isSerializable && !isolation.equals("snapshot")) {
      throw StoreException.noIsolation("RocksDB", isolation, "serializable and snapshot");
    }
    OptimisticTransactionDB.loadLibrary();
    writes = new WriteOptions();
    try (var options = new Options().setCreateIfMissing(true)) {
      database = OptimisticTransactionDB.open(options, folder.resolve("rocksdb").toString());
    } catch (RocksDBException e) {
      throw new StoreException("RocksDB", e);
    }
  }

  @Override
  public String describe() {
    var version = OptimisticTransactionDB.rocksdbVersion();
    return "RocksDB " + version + ", " + (isSerializable ? "SERIALIZABLE" : "SNAPSHOT");
  }

  @Override
  public Claim claim() {
    return isSerializable
        ? new Claim("serializable", "ser", MANUAL + "#reading-from-a-transaction")
        : new Claim("snapshot", "si", MANUAL + "#setting-a-snapshot");
  }

  @Override
  public void prepare(boolean replace) {}

  @Override
  public Client connect(int session, boolean reads) {
    return new Session();
  }

  @Override
  public void close() {
    writes.close();
    database.close();
  }

  private final class Session implements Client {
    @Override
    public Outcome run(Transaction transaction) {
      var isCommitSent = false;
      try (var open = database.beginTransaction(writes);
          var options = new ReadOptions()) {
        open.setSnapshot();
        options.setSnapshot(open.getSnapshot());
        for (var i = 0; i < transaction.size(); i++) {
          transaction.mayPause(i);
          operation(transaction, i, open, options);
        }
        transaction.mayPause(transaction.size());
        isCommitSent = true;
        open.commit();
        return Outcome.COMMITTED;
      } catch (RocksDBException e) {
        return Outcome.broken(!isCommitSent || isConflict(e), StoreException.oneLine(e));
      }
    }

    private void operation(
        Transaction transaction, int i, org.rocksdb.Transaction open, ReadOptions options)
        throws RocksDBException {
      var key = bytes(transaction.key(i));
      if (transaction.kind(i) != Transaction.Kind.READ) {
        open.put(key, bytes(transaction.value(i)));
        return;
      }
      var seen = isSerializable ? open.getForUpdate(options, key, true) : open.get(options, key);
      if (seen == null) {
        transaction.sawNothing(i);
      } else {
        transaction.saw(i, Long.parseLong(new String(seen, StandardCharsets.US_ASCII)));
      }
    }

    private static byte[] bytes(int number) {
      return Integer.toString(number).getBytes(StandardCharsets.US_ASCII);
    }

    /** Busy: somebody wrote a key of ours. TryAgain: it is not known any more whether. */
    private static boolean isConflict(RocksDBException e) {
      var code = e.getStatus() == null ? null : e.getStatus().getCode();
      return code == Status.Code.Busy || code == Status.Code.TryAgain;
    }

    @Override
    public void close() {}
  }
}
