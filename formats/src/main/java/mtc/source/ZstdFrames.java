package mtc.source;

import io.airlift.compress.v3.zstd.ZstdJavaInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * All the frames of a zstd file, one after the other.
 *
 * <p>The decoder knows nothing of frames that are to be skipped, and takes a window that it cannot
 * hold for damage. So it gets the frames of data only, and those only if it can hold their window.
 */
final class ZstdFrames extends InputStream {
  static final int MAGIC = 0xfd2fb528;

  /** The lowest four bits are free. */
  static final int SKIPPABLE = 0x184d2a50;

  /** The largest that the decoder takes, and what the format recommends to stay within. */
  private static final long LARGEST_WINDOW = 8 << 20;

  private final ZstdJavaInputStream decoder;

  /** There is no frame of data, where the decoder would expect one. */
  private final boolean isEmpty;

  /**
   * Decodes.
   *
   * @param mostMemory a frame in one segment is its own window, which may have this size
   */
  ZstdFrames(CompressedBytes in, long mostMemory) throws IOException {
    var frames = new DataFrames(in, mostMemory);
    isEmpty = frames.ended;
    UnsafeWarning.forestall();
    decoder = new ZstdJavaInputStream(frames); // ZstdInputStream would look for a native library.
  }

  @Override
  public int read() throws IOException {
    return isEmpty ? -1 : decoder.read();
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    return isEmpty ? -1 : decoder.read(into, offset, length);
  }

  @Override
  public void close() throws IOException {
    decoder.close();
  }

  /** The compressed bytes without the frames to be skipped. */
  private static final class DataFrames extends InputStream {
    private static final int RUN_LENGTH_BLOCK = 1;
    private static final int CHECKSUM = 4;

    private enum Next {
      FRAME,
      BLOCK,
      CHECKSUM
    }

    private final CompressedBytes in;
    private final long mostMemory;
    private final byte[] single = new byte[1];

    private Next next;
    private boolean hasChecksum;
    private boolean ended;

    /** The header of a frame or a block: passed on first, and then what is left of the block. */
    private final byte[] header = new byte[18];

    private int headerAt;
    private int headerEnd;
    private int left;

    DataFrames(CompressedBytes in, long mostMemory) throws IOException {
      this.in = in;
      this.mostMemory = mostMemory;
      frame();
    }

    @Override
    public int read() throws IOException {
      return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      while (!ended && headerAt == headerEnd && left == 0) {
        switch (next) {
          case FRAME -> frame();
          case BLOCK -> block();
          case CHECKSUM -> {
            left = CHECKSUM;
            next = Next.FRAME;
          }
        }
      }
      if (ended) {
        return -1;
      }
      if (headerAt < headerEnd) {
        var count = Math.min(length, headerEnd - headerAt);
        System.arraycopy(header, headerAt, into, offset, count);
        headerAt += count;
        return count;
      }
      var count = in.read(into, offset, Math.min(length, left));
      left -= Math.max(0, count);
      return count;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }

    /** Goes to the next frame of data. */
    private void frame() throws IOException {
      while (true) {
        beginHeader();
        var first = in.read();
        if (first < 0) {
          ended = true;
          return;
        }
        header[headerEnd++] = (byte) first;
        fill(3);
        var magic = (int) number(0, 4);
        if (magic == MAGIC) {
          frameHeader();
          next = Next.BLOCK;
          return;
        }
        if ((magic & ~0xf) != SKIPPABLE) {
          throw new IOException("expected another frame");
        }
        fill(4);
        in.skipNBytes(number(4, 4));
      }
    }

    private void frameHeader() throws IOException {
      fill(1);
      var descriptor = header[4] & 0xff;
      var isOneSegment = (descriptor & 0x20) != 0;
      hasChecksum = (descriptor & 4) != 0;
      var windowBytes = isOneSegment ? 0 : 1;
      var dictionaryBytes = (1 << (descriptor & 3)) >> 1;
      var sizeBytes = descriptor >> 6 == 0 ? 1 - windowBytes : 1 << (descriptor >> 6);
      fill(windowBytes + dictionaryBytes + sizeBytes);
      if (isOneSegment) {
        // Two bytes count from 256; the few bytes less make no difference here.
        refuseAbove(mostMemory, number(5 + dictionaryBytes, sizeBytes));
      } else {
        var base = 1L << 10 + (header[5] >> 3 & 0x1f);
        refuseAbove(LARGEST_WINDOW, base + (base >> 3) * (header[5] & 7));
      }
    }

    private static void refuseAbove(long most, long window) throws InputException {
      if (Long.compareUnsigned(window, most) > 0) {
        throw InputException.of(
            "the zstd data needs a window of "
                + Long.toUnsignedString(window)
                + " bytes to decompress; at most "
                + most
                + " are possible; compress it without --ultra or --long, or pipe it through zstdcat"
                + " --long=31");
      }
    }

    private void block() throws IOException {
      beginHeader();
      fill(3);
      var block = (int) number(0, 3);
      left = (block >> 1 & 3) == RUN_LENGTH_BLOCK ? 1 : block >> 3;
      var isLast = (block & 1) != 0;
      next = !isLast ? Next.BLOCK : hasChecksum ? Next.CHECKSUM : Next.FRAME;
    }

    private void beginHeader() {
      headerAt = 0;
      headerEnd = 0;
    }

    private void fill(int count) throws IOException {
      if (in.readNBytes(header, headerEnd, count) < count) {
        throw new EOFException();
      }
      headerEnd += count;
    }

    private long number(int at, int bytes) {
      var number = 0L;
      for (var i = 0; i < bytes; i++) {
        number |= (header[at + i] & 0xffL) << 8 * i;
      }
      return number;
    }
  }
}
