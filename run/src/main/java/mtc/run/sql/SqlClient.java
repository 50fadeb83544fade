package mtc.run.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mtc.run.store.Client;
import mtc.run.store.Outcome;
import mtc.run.store.StoreException;
import mtc.run.workload.Transaction;

/** A session on a JDBC connection: a statement per operation. */
final class SqlClient implements Client {
  /** What a statement is for. */
  private enum Use {
    READ,
    UPSERT,
    UPDATE,
    INSERT,
    APPEND;

    String text(Dialect dialect, String table) {
      return switch (this) {
        case READ -> dialect.read(table);
        case UPSERT -> dialect.upsert(table);
        case UPDATE -> dialect.update(table);
        case INSERT -> dialect.insert(table);
        case APPEND -> dialect.append(table);
      };
    }
  }

  private final Dialect dialect;
  private final Connection connection;
  private final String tables;
  private final int tableCount;
  private final boolean canUpsert;

  /** By use and table; null until it is needed. */
  private final PreparedStatement[] statements;

  SqlClient(Dialect dialect, Connection connection, String tables, int tableCount) {
    this.dialect = dialect;
    this.connection = connection;
    this.tables = tables;
    this.tableCount = tableCount;
    this.canUpsert = dialect.upsert("t") != null;
    this.statements = new PreparedStatement[Use.values().length * tableCount];
  }

  @Override
  public Outcome run(Transaction transaction) {
    var isCommitSent = false;
    try {
      for (var i = 0; i < transaction.size(); i++) {
        transaction.mayPause(i);
        operation(transaction, i);
      }
      transaction.mayPause(transaction.size());
      isCommitSent = true;
      connection.commit();
      return Outcome.COMMITTED;
    } catch (SQLException e) {
      return ended(!isCommitSent || dialect.isRolledBack(e), describe(e));
    } catch (RuntimeException e) {
      // Drivers have bugs too; what is certain does not depend on how they show.
      return ended(!isCommitSent, e.toString());
    }
  }

  private void operation(Transaction transaction, int i) throws SQLException {
    var key = transaction.key(i);
    switch (transaction.kind(i)) {
      case READ -> read(transaction, i);
      case WRITE -> {
        if (canUpsert) {
          execute(Use.UPSERT, key, key, transaction.value(i));
        } else if (execute(Use.UPDATE, key, transaction.value(i), key) == 0) {
          execute(Use.INSERT, key, key, transaction.value(i));
        }
      }
      case APPEND -> append(key, Integer.toString(transaction.value(i)));
    }
  }

  private void read(Transaction transaction, int i) throws SQLException {
    var key = transaction.key(i);
    var statement = statement(Use.READ, key);
    statement.setInt(1, key);
    try (var rows = statement.executeQuery()) {
      if (!rows.next()) {
        transaction.sawNothing(i);
      } else if (transaction.hasLists()) {
        transaction.sawList(i, elements(rows.getString(1)));
      } else {
        transaction.saw(i, rows.getLong(1));
      }
    }
  }

  private static long[] elements(String text) {
    return Arrays.stream(text.split(",")).mapToLong(Long::parseLong).toArray();
  }

  private int execute(Use use, int key, int first, int second) throws SQLException {
    var statement = statement(use, key);
    statement.setInt(1, first);
    statement.setInt(2, second);
    return statement.executeUpdate();
  }

  private void append(int key, String element) throws SQLException {
    var append = statement(Use.APPEND, key);
    append.setString(1, element);
    append.setInt(2, key);
    if (append.executeUpdate() == 0) {
      var insert = statement(Use.INSERT, key);
      insert.setInt(1, key);
      insert.setString(2, element);
      insert.executeUpdate();
    }
  }

  private PreparedStatement statement(Use use, int key) throws SQLException {
    var table = key % tableCount;
    var at = use.ordinal() * tableCount + table;
    if (statements[at] == null) {
      statements[at] =
          connection.prepareStatement(use.text(dialect, SqlStore.table(tables, table)));
    }
    return statements[at];
  }

  /** Rolls back, and prepares all statements anew: some databases lose them with a transaction. */
  private Outcome ended(boolean isCertain, String error) {
    if (!isCertain) {
      return Outcome.broken(false, error);
    }
    try {
      forget();
      connection.rollback();
      return Outcome.rolledBack(error);
    } catch (SQLException | RuntimeException e) {
      return Outcome.broken(true, error);
    }
  }

  private void forget() throws SQLException {
    for (var i = 0; i < statements.length; i++) {
      if (statements[i] != null) {
        statements[i].close();
        statements[i] = null;
      }
    }
  }

  private static String describe(SQLException e) {
    var codes = new ArrayList<>(List.of(String.valueOf(e.getSQLState())));
    if (e.getErrorCode() != 0) {
      codes.add(Integer.toString(e.getErrorCode()));
    }
    return String.join("/", codes) + ": " + StoreException.oneLine(e);
  }

  @Override
  public void close() {
    abandon(connection);
  }

  /** Some refuse to close a connection with an open transaction. */
  static void abandon(Connection connection) {
    if (connection == null) {
      return;
    }
    try (connection) {
      connection.rollback();
    } catch (SQLException | RuntimeException e) {
      // It is gone either way.
    }
  }
}
