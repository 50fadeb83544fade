package mtc.generate;

import java.util.Arrays;

/**
 * A simulated key-value store at one isolation level. Sessions begin, read and commit transactions
 * in an interleaving that {@link Simulation} chooses; the store decides what they see.
 *
 * <p>Values are positive; 0 is the initial one.
 */
final class Store {
  /** What the store promises. */
  enum Isolation {
    /** Everything takes effect at one moment between begin and commit. */
    STRICT_SERIALIZABLE,
    /** Writers as above; readers may be served from a replica that lags behind. */
    SERIALIZABLE,
    /** Reads from the state at begin; of two concurrent writers of a key the second aborts. */
    SNAPSHOT,
    /** Each read sees what is committed at that moment; writers overwrite each other. */
    READ_COMMITTED
  }

  /** How many writes the replica is behind. */
  private static final int REPLICA_LAG = 64;

  private final Isolation isolation;
  private int[] current;

  /** The commit that wrote the current value. */
  private int[] writtenAt;

  private int commits;

  // The replica: the same state, some commits ago; and the writes that are on their way to it.
  private int[] replica;
  private int replicaCommits;
  private final int[] lagKey = new int[2 * REPLICA_LAG];
  private final int[] lagValue = new int[2 * REPLICA_LAG];
  private final int[] lagCommit = new int[2 * REPLICA_LAG];
  private int lagFrom;
  private int lagSize;

  /** The newest commit that a session has seen or made: its next snapshot may not be older. */
  private final int[] seen;

  Store(Isolation isolation, int keys, int sessions) {
    this.isolation = isolation;
    current = new int[keys];
    writtenAt = new int[keys];
    replica = new int[isolation == Isolation.SERIALIZABLE ? keys : 0];
    seen = new int[sessions];
  }

  Isolation isolation() {
    return isolation;
  }

  /** Makes room for keys up to a number. */
  void growTo(int keys) {
    if (keys > current.length) {
      var capacity = Math.max(keys, current.length * 2);
      current = Arrays.copyOf(current, capacity);
      writtenAt = Arrays.copyOf(writtenAt, capacity);
      if (replica.length > 0) {
        replica = Arrays.copyOf(replica, capacity);
      }
    }
  }

  int commits() {
    return commits;
  }

  /** Whether a session may be served from the replica now without going back in time. */
  boolean replicaServes(int session) {
    return isolation == Isolation.SERIALIZABLE && replicaCommits >= seen[session];
  }

  int readReplica(int session, int key) {
    seen[session] = replicaCommits;
    return replica[key];
  }

  int read(int session, int key) {
    seen[session] = commits;
    return current[key];
  }

  /** First committer wins: whether a key was written after a snapshot. */
  boolean isWrittenSince(int key, int snapshot) {
    return writtenAt[key] > snapshot;
  }

  /** The writes that follow belong to one new commit of the session. */
  void commit(int session) {
    commits++;
    seen[session] = commits;
  }

  void write(int key, int value) {
    current[key] = value;
    writtenAt[key] = commits;
    if (replica.length > 0) {
      var at = (lagFrom + lagSize++) % lagKey.length;
      lagKey[at] = key;
      lagValue[at] = value;
      lagCommit[at] = commits;
    }
  }

  /** Lets the oldest commits reach the replica, each of them whole; called between commits. */
  void ship() {
    while (lagSize > REPLICA_LAG) {
      replicaCommits = lagCommit[lagFrom];
      while (lagSize > 0 && lagCommit[lagFrom] == replicaCommits) {
        replica[lagKey[lagFrom]] = lagValue[lagFrom];
        lagFrom = (lagFrom + 1) % lagKey.length;
        lagSize--;
      }
    }
  }
}
