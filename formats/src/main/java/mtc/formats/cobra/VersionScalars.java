package mtc.formats.cobra;

import mtc.history.Scalars;

/**
 * Gives every version a scalar. A version is a key, the transaction that wrote it and the write's
 * id; the hash of its value must then agree as well, because whoever read another value did not
 * read that write.
 *
 * <p>The scalar is the write id, unless another version of the key has taken it: then one is made
 * up that no other version has. So a read finds a write by equal scalars if and only if all of it
 * agrees, in whatever order the files come, and nothing has to be looked up again at the end.
 */
public final class VersionScalars {
  private static final int ENTRY = 4;
  private static final int KEY_AND_SCALAR = 0;
  private static final int WRITE = 1;
  private static final int WRITER = 2;
  private static final int VALUE_HASH = 3;

  private final Scalars scalars;
  private int size;
  private int contradictions;

  /**
   * Two thirds full at most. The entries themselves are in the table, because a look-up costs what
   * it misses in the cache, and so it misses once. The first number of an entry is its key plus one
   * and its scalar, that of a free place is 0.
   *
   * <p>Most clients number their writes as they go, so the first place to look at is by write id:
   * what was written at about the same time is side by side. If another version is there, the next
   * places are those of a hash of key and write id, in steps that depend on it: places in a row may
   * all be taken.
   */
  private long[] table = new long[32 * ENTRY];

  private int mask = 31;

  VersionScalars(Scalars scalars) {
    this.scalars = scalars;
  }

  /** How many versions agree with another one in key and write id, and in nothing else. */
  int contradictions() {
    return contradictions;
  }

  /**
   * Loads the entry that is looked at first for a write id, which may be on two lines of the cache;
   * what it returns depends on that.
   */
  int expect(long writeId) {
    var entry = ((int) writeId & mask) * ENTRY;
    return (int) (table[entry + KEY_AND_SCALAR] + table[entry + VALUE_HASH]);
  }

  int scalar(int key, long writer, long writeId, long valueHash) {
    var isLate = false;
    var hash = hash(key, writeId);
    var place = (int) writeId & mask;
    var next = place(hash);
    while (table[place * ENTRY] != 0) {
      var entry = place * ENTRY;
      if (table[entry + WRITE] == writeId
          && (int) (table[entry + KEY_AND_SCALAR] >>> 32) == key + 1) {
        if (table[entry + WRITER] == writer && table[entry + VALUE_HASH] == valueHash) {
          return (int) table[entry + KEY_AND_SCALAR];
        }
        isLate = true;
      }
      place = next & mask;
      next += step(hash);
    }
    contradictions += isLate ? 1 : 0;
    var scalar = isLate ? madeUp(writer, writeId, valueHash) : scalars.hash(writeId);
    put(place, (long) (key + 1) << 32 | scalar & 0xffffffffL, writeId, writer, valueHash);
    if (++size * 3L > (mask + 1) * 2L) {
      grow();
    }
    return scalar;
  }

  private int madeUp(long writer, long writeId, long valueHash) {
    return scalars.text(
        Scalars.Kind.TAGGED,
        "#"
            + Scalars.CONTRADICTED
            + " \"write 0x"
            + Long.toHexString(writeId)
            + ", transaction 0x"
            + Long.toHexString(writer)
            + ", value 0x"
            + Long.toHexString(valueHash)
            + "\"");
  }

  private void put(int place, long keyAndScalar, long writeId, long writer, long valueHash) {
    var entry = place * ENTRY;
    table[entry + KEY_AND_SCALAR] = keyAndScalar;
    table[entry + WRITE] = writeId;
    table[entry + WRITER] = writer;
    table[entry + VALUE_HASH] = valueHash;
  }

  private void grow() {
    var old = table;
    mask = mask * 2 + 1;
    table = new long[Math.multiplyExact(mask + 1, ENTRY)];
    for (var entry = 0; entry < old.length; entry += ENTRY) {
      var keyAndScalar = old[entry + KEY_AND_SCALAR];
      if (keyAndScalar != 0) {
        var hash = hash((int) (keyAndScalar >>> 32) - 1, old[entry + WRITE]);
        var place = (int) old[entry + WRITE] & mask;
        for (var next = place(hash); table[place * ENTRY] != 0; next += step(hash)) {
          place = next & mask;
        }
        put(place, keyAndScalar, old[entry + WRITE], old[entry + WRITER], old[entry + VALUE_HASH]);
      }
    }
  }

  private static long hash(int key, long writeId) {
    return (writeId + key * 0xC2B2AE3D27D4EB4FL) * 0x9E3779B97F4A7C15L;
  }

  private static int place(long hash) {
    return (int) (hash >>> 32) ^ (int) (hash >>> 47);
  }

  /** Odd, so that it leads to every place. */
  private static int step(long hash) {
    return (int) (hash >>> 17) | 1;
  }
}
