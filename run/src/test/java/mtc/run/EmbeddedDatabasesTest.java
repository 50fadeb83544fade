package mtc.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real databases in this process, at each level they have, three times each. */
class EmbeddedDatabasesTest {
  private static final int RUNS = 3;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "h2, serializable, ser, 1",
    "h2, serializable, si, 0",
    "h2, snapshot, si, 0",
    "h2, repeatable-read, si, 1",
    "h2, read-committed, si, 1",
    "h2, read-committed, pl2, 0",
    "sqlite, serializable, sser, 0",
    "hsqldb, serializable, ser, 1",
    "hsqldb, serializable, si, 0",
    "hsqldb, read-committed, si, 1",
    "hsqldb, read-committed, pl2, 0",
    "derby, serializable, sser, 0",
    "derby, read-committed, si, 1",
    "derby, read-committed, pl2, 0",
    "duckdb, snapshot, ser, 1",
    "duckdb, snapshot, si, 0",
    "rocksdb, serializable, sser, 0",
    "rocksdb, snapshot, ser, 1",
    "rocksdb, snapshot, si, 0",
    "berkeleydb, read-committed, si, 1",
  })
  void levelHoldsOrNotInEveryRun(String database, String isolation, String level, int exit) {
    for (var seed = 1; seed <= RUNS; seed++) {
      // A violation ends the run, and is there long before so many.
      var most = exit == 0 ? "60" : "20000";
      var run =
          Runs.run(
              folder, database, "-i", isolation, "-l", level, "--txns", most, "--seed", "" + seed);
      assertEquals(exit, run.exit(), run.err() + run.out());
      assertTrue(run.out().contains("\t" + level + "\t" + (exit == 0 ? "valid" : "invalid")));
    }
  }

  @ParameterizedTest
  @CsvSource({"h2, 1", "sqlite, 0", "hsqldb, 1", "derby, 0", "duckdb, 1"})
  void listsShowTheSame(String database, int exit) {
    var most = exit == 0 ? "40" : "5000";
    var run = Runs.run(folder, database, "--lists", "-l", "ser", "--txns", most);
    assertEquals(exit, run.exit(), run.err() + run.out());
  }

  @ParameterizedTest
  @CsvSource({"h2, 1", "sqlite, 0"})
  void generalTransactionsShowTheSame(String database, int exit) {
    var run =
        Runs.run(folder, database, "--ops", "8", "-l", "ser", "--txns", "60", "--sessions", "5");
    assertEquals(exit, run.exit(), run.err() + run.out());
  }

  /** The gap in front of a key that a transaction inserts itself is not locked any more. */
  @Test
  void berkeleyDbLetsPhantomsIntoASerializableTransaction() {
    var run = Runs.run(folder, "berkeleydb", "--for", "60s");
    assertEquals(1, run.exit(), run.err() + run.out());
  }

  @Test
  void berkeleyDbIsSerializableOnKeysThatAreThere() {
    for (var seed = 1; seed <= RUNS; seed++) {
      var run =
          Runs.run(
              folder,
              "berkeleydb",
              "--preload",
              "100%",
              "--rotate",
              "0",
              "-l",
              "sser",
              "--txns",
              "30",
              "--seed",
              "" + seed);
      assertEquals(0, run.exit(), run.err() + run.out());
    }
  }
}
