package mtc.formats.memory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import mtc.formats.Format;
import mtc.formats.WritableFormat;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.source.Input;

/** Histories as text, to compare them. */
public final class Rendered {
  private Rendered() {}

  /** A line per transaction: {@code session id status op op …}, in the history's order. */
  public static List<String> lines(History history) {
    var lines = new ArrayList<String>();
    for (var t = 0; t < history.transactionCount(); t++) {
      lines.add(session(history, t) + " " + history.id(t) + rest(history, t));
    }
    return lines;
  }

  /** The same without ids, one session after the other: what survives any binary format. */
  public static List<String> bySession(History history) {
    var order = new ArrayList<Integer>();
    for (var t = 0; t < history.transactionCount(); t++) {
      order.add(t);
    }
    order.sort(Comparator.comparing(t -> session(history, t)));
    return order.stream().map(t -> session(history, t) + rest(history, t)).toList();
  }

  public static History read(Format format, Input input) throws IOException {
    var builder = new HistoryBuilder(format.name());
    format.read(input, builder);
    return builder.build();
  }

  public static MemoryOutput write(WritableFormat format, History... segments) throws IOException {
    var output = new MemoryOutput();
    try (var writer = format.writer(output)) {
      for (var segment : segments) {
        writer.write(segment);
      }
    }
    return output;
  }

  private static String session(History history, int t) {
    return history.session(t) == History.NO_SESSION
        ? "-"
        : history.scalars().render(history.sessionName(history.session(t)));
  }

  private static String rest(History history, int t) {
    var line = new StringBuilder(" " + history.status(t));
    for (var o = history.firstOperation(t); o < history.endOperation(t); o++) {
      line.append(history.kind(o) == History.WRITE ? " w(" : " r(");
      line.append(history.scalars().render(history.keyName(history.key(o)))).append(' ');
      var isInitial = history.value(o) == history.initialValue();
      line.append(isInitial ? "initial" : history.scalars().render(history.value(o))).append(')');
    }
    return line.toString();
  }
}
