package mtc.run.sql;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import mtc.run.store.Claim;

/** SQLite: one writer at a time, readers on snapshots. */
final class Sqlite implements Dialect {
  private static final int BUSY = 5;

  @Override
  public String name() {
    return "sqlite";
  }

  @Override
  public String scheme() {
    return "jdbc:sqlite:";
  }

  @Override
  public String embeddedUrl(Path folder) {
    return "jdbc:sqlite:" + folder.resolve("mtc-run.db") + "?journal_mode=WAL";
  }

  @Override
  public List<Claim> claims() {
    return List.of(new Claim("serializable", "ser", "https://sqlite.org/isolation.html"));
  }

  @Override
  public boolean limitLocks(Connection connection, long millis) throws SQLException {
    Dialect.execute(connection, "PRAGMA busy_timeout = " + millis);
    return true;
  }

  /** After SQLITE_BUSY the transaction is still open, and rolled back by us. */
  @Override
  public boolean isRolledBack(SQLException e) {
    return (e.getErrorCode() & 0xff) == BUSY;
  }
}
