package mtc.formats.chronos;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import mtc.formats.HistoryWriter;
import mtc.formats.Look;
import mtc.formats.Sample;
import mtc.formats.Superfluous;
import mtc.formats.WritableFormat;
import mtc.formats.json.JsonCursor;
import mtc.history.HistoryBuilder;
import mtc.source.Input;
import mtc.source.Output;

/**
 * The JSON of Chronos and Aion: an array of committed transactions, {@code
 * {"tid","sid","sts","cts","ops":[{"t","k","v"}]}}. The commit timestamps are the order of
 * versions.
 */
public final class ChronosFormat implements WritableFormat {
  @Override
  public String name() {
    return "chronos";
  }

  @Override
  public boolean mayLookLike(Look look) {
    return look == Look.JSON;
  }

  @Override
  public boolean recognises(Sample sample) {
    if (sample.isFolder() || sample.files().isEmpty()) {
      return false;
    }
    var text = new String(sample.files().getFirst().head(), StandardCharsets.ISO_8859_1).strip();
    return text.startsWith("[")
        && text.substring(1).stripLeading().startsWith("{")
        && text.contains("\"ops\"")
        && (text.contains("\"cts\"") || text.contains("\"sts\""));
  }

  @Override
  public void read(Input input, HistoryBuilder into) throws IOException {
    try (var json = new JsonCursor(input.open(), into.limits())) {
      new ChronosReader(json, into).read();
    }
  }

  @Override
  public boolean needsVersions() {
    return true;
  }

  @Override
  public Set<Superfluous> leavesOut() {
    return Set.of(Superfluous.UNREAD_ABORTED);
  }

  @Override
  public HistoryWriter writer(Output output) throws IOException {
    return new ChronosWriter(output.open());
  }
}
