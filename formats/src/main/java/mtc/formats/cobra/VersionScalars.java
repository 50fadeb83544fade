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
  private static final int ENTRY = 3;
  private static final int KEY_AND_WRITE = 0;
  private static final int WRITER = 1;
  private static final int VALUE_HASH = 2;

  /** Marks a version that came too late to have its write id as its scalar. */
  private static final long LATE = Long.MIN_VALUE;

  private final Scalars scalars;
  private int size;
  private int contradictions;

  /**
   * Open addressing by key and write id, two thirds full at most. The entries themselves are in the
   * table, because a look-up costs what it misses in the cache, and so it misses once. The first
   * number of an entry is never 0, that of a free place is.
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

  int scalar(int key, long writer, long writeId, long valueHash) {
    var id = scalars.hash(writeId);
    var keyAndWrite = (long) (key + 1) << 32 | id & 0xffffffffL;
    var late = 0L;
    var place = hash(keyAndWrite) & mask;
    for (; table[place * ENTRY] != 0; place = place + 1 & mask) {
      var entry = place * ENTRY;
      if ((table[entry + KEY_AND_WRITE] & ~LATE) == keyAndWrite) {
        if (table[entry + WRITER] == writer && table[entry + VALUE_HASH] == valueHash) {
          return table[entry + KEY_AND_WRITE] > 0 ? id : madeUp(writer, writeId, valueHash);
        }
        late = LATE;
      }
    }
    put(place, keyAndWrite | late, writer, valueHash);
    if (++size * 3L > (mask + 1) * 2L) {
      grow();
    }
    if (late == 0) {
      return id;
    }
    contradictions++;
    return madeUp(writer, writeId, valueHash);
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

  private void put(int place, long keyAndWrite, long writer, long valueHash) {
    var entry = place * ENTRY;
    table[entry + KEY_AND_WRITE] = keyAndWrite;
    table[entry + WRITER] = writer;
    table[entry + VALUE_HASH] = valueHash;
  }

  private void grow() {
    var old = table;
    mask = mask * 2 + 1;
    table = new long[Math.multiplyExact(mask + 1, ENTRY)];
    for (var entry = 0; entry < old.length; entry += ENTRY) {
      if (old[entry + KEY_AND_WRITE] != 0) {
        var place = hash(old[entry + KEY_AND_WRITE] & ~LATE) & mask;
        while (table[place * ENTRY] != 0) {
          place = place + 1 & mask;
        }
        put(place, old[entry + KEY_AND_WRITE], old[entry + WRITER], old[entry + VALUE_HASH]);
      }
    }
  }

  private static int hash(long keyAndWrite) {
    var h = keyAndWrite * 0x9E3779B97F4A7C15L;
    return (int) (h >>> 32) ^ (int) (h >>> 47);
  }
}
