package mtc.linear;

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

  /**
   * By key: where its chains of writes begin, each {@link #SIZE} ints next to each other, as every
   * read of the key looks at all of them; there are no more of them than writes.
   */
  private final int[] first;

  /** By key: how many chains of writes it has so far. */
  private final int[] chains;

  /** Which chain it is, its last write of the key, and the place of that. */
  private final int[] entries;

  private static final int SIZE = 3;
  private static final int LAST = 1;
  private static final int PLACE = 2;

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
    var keys = core.hasUnorderedKeys() ? history.keyCount() : 0;
    chains = new int[keys];
    first = new int[keys + 1];
    for (var op = 0; op < operations; op++) {
      if (isVersionOfUnordered(op)) {
        first[history.key(op) + 1]++;
      }
    }
    for (var key = 0; key < keys; key++) {
      first[key + 1] += first[key];
    }
    entries = new int[SIZE * first[keys]];
  }

  private boolean isVersionOfUnordered(int op) {
    return History.isWrite(history.kind(op))
        && core.isUnordered(history.key(op))
        && versions.version(op) != Versions.NONE;
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
      if (isVersionOfUnordered(op)) {
        add(op, chain(t));
      }
    }
  }

  private void add(int write, int chain) {
    var key = history.key(write);
    var entry = SIZE * first[key];
    var end = entry + SIZE * chains[key];
    while (entry < end && entries[entry] != chain) {
      entry += SIZE;
    }
    if (entry == end) {
      before[write] = -1;
      jump[write] = -1;
      entries[entry] = chain;
      chains[key]++;
    } else {
      follow(write, entries[entry + LAST]);
    }
    entries[entry + LAST] = write;
    entries[entry + PLACE] = place(versions.owner(write));
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
    var known = seen >= 0 ? clock(versions.owner(seen)) : NO_CLOCK;
    var key = history.key(read);
    var end = SIZE * (first[key] + chains[key]);
    for (var entry = SIZE * first[key]; entry < end; entry += SIZE) {
      // What the writer of the version read had seen is before it anyway.
      var chain = entries[entry];
      var from = at(known, chain);
      var upTo = at(clock, chain);
      if (upTo > from && entries[entry + PLACE] > from) {
        var write = lastBefore(entries[entry + LAST], upTo);
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
