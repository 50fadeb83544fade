package mtc.witness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.StringJoiner;
import mtc.column.Ints;
import mtc.formats.bytes.LimitedLines;
import mtc.source.InputException;
import mtc.source.Limits;

/**
 * A witness as text: a line {@code mtc witness 1 SHAPE}, then one event per line. A transaction is
 * its number in the log, counting from 0; {@code s 17} is the snapshot of transaction 17, {@code k
 * 3} begins the transactions on the log's fourth key. {@code r 4 17} says that operation 4 of the
 * log, counting from 0, read from transaction 17, {@code r 4 -} that it read the initial version. A
 * proof that holds only if sessions do not count says {@code no-session-order} behind its shape.
 */
public final class WitnessFile {
  private static final String TITLE = "mtc witness 1 ";
  private static final String NO_SESSION_ORDER = " no-session-order";

  private WitnessFile() {}

  public static void write(Witness witness, OutputStream out) throws IOException {
    var mark = witness.shape() == Witness.Shape.PER_KEY ? "k " : "s ";
    var lines = new StringBuilder(TITLE);
    lines.append(witness.shape().name().toLowerCase(Locale.ROOT));
    lines.append(witness.sessionOrder() ? "" : NO_SESSION_ORDER).append('\n');
    for (var event : witness.events()) {
      if (event < 0) {
        lines.append(mark).append(~event).append('\n');
      } else {
        lines.append(event).append('\n');
      }
      if (lines.length() > 1 << 16) {
        out.write(lines.toString().getBytes(StandardCharsets.US_ASCII));
        lines.setLength(0);
      }
    }
    var sources = witness.sources();
    for (var i = 0; i < sources.length; i += 2) {
      lines.append("r ").append(sources[i]).append(' ');
      lines.append(sources[i + 1] < 0 ? "-" : sources[i + 1]).append('\n');
    }
    out.write(lines.toString().getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  public static Witness read(InputStream in) throws IOException {
    return read(in, Limits.DEFAULT);
  }

  /** The same, with lines no longer, and no more, than a history may have them. */
  public static Witness read(InputStream in, Limits limits) throws IOException {
    var text = new LimitedLines(in, limits);
    var lines = new BufferedReader(new InputStreamReader(text, StandardCharsets.US_ASCII));
    var title = lines.readLine();
    if (title == null || !title.startsWith(TITLE)) {
      throw InputException.atLine(1, "expected a witness, which begins \"" + TITLE + "\"");
    }
    var isWithoutSessions = title.endsWith(NO_SESSION_ORDER);
    var claim = isWithoutSessions ? title.length() - NO_SESSION_ORDER.length() : title.length();
    var shape = shape(title.substring(TITLE.length(), Math.max(claim, TITLE.length())));
    if (isWithoutSessions && !shape.hasSessions()) {
      throw InputException.atLine(1, "expected no more than the shape: sessions never count in it");
    }
    var mark = shape == Witness.Shape.PER_KEY ? "k " : "s ";
    var events = new int[1024];
    var size = 0;
    var sources = new Ints();
    var at = 1;
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      if (at++ > limits.maxValues()) {
        throw InputException.of(
            "it has more lines than a history may have values; --max-values N raises the limit");
      }
      if (line.startsWith("r ")) {
        addSource(line, at, sources);
        continue;
      }
      if (size == events.length) {
        events = Arrays.copyOf(events, size * 2);
      }
      events[size++] = line.startsWith(mark) ? ~number(line.substring(2), at) : number(line, at);
    }
    return new Witness(shape, Arrays.copyOf(events, size), sources.toArray(), !isWithoutSessions);
  }

  private static void addSource(String text, long line, Ints sources) throws InputException {
    var parts = text.split(" ");
    if (parts.length != 3) {
      throw InputException.atLine(line, "expected r, an operation and a transaction");
    }
    sources.add(number(parts[1], line));
    sources.add(parts[2].equals("-") ? -1 : number(parts[2], line));
  }

  private static Witness.Shape shape(String name) throws InputException {
    for (var shape : Witness.Shape.values()) {
      if (shape.name().toLowerCase(Locale.ROOT).equals(name)) {
        return shape;
      }
    }
    var names = new StringJoiner(", ");
    for (var known : Witness.Shape.values()) {
      names.add(known.name().toLowerCase(Locale.ROOT));
    }
    throw InputException.atLine(1, "expected one of " + names);
  }

  private static int number(String text, long line) throws InputException {
    try {
      var number = Integer.parseInt(text);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below, with the line.
    }
    throw InputException.atLine(
        line, "expected the number of a transaction, found \"" + text + "\"");
  }
}
