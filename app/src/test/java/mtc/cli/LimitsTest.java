package mtc.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every limit has an option, and an error that names it. */
class LimitsTest {
  private static final String OP = "{:type :ok, :process %d, :f :txn, :value [%s]}\n";

  private static final String DBCOP =
      "{\"events\":[{\"Write\":{\"variable\":%d,\"version\":1}}],\"committed\":true}";

  @TempDir Path folder;

  /** Three transactions of three sessions, on three keys, with six values. */
  private Map<String, String> logs() {
    var edn = new StringBuilder();
    var lines = new StringBuilder();
    var viper = new StringBuilder();
    for (var i = 0; i < 3; i++) {
      edn.append(OP.formatted(i, "[:r %d nil] [:w %d 1]".formatted(i, i)));
      lines.append("r(%d,0,%d,%d)\nw(%d,1,%d,%d)\n".formatted(i, i, i, i, i, i));
      viper.append("{\"value\":[[\"r\",%d,0,false],[\"w\",%d,1,true]]}\n".formatted(i, i));
    }
    return Map.of(
        "log.edn", edn.toString(),
        "log.txt", lines.toString(),
        "viper.log", viper.toString());
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void keysAndValuesAreBounded() throws IOException {
    for (var log : logs().entrySet()) {
      var path = write(log.getKey(), log.getValue());
      for (var limit : Map.of("--max-keys", 3, "--max-values", 6).entrySet()) {
        var option = limit.getKey();
        assertEquals(0, Invocation.of("check", option, limit.getValue(), path).exit(), option);
        var run = Invocation.of("check", option, limit.getValue() - 1, path);
        assertEquals(4, run.exit(), option + " " + path);
        assertTrue(run.err().contains(option + " N raises the limit"), run.err());
      }
    }
  }

  @Test
  void sessionsAreBounded() throws IOException {
    for (var name : List.of("log.edn", "log.txt")) {
      var path = write(name, logs().get(name));
      assertEquals(0, Invocation.of("check", "--max-sessions", 3, path).exit());
      var run = Invocation.of("check", "--max-sessions", 2, path);
      assertEquals(4, run.exit());
      assertTrue(run.err().contains("more than 2 sessions; --max-sessions N"), run.err());
    }
  }

  @Test
  void textsAndNestingAreBounded() throws IOException {
    var deep = "[".repeat(20) + "]".repeat(20);
    var text = "x".repeat(2000);
    for (var log :
        List.of(
            OP.replace("}", ", :error %s}").formatted(0, "[:r 1 nil]", "%s"),
            "[{\"type\":\"ok\",\"process\":0,\"value\":[[\"r\",1,null]],\"error\":%s}]",
            "{\"value\":[[\"r\",1,0,false]],\"more\":%s}")) {
      var path = write("deep", log.formatted(deep));
      assertEquals(0, Invocation.of("check", path).exit());
      var run = Invocation.of("check", "--max-depth", 10, path);
      assertEquals(4, run.exit(), log);
      assertTrue(run.err().contains("nested deeper than 10; --max-depth N"), run.err());
    }
    for (var log :
        List.of(
            OP.formatted(0, "[:r \"%s\" nil]"),
            "[{\"type\":\"ok\",\"process\":0,\"value\":[[\"r\",\"%s\",null]]}]",
            "{\"value\":[[\"r\",\"%s\",0,false]]}")) {
      var path = write("long", log.formatted(text));
      assertEquals(0, Invocation.of("check", path).exit());
      var run = Invocation.of("check", "--max-text", 1000, path);
      assertEquals(4, run.exit(), log);
      assertTrue(run.err().contains("longer than 1000 bytes; --max-text SIZE"), run.err());
      assertTrue(!run.err().contains("Constraints"), run.err());
    }
    var digits = write("digits", OP.formatted(0, "[:r 1 " + "7".repeat(5000) + "]"));
    var run = Invocation.of("check", digits);
    assertEquals("mtc: " + digits + ":1:48: a number has more than 1000 digits\n", run.err());
  }

  @Test
  void linesAreBounded() throws IOException {
    for (var log :
        Map.of(
                "log.txt", "r(0,0,0,0)\n",
                "awdit.txt", "w 0 1\n",
                "porcupine.log", "INFO  jepsen.util - 0\t:invoke\t:read\tnil\n",
                "history.txt", "0\t:invoke\t:read\tnil\n")
            .entrySet()) {
      var path = write(log.getKey(), log.getValue());
      var length = log.getValue().length() - 1;
      assertEquals(0, Invocation.of("check", "--max-text", length, path).exit(), log.getKey());
      var run = Invocation.of("check", "--max-text", length - 1, path);
      assertEquals(4, run.exit(), log.getKey());
      assertEquals(
          "mtc: %s:byte 0: a line or a text in it is longer than %d bytes; --max-text SIZE raises the limit\n"
              .formatted(path, length - 1),
          run.err());
    }
  }

  /** Long enough that they are parsed in parts, as what is usual. */
  @Test
  void longLogsAreBoundedAsShortOnesAre() throws IOException {
    var edn = new StringBuilder();
    var json = new StringBuilder();
    var viper = new StringBuilder();
    for (var i = 0; i < 6000; i++) {
      edn.append("{:type :ok, :process 0, :f :txn, :value [[:w %d 1]]}\n".formatted(i));
      json.append(
          "{\"type\":\"ok\",\"process\":0,\"f\":\"txn\",\"value\":[[\"w\",%d,1]]}\n".formatted(i));
      viper.append("{\"value\":[[\"w\",%d,1,true]]}\n".formatted(i));
    }
    var dbcop = new StringBuilder("[[");
    for (var i = 0; i < 6000; i++) {
      dbcop.append(i == 0 ? "" : ",").append(DBCOP.formatted(i));
    }
    dbcop.append("]]\n");
    for (var log :
        Map.of("edn", edn, "json", json, "viper.log", viper, "dbcop.json", dbcop).entrySet()) {
      var path = write(log.getKey(), log.getValue().toString());
      assertEquals(0, Invocation.of("check", path).exit(), log.getKey());
      for (var limit : Map.of("--max-depth", 2, "--max-text", 3).entrySet()) {
        var run = Invocation.of("check", limit.getKey(), limit.getValue(), path);
        assertEquals(4, run.exit(), log.getKey());
        assertTrue(run.err().contains(limit.getKey()), run.err());
      }
    }
  }

  @Test
  void memoryIsBoundedWhileReadingAndTheErrorSaysHowMuchItTakes() throws IOException {
    var log = new StringBuilder();
    for (var i = 0; i < 100_000; i++) {
      log.append("w(%d,1,0,%d)\n".formatted(i, i));
    }
    var path = write("large.txt", log.toString());
    var run = Invocation.of("check", "--max-memory", "1M", path);
    assertEquals(4, run.exit(), run.err());
    assertTrue(
        run.err()
            .matches("(?s).*it needs about \\d+ MB of memory, and may take 1 MB; --max-memory.*"),
        run.err());
    assertEquals(0, Invocation.of("check", path).exit());
  }

  @Test
  void nonsenseIsAUsageError() throws IOException {
    var path = write("log.edn", logs().get("log.edn"));
    for (var option : List.of("entries", "depth", "values", "keys", "sessions")) {
      for (var value : List.of("0", "-1", "99999999999", "x")) {
        assertEquals(2, Invocation.of("check", "--max-" + option + "=" + value, path).exit());
      }
    }
  }

  @Test
  void runIsOverAfterItsTimeWithWhatIsKnown() throws IOException {
    var path = write("log.edn", logs().get("log.edn"));
    for (var command : List.of("check", "inspect")) {
      var run = Invocation.of(command, "--max-time", "1ns", path);
      assertEquals(3, run.exit(), run.err());
      assertTrue(run.err().contains("--max-time is over"), run.err());
      assertEquals(0, Invocation.of(command, "--max-time", "100m", path).exit());
    }
    for (var level : List.of("ser", "si", "all", "strongest")) {
      assertEquals(
          path + "\t" + level + "\tunknown\n  not checked: --max-time is over\n",
          Invocation.of("check", "-l", level, "--max-time", "1ns", path).text());
    }
    assertEquals(
        path + "\t-\tunknown\n", Invocation.of("check", "-q", "--max-time", "1ns", path).text());
    var run = Invocation.of("check", "-o", "json", "--max-time", "1ns", path);
    assertTrue(run.text().contains("--max-time is over"));
    var out = folder.resolve("out");
    assertEquals(
        3, Invocation.of("convert", "--to", "plume", "--max-time", "1ns", path, out).exit());
    assertTrue(Files.notExists(out));
  }
}
