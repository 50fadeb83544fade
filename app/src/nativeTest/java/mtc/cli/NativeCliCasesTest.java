package mtc.cli;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The cases of {@code test-data/cli}, against the executable. */
class NativeCliCasesTest {
  @TestFactory
  Stream<DynamicTest> everyCommandLinePrintsWhatItsFolderSays() throws IOException {
    return CliCase.tests(Executable::mtc);
  }
}
