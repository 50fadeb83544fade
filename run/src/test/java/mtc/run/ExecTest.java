package mtc.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that are programs of their own. */
class ExecTest {
  @TempDir Path folder;

  /** The example of the documentation. */
  @Test
  void clientOfTheDocumentationPasses() throws Exception {
    var python = Path.of("/usr/bin/python3");
    Assumptions.assumeTrue(Files.isExecutable(python), "there is no python3");
    var client = Path.of(System.getProperty("mtc.root"), "docs/examples/client.py");
    var database = folder.resolve("kv.db");
    var run =
        Runs.run(
            folder,
            "exec",
            python.toString(),
            client.toString(),
            database.toString(),
            "-l",
            "sser",
            "--sessions",
            "4",
            "--txns",
            "40");
    assertEquals(0, run.exit(), run.err());
    assertEquals(160, run.count("invoke"));
    assertTrue(run.count("ok") > 0);
    assertEquals(0, run.count("info"));
  }

  private Runs.Run shell(String script) throws Exception {
    var file = Files.writeString(folder.resolve("client.sh"), script);
    return Runs.run(
        folder, "exec", "sh", file.toString(), "-l", "ser", "--sessions", "2", "--txns", "5");
  }

  @Test
  void clientThatSaysNothingLeavesEverythingOpen() throws Exception {
    var run = shell("read line; exit 1");
    assertEquals(3, run.exit(), run.err());
    assertEquals(10, run.count("info"));
    assertTrue(run.operations().getLast().contains("ended without an answer"));
  }

  @Test
  void answerThatDoesNotFitLeavesItsTransactionOpen() throws Exception {
    var run = shell("while read line; do echo '{\"type\":\"ok\",\"value\":[]}'; done");
    assertEquals(3, run.exit(), run.err());
    assertEquals(10, run.count("info"));
    assertTrue(run.operations().getLast().contains("the client's answer is no completion"));
  }

  @Test
  void failuresOfTheClientAreFailures() throws Exception {
    var run = shell("while read line; do echo '{\"type\":\"fail\",\"error\":\"no\"}'; done");
    assertEquals(3, run.exit(), run.err());
    assertEquals(10, run.count("fail"));
  }

  /** Reads that are always of nothing, while writes commit: a lost update. */
  @Test
  void clientThatLiesIsFoundOut() throws Exception {
    var run = shell("while read line; do echo \"$line\" | sed 's/\"invoke\"/\"ok\"/'; done");
    assertEquals(1, run.exit(), run.err());
  }
}
