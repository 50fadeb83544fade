package mtc.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mtc.cli.Main;

/**
 * Any words after mtc: an exit code that is documented, inputs as they were, and nothing left over.
 */
class CommandLineFuzzTest {
  private static final String[] COMMANDS = {
    "check",
    "check",
    "check",
    "convert",
    "convert",
    "inspect",
    "verify-witness",
    "elle",
    "generate",
    "completion",
    "help",
    "--version"
  };

  /**
   * An @ stands for a path in a folder of this run; what would wait, or end the JVM, is not here.
   */
  private static final String[] WORDS = {
    "@in",
    "@in",
    "@in",
    "@out.edn",
    "@out.json",
    "@out",
    "@witness",
    "@no",
    "-",
    "--",
    "-l",
    "--level",
    "ser",
    "si,sser",
    "all",
    "strongest",
    "lin",
    "rc",
    "-f",
    "--format",
    "auto",
    "jepsen",
    "cobra",
    "plume",
    "-o",
    "json",
    "edn",
    "text",
    "--output=json",
    "--no-session-order",
    "--clock-skew",
    "1ms",
    "--clock-skew=5ns",
    "--examples",
    "0",
    "3",
    "-1",
    "--dot",
    "@a.dot",
    "--html",
    "@a.html",
    "--witness",
    "@a.witness",
    "--force",
    "-q",
    "-v",
    "-r",
    "--recursive",
    "--to",
    "--to=polysi",
    "--to=cobra",
    "--mt",
    "--timestamps",
    "--color=always",
    "--no-color",
    "--fail-fast",
    "--files-from",
    "@list",
    "--ignore",
    "r",
    "--only=txn",
    "--initial",
    "nil",
    "--junit",
    "@a.xml",
    "--sarif",
    "@a.sarif",
    "--report",
    "--max-depth=3",
    "--max-values=2",
    "--max-keys=1",
    "--max-text=10",
    "--max-memory=1M",
    "--timeout=0",
    "--timeout",
    "1s",
    "--nil-reads=unknown",
    "--require",
    "--require=ser",
    "--skip-unsupported",
    "--workload",
    "bank",
    "--help",
    "history",
    "workload",
    "bash",
    "--sessions",
    "2",
    "--txns=5",
    "--keys=2",
    "--seed",
    "7",
    "--anomaly",
    "--model",
    "list-append",
    "-j",
    "1",
    ""
  };

  private static final int MOST_WORDS = 8;
  private static final Path FOLDER = folder();

  private static Path folder() {
    try {
      return Files.createTempDirectory("mtc-fuzz");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @FuzzTest
  void commandLine(byte[] bytes) throws IOException {
    var dice = new Dice(bytes);
    var words = new ArrayList<String>();
    words.add(dice.of(COMMANDS));
    for (var i = dice.below(MOST_WORDS); i >= 0; i--) {
      words.add(word(dice));
    }
    var input =
        switch (dice.below(4)) {
          case 0 -> dice.rest();
          case 1 -> Seeds.utf8(CallText.of(dice));
          default -> Seeds.utf8(new EdnText(dice).plain());
        };
    run(words, input);
  }

  private static String word(Dice dice) {
    if (dice.chance(15)) {
      return new String(dice.some(5), UTF_8).replace('@', '-').replace('/', '-').replace('\0', '-');
    }
    return dice.of(WORDS);
  }

  private static void run(List<String> words, byte[] input) throws IOException {
    var in = FOLDER.resolve("in");
    Files.write(in, input);
    Files.write(FOLDER.resolve("list"), Seeds.utf8(in + "\n"));
    Files.write(FOLDER.resolve("witness"), Seeds.utf8("mtc witness 1 serial\n0\n1\n"));
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var args =
        words.stream()
            .map(word -> word.startsWith("@") ? FOLDER.resolve(word.substring(1)).toString() : word)
            .toArray(String[]::new);
    var exit =
        Main.run(
            new ByteArrayInputStream(input),
            new PrintStream(out, false, UTF_8),
            new PrintStream(err, false, UTF_8),
            args);
    var told = words + " exits with " + exit + ": " + err.toString(UTF_8);
    Oracles.expect(exit >= 0 && exit <= 4, told);
    Oracles.expect(exit != 1 || List.of("check", "elle").contains(words.getFirst()), told);
    Oracles.expect(
        exit == 0 || exit == 1 || exit == 3 || err.size() > 0 || out.size() > 0,
        "no word: " + told);
    Oracles.expect(
        Arrays.equals(input, Files.readAllBytes(in)), "the input is overwritten: " + told);
    clear(told);
  }

  private static void clear(String told) throws IOException {
    try (var files = Files.newDirectoryStream(FOLDER)) {
      for (var file : files) {
        var name = file.getFileName().toString();
        Oracles.expect(!name.startsWith(".mtc"), name + " is left over: " + told);
        delete(file);
      }
    }
  }

  private static void delete(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      try (var files = Files.newDirectoryStream(path)) {
        for (var file : files) {
          delete(file);
        }
      }
    }
    Files.delete(path);
  }
}
