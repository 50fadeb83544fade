package mtc.run;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import mtc.cli.Interrupt;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every {@code mtc-run} in the README and in docs/ is one that there is, with options that it has.
 * Most need a server; those of embedded databases run in {@link EmbeddedDatabasesTest}, the others
 * in {@code ./gradlew databases}.
 */
class DocumentedRunsTest {
  private static final Pattern IN_BLOCK = Pattern.compile("(?m)^(?:\\$ )?\\./mtc-run (.+)$");
  private static final Pattern IN_TABLE = Pattern.compile("(?m)^\\|.*`mtc-run ([^`…:]*:[^`…]*)`");

  @TestFactory
  Stream<DynamicTest> everyDocumentedRunIsUnderstood() throws IOException {
    var root = Path.of(System.getProperty("mtc.root"));
    var pages = new ArrayList<Path>(List.of(root.resolve("README.md")));
    try (var docs = Files.newDirectoryStream(root.resolve("docs"), "*.md")) {
      docs.forEach(pages::add);
    }
    var commands = new ArrayList<String>();
    for (var page : pages) {
      var text = Files.readString(page);
      for (var pattern : List.of(IN_BLOCK, IN_TABLE)) {
        pattern.matcher(text).results().forEach(found -> commands.add(found.group(1)));
      }
    }
    assertTrue(commands.size() > 15, () -> "only " + commands);
    return commands.stream()
        .map(c -> DynamicTest.dynamicTest(c, () -> assertDoesNotThrow(() -> parse(c))));
  }

  private static void parse(String command) {
    var words = command.replaceFirst(" +#.*", "").strip().split(" +");
    Main.commandLine(System.out, System.err, Interrupt.never()).parseArgs(words);
  }
}
