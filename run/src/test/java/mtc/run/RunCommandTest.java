package mtc.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.regex.Pattern;
import mtc.cli.Interrupt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCommandTest {
  @TempDir Path folder;

  @Test
  void promiseOfTheDatabaseIsWhatIsChecked() {
    var run = Runs.run(folder, "h2");
    assertEquals(1, run.exit(), run.err());
    assertTrue(run.out().contains("\tser\tinvalid\n"), run.out());
    assertTrue(run.err().contains("serializable promises ser (ISO/IEC 9075-2"), run.err());
  }

  @Test
  void shortestFailingBeginningIsFoundAndNoLineLongerThanNeeded() throws Exception {
    var run = Runs.run(folder, "h2");
    var shortest = Path.of(run.log().toString().replace(".edn", ".shortest.edn"));
    var lines = Files.readAllLines(shortest);
    assertEquals(lines, Files.readAllLines(run.log()).subList(0, lines.size()));
    assertEquals(1, Runs.check(shortest, "ser"));
    var commits = lines.stream().filter(line -> line.startsWith("{:type :ok")).count();
    var told = " its first " + lines.size() + " lines with " + commits + " commits fail already";
    assertTrue(run.err().contains(told), run.err());
    Files.write(shortest, lines.subList(0, lines.size() - 1));
    assertEquals(0, Runs.check(shortest, "ser"));
  }

  @Test
  void checkOfTheWholeLogSaysTheSame() {
    var run = Runs.run(folder, "h2");
    assertEquals(1, Runs.check(run.log(), "ser"));
  }

  @Test
  void allRunsToTheEndAndTellsTheStrongestLevelBesideThePromise() throws Exception {
    var run = Runs.run(folder, "h2", "-l", "all", "--txns", "500", "--sessions", "6");
    assertEquals(1, run.exit());
    assertEquals(3000, run.count("invoke"));
    // Its snapshots are in real time, as far as a run can tell.
    var strongest =
        Pattern.compile("strongest level that held: (strong-)?si; serializable promises ser");
    assertTrue(strongest.matcher(run.err()).find(), run.err());
    assertTrue(run.err().contains("ser was violated within "), run.err());
  }

  @Test
  void everyTransactionIsInTheLogWithItsOutcomeAndTimesAscend() throws Exception {
    var run = Runs.run(folder, "sqlite", "--txns", "50", "--sessions", "4");
    assertEquals(200, run.count("invoke"));
    assertEquals(200, run.count("ok") + run.count("fail") + run.count("info"));
    var time = Pattern.compile(":time (\\d+)}$");
    var last = -1L;
    for (var line : run.operations()) {
      var matcher = time.matcher(line);
      assertTrue(matcher.find(), line);
      var now = Long.parseLong(matcher.group(1));
      assertTrue(now >= last, line);
      last = now;
    }
  }

  @Test
  void abortedTransactionsTellWhy() throws Exception {
    var run = Runs.run(folder, "sqlite", "--txns", "100");
    var failed = run.operations().stream().filter(line -> line.startsWith("{:type :fail")).toList();
    assertFalse(failed.isEmpty());
    assertTrue(failed.stream().allMatch(line -> line.contains(":error \"null/5: [SQLITE_BUSY")));
  }

  @Test
  void headerHasTheSeedAndEveryOption() throws Exception {
    var run = Runs.run(folder, "sqlite", "--seed", "77", "--txns", "20", "--pause", "3ms");
    var header = Files.readAllLines(run.log()).subList(0, 2);
    assertTrue(header.get(0).startsWith("; SQLite 3."), header.get(0));
    assertTrue(header.get(1).contains("mtc-run sqlite --sessions 10 --txns 20 "), header.get(1));
    assertTrue(header.get(1).contains(" --seed 77 "), header.get(1));
    assertTrue(header.get(1).contains(" --pause 3000000ns "), header.get(1));
  }

  @Test
  void jsonLogIsReadToo() throws Exception {
    var run = Runs.run(folder, "sqlite", "--txns", "20", "--syntax", "json");
    assertEquals(0, run.exit(), run.err());
    assertTrue(
        Files.readString(run.log()).startsWith("{\"type\":\"info\",\"process\":\"nemesis\""));
    assertEquals(0, Runs.check(run.log(), "sser"));
  }

  @Test
  void untilEndsAfterSoManyCommits() throws Exception {
    var run = Runs.run(folder, "sqlite", "--until", "150", "--sessions", "3");
    assertTrue(run.count("ok") >= 150 && run.count("ok") <= 153, run.err());
  }

  @Test
  void durationEndsTheRun() {
    var run = Runs.run(folder, "sqlite", "--for", "300ms");
    assertEquals(0, run.exit(), run.err());
  }

  @Test
  void trialsHaveSeedsAndLogsOfTheirOwn() {
    var run = Runs.run(folder, "sqlite", "--trials", "3", "--txns", "10", "--seed", "5");
    assertEquals(0, run.exit());
    assertTrue(run.err().contains("0 of 3 trials found a violation"), run.err());
    for (var seed = 5; seed <= 7; seed++) {
      var log = run.log().toString().replace(".edn", "-" + seed + ".edn");
      assertTrue(Files.exists(Path.of(log)), log);
    }
  }

  @Test
  void preloadedKeysAreWrittenByTheFirstTransactions() throws Exception {
    var run =
        Runs.run(
            folder, "sqlite", "--preload", "50%", "--keys", "8", "--txns", "5", "--rotate", "0");
    for (var key = 0; key < 4; key++) {
      var ok = run.operations().get(2 * key + 1);
      assertTrue(ok.startsWith("{:type :ok, :process 0, "), ok);
      assertTrue(ok.contains("[:r " + key + " nil] [:w " + key + " "), ok);
    }
  }

  @Test
  void tablesOfAnotherRunAreLeftAlone() throws Exception {
    var url = "jdbc:h2:mem:taken;DB_CLOSE_DELAY=-1";
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement()) {
      statement.execute("CREATE TABLE mtc_run_2 (k INT PRIMARY KEY, v INT)");
      statement.execute("INSERT INTO mtc_run_2 VALUES (0, 42)");
      var refused = Runs.run(folder, url, "--txns", "10");
      assertEquals(4, refused.exit());
      assertTrue(refused.err().contains("there is a table mtc_run_2 already"), refused.err());
      try (var rows = statement.executeQuery("SELECT v FROM mtc_run_2")) {
        assertTrue(rows.next());
      }
      var forced = Runs.run(folder, url, "--txns", "10", "--force", "-l", "si");
      assertEquals(0, forced.exit(), forced.err());
      try (var rows =
          statement.executeQuery(
              "SELECT COUNT(*) FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_NAME LIKE 'MTC_RUN%'")) {
        rows.next();
        assertEquals(0, rows.getInt(1));
      }
    }
  }

  @Test
  void existingLogIsNotReplaced() throws Exception {
    var log = folder.resolve("mine.edn");
    Files.writeString(log, "precious");
    var run = Runs.run(folder, "sqlite", "--txns", "10", "--log", log.toString());
    assertEquals(2, run.exit()); // --log is given twice
    var out = new java.io.ByteArrayOutputStream();
    var stream = new java.io.PrintStream(out, true);
    assertEquals(
        4,
        Main.run(stream, stream, Interrupt.never(), "sqlite", "--txns", "10", "--log", log + ""));
    assertEquals("precious", Files.readString(log));
  }

  @Test
  void faultsAreCommandsThatStandInTheLog() throws Exception {
    var marks = folder.resolve("marks");
    var run = Runs.run(folder, "sqlite", "--for", "4s", "--every", "200ms", "echo x >> " + marks);
    assertEquals(0, run.exit(), run.err());
    assertTrue(Files.readAllLines(marks).size() >= 2);
    var log = Files.readString(run.log());
    assertTrue(
        log.contains("{:type :info, :process :nemesis, :f :start-echo, :value \"echo x >> "), log);
    assertTrue(log.contains(" exited with 0\""), log);
  }

  @Test
  void nonsenseIsRefused() {
    assertEquals(2, Runs.run(folder, "h2", "-l", "strict").exit());
    assertEquals(2, Runs.run(folder, "h2", "--tables", "0").exit());
    assertEquals(2, Runs.run(folder, "h2", "-l", "all,ser").exit());
    assertEquals(2, Runs.run(folder).exit());
    assertEquals(4, Runs.run(folder, "nosuchdatabase").exit());
    assertEquals(4, Runs.run(folder, "jdbc:nosuch:x", "-l", "ser").exit());
    assertEquals(4, Runs.run(folder, "h2", "-i", "perfect", "-l", "ser").exit());
  }

  @Test
  void nothingCommittedIsNoVerdict() {
    var run = Runs.run(folder, "h2", "--for", "1ns");
    assertEquals(3, run.exit(), run.err());
    assertTrue(run.err().contains("nothing was committed"), run.err());
  }

  @Test
  void pageIsWritten() throws Exception {
    var page = folder.resolve("page.html");
    assertEquals(1, Runs.run(folder, "h2", "--html", page.toString()).exit());
    assertTrue(Files.readString(page).contains("<html"), "a page");
  }
}
