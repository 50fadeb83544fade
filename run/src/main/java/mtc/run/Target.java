package mtc.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import mtc.run.driver.Drivers;
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
   */
  record Wish(
      List<String> words,
      String isolation,
      String readUrl,
      List<Path> drivers,
      Properties properties,
      String tables,
      int tableCount,
      boolean hasLists,
      long lockTimeoutMillis) {
    String name() {
      return words.getFirst();
    }
  }

  private final Wish wish;
  private final Path folder;

  Target(Wish wish) throws IOException {
    this.wish = wish;
    this.folder = Files.createTempDirectory("mtc-run");
  }

  /** A store, as new. */
  Store open() throws StoreException {
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
            + ", or a URL that begins with jdbc:");
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
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
