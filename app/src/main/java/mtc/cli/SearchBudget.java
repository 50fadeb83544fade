package mtc.cli;

import mtc.solve.Budget;

/**
 * Time, from when it is made, and memory for one search, which an interrupt ends at once from when
 * it began; progress hears how far it is.
 */
final class SearchBudget implements Budget {
  private final Interrupt interrupt;
  private final long start = System.nanoTime();
  private final long nanos;
  private final long mostBytes;
  private final Progress progress;

  /** What was in use after the last collection: the rest of what is in use may be garbage. */
  private long live;

  private boolean isWatched;

  /** With the progress to tell, or null. */
  SearchBudget(Interrupt interrupt, long nanos, long mostBytes, Progress progress) {
    this.interrupt = interrupt;
    this.progress = progress;
    this.nanos = nanos;
    this.mostBytes = mostBytes;
  }

  @Override
  public boolean isExhausted() {
    if (!isWatched) {
      // Before a search asks, there is nothing that an interrupt need not end at once.
      isWatched = true;
      interrupt.watch();
    }
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

  @Override
  public String ranOutOf() {
    if (interrupt.isRaised()) {
      return "time, by an interrupt";
    }
    return System.nanoTime() - start > nanos ? "time" : "memory";
  }

  @Override
  public void doing(String what) {
    if (progress != null) {
      progress.searches(what);
    }
  }

  @Override
  public void solving(long answered, long open, long conflicts) {
    if (progress != null) {
      progress.hasSearched(answered, open, conflicts);
    }
  }

  private static long used() {
    var memory = Runtime.getRuntime();
    return memory.totalMemory() - memory.freeMemory();
  }
}
