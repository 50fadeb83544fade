package mtc.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import mtc.edn.EdnFactory;
import mtc.source.FileName;
import mtc.source.Printable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.ObjectReadContext;

/** What is in a log or in its name never becomes a command to the terminal. */
class HostileTextTest {
  private static final String EVIL =
      "e\u001b[31m\u009b2J\u202e\u200b\u2028\u0007\u0085\ufeff\u3164\udb40\udd00z";

  @TempDir Path directory;
  private Invocation last;

  private int run(String... args) {
    last = Invocation.of((Object[]) args);
    return last.exit();
  }

  private void assertSafe(String what) {
    assertSafe(what, last.text() + last.err());
  }

  private static void assertSafe(String what, String text) {
    text.codePoints()
        .forEach(c ->
            assertTrue(
                c == '\n' || c == '\t' || Printable.isSafe(c),
                () -> what + " shows U+" + Integer.toHexString(c) + ": " + Printable.text(text)));
    assertTrue(!text.contains("\ufffd"), what);
  }

  /** A write skew of two sessions, under a name with a line feed and a byte that is no UTF-8. */
  private String evilLog(String key) throws IOException {
    var name = directory + "/" + EVIL + "\n\tname\udcff.edn";
    var ops = "{:type :ok, :process %d, :f :txn, :value [[:r %s nil] [:r y nil] [:w %s %s]]}\n";
    Files.writeString(
        FileName.path(name),
        ops.formatted(0, key, key, key) + ops.formatted(1, key, "y", "\"" + EVIL + "\""));
    return name;
  }

  @Test
  void hintsAndNotesEscapeTheNameOfTheLog() throws IOException {
    var log = directory.resolve(EVIL + ".edn");
    Files.writeString(log, "{:type :ok, :process 0, :f :txn, :value [[:r x \"" + EVIL + "\"]]}");
    assertEquals(ExitCode.VIOLATION, run("check", log.toString()));
    assertTrue(last.err().contains("hint: "), last.err());
    assertSafe("a hint");
    Files.writeString(log, "{:type :fail, :process 0, :f :txn, :value [[:w x 1]]}");
    assertEquals(ExitCode.OK, run("check", log.toString()));
    assertTrue(last.err().contains("no transaction committed"), last.err());
    assertSafe("a note");
  }

  @Test
  void everyOutputEscapesWhatIsInTheLogAndInItsName() throws IOException {
    for (var key : List.of("\"" + EVIL + "\"", ":e\u202e\u200bz", "\\\u009b")) {
      var log = evilLog(key);
      for (var form : List.of("tap", "text", "json", "edn")) {
        assertEquals(ExitCode.VIOLATION, run("check", "-v", "-o", form, log), last.err());
        assertSafe("check -o " + form);
        var first = last.text().lines().skip(form.equals("tap") ? 1 : 0).findFirst();
        assertTrue(first.orElse("").contains("name"), last.text());
      }
      var edn = last.out();
      try (var parser =
          new EdnFactory().createParser(ObjectReadContext.empty(), new ByteArrayInputStream(edn))) {
        while (parser.nextToken() != null) {
          parser.currentTokenLocation();
        }
      }
      for (var option : List.of("--dot", "--html")) {
        var file = directory.resolve("report" + option + key.length());
        assertEquals(ExitCode.VIOLATION, run("check", option, file.toString(), log));
        assertSafe(option, Files.readString(file));
      }
      run("elle", "-m", "rw-register", log);
      assertSafe("elle");
      assertEquals(1, last.text().lines().count(), last.text());
      run("inspect", log);
      assertSafe("inspect");
      run("convert", "--to", "polysi", log, directory + "/o" + key.length());
      assertSafe("convert");
      run("check", "-l", "sser", log);
      assertSafe("a refusal");
      run("check", log + "gone");
      assertSafe("a missing file");
      run("check", "--" + EVIL);
      assertSafe("a usage error");
      run(EVIL);
      assertSafe("an unknown command");
    }
  }

  @Test
  void errorsEscapeWhatIsInTheLog() throws IOException {
    var logs =
        List.of(
            "{:type :ok, :process 0, :f :" + EVIL + ", :value 1}",
            "{:type :ok, :process 0, :f \"" + EVIL + "\", :value 1}",
            "{:type :ok, :process 0, :f :txn, :value [[:" + EVIL + " 1 2]]}",
            "{:type :ok, :" + EVIL + " 1, :" + EVIL + " 2}",
            "[{\"type\":\"ok\",\"process\":0,\"value\":tr" + EVIL + "ue}]",
            "{\"value\":[[\"" + EVIL + "\",1,2]]}",
            "{\"value\":[],\"" + EVIL + "\":1,\"" + EVIL + "\":1}",
            "r(1,2,3," + EVIL + ")",
            "w(1,1,0,0)\n" + EVIL,
            "[x:=" + EVIL,
            EVIL);
    for (var log : logs) {
      var file = directory.resolve("log");
      Files.writeString(file, log);
      for (var form : List.of("text", "json", "edn")) {
        assertEquals(ExitCode.IO, run("check", "-o", form, file.toString()), log);
        assertSafe(Printable.text(log));
        assertEquals(1, last.err().lines().count(), last.err());
      }
    }
  }

  @Test
  void emptyArgumentIsAUsageError() {
    for (var command : List.of("check", "inspect")) {
      assertEquals(ExitCode.USAGE, run(command, ""));
    }
    assertEquals(ExitCode.USAGE, run("convert", "", "out", "--to", "jepsen"));
    assertEquals(ExitCode.USAGE, run("check", "--html", "", "x"));
  }

  @Test
  void largerClockSkewNeverAddsAViolation() throws IOException {
    var latest = Long.MAX_VALUE;
    var log = directory.resolve("late.edn");
    var ops = new StringBuilder();
    var values = new String[] {"[[:r 1 nil] [:w 1 1]]", "[[:r 1 nil]]"};
    for (var i = 0; i < 4; i++) {
      ops.append("{:type ").append(i % 2 == 0 ? ":invoke" : ":ok").append(", :process ");
      ops.append(i / 2).append(", :f :txn, :value ").append(values[i / 2]);
      ops.append(", :time ").append(latest - 7 + i).append("}\n");
    }
    Files.writeString(log, ops);
    for (var skew : List.of("1ns", "5ns", "1s", "100000m")) {
      var witness = directory.resolve("witness" + skew).toString();
      var file = log.toString();
      assertEquals(
          ExitCode.OK,
          run("check", "-l", "sser", "--clock-skew", skew, "--witness", witness, file),
          skew);
      assertEquals(ExitCode.OK, run("verify-witness", "--clock-skew", skew, file, witness), skew);
    }
  }

  @Test
  void ednHasNoHexadecimalNumbers() throws IOException {
    var folder = Files.createDirectory(directory.resolve("cobra"));
    var plain = directory.resolve("hash.edn");
    Files.writeString(
        plain,
        """
        {:type :ok, :process 0, :f :txn, :value [[:r 1 nil] [:w 1 8000000000000]]}
        {:type :ok, :process 1, :f :txn, :value [[:r 1 nil] [:w 1 9000000000000]]}
        """);
    Files.delete(folder);
    assertEquals(ExitCode.OK, run("convert", "--to", "cobra", plain.toString(), folder.toString()));
    assertEquals(ExitCode.VIOLATION, run("check", "-o", "edn", folder.toString()));
    assertTrue(!last.text().contains("0x"), last.text());
  }
}
