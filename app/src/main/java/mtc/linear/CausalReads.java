package mtc.linear;

import mtc.column.Ints;
import mtc.history.History;

/**
 * What causal consistency asks of each read: of every chain of transactions the last write to the
 * key in the reader's past; who came before that one on the chain is behind anyway.
 *
 * <p>Where every write of a key read the one before, one look is enough: if the write right after
 * the version read is not in the past, none of those after it is.
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

  private final Ints nextOfKey = new Ints();
  private final Ints chainOfEntry = new Ints();
  private final Ints lastOfEntry = new Ints();

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
    while (entry >= 0 && chainOfEntry.get(entry) != chain) {
      entry = nextOfKey.get(entry) - 1;
    }
    if (entry < 0) {
      before[write] = -1;
      jump[write] = -1;
      nextOfKey.add(firstOfKey[history.key(write)]);
      chainOfEntry.add(chain);
      lastOfEntry.add(write);
      firstOfKey[history.key(write)] = lastOfEntry.size();
      return;
    }
    var last = lastOfEntry.get(entry);
    lastOfEntry.set(entry, write);
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
        entry = nextOfKey.get(entry) - 1) {
      var chain = chainOfEntry.get(entry);
      var write = lastBefore(lastOfEntry.get(entry), at(clock, chain));
      // What the writer of the version read had seen is before it anyway.
      if (write >= 0 && (seen < 0 || place(versions.owner(write)) > at(known, chain))) {
        order.mustSee(read, write);
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
