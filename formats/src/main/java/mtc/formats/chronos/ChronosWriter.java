package mtc.formats.chronos;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import mtc.formats.HistoryWriter;
import mtc.formats.UnwritableException;
import mtc.formats.numeric.Numbering;
import mtc.formats.numeric.NumericView;
import mtc.history.History;
import mtc.history.Scalars;
import mtc.history.Status;

/**
 * Writes an object per transaction, a line each. The timestamps are those of the history: when it
 * says that a transaction ended is what it gives as the version of its writes. No other times are
 * timestamps, and an order made up from them would be a claim about the database.
 */
final class ChronosWriter implements HistoryWriter {
  private final OutputStream out;
  private final NumericView view = new NumericView("chronos", Numbering.Range.SIGNED, null, 0);
  private long written;
  private long loners;

  ChronosWriter(OutputStream out) {
    this.out = new BufferedOutputStream(out, 1 << 16);
  }

  @Override
  public void write(History segment) throws IOException {
    view.segment(segment);
    view.keepsRealTime();
    if (segment.givenVersions() == null || !segment.hasRealTime()) {
      throw new UnwritableException(
          "chronos needs the database's start and commit timestamps, which this history does not"
              + " have");
    }
    for (var t = 0; t < segment.transactionCount(); t++) {
      transaction(segment, t);
    }
  }

  private void transaction(History history, int t) throws IOException {
    if (history.status(t) != Status.COMMITTED) {
      throw view.refused(t, "did not certainly commit, and chronos has only committed ones");
    }
    var session =
        history.session(t) == History.NO_SESSION
            ? Numbering.FIRST_LONER + loners++
            : view.session(t);
    put(written++ == 0 ? "[" : ",\n");
    put("{\"tid\":" + history.id(t) + ",\"sid\":" + session);
    put(",\"sts\":{\"p\":" + history.start(t) + ",\"l\":0}");
    put(",\"cts\":{\"p\":" + history.end(t) + ",\"l\":0},\"ops\":[");
    for (var o = history.firstOperation(t); o < history.endOperation(t); o++) {
      put(o == history.firstOperation(t) ? "" : ",");
      operation(history, t, o);
    }
    put("]}");
  }

  private void operation(History history, int t, int o) throws IOException {
    var type =
        switch (history.kind(o)) {
          case History.WRITE -> "w";
          case History.APPEND -> "a";
          case History.READ, History.READ_LIST -> "r";
          default -> throw view.refused(t, "has a failed comparison, which chronos has not");
        };
    var hasVersion = history.hasVersion(o);
    if (type.equals("r") ? hasVersion : !hasVersion || history.version(o) != history.end(t)) {
      throw view.refused(t, "has versions that are no commit timestamp, which is what chronos has");
    }
    put("{\"t\":\"" + type + "\",\"k\":" + view.key(o) + ",\"v\":");
    if (history.kind(o) == History.READ_LIST) {
      list(history, history.value(o));
    } else if (history.value(o) == Scalars.UNKNOWN) {
      throw view.refused(t, "reads something that the history does not tell");
    } else {
      put(history.value(o) == Scalars.NIL ? "null" : Long.toString(view.plainValue(o)));
    }
    put("}");
  }

  private void list(History history, int list) throws IOException {
    put("[");
    for (var i = 0; i < history.listSize(list); i++) {
      put((i == 0 ? "" : ",") + view.number(history.listElement(list, i)));
    }
    put("]");
  }

  private void put(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  @Override
  public List<String> mappings() {
    var mappings = view.mappings();
    if (loners > 0) {
      mappings.add(
          "transactions of no session are alone in sessions from " + Numbering.FIRST_LONER + " up");
    }
    return mappings;
  }

  @Override
  public void close() throws IOException {
    try (out) {
      if (written > 0) {
        put("]\n");
      }
    }
  }
}
