package mtc.history;

import java.util.Arrays;
import jdk.internal.vm.annotation.ForceInline;

/**
 * A column of ints in pages of a million, which are never copied: a long column takes the memory
 * that it needs, while it grows too. Only the first page grows, for the sake of short ones.
 */
final class IntColumn {
  static final int PAGE_BITS = 20;
  static final int PAGE = 1 << PAGE_BITS;
  static final int MASK = PAGE - 1;

  /** Value i is at {@code i & MASK} of page {@code i >>> PAGE_BITS}. */
  int[][] pages = {new int[16]};

  private int[] page = pages[0];
  private int size;

  int size() {
    return size;
  }

  @ForceInline
  int get(int index) {
    return pages[index >>> PAGE_BITS][index & MASK];
  }

  void set(int index, int value) {
    pages[index >>> PAGE_BITS][index & MASK] = value;
  }

  @ForceInline
  void add(int value) {
    var at = size & MASK;
    if (at == page.length || at == 0) {
      page = pageFor(at);
    }
    page[at] = value;
    size++;
  }

  private int[] pageFor(int at) {
    if (size < PAGE) {
      pages[0] = at == 0 ? page : Arrays.copyOf(page, 2 * page.length);
      return pages[0];
    }
    pages = Arrays.copyOf(pages, pages.length + 1);
    pages[pages.length - 1] = new int[PAGE];
    return pages[pages.length - 1];
  }
}
