package mtc.run.log;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The first bytes of a stream, as if there were no more. */
final class Prefix extends FilterInputStream {
  private long left;

  Prefix(InputStream in, long length) {
    super(in);
    this.left = length;
  }

  @Override
  public int read() throws IOException {
    if (left == 0) {
      return -1;
    }
    left--;
    return in.read();
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (left == 0) {
      return -1;
    }
    var count = in.read(into, offset, (int) Math.min(length, left));
    left -= Math.max(count, 0);
    return count;
  }

  @Override
  public long skip(long count) throws IOException {
    var skipped = in.skip(Math.min(count, left));
    left -= skipped;
    return skipped;
  }

  @Override
  public int available() throws IOException {
    return (int) Math.min(in.available(), left);
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
