package mtc.verdict;

import java.util.List;
import mtc.history.History;
import mtc.history.Scalars;

/**
 * The name of a cycle, in the paper's words and in Elle's. It comes from the cycle's edges alone,
 * wherever the cycle was found, but for two things that edges do not tell: which of two reads came
 * first, and whether both writers of a version had read the one before it.
 *
 * <p>A lost update has a name of its own in Elle, which several cases together do not: each of them
 * may allow more than that.
 *
 * <p>Real-time edges change no name but that of a stale read: they are told beside it.
 *
 * @param kind the paper's name
 * @param elleName Elle's, with {@code -process} or {@code -realtime} behind it if it takes those
 * @param realTime whether it takes real time
 */
public record CycleName(AnomalyKind kind, String elleName, boolean realTime) {

  /** The name of one cycle. */
  public static CycleName of(List<Edge> cycle, History history) {
    return ofCases(List.of(cycle), history);
  }

  /**
   * The name of a violation that takes a cycle for each open order: that of the case that violates
   * the strongest level only, for what it takes to rule out all of them.
   */
  public static CycleName ofCases(List<List<Edge>> cases, History history) {
    var hardest = cases.getFirst();
    var takesRealTime = false;
    var takesSessions = false;
    var takesReads = false;
    for (var cycle : cases) {
      var rw = count(cycle, EdgeType.RW) - count(hardest, EdgeType.RW);
      if (rw > 0 || rw == 0 && cycle.size() > hardest.size()) {
        hardest = cycle;
      }
      takesRealTime |= count(cycle, EdgeType.RT) > 0;
      takesSessions |= takesSessions(cycle);
      takesReads |= count(cycle, EdgeType.WR) > 0;
    }
    var kind = kind(hardest, history);
    if (kind == AnomalyKind.LOST_UPDATE && cases.size() == 1) {
      return new CycleName(kind, kind.elleName(), false);
    }
    var suffix = takesRealTime ? "-realtime" : takesSessions ? "-process" : "";
    var elleName = elleName(hardest, takesReads) + suffix;
    return new CycleName(kind, elleName, takesRealTime);
  }

  private static boolean takesSessions(List<Edge> edges) {
    return count(edges, EdgeType.SO) > 0
        || edges.stream().anyMatch(edge -> takesSessions(edge.because()));
  }

  private static String elleName(List<Edge> cycle, boolean takesReads) {
    return switch (count(cycle, EdgeType.RW)) {
      case 0 -> isOfOrder(cycle) ? "G-single" : takesReads ? "G1c" : "G0";
      case 1 -> "G-single";
      default -> hasAdjacentRw(cycle) ? "G2-item" : "G-nonadjacent";
    };
  }

  private static AnomalyKind kind(List<Edge> cycle, History history) {
    return switch (count(cycle, EdgeType.RW)) {
      case 0 -> isOfOrder(cycle) ? ofOrder(cycle, history) : AnomalyKind.CIRCULAR_INFORMATION_FLOW;
      case 1 -> ofOneAntiDependency(cycle, history);
      default -> cycle.size() == 2 ? ofTwoAntiDependencies(cycle) : ofMoreTransactions(cycle);
    };
  }

  /** Whether some of its edges follow only from what readers saw. */
  private static boolean isOfOrder(List<Edge> cycle) {
    return cycle.stream().anyMatch(edge -> !edge.because().isEmpty());
  }

  /**
   * In whatever order the versions came, some reader missed one that it had to see; how it came to
   * have to see it gives the name, and of several ways the longest.
   */
  private static AnomalyKind ofOrder(List<Edge> cycle, History history) {
    var kind = AnomalyKind.NON_MONOTONIC_READ;
    for (var edge : cycle) {
      var way = edge.because();
      if (way.isEmpty()) {
        continue;
      }
      var first = way.getFirst();
      if (way.size() > 2) {
        return AnomalyKind.CAUSALITY_VIOLATION;
      }
      if (first.type() == EdgeType.SO) {
        kind = AnomalyKind.SESSION_GUARANTEE_VIOLATION;
      } else if (kind == AnomalyKind.NON_MONOTONIC_READ
          && firstRead(first.to(), first.key(), history)
              > firstRead(first.to(), edge.key(), history)) {
        kind = AnomalyKind.FRACTURED_READ;
      }
    }
    return kind;
  }

