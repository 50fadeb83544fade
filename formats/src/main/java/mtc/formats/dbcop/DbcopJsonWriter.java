package mtc.formats.dbcop;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import mtc.formats.UnwritableException;
import mtc.formats.numeric.Numbering;
import mtc.formats.numeric.NumericView;
import mtc.formats.numeric.NumericWriter;
import mtc.formats.numeric.SpooledSessions;
import mtc.history.History;
import mtc.history.Status;
import mtc.source.Output;

/** Writes the array of sessions; the initial version is null. */
final class DbcopJsonWriter extends NumericWriter {
  private final Output output;
  private final SpooledSessions sessions = new SpooledSessions(view);
  private boolean[] hasAny = new boolean[8];

  DbcopJsonWriter(Output output) {
    super(new NumericView("dbcop-json", Numbering.Range.NON_NEGATIVE, "null", 0));
    this.output = output;
  }

  @Override
  protected void transaction(History history, int t) throws IOException {
    if (history.status(t) == Status.INDETERMINATE) {
      throw view.refused(t, "is indeterminate, and dbcop only knows committed and aborted ones");
    }
    var session = sessions.of(history, t);
    if (session >= hasAny.length) {
      hasAny = Arrays.copyOf(hasAny, 2 * session);
    }
    sessions.put(session, hasAny[session] ? ",\n{\"events\":[" : "{\"events\":[");
    hasAny[session] = true;
    for (var o = history.firstOperation(t); o < history.endOperation(t); o++) {
      var isWrite = view.isWrite(t, o);
      if (isWrite && view.isInitial(o)) {
        throw view.refused(t, "writes the initial value, and here 0 is that of every variable");
      }
      var version = view.isInitial(o) ? "null" : Long.toString(view.value(o));
      sessions.put(
          session,
          (o > history.firstOperation(t) ? "," : "")
              + (isWrite ? "{\"Write\":{\"variable\":" : "{\"Read\":{\"variable\":")
              + view.key(o)
              + ",\"version\":"
              + version
              + "}}");
    }
    sessions.put(session, "],\"committed\":" + history.isCommitted(t) + "}");
  }

  @Override
  public List<String> mappings() {
    var mappings = view.mappings();
    sessions.addMappings(mappings, true);
    return mappings;
  }

  @Override
  public void close() throws IOException {
    try (sessions;
        var out = new BufferedOutputStream(output.open(), 1 << 16)) {
      var order = sessions.byName();
      if (order.length == 0) {
        throw new UnwritableException("there are no transactions to write");
      }
      var before = "[[";
      for (var session : order) {
        out.write(before.getBytes(StandardCharsets.US_ASCII));
        try (var in = sessions.open(session)) {
          in.transferTo(out);
        }
        before = "],\n[";
      }
      out.write("]]\n".getBytes(StandardCharsets.US_ASCII));
    }
  }
}
