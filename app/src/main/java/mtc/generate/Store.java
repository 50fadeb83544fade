package mtc.generate;

/**
 * A simulated key-value store at one isolation level. Sessions begin, read and commit transactions
 * in an interleaving that {@link Simulation} chooses; the store decides what they see.
 *
 * <p>Values are positive; 0 is the initial one.
 */
final class Store {
  private final int[] current;

  /** The commit that wrote the current value. */
  private final int[] writtenAt;

  private int commits;

  // The replica: the same state, some commits ago; and the writes that are on their way to it.
  private final int[] replica;
  private int replicaCommits;

  /**
   * How many writes the replica is behind: so few that it often has caught up with what a session
   * saw in its last transaction, for otherwise it could not serve the session.
   */
  private final int lag;

  // A ring.
  private final int[] lagKey;
  private final int[] lagValue;
  private final int[] lagCommit;
  private int lagFrom;
  private int lagSize;

  /** The newest commit that a session has seen or made: its next snapshot may not be older. */
  private final int[] seen;

  /**
   * @param mostWrites how many writes a commit has at most
   */
  Store(Isolation isolation, int keys, int sessions, int mostWrites) {
    current = new int[keys];
    writtenAt = new int[keys];
    replica = new int[isolation == Isolation.SERIALIZABLE ? keys : 0];
    lag = Math.max(1, sessions / 2);
    lagKey = new int[lag + mostWrites];
    lagValue = new int[lag + mostWrites];
    lagCommit = new int[lag + mostWrites];
    seen = new int[sessions];
  }

  int commits() {
    return commits;
  }

  /** Whether a session may be served from the replica now without going back in time. */
  boolean replicaServes(int session) {
    return replica.length > 0 && replicaCommits >= seen[session];
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
    while (lagSize > lag) {
      replicaCommits = lagCommit[lagFrom];
      while (lagSize > 0 && lagCommit[lagFrom] == replicaCommits) {
        replica[lagKey[lagFrom]] = lagValue[lagFrom];
        lagFrom = (lagFrom + 1) % lagKey.length;
        lagSize--;
      }
    }
  }
}
