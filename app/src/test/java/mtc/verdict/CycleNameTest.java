package mtc.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import mtc.check.Log;
import mtc.history.History;
import org.junit.jupiter.api.Test;

/**
 * Every cycle of up to five edges, each on a key of its own, by the table of names. A cycle is a
 * word of its edges: S session order, T real time, r write-read, w write-write, A anti-dependency
 * (read-write). It may be read from any of its transactions on.
 */
class CycleNameTest {
  private static final String LETTERS = "STrwA";
  private static final int LONGEST = 5;

  /** A name, and the words of which some rotation has it; the first that fits is the name. */
  private record Row(AnomalyKind kind, String words) {}

  private static final List<Row> TABLE =
      List.of(
          new Row(AnomalyKind.CIRCULAR_INFORMATION_FLOW, "[STrw]+"),
          new Row(AnomalyKind.STALE_READ, "AT+"),
          new Row(AnomalyKind.SESSION_GUARANTEE_VIOLATION, "A[ST]+"),
          new Row(AnomalyKind.FRACTURED_READ, "Ar"),
          new Row(AnomalyKind.SERIALIZATION_CYCLE, "Aw"),
          new Row(AnomalyKind.CAUSALITY_VIOLATION, "A[STrw]{2,}"),
          new Row(AnomalyKind.WRITE_SKEW, "AA"),
          new Row(AnomalyKind.LONG_FORK, "(A[Tr]+){2,}"),
          new Row(AnomalyKind.SERIALIZATION_CYCLE, ".+"));

  /** In each transaction, the read of the key by which it missed comes before all others. */
  private static final History EACH_MISSED_FIRST = history("r(miss,0) r(see,0)");

  private static final History EACH_SEEN_FIRST = history("r(see,0) r(miss,0)");

  private static History history(String operations) {
    return Log.of(("a : " + operations + "\n").repeat(LONGEST));
  }

  private static List<Edge> cycle(String word, History history) {
    var cycle = new ArrayList<Edge>();
    for (var i = 0; i < word.length(); i++) {
      var to = (i + 1) % word.length();
      var type = type(word.charAt(i));
      var isAnti = type == EdgeType.RW;
      var key = word.length() == 2 && !word.equals("AA") ? key(history, isAnti) : 10 + i;
      cycle.add(new Edge(i, to, type, key, 0, 0));
    }
    return cycle;
  }

  private static int key(History history, boolean isMissed) {
    for (var key = 0; key < history.keyCount(); key++) {
      var name = history.scalars().render(history.keyName(key));
      if (name.contains(isMissed ? "miss" : "see")) {
        return key;
      }
    }
    throw new IllegalStateException();
  }

  private static EdgeType type(char letter) {
    return switch (letter) {
      case 'S' -> EdgeType.SO;
      case 'T' -> EdgeType.RT;
      case 'r' -> EdgeType.WR;
      case 'w' -> EdgeType.WW;
      default -> EdgeType.RW;
    };
  }

  private static AnomalyKind expected(String word) {
    for (var row : TABLE) {
      for (var i = 0; i < word.length(); i++) {
        if (Pattern.matches(row.words, word.substring(i) + word.substring(0, i))) {
          return row.kind;
        }
      }
    }
    throw new IllegalStateException(word);
  }

  private static String expectedOfElle(String word) {
    var round = word + word.charAt(0);
    var rw = word.chars().filter(c -> c == 'A').count();
    var stem =
        rw == 0
            ? word.contains("r") ? "G1c" : "G0"
            : rw == 1 ? "G-single" : round.contains("AA") ? "G2-item" : "G-nonadjacent";
    return stem + (word.contains("T") ? "-realtime" : word.contains("S") ? "-process" : "");
  }

  private static List<String> words() {
    var words = new ArrayList<String>(List.of(""));
    for (var i = 0; i < words.size(); i++) {
      for (var letter : LETTERS.toCharArray()) {
        if (words.get(i).length() < LONGEST) {
          words.add(words.get(i) + letter);
        }
      }
    }
    words.removeIf(w -> w.length() < 2);
    return words;
  }

  @Test
  void everyWordHasTheNameOfTheTable() {
    var words = words();
    assertEquals(25 + 125 + 625 + 3125, words.size());
    for (var word : words) {
      var name = CycleName.of(cycle(word, EACH_MISSED_FIRST), EACH_MISSED_FIRST);
      assertEquals(expected(word), name.kind(), word);
      assertEquals(expectedOfElle(word), name.elleName(), word);
      assertEquals(word.contains("T"), name.realTime(), word);
    }
  }

  @Test
  void theNewVersionReadFirstIsNonMonotonic() {
    for (var word : List.of("Ar", "rA")) {
      var name = CycleName.of(cycle(word, EACH_SEEN_FIRST), EACH_SEEN_FIRST);
      assertEquals(AnomalyKind.NON_MONOTONIC_READ, name.kind(), word);
    }
  }

  @Test
  void twoAntiDependenciesOnOneKeyAreALostUpdateIfBothReadOneVersion() {
    var history = EACH_MISSED_FIRST;
    var there = new Edge(0, 1, EdgeType.RW, 0, 7, 1);
    assertEquals(
        new CycleName(AnomalyKind.LOST_UPDATE, "lost-update", false),
        CycleName.of(List.of(there, new Edge(1, 0, EdgeType.RW, 0, 7, 2)), history));
    assertEquals(
        AnomalyKind.SERIALIZATION_CYCLE,
        CycleName.of(List.of(there, new Edge(1, 0, EdgeType.RW, 0, 8, 2)), history).kind());
  }

  @Test
  void anOverwrittenOverwriteIsALostUpdateIfBothReadOneVersion() {
    var both = Log.of("a : r(x,0) w(x,1)\nb : r(x,0) w(x,2)");
    var afterComparing = Log.of("a : r(x,0) w(x,1)\nb : o(x,3) r(x,0) w(x,2)");
    var one = Log.of("a : r(x,0) w(x,1)\nb : w(x,2)");
    for (var history : List.of(both, afterComparing, one)) {
      var zero = history.value(0);
      var missed = new Edge(0, 1, EdgeType.RW, 0, zero, 2);
      var overwritten = new Edge(1, 0, EdgeType.WW, 0, 2, 1);
      var kind = history == one ? AnomalyKind.SERIALIZATION_CYCLE : AnomalyKind.LOST_UPDATE;
      assertEquals(kind, CycleName.of(List.of(missed, overwritten), history).kind());
      assertEquals(kind, CycleName.of(List.of(overwritten, missed), history).kind());
    }
  }

  @Test
  void casesAreNamedByTheHardestAndForAllThatTheyTake() {
    var history = EACH_MISSED_FIRST;
    var name =
        CycleName.ofCases(
            List.of(cycle("SwT", history), cycle("ArA", history), cycle("rA", history)), history);
    assertEquals(new CycleName(AnomalyKind.SERIALIZATION_CYCLE, "G2-item-realtime", true), name);
  }
}
