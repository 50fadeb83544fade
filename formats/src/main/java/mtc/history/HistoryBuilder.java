package mtc.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;
import mtc.column.Groups;
import mtc.column.Ints;
import mtc.column.LongNumbers;
import mtc.source.Counted;
import mtc.source.Limits;

/**
 * What a format's reader fills, one whole transaction after the other: {@link #begin}, its
 * operations in program order, {@link #end}. Transactions of one session come in session order.
 */
public final class HistoryBuilder {
  static final Status[] STATUSES = Status.values();

  /**
   * The most that a history may have. Checkers number four things for each operation, and edges,
   * with ints: at most four for an operation and one for a transaction.
   */
  static final int MOST_OPERATIONS = (1 << 29) - 2;

  static final int MOST_TRANSACTIONS = 1 << 28;
  static final int MOST_KEYS = 1 << 28;
  static final int MOST_ELEMENTS = Integer.MAX_VALUE - 8;

  final String format;
  private final int mostOperations;
  private final Limits limits;
  final Scalars scalars;
  final ScalarNumbers keys = new ScalarNumbers();
  ScalarNumbers sessions = new ScalarNumbers();
  final List<String> files = new ArrayList<>();
  final List<String> notes = new ArrayList<>();
  int initialValue = Scalars.UNKNOWN;
  boolean initialValueIsReserved;

  /** By key: what it holds at first if that is its own, else UNKNOWN; null if no key has one. */
  int[] initialOfKey;

  History.PositionUnit positionUnit = History.PositionUnit.LINE;
  String withoutRealTime;
  String workload;
  String usualLevel = "ser";
  String relaxation;
  String keptUpdates;

  /** By operation: reads that are comparisons, if it matters. */
  private final BitSet compared = new BitSet();

  Set<String> levelsOnly;
  String whyLevelsOnly;
  private final Reading reading;
  private long logged;
  private boolean heedsFunctions;

  int transactionCount;
  PackedColumn session = new PackedColumn();

  /** By transaction of a log that is several histories: the name of its own; else null. */
  PackedColumn part;

  int partCount = 1;

  /** By session of such a log: its process; null if a session is a process. */
  int[] processOf;

  ScalarNumbers processes = sessions;

  PackedColumn status = new PackedColumn();
  PackedColumn id = new PackedColumn();
  PackedColumn position = new PackedColumn();
  final PackedColumn file = new PackedColumn();
  IntColumn firstOperation = new IntColumn();
  PackedColumn start = new PackedColumn();
  PackedColumn end = new PackedColumn();
  int clockCount;
  final PackedColumn startNanos = new PackedColumn();
  final PackedColumn endNanos = new PackedColumn();

  int operationCount;
  ByteColumn kind = new ByteColumn();
  IntColumn key = new IntColumn();
  IntColumn value = new IntColumn();

  /** What a column holds where nothing was put. Numbers from 0 up are stored as one more. */
  static final long NO_VERSION = 0;

  /** By operation: the number of the version that it wrote or read. */
  PackedColumn version = new PackedColumn();

  private int versionCount;

  boolean hasLists;

  /** By list: where its elements begin; those of the next list begin where they end. */
  final IntColumn listStart = new IntColumn();

  final IntColumn elements = new IntColumn();

  int eventCount;
  final List<String> eventNames = new ArrayList<>();
  private final Map<String, Integer> numberOfEventName = new HashMap<>();
  int[] eventName = new int[0];

  /** By event: start and end, then both in nanoseconds. */
  long[] eventTimes = new long[0];

  private int currentFile;
  private boolean open;
  private boolean currentHasTime;

  public HistoryBuilder(String format) {
    this(format, Reading.AS_IT_STANDS, Limits.DEFAULT);
  }

  /** With what the user says of the log, and limits on how much it takes. */
  public HistoryBuilder(String format, Reading reading, Limits limits) {
    this(format, reading, limits, MOST_OPERATIONS);
  }

  /** What the user says of the log's functions; only of some formats do logs have functions. */
  public Reading reading() {
    heedsFunctions = true;
    return reading;
  }

  /** How many operations the log has, with those that are no client's or were left out. */
  public void logged(long operations) {
    logged = operations;
  }

  /** What {@link #logged(long)} was told; 0 if nothing was. */
  public long logged() {
    return logged;
  }

  /** Whether what the user said was heard. */
  public boolean wasHeeded() {
    return heedsFunctions || !reading.isOfFunctions();
  }

