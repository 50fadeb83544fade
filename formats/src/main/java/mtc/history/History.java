package mtc.history;

import java.util.List;
import mtc.column.Bits;

/**
 * An immutable log of transactions, one array per column.
 *
 * <p>Transactions, operations, keys and sessions are numbered densely from 0; values are codes of
 * {@link #scalars()}. The transactions of one session stand in session order. A transaction takes
 * some 6 bytes, 2 more with real time and 8 more with wall-clock times, and an operation 9; nothing
 * is an object.
 *
 * <p>A key that is appended to or read as a list anywhere is a list everywhere: a read of {@code
 * nil} there is the read of an empty list, however the log spells it.
 */
public final class History {
  /** Read the value; {@link Scalars#UNKNOWN} where the log does not tell it. */
  public static final byte READ = 0;

  /** Wrote the value. */
  public static final byte WRITE = 1;

  /** Appended the value to the list that the key holds. */
  public static final byte APPEND = 2;

  /** Read a list; the operation's value is the list's number, not a scalar. */
  public static final byte READ_LIST = 3;

  /** Saw some value other than this one: a compare-and-set whose comparison failed. */
  public static final byte READ_OTHER = 4;

  /** The session of a transaction that the log assigns to none. */
  public static final int NO_SESSION = -1;

  /** The end of a transaction that never ended. */
  public static final long NEVER = Long.MAX_VALUE;

  /** The greatest number of a version that can be kept. */
  public static final long GREATEST_VERSION = NEVER - 2;

  /** A time that much later, which is {@link #NEVER} if no clock reaches it. */
  public static long later(long time, long more) {
    return time > NEVER - more ? NEVER : time + more;
  }

  /** How {@link #position} counts. */
  public enum PositionUnit {
    LINE,
    BYTE,
    /** Not at all: the history was not read from a log. */
    NONE
  }

  private static final int PAGE_BITS = IntColumn.PAGE_BITS;
  private static final int MASK = IntColumn.MASK;

  private final HistoryBuilder from;

  // The pages of the columns that are looked at most.
  private final Bits isUncommitted;
  private final int[][] firstOperation;
  private final byte[][] kind;
  private final int[][] key;
  private final int[][] value;

  /** Null if the log gives no versions, or they are not to be looked at. */
  private final GivenVersions givenVersions;

  History(HistoryBuilder complete) {
    this.from = complete;
    this.isUncommitted = uncommitted(complete.status, complete.transactionCount);
    this.firstOperation = complete.firstOperation.pages;
    this.kind = complete.kind.pages;
    this.key = complete.key.pages;
    this.value = complete.value.pages;
    this.givenVersions = complete.hasVersions() ? new GivenVersions(this) : null;
  }

  /** By transaction, whether it did not commit, or may not have; null if all did. */
  private static Bits uncommitted(PackedColumn status, int count) {
    Bits uncommitted = null;
    for (var t = 0; t < count; t++) {
      if (status.get(t) != 0) {
        uncommitted = uncommitted == null ? new Bits(count) : uncommitted;
        uncommitted.set(t);
      }
    }
    return uncommitted;
  }

  /** The order of versions that the log gives; null if it gives none. */
  public GivenVersions givenVersions() {
    return givenVersions;
  }

  /** Whether an operation of this kind makes a version. */
  public static boolean isWrite(byte kind) {
    return kind == WRITE || kind == APPEND;
  }

  /** A key and a value as one number, for who looks for both. */
  public static long keyAndValue(int key, int value) {
    return (long) key << Integer.SIZE | value & 0xFFFF_FFFFL;
  }

  /** The name of the format that the log was read from. */
  public String format() {
    return from.format;
  }

  /** The kind of test that the log is of; null if nothing tells. */
  public String workload() {
    return from.workload;
  }

  /** Why it does not say what decides some levels; null if it says that of all. */
  public String limitation() {
    return from.whyLevelsOnly;
  }

  /** The name of the level that such a test is about. */
  public String usualLevel() {
    return from.usualLevel;
  }

