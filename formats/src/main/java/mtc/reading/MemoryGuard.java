package mtc.reading;

import java.util.function.LongConsumer;
import mtc.source.LimitException;

/**
 * Stops reading before the memory is used up, and says how much it would have taken. It is asked
 * with every block that is read, so that what it bounds is whatever the reading keeps: columns,
 * tables of names, texts.
 */
final class MemoryGuard implements LongConsumer {
  /** Asking costs next to nothing, but what is in use changes little in between. */
  private static final long EVERY = 1 << 20;

  /** Before this much of an input was read, what it takes says little about the rest. */
  private static final int KNOWN_FROM = 16;

  private final long most;
  private final long size;
  private final long before;
  private long read;
  private long askedAt;
  private long collectedAt;

  /**
   * A guard of one reading.
   *
   * @param most how many bytes may be in use
   * @param size how many will be read; 0 if nobody knows
   */
  MemoryGuard(long most, long size) {
    this.most = most;
    this.size = size;
    this.before = used();
  }

  @Override
  public void accept(long bytes) {
    read += bytes;
    if (read - askedAt < EVERY) {
      return;
    }
    askedAt = read;
    if (used() <= most && !isHopeless()) {
      return;
    }
    // What is in use may be garbage; a collection costs as much as what it keeps.
    if (used() - collectedAt > most / 8) {
      System.gc();
      collectedAt = used();
    }
    if (used() > most || isHopeless()) {
      throw new LimitException(message());
    }
  }

  /** Whether it will take twice what there is: then it need not be tried. */
  private boolean isHopeless() {
    return size > 0 && read > size / KNOWN_FROM && read <= size && needed() > 2 * most;
  }

  /** If the rest of the input is like its beginning. */
  private long needed() {
    var rest = size > read ? (double) size / read : 1;
    return (long) (before + (used() - before) * rest);
  }

  /** Also for whoever ran out of memory between two blocks. */
  String message() {
    return "it needs "
        + (size > read ? "about " : "more than ")
        + (Math.max(needed(), most) + (1 << 20) - 1 >> 20)
        + " MB of memory, and may take "
        + (most >> 20)
        + " MB; --max-memory SIZE sets another limit";
  }

  static long used() {
    var memory = Runtime.getRuntime();
    return memory.totalMemory() - memory.freeMemory();
  }
}
