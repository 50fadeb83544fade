package mtc.formats.text;

import java.io.IOException;
import java.util.Arrays;
import mtc.formats.Sample;
import mtc.formats.bytes.LongNumbers;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.source.InputException;

/**
 * Lines {@code r(key,value,session,transaction)} and {@code w(…)}, as PolySI, Plume and IsoVista
 * write them. This reads what any of the three does: only the first part of a file can be looked at
 * before it is known who wrote it, and nothing means one thing to one and another thing to another.
 *
 * <p>Lines of one transaction need not be adjacent, although in real files they are. So operations
 * are kept as they come, in runs of adjacent lines of one transaction; if there are as many runs as
 * transactions nothing needs to be moved, otherwise runs are sorted by transaction, by counting.
 */
final class OperationLines {
  private static final long ABORTED = -1;

  private final LineCursor text;
  private final HistoryBuilder into;
  private final Scalars scalars;

  private int operationCount;
  private byte[] kind = new byte[64];
  private int[] key = new int[64];
  private int[] value = new int[64];

  /** Runs: whose lines they are, and the first of them. */
  private int runCount;

  private int[] runTransaction = new int[16];
  private int[] runStart = new int[17];

  private int transactionCount;
  private long[] id = new long[16];
  private int[] sessionScalar = new int[16];
  private long[] firstLine = new long[16];

  /** Transactions that have an id, numbered by it, and their number among all. */
  private final LongNumbers ids = new LongNumbers();

  private int[] transactionOfId = new int[16];

  OperationLines(LineCursor text, HistoryBuilder into) {
    this.text = text;
    this.into = into;
    this.scalars = into.scalars();
  }

  /** Whether a sample begins with such a line. */
  static boolean areIn(Sample sample) {
    if (sample.isFolder() || sample.files().isEmpty()) {
      return false;
    }
    var head = sample.files().getFirst().head();
    var at = 0;
    while (at < head.length && (head[at] == ' ' || head[at] == '\n' || head[at] == '\r')) {
      at++;
    }
    return at + 2 < head.length
        && (head[at] == 'r' || head[at] == 'w')
        && head[at + 1] == '('
        && (head[at + 2] >= '0' && head[at + 2] <= '9' || head[at + 2] == '-');
  }

  /** Whether a sample has what PolySI refuses: a write of 0, or the id of aborted ones. */
  static boolean arePlumes(Sample sample) {
    var head = sample.files().getFirst().head();
    var isWrite = false;
    var field = 0;
    for (var at = 0; at + 2 < head.length; at++) {
      switch (head[at]) {
        case '(' -> {
          isWrite = at > 0 && head[at - 1] == 'w';
          field = 0;
        }
        case ',' -> {
          field++;
          if (field == 1 && isWrite && head[at + 1] == '0' && head[at + 2] == ','
              || field == 3 && head[at + 1] == '-') {
            return true;
          }
        }
        default -> {}
      }
    }
    return false;
  }

  void read() throws IOException {
    into.defaultInitialValue(scalars.integer(0));
    into.withoutRealTime("the lines do not say when transactions started and ended");
    for (text.skipEmptyLines(); text.peek() != LineCursor.END; text.skipEmptyLines()) {
      line();
    }
    if (operationCount == 0) {
      throw InputException.of("there are no operations, expected lines r(k,v,s,t) and w(k,v,s,t)");
    }
    if (runCount == transactionCount) {
      for (var run = 0; run < runCount; run++) {
        begin(run);
        addOperations(run);
        end(run);
      }
    } else {
      addSorted();
    }
  }

  private void line() throws IOException {
    var c = text.peek();
    if (c != 'r' && c != 'w') {
      throw text.unexpected("r(key,value,session,transaction) or w(…)");
    }
    text.skip();
    text.expect('(');
    var ofKey = text.number("a key");
    text.expect(',');
    var ofValue = text.number("a value");
    text.expect(',');
    refuseSessionMinusOne();
    var inSession = text.number("a session");
    text.expect(',');
    var transaction = transaction(inSession);
    text.expect(')');
    if (runCount == 0 || runTransaction[runCount - 1] != transaction) {
      startRun(transaction);
    }
    add(c == 'w' ? History.WRITE : History.READ, ofKey, ofValue);
    text.expectEndOfLine();
  }

