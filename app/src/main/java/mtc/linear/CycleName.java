package mtc.linear;

import mtc.verdict.AnomalyKind;

/** Names a cycle by its edges, in the paper's words and in Elle's. */
final class CycleName {
  private CycleName() {}

  static AnomalyKind kind(Cycle cycle, Explanation explanation) {
    var rw = cycle.count(Graph.RW);
    var wr = cycle.count(Graph.WR);
    var length = cycle.length();
    if (rw == 0) {
      return AnomalyKind.CIRCULAR_INFORMATION_FLOW;
    }
    if (rw == 1) {
      return ofOneAntiDependency(cycle, explanation);
    }
    if (rw == 2 && length == 2) {
      return AnomalyKind.WRITE_SKEW;
    }
    if (rw + wr == length && !hasAdjacentRw(cycle)) {
      return AnomalyKind.LONG_FORK;
    }
    return AnomalyKind.SERIALIZATION_CYCLE;
  }

  private static AnomalyKind ofOneAntiDependency(Cycle cycle, Explanation explanation) {
    var length = cycle.length();
    var rt = cycle.count(Cycle.RT);
    var so = cycle.count(Graph.SO);
    if (rt == length - 1) {
      return AnomalyKind.STALE_READ;
    }
    if (so + rt == length - 1) {
      return AnomalyKind.SESSION_GUARANTEE_VIOLATION;
    }
    if (length >= 3) {
      return AnomalyKind.CAUSALITY_VIOLATION;
    }
    if (cycle.count(Graph.WR) == 1) {
      return ofTwoReads(cycle, explanation);
    }
    // T overwrote what S had read of a key, and S then overwrote T. If T had read it too, both
    // wrote
    // on one version.
    var edges = explanation.example(cycle).cycle();
    var key = edges.getFirst().key();
    var seen = explanation.versionSeen(cycle.transactions()[0], key);
    return key == edges.getLast().key()
            && seen != Versions.NONE
            && seen == explanation.versionSeen(cycle.transactions()[1], key)
        ? AnomalyKind.LOST_UPDATE
        : AnomalyKind.SERIALIZATION_CYCLE;
  }

  private static AnomalyKind ofTwoReads(Cycle cycle, Explanation explanation) {
    var readerAt = cycle.types()[0] == Graph.RW ? 0 : 1;
    var reader = cycle.transactions()[readerAt];
    var writer = cycle.transactions()[1 - readerAt];
    var readOfOld = explanation.readOverwritten(reader, writer);
    var readOfNew = explanation.readFrom(writer, reader);
    return readOfOld < readOfNew ? AnomalyKind.FRACTURED_READ : AnomalyKind.NON_MONOTONIC_READ;
  }

  static String elleName(Cycle cycle) {
    return dataName(cycle)
        + (cycle.count(Cycle.RT) > 0 ? "-realtime" : cycle.count(Graph.SO) > 0 ? "-process" : "");
  }

  private static String dataName(Cycle cycle) {
    var rw = cycle.count(Graph.RW);
    if (rw == 0) {
      return cycle.count(Graph.WR) == 0 ? "G0" : "G1c";
    }
    if (rw == 1) {
      return "G-single";
    }
    return hasAdjacentRw(cycle) ? "G2-item" : "G-nonadjacent";
  }

  private static boolean hasAdjacentRw(Cycle cycle) {
    var before = cycle.types()[cycle.length() - 1];
    for (var type : cycle.types()) {
      if (type == Graph.RW && before == Graph.RW) {
        return true;
      }
      before = type;
    }
    return false;
  }
}
