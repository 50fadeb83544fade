package mtc.formats.cobra;

import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import mtc.formats.HistoryWriter;
import mtc.formats.Look;
import mtc.formats.Sample;
import mtc.formats.Superfluous;
import mtc.formats.WritableFormat;
import mtc.formats.bytes.ByteReader;
import mtc.history.HistoryBuilder;
import mtc.source.FileName;
import mtc.source.Input;
import mtc.source.InputException;
import mtc.source.Output;

/**
 * A folder of {@code .log} files, one for each client thread. All else in it is ignored, unless it
 * has the records of a client.
 */
public final class CobraFormat implements WritableFormat {
  static final String SUFFIX = ".log";

  /** What Cobra writes beside its logs and ignores itself. */
  private static final String WRITES = ".wlog";

  private static final int SESSION_HEAD = 18;

  private final boolean writesTimes;

  public CobraFormat() {
    this(false);
  }

  private CobraFormat(boolean writesTimes) {
    this.writesTimes = writesTimes;
  }

  @Override
  public String name() {
    return "cobra";
  }

  @Override
  public boolean mayLookLike(Look look) {
    return look == Look.BINARY;
  }

  @Override
  public boolean recognises(Sample sample) {
    for (var file : sample.files()) {
      var isLog = namesMember(file.name()) || !sample.isFolder() && file.name().isEmpty();
      var isOurs =
          sample.isFolder() ? beginsWithStart(file.head()) : beginsWithTwoRecords(file.head());
      if (isLog && isOurs) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean namesMember(String name) {
    return isLog(name);
  }

  @Override
  public boolean beginsLikeMember(Sample.File file) {
    return namesMember(file.name()) && beginsWithStart(file.head())
        || !file.name().endsWith(WRITES) && beginsWithSession(file.head());
  }

  /** Also one that was compressed. */
  static boolean isLog(String name) {
    return FileName.withoutCompression(name).toLowerCase(Locale.ROOT).endsWith(SUFFIX);
  }

  /** Two records of a length that fits, plain or with timestamps, whatever the file is called. */
  private static boolean beginsWithSession(byte[] head) {
    return beginsWithStart(head) && (isRecordAt(head, 9) || isRecordAt(head, 17));
  }

  private static boolean isRecordAt(byte[] head, int at) {
    return head.length > at && (head[at] == 'R' || head[at] == 'W' || head[at] == 'C');
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
    return beginsWithStart(head) && isRecordAt(head, 9);
  }

  @Override
  public void read(Input input, HistoryBuilder into) throws IOException {
    if (!input.isFolder()) {
      throw InputException.of("this is one session of a Cobra log, expected the folder it is from");
    }
    new CobraReader(into).read(input);
  }

  /** A session under another name would be missing from the history. */
  static void refuseSession(String name, ByteReader bytes) throws IOException {
    if (!name.endsWith(WRITES) && beginsWithSession(bytes.head(SESSION_HEAD))) {
      throw InputException.of(
          "it has the records of a Cobra client, but is not called *.log; rename it, or take it"
              + " away");
    }
  }

  /** The number in {@code T10.log}, or -1 for a name that is not exactly like this. */
  static long fileNumber(String name) {
    var end = name.length() - SUFFIX.length();
    if (!name.endsWith(SUFFIX)
        || end < 2
        || end > 19
        || name.charAt(0) != 'T'
        || name.charAt(1) == '0' && end > 2) {
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

  /** Cobra stops at each of them with an assertion. */
  @Override
  public Set<Superfluous> leavesOut() {
    return Set.of(Superfluous.UNREAD_ABORTED, Superfluous.OWN_READ, Superfluous.OVERWRITTEN);
  }

  /** PolySI refuses them, and Cobra takes them only if it is told to. */
  @Override
  public WritableFormat withTimes() {
    return new CobraFormat(true);
  }

  @Override
  public HistoryWriter writer(Output output) {
    return new CobraWriter(output, writesTimes);
  }
}
