package mtc.formats.text;

import java.util.Arrays;
import jdk.internal.vm.annotation.ForceInline;
import mtc.formats.bytes.UsualPart;
import mtc.history.HistoryBuilder;

/**
 * Some lines of a text that is one operation a line, each of them as it is usual: without blanks
 * that mean nothing, empty lines, or numbers at the end of 64 bits. If there is any other, all of
 * them are read byte by byte.
 */
abstract class LinesPart extends UsualPart {
  /** How many lines to ask for the keys of at once, which are then in a cache. */
  static final int AHEAD = 512;

  /** How many lines there are, each with a row in the columns. */
  int size;

  /** The first byte of the line. */
  byte[] kind = new byte[1024];

  /** By line, its numbers, one after the other. */
  long[] numbers;

  private final int numbersPerLine;

  private final int[] expectedKeys = new int[AHEAD];

  /** Written only so that looking ahead is not optimized away. */
  private int expected;

  LinesPart(int numbersPerLine) {
    this.numbersPerLine = numbersPerLine;
    this.numbers = new long[numbersPerLine * kind.length];
  }

  /** A number of a line. */
  final long number(int line, int which) {
    return numbers[line * numbersPerLine + which];
  }

  /** Asks for the keys of some lines, all at once; a key is the first number of its line. */
  final void expectKeys(int from, HistoryBuilder into) {
    var end = Math.min(from + AHEAD, size);
    for (var line = from; line < end; line++) {
      expectedKeys[line - from] = (int) numbers[line * numbersPerLine];
    }
    expected = into.expectKeys(expectedKeys, end - from);
  }

  @Override
  protected final void parse() {
    size = 0;
    isUsual = false;
    for (var at = 0; at < length; size++) {
      if (size == kind.length) {
        kind = Arrays.copyOf(kind, 2 * size);
        numbers = Arrays.copyOf(numbers, 2 * numbers.length);
      }
      kind[size] = bytes[at];
      at = line(at);
      if (at == UNUSUAL) {
        return;
      }
    }
    isUsual = true;
  }

  /** Parses the line that begins at an index; where the next one begins, or {@link #UNUSUAL}. */
  abstract int line(int start);

  /** Where a number ends that begins at an index, and becomes one of the line's numbers. */
  @ForceInline
  final int parseNumber(int at, int which) {
    var end = parseNumber(at, true);
    numbers[size * numbersPerLine + which] = number;
    return end;
  }

  /** Sets one of the line's numbers. */
  final void set(int which, long value) {
    numbers[size * numbersPerLine + which] = value;
  }

  /** Where the next line begins if this one ends at an index; the last one needs no line feed. */
  @ForceInline
  final int endOfLine(int at) {
    return bytes[at] == '\n' ? at + 1 : at == length && isLast ? at : UNUSUAL;
  }
}
