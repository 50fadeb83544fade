package mtc.source;

import java.io.IOException;
import java.io.InputStream;

/**
 * What goes into a decompressor: buffered, because some of them ask for single bytes, and counted,
 * to say where a file is damaged.
 */
final class CompressedBytes extends InputStream {
  private final InputStream raw;
  private final byte[] buffer = new byte[1 << 16];
  private int at;
  private int limit;
  private long before;
  private boolean ended;
  private IOException failure;

  CompressedBytes(InputStream raw) {
    this.raw = raw;
  }

  /** How many bytes the decompressor took. */
  long position() {
    return before + at;
  }

  /** Whether the decompressor asked for more than there is. */
  boolean ended() {
    return ended;
  }

  /** Why the bytes themselves could not be read; null as long as they could. */
  IOException failure() {
    return failure;
  }

  @Override
  public int read() throws IOException {
    return at < limit || fill() ? buffer[at++] & 0xff : -1;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (at == limit && !fill()) {
      return -1;
    }
    var count = Math.min(length, limit - at);
    System.arraycopy(buffer, at, into, offset, count);
    at += count;
    return count;
  }

  @Override
  public int available() {
    return limit - at;
  }

  @Override
  public void close() throws IOException {
    raw.close();
  }

  private boolean fill() throws IOException {
    before += limit;
    at = 0;
    limit = 0;
    try {
      limit = Math.max(0, raw.read(buffer));
    } catch (IOException e) {
      failure = e;
      throw e;
    }
    ended |= limit == 0;
    return limit > 0;
  }
}
