package mtc.report;

import mtc.history.History;
import mtc.history.Run;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.source.Printable;
import mtc.verdict.Edge;
import mtc.verdict.Stuck;

/**
 * A history under report, and how its parts are called: the same in every output.
 *
 * <p>A transaction is T and a number: the one that the log itself gives it, if those are unique and
 * short enough to read, else its place in the history, from 0.
 */
public final class Subject {
  /** Names longer than this are shortened where people read them. */
  private static final int LONGEST_NAME = 24;

  /** The most digits that make a number short. */
  private static final long LARGEST_SHORT_ID = 999_999_999;

  private final String path;
  private final History history;
  private final Inquiry inquiry;
  private final long readMillis;
  private final int longestName;
  private String historyClass;
  private Run run;
  private Boolean idsAreNames;

  /**
   * A history to report on.
   *
   * @param path the input, as the user named it
   * @param inquiry where to ask for more
   * @param readMillis how long reading it took
   */
  public Subject(String path, History history, Inquiry inquiry, long readMillis) {
    this(path, history, inquiry, readMillis, LONGEST_NAME);
  }

  private Subject(String path, History history, Inquiry inquiry, long readMillis, int longestName) {
    this.path = path;
    this.history = history;
    this.inquiry = inquiry;
    this.longestName = longestName;
    this.readMillis = readMillis;
  }

  public String path() {
    return path;
  }

  public History history() {
    return history;
  }

  /** With what is known of the test run that the history comes from, or null. */
  public Subject of(Run testRun) {
    run = testRun;
    return this;
  }

  Run run() {
    return run;
  }

  public String historyClass() {
    if (historyClass == null) {
      historyClass = inquiry.historyClass();
    }
    return historyClass;
  }

  public long readMillis() {
    return readMillis;
  }

  /** The same, but nothing in it is shortened. */
  public Subject whole() {
    return new Subject(path, history, inquiry, readMillis, Integer.MAX_VALUE);
  }

  /** How far the operations on a register can be put in order; null if that cannot be told. */
  public Stuck stuck(int key) {
    return inquiry.stuck(key);
  }

  public int count(Status status) {
    var count = 0;
    for (var t = 0; t < history.transactionCount(); t++) {
      if (history.status(t) == status) {
        count++;
      }
    }
    return count;
  }

  /** The number that names a transaction. */
  public long number(int transaction) {
    if (idsAreNames == null) {
      idsAreNames = idsAreUniqueAndShort();
    }
    return idsAreNames ? history.id(transaction) : transaction;
  }

  public String name(int transaction) {
    return transaction == Edge.INITIAL ? "the initial state" : "T" + number(transaction);
  }

  /** {@code line 12}, {@code byte 4711 of T3.log}. */
  public String place(int transaction) {
    var place = history.place(transaction);
    return place == null ? null : Printable.text(place);
  }

  public String session(int transaction) {
    var session = history.session(transaction);
    return session == History.NO_SESSION
        ? "no session"
        : "session " + shortened(history.scalars().render(history.processName(session)));
  }

  /** A key as people call it: a keyword without its colon. */
  public String key(int key) {
    var name = history.keyName(key);
    var scalars = history.scalars();
    return shortened(
        scalars.kind(name) == Scalars.Kind.KEYWORD
            ? scalars.render(name).substring(1)
            : scalars.render(name));
  }

  public String value(int scalar) {
    return shortened(history.scalars().render(scalar));
  }

  /** A key in a sentence, where a bare number would look like a value. */
  public String keyInProse(int key) {
    return history.scalars().isIntegral(history.keyName(key)) ? "key " + key(key) : key(key);
  }

  /** {@code x=5}, {@code key 7=5}. */
  public String version(int key, int value) {
    return keyInProse(key) + "=" + value(value);
  }

  /** {@code r(x)=1}, {@code w(x)=2}, {@code append(x)=3}, {@code r(x)=[1 2 3]}, {@code r(x)≠4}. */
  public String operation(int operation) {
    var key = key(history.key(operation));
    var value = history.value(operation);
    return switch (history.kind(operation)) {
      case History.READ -> "r(" + key + ")=" + value(value);
      case History.WRITE -> "w(" + key + ")=" + value(value);
      case History.APPEND -> "append(" + key + ")=" + value(value);
      case History.READ_LIST -> "r(" + key + ")=" + list(value);
      case History.READ_OTHER -> "r(" + key + ")≠" + value(value);
      default -> throw new IllegalStateException("operation of kind " + history.kind(operation));
    };
  }

  /** A list with its middle left out if it is long: what matters is how it begins and ends. */
  public String list(int list) {
    var size = history.listSize(list);
    var text = new StringBuilder("[");
    for (var i = 0; i < size; i++) {
      if (i == 3 && size > 8 && longestName == LONGEST_NAME) {
        text.append(" …");
        i = size - 3;
      }
      text.append(i == 0 ? "" : " ").append(value(history.listElement(list, i)));
    }
    return text.append(']').toString();
  }

  private String shortened(String name) {
    return shortened(name, longestName);
  }

  /** Without its middle if it is longer than that. */
  public static String shortened(String name, int longest) {
    var length = name.length();
    return length <= longest
        ? name
        : name.substring(0, longest - 9) + "…" + name.substring(length - 8);
  }

  /** One pass, and a bit per possible number: few enough, or the numbers are not short. */
  private boolean idsAreUniqueAndShort() {
    var count = history.transactionCount();
    var largest = 0L;
    for (var t = 0; t < count; t++) {
      var id = history.id(t);
      if (id < 0 || id > LARGEST_SHORT_ID) {
        return false;
      }
      largest = Math.max(largest, id);
    }
    if (largest > 64L * count + 1_000_000) {
      return false;
    }
    var seen = new long[(int) (largest >> 6) + 1];
    for (var t = 0; t < count; t++) {
      var id = history.id(t);
      var bit = 1L << id;
      if ((seen[(int) (id >> 6)] & bit) != 0) {
        return false;
      }
      seen[(int) (id >> 6)] |= bit;
    }
    return true;
  }

  /** The transaction among these that an operation belongs to, or -1. */
  public int owner(int[] transactions, int operation) {
    for (var t : transactions) {
      if (t >= 0 && operation >= history.firstOperation(t) && operation < history.endOperation(t)) {
        return t;
      }
    }
    return -1;
  }

  /** The first operation of a transaction that is this one, or -1. */
  int find(int transaction, byte kind, int key, int value) {
    for (var op = history.firstOperation(transaction);
        op < history.endOperation(transaction);
        op++) {
      if (history.kind(op) == kind && history.key(op) == key && history.value(op) == value) {
        return op;
      }
    }
    return -1;
  }
}
