package mtc.formats.cobra;

import java.util.Arrays;
import mtc.column.Ints;
import mtc.history.Status;

/** Some transactions of one file, decoded: whole ones, or all before what is wrong with it. */
final class CobraPart {
  private static final int ENOUGH_TRANSACTIONS = 4096;
  private static final int ENOUGH_OPERATIONS = 4 * ENOUGH_TRANSACTIONS;

  /** The file that begins here; null if it began before. */
  String file;

  /** The session that begins here has a name, which is this scalar. */
  boolean hasSession;

  int sessionName;
  boolean isTimed;

  /** By transaction: its id, where it stands, its times, how it ended, where its operations end. */
  int transactions;

  final long[] id = new long[ENOUGH_TRANSACTIONS];
  final long[] position = new long[ENOUGH_TRANSACTIONS];
  final long[] startMillis = new long[ENOUGH_TRANSACTIONS];
  final long[] endMillis = new long[ENOUGH_TRANSACTIONS];
  final Status[] status = new Status[ENOUGH_TRANSACTIONS];
  final int[] operationEnd = new int[ENOUGH_TRANSACTIONS];

  /** By operation: what it does, the number of its key, and its value. */
  int operations;

  byte[] kind = new byte[2 * ENOUGH_OPERATIONS];
  int[] key = new int[2 * ENOUGH_OPERATIONS];
  int[] value = new int[2 * ENOUGH_OPERATIONS];

  /** The scalars of keys that have their first operation here, in the order of their numbers. */
  final Ints newKeys = new Ints();

  /** What is wrong behind the last transaction; null if nothing is. */
  Exception failure;

  void clear() {
    file = null;
    hasSession = false;
    transactions = 0;
    operations = 0;
    newKeys.truncate(0);
    failure = null;
  }

  boolean isFull() {
    return transactions == ENOUGH_TRANSACTIONS || operations >= ENOUGH_OPERATIONS;
  }

  void operation(byte ofKind, int onKey, int ofValue) {
    if (operations == kind.length) {
      kind = Arrays.copyOf(kind, 2 * operations);
      key = Arrays.copyOf(key, 2 * operations);
      value = Arrays.copyOf(value, 2 * operations);
    }
    kind[operations] = ofKind;
    key[operations] = onKey;
    value[operations++] = ofValue;
  }

  void end(Status as, long ended) {
    endMillis[transactions] = ended;
    status[transactions] = as;
    operationEnd[transactions++] = operations;
  }
}
