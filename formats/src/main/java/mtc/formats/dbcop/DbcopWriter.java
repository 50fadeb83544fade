package mtc.formats.dbcop;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mtc.column.LongNumbers;
import mtc.formats.UnwritableException;
import mtc.formats.bytes.ByteWriter;
import mtc.formats.bytes.SessionSpool;
import mtc.formats.numeric.Numbering;
import mtc.formats.numeric.NumericView;
import mtc.formats.numeric.NumericWriter;
import mtc.history.History;
import mtc.history.Status;
import mtc.source.Output;

/** Writes the sessions one after the other, with their counts, once all of them are known. */
final class DbcopWriter extends NumericWriter {
  private static final long MEMORY = 64L << 20;

  /** dbcop wants a time here; a history has none for the whole run. */
  private static final String NO_TIME = "1970-01-01T00:00:00+00:00";

  private final Output output;
  private final SessionSpool spool = new SessionSpool(MEMORY);
  private final LongNumbers sessions = new LongNumbers();

  /** By session: its name, and its number in the spool, where the loners are one session. */
  private long[] names = new long[8];

  private int[] spoolNumbers = new int[8];

  private long[] transactions = new long[8];

  /** Where transactions of no session are, each a session of its own; -1 until there is one. */
  private int loners = -1;

  private long lonerCount;
  private boolean anyCommitted;

  /** Whether transactions came otherwise than session after session, as they are written. */
  private boolean isReordered;

  private long lastSession;
  private long greatestVariable;
  private long mostEvents;

  DbcopWriter(Output output) {
    super(new NumericView("dbcop", Numbering.Range.UNSIGNED, "0", 1));
    this.output = output;
  }

  @Override
  protected void transaction(History history, int t) throws IOException {
    if (history.status(t) == Status.INDETERMINATE) {
      throw view.refused(t, "is indeterminate, and dbcop only knows committed and aborted ones");
    }
    var to = spoolOf(history, t);
    var events = history.endOperation(t) - history.firstOperation(t);
    mostEvents = Math.max(mostEvents, events);
    spool.putLittleEndian(to, events);
    for (var o = history.firstOperation(t); o < history.endOperation(t); o++) {
      var write = view.isWrite(t, o);
      if (write && view.isInitial(o)) {
        throw view.refused(
            t,
            "writes the initial value, and a history that writes 0 is invalid for dbcop's readers");
      }
      var variable = view.key(o);
      greatestVariable = Math.max(greatestVariable, variable < 0 ? Long.MAX_VALUE : variable);
      spool.putByte(to, write ? 1 : 0);
      spool.putLittleEndian(to, variable);
      spool.putLittleEndian(to, view.value(o));
      spool.putByte(to, 1);
    }
    anyCommitted |= history.isCommitted(t);
    spool.putByte(to, history.isCommitted(t) ? 1 : 0);
    view.renumbered(t);
    spool.relieve();
  }

  private int spoolOf(History history, int t) throws IOException {
    if (history.session(t) == History.NO_SESSION) {
      if (loners < 0) {
        loners = spool.add();
      }
      lonerCount++;
      spool.putLittleEndian(loners, 1);
      return loners;
    }
    var name = view.session(t);
    var session = sessions.number(name);
    isReordered |= lonerCount > 0 || name < lastSession;
    lastSession = name;
    if (session == transactions.length) {
      transactions = Arrays.copyOf(transactions, session * 2);
      names = Arrays.copyOf(names, session * 2);
      spoolNumbers = Arrays.copyOf(spoolNumbers, session * 2);
    }
    if (transactions[session]++ == 0) {
      names[session] = name;
      spoolNumbers[session] = spool.add();
    }
    return spoolNumbers[session];
  }

  @Override
  public List<String> mappings() {
    var mappings = view.mappings();
    if (view.hasRenumbered() || isReordered) {
      mappings.add("transactions have no numbers but their rank, session after session");
    }
    var order = sessionsByName();
    var moved = new ArrayList<String>();
    for (var i = 0; i < order.length; i++) {
      if (names[order[i]] != i + 1) {
        moved.add(Long.toUnsignedString(names[order[i]]) + " is " + (i + 1));
      }
    }
    if (!moved.isEmpty()) {
      mappings.add("dbcop's sessions have no names but 1, 2, 3, …: " + String.join(", ", moved));
    }
    if (lonerCount > 0) {
      mappings.add(
          lonerCount == 1
              ? "a transaction of no session is alone in the last session"
              : "transactions of no session are alone in the last " + lonerCount + " sessions");
    }
    return mappings;
  }

  /** Sessions that are numbered 1, 2, 3, … keep their numbers, in whichever order they came. */
  private int[] sessionsByName() {
    var order = new Integer[sessions.size()];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Long.compareUnsigned(names[a], names[b]));
    return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
  }

  @Override
  public void close() throws IOException {
    try (spool) {
      if (!anyCommitted) {
        throw new UnwritableException(
            "no transaction is committed: dbcop's readers take that for a history never executed");
      }
      try (var out = new ByteWriter(output.open())) {
        header(out);
        for (var session : sessionsByName()) {
          out.putLittleEndian(transactions[session]);
          copy(spoolNumbers[session], out);
        }
        if (loners >= 0) {
          copy(loners, out);
        }
      }
    }
  }

  private void header(ByteWriter out) throws IOException {
    var sessionCount = sessions.size() + lonerCount;
    out.putLittleEndian(0);
    out.putLittleEndian(sessionCount);
    out.putLittleEndian(greatestVariable < 1L << 31 ? greatestVariable + 1 : 0);
    out.putLittleEndian(Arrays.stream(transactions).max().orElse(0));
    out.putLittleEndian(mostEvents);
    text(out, "mtc");
    text(out, NO_TIME);
    text(out, NO_TIME);
    out.putLittleEndian(sessionCount);
  }

  private void copy(int from, ByteWriter out) throws IOException {
    try (var in = spool.open(from)) {
      in.transferTo(out.stream());
    }
  }

  private static void text(ByteWriter out, String text) throws IOException {
    var utf8 = text.getBytes(StandardCharsets.UTF_8);
    out.putLittleEndian(utf8.length);
    out.put(utf8);
  }
}
