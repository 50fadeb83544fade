package mtc.formats.text;

import java.io.IOException;
import mtc.column.Ints;
import mtc.formats.Sample;
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
 * <p>Lines of one transaction need not be adjacent, although in real files they are. So each run of
 * adjacent lines of one transaction is first taken for one, and if there are as many of them as
 * transactions nothing needs to be moved; otherwise those of one transaction are joined at the end.
 */
final class OperationLines extends LinesReader<OperationLines.UsualLines> {
  private static final long ABORTED = -1;

  private static final int KEY = 0;
  private static final int VALUE = 1;
  private static final int SESSION = 2;
  private static final int TRANSACTION = 3;

  private final Scalars scalars;
  private final TransactionIds ids;

  private boolean isOpen;

  // Of the run that is open.
  private long openId;
  private long openSession;

  /** By run, the first of its transaction; null while each is the only one. */
  private Ints firstRun;

  OperationLines(HistoryBuilder into) {
    super(into, UsualLines::new);
    this.scalars = into.scalars();
    this.ids = new TransactionIds(into);
    into.defaultInitialValue(scalars.integer(0));
    into.withoutRealTime("the lines do not say when transactions started and ended");
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

  @Override
  void finish() throws InputException {
    endRun();
    if (into.transactionCount() == 0) {
      throw InputException.of("there are no operations, expected lines r(k,v,s,t) and w(k,v,s,t)");
    }
    if (firstRun != null) {
      into.join(firstRun);
    }
  }

  @Override
  void take(UsualLines part, long firstLine) throws InputException {
    for (var i = 0; i < part.size; i++) {
      if (i % LinesPart.AHEAD == 0) {
        part.expectKeys(i, into);
      }
      expectTransaction(part.number(i, TRANSACTION), part.number(i, SESSION), firstLine + i);
      add(part.kind[i], part.number(i, KEY), part.number(i, VALUE));
    }
  }

  @Override
  void line(LineCursor text) throws IOException {
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
    expectTransaction(id(text), inSession, text.line());
    text.expect(')');
    add((byte) c, ofKey, ofValue);
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
  static final class UsualLines extends LinesPart {
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

  /** The line that comes belongs to a transaction, which may be a new one. */
  private void expectTransaction(long withId, long inSession, long line) throws InputException {
    // Nothing says which aborted operations belong together, so each is a transaction.
    if (!isOpen || withId != openId || withId == ABORTED) {
      endRun();
      begin(withId, inSession, line);
    } else if (inSession != openSession) {
      throw otherSession(into.transactionCount(), inSession, line);
    }
  }

  private void begin(long withId, long inSession, long line) throws InputException {
    var run = into.transactionCount();
    var session = into.session(scalars.integer(inSession));
    var known = withId == ABORTED ? TransactionIds.NONE : ids.find(withId);
    if (known != TransactionIds.NONE) {
      if (into.sessionOf(known) != session) {
        throw otherSession(known, inSession, line);
      }
      if (firstRun == null) {
        firstRun = new Ints(run + 1);
        for (var before = 0; before < run; before++) {
          firstRun.add(before);
        }
      }
    } else if (withId != ABORTED) {
      ids.add(withId, run);
    }
    if (firstRun != null) {
      firstRun.add(known == TransactionIds.NONE ? run : known);
    }
    into.begin(session, withId, line);
    isOpen = true;
    openId = withId;
    openSession = inSession;
  }

  private InputException otherSession(int run, long inSession, long line) {
    return InputException.atLine(
        line,
        "transaction "
            + into.idOf(run)
            + " is in session "
            + inSession
            + " here, but in session "
            + scalars.longValue(into.sessionName(into.sessionOf(run)))
            + " on line "
            + into.positionOf(run));
  }

  private void endRun() {
    if (isOpen) {
      into.end(openId == ABORTED ? Status.ABORTED : Status.COMMITTED);
      isOpen = false;
    }
  }

  private void add(byte letter, long ofKey, long ofValue) {
    into.operation(
        letter == 'w' ? History.WRITE : History.READ,
        into.key(scalars.integer(ofKey)),
        scalars.integer(ofValue));
  }
}
