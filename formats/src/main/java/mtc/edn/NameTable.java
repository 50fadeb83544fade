package mtc.edn;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import jdk.internal.vm.annotation.ForceInline;

/**
 * The names that a parser has met, so that a repeated keyword or symbol costs no allocation and is
 * always the same (interned) String.
 *
 * <p>Both the size of a table and the length of a probe are bounded: a hostile input with millions
 * of different or colliding names gets fresh Strings, neither exhausts memory nor slows down.
 */
final class NameTable {
  private static final int PROBES = 8;
  private static final int MOST_SLOTS = 1 << 13;
  private static final int LONGEST = 64;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  /** Names of at most 8 bytes, by those bytes: no name has a zero byte, so none is another's. */
  private long[] words = new long[256];

  private String[] shortNames = new String[256];

  private final byte[][] longBytes = new byte[MOST_SLOTS / 8][];
  private final String[] longNames = new String[MOST_SLOTS / 8];

  /**
   * @param word the last 8 bytes of the name, the last one lowest
   */
  @ForceInline
  String find(byte[] bytes, int start, int length, long word) {
    if (length > 8) {
      return length > LONGEST ? decode(bytes, start, length) : findLong(bytes, start, length);
    }
    int mask = words.length - 1;
    int slot = slot(word, mask);
    for (int probe = 0; probe < PROBES; probe++, slot = (slot + 1) & mask) {
      if (words[slot] == word) {
        return shortNames[slot];
      }
      if (words[slot] == 0) {
        break;
      }
    }
    return add(word, decode(bytes, start, length));
  }

  private static int slot(long word, int mask) {
    return (int) ((word * MIX) >>> 40) & mask;
  }

  private String add(long word, String name) {
    while (!place(word, name)) {
      if (words.length == MOST_SLOTS) {
        return name;
      }
      grow();
    }
    return name.intern();
  }

  private boolean place(long word, String name) {
    int mask = words.length - 1;
    int slot = slot(word, mask);
    for (int probe = 0; probe < PROBES; probe++, slot = (slot + 1) & mask) {
      if (words[slot] == 0) {
        words[slot] = word;
        shortNames[slot] = name.intern();
        return true;
      }
    }
    return false;
  }

  /**
   * A name that finds no place in the larger table is forgotten: it costs a String when it recurs.
   */
  private void grow() {
    var oldWords = words;
    var oldNames = shortNames;
    words = new long[2 * oldWords.length];
    shortNames = new String[2 * oldWords.length];
    for (int i = 0; i < oldWords.length; i++) {
      if (oldWords[i] != 0) {
        place(oldWords[i], oldNames[i]);
      }
    }
  }

  private String findLong(byte[] bytes, int start, int length) {
    long hash = length;
    for (int i = start; i < start + length; i++) {
      hash = hash * 31 + bytes[i];
    }
    int mask = longNames.length - 1;
    int slot = slot(hash, mask);
    for (int probe = 0; probe < PROBES; probe++, slot = (slot + 1) & mask) {
      var known = longBytes[slot];
      if (known == null) {
        var name = decode(bytes, start, length).intern();
        longBytes[slot] = Arrays.copyOfRange(bytes, start, start + length);
        longNames[slot] = name;
        return name;
      }
      if (Arrays.equals(known, 0, known.length, bytes, start, start + length)) {
        return longNames[slot];
      }
    }
    return decode(bytes, start, length);
  }

  static String decode(byte[] bytes, int start, int length) {
    return new String(bytes, start, length, StandardCharsets.UTF_8);
  }
}