  /** The history says what decides these levels, and not what decides others. */
  public void onlyAt(String why, String... levels) {
    levelsOnly = Set.of(levels);
    whyLevelsOnly = why;
  }

  /** What kind of test the log is of, and the name of the level that such a test is about. */
  public void workload(String name, String level) {
    workload = name;
    usualLevel = level;
  }

  /**
   * The log does not tell all, and what was left open is allowed everything: a violation is one,
   * but nothing here proves that there is none. The first reason stays.
   */
  public void relaxed(String reason) {
    if (relaxation == null) {
      relaxation = reason;
    }
  }

  /**
   * What the log does not tell is taken to have lost no update: at a level that allows that, what
   * looks like a violation of several transactions may be none. The first reason stays.
   */
  public void keepsUpdates(String reason) {
    if (keptUpdates == null) {
      keptUpdates = reason;
    }
  }

  /** With another limit. */
  HistoryBuilder(String format, int mostOperations) {
    this(format, Reading.AS_IT_STANDS, Limits.DEFAULT, mostOperations);
  }

  private HistoryBuilder(String format, Reading reading, Limits limits, int mostOperations) {
    this.format = format;
    this.reading = reading;
    this.mostOperations = mostOperations;
    this.limits = limits;
    this.scalars = new Scalars(limits);
    firstOperation.add(0);
    listStart.add(0);
  }

  /** How far an input may go. */
  public Limits limits() {
    return limits;
  }

  public Scalars scalars() {
    return scalars;
  }

  /** The number of the key that a scalar names. */
  public int key(int scalar) {
    var number = keys.number(scalar);
    if (number >= limits.maxKeys()) {
      limits.checkKeys(number + 1);
    }
    return number;
  }

  public int keyCount() {
    return keys.size();
  }

  /**
   * Has at hand what {@link #key} will need for some scalars soon; they need not be asked for. Of
   * many keys in a row, expecting them first costs far less than waiting for each. Puts in place of
   * each scalar the number that its key likely has.
   *
   * @return something that depends on it, so that it cannot be left undone
   */
  public int expectKeys(int[] expected, int count) {
    return keys.expect(expected, count);
  }

  /** The scalar that names a key. */
  public int keyName(int key) {
    return keys.scalar(key);
  }

  /**
   * Gives keys other names, when all of them are known: no key is asked for by name afterwards.
   *
   * @param names from the old to the new, different ones for different ones
   */
  public void renameKeys(IntUnaryOperator names) {
    keys.rename(names);
  }

  /** The number of the session that a scalar names. */
  public int session(int scalar) {
    var number = sessions.number(scalar);
    if (number >= limits.maxSessions()) {
      limits.checkSessions(number + 1);
    }
    return number;
  }

  /** The scalar that names a session. */
  public int sessionName(int session) {
    return sessions.scalar(session);
  }

  /** The transactions that follow stand in this file of the log. */
  public void file(String name) {
    files.add(name);
    currentFile = files.size() - 1;
  }

  /** The value that stands for the initial version wherever it is read, whoever else wrote it. */
  public void reservedInitialValue(int scalar) {
    initialValue = scalar;
    initialValueIsReserved = true;
  }

  /** The value that stands for the initial version of every key that nobody writes it to. */
  public void defaultInitialValue(int scalar) {
    initialValue = scalar;
    initialValueIsReserved = false;
  }

  public void positionUnit(History.PositionUnit unit) {
    positionUnit = unit;
  }

  /** Says in words why the log has no real time; the first reason stays. */
  public void withoutRealTime(String reason) {
    if (withoutRealTime == null) {
      withoutRealTime = reason;
    }
  }

  /** Something that a person should know of how the log was read. */
  public void note(String note) {
    notes.add(note);
  }

  /** Whether any operation so far appends to or reads a list. */
  public boolean hasLists() {
    return hasLists;
  }

  /** Something that happened beside the transactions, and may go on; its number. */
  public int event(String name, long started, long startedNanos) {
    if (eventCount == eventName.length) {
      eventName = Arrays.copyOf(eventName, 2 * eventCount + 16);
      eventTimes = Arrays.copyOf(eventTimes, 4 * eventName.length);
    }
    var known = numberOfEventName.putIfAbsent(name, eventNames.size());
    eventName[eventCount] = known == null ? eventNames.size() : known;
    if (known == null) {
      eventNames.add(name);
    }
    eventTimes[4 * eventCount] = started;
    eventTimes[4 * eventCount + 2] = startedNanos;
    eventEnds(eventCount, started, startedNanos);
    return eventCount++;
  }