  /** Why it does not say what decides a level, by the level's name; null if it does. */
  public String without(String level) {
    return from.levelsOnly == null || from.levelsOnly.contains(level) ? null : from.whyLevelsOnly;
  }

  /** Why a history without a violation may have one in what the log does not tell; else null. */
  public String relaxation() {
    return from.relaxation;
  }

  /** Why a violation may be none where updates may be lost; null if it is one. */
  public String keptUpdates() {
    return from.keptUpdates;
  }

  public int transactionCount() {
    return from.transactionCount;
  }

  public int operationCount() {
    return from.operationCount;
  }

  public int keyCount() {
    return from.keys.size();
  }

  public int sessionCount() {
    return from.sessions.size();
  }

  public Scalars scalars() {
    return from.scalars;
  }

  /** The scalar that names a key. */
  public int keyName(int key) {
    return from.keys.scalar(key);
  }

  /**
   * The scalar that names a session and no other: a process, a thread, a file's number. People know
   * it by {@link #processName}.
   */
  public int sessionName(int session) {
    return from.sessions.scalar(session);
  }

  /**
   * How many processes ran the sessions: as many as there are sessions, unless the log is several
   * histories that share no key, and a process has a session in each of those it worked on.
   */
  public int processCount() {
    return from.processes.size();
  }

  /**
   * How many histories the log is, that share neither keys nor sessions. It counts as one as long
   * as no process is in two of them.
   */
  public int partCount() {
    return from.partCount;
  }

  /** The history within the log that a transaction is of. */
  public int part(int transaction) {
    return from.part == null ? 0 : (int) from.part.get(transaction);
  }

  /** The process of a session; it has no two of them in one history. */
  public int process(int session) {
    return from.processOf == null ? session : from.processOf[session];
  }

  /** The scalar that names the process of a session. */
  public int processName(int session) {
    return from.processes.scalar(process(session));
  }

  /**
   * The value that every key holds before the first transaction, or {@link Scalars#UNKNOWN} if the
   * format has none.
   */
  public int initialValue() {
    return from.initialValue;
  }

  /** The value that a key holds at first, which may be another than that of the others. */
  public int initialValue(int key) {
    return hasOwnInitialValue(key) ? from.initialOfKey[key] : from.initialValue;
  }

  /** Whether a key holds something else at first than what keys do that nothing is said of. */
  public boolean hasOwnInitialValue(int key) {
    return from.initialOfKey != null
        && key < from.initialOfKey.length
        && from.initialOfKey[key] != Scalars.UNKNOWN;
  }

  /** Whether any key does. */
  public boolean hasOwnInitialValues() {
    return from.initialOfKey != null;
  }

  /** The same as {@link #initialValueIsReserved()}, of one key. */
  public boolean initialValueIsReserved(int key) {
    return from.initialValueIsReserved || hasOwnInitialValue(key);
  }

  /**
   * Whether the initial value stands for the initial version even where a transaction wrote it:
   * true for {@code nil}; false where, as with 0 in text formats, an explicit first transaction may
   * write it and then is the only one that did.
   */
  public boolean initialValueIsReserved() {
    return from.initialValueIsReserved;
  }

  // Transactions.

  /** The session, or {@link #NO_SESSION}. */
  public int session(int transaction) {
    return (int) from.session.get(transaction);
  }

  public Status status(int transaction) {
    return isCommitted(transaction)
        ? Status.COMMITTED
        : HistoryBuilder.STATUSES[(int) from.status.get(transaction)];
  }

  public boolean isCommitted(int transaction) {
    return isUncommitted == null || !isUncommitted.get(transaction);
  }

  /** The number that the log itself gives the transaction. */
  public long id(int transaction) {
    return from.id.get(transaction);
  }

  /** The first operation; the last one is before that of the next transaction. */
  public int firstOperation(int transaction) {
    return firstOperation[transaction >>> PAGE_BITS][transaction & MASK];
  }

  /** One past the last operation. */
  public int endOperation(int transaction) {
    return firstOperation(transaction + 1);
  }