  private static AnomalyKind ofOneAntiDependency(List<Edge> cycle, History history) {
    var others = cycle.size() - 1;
    if (count(cycle, EdgeType.RT) == others) {
      return AnomalyKind.STALE_READ;
    }
    if (count(cycle, EdgeType.RT) + count(cycle, EdgeType.SO) == others) {
      return AnomalyKind.SESSION_GUARANTEE_VIOLATION;
    }
    if (others > 1) {
      return AnomalyKind.CAUSALITY_VIOLATION;
    }
    var isReadFirst = cycle.getFirst().type() == EdgeType.RW;
    var missed = isReadFirst ? cycle.getFirst() : cycle.getLast();
    var other = isReadFirst ? cycle.getLast() : cycle.getFirst();
    return other.type() == EdgeType.WR
        ? ofTwoReads(missed, other, history)
        : ofTwoWrites(missed, other, history);
  }

  /** One transaction saw another's write, and missed another one of its writes. */
  private static AnomalyKind ofTwoReads(Edge missed, Edge seen, History history) {
    var reader = missed.from();
    return firstRead(reader, missed.key(), history) < firstRead(reader, seen.key(), history)
        ? AnomalyKind.FRACTURED_READ
        : AnomalyKind.NON_MONOTONIC_READ;
  }

  /**
   * S overwrote what T had read of a key, and T then overwrote what S wrote. If S had read what T
   * read, both wrote on one version.
   */
  private static AnomalyKind ofTwoWrites(Edge missed, Edge overwritten, History history) {
    return missed.key() == overwritten.key() && hasRead(missed.to(), missed, history)
        ? AnomalyKind.LOST_UPDATE
        : AnomalyKind.SERIALIZATION_CYCLE;
  }

  private static AnomalyKind ofTwoAntiDependencies(List<Edge> cycle) {
    var one = cycle.getFirst();
    var other = cycle.getLast();
    if (one.key() != other.key()) {
      return AnomalyKind.WRITE_SKEW;
    }
    return one.fromValue() == other.fromValue()
        ? AnomalyKind.LOST_UPDATE
        : AnomalyKind.SERIALIZATION_CYCLE;
  }

  private static AnomalyKind ofMoreTransactions(List<Edge> cycle) {
    var neutral = count(cycle, EdgeType.WR) + count(cycle, EdgeType.RT);
    var isOfReads = count(cycle, EdgeType.RW) + neutral == cycle.size();
    return isOfReads && !hasAdjacentRw(cycle)
        ? AnomalyKind.LONG_FORK
        : AnomalyKind.SERIALIZATION_CYCLE;
  }

  private static boolean hasRead(int transaction, Edge sameAs, History history) {
    var first = firstOf(transaction, sameAs.key(), history);
    // It writes the key in the end.
    while (history.key(first) != sameAs.key() || history.kind(first) == History.READ_OTHER) {
      first++;
    }
    return switch (history.kind(first)) {
      case History.READ -> history.value(first) == sameAs.fromValue();
      case History.READ_LIST -> lastElement(history, first) == sameAs.fromValue();
      default -> false;
    };
  }

  private static int lastElement(History history, int read) {
    var list = history.value(read);
    var size = history.listSize(list);
    return size == 0 ? Scalars.NIL : history.listElement(list, size - 1);
  }

  /** The first operation of a transaction on a key that says something of it. */
  private static int firstOf(int transaction, int key, History history) {
    var op = history.firstOperation(transaction);
    while (history.key(op) != key || history.value(op) == Scalars.UNKNOWN) {
      op++;
    }
    return op;
  }

  /** The first such operation that is a read. */
  private static int firstRead(int transaction, int key, History history) {
    var op = firstOf(transaction, key, history);
    while (history.key(op) != key || History.isWrite(history.kind(op))) {
      op++;
    }
    return op;
  }

  private static boolean hasAdjacentRw(List<Edge> cycle) {
    var before = cycle.getLast().type();
    for (var edge : cycle) {
      if (edge.type() == EdgeType.RW && before == EdgeType.RW) {
        return true;
      }
      before = edge.type();
    }
    return false;
  }

  private static int count(List<Edge> cycle, EdgeType type) {
    var count = 0;
    for (var edge : cycle) {
      count += edge.type() == type ? 1 : 0;
    }
    return count;
  }
}
