package mtc.formats.cobra;

import java.util.Arrays;
import mtc.history.Status;

/** Some transactions of one file, decoded: whole ones, or all before what is wrong with it. */
final class CobraPart {
  private static final int ENOUGH_TRANSACTIONS = 2048;
  private static final int ENOUGH_OPERATIONS = 4 * ENOUGH_TRANSACTIONS;

  // What an operation tells of what it read or wrote.

  static final byte NOTHING = 0;
  static final byte INITIAL = 1;

  /** The hash of the value. */
  static final byte HASH = 2;

  /** The hash, and the ids of the write and its transaction. */
  static final byte VERSION = 3;

  /** The file that begins here, and with it a session; null if it began before. */
  String file;

  boolean isTimed;

  /** By transaction: its id, where it stands, its times, how it ended, where its operations end. */
  int transactions;

  final long[] id = new long[ENOUGH_TRANSACTIONS];
  final long[] position = new long[ENOUGH_TRANSACTIONS];
  final long[] startMillis = new long[ENOUGH_TRANSACTIONS];
  final long[] endMillis = new long[ENOUGH_TRANSACTIONS];
  final Status[] status = new Status[ENOUGH_TRANSACTIONS];
  final int[] operationEnd = new int[ENOUGH_TRANSACTIONS];

  /** By operation: what it does, the number of its key, what it tells, and that. */
  int operations;

  byte[] kind = new byte[2 * ENOUGH_OPERATIONS];
  int[] key = new int[2 * ENOUGH_OPERATIONS];
  byte[] tells = new byte[2 * ENOUGH_OPERATIONS];
  long[] writer = new long[2 * ENOUGH_OPERATIONS];
  long[] writeId = new long[2 * ENOUGH_OPERATIONS];
  long[] valueHash = new long[2 * ENOUGH_OPERATIONS];

  /** What is wrong behind the last transaction; null if nothing is. */
  Exception failure;

  void clear() {
    file = null;
    transactions = 0;
    operations = 0;
    failure = null;
  }

  boolean isFull() {
    return transactions == ENOUGH_TRANSACTIONS || operations >= ENOUGH_OPERATIONS;
  }

  /** Adds an operation; its key is numbered later. */
  void operation(byte ofKind, byte telling, long ofWriter, long ofWrite, long ofValue) {
    if (operations == kind.length) {
      grow();
    }
    kind[operations] = ofKind;
    tells[operations] = telling;
    writer[operations] = ofWriter;
    writeId[operations] = ofWrite;
    valueHash[operations++] = ofValue;
  }

  private void grow() {
    var capacity = 2 * operations;
    kind = Arrays.copyOf(kind, capacity);
    key = Arrays.copyOf(key, capacity);
    tells = Arrays.copyOf(tells, capacity);
    writer = Arrays.copyOf(writer, capacity);
    writeId = Arrays.copyOf(writeId, capacity);
    valueHash = Arrays.copyOf(valueHash, capacity);
  }

  void end(Status as, long ended) {
    endMillis[transactions] = ended;
    status[transactions] = as;
    operationEnd[transactions++] = operations;
  }
}
