package mtc.formats.porcupine;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import mtc.formats.Format;
import mtc.formats.Sample;
import mtc.formats.bytes.LimitedLines;
import mtc.history.HistoryBuilder;
import mtc.source.Input;
import mtc.source.InputException;

/**
 * Lines {@code INFO jepsen.util - PROCESS :TYPE :F VALUE} of one compare-and-set register, as old
 * versions of Jepsen logged them and as Porcupine reads them.
 */
public final class PorcupineFormat implements Format {
  /** No line of such a log comes near; what is longer is some other file's. */
  private static final int LONGEST_LINE = 1 << 12;

  @Override
  public String name() {
    return "porcupine";
  }

  @Override
  public boolean recognises(Sample sample) {
    if (sample.isFolder()) {
      return false;
    }
    for (var file : sample.files()) {
      try {
        var head = new ByteArrayInputStream(file.head());
        for (var line = nextLine(head); line != null; line = nextLine(head)) {
          if (LogLine.parse(line) != null) {
            return true;
          }
        }
      } catch (IOException e) {
        throw new AssertionError("an array cannot fail", e);
      }
    }
    return false;
  }

  @Override
  public void read(Input input, HistoryBuilder into) throws IOException {
    into.workload("register", "lin");
    if (input.isFolder()) {
      throw InputException.of("expected a file, found a folder");
    }
    var log = new PorcupineLog(into);
    try (var in = lines(input, into)) {
      for (var line = nextLine(in); line != null; line = nextLine(in)) {
        log.add(line);
      }
    }
    log.finish();
  }

  private static InputStream lines(Input input, HistoryBuilder into) throws IOException {
    return new BufferedInputStream(new LimitedLines(input.open(), into.limits()), 1 << 16);
  }

  /**
   * The next line, or what its beginning is if it is too long to be one of a log, and then no line
   * that says all of an operation; null at the end.
   */
  private static String nextLine(InputStream in) throws IOException {
    var line = new StringBuilder();
    var length = 0;
    int c;
    while ((c = in.read()) >= 0 && c != '\n') {
      if (++length <= LONGEST_LINE) {
        line.append((char) c);
      }
    }
    if (length > LONGEST_LINE) {
      line.append(" ...");
    }
    return c < 0 && length == 0 ? null : line.toString();
  }
}
