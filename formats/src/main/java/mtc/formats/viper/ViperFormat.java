package mtc.formats.viper;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import mtc.formats.HistoryWriter;
import mtc.formats.Look;
import mtc.formats.Sample;
import mtc.formats.Superfluous;
import mtc.formats.WritableFormat;
import mtc.history.HistoryBuilder;
import mtc.source.Input;
import mtc.source.InputException;
import mtc.source.Output;

/**
 * The JSON logs of ViperBench: a folder with a file {@code J<n>.log} for each client, a transaction
 * on each line.
 */
public final class ViperFormat implements WritableFormat {
  /** What the file of a log that is only one session would be called. */
  private static final String SINGLE_SESSION = "J1.log";

  @Override
  public String name() {
    return "viper";
  }

  @Override
  public boolean mayLookLike(Look look) {
    return look == Look.JSON;
  }

  @Override
  public boolean recognises(Sample sample) {
    for (var file : sample.files()) {
      if ((!sample.isFolder() || isSession(file.name())) && beginsWithTransaction(file.head())) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean namesMember(String name) {
    return isSession(name) && name.contains(".log");
  }

  /** {@code Jep<n>.log} is the same in EDN, which is Jepsen's format. */
  private static boolean isSession(String name) {
    return name.startsWith("J") && !name.startsWith("Jep");
  }

  /** An object with operations, and without what Jepsen's has besides them. */
  private static boolean beginsWithTransaction(byte[] head) {
    var text = new String(head, StandardCharsets.ISO_8859_1).stripLeading();
    if (!text.startsWith("{")) {
      return false;
    }
    var end = text.indexOf('\n');
    var line = end < 0 ? text : text.substring(0, end);
    if (line.contains("\"process\"") || line.contains("\"type\"")) {
      return false;
    }
    var value = line.indexOf("\"value\"");
    return value >= 0 && hasOperation(line, value + "\"value\"".length())
        || line.contains("\"isInitial\"");
  }

  /** {@code : [} and then {@code [}, {@code {} or {@code ]}. */
  private static boolean hasOperation(String line, int from) {
    var expected = ":[";
    var found = 0;
    for (var i = from; i < line.length(); i++) {
      var c = line.charAt(i);
      if (c == ' ' || c == '\t') {
        continue;
      }
      if (found == expected.length()) {
        return c == '[' || c == '{' || c == ']';
      }
      if (c != expected.charAt(found++)) {
        return false;
      }
    }
    return false;
  }

  @Override
  public boolean writesFolder() {
    return true;
  }

  @Override
  public Set<Superfluous> leavesOut() {
    return Set.of(Superfluous.UNREAD_ABORTED);
  }

  @Override
  public HistoryWriter writer(Output output) {
    return new ViperWriter(output);
  }

  @Override
  public void read(Input input, HistoryBuilder into) throws IOException {
    var reader = new ViperReader(into);
    if (!input.isFolder()) {
      try (var in = input.open()) {
        reader.session(SINGLE_SESSION, in);
      }
    } else {
      var sessions =
          input.readEach(
              ViperFormat::isSession,
              (name, in) -> {
                into.file(name);
                reader.session(name, in);
              });
      if (sessions == 0) {
        throw InputException.of("the folder has no J*.log file, expected one for each client");
      }
    }
    reader.finish();
  }
}
