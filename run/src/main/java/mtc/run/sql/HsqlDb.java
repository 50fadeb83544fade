package mtc.run.sql;

import java.nio.file.Path;
import java.util.List;
import mtc.run.store.Claim;

/** HSQLDB; embedded, in its MVCC mode. */
final class HsqlDb implements Dialect {
  private static final String MANUAL =
      "https://hsqldb.org/doc/2.0/guide/sessions-chapt.html#snc_tx_mvcc";

  @Override
  public String name() {
    return "hsqldb";
  }

  @Override
  public String scheme() {
    return "jdbc:hsqldb:";
  }

  @Override
  public String embeddedUrl(Path folder) {
    return "jdbc:hsqldb:mem:" + folder.getFileName() + ";hsqldb.tx=mvcc";
  }

  @Override
  public List<Claim> claims() {
    return List.of(
        new Claim("serializable", "ser", "ISO/IEC 9075-2, 4.41.4; " + MANUAL),
        new Claim("read-committed", "pl2", MANUAL));
  }

  @Override
  public String upsert(String table) {
    return "MERGE INTO "
        + table
        + " USING (VALUES (CAST(? AS INT), CAST(? AS INT))) AS s (k, v) ON "
        + table
        + ".k = s.k WHEN MATCHED THEN UPDATE SET "
        + table
        + ".v = s.v WHEN NOT MATCHED THEN INSERT VALUES s.k, s.v";
  }

  @Override
  public String append(String table) {
    return "UPDATE " + table + " SET v = v || ',' || CAST(? AS VARCHAR(20)) WHERE k = ?";
  }
}
