package mtc.formats;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import mtc.history.History;
import mtc.reading.HistoryReader;
import mtc.source.InputException;
import mtc.source.Limits;
import mtc.source.Packed;

/** Reads logs that tests write down as text. */
public final class Logs {
  private Logs() {}

  public static History read(Format format, String text) throws IOException {
    return read(format, text.getBytes(StandardCharsets.UTF_8));
  }

  public static History readFolder(Format format, Map<String, byte[]> files) throws IOException {
    return read(format, Packed.tar(files));
  }

  private static History read(Format format, byte[] bytes) throws IOException {
    return new HistoryReader(new ByteArrayInputStream(bytes), format, Limits.DEFAULT).read("-");
  }

  /** What is wrong with a log, and where. */
  public static String error(Format format, String text) {
    return assertThrows(InputException.class, () -> read(format, text), text).describe();
  }

  public static boolean recognises(Format format, String text) {
    var file = new Sample.File("", text.getBytes(StandardCharsets.UTF_8), true);
    return format.recognises(new Sample(false, java.util.List.of(file)));
  }

  /** Everything a log says, a transaction on each line. */
  public static String render(History history) {
    var out = new StringBuilder();
    for (var t = 0; t < history.transactionCount(); t++) {
      var session = history.session(t);
      out.append(
          session == History.NO_SESSION
              ? "-"
              : history.scalars().render(history.sessionName(session)));
      out.append('@').append(history.position(t)).append(' ').append(history.status(t));
      for (var o = history.firstOperation(t); o < history.endOperation(t); o++) {
        out.append(history.kind(o) == History.WRITE ? " w" : " r")
            .append(history.scalars().render(history.keyName(history.key(o))))
            .append('=')
            .append(history.scalars().render(history.value(o)));
      }
      out.append('\n');
    }
    return out.toString();
  }
}
