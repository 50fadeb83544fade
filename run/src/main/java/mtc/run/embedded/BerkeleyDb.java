package mtc.run.embedded;

import com.sleepycat.je.Database;
import com.sleepycat.je.DatabaseConfig;
import com.sleepycat.je.DatabaseEntry;
import com.sleepycat.je.Durability;
import com.sleepycat.je.Environment;
import com.sleepycat.je.EnvironmentConfig;
import com.sleepycat.je.JEVersion;
import com.sleepycat.je.LockConflictException;
import com.sleepycat.je.LockMode;
import com.sleepycat.je.OperationStatus;
import com.sleepycat.je.TransactionConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import mtc.run.store.Claim;
import mtc.run.store.Client;
import mtc.run.store.Outcome;
import mtc.run.store.Store;
import mtc.run.store.StoreException;
import mtc.run.workload.Transaction;

/** Berkeley DB Java Edition, which locks what is read. */
public final class BerkeleyDb implements Store {
  private static final String MANUAL =
      "https://docs.oracle.com/cd/E17277_02/html/TransactionGettingStarted/isolation.html";
  private static final List<Claim> CLAIMS =
      List.of(
          new Claim("serializable", "ser", MANUAL),
          // A key that is not there is not locked.
          new Claim("repeatable-read", "pl2", MANUAL),
          new Claim("read-committed", "pl2", MANUAL));

  /** Kept, so that its level is. */
  private static final Logger LOGGER = Logger.getLogger("com.sleepycat.je");

  private final String isolation;
  private final Environment environment;
  private final Database database;

  /** A database in an empty folder. */
  public BerkeleyDb(Path folder, String isolation, long lockTimeoutMillis) throws StoreException {
    this.isolation = isolation == null ? CLAIMS.getFirst().isolation() : isolation;
    if (claim() == null) {
      throw StoreException.noIsolation(
          "Berkeley DB", isolation, "serializable, repeatable-read and read-committed");
    }
    try {
      var home = Files.createDirectory(folder.resolve("berkeleydb"));
      var config = new EnvironmentConfig().setAllowCreate(true).setTransactional(true);
      config.setDurability(Durability.COMMIT_NO_SYNC);
      config.setLockTimeout(lockTimeoutMillis, TimeUnit.MILLISECONDS);
      // It tells of its housekeeping, on standard error, which is for what goes wrong.
      config.setConfigParam(EnvironmentConfig.CONSOLE_LOGGING_LEVEL, "OFF");
      LOGGER.setLevel(Level.WARNING);
      environment = new Environment(home.toFile(), config);
      database =
          environment.openDatabase(
              null, "mtc", new DatabaseConfig().setAllowCreate(true).setTransactional(true));
    } catch (IOException e) {
      throw new StoreException("Berkeley DB", e);
    }
  }

  @Override
  public String describe() {
    return "Berkeley DB JE "
        + JEVersion.CURRENT_VERSION.getNumericVersionString()
        + ", "
        + isolation.replace('-', ' ').toUpperCase(Locale.ROOT);
  }

  @Override
  public Claim claim() {
    for (var claim : CLAIMS) {
      if (claim.isolation().equals(isolation)) {
        return claim;
      }
    }
    return null;
  }

  @Override
  public void prepare(boolean replace) {}

  @Override
  public Client connect(int session, boolean reads) {
    return new Session();
  }

  @Override
  public void close() {
    database.close();
    environment.close();
  }

  private final class Session implements Client {
    @Override
    public Outcome run(Transaction transaction) {
      var isCommitSent = false;
      var open = environment.beginTransaction(null, config());
      try {
        for (var i = 0; i < transaction.size(); i++) {
          transaction.mayPause(i);
          operation(transaction, i, open);
        }
        transaction.mayPause(transaction.size());
        isCommitSent = true;
        open.commit();
        return Outcome.COMMITTED;
      } catch (RuntimeException e) {
        var isCertain = !isCommitSent || e instanceof LockConflictException;
        if (isCertain) {
          open.abort();
        }
        return Outcome.broken(isCertain, e.getClass().getSimpleName());
      }
    }

    private TransactionConfig config() {
      return new TransactionConfig()
          .setSerializableIsolation(isolation.equals("serializable"))
          .setReadCommitted(isolation.equals("read-committed"));
    }

    private void operation(Transaction transaction, int i, com.sleepycat.je.Transaction open) {
      var key = entry(transaction.key(i));
      if (transaction.kind(i) != Transaction.Kind.READ) {
        database.put(open, key, entry(transaction.value(i)));
        return;
      }
      var seen = new DatabaseEntry();
      if (database.get(open, key, seen, LockMode.DEFAULT) == OperationStatus.SUCCESS) {
        transaction.saw(i, Long.parseLong(new String(seen.getData(), StandardCharsets.US_ASCII)));
      } else {
        transaction.sawNothing(i);
      }
    }

    private static DatabaseEntry entry(int number) {
      return new DatabaseEntry(Integer.toString(number).getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void close() {}
  }
}
