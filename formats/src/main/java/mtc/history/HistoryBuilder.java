package mtc.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * What a format's reader fills, one whole transaction after the other: {@link #begin}, its
 * operations in program order, {@link #end}. Transactions of one session come in session order.
 */
public final class HistoryBuilder {
  static final Status[] STATUSES = Status.values();

  private static final double SPARE = 1.03;

  /** The beginning of a log may be denser than the rest. */
  private static final int MOST_GROWTH = 8;

  /** Arrays have a few elements less than ints can count. */
  private static final int LARGEST = Integer.MAX_VALUE - 8;

  final String format;
  final Scalars scalars = new Scalars();
  final Names keys = new Names();
  final Names sessions = new Names();
  final List<String> files = new ArrayList<>();
  final List<String> notes = new ArrayList<>();
  int initialValue = Scalars.UNKNOWN;
  boolean initialValueIsReserved;
  History.PositionUnit positionUnit = History.PositionUnit.LINE;
  String withoutRealTime;

  int transactionCount;
  int[] session = new int[16];
  byte[] status = new byte[16];
  long[] id = new long[16];
  long[] position = new long[16];
  int[] file = new int[0];
  int[] firstOperation = new int[17];
  long[] start = new long[0];
  long[] end = new long[0];
  int clockCount;
  long[] startNanos = new long[0];
  long[] endNanos = new long[0];

  int operationCount;
  byte[] kind = new byte[32];
  int[] key = new int[32];
  int[] value = new int[32];

  boolean hasLists;
  int listCount;
  int[] listStart = new int[16];
  int elementCount;
  int[] elements = new int[0];

  int eventCount;
  final List<String> eventNames = new ArrayList<>();
  private final Map<String, Integer> numberOfEventName = new HashMap<>();
  int[] eventName = new int[0];

  /** By event: start and end, then both in nanoseconds. */
  long[] eventTimes = new long[0];

  private long bytes;
  private LongSupplier bytesRead = () -> 0;
  private int currentFile;
  private boolean open;
  private boolean currentHasTime;

  public HistoryBuilder(String format) {
    this.format = format;
  }

  /** How many bytes the log has, and how many of them were read so far. */
  public void size(long ofAll, LongSupplier ofRead) {
    bytes = ofAll;
    bytesRead = ofRead;
  }

  public Scalars scalars() {
    return scalars;
  }

  /** The number of the key that a scalar names. */
  public int key(int scalar) {
    return keys.number(scalar);
  }

  /** The number of the session that a scalar names. */
  public int session(int scalar) {
    return sessions.number(scalar);
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

  /** Starts a transaction; session may be {@link History#NO_SESSION}. */
  public void begin(int inSession, long withId, long atPosition) {
    if (open) {
      throw new IllegalStateException("a transaction is still open");
    }
    open = true;
    currentHasTime = false;
    var t = transactionCount;
    if (t == session.length) {
      growTransactions();
    }
    session[t] = inSession;
    id[t] = withId;
    position[t] = atPosition;
    if (!files.isEmpty()) {
      if (file.length < session.length) {
        file = Arrays.copyOf(file, session.length);
      }
      file[t] = currentFile;
    }
  }

  /** Adds a {@code READ}, {@code WRITE}, {@code APPEND} or {@code READ_OTHER} of a scalar. */
  public void operation(byte ofKind, int onKey, int ofValue) {
    if (operationCount == kind.length) {
      var capacity = grown(operationCount);
      kind = Arrays.copyOf(kind, capacity);
      key = Arrays.copyOf(key, capacity);
      value = Arrays.copyOf(value, capacity);
    }
    kind[operationCount] = ofKind;
    key[operationCount] = onKey;
    value[operationCount++] = ofValue;
    hasLists |= ofKind == History.APPEND;
  }

  /** Adds the read of a list whose elements follow. */
  public void readList(int onKey) {
    operation(History.READ_LIST, onKey, addEmptyList());
    hasLists = true;
  }

  /** Adds an element to the list that was begun last. */
  public void element(int scalar) {
    if (elementCount == elements.length) {
      elements = Arrays.copyOf(elements, grown(elementCount));
    }
    elements[elementCount++] = scalar;
    listStart[listCount] = elementCount;
  }

  /** When the open transaction started and ended; {@link History#NEVER} if it did not end. */
  public void realTime(long started, long ended) {
    if (start.length < session.length) {
      start = Arrays.copyOf(start, session.length);
      end = Arrays.copyOf(end, session.length);
    }
    start[transactionCount] = started;
    end[transactionCount] = ended;
    currentHasTime = true;
  }

  /** The same in nanoseconds of a clock, for logs that have one. */
  public void clock(long startedNanos, long endedNanos) {
    if (startNanos.length < session.length) {
      startNanos = Arrays.copyOf(startNanos, session.length);
      endNanos = Arrays.copyOf(endNanos, session.length);
    }
    startNanos[transactionCount] = startedNanos;
    endNanos[transactionCount] = endedNanos;
    clockCount++;
  }

  /** Ends the open transaction. */
  public void end(Status as) {
    if (!open) {
      throw new IllegalStateException("no transaction is open");
    }
    open = false;
    status[transactionCount] = (byte) as.ordinal();
    if (!currentHasTime && withoutRealTime == null) {
      withoutRealTime = "the log does not say when transactions started and ended";
    }
    firstOperation[++transactionCount] = operationCount;
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
    return new History(this);
  }

  /**
   * A log spells the read of an empty list {@code nil}, just like that of a register that nobody
   * wrote, and which of them a key is may only show later on. Nothing else is done to lists and
   * registers alike.
   */
  private void readNothingAsEmptyLists() {
    var isList = new boolean[keys.size()];
    for (var o = 0; o < operationCount; o++) {
      isList[key[o]] |= kind[o] == History.APPEND || kind[o] == History.READ_LIST;
    }
    var empty = -1;
    for (var o = 0; o < operationCount; o++) {
      if (!isList[key[o]] || kind[o] == History.APPEND || kind[o] == History.READ_LIST) {
        continue;
      }
      if (kind[o] != History.READ) {
        throw new IllegalStateException("a key is used as a list and as a register");
      }
      if (value[o] == Scalars.NIL) {
        if (empty < 0) {
          empty = addEmptyList();
        }
        kind[o] = History.READ_LIST;
        value[o] = empty;
      } else if (value[o] != Scalars.UNKNOWN) {
        throw new IllegalStateException("a key is used as a list and as a register");
      }
    }
  }

  private int addEmptyList() {
    if (listCount + 2 > listStart.length) {
      listStart = Arrays.copyOf(listStart, grown(listCount + 2));
    }
    listStart[listCount + 1] = elementCount;
    return listCount++;
  }

  private void growTransactions() {
    var capacity = grown(session.length);
    session = Arrays.copyOf(session, capacity);
    status = Arrays.copyOf(status, capacity);
    id = Arrays.copyOf(id, capacity);
    position = Arrays.copyOf(position, capacity);
    firstOperation = Arrays.copyOf(firstOperation, capacity + 1);
  }

  /** Copying what was read so far costs less the better it is guessed how much will come. */
  private int grown(int capacity) {
    var least = (int) Math.min(capacity + (capacity >> 1) + 16L, LARGEST);
    var read = bytesRead.getAsLong();
    if (read <= 0) {
      return least;
    }
    var likely = SPARE * capacity * ((double) bytes / read);
    var most = (double) MOST_GROWTH * capacity;
    return (int) Math.min(Math.max(least, Math.min(likely, most)), LARGEST);
  }
}
