package mtc.source;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * All the members of a gzip file, one after the other.
 *
 * <p>The JDK's stream asks {@code available()} whether another member follows, and so loses the
 * rest of a file that comes through a pipe; it also takes whatever follows the last member for
 * nothing.
 */
final class GzipMembers extends InputStream {
  private static final int HAS_CRC = 2;
  private static final int HAS_EXTRA = 4;
  private static final int HAS_NAME = 8;
  private static final int HAS_COMMENT = 16;
  private static final int RESERVED = 0xe0;

  private final CompressedBytes in;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 crc = new CRC32();
  private final byte[] input = new byte[1 << 16];
  private final byte[] single = new byte[1];
  private int inputAt;
  private int inputLimit;
  private boolean ended;

  GzipMembers(CompressedBytes in) throws IOException {
    this.in = in;
    header(next());
  }

  @Override
  public int read() throws IOException {
    return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (!ended) {
      var count = inflate(into, offset, length);
      if (count > 0) {
        crc.update(into, offset, count);
        return count;
      }
      if (inflater.finished()) {
        nextMember();
      } else if (inflater.needsDictionary()) {
        throw new IOException("it needs a preset dictionary");
      } else {
        refill();
      }
    }
    return -1;
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    in.close();
  }

  private int inflate(byte[] into, int offset, int length) throws IOException {
    try {
      return inflater.inflate(into, offset, length);
    } catch (DataFormatException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private void refill() throws IOException {
    inputAt = 0;
    inputLimit = in.read(input);
    if (inputLimit < 0) {
      inputLimit = 0;
      throw new EOFException();
    }
    inflater.setInput(input, 0, inputLimit);
  }

  private void nextMember() throws IOException {
    inputAt = inputLimit - inflater.getRemaining();
    if (word() != (int) crc.getValue() || word() != (int) inflater.getBytesWritten()) {
      throw new IOException("the checksum does not match");
    }
    var first = nextOrEnd();
    while (first == 0) {
      first = nextOrEnd(); // Tapes pad with zeros.
    }
    if (first < 0) {
      ended = true;
      return;
    }
    inflater.reset();
    crc.reset();
    header(first);
    inflater.setInput(input, inputAt, inputLimit - inputAt);
  }

  private void header(int first) throws IOException {
    if (first != 0x1f || next() != 0x8b || next() != 8) {
      throw new IOException("there is something else after the compressed data");
    }
    var flags = next();
    if ((flags & RESERVED) != 0) {
      throw new IOException("the header has unknown flags");
    }
    skip(6);
    if ((flags & HAS_EXTRA) != 0) {
      skip(next() | next() << 8);
    }
    if ((flags & HAS_NAME) != 0) {
      skipText();
    }
    if ((flags & HAS_COMMENT) != 0) {
      skipText();
    }
    if ((flags & HAS_CRC) != 0) {
      skip(2);
    }
    inflater.setInput(input, inputAt, inputLimit - inputAt);
  }

  private void skip(int count) throws IOException {
    for (var i = 0; i < count; i++) {
      next();
    }
  }

  private void skipText() throws IOException {
    while (next() != 0) {}
  }

  private int word() throws IOException {
    return next() | next() << 8 | next() << 16 | next() << 24;
  }

  private int next() throws IOException {
    var b = nextOrEnd();
    if (b < 0) {
      throw new EOFException();
    }
    return b;
  }

  private int nextOrEnd() throws IOException {
    if (inputAt == inputLimit) {
      inputAt = 0;
      inputLimit = Math.max(0, in.read(input));
      if (inputLimit == 0) {
        return -1;
      }
    }
    return input[inputAt++] & 0xff;
  }
}
