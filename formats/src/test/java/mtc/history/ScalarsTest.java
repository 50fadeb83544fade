package mtc.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import org.junit.jupiter.api.Test;

class ScalarsTest {
  private static final int LETTERS = 12;

  /** A run of so many slots is a hundred times what comes of chance. */
  private static final int LONG_RUN = 10_000;

  /** The inverse of the multiplier of the usual hash: multiples of it have the same one. */
  private static final long SAME = 0xF1DE83E19937733DL;

  /** Texts of as many letters, and all of one {@code hashCode}. */
  private static String text(int number) {
    var text = new StringBuilder();
    for (var i = 0; i < LETTERS; i++) {
      text.append((number >> i & 1) == 0 ? "Aa" : "BB");
    }
    return text.toString();
  }

  @Test
  void textsOfOneHashCodeAreFoundAtOnceAndStayDifferent() {
    var scalars = new Scalars();
    var codes = new HashSet<Integer>();
    for (var kind : new Scalars.Kind[] {Scalars.Kind.STRING, Scalars.Kind.KEYWORD}) {
      for (var i = 0; i < 1 << LETTERS; i++) {
        codes.add(scalars.text(kind, text(i)));
      }
    }
    assertEquals(2 << LETTERS, codes.size());
    for (var i = 0; i < 1 << LETTERS; i++) {
      assertTrue(scalars.contains(Scalars.Kind.STRING, text(i)));
      assertEquals(text(i), scalars.textValue(scalars.string(text(i))));
    }
    assertTrue(scalars.longestRun() < 1 << LETTERS - 2, scalars.longestRun() + " in a row");
  }

  @Test
  void numbersOfOneHashAreFoundAtOnceAndStayDifferent() {
    var scalars = new Scalars();
    var codes = new HashSet<Integer>();
    for (var i = 0; i < LONG_RUN; i++) {
      codes.add(scalars.integer(number(i)));
    }
    assertEquals(LONG_RUN, codes.size());
    for (var i = 0; i < LONG_RUN; i++) {
      assertEquals(number(i), scalars.longValue(scalars.integer(number(i))));
    }
    assertTrue(scalars.longestRun() < LONG_RUN / 4, scalars.longestRun() + " in a row");
  }

  private static long number(int i) {
    return (1L << 40 | i) * SAME;
  }

  @Test
  void whatWasNamedBeforeKeepsItsCode() {
    var scalars = new Scalars();
    var word = scalars.string("word");
    var number = scalars.integer(Long.MAX_VALUE);
    for (var i = 0; i < 1 << LETTERS; i++) {
      scalars.string(text(i));
    }
    assertEquals(word, scalars.string("word"));
    assertEquals(number, scalars.integer(Long.MAX_VALUE));
  }
}
