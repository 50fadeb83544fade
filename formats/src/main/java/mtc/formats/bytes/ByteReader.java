package mtc.formats.bytes;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import jdk.internal.vm.annotation.ForceInline;
import mtc.source.Counted;
import mtc.source.InputException;

/**
 * Reads records front to back and knows at which byte it stands. A caller first asks for the bytes
 * of a record, with {@link #has} or {@link #require}; the {@code next} methods then only pick them
 * up, without a test of their own.
 */
public final class ByteReader implements Closeable {
  private static final int CAPACITY = 1 << 17;

  private final InputStream in;
  private final byte[] buffer = new byte[CAPACITY];
  private int at;
  private int limit;
  private long offsetOfBuffer;

  public ByteReader(InputStream in) {
    this.in = in;
  }

  /** The offset of the next byte. */
  public long offset() {
    return offsetOfBuffer + at;
  }

  /** Whether so many bytes follow, of which there may be 64 KiB at most. */
  @ForceInline
  public boolean has(int count) throws IOException {
    return limit - at >= count || fill(count);
  }

  /** Makes sure that so many bytes follow; {@code what} says what they belong to. */
  public void require(int count, String what) throws IOException {
    if (!has(count)) {
      throw truncated(
          "the "
              + Counted.of(limit - at, "byte", "here is", "here are")
              + " less than the "
              + count
              + " of "
              + what);
    }
  }

  /** The error of a file that ends too early, at the byte after its last. */
  public InputException truncated(String detail) {
    return InputException.atByte(offsetOfBuffer + limit, "the file ends too early: " + detail);
  }

  /** A byte further on, 0 being the next, which stays where it is. */
  public int peek(int ahead) {
    return buffer[at + ahead] & 0xff;
  }

  /** How many bytes can be looked at before more of the input has to be read. */
  public int available() {
    return limit - at;
  }

  /** Eight bytes further on, which stay where they are; that many must be {@link #available}. */
  @ForceInline
  public long littleEndianAt(int ahead) {
    return EightBytes.at(buffer, at + ahead);
  }

  /** The next bytes, so many or as many as there are, which stay where they are. */
  public byte[] head(int most) throws IOException {
    has(most);
    return Arrays.copyOfRange(buffer, at, Math.min(limit, at + most));
  }

  @ForceInline
  public int nextByte() {
    return buffer[at++] & 0xff;
  }

  @ForceInline
  public long nextBigEndian() {
    return Long.reverseBytes(nextLittleEndian());
  }

  @ForceInline
  public long nextLittleEndian() {
    var value = EightBytes.at(buffer, at);
    at += Long.BYTES;
    return value;
  }

  /** Passes over so many bytes, or as many as there are, and tells how many there were not. */
  public long skip(long count) throws IOException {
    var left = count;
    while (left > 0 && has(1)) {
      var step = (int) Math.min(left, limit - at);
      at += step;
      left -= step;
    }
    return left;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private boolean fill(int count) throws IOException {
    System.arraycopy(buffer, at, buffer, 0, limit - at);
    offsetOfBuffer += at;
    limit -= at;
    at = 0;
    while (limit < count) {
      var read = in.read(buffer, limit, CAPACITY - limit);
      if (read < 0) {
        return false;
      }
      limit += read;
    }
    return true;
  }
}
