package mtc.witness;

/**
 * An order in which the transactions of a history could have happened.
 *
 * @param shape how to read the events
 * @param events transactions by number, {@link #snapshot snapshots} and {@link #key keys}; which of
 *     them occur depends on the shape
 */
public record Witness(Shape shape, int[] events) {
  /** What the events are. */
  public enum Shape {
    /** One transaction after the other. */
    SERIAL,
    /** As {@link #SERIAL}, and in real time. */
    STRICT,
    /** As {@link #STRICT}, but the order within sessions does not count. */
    REAL_TIME,
    /** Each transaction twice: the moment it sees the store, and the moment others see it. */
    SNAPSHOT,
    /** Key by key, the transactions on it one after the other, in real time. */
    PER_KEY
  }

  /** The event that a transaction takes its snapshot; the transaction itself is its commit. */
  public static int snapshot(int transaction) {
    return ~transaction;
  }

  /** The event that the transactions of a key follow. */
  public static int key(int key) {
    return ~key;
  }

  /** One transaction after the other, as the proof of a level that real time does not count for. */
  public Witness withoutRealTime(boolean splitsTransactions) {
    if (!splitsTransactions) {
      return new Witness(Shape.SERIAL, events);
    }
    var split = new int[2 * events.length];
    for (var i = 0; i < events.length; i++) {
      split[2 * i] = snapshot(events[i]);
      split[2 * i + 1] = events[i];
    }
    return new Witness(Shape.SNAPSHOT, split);
  }
}
