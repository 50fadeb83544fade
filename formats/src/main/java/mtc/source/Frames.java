package mtc.source;

import java.io.IOException;
import java.io.InputStream;

/** All the frames of a compressed file, one after the other, decoded a block at a time. */
abstract class Frames extends InputStream {
  final CompressedBytes in;
  final byte[] single = new byte[1];

  /** What blocks may refer to, and then the last block, of which some may have been read. */
  byte[] output = new byte[0];

  int outputAt;
  int outputEnd;

  /** Whether there is no frame any more. */
  boolean ended;

  Frames(CompressedBytes in) {
    this.in = in;
  }

  /** Decodes the next block, or goes to the next frame. */
  abstract void more() throws IOException;

  @Override
  public final int read() throws IOException {
    return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
  }

  @Override
  public final int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (outputAt == outputEnd) {
      if (ended) {
        return -1;
      }
      more();
    }
    var count = Math.min(length, outputEnd - outputAt);
    System.arraycopy(output, outputAt, into, offset, count);
    outputAt += count;
    return count;
  }

  @Override
  public final void close() throws IOException {
    in.close();
  }
}