  /** Where the transaction stands in its file. */
  public long position(int transaction) {
    return from.position.get(transaction);
  }

  public PositionUnit positionUnit() {
    return from.positionUnit;
  }

  /**
   * Where the transaction stands, in words: {@code line 12}, {@code byte 4711 of T3.log}; null if
   * the history was not read from a log.
   */
  public String place(int transaction) {
    var unit =
        switch (from.positionUnit) {
          case LINE -> "line ";
          case BYTE -> "byte ";
          case NONE -> null;
        };
    if (unit == null) {
      return null;
    }
    var file = file(transaction);
    return unit + position(transaction) + (file == null ? "" : " of " + file);
  }

  /** The file within a log of several files, or null when the log is one file. */
  public String file(int transaction) {
    return from.files.isEmpty() ? null : from.files.get((int) from.file.get(transaction));
  }

  // Real time.

  /** Whether every committed transaction has a start and an end. */
  public boolean hasRealTime() {
    return from.withoutRealTime == null;
  }

  /** Why there is no real time, in words; null if there is. */
  public String withoutRealTime() {
    return from.withoutRealTime;
  }

  /** T comes before S in real time iff {@code end(T) < start(S)}. Positions, not nanoseconds. */
  public long start(int transaction) {
    return from.start.get(transaction);
  }

  /** {@link #NEVER} if it is indeterminate. */
  public long end(int transaction) {
    return from.end.get(transaction);
  }

  /** Whether every committed transaction also has wall-clock times. */
  public boolean hasClock() {
    return from.clockCount == from.transactionCount;
  }

  public long startNanos(int transaction) {
    return from.startNanos.get(transaction);
  }

  public long endNanos(int transaction) {
    return from.endNanos.get(transaction);
  }

  // Operations.

  /** {@link #READ}, {@link #WRITE}, {@link #APPEND}, {@link #READ_LIST}, {@link #READ_OTHER}. */
  public byte kind(int operation) {
    return kind[operation >>> PAGE_BITS][operation & MASK];
  }

  public int key(int operation) {
    return key[operation >>> PAGE_BITS][operation & MASK];
  }

  /** A scalar, or for {@link #READ_LIST} the number of a list. */
  public int value(int operation) {
    return value[operation >>> PAGE_BITS][operation & MASK];
  }

  /** Both as one number. */
  public long keyAndValue(int operation) {
    return keyAndValue(key(operation), value(operation));
  }

  /** Whether the log numbers the version that an operation wrote or read. */
  public boolean hasVersion(int operation) {
    return from.version.get(operation) != HistoryBuilder.NO_VERSION;
  }

  /** The number of that version; greater ones are of later versions of the key. */
  public long version(int operation) {
    var stored = from.version.get(operation);
    return stored > HistoryBuilder.NO_VERSION ? stored - 1 : stored;
  }

  /** Whether any operation appends to or reads a list. */
  public boolean hasLists() {
    return from.hasLists;
  }

  public int listSize(int list) {
    return from.listStart.get(list + 1) - from.listStart.get(list);
  }

  /** The scalar at an index of a list. */
  public int listElement(int list, int index) {
    return from.elements.get(from.listStart.get(list) + index);
  }

  // What happened beside the transactions: what the nemesis did.

  public int eventCount() {
    return from.eventCount;
  }

  public String eventName(int event) {
    return from.eventNames.get(from.eventName[event]);
  }

  /** Counts as {@link #start} does. */
  public long eventStart(int event) {
    return from.eventTimes[4 * event];
  }

  /** The same as its start if the log has but one entry for it. */
  public long eventEnd(int event) {
    return from.eventTimes[4 * event + 1];
  }

  /** {@link #NEVER} if the log has no clock there. */
  public long eventStartNanos(int event) {
    return from.eventTimes[4 * event + 2];
  }

  public long eventEndNanos(int event) {
    return from.eventTimes[4 * event + 3];
  }

  /** What a reader wants people to know: what it skipped, what it assumed. */
  public List<String> notes() {
    return List.copyOf(from.notes);
  }
}
