package mtc.cli;

import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The cases of {@code test-data} in a few tests instead of hundreds: where mutants are looked for,
 * each test costs more to start than a case to check.
 */
@Tag("mutants")
class CasesInPartsTest {
  private static final int PARTS = 6;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void everyHistoryHasTheVerdictsThatItsFolderSays(int part) throws Throwable {
    run(HistoryCase.tests(CliCasesTest::run).toList(), part);
  }

  private static void run(List<DynamicTest> tests, int part) throws Throwable {
    for (var i = part; i < tests.size(); i += PARTS) {
      tests.get(i).getExecutable().execute();
    }
  }
}
