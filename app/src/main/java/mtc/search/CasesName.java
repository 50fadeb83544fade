package mtc.search;

import java.util.List;
import mtc.history.History;
import mtc.verdict.AnomalyKind;
import mtc.verdict.Edge;
import mtc.verdict.EdgeType;

/**
 * The name of a violation that takes a case for each open order: that of the case that violates the
 * strongest level only, for what it takes to rule out all of them.
 */
record CasesName(AnomalyKind kind, String elleName, boolean realTime) {
  static CasesName of(List<List<Edge>> cases, History history) {
    var hardest = cases.getFirst();
    var realTime = false;
    var session = false;
    for (var edges : cases) {
      var rw = count(edges, EdgeType.RW) - count(hardest, EdgeType.RW);
      if (rw > 0 || rw == 0 && edges.size() > hardest.size()) {
        hardest = edges;
      }
      realTime |= count(edges, EdgeType.RT) > 0;
      session |= count(edges, EdgeType.SO) > 0;
    }
    var suffix = realTime ? "-realtime" : session ? "-process" : "";
    return new CasesName(kind(hardest, history), elleName(cases, hardest) + suffix, realTime);
  }

  private static int count(List<Edge> edges, EdgeType type) {
    var count = 0;
    for (var edge : edges) {
      count += edge.type() == type ? 1 : 0;
    }
    return count;
  }

  private static String elleName(List<List<Edge>> cases, List<Edge> hardest) {
    switch (count(hardest, EdgeType.RW)) {
      case 0 -> {
        for (var edges : cases) {
          if (count(edges, EdgeType.WR) > 0) {
            return "G1c";
          }
        }
        return "G0";
      }
      case 1 -> {
        return "G-single";
      }
      default -> {
        return hasAdjacentRw(hardest) ? "G2-item" : "G-nonadjacent";
      }
    }
  }

  private static AnomalyKind kind(List<Edge> edges, History history) {
    var size = edges.size();
    var rw = count(edges, EdgeType.RW);
    var isOfOneKey = edges.getFirst().key() == edges.getLast().key();
    if (rw == 0) {
      return AnomalyKind.CIRCULAR_INFORMATION_FLOW;
    }
    if (rw == 1) {
      return ofOneAntiDependency(edges, history, isOfOneKey);
    }
    if (rw == 2 && size == 2) {
      return isOfOneKey ? AnomalyKind.LOST_UPDATE : AnomalyKind.WRITE_SKEW;
    }
    return rw + count(edges, EdgeType.WR) == size && !hasAdjacentRw(edges)
        ? AnomalyKind.LONG_FORK
        : AnomalyKind.SERIALIZATION_CYCLE;
  }

  private static AnomalyKind ofOneAntiDependency(
      List<Edge> edges, History history, boolean isOfOneKey) {
    var size = edges.size();
    var rt = count(edges, EdgeType.RT);
    if (rt == size - 1) {
      return AnomalyKind.STALE_READ;
    }
    if (rt + count(edges, EdgeType.SO) == size - 1) {
      return AnomalyKind.SESSION_GUARANTEE_VIOLATION;
    }
    if (size > 2) {
      return AnomalyKind.CAUSALITY_VIOLATION;
    }
    var isReadFirst = edges.getFirst().type() == EdgeType.RW;
    var missed = isReadFirst ? edges.getFirst() : edges.getLast();
    if (count(edges, EdgeType.WW) == 1) {
      // Of the two writers the one has read what the other overwrote; if so has the other, …
      return isOfOneKey && hasRead(missed.to(), missed.key(), missed.fromValue(), history)
          ? AnomalyKind.LOST_UPDATE
          : AnomalyKind.SERIALIZATION_CYCLE;
    }
    var seen = isReadFirst ? edges.getLast() : edges.getFirst();
    var reader = missed.from();
    return firstOf(reader, missed.key(), history) < firstOf(reader, seen.key(), history)
        ? AnomalyKind.FRACTURED_READ
        : AnomalyKind.NON_MONOTONIC_READ;
  }

  private static boolean hasRead(int transaction, int key, int value, History history) {
    var first = firstOf(transaction, key, history);
    return history.kind(first) == History.READ && history.value(first) == value;
  }

  private static int firstOf(int transaction, int key, History history) {
    var op = history.firstOperation(transaction);
    while (history.key(op) != key) {
      op++;
    }
    return op;
  }

  private static boolean hasAdjacentRw(List<Edge> edges) {
    var before = edges.getLast().type();
    for (var edge : edges) {
      if (edge.type() == EdgeType.RW && before == EdgeType.RW) {
        return true;
      }
      before = edge.type();
    }
    return false;
  }
}
