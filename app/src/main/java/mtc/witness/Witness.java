package mtc.witness;

/**
 * An order in which the transactions of a history could have happened.
 *
 * @param shape how to read the events
 * @param events transactions by number, {@link #snapshot snapshots} and {@link #key keys}; which of
 *     them occur depends on the shape
 * @param sources of reads whose value several may have written, where the events do not tell which:
 *     the operation, and the transaction that it saw, -1 for the initial one
 * @param sessionOrder false if it claims only what holds when the order within sessions does not
 *     count, though it does for others of its shape
 */
public record Witness(Shape shape, int[] events, int[] sources, boolean sessionOrder) {
  public Witness(Shape shape, int[] events) {
    this(shape, events, new int[0]);
  }

  public Witness(Shape shape, int[] events, int[] sources) {
    this(shape, events, sources, true);
  }

  /** What the events are. */
  public enum Shape {
    /** One transaction after the other. */
    SERIAL("ser", false),
    /** As {@link #SERIAL}, and in real time. */
    STRICT("sser", true),
    /** As {@link #STRICT}, but the order within sessions does not count. */
    REAL_TIME("lin", true),
    /** As {@link #SERIAL}, in real time for transactions that share a key. */
    KEY_TIME("ser-lin", true),
    /** Each transaction twice: the moment it sees the store, and the moment others see it. */
    SNAPSHOT("si", false),
    /** As {@link #SNAPSHOT}, and each snapshot after what had ended when it started. */
    STRONG_SNAPSHOT("strong-si", true),
    /** As {@link #SNAPSHOT}, but what one overwrites others may have overwritten since. */
    PREFIX("prefix", false),
    /** Key by key, the transactions on it one after the other, in real time. */
    PER_KEY("lin", true),
    /** Commits, one after the other; what each must see is for {@link CommitReplay} to say. */
    PARALLEL("psi", false),
    /** The same. */
    CAUSAL("causal", false),
    /** The same. */
    ATOMIC("ra", false),
    /** The same. */
    MONOTONIC("rc", false),
    /** The same, and sessions do not count. */
    COMMITTED("pl2", false),
    /** The same, and they do. */
    COMMITTED_IN_SESSIONS("pl2", false);

    private final String level;
    private final boolean timed;

    Shape(String level, boolean timed) {
      this.level = level;
      this.timed = timed;
    }

    /** The level that it proves. */
    public String level() {
      return level;
    }

    /** Whether it is about real time. */
    public boolean isTimed() {
      return timed;
    }

    /** Whether the order within sessions counts, unless a proof says otherwise. */
    public boolean hasSessions() {
      return this != REAL_TIME && this != PER_KEY && this != COMMITTED;
    }
  }

  /** The same order, which claims nothing of sessions. */
  public Witness withoutSessionOrder() {
    return new Witness(shape, events, sources, !shape.hasSessions());
  }

  /** The same order read in another way. */
  public Witness as(Shape otherShape) {
    return new Witness(otherShape, events, sources);
  }

  /** The event that a transaction takes its snapshot; the transaction itself is its commit. */
  public static int snapshot(int transaction) {
    return ~transaction;
  }

  /** The event that the transactions of a key follow. */
  public static int key(int key) {
    return ~key;
  }

  /** Whether each transaction is here twice. */
  private boolean isSplit() {
    for (var event : events) {
      if (event < 0) {
        return true;
      }
    }
    return false;
  }

  /** Snapshots and commits; of one transaction after the other, each commits at once. */
  public Witness split(Shape otherShape) {
    if (isSplit()) {
      return new Witness(otherShape, events);
    }
    var split = new int[2 * events.length];
    for (var i = 0; i < events.length; i++) {
      split[2 * i] = snapshot(events[i]);
      split[2 * i + 1] = events[i];
    }
    return new Witness(otherShape, split);
  }

  /** The commits alone, and what reads saw. */
  public Witness commits(Shape otherShape) {
    var commits = new int[isSplit() ? events.length / 2 : events.length];
    var size = 0;
    for (var event : events) {
      if (event >= 0) {
        commits[size++] = event;
      }
    }
    return new Witness(otherShape, commits, sources);
  }
}
