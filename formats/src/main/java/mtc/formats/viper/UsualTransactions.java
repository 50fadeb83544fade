package mtc.formats.viper;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import jdk.internal.vm.annotation.ForceInline;
import mtc.formats.bytes.EightBytes;
import mtc.formats.bytes.UsualPart;

/**
 * Some lines of a session, each a transaction in the spelling that nearly all of them have: its
 * reads and writes as arrays, then its times, with integers for keys and values and no blanks. If
 * any line is otherwise, whoever reads tokens must read all of them.
 */
final class UsualTransactions extends UsualPart {
  static final long NO_TIME = -1;

  // What operations begin with, of which a read is one letter from a write, and end with.
  private static final long HEAD = EightBytes.of("[\"r\",");
  private static final int HEAD_LENGTH = 5;
  private static final int LETTER = 2;
  private static final long HEAD_MASK = EightBytes.mask(HEAD_LENGTH) & ~(0xffL << 8 * LETTER);
  private static final long TRUE = EightBytes.of(",true]");
  private static final int TRUE_LENGTH = 6;
  private static final long FALSE = EightBytes.of(",false]");
  private static final int FALSE_LENGTH = 7;

  private static final byte[] BEGINNING = bytes("{\"value\":[");
  private static final byte[][] TIMES = {
    bytes(",\"preBeginTS\":"),
    bytes(",\"postBeginTS\":"),
    bytes(",\"preCommitTS\":"),
    bytes(",\"postCommitTS\":")
  };
  private static final int PRE_BEGIN = 0;
  private static final int POST_COMMIT = 3;

  /** How many transactions, and lines, there are. */
  int size;

  /** By transaction: where its operations end, and its times. */
  int[] operationEnd = new int[1024];

  long[] start = new long[1024];
  long[] end = new long[1024];

  private int operations;

  /** By operation: its letter, its key and value, and what it says after them. */
  byte[] letter = new byte[2048];

  long[] key = new long[2048];
  long[] value = new long[2048];
  boolean[] flag = new boolean[2048];

  private static byte[] bytes(String ascii) {
    return ascii.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  protected void parse() {
    size = 0;
    operations = 0;
    isUsual = false;
    for (var at = 0; at < length; size++) {
      if (size == operationEnd.length) {
        operationEnd = Arrays.copyOf(operationEnd, 2 * size);
        start = Arrays.copyOf(start, 2 * size);
        end = Arrays.copyOf(end, 2 * size);
      }
      at = line(at);
      if (at == UNUSUAL) {
        return;
      }
      operationEnd[size] = operations;
    }
    isUsual = true;
  }

  /** Parses the line that begins at an index; where the next one begins, or {@link #UNUSUAL}. */
  private int line(int begin) {
    if (!isAt(begin, BEGINNING)) {
      return UNUSUAL;
    }
    var at = begin + BEGINNING.length;
    if (bytes[at] != ']') {
      at = operation(at);
      while (at != UNUSUAL && bytes[at] == ',') {
        at = operation(at + 1);
      }
    }
    if (at == UNUSUAL || bytes[at] != ']') {
      return UNUSUAL;
    }
    at++;
    start[size] = NO_TIME;
    end[size] = NO_TIME;
    if (bytes[at] == ',') {
      at = times(at);
    }
    if (at == UNUSUAL || bytes[at] != '}') {
      return UNUSUAL;
    }
    at++;
    return bytes[at] == '\n' ? at + 1 : at == length && isLast ? at : UNUSUAL;
  }

  @ForceInline
  private int operation(int begin) {
    var head = EightBytes.at(bytes, begin);
    var c = bytes[begin + LETTER];
    if ((head & HEAD_MASK) != (HEAD & HEAD_MASK) || c != 'r' && c != 'w') {
      return UNUSUAL;
    }
    if (operations == letter.length) {
      grow();
    }
    letter[operations] = c;
    var at = parseNumber(begin + HEAD_LENGTH, false);
    key[operations] = number;
    if (at == UNUSUAL || bytes[at] != ',') {
      return UNUSUAL;
    }
    at = parseNumber(at + 1, false);
    value[operations] = number;
    if (at == UNUSUAL) {
      return UNUSUAL;
    }
    var tail = EightBytes.at(bytes, at);
    var isTrue = (tail & EightBytes.mask(TRUE_LENGTH)) == TRUE;
    if (!isTrue && (tail & EightBytes.mask(FALSE_LENGTH)) != FALSE) {
      return UNUSUAL;
    }
    flag[operations++] = isTrue;
    // A read of a key that was deleted.
    return isTrue && c == 'r' && number != 0 ? UNUSUAL : at + (isTrue ? TRUE_LENGTH : FALSE_LENGTH);
  }

  /** The times of a transaction, each of them once at most. */
  private int times(int begin) {
    var at = begin;
    var seen = 0;
    while (at != UNUSUAL && bytes[at] == ',') {
      var which = 0;
      while (which < TIMES.length && !isAt(at, TIMES[which])) {
        which++;
      }
      if (which == TIMES.length || (seen & 1 << which) != 0) {
        return UNUSUAL;
      }
      seen |= 1 << which;
      at = parseNumber(at + TIMES[which].length, false);
      if (which == PRE_BEGIN) {
        start[size] = number;
      } else if (which == POST_COMMIT) {
        end[size] = number;
      }
    }
    var isBackwards = start[size] != NO_TIME && end[size] != NO_TIME && end[size] < start[size];
    return isBackwards ? UNUSUAL : at;
  }

  private boolean isAt(int at, byte[] text) {
    return text.length <= length - at
        && Arrays.equals(bytes, at, at + text.length, text, 0, text.length);
  }

  private void grow() {
    letter = Arrays.copyOf(letter, 2 * operations);
    key = Arrays.copyOf(key, 2 * operations);
    value = Arrays.copyOf(value, 2 * operations);
    flag = Arrays.copyOf(flag, 2 * operations);
  }
}
