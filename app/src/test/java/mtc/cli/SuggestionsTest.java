package mtc.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionsTest {
  @ParameterizedTest
  @CsvSource({
    "check --lvel x, --level",
    "check --htlm=f x, --html",
    "help chek, check",
    "chekc, check",
    "isnpect x, inspect",
    "version, --version",
    "generate histroy, history",
    "generate hist, history",
    "check --max-mem 3 x, --max-memory"
  })
  void aTypoGetsASuggestion(String words, String meant) {
    var run = Invocation.of((Object[]) words.split(" "));
    assertEquals(ExitCode.USAGE, run.exit());
    assertTrue(run.err().contains("Did you mean " + meant), run.err());
  }

  @Test
  void whatIsLikeNothingGetsNone() {
    for (var words : List.of("frobnicate", "help frobnicate", "check --frobnicate x")) {
      var run = Invocation.of((Object[]) words.split(" "));
      assertEquals(ExitCode.USAGE, run.exit());
      assertFalse(run.err().contains("mean"), run.err());
    }
  }

  @Test
  void noCommandIsSuggestedThatOnlySharesLetters() {
    assertFalse(Invocation.of("version").err().contains("convert"));
  }

  @Test
  void valuesInErrorsAreSpeltAsTheyAreWritten() {
    var run = Invocation.of("check", "-o", "xml", "h.edn");
    assertTrue(run.err().contains("expected text, json, edn or tap but was 'xml'"), run.err());
  }
}
