package mtc.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real servers at the levels they have, three times each. */
class ServersTest {
  private static final int RUNS = 3;

  @TempDir Path folder;

  private void expect(int exit, String url, String isolation, String level) {
    for (var seed = 1; seed <= RUNS; seed++) {
      var run =
          Runs.run(
              folder,
              url,
              "-i",
              isolation,
              "-l",
              level,
              "--seed",
              "" + seed,
              "--txns",
              exit == 0 ? "100" : "20000");
      assertEquals(exit, run.exit(), run.err() + run.out());
      assertTrue(run.out().contains("\t" + level + "\t" + (exit == 0 ? "valid" : "invalid")));
    }
  }

  @Test
  void postgresKeepsWhatItPromisesAndNoMore() throws Exception {
    try (var server = Servers.postgres(folder)) {
      server.start();
      var url = Servers.url(server);
      expect(0, url, "serializable", "ser");
      expect(0, url, "repeatable-read", "si");
      expect(1, url, "repeatable-read", "ser");
      expect(1, url, "read-committed", "si");
    }
  }

  @Test
  void mariaDbLosesUpdatesAtRepeatableReadUnlessItIsToldNotTo() throws Exception {
    try (var server = Servers.mariaDb(folder, false)) {
      server.start();
      var url = "jdbc:mariadb://127.0.0.1:" + server.port + "/test?user=root&sslMode=disable";
      expect(0, url, "serializable", "ser");
      expect(1, url, "repeatable-read", "si");
    }
  }

  @Test
  void mariaDbWithSnapshotIsolationHasSnapshots() throws Exception {
    try (var server = Servers.mariaDb(folder, true)) {
      server.start();
      var url = "jdbc:mariadb://127.0.0.1:" + server.port + "/test?user=root&sslMode=disable";
      expect(0, url, "repeatable-read", "si");
      expect(1, url, "repeatable-read", "ser");
    }
  }

  @Test
  void redisIsSerializableWithWatchOnly() throws Exception {
    try (var server = Servers.redis(folder)) {
      server.start();
      var url = "redis://127.0.0.1:" + server.port;
      expect(0, url, "watch", "sser");
      expect(1, url, "multi", "si");
      var lists = Runs.run(folder, url, "--lists", "--txns", "100");
      assertEquals(0, lists.exit(), lists.err());
      expectGeneralTransactionsToHold(url);
      expectGeneralTransactionsToHold(url, "--lists");
    }
  }

  @Test
  void etcdIsStrictlySerializable() throws Exception {
    try (var server = Servers.etcd(folder)) {
      server.start();
      expect(0, "etcd://127.0.0.1:" + server.port, "txn", "sser");
      expectGeneralTransactionsToHold("etcd://127.0.0.1:" + server.port);
    }
  }

  /** They also read what they wrote themselves, and write a key more than once. */
  private void expectGeneralTransactionsToHold(String url, String... more) throws Exception {
    var args = new ArrayList<>(List.of(url, "--ops", "8", "--txns", "40", "--sessions", "4"));
    args.addAll(List.of(more));
    var run = Runs.run(folder, args.toArray(String[]::new));
    assertEquals(0, run.exit(), run.err() + run.out());
    assertEquals(0, run.count("info"), run.err());
  }

  /** Three nodes of Maven Central, on the Java that they run on, if it is there. */
  private void cassandra(String version, int java) throws Exception {
    var program = "/usr/lib/jvm/java-" + java + "-openjdk-amd64/" + (java == 8 ? "jre/" : "");
    assumeTrue(
        Files.isExecutable(Path.of(program + "bin/java")),
        "Java " + java + ", which Cassandra " + version + " runs on, is not installed");
    try (var nodes = Servers.cassandra(version, folder)) {
      for (var seed = 1; seed <= RUNS; seed++) {
        var lwt = Runs.run(folder, nodes.url(), "--lwt", "--for", "10s", "--seed", "" + seed);
        assertEquals(0, lwt.exit(), lwt.err() + lwt.out());
        assertTrue(lwt.out().contains("\tlin\tvalid"), lwt.out());
        assertTrue(lwt.err().contains("Cassandra " + version), lwt.err());
        assertTrue(lwt.count("fail") > 0, "some find that what they read has changed");
        var quorum =
            Runs.run(
                folder, nodes.url(), "--lwt", "-i", "quorum", "-l", "lin", "--seed", "" + seed);
        assertEquals(1, quorum.exit(), quorum.err() + quorum.out());
      }
      var taken = Runs.run(folder, nodes.url(), "--lwt", "--table", "system", "--txns", "1");
      assertEquals(4, taken.exit(), taken.err());
    }
  }

  @Test
  void cassandraIsLinearizableWithLightweightTransactionsOnly() throws Exception {
    cassandra("5.0.2", 17);
  }

  @Test
  void cassandraOfThePaperIsTooAsFarAsThisShows() throws Exception {
    cassandra("2.0.1", 8);
  }

  @Test
  void postgresOfMavenCentralIsBroughtAlong() {
    var run = Runs.run(folder, "postgres:12.3", "-i", "repeatable-read", "-l", "ser");
    assertEquals(1, run.exit(), run.err());
    assertTrue(run.err().contains("PostgreSQL 12.3, REPEATABLE READ"), run.err());
  }
}
