package mtc.source;

import java.io.EOFException;
import java.io.IOException;
import org.apache.commons.codec.digest.XXHash32;

/**
 * All the frames of an LZ4 file, one after the other.
 *
 * <p>The stream of Commons Compress decodes 1 to 5 MB/s.
 */
final class Lz4Frames extends Frames {
  static final int MAGIC = 0x184d2204;

  private static final int WINDOW = 1 << 16;
  private static final int UNCOMPRESSED = 1 << 31;

  /** How far copying may go beyond what is asked for. */
  private static final int MARGIN = 16;

  // Of the current frame.
  private boolean isIndependent;
  private boolean hasBlockChecksums;
  private boolean hasContentSize;
  private boolean hasContentChecksum;
  private int maxBlock;
  private long contentSize;
  private long produced;
  private XXHash32 contentHash;
  private byte[] block = new byte[0];

  Lz4Frames(CompressedBytes in) throws IOException {
    super(in);
    nextFrame();
  }

  /** Goes to the next frame, over those that are to be skipped. */
  private void nextFrame() throws IOException {
    while (true) {
      var first = in.read();
      if (first < 0) {
        ended = true;
        return;
      }
      var magic = first | next() << 8 | next() << 16 | next() << 24;
      if (magic == MAGIC) {
        header();
        return;
      }
      if ((magic & ~0xf) != ZstdFrames.SKIPPABLE) {
        throw new IOException("expected another frame");
      }
      for (var left = word() & 0xffff_ffffL; left > 0; left--) {
        next();
      }
    }
  }

  private void header() throws IOException {
    var hash = new XXHash32();
    var flags = headerByte(hash);
    var sizes = headerByte(hash);
    if (flags >> 6 != 1 || (flags & 2) != 0 || (sizes & 0x8f) != 0 || sizes >> 4 < 4) {
      throw new IOException("the frame is of an unknown version");
    }
    if ((flags & 1) != 0) {
      throw new IOException("the frame needs a dictionary");
    }
    isIndependent = (flags & 0x20) != 0;
    hasBlockChecksums = (flags & 0x10) != 0;
    hasContentSize = (flags & 8) != 0;
    hasContentChecksum = (flags & 4) != 0;
    maxBlock = 1 << 2 * (sizes >> 4) + 8;
    contentSize = 0;
    for (var i = 0; hasContentSize && i < Long.BYTES; i++) {
      contentSize |= (long) headerByte(hash) << 8 * i;
    }
    if (next() != (hash.getValue() >> 8 & 0xff)) {
      throw new IOException("the checksum of the frame's header does not match");
    }
    contentHash = new XXHash32();
    produced = 0;
    if (output.length < WINDOW + maxBlock + MARGIN) {
      output = new byte[WINDOW + maxBlock + MARGIN];
      block = new byte[maxBlock + MARGIN];
    }
    outputAt = WINDOW;
    outputEnd = WINDOW;
  }

  private int headerByte(XXHash32 hash) throws IOException {
    var b = next();
    single[0] = (byte) b;
    hash.update(single, 0, 1);
    return b;
  }

  @Override
  void more() throws IOException {
    var size = word();
    if (size == 0) {
      endFrame();
      return;
    }
    var length = size & ~UNCOMPRESSED;
    if (length > maxBlock) {
      throw new IOException("a block is larger than the frame says");
    }
    keepWindow();
    fill(block, length);
    if (hasBlockChecksums) {
      var hash = new XXHash32();
      hash.update(block, 0, length);
      expectHash(hash, "block");
    }
    if ((size & UNCOMPRESSED) != 0) {
      System.arraycopy(block, 0, output, WINDOW, length);
      outputEnd = WINDOW + length;
    } else {
      outputEnd = decode(length);
    }
    produced += outputEnd - WINDOW;
    if (hasContentChecksum) {
      contentHash.update(output, WINDOW, outputEnd - WINDOW);
    }
  }

  /** Moves the end of the block before to where this one can refer to it. */
  private void keepWindow() {
    System.arraycopy(output, outputEnd - WINDOW, output, 0, WINDOW);
    outputAt = WINDOW;
    outputEnd = WINDOW;
  }

  private void endFrame() throws IOException {
    if (hasContentChecksum) {
      expectHash(contentHash, "content");
    }
    if (hasContentSize && produced != contentSize) {
      throw new IOException("the frame has another size than it says");
    }
    nextFrame();
  }

  private void expectHash(XXHash32 hash, String of) throws IOException {
    if (word() != (int) hash.getValue()) {
      throw new IOException("the checksum of a " + of + " does not match");
    }
  }

  /** Decodes the block behind the window, and gives the end of what it became. */
  private int decode(int length) throws IOException {
    var from = 0;
    var to = WINDOW;
    var lowest = isIndependent ? WINDOW : WINDOW - (int) Math.min(WINDOW, produced);
    var limit = WINDOW + maxBlock;
    while (true) {
      var token = at(from++, length);
      var literals = token >> 4;
      if (literals == 15) {
        int more;
        do {
          more = at(from++, length);
          literals += more;
        } while (more == 255 && literals <= maxBlock);
      }
      if (literals > length - from || literals > limit - to) {
        throw new IOException("a block is damaged");
      }
      Words.copy(block, from, output, to, literals);
      from += literals;
      to += literals;
      if (from == length) {
        return to; // The last sequence has no match.
      }
      var distance = at(from++, length) | at(from++, length) << 8;
      var match = token & 15;
      if (match == 15) {
        int more;
        do {
          more = at(from++, length);
          match += more;
        } while (more == 255 && match <= maxBlock);
      }
      match += 4;
      if (distance == 0 || to - distance < lowest || match > limit - to) {
        throw new IOException("a block is damaged");
      }
      if (distance >= Long.BYTES) {
        Words.copy(output, to - distance, output, to, match);
      } else {
        copyMatch(to, distance, match);
      }
      to += match;
    }
  }

  /** A match may overlap itself: then it repeats, and each copy doubles what can be copied. */
  private void copyMatch(int to, int distance, int match) {
    var from = to - distance;
    var copied = 0;
    while (copied < match) {
      var count = Math.min(match - copied, to + copied - from);
      System.arraycopy(output, from, output, to + copied, count);
      copied += count;
    }
  }

  private int at(int index, int length) throws IOException {
    if (index >= length) {
      throw new IOException("a block is damaged");
    }
    return block[index] & 0xff;
  }

  private void fill(byte[] into, int length) throws IOException {
    if (in.readNBytes(into, 0, length) < length) {
      throw new EOFException();
    }
  }

  private int word() throws IOException {
    return next() | next() << 8 | next() << 16 | next() << 24;
  }

  private int next() throws IOException {
    var b = in.read();
    if (b < 0) {
      throw new EOFException();
    }
    return b;
  }
}
