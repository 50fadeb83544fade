package mtc.formats.bytes;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import mtc.source.InputException;
import mtc.source.Limits;

/**
 * A text of which no line is longer than the limit. Lines are looked for byte by byte only where
 * one could be: in a block that is shorter than what is left of the limit there is none.
 */
public final class LimitedLines extends FilterInputStream {
  private final Limits limits;

  /** How many bytes came, and where the line of the last one began. */
  private long offset;

  private long lineStart;

  public LimitedLines(InputStream in, Limits limits) {
    super(in);
    this.limits = limits;
  }

  @Override
  public int read() throws IOException {
    var one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int from, int count) throws IOException {
    var read = in.read(into, from, count);
    if (read > 0) {
      if (offset + read - lineStart <= limits.maxText()) {
        findLastLine(into, from, read);
      } else {
        checkEachLine(into, from, read);
      }
      offset += read;
    }
    return read;
  }

  private void findLastLine(byte[] bytes, int from, int count) {
    for (var i = count - 1; i >= 0; i--) {
      if (bytes[from + i] == '\n') {
        lineStart = offset + i + 1;
        return;
      }
    }
  }

  private void checkEachLine(byte[] bytes, int from, int count) throws InputException {
    for (var i = 0; i < count; i++) {
      if (bytes[from + i] == '\n') {
        lineStart = offset + i + 1;
      } else if (offset + i - lineStart >= limits.maxText()) {
        throw InputException.atByte(lineStart, limits.textTooLong());
      }
    }
  }

  /** It would not know what was passed over. */
  @Override
  public long skip(long count) throws IOException {
    throw new IOException("a text that is checked is read, and nothing of it is skipped");
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
