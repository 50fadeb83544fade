package mtc.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.HashSet;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Connections are cut while transactions commit, again and again. A trigger keeps every value that
 * was ever committed, and the database is read afterwards: what the log calls failed is not there,
 * what it calls committed is.
 */
class KilledServerTest {
  @TempDir Path folder;

  private static final Pattern WRITE = Pattern.compile("\\[:w \\d+ (\\d+)]");

  private static HashSet<Integer> written(Path log, String type) throws Exception {
    var values = new HashSet<Integer>();
    for (var line : Files.readAllLines(log)) {
      if (line.startsWith("{:type :" + type + ",")) {
        var matcher = WRITE.matcher(line);
        while (matcher.find()) {
          values.add(Integer.parseInt(matcher.group(1)));
        }
      }
    }
    return values;
  }

  @Test
  void nothingIsCalledFailedThatCommitted() throws Exception {
    try (var server = Servers.postgres(folder)) {
      server.start();
      var url = Servers.url(server);
      try (var connection = DriverManager.getConnection(url);
          var statement = connection.createStatement()) {
        statement.execute("CREATE TABLE kept (v INT)");
        statement.execute(
            "CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS"
                + " 'BEGIN INSERT INTO kept VALUES (NEW.v); RETURN NEW; END'");
        statement.execute(
            "CREATE FUNCTION follow() RETURNS event_trigger LANGUAGE plpgsql AS 'DECLARE o record;"
                + " BEGIN FOR o IN SELECT * FROM pg_event_trigger_ddl_commands() LOOP IF"
                + " o.command_tag = ''CREATE TABLE'' THEN EXECUTE format(''CREATE TRIGGER keep"
                + " AFTER INSERT OR UPDATE ON %s FOR EACH ROW EXECUTE FUNCTION keep()'',"
                + " o.object_identity); END IF; END LOOP; END'");
        statement.execute(
            "CREATE EVENT TRIGGER follow ON ddl_command_end EXECUTE FUNCTION follow()");
        var run =
            CompletableFuture.supplyAsync(() ->
                Runs.run(
                    folder,
                    url,
                    "-i",
                    "read-committed",
                    "-l",
                    "all",
                    "--for",
                    "6s",
                    "--pause",
                    "0"));
        while (!run.isDone()) {
          Thread.sleep(5);
          // Those that are in the middle of their COMMIT, if there are any.
          statement.execute(
              "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'COMMIT' AND"
                  + " state = 'active' AND pid <> pg_backend_pid()");
        }
        var log = run.get().log();
        var kept = new HashSet<Integer>();
        try (var rows = statement.executeQuery("SELECT v FROM kept")) {
          while (rows.next()) {
            kept.add(rows.getInt(1));
          }
        }
        var unknown = written(log, "info");
        assertFalse(unknown.isEmpty(), "no connection was cut at its COMMIT");
        assertTrue(kept.containsAll(written(log, "ok")), "what is ok committed");
        var failed = written(log, "fail");
        failed.retainAll(kept);
        assertEquals(new HashSet<Integer>(), failed, "what failed did not commit");
      }
    }
  }

  @Test
  void sessionsGoOnAfterTheServerWasKilledAndCameBack() throws Exception {
    try (var server = Servers.postgres(folder)) {
      server.start();
      var run =
          CompletableFuture.supplyAsync(
              () -> Runs.run(folder, Servers.url(server), "-l", "ser", "--for", "12s"));
      Thread.sleep(4000);
      server.kill();
      Thread.sleep(1000);
      server.start();
      var ended = run.get();
      assertEquals(0, ended.exit(), ended.err());
      assertTrue(ended.err().contains("PostgreSQL 15"), ended.err());
    }
  }
}
