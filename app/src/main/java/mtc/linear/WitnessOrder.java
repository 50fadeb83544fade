package mtc.linear;

import java.util.Arrays;
import mtc.column.Ints;
import mtc.witness.Witness;

/** Turns places in an order that agrees with all edges into a witness. */
public final class WitnessOrder {
  private final long[] snapshots;
  private final long[] commits;
  private int size;

  public WitnessOrder(int transactions) {
    snapshots = new long[transactions];
    commits = new long[transactions];
  }

  /** Adds a transaction; where nodes are transactions, the two places are the same. */
  public void add(int transaction, int snapshotPlace, int commitPlace) {
    snapshots[size] = (long) snapshotPlace << 32 | transaction;
    commits[size++] = (long) commitPlace << 32 | transaction;
  }

  public Witness witness(Dependencies dependencies) {
    var events = dependencies.splitsTransactions() ? merged() : serial();
    return new Witness(dependencies.proof(), events);
  }

  private int[] serial() {
    Arrays.sort(commits, 0, size);
    var events = new int[size];
    for (var i = 0; i < size; i++) {
      events[i] = (int) commits[i];
    }
    return events;
  }

  private int[] merged() {
    Arrays.sort(snapshots, 0, size);
    Arrays.sort(commits, 0, size);
    var events = new int[2 * size];
    var s = 0;
    for (var i = 0; i < size; i++) {
      while (s < size && snapshots[s] >> 32 < commits[i] >> 32) {
        events[s + i] = Witness.snapshot((int) snapshots[s++]);
      }
      events[s + i] = (int) commits[i];
    }
    return events;
  }

  /**
   * The order of a graph that is acyclic: nodes are taken from the back, each when nothing is left
   * that it must come before.
   */
  public static Witness of(Dependencies dependencies, Versions versions) {
    var place = places(dependencies);
    var transactions = versions.history.transactionCount();
    var order = new WitnessOrder(transactions);
    for (var t = 0; t < transactions; t++) {
      if (versions.takesPart(t)) {
        order.add(t, place[dependencies.snapshot(t)], place[dependencies.commit(t)]);
      }
    }
    return order.witness(dependencies);
  }

  private static boolean isCommitOf(Dependencies dependencies, int node) {
    return !dependencies.isSnapshot(node) && dependencies.isSnapshot(node + 1);
  }

  private static int[] places(Dependencies dependencies) {
    var nodes = dependencies.nodeCount();
    var successors = new int[nodes];
    for (var node = 0; node < nodes; node++) {
      for (var i = 0; i < dependencies.edgeCount(node); i++) {
        var source = dependencies.source(node, i);
        if (source != Dependencies.SKIP) {
          successors[source]++;
        }
      }
      if (dependencies.isSnapshot(node)) {
        successors[node]++;
      }
    }
    var ready = new Ints();
    for (var node = 0; node < nodes; node++) {
      if (successors[node] == 0) {
        ready.add(node);
      }
    }
    var place = new int[nodes];
    var next = nodes;
    while (ready.size() > 0) {
      var node = ready.removeLast();
      place[node] = --next;
      for (var i = 0; i < dependencies.edgeCount(node); i++) {
        var source = dependencies.source(node, i);
        if (source != Dependencies.SKIP && --successors[source] == 0) {
          ready.add(source);
        }
      }
      // A snapshot comes before its own commit.
      if (isCommitOf(dependencies, node) && --successors[node + 1] == 0) {
        ready.add(node + 1);
      }
    }
    if (next != 0) {
      throw new IllegalStateException("a witness of a cyclic graph");
    }
    return place;
  }
}
