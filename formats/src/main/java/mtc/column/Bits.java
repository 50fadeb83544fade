package mtc.column;

import jdk.internal.vm.annotation.ForceInline;

/**
 * A bit for each of so many things. Of a hundred million they are 12 MB, which a cache has room
 * for: asked for in no order they cost far less than a column of bytes.
 */
public final class Bits {
  private final long[] words;

  public Bits(int count) {
    words = new long[count / Long.SIZE + 1];
  }

  @ForceInline
  public boolean get(int index) {
    return (words[index >> 6] & 1L << index) != 0;
  }

  @ForceInline
  public void set(int index) {
    words[index >> 6] |= 1L << index;
  }
}
