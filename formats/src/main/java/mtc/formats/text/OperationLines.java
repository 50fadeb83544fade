package mtc.formats.text;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import mtc.column.Groups;
import mtc.formats.Sample;
import mtc.formats.bytes.TextParts;
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

  private static final int KEY = 0;
  private static final int VALUE = 1;
  private static final int SESSION = 2;
  private static final int TRANSACTION = 3;

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

  private final TransactionIds ids = new TransactionIds();

  OperationLines(HistoryBuilder into) {
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

  /** Reads a text to its end, on so many cores. */
  void read(InputStream in, int cores) throws IOException {
    read(in, cores, TextParts.SIZE);
  }

  void read(InputStream in, int cores, int partSize) throws IOException {
    into.defaultInitialValue(scalars.integer(0));
    into.withoutRealTime("the lines do not say when transactions started and ended");
    var head = in.readNBytes(partSize);
    if (head.length < partSize) {
      readRest(new LineCursor(new ByteArrayInputStream(head)));
    } else {
      try (var parts =
          new TextParts<>(head, in, TextParts.Cut.LINE, partSize, cores, UsualLines::new)) {
        readParts(parts);
      }
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

  /** Takes parts while they are as usual, and what is left byte by byte. */
  private void readParts(TextParts<UsualLines> parts) throws IOException {
    var line = 1L;
    for (var part = parts.next(); part != null; part = parts.next()) {
      if (!part.isUsual) {
        readRest(new LineCursor(parts.fromCurrent(), line));
        return;
      }
      for (var i = 0; i < part.size; i++, line++) {
        var transaction = transaction(part.number(i, TRANSACTION), part.number(i, SESSION), line);
        add(transaction, part.kind[i], part.number(i, KEY), part.number(i, VALUE));
      }
    }
  }

  private void readRest(LineCursor text) throws IOException {
    for (text.skipEmptyLines(); text.peek() != LineCursor.END; text.skipEmptyLines()) {
      line(text);
    }
  }

  private void line(LineCursor text) throws IOException {
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
    refuseSessionMinusOne(text);
    var inSession = text.number("a session");
    text.expect(',');
    var transaction = transaction(id(text), inSession, text.line());
    text.expect(')');
    add(transaction, (byte) c, ofKey, ofValue);
    text.expectEndOfLine();
  }

  private static void refuseSessionMinusOne(LineCursor text) throws IOException {
    if (text.peek() == '-') {
      throw text.unexpected(
          "a session's number: PolySI's convert writes its initial transaction like this, and does"
              + " not keep the order of a session, so use its input instead");
    }
  }

  private static long id(LineCursor text) throws IOException {
    if (text.peek() == '-') {
      text.skip();
      text.expect('1');
      return ABORTED;
    }
    return text.number("a transaction, or -1 for aborted ones");
  }

  /** The lines of most files. */
  private static final class UsualLines extends LinesPart {
    UsualLines() {
      super(4);
    }

    @Override
    int line(int start) {
      if (bytes[start] != 'r' && bytes[start] != 'w' || bytes[start + 1] != '(') {
        return UNUSUAL;
      }
      var at = parseNumber(start + 2, KEY);
      if (at == UNUSUAL || bytes[at] != ',') {
        return UNUSUAL;
      }
      at = parseNumber(at + 1, VALUE);
      if (at == UNUSUAL || bytes[at] != ',') {
        return UNUSUAL;
      }
      at = parseNumber(at + 1, SESSION);
      if (at == UNUSUAL || bytes[at] != ',') {
        return UNUSUAL;
      }
      if (bytes[at + 1] == '-' && bytes[at + 2] == '1') {
        set(TRANSACTION, ABORTED);
        at += 3;
      } else {
        at = parseNumber(at + 1, TRANSACTION);
      }
      return at == UNUSUAL || bytes[at] != ')' ? UNUSUAL : endOfLine(at + 1);
    }
  }

  /** The number of the transaction that a line belongs to, which may be a new one. */
  private int transaction(long withId, long inSession, long line) throws InputException {
    if (withId == ABORTED) {
      // Nothing says which aborted operations belong together, so each is a transaction.
      return addTransaction(ABORTED, inSession, line);
    }
    var last = runCount == 0 ? -1 : runTransaction[runCount - 1];
    var known = last >= 0 && id[last] == withId ? last : ids.find(withId);
    if (known < 0) {
      ids.add(withId, transactionCount);
      return addTransaction(withId, inSession, line);
    }
    if (scalars.longValue(sessionScalar[known]) != inSession) {
      throw InputException.atLine(
          line,
          "transaction "
              + withId
              + " is in session "
              + inSession
              + " here, but in session "
              + scalars.longValue(sessionScalar[known])
              + " on line "
              + firstLine[known]);
    }
    return known;
  }

  private int addTransaction(long withId, long inSession, long line) {
    var t = transactionCount++;
    if (t == id.length) {
      id = Arrays.copyOf(id, grown(t));
      sessionScalar = Arrays.copyOf(sessionScalar, grown(t));
      firstLine = Arrays.copyOf(firstLine, grown(t));
    }
    id[t] = withId;
    sessionScalar[t] = scalars.integer(inSession);
    firstLine[t] = line;
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

  private void add(int transaction, byte letter, long ofKey, long ofValue) {
    if (runCount == 0 || runTransaction[runCount - 1] != transaction) {
      startRun(transaction);
    }
    if (operationCount == kind.length) {
      var capacity = grown(operationCount);
      kind = Arrays.copyOf(kind, capacity);
      key = Arrays.copyOf(key, capacity);
      value = Arrays.copyOf(value, capacity);
    }
    kind[operationCount] = letter == 'w' ? History.WRITE : History.READ;
    key[operationCount] = into.key(scalars.integer(ofKey));
    value[operationCount++] = scalars.integer(ofValue);
    runStart[runCount] = operationCount;
  }

  /** Transaction by transaction, which keeps the order of each one's lines. */
  private void addSorted() {
    var runs = Groups.of(transactionCount, Arrays.copyOf(runTransaction, runCount));
    for (var t = 0; t < transactionCount; t++) {
      begin(t);
      for (var i = runs.first(t); i < runs.end(t); i++) {
        addOperations(runs.get(i));
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
