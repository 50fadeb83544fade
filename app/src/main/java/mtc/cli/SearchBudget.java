package mtc.cli;

import mtc.solve.Budget;

/** Time and memory for one search, which an interrupt ends at once. */
final class SearchBudget implements Budget {
  private final Interrupt interrupt;
  private final long start = System.nanoTime();
  private final long nanos;
  private final long mostBytes;

  /** What was in use after the last collection: the rest of what is in use may be garbage. */
  private long live;

  SearchBudget(Interrupt interrupt, long nanos, long mostBytes) {
    this.interrupt = interrupt;
    this.nanos = nanos;
    this.mostBytes = mostBytes;
  }

  @Override
  public boolean isExhausted() {
    return interrupt.isRaised() || System.nanoTime() - start > nanos || !allows(0);
  }

  @Override
  public boolean allows(long bytes) {
    if (used() + bytes <= mostBytes) {
      return true;
    }
    // A collection costs as much as what it keeps: not again before an eighth more is in use.
    if (used() - live > mostBytes / 8) {
      System.gc();
      live = used();
    }
    return used() + bytes <= mostBytes;
  }

  private static long used() {
    var memory = Runtime.getRuntime();
    return memory.totalMemory() - memory.freeMemory();
  }
}
