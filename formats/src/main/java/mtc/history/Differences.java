package mtc.history;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Blocks of a thousand small numbers, in one, two, four or eight bytes each. They lie in pages of a
 * megabyte: arrays that large stay where they are, while those of single blocks would be copied by
 * the collector again and again.
 */
final class Differences {
  static final int BLOCK_BITS = 10;
  static final int BLOCK = 1 << BLOCK_BITS;
  static final int MASK = BLOCK - 1;

  private static final int PAGE_BITS = 20;
  private static final int PAGE = 1 << PAGE_BITS;
  private static final int WIDTH_BITS = 2;
  private static final int WIDTH_MASK = (1 << WIDTH_BITS) - 1;

  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Only the first of them grows, for the sake of short columns. */
  private byte[][] pages = {new byte[0]};

  /** How much is taken, in blocks of bytes. */
  private int taken;

  /** Makes room for a block of numbers of {@code 1 << width} bytes, and tells where it is. */
  int add(int width) {
    var blocks = 1 << width;
    var blocksOfPage = PAGE >>> BLOCK_BITS;
    if ((taken & blocksOfPage - 1) + blocks > blocksOfPage) {
      taken = (taken | blocksOfPage - 1) + 1;
    }
    var place = taken << WIDTH_BITS | width;
    taken += blocks;
    provide((taken - 1) >>> PAGE_BITS - BLOCK_BITS);
    return place;
  }

  private void provide(int page) {
    if (page == 0) {
      var needed = taken << BLOCK_BITS;
      if (needed > pages[0].length) {
        var length = Math.clamp(2L * pages[0].length, needed, PAGE);
        pages[0] = Arrays.copyOf(pages[0], length);
      }
    } else if (page == pages.length) {
      pages = Arrays.copyOf(pages, page + 1);
      pages[page] = new byte[PAGE];
    }
  }

  /** How many bytes a number of the block at a place has, as a power of two. */
  static int width(int place) {
    return place & WIDTH_MASK;
  }

  private byte[] page(int place) {
    return pages[place >>> WIDTH_BITS + PAGE_BITS - BLOCK_BITS];
  }

  private static int first(int place) {
    return place >>> WIDTH_BITS << BLOCK_BITS & PAGE - 1;
  }

  /** A number of a block, without a sign. */
  long get(int place, int index) {
    var page = page(place);
    var first = first(place);
    return switch (width(place)) {
      case 0 -> page[first + index] & 0xff;
      case 1 -> (short) SHORT.get(page, first + 2 * index) & 0xffff;
      case 2 -> (int) INT.get(page, first + 4 * index) & 0xffff_ffffL;
      default -> (long) LONG.get(page, first + 8 * index);
    };
  }

  void set(int place, int index, long number) {
    var page = page(place);
    var first = first(place);
    switch (width(place)) {
      case 0 -> page[first + index] = (byte) number;
      case 1 -> SHORT.set(page, first + 2 * index, (short) number);
      case 2 -> INT.set(page, first + 4 * index, (int) number);
      default -> LONG.set(page, first + 8 * index, number);
    }
  }
}
