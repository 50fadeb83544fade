package mtc.generate;

/**
 * A simulated store of two sites that tell each other of their commits late. A session stays with
 * its site and sees there what the site has heard of; of two versions of a key a site keeps the one
 * that was committed last.
 *
 * <p>If a site hears of commits in their order, it never hears of one before those that it had
 * seen: the store is causal, and since two sites may each hear of the other's news first, no more
 * than that. If they go astray on the way, it only keeps each commit whole: read atomic. With an
 * agreement between the sites on who may overwrite a version it loses no update: parallel snapshot
 * isolation.
 */
final class Replicas {
  private static final int SITES = 2;

  private final boolean inOrder;
  private final Random random;
  private final int keys;

  /** By site and key: the value, and the commit that wrote it. */
  private final int[] value;

  private final int[] writtenAt;

  /** By key: the last commit that wrote it, anywhere. */
  private final int[] lastWrite;

  private int commits;

  /** How many commits a site is behind. */
  private final int lag;

  // Commits on their way to each site, as a ring: the commit, then keys and values.
  private final int[] sent;
  private final int[] first = new int[SITES];
  private final int[] size = new int[SITES];
  private final int[] pending;
  private int pendingCount;

  /** How many numbers a commit on its way takes. */
  private final int fields;

  /**
   * @param mostWrites how many writes a commit has at most
   */
  Replicas(Isolation isolation, int keys, int sessions, int mostWrites, Random random) {
    this.inOrder = isolation != Isolation.READ_ATOMIC;
    this.random = random;
    this.keys = keys;
    value = new int[SITES * keys];
    writtenAt = new int[SITES * keys];
    lastWrite = new int[keys];
    lag = Math.max(2, sessions);
    pending = new int[2 * mostWrites];
    fields = 1 + pending.length;
    sent = new int[SITES * (lag + 1) * fields];
  }

  private static int site(int session) {
    return session % SITES;
  }

  int read(int session, int key) {
    return value[site(session) * keys + key];
  }

  /** Whether somebody overwrote what a session's site has of a key. */
  boolean isWrittenElsewhere(int session, int key) {
    return writtenAt[site(session) * keys + key] != lastWrite[key];
  }

  /** The writes that follow belong to one new commit. */
  void commit() {
    commits++;
    pendingCount = 0;
  }

  void write(int session, int key, int written) {
    value[site(session) * keys + key] = written;
    writtenAt[site(session) * keys + key] = commits;
    lastWrite[key] = commits;
    pending[2 * pendingCount] = key;
    pending[2 * pendingCount++ + 1] = written;
  }

  /** Sends the commit to the other site, which hears of an older one. */
  void ship(int session) {
    if (pendingCount == 0) {
      return;
    }
    var to = 1 - site(session);
    var at = slot(to, size[to]++);
    sent[at] = commits;
    for (var i = 0; i < pending.length; i++) {
      sent[at + 1 + i] = i < 2 * pendingCount ? pending[i] : -1;
    }
    if (size[to] > lag) {
      var taken = inOrder ? 0 : random.below(size[to]);
      swap(slot(to, 0), slot(to, taken));
      hear(to, slot(to, 0));
      first[to] = (first[to] + 1) % (lag + 1);
      size[to]--;
    }
  }

  private int slot(int site, int index) {
    return (site * (lag + 1) + (first[site] + index) % (lag + 1)) * fields;
  }

  private void swap(int one, int other) {
    for (var i = 0; i < fields; i++) {
      var kept = sent[one + i];
      sent[one + i] = sent[other + i];
      sent[other + i] = kept;
    }
  }

  private void hear(int site, int at) {
    for (var i = 1; i < fields; i += 2) {
      var cell = site * keys + sent[at + i];
      // The last of the writes that a commit has on a key stays.
      if (sent[at + i] >= 0 && writtenAt[cell] <= sent[at]) {
        value[cell] = sent[at + i + 1];
        writtenAt[cell] = sent[at];
      }
    }
  }
}
