package mtc.linear;

import mtc.history.History;

/**
 * What parallel snapshot isolation asks of each read: that nobody who overwrote the version it saw
 * leads to it along the flow of information. The versions of a key lead to each other, so it is
 * enough to look at the next one.
 *
 * <p>Proposition 20 of docs/theory.md.
 */
final class ParallelReads extends Past {
  private final Versions versions;
  private final History history;
  private final Chains chains;
  private final CommitOrder order;

  ParallelReads(Groundwork core, CommitOrder order, Graph flow) {
    super(flow);
    this.versions = core.versions;
    this.history = versions.history;
    this.chains = core.chains;
    this.order = order;
  }

  @Override
  void visit(int t, int[] clock) {
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      if (order.isRead(op)) {
        var next = chains.next(history.key(op), versions.version(op));
        if (next != Versions.NONE
            && versions.owner(next) != t
            && contains(clock, versions.owner(next))) {
          order.missedRead.add(op);
          order.missedWrite.add(next);
        }
      }
    }
  }
}