  /** When an event came to its end. */
  public void eventEnds(int event, long ended, long endedNanos) {
    eventTimes[4 * event + 1] = ended;
    eventTimes[4 * event + 3] = endedNanos;
  }

  public int transactionCount() {
    return transactionCount;
  }

  // What a transaction was begun with, the open one too.

  public int sessionOf(int transaction) {
    return (int) session.get(transaction);
  }

  public long idOf(int transaction) {
    return id.get(transaction);
  }

  public long positionOf(int transaction) {
    return position.get(transaction);
  }

  /** Starts a transaction; session may be {@link History#NO_SESSION}. */
  public void begin(int inSession, long withId, long atPosition) {
    if (open) {
      throw new IllegalStateException("a transaction is still open");
    }
    open = true;
    currentHasTime = false;
    var t = transactionCount;
    if (t == MOST_TRANSACTIONS) {
      throw new TooLargeException(MOST_TRANSACTIONS, "transactions");
    }
    session.put(t, inSession);
    id.put(t, withId);
    position.put(t, atPosition);
    if (!files.isEmpty()) {
      file.put(t, currentFile);
    }
  }

  /**
   * The log is several histories, and the open transaction is one of that with this name: the order
   * of its session reaches no further. A session of the builder is then a process, of which the
   * history has a session in each part. Parts share no keys.
   *
   * <p>Proposition 23 of docs/theory.md.
   */
  public void part(int scalar) {
    part = part == null ? new PackedColumn() : part;
    part.put(transactionCount, scalar);
  }

  /**
   * The last operation is a read that compared: what it says is what it saw, also if that is nil.
   */
  public void compared() {
    if (reading.nilIsUnknown()) {
      compared.set(operationCount - 1);
    }
  }

  /** Adds a {@code READ}, {@code WRITE}, {@code APPEND} or {@code READ_OTHER} of a scalar. */
  public void operation(byte ofKind, int onKey, int ofValue) {
    if (operationCount == mostOperations) {
      throw new TooLargeException(mostOperations, "operations");
    }
    checkValues();
    kind.add(ofKind);
    key.add(onKey);
    value.add(ofValue);
    operationCount++;
    hasLists |= ofKind == History.APPEND;
  }

  /**
   * The log numbers the version that the last operation wrote or read: greater numbers are of later
   * versions of the key. The greatest numbers of all cannot be kept.
   */
  public void version(long number) {
    version.put(operationCount - 1, stored(number));
    versionCount++;
  }

  /** Gives all starts, ends and versions other numbers, when all of them are known. */
  public void mapTimes(LongUnaryOperator numbers) {
    var starts = new PackedColumn();
    var ends = new PackedColumn();
    for (var t = 0; t < transactionCount; t++) {
      starts.put(t, numbers.applyAsLong(start.get(t)));
      ends.put(t, numbers.applyAsLong(end.get(t)));
    }
    start = starts;
    end = ends;
    var versions = version;
    version = new PackedColumn();
    for (var o = 0; o < operationCount; o++) {
      if (versions.get(o) != NO_VERSION) {
        version.put(o, stored(numbers.applyAsLong(versions.get(o) - 1)));
      }
    }
  }

  private static long stored(long number) {
    return number < 0 ? number : Math.min(number, History.GREATEST_VERSION) + 1;
  }

  boolean hasVersions() {
    return versionCount > 0;
  }

  /** Adds the read of a list whose elements follow. */
  public void readList(int onKey) {
    operation(History.READ_LIST, onKey, addEmptyList());
    hasLists = true;
  }

  /** Adds an element to the list that was begun last. */
  public void element(int scalar) {
    if (elements.size() == MOST_ELEMENTS) {
      throw new TooLargeException(MOST_ELEMENTS, "elements of lists");
    }
    checkValues();
    elements.add(scalar);
    listStart.set(listStart.size() - 1, elements.size());
  }

  /** When the open transaction started and ended; {@link History#NEVER} if it did not end. */
  public void realTime(long started, long ended) {
    start.put(transactionCount, started);
    end.put(transactionCount, ended);
    currentHasTime = true;
  }

