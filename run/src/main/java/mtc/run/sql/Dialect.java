package mtc.run.sql;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import mtc.run.store.Claim;

/**
 * How one database spells what a run needs, what it calls its isolation levels, and which errors of
 * a COMMIT mean that it rolled back.
 *
 * <p>To add one, write a class and list it in {@link Dialects}.
 */
public interface Dialect {
  /** As on the command line; also the name of its driver. */
  String name();

  /** What its URLs begin with, as {@code jdbc:h2:}. */
  String scheme();

  /**
   * A database of its own that needs no server.
   *
   * @param folder an empty folder, which is deleted in the end
   * @return null if it needs one
   */
  default String embeddedUrl(Path folder) {
    return null;
  }

  /** What it promises, the strongest first: that is the default. */
  List<Claim> claims();

  /** The statement that makes a table of integers, or of integers and texts, by key. */
  default String createTable(String table, boolean hasLists) {
    var type = hasLists ? textType() : "INT";
    return "CREATE TABLE " + table + " (k INT NOT NULL PRIMARY KEY, v " + type + ")";
  }

  default String textType() {
    return "VARCHAR(30000)";
  }

  default String read(String table) {
    return "SELECT v FROM " + table + " WHERE k = ?";
  }

  /** Inserts or updates, from the key and the value; null if that takes two statements. */
  default String upsert(String table) {
    return insert(table) + " ON CONFLICT (k) DO UPDATE SET v = excluded.v";
  }

  /** Updates, from the value and the key. */
  default String update(String table) {
    return "UPDATE " + table + " SET v = ? WHERE k = ?";
  }

  /** Inserts, from the key and the value. */
  default String insert(String table) {
    return "INSERT INTO " + table + " (k, v) VALUES (?, ?)";
  }

  /** Puts a comma and the text of an element behind a text, from the element and the key. */
  default String append(String table) {
    return "UPDATE " + table + " SET v = v || ',' || ? WHERE k = ?";
  }

  /** What to do once, before there are sessions. */
  default void prepare(Connection connection, long lockTimeoutMillis) throws SQLException {}

  /** A setting of the server that decides what an isolation level means; empty if there is none. */
  default String setting(Connection connection) throws SQLException {
    return "";
  }

  /** Asks a new connection for an isolation, one of the {@link #claims} or a standard one. */
  default void isolate(Connection connection, String isolation) throws SQLException {
    var level = STANDARD.get(isolation);
    if (level == null) {
      throw new SQLException("it has no isolation level '" + isolation + "'");
    }
    connection.setTransactionIsolation(level);
  }

  /** Sets how long a statement waits for a lock; false if that cannot be set. */
  default boolean limitLocks(Connection connection, long millis) throws SQLException {
    return false;
  }

  /** Whether an error of a COMMIT is documented to mean that nothing was committed. */
  default boolean isRolledBack(SQLException e) {
    return "40001".equals(e.getSQLState());
  }

  /** The isolation levels of the standard, as JDBC numbers them. */
  Map<String, Integer> STANDARD =
      Map.of(
          "read-uncommitted", Connection.TRANSACTION_READ_UNCOMMITTED,
          "read-committed", Connection.TRANSACTION_READ_COMMITTED,
          "repeatable-read", Connection.TRANSACTION_REPEATABLE_READ,
          "serializable", Connection.TRANSACTION_SERIALIZABLE);

  /** Runs a statement that gives nothing back. */
  static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
