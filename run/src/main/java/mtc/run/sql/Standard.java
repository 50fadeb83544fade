package mtc.run.sql;

import java.util.List;
import mtc.run.store.Claim;

/** What every SQL database should understand, for those that have no dialect of their own. */
final class Standard implements Dialect {
  private static final String SQL = "ISO/IEC 9075-2, 4.41.4";

  @Override
  public String name() {
    return "sql";
  }

  @Override
  public String scheme() {
    return "jdbc:";
  }

  @Override
  public List<Claim> claims() {
    return List.of(new Claim("serializable", "ser", SQL));
  }

  @Override
  public String upsert(String table) {
    return null;
  }
}
