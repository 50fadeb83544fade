package mtc.formats.text;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Supplier;
import mtc.formats.bytes.TextParts;
import mtc.history.HistoryBuilder;
import mtc.source.InputException;

/**
 * Reads a text that is one operation a line: long ones in parts, parsed on all cores, as long as
 * all lines are as it is usual, and what is left byte by byte.
 */
abstract class LinesReader<P extends LinesPart> {
  final HistoryBuilder into;
  private final Supplier<P> newPart;

  LinesReader(HistoryBuilder into, Supplier<P> newPart) {
    this.into = into;
    this.newPart = newPart;
  }

  /** Reads a text to its end, on so many cores. */
  final void read(InputStream in, int cores, int partSize) throws IOException {
    var head = in.readNBytes(partSize);
    if (head.length < partSize) {
      readRest(new LineCursor(new ByteArrayInputStream(head)));
    } else {
      try (var parts = new TextParts<>(head, in, TextParts.Cut.LINE, partSize, cores, newPart)) {
        readParts(parts);
      }
    }
    finish();
  }

  private void readParts(TextParts<P> parts) throws IOException {
    var line = 1L;
    for (var part = parts.next(); part != null; part = parts.next()) {
      if (!part.isUsual) {
        readRest(new LineCursor(parts.fromCurrent(), line));
        return;
      }
      take(part, line);
      line += part.size;
    }
  }

  private void readRest(LineCursor text) throws IOException {
    for (text.skipEmptyLines(); text.peek() != LineCursor.END; text.skipEmptyLines()) {
      line(text);
    }
  }

  /** Takes all lines of a part. */
  abstract void take(P part, long firstLine) throws InputException;

  /** Reads a line that is not empty. */
  abstract void line(LineCursor text) throws IOException;

  /** Nothing more comes. */
  abstract void finish() throws InputException;
}
