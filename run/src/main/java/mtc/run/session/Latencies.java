package mtc.run.session;

import java.util.concurrent.atomic.AtomicLongArray;

/** How long transactions took, in classes that are a sixteenth of a power of two wide. */
final class Latencies {
  private static final int STEPS = 16;
  private static final int STEP_BITS = 4;

  private final AtomicLongArray counts = new AtomicLongArray(64 * STEPS);

  void add(long nanos) {
    counts.incrementAndGet(index(Math.max(nanos, STEPS)));
  }

  private static int index(long nanos) {
    var power = 63 - Long.numberOfLeadingZeros(nanos);
    return power * STEPS + (int) (nanos >>> power - STEP_BITS & STEPS - 1);
  }

  /** What the share of all took at most; 0 if there are none. */
  long quantile(double share) {
    var total = 0L;
    for (var i = 0; i < counts.length(); i++) {
      total += counts.get(i);
    }
    var rest = (long) Math.ceil(total * share);
    for (var i = 0; i < counts.length() && total > 0; i++) {
      rest -= counts.get(i);
      if (rest <= 0) {
        var power = i / STEPS;
        return (long) (STEPS + i % STEPS + 1) << power - STEP_BITS;
      }
    }
    return 0;
  }
}
