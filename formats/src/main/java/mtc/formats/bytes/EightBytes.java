package mtc.formats.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import jdk.internal.vm.annotation.ForceInline;

/** Eight bytes of a text at once, the first of them lowest. */
public final class EightBytes {
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ZEROS = 0x3030303030303030L;
  private static final long LOW_BITS = 0x7F7F7F7F7F7F7F7FL;
  private static final long HIGH_BITS = 0x8080808080808080L;

  /** Added to what is more than 9, this gives a byte its high bit. */
  private static final long ABOVE_NINE = 0x7676767676767676L;

  private static final long[] POWERS_OF_TEN = {
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000
  };

  private EightBytes() {}

  @ForceInline
  public static long at(byte[] bytes, int index) {
    return (long) WORD.get(bytes, index);
  }

  /** The first characters of a text, at most eight, as {@link #at} gives them. */
  public static long of(String ascii) {
    var word = 0L;
    for (var i = 0; i < Math.min(Long.BYTES, ascii.length()); i++) {
      word |= (long) ascii.charAt(i) << Byte.SIZE * i;
    }
    return word;
  }

  /** Selects the first so many bytes, eight at most. */
  public static long mask(int bytes) {
    return bytes == Long.BYTES ? -1 : (1L << Byte.SIZE * bytes) - 1;
  }

  /** Whether all of them are below 128. */
  @ForceInline
  public static boolean isAscii(long word) {
    return (word & HIGH_BITS) == 0;
  }

  /** How many digits a word begins with. */
  @ForceInline
  public static int digits(long word) {
    var values = word ^ ZEROS;
    var others = ((values & LOW_BITS) + ABOVE_NINE | values) & HIGH_BITS;
    return Long.numberOfTrailingZeros(others) >>> 3;
  }

  /**
   * The number that a word's first digits are. Neighbours are put together three times: digits to
   * numbers of two, those to numbers of four, those to one of eight.
   *
   * @param count how many digits, from 1 to 8
   */
  @ForceInline
  public static long number(long word, int count) {
    // What is no digit goes out at the top, and zeros come before the number.
    var digits = (word ^ ZEROS) << Byte.SIZE * (Long.BYTES - count);
    digits = digits * 10 + (digits >>> 8);
    var high = (digits & 0x000000FF000000FFL) * 0x000F424000000064L;
    var low = (digits >>> 16 & 0x000000FF000000FFL) * 0x0000271000000001L;
    return high + low >>> 32;
  }

  /** A number that goes on with a word's first digits, from 0 to 8. */
  @ForceInline
  public static long append(long begun, long word, int count) {
    return count == 0 ? begun : begun * POWERS_OF_TEN[count] + number(word, count);
  }
}
