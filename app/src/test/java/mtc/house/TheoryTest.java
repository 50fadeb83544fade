package mtc.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The argument and the classes that rest on it name each other. */
class TheoryTest {
  private static final Pattern PROPOSITION = Pattern.compile("\\*\\*Proposition (\\d+) \\(");
  private static final Pattern CITATION =
      Pattern.compile("[Pp]ropositions? (\\d+(?:(?:,| and|, and)\\s[\\s*]*\\d+)*)");
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  @Test
  void everyPropositionIsCitedByAClassAndNoOtherIs() throws IOException {
    var proved = new TreeSet<Integer>();
    var headings = PROPOSITION.matcher(Files.readString(Path.of("../docs/theory.md")));
    while (headings.find()) {
      proved.add(Integer.parseInt(headings.group(1)));
    }
    assertTrue(proved.size() > 20, proved + " propositions");
    var cited = new TreeSet<Integer>();
    for (var module : List.of("formats", "app", "run")) {
      try (var files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
        for (var file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
          addCited(Files.readString(file), cited);
        }
      }
    }
    assertEquals(proved, cited);
  }

  private static void addCited(String source, TreeSet<Integer> cited) {
    var citations = CITATION.matcher(source);
    while (citations.find()) {
      var numbers = NUMBER.matcher(citations.group(1));
      while (numbers.find()) {
        cited.add(Integer.parseInt(numbers.group()));
      }
    }
  }
}
