package mtc.run.sql;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import mtc.run.store.Claim;

/** Apache Derby, which locks rows that are read. */
final class Derby implements Dialect {
  private static final String MANUAL =
      "https://db.apache.org/derby/docs/10.17/devguide/cdevconcepts15366.html";

  @Override
  public String name() {
    return "derby";
  }

  @Override
  public String scheme() {
    return "jdbc:derby:";
  }

  @Override
  public String embeddedUrl(Path folder) {
    System.setProperty("derby.stream.error.file", folder.resolve("derby.log").toString());
    return "jdbc:derby:memory:" + folder.getFileName() + ";create=true";
  }

  @Override
  public List<Claim> claims() {
    return List.of(
        new Claim("serializable", "ser", MANUAL),
        // Rows that are not there cannot be locked: phantoms may be.
        new Claim("repeatable-read", "pl2", MANUAL),
        new Claim("read-committed", "pl2", MANUAL));
  }

  /** Its MERGE reads from a table. */
  @Override
  public String upsert(String table) {
    return null;
  }

  @Override
  public String append(String table) {
    return "UPDATE " + table + " SET v = v || ',' || CAST(? AS VARCHAR(20)) WHERE k = ?";
  }

  /**
   * In whole seconds, for the database as a whole. Who reads before writing runs into deadlocks all
   * the time here, so they are looked for at once.
   */
  @Override
  public void prepare(Connection connection, long lockTimeoutMillis) throws SQLException {
    set(connection, "derby.locks.deadlockTimeout", 0);
    set(connection, "derby.locks.waitTimeout", Math.max(1, lockTimeoutMillis / 1000));
  }

  private static void set(Connection connection, String property, long seconds)
      throws SQLException {
    Dialect.execute(
        connection,
        "CALL SYSCS_UTIL.SYSCS_SET_DATABASE_PROPERTY('" + property + "', '" + seconds + "')");
  }

  /** Deadlock and lock time-out. */
  @Override
  public boolean isRolledBack(SQLException e) {
    return List.of("40001", "40XL1", "40XL2").contains(String.valueOf(e.getSQLState()));
  }
}
