package mtc.source;

import java.io.IOException;
import jdk.internal.vm.annotation.ForceInline;

/**
 * Decodes zstd's compressed blocks (RFC 8878, section 3.1.1.3).
 *
 * <p>What reads backwards stands behind a margin of bytes, so that words can be read before it is
 * known whether all of their bits are there; that is looked at once for each sequence.
 */
final class ZstdBlocks {
  /** The most bytes that a block has, and that it becomes. */
  static final int LARGEST = 1 << 17;

  /** What there must be before and behind every block, and behind what it becomes. */
  static final int MARGIN = 32;

  private static final int PREDEFINED = 0;
  private static final int REPEATED = 1;
  private static final int READ = 2;

  private static final int MOST_LENGTH_LOG = 9;
  private static final int MOST_OFFSET_LOG = 8;

  /** So many extra bits leave enough of a word for the next states. */
  private static final int MOST_EXTRA = 64 - 8 - 2 * MOST_LENGTH_LOG - MOST_OFFSET_LOG;

  /** After an offset of so many bits there are enough for both lengths. */
  private static final int LONG_OFFSET = 24;

  private static final ZstdStates.Values LITERAL_LENGTHS =
      lengths(0, 16, 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
  private static final ZstdStates.Values MATCH_LENGTHS =
      lengths(3, 32, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
  private static final ZstdStates.Values OFFSETS = offsets();

  private static final int[] LITERAL_LENGTH_COUNTS = {
    4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1,
    -1, -1, -1, -1
  };
  private static final int[] MATCH_LENGTH_COUNTS = {
    1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1
  };
  private static final int[] OFFSET_COUNTS = {
    1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1
  };

  /** A table that blocks may use again, and how it was made. */
  private static final class Table {
    final ZstdStates states;
    private final int[] predefined;
    private final int predefinedLog;
    private boolean isThere;

    Table(ZstdStates.Values values, int mostLog, int[] predefined, int predefinedLog) {
      this.states = new ZstdStates(values, mostLog);
      this.predefined = predefined;
      this.predefinedLog = predefinedLog;
    }

    int read(int mode, byte[] block, int from, int end) throws IOException {
      var at = from;
      switch (mode) {
        case PREDEFINED -> states.build(predefined, predefinedLog);
        case REPEATED, READ -> {
          if (from == end) {
            throw ZstdFrames.damaged("a block is too short");
          }
          if (mode == READ) {
            at = states.read(block, from, end);
          } else {
            states.repeat(block[at++] & 0xff);
          }
        }
        default -> {
          if (!isThere) {
            throw ZstdFrames.damaged("a block refers to a table that is not there");
          }
        }
      }
      isThere = true;
      return at;
    }
  }

  private final ZstdLiterals literals = new ZstdLiterals();
  private final Table literalLengths =
      new Table(LITERAL_LENGTHS, MOST_LENGTH_LOG, LITERAL_LENGTH_COUNTS, 6);
  private final Table matchLengths =
      new Table(MATCH_LENGTHS, MOST_LENGTH_LOG, MATCH_LENGTH_COUNTS, 6);
  private final Table offsets = new Table(OFFSETS, MOST_OFFSET_LOG, OFFSET_COUNTS, 5);

  // The last offsets that were used, the very last first.
  private int recent1;
  private int recent2;
  private int recent3;

  /** Codes of one length each, and then of so many bits. */
  private static ZstdStates.Values lengths(int least, int single, int... bits) {
    var extra = new int[single + bits.length];
    var base = new int[single + bits.length];
    var next = least;
    for (var code = 0; code < base.length; code++) {
      extra[code] = code < single ? 0 : bits[code - single];
      base[code] = next;
      next += 1 << extra[code];
    }
    return new ZstdStates.Values(extra, base);
  }

  private static ZstdStates.Values offsets() {
    var extra = new int[31];
    var base = new int[31];
    for (var code = 0; code < base.length; code++) {
      extra[code] = code;
      base[code] = 1 << code;
    }
    return new ZstdStates.Values(extra, base);
  }

  /** Begins a frame. */
  void reset() {
    literals.reset();
    literalLengths.isThere = false;
    matchLengths.isThere = false;
    offsets.isThere = false;
    recent1 = 1;
    recent2 = 4;
    recent3 = 8;
  }

  /** How many bits there are before what ends a stream, counted from the beginning of the bytes. */
  static long bitsOf(byte[] bytes, int from, int end) throws IOException {
    if (from >= end || bytes[end - 1] == 0) {
      throw ZstdFrames.damaged("a stream of bits has no end");
    }
    return ((long) end << 3) - 1 - (Integer.numberOfLeadingZeros(bytes[end - 1] & 0xff) - 24);
  }

  /** The word whose highest bits are those before a place: 57 of them at least. */
  @ForceInline
  static long wordBefore(byte[] bytes, long bits) {
    var end = (int) (bits + 7 >>> 3);
    return Words.longAt(bytes, end - Long.BYTES) << ((int) -bits & 7);
  }

  /**
   * Decodes a block.
   *
   * @param out what was decoded before, from its index 0 on
   * @param to where to go on
   * @return where it ends
   */
  int decode(byte[] block, int from, int end, byte[] out, int to) throws IOException {
    if (from == end) {
      throw ZstdFrames.damaged("a block is too short");
    }
    var at = literals.read(block, from, end);
    if (at == end) {
      throw ZstdFrames.damaged("a block is too short");
    }
    var count = block[at++] & 0xff;
    if (count == 0) {
      if (at != end) {
        throw ZstdFrames.damaged("a block is too long");
      }
      return addLiterals(literals.start, out, to, to + LARGEST);
    }
    if (count >= 128) {
      var more = count == 255 ? 2 : 1;
      if (more > end - at) {
        throw ZstdFrames.damaged("a block is too short");
      }
      count =
          count == 255
              ? (int) Words.number(block, at, 2) + 0x7f00
              : (count - 128 << 8) + (block[at] & 0xff);
      at += more;
    }
    if (at == end) {
      throw ZstdFrames.damaged("a block is too short");
    }
    var modes = block[at++] & 0xff;
    if ((modes & 3) != 0) {
      throw ZstdFrames.damaged("a block uses what is reserved");
    }
    at = literalLengths.read(modes >> 6, block, at, end);
    at = offsets.read(modes >> 4 & 3, block, at, end);
    at = matchLengths.read(modes >> 2 & 3, block, at, end);
    return sequences(count, block, at, end, out, to);
  }

  private int addLiterals(int from, byte[] out, int to, int limit) throws IOException {
    var left = literals.start + literals.count - from;
    if (left > limit - to) {
      throw ZstdFrames.damaged("a block becomes too long");
    }
    System.arraycopy(literals.bytes, from, out, to, left);
    return to + left;
  }

  /** Each sequence is some literals and then a match, which is what there was before. */
  private int sequences(int count, byte[] block, int from, int end, byte[] out, int start)
      throws IOException {
    var limit = start + LARGEST;
    var lowest = (long) from << 3;
    var lengthStates = literalLengths.states.states;
    var offsetStates = offsets.states.states;
    var matchStates = matchLengths.states.states;
    var literalBytes = literals.bytes;
    var literal = literals.start;
    var literalEnd = literal + literals.count;
    var to = start;

    var bits = bitsOf(block, from, end);
    var lengthState = (int) bitsBefore(block, bits, literalLengths.states.log);
    bits -= literalLengths.states.log;
    var offsetState = (int) bitsBefore(block, bits, offsets.states.log);
    bits -= offsets.states.log;
    var matchState = (int) bitsBefore(block, bits, matchLengths.states.log);
    bits -= matchLengths.states.log;

    for (var left = count; ; ) {
      if (bits < lowest) {
        throw ZstdFrames.damaged("a block has less sequences than it says");
      }
      var word = wordBefore(block, bits);
      var ofLength = lengthStates[lengthState];
      var ofOffset = offsetStates[offsetState];
      var ofMatch = matchStates[matchState];
      var offsetBits = ZstdStates.extraBits(ofOffset);
      var matchBits = ZstdStates.extraBits(ofMatch);
      var lengthBits = ZstdStates.extraBits(ofLength);

      var offset = ZstdStates.value(ofOffset) + top(word, offsetBits);
      word <<= offsetBits;
      bits -= offsetBits;
      if (offsetBits > LONG_OFFSET) {
        word = wordBefore(block, bits);
      }
      var match = ZstdStates.value(ofMatch) + top(word, matchBits);
      word <<= matchBits;
      var length = ZstdStates.value(ofLength) + top(word, lengthBits);
      word <<= lengthBits;
      bits -= matchBits + lengthBits;

      if (offset > 3) {
        offset -= 3;
        recent3 = recent2;
        recent2 = recent1;
        recent1 = offset;
      } else {
        offset = recentOffset(length == 0 ? offset + 1 : offset);
      }

      if (--left > 0) {
        if (offsetBits + matchBits + lengthBits > MOST_EXTRA) {
          if (bits < lowest) {
            throw ZstdFrames.damaged("a block has less sequences than it says");
          }
          word = wordBefore(block, bits);
        }
        var lengthStep = ZstdStates.bits(ofLength);
        lengthState = ZstdStates.nextState(ofLength) + top(word, lengthStep);
        word <<= lengthStep;
        var matchStep = ZstdStates.bits(ofMatch);
        matchState = ZstdStates.nextState(ofMatch) + top(word, matchStep);
        word <<= matchStep;
        var offsetStep = ZstdStates.bits(ofOffset);
        offsetState = ZstdStates.nextState(ofOffset) + top(word, offsetStep);
        bits -= lengthStep + matchStep + offsetStep;
      }

      if (length > literalEnd - literal || length + match > limit - to) {
        throw ZstdFrames.damaged("the lengths in a block do not add up");
      }
      Words.copy(literalBytes, literal, out, to, length);
      literal += length;
      to += length;
      if (offset > to || offset <= 0) {
        throw ZstdFrames.damaged("a block refers to what is not there");
      }
      if (offset >= Long.BYTES) {
        Words.copy(out, to - offset, out, to, match);
      } else {
        repeat(out, to - offset, to, match);
      }
      to += match;
      if (left == 0) {
        break;
      }
    }
    if (bits != lowest) {
      throw ZstdFrames.damaged("a block has another number of sequences than it says");
    }
    return addLiterals(literal, out, to, limit);
  }

  private static void repeat(byte[] out, int from, int to, int count) {
    for (var i = 0; i < count; i++) {
      out[to + i] = out[from + i];
    }
  }

  /** One of the last offsets, which is then the last; the fourth is one less than the last. */
  private int recentOffset(int which) {
    if (which == 1) {
      return recent1;
    }
    var offset = which == 2 ? recent2 : which == 3 ? recent3 : recent1 - 1;
    if (which != 2) {
      recent3 = recent2;
    }
    recent2 = recent1;
    recent1 = offset;
    return offset;
  }

  @ForceInline
  private static int top(long word, int bits) {
    return (int) (word >>> 1 >>> 63 - bits);
  }

  private static long bitsBefore(byte[] block, long bits, int count) {
    return top(wordBefore(block, bits), count);
  }
}
