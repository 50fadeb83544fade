package mtc.check;

import java.util.Arrays;
import mtc.column.Ints;
import mtc.witness.Witness;
import mtc.witness.Witness.Shape;

/** Turns places in an order that agrees with all edges into a witness. */
final class WitnessOrder {
  private final long[] snapshots;
  private final long[] commits;
  private int size;

  WitnessOrder(int transactions) {
    snapshots = new long[transactions];
    commits = new long[transactions];
  }

  /** Adds a transaction; where nodes are transactions, the two places are the same. */
  void add(int transaction, int snapshotPlace, int commitPlace) {
    snapshots[size] = (long) snapshotPlace << 32 | transaction;
    commits[size++] = (long) commitPlace << 32 | transaction;
  }

  Witness witness(Dependencies dependencies) {
    return switch (dependencies) {
      case Dependencies.Snapshot _ -> new Witness(Shape.SNAPSHOT, merged());
      case Dependencies.StrictSerial _ -> new Witness(Shape.STRICT, serial());
      default -> new Witness(Shape.SERIAL, serial());
    };
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
  static Witness of(Dependencies dependencies, Versions versions) {
    var isSnapshot = dependencies instanceof Dependencies.Snapshot;
    var place = places(dependencies, isSnapshot);
    var transactions = versions.history.transactionCount();
    var order = new WitnessOrder(transactions);
    for (var t = 0; t < transactions; t++) {
      if (versions.takesPart(t)) {
        order.add(t, place[isSnapshot ? 2 * t + 1 : t], place[isSnapshot ? 2 * t : t]);
      }
    }
    return order.witness(dependencies);
  }

  private static int[] places(Dependencies dependencies, boolean isSnapshot) {
    var nodes = dependencies.nodeCount();
    var successors = new int[nodes];
    for (var node = 0; node < nodes; node++) {
      for (var i = 0; i < dependencies.edgeCount(node); i++) {
        var source = dependencies.source(node, i);
        if (source != Dependencies.SKIP) {
          successors[source]++;
        }
      }
      if (isSnapshot && (node & 1) == 1) {
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
      if (isSnapshot && (node & 1) == 0 && --successors[node + 1] == 0) {
        ready.add(node + 1);
      }
    }
    if (next != 0) {
      throw new IllegalStateException("a witness of a cyclic graph");
    }
    return place;
  }
}
