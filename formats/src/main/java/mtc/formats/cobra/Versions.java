package mtc.formats.cobra;

import java.util.Arrays;
import mtc.history.Scalars;

/**
 * Gives every version a scalar. A version is a key, the transaction that wrote it and the write's
 * id; the hash of its value must then agree as well, because whoever read another value did not read
 * that write.
 *
 * <p>The scalar is the write id, unless another version of the key has taken it: then one is made up
 * that no other version has. So a read finds a write by equal scalars if and only if all of it
 * agrees, in whatever order the files come, and nothing has to be looked up again at the end.
 */
final class Versions {
  private final Scalars scalars;

  private int size;
  private int[] key = new int[16];
  private int[] writeId = new int[16];
  private long[] writer = new long[16];
  private long[] valueHash = new long[16];

  /** Open addressing by key and write id; a slot holds version + 1, 0 is free. */
  private int[] slots = new int[32];

  private int contradictions;

  Versions(Scalars scalars) {
    this.scalars = scalars;
  }

  /** How many versions agree with another one in key and write id, and in nothing else. */
  int contradictions() {
    return contradictions;
  }

  int scalar(int ofKey, long byWriter, long withWriteId, long withValueHash) {
    var id = scalars.hash(withWriteId);
    var mask = slots.length - 1;
    var at = hash(ofKey, id) & mask;
    // Versions that share key and write id share a hash, so the first of them is met first.
    var first = true;
    while (slots[at] != 0) {
      var version = slots[at] - 1;
      if (key[version] == ofKey && writeId[version] == id) {
        if (writer[version] == byWriter && valueHash[version] == withValueHash) {
          return first ? id : madeUp(byWriter, withWriteId, withValueHash);
        }
        first = false;
      }
      at = (at + 1) & mask;
    }
    add(at, ofKey, id, byWriter, withValueHash);
    if (first) {
      return id;
    }
    contradictions++;
    return madeUp(byWriter, withWriteId, withValueHash);
  }

  private int madeUp(long byWriter, long withWriteId, long withValueHash) {
    return scalars.text(
        Scalars.Kind.TAGGED,
        "#cobra/version [\"write 0x" + Long.toHexString(withWriteId)
            + "\" \"transaction 0x" + Long.toHexString(byWriter)
            + "\" \"value 0x" + Long.toHexString(withValueHash) + "\"]");
  }

  private void add(int slot, int ofKey, int id, long byWriter, long withValueHash) {
    if (size == key.length) {
      var capacity = size + (size >> 1);
      key = Arrays.copyOf(key, capacity);
      writeId = Arrays.copyOf(writeId, capacity);
      writer = Arrays.copyOf(writer, capacity);
      valueHash = Arrays.copyOf(valueHash, capacity);
    }
    key[size] = ofKey;
    writeId[size] = id;
    writer[size] = byWriter;
    valueHash[size] = withValueHash;
    slots[slot] = ++size;
    if (size * 2 > slots.length) {
      rehash();
    }
  }

  /** In the order of insertion, so that the first version of a write id stays the first. */
  private void rehash() {
    slots = new int[slots.length * 2];
    var mask = slots.length - 1;
    for (var version = 0; version < size; version++) {
      var at = hash(key[version], writeId[version]) & mask;
      while (slots[at] != 0) {
        at = (at + 1) & mask;
      }
      slots[at] = version + 1;
    }
  }

  private static int hash(int key, int id) {
    var h = ((long) key << 32 ^ id & 0xffffffffL) * 0x9E3779B97F4A7C15L;
    return (int) (h >>> 32);
  }
}
