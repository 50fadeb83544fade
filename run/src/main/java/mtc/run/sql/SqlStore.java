package mtc.run.sql;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Properties;
import mtc.run.store.Claim;
import mtc.run.store.Client;
import mtc.run.store.Store;
import mtc.run.store.StoreException;

/** A database that is spoken to in SQL, in tables of its own. */
public final class SqlStore implements Store {
  /**
   * How to use it.
   *
   * @param url where it is
   * @param readUrl where transactions that only read go to; null for the same
   * @param isolation as {@link Claim#isolation}
   * @param tables what the names of the tables begin with, and how many there are
   */
  public record Settings(
      String url,
      String readUrl,
      Properties properties,
      String isolation,
      String tables,
      int tableCount,
      boolean hasLists,
      long lockTimeoutMillis) {}

  private final Dialect dialect;
  private final Driver driver;
  private final Settings settings;

  /** Stays open to the end: a database in memory is gone with its last connection. */
  private Connection anchor;

  private String product = "";
  private String setting = "";
  private int made;

  public SqlStore(Dialect dialect, Driver driver, Settings settings) {
    this.dialect = dialect;
    this.driver = driver;
    this.settings = settings;
  }

  @Override
  public String describe() {
    var isolated = product + ", " + settings.isolation().replace('-', ' ').toUpperCase(Locale.ROOT);
    return setting.isEmpty() ? isolated : isolated + ", " + setting;
  }

  @Override
  public Claim claim() {
    for (var claim : dialect.claims()) {
      if (claim.isolation().equals(settings.isolation())) {
        return claim;
      }
    }
    return null;
  }

  @Override
  public void prepare(boolean replace) throws StoreException {
    try {
      anchor = open(settings.url());
      var data = anchor.getMetaData();
      product = data.getDatabaseProductName() + " " + version(data.getDatabaseProductVersion());
      setting = dialect.setting(anchor);
      dialect.prepare(anchor, settings.lockTimeoutMillis());
      for (; made < settings.tableCount(); made++) {
        makeTable(anchor, table(made), replace);
      }
    } catch (SQLException e) {
      throw new StoreException(settings.url(), e);
    }
  }

  /** Without the build that some put behind it. */
  private static String version(String text) {
    return text.split("[ -]", 2)[0];
  }

  private void makeTable(Connection connection, String table, boolean replace)
      throws SQLException, StoreException {
    if (exists(connection, table)) {
      if (!replace) {
        throw StoreException.taken("a table " + table);
      }
      Dialect.execute(connection, "DROP TABLE " + table);
    }
    Dialect.execute(connection, dialect.createTable(table, settings.hasLists()));
  }

  private static boolean exists(Connection connection, String table) {
    try {
      Dialect.execute(connection, "SELECT k FROM " + table + " WHERE k = 0");
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  @Override
  public Client connect(int session, boolean reads) throws StoreException {
    var url = reads && settings.readUrl() != null ? settings.readUrl() : settings.url();
    Connection connection = null;
    try {
      connection = open(url);
      dialect.limitLocks(connection, settings.lockTimeoutMillis());
      dialect.isolate(connection, settings.isolation());
      connection.setAutoCommit(false);
      return new SqlClient(dialect, connection, settings.tables(), settings.tableCount());
    } catch (SQLException e) {
      SqlClient.abandon(connection);
      throw new StoreException(url, e);
    }
  }

  private Connection open(String url) throws SQLException {
    var connection = driver.connect(url, (Properties) settings.properties().clone());
    if (connection == null) {
      throw new SQLException("the driver does not know such a URL");
    }
    return connection;
  }

  private String table(int number) {
    return table(settings.tables(), number);
  }

  static String table(String tables, int number) {
    return tables + "_" + number;
  }

  @Override
  public void close() throws StoreException {
    try {
      dropTables();
    } finally {
      SqlClient.abandon(anchor);
    }
  }

  private void dropTables() throws StoreException {
    if (made == 0) {
      return;
    }
    try (var connection = open(settings.url())) {
      while (made > 0) {
        Dialect.execute(connection, "DROP TABLE " + table(made - 1));
        made--;
      }
    } catch (SQLException e) {
      throw new StoreException(
          "the tables " + table(0) + " … cannot be dropped from " + settings.url(), e);
    }
  }
}
