package mtc.formats.dbcop;

import java.util.Arrays;
import jdk.internal.vm.annotation.ForceInline;
import mtc.formats.bytes.EightBytes;
import mtc.formats.bytes.UsualPart;

/**
 * Some transactions of current dbcop's JSON in the spelling that nearly all of them have: events
 * and then whether it committed, integers for variables and versions, no blanks but a line feed
 * between transactions. If anything is otherwise, whoever reads tokens must read all of them.
 *
 * <p>The text is cut before what looks like a transaction. It may be within a string; but then the
 * part before it does not end behind a whole transaction, and is not usual.
 */
final class UsualTransactions extends UsualPart {
  static final byte READ = 0;
  static final byte WRITE = 1;
  static final byte READ_NULL = 2;

  // What stands between the numbers, eight bytes at a time and then the rest.
  private static final long EVENTS = EightBytes.of("{\"events");
  private static final long EVENTS_2 = EightBytes.of("\":[");
  private static final int EVENTS_LENGTH = 11;
  private static final long COMMITTED = EightBytes.of("],\"commi");
  private static final long COMMITTED_2 = EightBytes.of("tted\":");
  private static final int COMMITTED_LENGTH = 14;
  private static final long TRUE = EightBytes.of("true}");
  private static final int TRUE_LENGTH = 5;
  private static final long FALSE = EightBytes.of("false}");
  private static final int FALSE_LENGTH = 6;
  private static final long READ_EVENT = EightBytes.of("{\"Read\":");
  private static final long READ_EVENT_2 = EightBytes.of("{\"variab");
  private static final long READ_EVENT_3 = EightBytes.of("le\":");
  private static final int READ_EVENT_LENGTH = 20;
  private static final long WRITE_EVENT = EightBytes.of("{\"Write\"");
  private static final long WRITE_EVENT_2 = EightBytes.of(":{\"varia");
  private static final long WRITE_EVENT_3 = EightBytes.of("ble\":");
  private static final int WRITE_EVENT_LENGTH = 21;
  private static final long VERSION = EightBytes.of(",\"versio");
  private static final long VERSION_2 = EightBytes.of("n\":");
  private static final int VERSION_LENGTH = 11;
  private static final long NULL = EightBytes.of("null");
  private static final int NULL_LENGTH = 4;
  private static final long COMPACT_READ = EightBytes.of("[\"r\",");
  private static final long COMPACT_WRITE = EightBytes.of("[\"w\",");
  private static final int COMPACT_LENGTH = 5;

  /** How many line feeds there are, and where the line begins in which it ends. */
  int lines;

  int lastLine;

  /** Whether behind the last transaction a session ends and the next begins. */
  boolean endsInNextSession;

  /** How many transactions there are. */
  int size;

  /** By transaction: the line feeds and perhaps a session's beginning before it, how it ended. */
  int[] line = new int[1024];

  boolean[] beginsSession = new boolean[1024];
  boolean[] isCommitted = new boolean[1024];
  int[] operationEnd = new int[1024];

  private int operations;

  /** By operation: which of the three, its variable, its version. */
  byte[] kind = new byte[2048];

  long[] key = new long[2048];
  long[] version = new long[2048];

  @Override
  protected void parse() {
    size = 0;
    operations = 0;
    lines = 0;
    lastLine = 0;
    isUsual = false;
    endsInNextSession = isFirst;
    var at = 0;
    if (isFirst) {
      at = bytes[0] == '[' && bytes[1] == '[' ? 2 : UNUSUAL;
    }
    while (at != UNUSUAL && at < length) {
      at = transaction(at);
      if (at != UNUSUAL) {
        at = bytes[at] == ',' ? between(at + 1) : ending(at);
      }
    }
    isUsual = at != UNUSUAL;
  }

  /** Where the transaction that begins at an index ends, or {@link #UNUSUAL}. */
  private int transaction(int begin) {
    if (EightBytes.at(bytes, begin) != EVENTS || !is(EVENTS_2, 3, begin + Long.BYTES)) {
      return UNUSUAL;
    }
    if (size == line.length) {
      growTransactions();
    }
    line[size] = lines;
    beginsSession[size] = endsInNextSession;
    endsInNextSession = false;
    var at = begin + EVENTS_LENGTH;
    if (bytes[at] != ']') {
      at = event(at);
      while (at != UNUSUAL && bytes[at] == ',') {
        at = event(at + 1);
      }
    }
    if (at == UNUSUAL
        || EightBytes.at(bytes, at) != COMMITTED
        || !is(COMMITTED_2, 6, at + Long.BYTES)) {
      return UNUSUAL;
    }
    at += COMMITTED_LENGTH;
    var isTrue = is(TRUE, TRUE_LENGTH, at);
    if (!isTrue && !is(FALSE, FALSE_LENGTH, at)) {
      return UNUSUAL;
    }
    isCommitted[size] = isTrue;
    operationEnd[size++] = operations;
    return at + (isTrue ? TRUE_LENGTH : FALSE_LENGTH);
  }