  private void refuseSessionMinusOne() throws IOException {
    if (text.peek() == '-') {
      throw text.unexpected(
          "a session's number: PolySI's convert writes its initial transaction like this, and does"
              + " not keep the order of a session, so use its input instead");
    }
  }

  /** The number of the transaction that the line belongs to, which may be a new one. */
  private int transaction(long inSession) throws IOException {
    if (text.peek() == '-') {
      text.skip();
      text.expect('1');
      // Nothing says which aborted operations belong together, so each is a transaction.
      return addTransaction(ABORTED, inSession);
    }
    var withId = text.number("a transaction, or -1 for aborted ones");
    var last = runCount == 0 ? -1 : runTransaction[runCount - 1];
    var known = ids.size();
    var number = last >= 0 && id[last] == withId ? -1 : ids.number(withId);
    if (number == known) {
      if (number == transactionOfId.length) {
        transactionOfId = Arrays.copyOf(transactionOfId, grown(number));
      }
      transactionOfId[number] = transactionCount;
      return addTransaction(withId, inSession);
    }
    var transaction = number < 0 ? last : transactionOfId[number];
    if (scalars.longValue(sessionScalar[transaction]) != inSession) {
      throw InputException.atLine(
          text.line(),
          "transaction "
              + withId
              + " is in session "
              + inSession
              + " here, but in session "
              + scalars.longValue(sessionScalar[transaction])
              + " on line "
              + firstLine[transaction]);
    }
    return transaction;
  }

  private int addTransaction(long withId, long inSession) {
    var t = transactionCount++;
    if (t == id.length) {
      id = Arrays.copyOf(id, grown(t));
      sessionScalar = Arrays.copyOf(sessionScalar, grown(t));
      firstLine = Arrays.copyOf(firstLine, grown(t));
    }
    id[t] = withId;
    sessionScalar[t] = scalars.integer(inSession);
    firstLine[t] = text.line();
    return t;
  }

  private void startRun(int transaction) {
    if (runCount == runTransaction.length) {
      runTransaction = Arrays.copyOf(runTransaction, grown(runCount));
      runStart = Arrays.copyOf(runStart, grown(runCount) + 1);
    }
    runTransaction[runCount] = transaction;
    runStart[runCount++] = operationCount;
  }

  private void add(byte ofKind, long ofKey, long ofValue) {
    if (operationCount == kind.length) {
      var capacity = grown(operationCount);
      kind = Arrays.copyOf(kind, capacity);
      key = Arrays.copyOf(key, capacity);
      value = Arrays.copyOf(value, capacity);
    }
    kind[operationCount] = ofKind;
    key[operationCount] = into.key(scalars.integer(ofKey));
    value[operationCount++] = scalars.integer(ofValue);
    runStart[runCount] = operationCount;
  }

  /** Counting sort of the runs by transaction, which keeps the order of each one's lines. */
  private void addSorted() {
    var end = new int[transactionCount + 1];
    for (var run = 0; run < runCount; run++) {
      end[runTransaction[run] + 1]++;
    }
    for (var t = 0; t < transactionCount; t++) {
      end[t + 1] += end[t];
    }
    var sorted = new int[runCount];
    for (var run = 0; run < runCount; run++) {
      sorted[end[runTransaction[run]]++] = run;
    }
    var at = 0;
    for (var t = 0; t < transactionCount; t++) {
      begin(t);
      for (; at < end[t]; at++) {
        addOperations(sorted[at]);
      }
      end(t);
    }
  }

  private void begin(int t) {
    into.begin(into.session(sessionScalar[t]), id[t], firstLine[t]);
  }

  private void end(int t) {
    into.end(id[t] == ABORTED ? Status.ABORTED : Status.COMMITTED);
  }

  private void addOperations(int run) {
    for (var o = runStart[run]; o < runStart[run + 1]; o++) {
      into.operation(kind[o], key[o], value[o]);
    }
  }

  private int grown(int capacity) {
    into.limits().checkValues(capacity);
    return (int) Math.min(capacity + (capacity >> 1) + 16L, Integer.MAX_VALUE - 16);
  }
}
