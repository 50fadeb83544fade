package mtc.run;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import mtc.run.driver.Drivers;
import mtc.run.exec.ExecStore;
import mtc.run.keyvalue.Cassandra;
import mtc.run.keyvalue.Etcd;
import mtc.run.keyvalue.Redis;
import mtc.run.server.TemporaryCassandra;
import mtc.run.server.TemporaryPostgres;
import mtc.run.sql.Dialect;
import mtc.run.sql.Dialects;
import mtc.run.sql.SqlStore;
import mtc.run.store.Store;
import mtc.run.store.StoreException;

/** From what the user named to the store that it is. */
final class Target implements AutoCloseable {
  /**
   * How the user wants it.
   *
   * @param words the name or URL, and what comes behind it
   * @param isolation null for the strongest
   * @param java for servers that are Java programs; null for the usual one
   */
  record Wish(
      List<String> words,
      String isolation,
      String readUrl,
      List<Path> drivers,
      Path java,
      Properties properties,
      String tables,
      int tableCount,
      boolean hasLists,
      boolean isLightweight,
      long lockTimeoutMillis) {
    String name() {
      return words.getFirst();
    }
  }

  /** By name, the class of a store that runs in this process. */
  private static final Map<String, String> EMBEDDED =
      Map.of(
          "rocksdb", "mtc.run.embedded.RocksDb",
          "berkeleydb", "mtc.run.embedded.BerkeleyDb");

  private final Wish wish;
  private final Path folder;
  private TemporaryPostgres postgres;
  private TemporaryCassandra cassandra;

  Target(Wish wish) throws IOException {
    this.wish = wish;
    this.folder = Files.createTempDirectory("mtc-run");
  }

  /** Whether a name is that of a database that runs in this process. */
  static boolean isEmbedded(String name) {
    return EMBEDDED.containsKey(name) || Dialects.named(name) != null;
  }

  /** A store, as new. */
  Store open() throws StoreException {
    var name = wish.name();
    if (name.equals("exec")) {
      return exec();
    }
    if (wish.words().size() > 1) {
      throw new StoreException("there is no use for '" + wish.words().get(1) + "' behind " + name);
    }
    if (name.startsWith("redis://")) {
      return new Redis(name, wish.readUrl(), wish.isolation(), wish.tables());
    }
    if (name.startsWith("etcd://") || name.startsWith("http://") || name.startsWith("https://")) {
      if (wish.hasLists()) {
        throw new StoreException("etcd has no lists to append to");
      }
      return new Etcd(name, wish.readUrl(), wish.isolation(), wish.tables());
    }
    if (name.equals("cassandra") || name.startsWith("cassandra:")) {
      if (!wish.isLightweight()) {
        throw new StoreException("Cassandra has transactions on one key only: give --lwt");
      }
      var url = name.startsWith("cassandra://") ? name : temporaryCassandra(name);
      return new Cassandra(url, wish.readUrl(), wish.isolation(), wish.tables());
    }
    if (EMBEDDED.containsKey(name)) {
      return inProcess(name);
    }
    if (name.equals("postgres") || name.startsWith("postgres:")) {
      return sql(Dialects.named("postgres"), temporaryPostgres(name));
    }
    return openSql();
  }

  /** A class that is loaded beside its store, each time with a folder of its own. */
  private Store inProcess(String name) throws StoreException {
    if (wish.hasLists()) {
      throw new StoreException(name + " has no lists to append to");
    }
    try {
      var loader = Drivers.loader(name, wish.drivers());
      var type = Class.forName(EMBEDDED.get(name), true, loader);
      return (Store)
          type.getConstructor(Path.class, String.class, long.class)
              .newInstance(
                  Files.createTempDirectory(folder, name),
                  wish.isolation(),
                  wish.lockTimeoutMillis());
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof StoreException refused) {
        throw refused;
      }
      throw new StoreException(name, e.getCause());
    } catch (ReflectiveOperationException | IOException e) {
      throw new StoreException(name, e);
    }
  }

  private Store exec() throws StoreException {
    if (wish.words().size() == 1) {
      throw new StoreException("exec takes a command: mtc-run exec ./client");
    }
    return new ExecStore(wish.words().subList(1, wish.words().size()), wish.isolation());
  }

  /** The server of a version, started once for all trials. */
  private String temporaryPostgres(String name) throws StoreException {
    if (postgres == null) {
      var version = name.equals("postgres") ? "" : name.substring("postgres:".length());
      postgres = new TemporaryPostgres(Drivers.postgresBinaries(version), folder);
    }
    return postgres.url();
  }

  /** The nodes of a version, started once for all trials. */
  private String temporaryCassandra(String name) throws StoreException {
    if (cassandra == null) {
      var version = name.replaceFirst("cassandra:?", "");
      cassandra = new TemporaryCassandra(version, Drivers.cassandra(version), wish.java(), folder);
    }
    return cassandra.url();
  }

  private Store openSql() throws StoreException {
    var dialect = Dialects.named(wish.name());
    if (dialect != null) {
      return embedded(dialect);
    }
    if (wish.name().startsWith("jdbc:")) {
      return sql(Dialects.of(wish.name()), wish.name());
    }
    throw new StoreException(
        "'"
            + wish.name()
            + "' is no database that is known; give one of "
            + String.join(", ", Dialects.names())
            + ", rocksdb, berkeleydb, exec and a command, or a URL that begins with jdbc:, redis:,"
            + " etcd: or cassandra:");
  }

  private Store embedded(Dialect dialect) throws StoreException {
    var url = dialect.embeddedUrl(folder);
    if (url == null) {
      throw new StoreException(
          dialect.name() + " needs a server: give its URL, " + dialect.scheme() + "//…");
    }
    return sql(dialect, url);
  }

  private Store sql(Dialect dialect, String url) throws StoreException {
    var isolation =
        wish.isolation() == null ? dialect.claims().getFirst().isolation() : wish.isolation();
    var loader = Drivers.loader(dialect.name(), wish.drivers());
    var settings =
        new SqlStore.Settings(
            url,
            wish.readUrl(),
            wish.properties(),
            isolation,
            wish.tables(),
            wish.tableCount(),
            wish.hasLists(),
            wish.lockTimeoutMillis());
    return new SqlStore(dialect, Drivers.jdbc(loader, url), settings);
  }

  /** Removes what embedded databases left. */
  @Override
  public void close() throws IOException {
    if (postgres != null) {
      postgres.close();
    }
    if (cassandra != null) {
      cassandra.close();
    }
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