  /** Goes from a comma to the next transaction, of the same session. */
  private int between(int at) {
    if (bytes[at] == '\n') {
      lines++;
      lastLine = at + 1;
      return goingOn(at + 1);
    }
    return goingOn(at);
  }

  /** There must be more, and only the text has an end. */
  private int goingOn(int at) {
    return at == length && isLast ? UNUSUAL : at;
  }

  /** Goes from the end of a session to the next one's first transaction, or to the end. */
  private int ending(int at) {
    if (bytes[at] != ']') {
      return UNUSUAL;
    }
    if (bytes[at + 1] == ',') {
      var next = between(at + 2);
      endsInNextSession = true;
      return next == UNUSUAL || bytes[next] != '[' ? UNUSUAL : goingOn(next + 1);
    }
    if (bytes[at + 1] != ']' || !isLast) {
      return UNUSUAL;
    }
    var end = at + 2;
    while (bytes[end] == '\n') {
      end++;
    }
    return end == length ? end : UNUSUAL;
  }

  @ForceInline
  private int event(int begin) {
    if (operations == kind.length) {
      growOperations();
    }
    var word = EightBytes.at(bytes, begin);
    if (word == READ_EVENT
        && EightBytes.at(bytes, begin + Long.BYTES) == READ_EVENT_2
        && is(READ_EVENT_3, 4, begin + 2 * Long.BYTES)) {
      return named(begin + READ_EVENT_LENGTH, false);
    }
    if (word == WRITE_EVENT
        && EightBytes.at(bytes, begin + Long.BYTES) == WRITE_EVENT_2
        && is(WRITE_EVENT_3, 5, begin + 2 * Long.BYTES)) {
      return named(begin + WRITE_EVENT_LENGTH, true);
    }
    var isWrite = is(COMPACT_WRITE, COMPACT_LENGTH, begin);
    return isWrite || is(COMPACT_READ, COMPACT_LENGTH, begin)
        ? compact(begin + COMPACT_LENGTH, isWrite)
        : UNUSUAL;
  }

  private int named(int begin, boolean isWrite) {
    var at = variable(begin);
    if (at == UNUSUAL
        || EightBytes.at(bytes, at) != VERSION
        || !is(VERSION_2, 3, at + Long.BYTES)) {
      return UNUSUAL;
    }
    at = version(at + VERSION_LENGTH, isWrite);
    return at != UNUSUAL && bytes[at] == '}' && bytes[at + 1] == '}' ? at + 2 : UNUSUAL;
  }

  private int compact(int begin, boolean isWrite) {
    var at = variable(begin);
    if (at == UNUSUAL || bytes[at] != ',') {
      return UNUSUAL;
    }
    at = version(at + 1, isWrite);
    return at != UNUSUAL && bytes[at] == ']' ? at + 1 : UNUSUAL;
  }

  @ForceInline
  private int variable(int begin) {
    var at = parseNumber(begin, false);
    key[operations] = number;
    return at;
  }

  @ForceInline
  private int version(int begin, boolean isWrite) {
    if (!isWrite && is(NULL, NULL_LENGTH, begin)) {
      kind[operations++] = READ_NULL;
      return begin + NULL_LENGTH;
    }
    var at = parseNumber(begin, false);
    version[operations] = number;
    kind[operations++] = isWrite ? WRITE : READ;
    return at;
  }

  @ForceInline
  private boolean is(long text, int textLength, int at) {
    return (EightBytes.at(bytes, at) & EightBytes.mask(textLength)) == text;
  }

  private void growTransactions() {
    line = Arrays.copyOf(line, 2 * size);
    beginsSession = Arrays.copyOf(beginsSession, 2 * size);
    isCommitted = Arrays.copyOf(isCommitted, 2 * size);
    operationEnd = Arrays.copyOf(operationEnd, 2 * size);
  }

  private void growOperations() {
    kind = Arrays.copyOf(kind, 2 * operations);
    key = Arrays.copyOf(key, 2 * operations);
    version = Arrays.copyOf(version, 2 * operations);
  }
}
