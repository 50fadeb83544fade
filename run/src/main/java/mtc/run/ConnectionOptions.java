package mtc.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import mtc.cli.Quantity;
import mtc.cli.WorkloadOptions;
import picocli.CommandLine.Option;

/** How to reach a database, and what it is told there, to be mixed in. */
final class ConnectionOptions {
  private static final long SERVER_LOCK_MILLIS = 500;
  private static final long EMBEDDED_LOCK_MILLIS = 100;

  @Option(
      names = "--read-url",
      paramLabel = "URL",
      description = "where transactions that only read go to: a replica")
  private String readUrl;

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description = "the user to connect as, if the URL does not say")
  private String user;

  @Option(
      names = "--password",
      paramLabel = "WORD",
      description = "the password; better in the environment: MTC_RUN_PASSWORD")
  private String password;

  @Option(
      names = "--driver",
      paramLabel = "JAR",
      description = "the jar of a driver, instead of the one that is fetched; may be given again")
  private List<Path> drivers = List.of();

  @Option(
      names = "--java",
      paramLabel = "FILE",
      description =
          "the Java that runs cassandra:VERSION: an 8 up to 4.1, then a 17 (default: where Debian"
              + " has them)")
  private Path java;

  @Option(
      names = "--table",
      paramLabel = "NAME",
      defaultValue = "mtc_run",
      description = "what the names of the tables begin with (default: ${DEFAULT-VALUE})")
  private String table;

  @Option(
      names = "--lock-timeout",
      paramLabel = "DURATION",
      converter = Quantity.Nanos.class,
      description =
          "how long a statement waits for a lock, where that can be set (default: 500ms, and 100ms"
              + " of embedded databases)")
  private Long lockTimeout;

  boolean hasReplica() {
    return readUrl != null;
  }

  boolean hasPlainTable() {
    return table.matches("[A-Za-z_][A-Za-z0-9_]*");
  }

  long lockTimeoutMillis(String database) {
    if (lockTimeout != null) {
      return lockTimeout / 1_000_000;
    }
    return Target.isEmbedded(database) ? EMBEDDED_LOCK_MILLIS : SERVER_LOCK_MILLIS;
  }

  /**
   * All that there is to say of a database.
   *
   * @param database its name or URL, and what comes behind it
   * @param isolation null for the strongest
   */
  Target.Wish wish(List<String> database, String isolation, int tables, WorkloadOptions workload) {
    var properties = new Properties();
    if (user != null) {
      properties.setProperty("user", user);
    }
    var word = password != null ? password : System.getenv("MTC_RUN_PASSWORD");
    if (word != null) {
      properties.setProperty("password", word);
    }
    return new Target.Wish(
        database,
        isolation == null ? null : isolation.toLowerCase(Locale.ROOT).replace(' ', '-'),
        readUrl,
        drivers,
        java,
        properties,
        table,
        tables,
        workload.hasLists(),
        workload.isLightweight(),
        lockTimeoutMillis(database.getFirst()));
  }
}
