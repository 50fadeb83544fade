package mtc.run.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import mtc.run.store.Claim;

/** PostgreSQL. */
final class Postgres implements Dialect {
  private static final String MANUAL =
      "https://www.postgresql.org/docs/current/transaction-iso.html";

  @Override
  public String name() {
    return "postgres";
  }

  @Override
  public String scheme() {
    return "jdbc:postgresql:";
  }

  @Override
  public List<Claim> claims() {
    return List.of(
        new Claim("serializable", "ser", MANUAL + "#XACT-SERIALIZABLE"),
        new Claim("repeatable-read", "si", MANUAL + "#XACT-REPEATABLE-READ"),
        new Claim("read-committed", "pl2", MANUAL + "#XACT-READ-COMMITTED"));
  }

  @Override
  public String textType() {
    return "TEXT";
  }

  @Override
  public boolean limitLocks(Connection connection, long millis) throws SQLException {
    Dialect.execute(connection, "SET lock_timeout = " + millis);
    return true;
  }

  /**
   * serialization_failure and deadlock_detected; all else at COMMIT may come after it took effect.
   */
  @Override
  public boolean isRolledBack(SQLException e) {
    return "40001".equals(e.getSQLState()) || "40P01".equals(e.getSQLState());
  }
}
