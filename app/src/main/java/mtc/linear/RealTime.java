package mtc.linear;

import mtc.history.History;
import mtc.history.Status;

/**
 * Real time without its quadratically many edges: all ends in order, and for each transaction how
 * many of them come strictly before its start. Those are exactly the transactions before it.
 *
 * <p>With a clock skew, real time is that of the clock, and an end counts as that much later.
 *
 * <p>Proposition 8 of docs/theory.md.
 */
public final class RealTime implements Ends {
  private static final int DIGIT_BITS = 11;

  private final History history;
  private final Versions versions;
  private final boolean byClock;
  private final long skew;

  /** Transactions that ended, by end; null if those are all, as they stand in the log. */
  private int[] ended;

  private int endCount;

  /**
   * By transaction of a log in the order of ends: how many before it had not ended when it started.
   * Mostly they are few; null if they are not, or the log is in another order.
   */
  private char[] overlaps;

  /** By transaction: how many ends there are before its start; null if overlaps tell it. */
  private int[] endsBefore;

  public RealTime(Versions versions, long skewNanos) {
    this.versions = versions;
    this.history = versions.history;
    this.byClock = skewNanos > 0;
    this.skew = skewNanos;
    if (isInOrderOfEnds()) {
      endCount = history.transactionCount();
      overlaps = new char[endCount];
    } else {
      endsBefore = new int[history.transactionCount()];
      collectEnds();
      sortEnds();
    }
    countEndsBeforeStarts();
  }

  @Override
  public int endCount() {
    return endCount;
  }

  /** The transaction whose end has a place in the order. */
  @Override
  public int ended(int place) {
    return ended == null ? place : ended[place];
  }

  @Override
  public int previous(int place) {
    return place - 1;
  }

  @Override
  public int startCount(int transaction) {
    return 1;
  }

  @Override
  public int lastBefore(int transaction, int index) {
    return endsBefore(transaction) - 1;
  }

  /** Whether all that sessions put in order is in that order in real time too. */
  public boolean containsSessions() {
    var last = new int[history.sessionCount()];
    for (var t = 0; t < history.transactionCount(); t++) {
      var session = history.session(t);
      if (session != History.NO_SESSION && history.status(t) != Status.ABORTED) {
        if (last[session] > 0 && !isBefore(last[session] - 1, t)) {
          return false;
        }
        last[session] = history.isCommitted(t) ? t + 1 : last[session];
      }
    }
    return true;
  }

  /** The same between transactions that share a key only. */
  public Ends byKey() {
    return new RealTimeByKey(versions, this);
  }

  public int endsBefore(int transaction) {
    return overlaps == null ? endsBefore[transaction] : transaction - overlaps[transaction];
  }

  @Override
  public boolean isBefore(int transaction, int other) {
    return end(transaction) < start(other);
  }

  public long start(int transaction) {
    return byClock ? history.startNanos(transaction) : history.start(transaction);
  }

  public long end(int transaction) {
    if (!history.isCommitted(transaction)) {
      return History.NEVER;
    }
    return byClock ? History.later(history.endNanos(transaction), skew) : history.end(transaction);
  }

  /** Whether all transactions ended, each no sooner than those before it. */
  private boolean isInOrderOfEnds() {
    var latest = Long.MIN_VALUE;
    for (var t = 0; t < history.transactionCount(); t++) {
      var end = end(t);
      if (end == History.NEVER || end < latest) {
        return false;
      }
      latest = end;
    }
    return true;
  }

  private void collectEnds() {
    ended = new int[history.transactionCount()];
    for (var t = 0; t < history.transactionCount(); t++) {
      if (end(t) != History.NEVER) {
        ended[endCount++] = t;
      }
    }
  }

  /** Radix sort of as many digits as the ends differ in; logs are often sorted already. */
  private void sortEnds() {
    var isSorted = true;
    var least = Long.MAX_VALUE;
    var greatest = Long.MIN_VALUE;
    for (var i = 0; i < endCount; i++) {
      var end = end(ended[i]);
      isSorted &= end >= greatest;
      least = Math.min(least, end);
      greatest = Math.max(greatest, end);
    }
    if (isSorted) {
      return;
    }
    var into = new int[endCount];
    for (var shift = 0; shift < 64 && (greatest - least) >>> shift != 0; shift += DIGIT_BITS) {
      sortByDigit(into, least, shift);
      var sorted = into;
      into = ended;
      ended = sorted;
    }
  }

  private void sortByDigit(int[] into, long least, int shift) {
    var mask = (1 << DIGIT_BITS) - 1;
    var at = new int[mask + 2];
    for (var i = 0; i < endCount; i++) {
      at[((int) ((end(ended[i]) - least) >>> shift) & mask) + 1]++;
    }
    for (var digit = 1; digit < at.length; digit++) {
      at[digit] += at[digit - 1];
    }
    for (var i = 0; i < endCount; i++) {
      var digit = (int) ((end(ended[i]) - least) >>> shift) & mask;
      into[at[digit]++] = ended[i];
    }
  }

  /** Starts of neighbours in the log are near each other: searching from there takes few steps. */
  private void countEndsBeforeStarts() {
    var count = 0;
    for (var t = 0; t < history.transactionCount(); t++) {
      if (history.status(t) != Status.ABORTED) {
        count = endsBefore(start(t), count);
        putEndsBefore(t, count);
      }
    }
  }

  private void putEndsBefore(int transaction, int count) {
    var overlapping = transaction - count;
    if (overlaps != null && overlapping != (char) overlapping) {
      endsBefore = new int[history.transactionCount()];
      for (var t = 0; t < transaction; t++) {
        endsBefore[t] = t - overlaps[t];
      }
      overlaps = null;
    }
    if (overlaps == null) {
      endsBefore[transaction] = count;
    } else {
      overlaps[transaction] = (char) overlapping;
    }
  }

  private int endsBefore(long start, int near) {
    var low = near;
    var high = near;
    for (var step = 1; low > 0 && end(ended(low - 1)) >= start; step *= 2) {
      high = low - 1;
      low = Math.max(0, low - step);
    }
    for (var step = 1; high < endCount && end(ended(high)) < start; step *= 2) {
      low = high + 1;
      high = (int) Math.min(endCount, (long) high + step);
    }
    while (low < high) {
      var middle = (low + high) >>> 1;
      if (end(ended(middle)) < start) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
