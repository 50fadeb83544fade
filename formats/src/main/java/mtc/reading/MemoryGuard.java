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

  /** Where it first looked hopeless: how much was read by then, and in use. */
  private long readAtFirst;

  private long usedAtFirst;

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
    if (used() > most || isHopeless() && !isFirst()) {
      throw new LimitException(message());
    }
  }

  /** Whether it will take twice what there is: then it need not be tried. */
  private boolean isHopeless() {
    return size > 0
        && read > Math.max(size / KNOWN_FROM, 2 * readAtFirst)
        && read <= size
        && needed() > 2 * most;
  }

  /**
   * What a reader takes at once, whatever the size of the input, would count as if it grew with it:
   * so it is looked at twice, and what came between them counts.
   */
  private boolean isFirst() {
    if (readAtFirst > 0) {
      return false;
    }
    readAtFirst = read;
    usedAtFirst = used();
    return true;
  }

  /** If the rest of the input is like what was read. */
  private long needed() {
    var isSecond = readAtFirst > 0 && read > readAtFirst;
    var since = isSecond ? read - readAtFirst : Math.max(1, read);
    var grown = used() - (isSecond ? usedAtFirst : before);
    return (long) (used() + (double) grown / since * Math.max(0, size - read));
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