  /** The same in nanoseconds of a clock, for logs that have one. */
  public void clock(long startedNanos, long endedNanos) {
    startNanos.put(transactionCount, startedNanos);
    endNanos.put(transactionCount, endedNanos);
    clockCount++;
  }

  /** Ends the open transaction. */
  public void end(Status as) {
    if (!open) {
      throw new IllegalStateException("no transaction is open");
    }
    open = false;
    status.put(transactionCount, as.ordinal());
    if (!currentHasTime && withoutRealTime == null) {
      withoutRealTime = "the log does not say when transactions started and ended";
    }
    firstOperation.add(operationCount);
    transactionCount++;
  }

  /**
   * Makes one transaction of those that turned out to be pieces of one: what the first of them is,
   * with the operations of all. That is for logs of one file, of registers and without times.
   *
   * @param firstPiece by transaction, the first piece of what it is a piece of
   */
  public void join(Ints firstPiece) {
    var pieces = Groups.of(transactionCount, firstPiece.toArray());
    var sessionOf = session;
    var idOf = id;
    var positionOf = position;
    var statusOf = status;
    var firstOf = firstOperation;
    var kinds = kind;
    var keyOf = key;
    var values = value;
    forgetTransactions();
    for (var first = 0; first < pieces.groupCount(); first++) {
      if (pieces.first(first) == pieces.end(first)) {
        continue;
      }
      begin((int) sessionOf.get(first), idOf.get(first), positionOf.get(first));
      for (var i = pieces.first(first); i < pieces.end(first); i++) {
        var piece = pieces.get(i);
        for (var o = firstOf.get(piece); o < firstOf.get(piece + 1); o++) {
          operation(kinds.get(o), keyOf.get(o), values.get(o));
        }
      }
      end(STATUSES[(int) statusOf.get(first)]);
    }
  }

  private void forgetTransactions() {
    transactionCount = 0;
    session = new PackedColumn();
    id = new PackedColumn();
    position = new PackedColumn();
    status = new PackedColumn();
    firstOperation = new IntColumn();
    firstOperation.add(0);
    operationCount = 0;
    kind = new ByteColumn();
    key = new IntColumn();
    value = new IntColumn();
  }

  /** The history; the builder must not be used any more. */
  public History build() {
    if (open) {
      throw new IllegalStateException("a transaction is still open");
    }
    if (transactionCount == 0) {
      withoutRealTime("there are no transactions");
    }
    if (hasLists) {
      readNothingAsEmptyLists();
    }
    if (reading.initial() != null) {
      reading.initial().applyTo(this, keys, scalars);
    }
    if (reading.nilIsUnknown()) {
      forgetNilReads();
    }
    if (part != null) {
      separateParts();
    }
    keys.complete();
    return hasVersions() ? withVersions() : new History(this);
  }

  /** The log is one history after all. */
  public void withoutParts() {
    part = null;
  }

  /** Makes a session of each process in each part that it worked on. */
  private void separateParts() {
    var partNumbers = new ScalarNumbers();
    var sessionNumbers = new LongNumbers();
    var hasSession = new boolean[sessions.size()];
    var separateSession = new PackedColumn();
    var separatePart = new PackedColumn();
    var isShared = false;
    for (var t = 0; t < transactionCount; t++) {
      var ofPart = partNumbers.number((int) part.get(t));
      var process = (int) session.get(t);
      var number = History.NO_SESSION;
      if (process != History.NO_SESSION) {
        var before = sessionNumbers.size();
        number = sessionNumbers.number((long) process << Integer.SIZE | ofPart);
        isShared |= number == before && hasSession[process];
        hasSession[process] = true;
      }
      separateSession.put(t, number);
      separatePart.put(t, ofPart);
    }
    part = null;
    if (!isShared) {
      return;
    }
    session = separateSession;
    part = separatePart;
    partCount = partNumbers.size();
    nameSessions(sessionNumbers);
    note(
        "each key is a history of its own, as with jepsen.independent: the order of a process holds"
            + " within a key and not from one to the next");
  }

  /** The first session of a process has its name, each other one a number that no process has. */
  private void nameSessions(LongNumbers sessionNumbers) {
    sessions = new ScalarNumbers();
    processOf = new int[sessionNumbers.size()];
    var isNamed = new boolean[processes.size()];
    var next = (long) processes.size();
    for (var s = 0; s < processOf.length; s++) {
      var process = (int) (sessionNumbers.key(s) >> Integer.SIZE);
      var name = processes.scalar(process);
      if (isNamed[process]) {
        do {
          name = scalars.integer(next++);
        } while (processes.has(name));
      }
      session(name);
      isNamed[process] = true;
      processOf[s] = process;
    }
  }

