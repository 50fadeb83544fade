package mtc.source;

import java.io.IOException;
import java.util.Arrays;

/** The literals of zstd's blocks (RFC 8878, section 3.1.1.3.1). */
final class ZstdLiterals {
  private static final int RAW = 0;
  private static final int REPEATED = 1;
  private static final int COMPRESSED = 2;

  private static final int MOST_BITS = 11;
  private static final int MOST_WEIGHT_LOG = 6;

  /** So many codes of the most bits are in a word whose first bits are not all of the stream. */
  private static final int CODES_PER_WORD = 5;

  /** The literals of the block, up to their count; behind them there is room for a few words. */
  byte[] bytes;

  int start;
  int count;

  private final byte[] decoded = new byte[ZstdBlocks.LARGEST + ZstdBlocks.MARGIN];

  /** By the next bits of a stream: a byte, and above it of how many bits its code is. */
  private final short[] codes = new short[1 << MOST_BITS];

  private int codeBits;
  private boolean hasCodes;
  private final ZstdStates weightStates = new ZstdStates(null, MOST_WEIGHT_LOG);
  private final byte[] weights = new byte[256];
  private int weightCount;

  /** Begins a frame. */
  void reset() {
    hasCodes = false;
  }

  /** Reads a block's literals, and gives where they end. */
  int read(byte[] block, int from, int end) throws IOException {
    var type = block[from] & 3;
    var format = block[from] >> 2 & 3;
    var isCoded = type >= COMPRESSED;
    // Sizes are of 10, 14 or 18 bits each if there are two, of 5, 12 or 20 if there is one.
    var headerBytes = isCoded ? Math.max(3, format + 2) : format == 1 ? 2 : format == 3 ? 3 : 1;
    if (headerBytes > end - from) {
      throw ZstdFrames.damaged("a block is too short");
    }
    var header = Words.number(block, from, headerBytes);
    var at = from + headerBytes;
    if (!isCoded) {
      count = (int) (header >> (headerBytes == 1 ? 3 : 4));
      checkCount();
      return type == RAW ? raw(block, at, end) : repeated(block, at, end);
    }
    var sizeBits = 4 * headerBytes - 2;
    count = (int) (header >> 4) & (1 << sizeBits) - 1;
    checkCount();
    var size = (int) (header >> 4 + sizeBits);
    if (size > end - at) {
      throw ZstdFrames.damaged("a block is too short");
    }
    if (type == COMPRESSED) {
      at = readCodes(block, at, at + size);
    } else if (!hasCodes) {
      throw ZstdFrames.damaged("a block refers to a table that is not there");
    }
    decode(block, at, from + headerBytes + size, format == 0);
    return from + headerBytes + size;
  }

  private void checkCount() throws IOException {
    if (count > ZstdBlocks.LARGEST) {
      throw ZstdFrames.damaged("a block has too many literals");
    }
  }

  private int raw(byte[] block, int at, int end) throws IOException {
    if (count > end - at) {
      throw ZstdFrames.damaged("a block is too short");
    }
    bytes = block;
    start = at;
    return at + count;
  }

  private int repeated(byte[] block, int at, int end) throws IOException {
    if (at == end) {
      throw ZstdFrames.damaged("a block is too short");
    }
    bytes = decoded;
    start = 0;
    Arrays.fill(decoded, 0, count, block[at]);
    return at + 1;
  }

  /** Reads the table of codes, and gives where it ends. */
  private int readCodes(byte[] block, int from, int end) throws IOException {
    if (from == end) {
      throw ZstdFrames.damaged("a block is too short");
    }
    var first = block[from] & 0xff;
    var at = from + 1;
    if (first < 128) {
      if (first > end - at) {
        throw ZstdFrames.damaged("a block is too short");
      }
      readWeights(block, at, at + first);
      at += first;
    } else {
      weightCount = first - 127;
      if ((weightCount + 1) / 2 > end - at) {
        throw ZstdFrames.damaged("a block is too short");
      }
      for (var i = 0; i < weightCount; i++) {
        weights[i] = (byte) (block[at + i / 2] >> (i % 2 == 0 ? 4 : 0) & 15);
      }
      at += (weightCount + 1) / 2;
    }
    makeCodes();
    return at;
  }

  /** Two states take turns until the bits are used up; then the other one has the last symbol. */
  private void readWeights(byte[] block, int from, int end) throws IOException {
    var at = weightStates.read(block, from, end);
    var bits = ZstdBlocks.bitsOf(block, at, end);
    var log = weightStates.log;
    var start = (long) at << 3;
    var states = weightStates.states;
    bits -= log;
    var one = states[(int) bits(block, bits, log)];
    bits -= log;
    var two = states[(int) bits(block, bits, log)];
    if (bits < start) {
      throw ZstdFrames.damaged("a table is too short");
    }
    weightCount = 0;
    while (true) {
      if (weightCount >= weights.length - 2) {
        throw ZstdFrames.damaged("a table has too many symbols");
      }
      weights[weightCount++] = (byte) ZstdStates.value(one);
      bits -= ZstdStates.bits(one);
      if (bits < start) {
        weights[weightCount++] = (byte) ZstdStates.value(two);
        return;
      }
      var following =
          states[ZstdStates.nextState(one) + (int) bits(block, bits, ZstdStates.bits(one))];
      one = two;
      two = following;
    }
  }

  private static long bits(byte[] block, long at, int count) {
    return Words.longAt(block, (int) (at >> 3)) >>> (at & 7) & (1L << count) - 1;
  }

