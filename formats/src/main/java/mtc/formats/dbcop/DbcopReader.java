package mtc.formats.dbcop;

import java.io.IOException;
import mtc.formats.bytes.ByteReader;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.source.Counted;
import mtc.source.InputException;

/**
 * Reads one file. Its counts are only ever counted down while bytes arrive, never believed: a file
 * that promises 2<sup>60</sup> sessions costs no more memory than the bytes it has.
 */
final class DbcopReader {
  private static final int EVENT = 1 + 2 * Long.BYTES + 1;

  /** How far to look ahead for keys, which are then in a cache when they are asked for. */
  private static final int AHEAD = 4096;

  private final ByteReader bytes;
  private final HistoryBuilder into;
  private final Scalars scalars;
  private long failedEvents;
  private boolean anyCommitted;

  /** The offset up to which keys are expected. */
  private long expectedTo;

  private final int[] expectedKeys = new int[AHEAD / EVENT];

  /** Written only so that looking ahead is not optimized away. */
  private int expected;

  DbcopReader(ByteReader bytes, HistoryBuilder into) {
    this.bytes = bytes;
    this.into = into;
    this.scalars = into.scalars();
  }

  void read() throws IOException {
    into.positionUnit(History.PositionUnit.BYTE);
    into.defaultInitialValue(scalars.integer(0));
    into.withoutRealTime("dbcop's files do not say when transactions started and ended");
    header();
    var sessions = count("the number of sessions");
    for (var session = 1L; Long.compareUnsigned(session, sessions) <= 0; session++) {
      session(session);
    }
    if (bytes.has(1)) {
      throw InputException.atByte(
          bytes.offset(),
          "there are bytes after the last of its sessions, "
              + Long.toUnsignedString(sessions)
              + ", expected the end of the file: a count before must be wrong");
    }
    if (!anyCommitted) {
      throw InputException.of(
          "no transaction is committed: this dbcop history was generated but never executed");
    }
    if (failedEvents > 0) {
      into.note(
          Counted.of(failedEvents, "event")
              + " that failed in the database "
              + (failedEvents == 1 ? "is" : "are")
              + " left out");
    }
  }

  /** The counts are those of the generator, or totals, or nothing: see the format's description. */
  private void header() throws IOException {
    if (!bytes.has(1)) {
      throw InputException.of("the file is empty, expected a dbcop history");
    }
    bytes.require(5 * Long.BYTES, "the five counts that a dbcop history begins with");
    for (var field = 0; field < 5; field++) {
      bytes.nextLittleEndian();
    }
    skipText("the database's name");
    skipText("the time of the start");
    skipText("the time of the end");
  }

  private void skipText(String what) throws IOException {
    var length = count("the length of " + what);
    var missing = length < 0 ? bytes.skip(Long.MAX_VALUE) : bytes.skip(length);
    if (missing > 0) {
      throw bytes.truncated(
          what
              + " should have "
              + Long.toUnsignedString(length)
              + (length == 1 ? " byte" : " bytes")
              + ": the length must be wrong");
    }
  }

  private long count(String what) throws IOException {
    bytes.require(Long.BYTES, what);
    return bytes.nextLittleEndian();
  }

  private void session(long number) throws IOException {
    var transactions = count("the number of transactions of a session");
    if (transactions == 0) {
      return;
    }
    var session = into.session(scalars.integer(number));
    for (var left = transactions; left != 0; left--) {
      transaction(session);
    }
  }

  private void transaction(int session) throws IOException {
    var position = bytes.offset();
    if (position >= expectedTo) {
      expectKeys();
    }
    var events = count("the number of events of a transaction");
    into.begin(session, into.transactionCount() + 1L, position);
    for (var left = events; left != 0; left--) {
      event();
    }
    bytes.require(1, "a transaction's success");
    var committed = flag("a transaction's success");
    anyCommitted |= committed;
    into.end(committed ? Status.COMMITTED : Status.ABORTED);
  }

  /**
   * Asks for the keys of the next transactions, all at once. It goes by counts that nobody has
   * looked at yet: where one is wrong, or another session begins, it asks for what is no key.
   */
  private void expectKeys() {
    var end = Math.min(bytes.available(), AHEAD);
    var at = 0;
    var keys = 0;
    while (at + Long.BYTES <= end) {
      var events = bytes.littleEndianAt(at);
      at += Long.BYTES;
      for (; events > 0 && at + EVENT <= end; events--) {
        expectedKeys[keys++] = (int) bytes.littleEndianAt(at + 1);
        at += EVENT;
      }
      at = events > 0 ? end : at + 1;
    }
    expected = into.expectKeys(expectedKeys, keys);
    expectedTo = bytes.offset() + at;
  }

  private void event() throws IOException {
    bytes.require(EVENT, "an event");
    var write = flag("the kind of an event");
    var variable = bytes.nextLittleEndian();
    var value = bytes.nextLittleEndian();
    if (flag("an event's success")) {
      into.operation(
          write ? History.WRITE : History.READ, into.key(unsigned(variable)), unsigned(value));
    } else {
      failedEvents++;
    }
  }

  private boolean flag(String what) throws IOException {
    var flag = bytes.nextByte();
    if (flag > 1) {
      throw InputException.atByte(
          bytes.offset() - 1, what + " is " + flag + ", expected 0 (false) or 1 (true)");
    }
    return flag == 1;
  }

  private int unsigned(long number) {
    return number >= 0
        ? scalars.integer(number)
        : scalars.text(Scalars.Kind.BIG_INTEGER, Long.toUnsignedString(number));
  }
}
