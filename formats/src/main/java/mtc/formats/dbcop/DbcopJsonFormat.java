package mtc.formats.dbcop;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import mtc.formats.HistoryWriter;
import mtc.formats.Look;
import mtc.formats.Sample;
import mtc.formats.Superfluous;
import mtc.formats.WritableFormat;
import mtc.formats.bytes.TextParts;
import mtc.history.HistoryBuilder;
import mtc.source.Input;
import mtc.source.Output;

/**
 * The JSON of current dbcop: an array of sessions, alone or as the {@code data} of an object; a
 * session is an array of transactions, {@code {"events":[…],"committed":true}}.
 */
public final class DbcopJsonFormat implements WritableFormat {
  @Override
  public String name() {
    return "dbcop-json";
  }

  @Override
  public boolean mayLookLike(Look look) {
    return look == Look.JSON || look == Look.TEXT;
  }

  @Override
  public boolean recognises(Sample sample) {
    if (sample.isFolder()) {
      return false;
    }
    var text = withoutBlanks(sample.files().getFirst().head());
    if (text.startsWith("[[")) {
      return text.contains("{\"events\":") || text.contains("\"committed\":");
    }
    return text.startsWith("{\"")
        && (text.contains("\"data\":[[") || text.contains("\"data\":[]"))
        && (text.contains("\"events\":") || text.contains("\"n_node\":"));
  }

  private static String withoutBlanks(byte[] head) {
    var text = new byte[head.length];
    var length = 0;
    for (var b : head) {
      if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
        text[length++] = b;
      }
    }
    return new String(text, 0, length, StandardCharsets.ISO_8859_1);
  }

  @Override
  public void read(Input input, HistoryBuilder into) throws IOException {
    into.withoutRealTime("dbcop does not log when transactions start and end");
    try (var in = input.open()) {
      var cores = Runtime.getRuntime().availableProcessors();
      new DbcopJsonReader(into).read(in, cores, TextParts.SIZE);
    }
  }

  @Override
  public Set<Superfluous> leavesOut() {
    return Set.of(Superfluous.UNTOLD_ABORTED);
  }

  @Override
  public HistoryWriter writer(Output output) {
    return new DbcopJsonWriter(output);
  }
}
