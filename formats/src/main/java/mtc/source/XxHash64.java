package mtc.source;

/** XXH64 with seed 0, of bytes that come piece by piece. */
final class XxHash64 {
  private static final long PRIME_1 = 0x9E3779B185EBCA87L;
  private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
  private static final long PRIME_3 = 0x165667B19E3779F9L;
  private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
  private static final long PRIME_5 = 0x27D4EB2F165667C5L;
  private static final int STRIPE = 4 * Long.BYTES;

  private long lane1;
  private long lane2;
  private long lane3;
  private long lane4;
  private long length;

  /** What does not fill a stripe yet. */
  private final byte[] rest = new byte[STRIPE];

  private int restLength;

  XxHash64() {
    reset();
  }

  void reset() {
    lane1 = PRIME_1 + PRIME_2;
    lane2 = PRIME_2;
    lane3 = 0;
    lane4 = -PRIME_1;
    length = 0;
    restLength = 0;
  }

  void update(byte[] bytes, int from, int count) {
    length += count;
    var at = from;
    var end = from + count;
    if (restLength > 0) {
      var taken = Math.min(STRIPE - restLength, count);
      System.arraycopy(bytes, at, rest, restLength, taken);
      restLength += taken;
      at += taken;
      if (restLength == STRIPE) {
        stripes(rest, 0, STRIPE);
        restLength = 0;
      }
    }
    if (restLength == 0) {
      at = stripes(bytes, at, end);
      restLength = end - at;
      System.arraycopy(bytes, at, rest, 0, restLength);
    }
  }

  /** Takes whole stripes, and says where they end. */
  private int stripes(byte[] bytes, int from, int end) {
    var one = lane1;
    var two = lane2;
    var three = lane3;
    var four = lane4;
    var at = from;
    for (; at <= end - STRIPE; at += STRIPE) {
      one = round(one, Words.longAt(bytes, at));
      two = round(two, Words.longAt(bytes, at + Long.BYTES));
      three = round(three, Words.longAt(bytes, at + 2 * Long.BYTES));
      four = round(four, Words.longAt(bytes, at + 3 * Long.BYTES));
    }
    lane1 = one;
    lane2 = two;
    lane3 = three;
    lane4 = four;
    return at;
  }

  long value() {
    var hash = length < STRIPE ? PRIME_5 : lanes();
    hash += length;
    var at = 0;
    for (; at <= restLength - Long.BYTES; at += Long.BYTES) {
      hash ^= round(0, Words.longAt(rest, at));
      hash = Long.rotateLeft(hash, 27) * PRIME_1 + PRIME_4;
    }
    if (at <= restLength - Integer.BYTES) {
      hash ^= (Words.intAt(rest, at) & 0xffff_ffffL) * PRIME_1;
      hash = Long.rotateLeft(hash, 23) * PRIME_2 + PRIME_3;
      at += Integer.BYTES;
    }
    for (; at < restLength; at++) {
      hash ^= (rest[at] & 0xff) * PRIME_5;
      hash = Long.rotateLeft(hash, 11) * PRIME_1;
    }
    hash = (hash ^ hash >>> 33) * PRIME_2;
    hash = (hash ^ hash >>> 29) * PRIME_3;
    return hash ^ hash >>> 32;
  }

  private long lanes() {
    var hash =
        Long.rotateLeft(lane1, 1)
            + Long.rotateLeft(lane2, 7)
            + Long.rotateLeft(lane3, 12)
            + Long.rotateLeft(lane4, 18);
    hash = merge(hash, lane1);
    hash = merge(hash, lane2);
    hash = merge(hash, lane3);
    return merge(hash, lane4);
  }

  private static long merge(long hash, long lane) {
    return (hash ^ round(0, lane)) * PRIME_1 + PRIME_4;
  }

  private static long round(long lane, long word) {
    return Long.rotateLeft(lane + word * PRIME_2, 31) * PRIME_1;
  }
}
