package mtc.formats.text;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import mtc.column.LongNumbers;
import mtc.formats.UnwritableException;
import mtc.formats.numeric.Numbering;
import mtc.formats.numeric.NumericView;
import mtc.formats.numeric.NumericWriter;
import mtc.formats.numeric.SpooledSessions;
import mtc.history.History;
import mtc.history.InitialVersions;
import mtc.history.Status;
import mtc.source.Counted;
import mtc.source.Output;

/**
 * Writes AWDIT's lines. The format has no initial versions: a first transaction, in a session of
 * its own, writes 0 to all keys of which the initial version was read. So that it comes first in
 * every order, each session begins with a transaction that reads from it.
 */
final class AwditWriter extends NumericWriter {
  private static final String TRANSACTION_END = "-\n";
  private static final String SESSION_END = "=\n";

  private final Output output;
  private final SpooledSessions sessions = new SpooledSessions(view);
  private final LongNumbers readInitially = new LongNumbers();
  private final LongNumbers writtenZero = new LongNumbers();
  private long empty;
  private boolean isInitialWritten;

  AwditWriter(Output output) {
    super(new NumericView("awdit", Numbering.Range.NON_NEGATIVE, "0", 1));
    this.output = output;
  }

  @Override
  protected void transaction(History history, int t) throws IOException {
    if (history.status(t) != Status.COMMITTED) {
      throw view.refused(t, "did not certainly commit, and awdit has only committed ones");
    }
    if (InitialVersions.isReadAndWritten(history, t)) {
      throw view.refused(t, "reads the initial value and writes it again, which here is one write");
    }
    if (history.firstOperation(t) == history.endOperation(t)) {
      empty++;
      return;
    }
    var session = sessions.of(history, t);
    for (var o = history.firstOperation(t); o < history.endOperation(t); o++) {
      var isWrite = view.isWrite(t, o);
      if (view.isInitial(o)) {
        if (isWrite && history.initialValueIsReserved(history.key(o))) {
          throw view.refused(t, "writes the initial value, which no transaction can write here");
        }
        (isWrite ? writtenZero : readInitially).add(view.key(o));
      }
      sessions.put(session, (isWrite ? "w " : "r ") + view.key(o) + " " + view.value(o) + "\n");
    }
    sessions.put(session, TRANSACTION_END);
  }

  @Override
  public List<String> mappings() {
    var mappings = view.mappings();
    sessions.addMappings(mappings, true);
    if (empty > 0) {
      mappings.add(
          Counted.of(
              empty,
              "transaction",
              "without operations is left out: it has no lines",
              "without operations are left out: they have no lines"));
    }
    if (isInitialWritten) {
      mappings.add(
          "the initial versions are written by a first transaction, in a last session of its own,"
              + " and each session begins with a transaction that reads from it; it writes without"
              + " having read, so that this text by itself is no history of mini-transactions");
    }
    return mappings;
  }

  @Override
  public void close() throws IOException {
    try (sessions;
        var out = new BufferedOutputStream(output.open(), 1 << 16)) {
      var order = sessions.byName();
      if (order.length == 0) {
        throw new UnwritableException("there are no operations, and a text without lines is none");
      }
      var initial = initialKeys();
      isInitialWritten = initial.length > 0;
      var between = "";
      for (var session : order) {
        put(out, between);
        if (isInitialWritten) {
          put(out, "r " + initial[0] + " 0\n" + TRANSACTION_END);
        }
        try (var in = sessions.open(session)) {
          in.transferTo(out);
        }
        between = SESSION_END;
      }
      if (isInitialWritten) {
        put(out, SESSION_END);
        for (var key : initial) {
          put(out, "w " + key + " 0\n");
        }
      }
    }
  }

  private long[] initialKeys() {
    var keys = new long[readInitially.size()];
    var size = 0;
    for (var i = 0; i < readInitially.size(); i++) {
      if (writtenZero.find(readInitially.key(i)) < 0) {
        keys[size++] = readInitially.key(i);
      }
    }
    return Arrays.copyOf(keys, size);
  }

  private static void put(OutputStream out, String ascii) throws IOException {
    out.write(ascii.getBytes(StandardCharsets.US_ASCII));
  }
}
