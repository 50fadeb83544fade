package mtc.run.sql;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import mtc.run.store.Claim;

/** H2, embedded or as a server. */
final class H2 implements Dialect {
  private static final String MANUAL =
      "https://h2database.com/html/advanced.html#transaction_isolation";

  @Override
  public String name() {
    return "h2";
  }

  @Override
  public String scheme() {
    return "jdbc:h2:";
  }

  @Override
  public String embeddedUrl(Path folder) {
    return "jdbc:h2:mem:" + folder.getFileName() + ";DB_CLOSE_DELAY=-1";
  }

  @Override
  public List<Claim> claims() {
    return List.of(
        new Claim("serializable", "ser", "ISO/IEC 9075-2, 4.41.4; " + MANUAL),
        new Claim("snapshot", "si", MANUAL),
        // No dirty and no non-repeatable reads; phantoms may be. Snapshots are per table.
        new Claim("repeatable-read", "pl2", MANUAL),
        new Claim("read-committed", "pl2", MANUAL));
  }

  @Override
  public String upsert(String table) {
    return "MERGE INTO " + table + " KEY (k) VALUES (?, ?)";
  }

  @Override
  public void isolate(Connection connection, String isolation) throws SQLException {
    if (isolation.equals("snapshot")) {
      Dialect.execute(
          connection, "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SNAPSHOT");
    } else {
      Dialect.super.isolate(connection, isolation);
    }
  }

  @Override
  public boolean limitLocks(Connection connection, long millis) throws SQLException {
    Dialect.execute(connection, "SET LOCK_TIMEOUT " + millis);
    return true;
  }
}
