package mtc.history;

import java.util.Arrays;
import jdk.internal.vm.annotation.ForceInline;

/** A column of bytes in pages, as an {@link IntColumn} is one of ints. */
final class ByteColumn {
  private static final int PAGE_BITS = IntColumn.PAGE_BITS;
  private static final int PAGE = IntColumn.PAGE;
  private static final int MASK = IntColumn.MASK;

  /** Value i is at {@code i & MASK} of page {@code i >>> PAGE_BITS}. */
  byte[][] pages = {new byte[16]};

  private byte[] page = pages[0];
  private int size;

  int size() {
    return size;
  }

  @ForceInline
  byte get(int index) {
    return pages[index >>> PAGE_BITS][index & MASK];
  }

  void set(int index, byte value) {
    pages[index >>> PAGE_BITS][index & MASK] = value;
  }

  @ForceInline
  void add(byte value) {
    var at = size & MASK;
    if (at == page.length || at == 0) {
      page = pageFor(at);
    }
    page[at] = value;
    size++;
  }

  private byte[] pageFor(int at) {
    if (size < PAGE) {
      pages[0] = at == 0 ? page : Arrays.copyOf(page, 2 * page.length);
      return pages[0];
    }
    pages = Arrays.copyOf(pages, pages.length + 1);
    pages[pages.length - 1] = new byte[PAGE];
    return pages[pages.length - 1];
  }
}
