package mtc.linear;

import java.util.Arrays;
import mtc.history.History;

/**
 * What causal consistency asks of each read: of every chain of transactions the last write to the
 * key in the reader's past; who came before that one on the chain is behind anyway.
 *
 * <p>Where every write of a key read the one before, one look is enough: if the write right after
 * the version read is not in the past, none of those after it is.
 *
 * <p>Proposition 18 of docs/theory.md.
 */
final class CausalReads extends Past {
  private final Versions versions;
  private final History history;
  private final Groundwork core;
  private final CommitOrder order;

  // Writes of open keys, by operation: the one before on the chain, and one further back.
  private final int[] before;
  private final int[] jump;
  private final int[] depth;

  /** By key: its first chain of writes + 1, linked. */
  private final int[] firstOfKey;

  /**
   * Four ints per chain of a key: the next one of the key + 1, which chain it is, its last write of
   * the key, and the place of that. They are looked at together, by every read of the key.
   */
  private int[] entries = new int[4 * 64];

  private static final int CHAIN = 1;
  private static final int LAST = 2;
  private static final int PLACE = 3;
  private int entryCount;

  CausalReads(Groundwork core, CommitOrder order, Graph past) {
    super(past);
    this.versions = core.versions;
    this.history = versions.history;
    this.core = core;
    this.order = order;
    var operations = core.hasUnorderedKeys() ? history.operationCount() : 0;
    before = new int[operations];
    jump = new int[operations];
    depth = new int[operations];
    firstOfKey = new int[core.hasUnorderedKeys() ? history.keyCount() : 0];
  }

  @Override
  void visit(int t, int[] clock) {
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      if (order.isRead(op)) {
        if (core.isUnordered(history.key(op))) {
          lookAtAll(op, clock);
        } else {
          var next = versions.nextOf(history.key(op), versions.version(op));
          if (next != Versions.NONE
              && versions.owner(next) != t
              && contains(clock, versions.owner(next))) {
            order.mustSee(op, next);
          }
        }
      }
    }
  }

  @Override
  void placed(int t) {
    if (before.length == 0) {
      return;
    }
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      if (core.isUnordered(history.key(op))
          && History.isWrite(history.kind(op))
          && versions.version(op) != Versions.NONE) {
        add(op, chain(t));
      }
    }
  }

  private void add(int write, int chain) {
    var entry = firstOfKey[history.key(write)] - 1;
    while (entry >= 0 && entries[4 * entry + CHAIN] != chain) {
      entry = entries[4 * entry] - 1;
    }
    if (entry < 0) {
      before[write] = -1;
      jump[write] = -1;
      entry = newEntry(history.key(write), chain);
    } else {
      follow(write, entries[4 * entry + LAST]);
    }
    entries[4 * entry + LAST] = write;
    entries[4 * entry + PLACE] = place(versions.owner(write));
  }

  private int newEntry(int key, int chain) {
    if (4 * entryCount == entries.length) {
      entries = Arrays.copyOf(entries, 2 * entries.length);
    }
    entries[4 * entryCount] = firstOfKey[key];
    entries[4 * entryCount + CHAIN] = chain;
    firstOfKey[key] = ++entryCount;
    return entryCount - 1;
  }

  private void follow(int write, int last) {
    before[write] = last;
    depth[write] = depth[last] + 1;
    // Myers' random-access list: any place is reached in logarithmically many steps.
    var over = jump[last];
    var isEven = over >= 0 && depth[last] - depth[over] == depth[over] - depthOf(jump[over]);
    jump[write] = isEven ? jump[over] : last;
  }

  private int depthOf(int write) {
    return write < 0 ? -1 : depth[write];
  }

  private void lookAtAll(int read, int[] clock) {
    var seen = versions.version(read);
    var known = seen >= 0 ? clock(versions.owner(seen)) : new int[0];
    for (var entry = firstOfKey[history.key(read)] - 1;
        entry >= 0;
        entry = entries[4 * entry] - 1) {
      // What the writer of the version read had seen is before it anyway.
      var chain = entries[4 * entry + CHAIN];
      var from = seen < 0 ? 0 : at(known, chain);
      var upTo = at(clock, chain);
      if (upTo > from && entries[4 * entry + PLACE] > from) {
        var write = lastBefore(entries[4 * entry + LAST], upTo);
        if (write >= 0 && place(versions.owner(write)) > from) {
          order.mustSee(read, write);
        }
      }
    }
  }

  private int lastBefore(int last, int limit) {
    var write = last;
    while (write >= 0 && place(versions.owner(write)) > limit) {
      write =
          jump[write] >= 0 && place(versions.owner(jump[write])) > limit
              ? jump[write]
              : before[write];
    }
    return write;
  }
}
