package mtc.source;

import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;

/**
 * All the frames of a zstd file, one after the other (RFC 8878).
 *
 * <p>A decoder of our own, because that of aircompressor takes 1.7 times as long in the executable,
 * and then it is decoding that reading waits for.
 */
final class ZstdFrames extends Frames {
  static final int MAGIC = 0xfd2fb528;

  /** The lowest four bits are free. */
  static final int SKIPPABLE = 0x184d2a50;

  /** What the format recommends to stay within. */
  private static final long LARGEST_WINDOW = 8 << 20;

  private static final int RAW_BLOCK = 0;
  private static final int REPEATED_BYTE = 1;
  private static final int COMPRESSED_BLOCK = 2;

  private final long mostMemory;
  private final byte[] header = new byte[18];
  private final byte[] block = new byte[ZstdBlocks.LARGEST + 2 * ZstdBlocks.MARGIN];
  private final ZstdBlocks blocks = new ZstdBlocks();
  private final XxHash64 hash = new XxHash64();

  // Of the current frame.
  private int window;
  private boolean hasChecksum;
  private boolean hasSize;
  private long size;
  private long produced;

  private boolean isInFrame;

  /**
   * Decodes.
   *
   * @param mostMemory a frame in one segment is its own window, which may have this size
   */
  ZstdFrames(CompressedBytes in, long mostMemory) throws IOException {
    super(in);
    this.mostMemory = mostMemory;
    frame();
  }

  /** What is thrown for data that nobody compressed like this. */
  static IOException damaged(String reason) {
    return new IOException(reason);
  }

  @Override
  void more() throws IOException {
    if (isInFrame) {
      block();
    } else {
      frame();
    }
  }

  /** Goes to the next frame of data. */
  private void frame() throws IOException {
    while (true) {
      var first = in.read();
      if (first < 0) {
        ended = true;
        return;
      }
      header[0] = (byte) first;
      fill(header, 1, 3);
      var magic = Words.intAt(header, 0);
      if (magic == MAGIC) {
        frameHeader();
        return;
      }
      if ((magic & ~0xf) != SKIPPABLE) {
        throw damaged("expected another frame");
      }
      fill(header, 0, 4);
      in.skipNBytes(Words.number(header, 0, 4));
    }
  }

  private void frameHeader() throws IOException {
    fill(header, 0, 1);
    var descriptor = header[0] & 0xff;
    var isOneSegment = (descriptor & 0x20) != 0;
    hasChecksum = (descriptor & 4) != 0;
    if ((descriptor & 8) != 0) {
      throw damaged("the frame uses what is reserved");
    }
    var windowBytes = isOneSegment ? 0 : 1;
    var dictionaryBytes = (1 << (descriptor & 3)) >> 1;
    var sizeBytes = descriptor >> 6 == 0 ? 1 - windowBytes : 1 << (descriptor >> 6);
    fill(header, 1, windowBytes + dictionaryBytes + sizeBytes);
    if (Words.number(header, 1 + windowBytes, dictionaryBytes) != 0) {
      throw damaged("the frame needs a dictionary");
    }
    hasSize = sizeBytes > 0;
    size = Words.number(header, 1 + windowBytes + dictionaryBytes, sizeBytes);
    size += sizeBytes == 2 ? 256 : 0;
    if (isOneSegment) {
      window = within(mostMemory, size);
    } else {
      var base = 1L << 10 + (header[1] >> 3 & 0x1f);
      window = within(LARGEST_WINDOW, base + (base >> 3) * (header[1] & 7));
    }
    produced = 0;
    outputAt = 0;
    outputEnd = 0;
    hash.reset();
    blocks.reset();
    isInFrame = true;
  }

  private static int within(long most, long window) throws InputException {
    if (Long.compareUnsigned(window, most) > 0) {
      throw InputException.of(
          "the zstd data needs a window of "
              + Long.toUnsignedString(window)
              + " bytes to decompress; at most "
              + most
              + " are possible; compress it without --ultra or --long, or pipe it through zstdcat"
              + " --long=31");
    }
    return (int) window;
  }

  private void block() throws IOException {
    fill(header, 0, 3);
    var blockHeader = (int) Words.number(header, 0, 3);
    var length = blockHeader >> 3;
    if (length > ZstdBlocks.LARGEST) {
      throw damaged("a block is too large");
    }
    makeRoom();
    var start = outputEnd;
    switch (blockHeader >> 1 & 3) {
      case RAW_BLOCK -> {
        fill(output, start, length);
        outputEnd = start + length;
      }
      case REPEATED_BYTE -> {
        fill(header, 0, 1);
        Arrays.fill(output, start, start + length, header[0]);
        outputEnd = start + length;
      }
      case COMPRESSED_BLOCK -> {
        fill(block, ZstdBlocks.MARGIN, length);
        outputEnd =
            blocks.decode(block, ZstdBlocks.MARGIN, ZstdBlocks.MARGIN + length, output, start);
      }
      default -> throw damaged("a block is of an unknown kind");
    }
    produced += outputEnd - start;
    if (hasSize && Long.compareUnsigned(produced, size) > 0) {
      throw otherSize();
    }
    if (hasChecksum) {
      hash.update(output, start, outputEnd - start);
    }
    if ((blockHeader & 1) != 0) {
      endFrame();
    }
  }

  private void endFrame() throws IOException {
    isInFrame = false;
    if (hasSize && produced != size) {
      throw otherSize();
    }
    if (hasChecksum) {
      fill(header, 0, 4);
      if (Words.intAt(header, 0) != (int) hash.value()) {
        throw damaged("the checksum does not match");
      }
    }
  }

  private static IOException otherSize() {
    return damaged("the frame has another size than it says");
  }

  /** Makes room for a block behind as much as it may refer to, all of which has been read. */
  private void makeRoom() {
    var room = ZstdBlocks.LARGEST + ZstdBlocks.MARGIN;
    if (outputEnd + room <= output.length) {
      return;
    }
    // A window that is only promised takes no memory.
    var most = (long) window + Math.max(window, 4 * room);
    if (output.length < most) {
      var grown = Math.max(2L * output.length, outputEnd + 4L * room);
      output = Arrays.copyOf(output, (int) Math.min(Math.max(most, outputEnd + room), grown));
    } else {
      System.arraycopy(output, outputEnd - window, output, 0, window);
      outputEnd = window;
    }
    outputAt = outputEnd;
  }

  private void fill(byte[] into, int at, int length) throws IOException {
    if (in.readNBytes(into, at, length) < length) {
      throw new EOFException();
    }
  }
}
