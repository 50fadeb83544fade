package mtc.run.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import mtc.run.store.Claim;

/** MariaDB with InnoDB. */
final class MariaDb implements Dialect {
  private static final String MANUAL =
      "https://mariadb.com/docs/server/reference/sql-statements/transactions/set-transaction";

  /** ER_CHECKREAD, under the SQLSTATE HY000: the row changed since the snapshot was taken. */
  private static final int RECORD_CHANGED = 1020;

  private static final int DEADLOCK = 1213;

  @Override
  public String name() {
    return "mariadb";
  }

  @Override
  public String scheme() {
    return "jdbc:mariadb:";
  }

  @Override
  public List<Claim> claims() {
    return List.of(
        new Claim("serializable", "ser", MANUAL + "#serializable"),
        new Claim("repeatable-read", "si", MANUAL + "#repeatable-read"),
        new Claim("read-committed", "pl2", MANUAL + "#read-committed"));
  }

  @Override
  public String createTable(String table, boolean hasLists) {
    return Dialect.super.createTable(table, hasLists) + " ENGINE = InnoDB";
  }

  @Override
  public String textType() {
    return "TEXT";
  }

  @Override
  public String upsert(String table) {
    return "INSERT INTO " + table + " (k, v) VALUES (?, ?) ON DUPLICATE KEY UPDATE v = VALUES(v)";
  }

  @Override
  public String append(String table) {
    return "UPDATE " + table + " SET v = CONCAT(v, ',', ?) WHERE k = ?";
  }

  /** Whether repeatable read notices that somebody else wrote a row is a setting of the server. */
  @Override
  public String setting(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery("SHOW VARIABLES LIKE 'innodb_snapshot_isolation'")) {
      return rows.next() ? "innodb_snapshot_isolation " + rows.getString(2) : "";
    }
  }

  @Override
  public boolean limitLocks(Connection connection, long millis) throws SQLException {
    Dialect.execute(
        connection, "SET SESSION innodb_lock_wait_timeout = " + Math.max(1, millis / 1000));
    return true;
  }

  @Override
  public boolean isRolledBack(SQLException e) {
    return "40001".equals(e.getSQLState())
        || e.getErrorCode() == DEADLOCK
        || e.getErrorCode() == RECORD_CHANGED;
  }
}
