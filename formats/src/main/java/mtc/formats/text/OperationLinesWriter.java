package mtc.formats.text;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import mtc.formats.UnwritableException;
import mtc.formats.numeric.Numbering;
import mtc.formats.numeric.NumericView;
import mtc.formats.numeric.NumericWriter;
import mtc.formats.text.OperationLinesFormat.Dialect;
import mtc.history.History;
import mtc.history.Status;
import mtc.source.Counted;

/** Writes lines {@code r(key,value,session,transaction)}, transactions in the history's order. */
final class OperationLinesWriter extends NumericWriter {
  private static final int LONGEST_LINE = 2 + 4 * 20 + 3 + 2;

  private final OutputStream out;
  private final Dialect dialect;
  private final byte[] buffer = new byte[1 << 16];
  private int length;
  private long written;
  private long loners;
  private long empty;
  private long scattered;

  OperationLinesWriter(OutputStream out, Dialect dialect) {
    super(new NumericView(dialect.format, Numbering.Range.NON_NEGATIVE, "0", 1));
    this.out = out;
    this.dialect = dialect;
  }

  @Override
  protected void transaction(History history, int t) throws IOException {
    refuseUnlessHeld(history, t);
    var first = history.firstOperation(t);
    var end = history.endOperation(t);
    if (first == end) {
      empty++;
      return;
    }
    var aborted = history.status(t) == Status.ABORTED;
    var session = history.session(t) == History.NO_SESSION ? loner() : view.session(t);
    var id = aborted ? -1 : view.renumbered(t);
    if (aborted && (end - first > 1 || history.id(t) != -1)) {
      scattered++;
    }
    for (var o = first; o < end; o++) {
      var write = view.isWrite(t, o);
      if (write && view.isInitial(o)) {
        refuseUnlessExplicit(history, t, o);
      }
      line(write, view.key(o), view.value(o), session, id);
    }
  }

  private void refuseUnlessHeld(History history, int t) throws UnwritableException {
    switch (history.status(t)) {
      case COMMITTED -> {}
      case ABORTED -> {
        if (dialect == Dialect.POLYSI) {
          throw view.refused(
              t, "is aborted, and PolySI's text has only committed ones: use plume or dbcop");
        }
      }
      case INDETERMINATE ->
          throw view.refused(
              t,
              "is indeterminate, and the text has no way to say so: try mtc convert --mt, or"
                  + " jepsen");
    }
  }

  /** An explicit first transaction that writes 0: Plume's way, an invalid history for PolySI. */
  private void refuseUnlessExplicit(History history, int t, int o) throws UnwritableException {
    if (history.initialValueIsReserved(history.key(o))) {
      throw view.refused(t, "writes the initial value, which no transaction can write here");
    }
    if (dialect == Dialect.POLYSI) {
      throw view.refused(t, "writes the initial value, which PolySI refuses: use plume");
    }
  }

  private long loner() {
    return Numbering.FIRST_LONER + loners++;
  }

  private void line(boolean write, long key, long value, long session, long id) throws IOException {
    if (buffer.length - length < LONGEST_LINE) {
      flush();
    }
    buffer[length++] = (byte) (write ? 'w' : 'r');
    buffer[length++] = '(';
    number(key);
    buffer[length++] = ',';
    number(value);
    buffer[length++] = ',';
    number(session);
    buffer[length++] = ',';
    if (id < 0) {
      buffer[length++] = '-';
      buffer[length++] = '1';
    } else {
      number(id);
    }
    buffer[length++] = ')';
    buffer[length++] = '\n';
    written++;
  }

  private void number(long number) {
    var digits = 1;
    for (var rest = number; rest >= 10; rest /= 10) {
      digits++;
    }
    var rest = number;
    for (var at = length + digits - 1; at >= length; at--) {
      buffer[at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += digits;
  }

  private void flush() throws IOException {
    out.write(buffer, 0, length);
    length = 0;
  }

  @Override
  public List<String> mappings() {
    var mappings = view.mappings();
    if (view.hasRenumbered()) {
      mappings.add("transactions are numbered from 1 up, in the order of the input");
    }
    if (loners > 0) {
      mappings.add(
          "transactions of no session are alone in sessions from " + Numbering.FIRST_LONER + " up");
    }
    if (empty > 0) {
      mappings.add(
          Counted.of(
              empty,
              "transaction",
              "without operations is left out: it has no lines",
              "without operations are left out: they have no lines"));
    }
    if (scattered > 0) {
      mappings.add(
          Counted.of(scattered, "aborted transaction", "is", "are")
              + " written as operations of transaction -1, which does"
              + " not say which of them belong together");
    }
    return mappings;
  }

  @Override
  public void close() throws IOException {
    try (out) {
      if (written == 0) {
        throw new UnwritableException("there are no operations, and a text without lines is none");
      }
      flush();
    }
  }
}
