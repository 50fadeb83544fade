package mtc.search;

import mtc.column.Groups;
import mtc.column.Ints;
import mtc.history.Status;
import mtc.linear.Versions;

/**
 * The keys whose version order is not known, and their chains: the units that a search puts in
 * order.
 *
 * <p>An indeterminate transaction takes part here as soon as a read might have seen it. Should it
 * not have committed, its writes come last and disturb nobody.
 */
public final class OpenChains {
  private static final int NONE = Versions.NONE;

  final Versions versions;

  /** By transaction: indeterminate ones that some read might have seen; null if there are none. */
  final boolean[] mayHaveCommitted;

  // By chain, those of one key next to each other. ⊥'s chain, which is always first, is not here.
  final Ints head = new Ints();
  final Ints last = new Ints();

  // Whose they are and whether they were read: a search asks for it again and again, chain by chain
  // of a key, and the versions of one key lie far apart.
  private final Ints headOwner = new Ints();
  private final Ints lastOwner = new Ints();

  /** By chain: who read its last version first, or NONE. */
  private final Ints firstReader = new Ints();

  /** By place of a key: its first chain; one more entry at the end. */
  final Ints firstChain = new Ints();

  /** By place of a key. */
  final Ints keys = new Ints();

  final Ints lastOfInitial = new Ints();

  /** By key: its place + 1, or 0. */
  private final int[] placeOfKey;

  /** By operation that is the first or last version of a chain: the chain + 1. */
  private final int[] chainOf;

  public OpenChains(Versions versions, boolean[] keysOfOpenReads, boolean[] mayHaveCommitted) {
    this.versions = versions;
    this.mayHaveCommitted = mayHaveCommitted;
    var history = versions.history;
    placeOfKey = new int[history.keyCount()];
    chainOf = new int[history.operationCount()];
    var headsOf = headsByKey();
    for (var key = 0; key < history.keyCount(); key++) {
      var from = headsOf.first(key);
      var to = headsOf.end(key);
      if (to - from > 1
          || keysOfOpenReads != null && keysOfOpenReads[key]
          || to > from && !versions.takesPart(versions.owner(headsOf.get(from)))) {
        addKey(key, headsOf, from, to);
      }
    }
    firstChain.add(head.size());
  }

  private OpenChains(Versions versions, boolean[] mayHaveCommitted) {
    this.versions = versions;
    this.mayHaveCommitted = mayHaveCommitted;
    placeOfKey = new int[versions.history.keyCount()];
    chainOf = new int[versions.history.operationCount()];
    firstChain.add(0);
  }

  /** No chains to put in order. */
  public static OpenChains none(Versions versions, boolean[] mayHaveCommitted) {
    return new OpenChains(versions, mayHaveCommitted);
  }

  private Groups headsByKey() {
    var history = versions.history;
    return Groups.of(
        history.keyCount(),
        head -> {
          for (var op = 0; op < history.operationCount(); op++) {
            if (isHead(op)) {
              head.accept(history.key(op), op);
            }
          }
        });
  }

  private boolean isHead(int op) {
    return versions.version(op) == Versions.HEAD && takesPart(versions.owner(op));
  }

  /** Whether a transaction committed, or may have and that matters. */
  boolean takesPart(int transaction) {
    return versions.takesPart(transaction)
        || mayHaveCommitted != null && mayHaveCommitted[transaction];
  }

  private void addKey(int key, Groups heads, int from, int to) {
    keys.add(key);
    placeOfKey[key] = keys.size();
    firstChain.add(head.size());
    lastOfInitial.add(versions.lastOfChain(key, Versions.INITIAL));
    for (var i = from; i < to; i++) {
      var lastVersion = versions.lastOfChain(key, heads.get(i));
      head.add(heads.get(i));
      last.add(lastVersion);
      headOwner.add(versions.owner(heads.get(i)));
      lastOwner.add(versions.owner(lastVersion));
      firstReader.add(versions.reader(lastVersion));
      chainOf[heads.get(i)] = head.size();
      chainOf[lastVersion] = head.size();
    }
  }

  int count() {
    return head.size();
  }

  int keyCount() {
    return keys.size();
  }

  /** The place of a key, or -1 if nothing of it is open. */
  int place(int key) {
    return placeOfKey[key] - 1;
  }

  /** The chain whose first or last version an operation is, or -1. */
  int chainOf(int version) {
    return chainOf[version] - 1;
  }

  /** The chain that a version is in; -1 for ⊥'s. */
  int chainWith(int version) {
    var at = version;
    while (versions.version(at) >= 0) {
      at = versions.version(at);
    }
    return versions.version(at) == Versions.HEAD ? chainOf(at) : -1;
  }

  int chainsOf(int place) {
    return firstChain.get(place + 1) - firstChain.get(place);
  }

  int headOwner(int chain) {
    return headOwner.get(chain);
  }

  int lastOwner(int chain) {
    return lastOwner.get(chain);
  }

  /** The first of those who read a chain's last version, or {@link Versions#NONE}. */
  int firstReader(int chain) {
    return firstReader.get(chain);
  }

  /**
   * Whether a write could have been read: the last one of a transaction that may have committed.
   */
  static boolean isReadable(Versions versions, int write) {
    return versions.version(write) != NONE
        && versions.history.status(versions.owner(write)) != Status.ABORTED;
  }
}
