package mtc.run.sql;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import mtc.run.store.Claim;

/** DuckDB, which has one isolation level and no locks to wait for. */
final class DuckDb implements Dialect {
  @Override
  public String name() {
    return "duckdb";
  }

  @Override
  public String scheme() {
    return "jdbc:duckdb:";
  }

  @Override
  public String embeddedUrl(Path folder) {
    return "jdbc:duckdb::memory:" + folder.getFileName();
  }

  @Override
  public List<Claim> claims() {
    return List.of(
        new Claim("snapshot", "si", "https://duckdb.org/docs/stable/connect/concurrency"));
  }

  @Override
  public void isolate(Connection connection, String isolation) throws SQLException {
    if (!isolation.equals("snapshot")) {
      throw new SQLException("it has one isolation level, 'snapshot', and not '" + isolation + "'");
    }
  }

  /** It gives no codes: a COMMIT that met a conflict or a key that is there says that it failed. */
  @Override
  public boolean isRolledBack(SQLException e) {
    var message = String.valueOf(e.getMessage());
    return message.contains("Failed to commit")
        && (message.contains("onflict") || message.contains("constraint"));
  }
}
