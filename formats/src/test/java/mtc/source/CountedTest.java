package mtc.source;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountedTest {
  @ParameterizedTest
  @CsvSource({
    "0, key, 0 keys",
    "1, key, 1 key",
    "2, key, 2 keys",
    "1, entry, 1 entry",
    "2, entry, 2 entries",
    "3, other open question, 3 other open questions"
  })
  void oneIsNotSeveral(long count, String noun, String words) {
    assertEquals(words, Counted.of(count, noun));
  }

  @ParameterizedTest
  @CsvSource({"1, 1 history is checked", "70, 70 histories are checked"})
  void whatIsSaidFits(long count, String words) {
    assertEquals(words, Counted.of(count, "history", "is", "are") + " checked");
  }
}
