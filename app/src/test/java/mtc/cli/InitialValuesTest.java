package mtc.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a register may hold at first can be said, in the words of the hint that asks for it. */
class InitialValuesTest {
  @TempDir Path folder;
  private Invocation last;

  private int run(String... args) {
    last = Invocation.of((Object[]) args);
    return last.exit();
  }

  private String log(String key, String value) throws IOException {
    var text = "{:type :ok :process 0 :f :txn :value [[:r %s %s] [:w %s 77]]}\n";
    return Files.writeString(folder.resolve("log.edn"), text.formatted(key, value, key)).toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "5",
        "-5",
        "5N",
        "999999999999999999",
        "1000000000000000000",
        "4611686018427387904",
        "-9223372036854775808",
        "99999999999999999999",
        "1.0",
        "2.5",
        "-0.0",
        "1e30",
        "##Inf",
        "1M",
        "1.50M",
        "1/2",
        "true",
        "false",
        "foo",
        ":a",
        ":a/b",
        "\\a",
        "\"\"",
        "\"1\"",
        "\":a\"",
        "\"nil\"",
        "\"x=1\"",
        "\"a b\"",
        "\"it's\"",
        "\"say \\\"so\\\"\"",
        "\"a,b\"",
        "#uuid \"F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6\"",
        "#inst \"2026-01-01T00:00:00Z\""
      })
  void theHintCanBeTakenAtItsWord(String value) throws IOException {
    var log = log(":x", value);
    assertEquals(ExitCode.VIOLATION, run("check", "-l", "ser", log));
    var told = last.err();
    var hint = told.substring(told.indexOf("--initial ") + "--initial ".length()).strip();
    var pasted =
        hint.startsWith("'") ? hint.substring(1, hint.length() - 1).replace("'\\''", "'") : hint;
    assertEquals(ExitCode.OK, run("check", "-l", "ser", "--initial", pasted, log), pasted);
    assertEquals(ExitCode.OK, run("check", "-l", "ser", "--initial", "x=" + pasted, log), pasted);
    assertEquals(ExitCode.VIOLATION, run("check", "-l", "ser", "--initial", "y=" + pasted, log));
  }

  @ParameterizedTest
  @ValueSource(strings = {"99999999999999999999", "\"a=b\"", "1.5", ":k", "\"k\"", "k", "7"})
  void everyKeyCanBeNamed(String key) throws IOException {
    var log = log(key, "0");
    assertEquals(ExitCode.OK, run("check", "-l", "ser", "--initial", key + "=0", log));
    assertEquals("", last.err().replaceAll("(?m)^.*real time.*$", "").strip());
    assertEquals(ExitCode.VIOLATION, run("check", "-l", "ser", "--initial", key + "=\"0\"", log));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x=", "=1", "x=1,2", "x=1,y", "x=1;y=2", "1;2", "1#_2", "#_2 1", "[1]", "1 2", "1.0.0",
        "\"", "x=0,", "{}", "#{1}"
      })
  void whatIsNoValueIsAUsageError(String given) throws IOException {
    assertEquals(ExitCode.USAGE, run("check", "--initial", given, log(":x", "0")), given);
    assertTrue(last.err().startsWith("mtc: --initial: "), last.err());
  }

  @Test
  void numbersOfOtherFormatsAndSumsMayBeLarge() throws IOException {
    var text = folder.resolve("log.txt");
    Files.writeString(text, "r(1,1609459200123456789,0,1)\nw(1,2,0,1)\n");
    var initial = "1609459200123456789";
    assertEquals(ExitCode.OK, run("check", "--initial", initial, text.toString()));
  }
}
