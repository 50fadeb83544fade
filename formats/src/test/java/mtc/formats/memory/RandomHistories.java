package mtc.formats.memory;

import java.util.Random;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;

/**
 * Random histories of numbered sessions, keys and values, in one or several segments. Values are
 * unique in the whole history, so that every format can hold them as they are.
 */
public final class RandomHistories {
  private final Random random;
  private final boolean aborts;
  private final int length;

  public RandomHistories(long seed, boolean aborts) {
    this.random = new Random(seed);
    this.aborts = aborts;
    this.length = 1 + random.nextInt(30);
  }

  /** The same history, cut into so many segments. */
  public History[] segments(int count) {
    var seed = random.nextLong();
    return cut(seed, count);
  }

  /** A history as one segment and as several. */
  public History[][] bothWays() {
    var seed = random.nextLong();
    return new History[][] {cut(seed, 1), cut(seed, 2 + random.nextInt(4))};
  }

  private History[] cut(long seed, int count) {
    var same = new Random(seed);
    var segments = new History[count];
    var state = new int[] {1, 1};
    for (var s = 0; s < count; s++) {
      var from = length * s / count;
      var to = length * (s + 1) / count;
      segments[s] = segment(same, state, to - from);
    }
    return segments;
  }

  /**
   * @param state the next value and the next id
   */
  private History segment(Random same, int[] state, int transactions) {
    var builder = new HistoryBuilder("random");
    builder.defaultInitialValue(0);
    // Codes of the same scalar differ from segment to segment.
    for (var noise = state[1] % 5; noise > 0; noise--) {
      builder.scalars().string("noise " + noise);
    }
    for (var t = 0; t < transactions; t++) {
      var session = builder.session(builder.scalars().integer(1 + same.nextInt(3)));
      builder.begin(session, state[1]++, t);
      for (var o = 1 + same.nextInt(4); o > 0; o--) {
        var key = builder.key(builder.scalars().integer(KEYS[same.nextInt(KEYS.length)]));
        if (same.nextBoolean()) {
          builder.operation(History.WRITE, key, value(builder.scalars(), state[0]++));
        } else {
          builder.operation(History.READ, key, value(builder.scalars(), same.nextInt(state[0])));
        }
      }
      var status = aborts && same.nextInt(4) == 0 ? Status.ABORTED : Status.COMMITTED;
      builder.end(status);
    }
    return builder.build();
  }

  private static final long[] KEYS = {0, 1, 7, 1L << 29, 1L << 40, Long.MAX_VALUE};

  /** Small and large ones, 0 being the initial value. */
  private static int value(Scalars scalars, int number) {
    return scalars.integer(number % 3 == 0 && number > 0 ? number + (1L << 50) : number);
  }
}
