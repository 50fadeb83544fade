package mtc.formats.viper;

import java.io.IOException;
import java.util.List;
import mtc.formats.UnwritableException;
import mtc.formats.numeric.Numbering;
import mtc.formats.numeric.NumericView;
import mtc.formats.numeric.NumericWriter;
import mtc.formats.numeric.SpooledSessions;
import mtc.history.History;
import mtc.history.Status;
import mtc.source.Output;

/** Writes a file for each session, a transaction on each line; the initial value is 0. */
final class ViperWriter extends NumericWriter {
  private static final int MOST_FILES = 100_000;

  private final Output output;
  private final SpooledSessions sessions = new SpooledSessions(view);

  ViperWriter(Output output) {
    super(new NumericView("viper", Numbering.Range.NON_NEGATIVE, "0", 0));
    this.output = output;
  }

  @Override
  protected void transaction(History history, int t) throws IOException {
    if (history.status(t) != Status.COMMITTED) {
      throw view.refused(t, "did not certainly commit, and viper has only committed ones");
    }
    var session = sessions.of(history, t);
    sessions.put(session, "{\"value\":[");
    for (var o = history.firstOperation(t); o < history.endOperation(t); o++) {
      var isWrite = view.isWrite(t, o);
      if (isWrite && view.isInitial(o)) {
        throw view.refused(t, "writes the initial value, which is that of every key here");
      }
      sessions.put(
          session,
          (o > history.firstOperation(t) ? "," : "")
              + (isWrite ? "[\"w\"," : "[\"r\",")
              + view.key(o)
              + ","
              + view.value(o)
              + (isWrite ? ",true]" : ",false]"));
    }
    sessions.put(session, "]}\n");
  }

  @Override
  public List<String> mappings() {
    var mappings = view.mappings();
    sessions.addMappings(mappings, false);
    return mappings;
  }

  @Override
  public void close() throws IOException {
    try (sessions) {
      var order = sessions.byName();
      if (order.length == 0 || order.length > MOST_FILES) {
        throw new UnwritableException(
            order.length == 0
                ? "there are no transactions to write"
                : "there are more than " + MOST_FILES + " sessions, and each would be a file");
      }
      for (var session : order) {
        try (var out = output.open("J" + sessions.name(session) + ".log");
            var in = sessions.open(session)) {
          in.transferTo(out);
        }
      }
    }
  }
}