  /** What the codes take of all there could be is a power of two less what the last one takes. */
  private void makeCodes() throws IOException {
    var sum = 0;
    for (var i = 0; i < weightCount; i++) {
      if (weights[i] < 0 || weights[i] > MOST_BITS) {
        throw ZstdFrames.damaged("a code is too long");
      }
      sum += 1 << weights[i] >> 1;
    }
    codeBits = 32 - Integer.numberOfLeadingZeros(sum);
    var left = (1 << codeBits) - sum;
    if (sum == 0 || codeBits > MOST_BITS || Integer.bitCount(left) != 1) {
      throw ZstdFrames.damaged("the codes do not add up");
    }
    weights[weightCount++] = (byte) (32 - Integer.numberOfLeadingZeros(left));
    requireLongestCodes();
    var at = 0;
    for (var weight = 1; weight <= codeBits; weight++) {
      var code = codeBits + 1 - weight << Byte.SIZE;
      for (var symbol = 0; symbol < weightCount; symbol++) {
        if (weights[symbol] == weight) {
          var end = at + (1 << weight - 1);
          Arrays.fill(codes, at, end, (short) (code | symbol));
          at = end;
        }
      }
    }
    hasCodes = true;
  }

  /** A tree has at least two leaves at its bottom; the zstd program refuses other tables too. */
  private void requireLongestCodes() throws IOException {
    var longest = 0;
    for (var i = 0; i < weightCount; i++) {
      longest += weights[i] == 1 ? 1 : 0;
    }
    if (longest < 2) {
      throw ZstdFrames.damaged("the codes do not add up");
    }
  }

  private void decode(byte[] block, int from, int end, boolean isOneStream) throws IOException {
    bytes = decoded;
    start = 0;
    if (isOneStream) {
      decodeRest(block, from, ZstdBlocks.bitsOf(block, from, end), 0, count);
      return;
    }
    var at = from + 6;
    if (at > end) {
      throw ZstdFrames.damaged("a block is too short");
    }
    var second = at + (int) Words.number(block, from, 2);
    var third = second + (int) Words.number(block, from + 2, 2);
    var fourth = third + (int) Words.number(block, from + 4, 2);
    var quarter = (count + 3) / 4;
    if (fourth > end || 3 * quarter > count) {
      throw ZstdFrames.damaged("the streams of a block do not add up");
    }
    decodeFour(block, at, second, third, fourth, end, quarter);
  }

  /** Decodes the streams side by side, because each by itself waits for every code to be found. */
  private void decodeFour(
      byte[] block, int first, int second, int third, int fourth, int end, int quarter)
      throws IOException {
    var bits1 = ZstdBlocks.bitsOf(block, first, second);
    var bits2 = ZstdBlocks.bitsOf(block, second, third);
    var bits3 = ZstdBlocks.bitsOf(block, third, fourth);
    var bits4 = ZstdBlocks.bitsOf(block, fourth, end);
    var out = decoded;
    var table = codes;
    var unused = 64 - codeBits;
    // The last stream has the fewest; none is read beyond its start by more than a word.
    var whole = (count - 3 * quarter) / CODES_PER_WORD * CODES_PER_WORD;
    var lowest = (long) first << 3;
    var at = 0;
    for (; at < whole && Math.min(Math.min(bits1, bits2), Math.min(bits3, bits4)) >= lowest; ) {
      var word1 = ZstdBlocks.wordBefore(block, bits1);
      var word2 = ZstdBlocks.wordBefore(block, bits2);
      var word3 = ZstdBlocks.wordBefore(block, bits3);
      var word4 = ZstdBlocks.wordBefore(block, bits4);
      for (var i = 0; i < CODES_PER_WORD; i++, at++) {
        int code1 = table[(int) (word1 >>> unused)];
        int code2 = table[(int) (word2 >>> unused)];
        int code3 = table[(int) (word3 >>> unused)];
        int code4 = table[(int) (word4 >>> unused)];
        out[at] = (byte) code1;
        out[at + quarter] = (byte) code2;
        out[at + 2 * quarter] = (byte) code3;
        out[at + 3 * quarter] = (byte) code4;
        word1 <<= code1 >>> Byte.SIZE;
        word2 <<= code2 >>> Byte.SIZE;
        word3 <<= code3 >>> Byte.SIZE;
        word4 <<= code4 >>> Byte.SIZE;
        bits1 -= code1 >>> Byte.SIZE;
        bits2 -= code2 >>> Byte.SIZE;
        bits3 -= code3 >>> Byte.SIZE;
        bits4 -= code4 >>> Byte.SIZE;
      }
    }
    decodeRest(block, first, bits1, at, quarter);
    decodeRest(block, second, bits2, quarter + at, 2 * quarter);
    decodeRest(block, third, bits3, 2 * quarter + at, 3 * quarter);
    decodeRest(block, fourth, bits4, 3 * quarter + at, count);
  }

  /** Decodes the literals from one index to another, with which the stream must be at its end. */
  private void decodeRest(byte[] block, int first, long bitsLeft, int from, int to)
      throws IOException {
    var lowest = (long) first << 3;
    var bits = bitsLeft;
    for (var i = from; i < to && bits >= lowest; i++) {
      var code = codes[(int) (ZstdBlocks.wordBefore(block, bits) >>> 64 - codeBits)];
      decoded[i] = (byte) code;
      bits -= code >>> Byte.SIZE;
    }
    if (bits != lowest) {
      throw ZstdFrames.damaged("a stream of literals has another length than it says");
    }
  }
}
