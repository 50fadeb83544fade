package mtc.formats.cobra;

import java.io.IOException;
import mtc.formats.HistoryWriter;
import mtc.formats.Sample;
import mtc.formats.WritableFormat;
import mtc.formats.bytes.ByteReader;
import mtc.history.HistoryBuilder;
import mtc.source.Input;
import mtc.source.InputException;
import mtc.source.Output;

/** A folder of {@code .log} files, one for each client thread, all else in it ignored. */
public final class CobraFormat implements WritableFormat {
  static final String SUFFIX = ".log";

  @Override
  public String name() {
    return "cobra";
  }

  @Override
  public String summary() {
    return "Cobra's logs: a folder of T<n>.log files, with or without timestamps";
  }

  @Override
  public boolean recognises(Sample sample) {
    for (var file : sample.files()) {
      var isLog = file.name().endsWith(SUFFIX) || !sample.isFolder() && file.name().isEmpty();
      var isOurs =
          sample.isFolder() ? beginsWithStart(file.head()) : beginsWithTwoRecords(file.head());
      if (isLog && isOurs) {
        return true;
      }
    }
    return false;
  }

  /** An S, then an id, which has bytes that no text has. */
  private static boolean beginsWithStart(byte[] head) {
    if (head.length < 2 || head[0] != 'S') {
      return false;
    }
    for (var at = 1; at < Math.min(head.length, 1 + Long.BYTES); at++) {
      if (head[at] >= 0 && head[at] < '\t') {
        return true;
      }
    }
    return false;
  }

  /**
   * For a file on its own, which is refused: an S and zeros also begin a dbcop history of id 83.
   */
  private static boolean beginsWithTwoRecords(byte[] head) {
    return beginsWithStart(head)
        && head.length > 9
        && (head[9] == 'R' || head[9] == 'W' || head[9] == 'C');
  }

  @Override
  public void read(Input input, HistoryBuilder into) throws IOException {
    if (!input.isFolder()) {
      throw InputException.of("this is one session of a Cobra log, expected the folder it is from");
    }
    var reader = new CobraReader(input.path(), into);
    var anyLog = false;
    for (var entry : input.entries()) {
      if (entry.name().endsWith(SUFFIX)) {
        anyLog = true;
        try (var bytes = new ByteReader(entry.open())) {
          reader.file(entry.name(), bytes);
        } catch (InputException wrong) {
          throw wrong.in(input.path() + "/" + entry.name());
        }
      }
    }
    if (!anyLog) {
      throw InputException.of(
          "there are no .log files in the folder, expected those of Cobra clients");
    }
    reader.finish();
  }

  /** The number in {@code T10.log}, or -1 for a name that is not exactly like this. */
  static long fileNumber(String name) {
    var end = name.length() - SUFFIX.length();
    if (end < 2 || end > 19 || name.charAt(0) != 'T' || name.charAt(1) == '0' && end > 2) {
      return -1;
    }
    var number = 0L;
    for (var at = 1; at < end; at++) {
      var digit = name.charAt(at) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = number * 10 + digit;
    }
    return number;
  }

  @Override
  public boolean writesFolder() {
    return true;
  }

  @Override
  public HistoryWriter writer(Output output) {
    return new CobraWriter(output);
  }
}