  /** Says what the numbers of versions count for. */
  private History withVersions() {
    if (reading.ignoresVersions()) {
      return without("the versions that the log gives are ignored, as asked: any order will do");
    }
    var writes = 0;
    var numbered = 0;
    for (var t = 0; t < transactionCount; t++) {
      for (var o = firstOperation.get(t); o < firstOperation.get(t + 1); o++) {
        if (status.get(t) == 0 && (kind.get(o) == History.WRITE || kind.get(o) == History.APPEND)) {
          writes++;
          numbered += version.get(o) == NO_VERSION ? 0 : 1;
        }
      }
    }
    var history = new History(this);
    notes.add(
        (numbered == writes
                ? "the log gives the order of versions, which is trusted; "
                : "the log gives a version to "
                    + numbered
                    + " of "
                    + Counted.of(writes, "committed write")
                    + ", which is trusted, as are those that reads name; the others may come"
                    + " anywhere; ")
            + (history.givenVersions().hasTies()
                ? "of writes of a key that share one, any may come first; "
                : "")
            + "--versions ignore asks for any order");
    return history;
  }

  private History without(String why) {
    notes.add(why);
    version = new PackedColumn();
    versionCount = 0;
    return new History(this);
  }

  /** What one key holds before the first transaction, wherever it is read. */
  public void initialValueOf(int ofKey, int scalar) {
    var known = initialOfKey == null ? 0 : initialOfKey.length;
    if (ofKey >= known) {
      initialOfKey = initialOfKey == null ? new int[0] : initialOfKey;
      initialOfKey = Arrays.copyOf(initialOfKey, Math.max(ofKey + 1, 2 * known));
      Arrays.fill(initialOfKey, known, initialOfKey.length, Scalars.UNKNOWN);
    }
    initialOfKey[ofKey] = scalar;
  }

  /** The one initial value that the user gives. */
  public int initialValueGiven() {
    return reading.initial().one(scalars);
  }

  /**
   * Of registers only: a list that is nil is empty. What they saw is found by value, so the version
   * that one names is not looked for.
   */
  private void forgetNilReads() {
    var forgotten = 0;
    var isVersionForgotten = false;
    for (var o = 0; o < operationCount; o++) {
      if (kind.get(o) == History.READ && value.get(o) == Scalars.NIL && !compared.get(o)) {
        value.set(o, Scalars.UNKNOWN);
        isVersionForgotten |= version.get(o) != NO_VERSION;
        forgotten++;
      }
    }
    notes.add("reads of nil that may have seen anything, as asked: " + forgotten);
    if (isVersionForgotten && !reading.ignoresVersions()) {
      relaxed("a read of nil that may have seen anything names a version, which is not looked for");
    }
  }

  /**
   * A log spells the read of an empty list {@code nil}, just like that of a register that nobody
   * wrote, and which of them a key is may only show later on. Nothing else is done to lists and
   * registers alike.
   */
  private void readNothingAsEmptyLists() {
    var isList = new boolean[keys.size()];
    for (var o = 0; o < operationCount; o++) {
      isList[key.get(o)] |= isOfList(o);
    }
    var empty = -1;
    for (var o = 0; o < operationCount; o++) {
      if (!isList[key.get(o)] || isOfList(o)) {
        continue;
      }
      if (kind.get(o) != History.READ) {
        throw new IllegalStateException("a key is used as a list and as a register");
      }
      if (value.get(o) == Scalars.NIL) {
        if (empty < 0) {
          empty = addEmptyList();
        }
        kind.set(o, History.READ_LIST);
        value.set(o, empty);
      } else if (value.get(o) != Scalars.UNKNOWN) {
        throw new IllegalStateException("a key is used as a list and as a register");
      }
    }
  }

  private void checkValues() {
    if ((long) operationCount + elements.size() >= limits.maxValues()) {
      limits.checkValues((long) operationCount + elements.size() + 1);
    }
  }

  private boolean isOfList(int operation) {
    var what = kind.get(operation);
    return what == History.APPEND || what == History.READ_LIST;
  }

  /** The number of a list that has no elements yet. */
  private int addEmptyList() {
    listStart.add(elements.size());
    return listStart.size() - 2;
  }
}
