package mtc.formats.numeric;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import mtc.column.LongNumbers;
import mtc.formats.UnwritableException;
import mtc.formats.bytes.SessionSpool;
import mtc.history.History;

/**
 * The text of every session, kept apart until all are there: the formats want one session after the
 * other, and a history comes as it happened. A transaction of no session is alone in one.
 */
public final class SpooledSessions implements Closeable {
  private static final long MEMORY = 64L << 20;
  private static final int MOST_LONERS = 100_000;

  private final NumericView view;
  private final SessionSpool spool = new SessionSpool(MEMORY);

  /** The names of sessions, numbered as the spool numbers them. */
  private final LongNumbers names = new LongNumbers();

  private int loners;

  public SpooledSessions(NumericView view) {
    this.view = view;
  }

  /** The number of the session that a transaction is in. */
  public int of(History history, int t) throws UnwritableException {
    if (history.session(t) == History.NO_SESSION) {
      if (loners == MOST_LONERS) {
        throw view.refused(
            t,
            "is one of more than " + MOST_LONERS + " of no session, too many to be alone in one");
      }
      return named(Numbering.FIRST_LONER + loners++);
    }
    return named(view.session(t));
  }

  private int named(long name) {
    if (names.add(name)) {
      spool.add();
    }
    return names.number(name);
  }

  /** Adds to the text of a session. */
  public void put(int session, String ascii) throws IOException {
    for (var i = 0; i < ascii.length(); i++) {
      spool.putByte(session, ascii.charAt(i));
    }
    spool.relieve();
  }

  /**
   * Sessions by their names, so that those that are 1, 2, 3, … keep them where only ranks count.
   */
  public int[] byName() {
    var order = new long[names.size()][];
    for (var i = 0; i < order.length; i++) {
      order[i] = new long[] {names.key(i), i};
    }
    Arrays.sort(order, (a, b) -> Long.compare(a[0], b[0]));
    var numbers = new int[order.length];
    for (var i = 0; i < order.length; i++) {
      numbers[i] = (int) order[i][1];
    }
    return numbers;
  }

  public long name(int session) {
    return names.key(session);
  }

  public InputStream open(int session) {
    return spool.open(session);
  }

  /** What the names became. */
  public void addMappings(List<String> mappings, boolean onlyRanks) {
    var moved = new StringBuilder();
    var order = byName();
    for (var i = 0; i < order.length - loners && onlyRanks; i++) {
      if (name(order[i]) != i + 1) {
        moved.append(moved.isEmpty() ? "" : ", ").append(name(order[i])).append(" is ");
        moved.append(i + 1);
      }
    }
    mappings.add("transactions have no numbers but their rank, session after session");
    if (!moved.isEmpty()) {
      mappings.add("sessions have no names but 1, 2, 3, …: " + moved);
    }
    if (loners > 0) {
      mappings.add(
          onlyRanks
              ? (loners == 1
                  ? "a transaction of no session is alone in the last session"
                  : "transactions of no session are alone in the last " + loners + " sessions")
              : "transactions of no session are alone in sessions from "
                  + Numbering.FIRST_LONER
                  + " up");
    }
  }

  @Override
  public void close() throws IOException {
    spool.close();
  }
}
