package mtc.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The cases of {@code test-data}, in this JVM. */
class CliCasesTest {
  @TestFactory
  Stream<DynamicTest> everyCommandLinePrintsWhatItsFolderSays() throws IOException {
    return CliCase.tests(CliCasesTest::run);
  }

  @TestFactory
  Stream<DynamicTest> everyHistoryHasTheVerdictsThatItsFolderSays() throws IOException {
    return HistoryCase.tests(CliCasesTest::run);
  }

  static CliCase.Outcome run(List<String> args, byte[] stdin) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int exit =
        Main.run(
            new ByteArrayInputStream(stdin),
            new PrintStream(out, false, StandardCharsets.UTF_8),
            new PrintStream(err, false, StandardCharsets.UTF_8),
            args.toArray(String[]::new));
    return new CliCase.Outcome(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
