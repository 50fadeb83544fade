package mtc.oracle;

import java.util.ArrayList;
import java.util.List;
import mtc.history.History;
import mtc.history.Scalars;
import mtc.verdict.Anomaly.Example;
import mtc.verdict.Edge;
import mtc.verdict.EdgeType;
import mtc.verdict.Level;

/**
 * Re-derives the counterexamples of the levels that a commit order defines: every edge holds, they
 * close, and the reader behind an edge that follows from a read had to see whom it missed, by the
 * definition of the level.
 */
final class WeakCycles {
  private final Draft draft;
  private final Level level;

  private WeakCycles(Draft draft, Level level) {
    this.draft = draft;
    this.level = level;
  }

  /** What is wrong with a counterexample of unique values; null if nothing is. */
  static String fault(Draft draft, Level level, Example example) {
    return new WeakCycles(draft, level).fault(example.cycle());
  }

  private String fault(List<Edge> cycle) {
    for (var i = 0; i < cycle.size(); i++) {
      if (cycle.get(i).to() != cycle.get((i + 1) % cycle.size()).from()) {
        return "the cycle breaks after " + cycle.get(i);
      }
      if (!holds(cycle.get(i))) {
        return "does not hold: " + cycle.get(i);
      }
    }
    var missed = cycle.stream().filter(e -> e.type() == EdgeType.RW).toList();
    if (missed.size() > 1) {
      return "more than one read that missed something: " + cycle;
    }
    if (missed.size() == 1) {
      var at = cycle.indexOf(missed.getFirst());
      var way = new ArrayList<Edge>();
      for (var i = 1; i < cycle.size(); i++) {
        way.add(cycle.get((at + i) % cycle.size()));
      }
      return isSeen(way) ? null : level + " does not ask to see along " + way;
    }
    return null;
  }

  private boolean holds(Edge edge) {
    return switch (edge.type()) {
      case SO -> level != Level.PL2 && draft.sessionOrder(edge.from(), edge.to());
      case RT -> false;
      case WR -> reads(edge.to(), edge.key(), edge.fromValue()) && writes(edge);
      case RW -> writesValue(edge.to(), edge.key(), edge.toValue()) && isOverwritten(edge);
      case WW -> edge.because().isEmpty() ? precedes(edge) : follows(edge);
    };
  }

  /**
   * Lists show their order; where updates are kept, whoever read a version comes right after it.
   */
  private boolean precedes(Edge edge) {
    return (level == Level.PSI || draft.isList(edge.key()))
        && new KnownOrder(draft).precedes(edge.key(), edge.from(), edge.to());
  }

  /** Whether the version that was read is known to come before the one that was missed. */
  private boolean isOverwritten(Edge edge) {
    if (edge.fromValue() == Scalars.NIL && draft.isList(edge.key())
        || draft.meansInitial(edge.from(), edge.key(), edge.fromValue())) {
      return true;
    }
    for (var t = 0; t < draft.size(); t++) {
      if (t != edge.to()
          && writesValue(t, edge.key(), edge.fromValue())
          && new KnownOrder(draft).precedes(edge.key(), t, edge.to())) {
        return true;
      }
    }
    return readsBeforeItWrites(edge.to(), edge.key(), edge.fromValue());
  }

  private boolean readsBeforeItWrites(int t, int key, int value) {
    var isRead = false;
    for (var op : draft.txns().get(t).ops()) {
      if (op.key() == key && op.writes()) {
        return isRead;
      }
      isRead |= op.key() == key && op.kind() == History.READ && op.value() == value;
    }
    return false;
  }

  private boolean writes(Edge edge) {
    return writesValue(edge.from(), edge.key(), edge.fromValue());
  }

  private boolean writesValue(int t, int key, int value) {
    return SingleReads.writesOf(draft.txns().get(t).ops(), key).contains(value);
  }

  private boolean reads(int t, int key, int value) {
    return draft.txns().get(t).ops().stream()
        .anyMatch(op ->
            op.key() == key
                && (op.kind() == History.READ && op.value() == value
                    || op.kind() == History.READ_LIST && op.list().contains(value)));
  }

  private boolean follows(Edge edge) {
    var way = edge.because().subList(0, edge.because().size() - 1);
    var read = edge.because().getLast();
    return edge.because().stream().allMatch(this::holds)
        && way.getFirst().from() == edge.from()
        && way.getLast().to() == read.to()
        && read.from() == edge.to()
        && read.key() == edge.key()
        && writesValue(edge.from(), edge.key(), edge.fromValue())
        && isSeen(way);
  }

  private boolean isSeen(List<Edge> way) {
    for (var i = 1; i < way.size(); i++) {
      if (way.get(i - 1).to() != way.get(i).from()) {
        return false;
      }
    }
    return switch (level) {
      case RC -> way.size() == 1 && way.getFirst().type() == EdgeType.WR;
      case RA -> way.size() == 1 && way.getFirst().type() != EdgeType.WW;
      case CAUSAL -> way.stream().allMatch(e -> e.type() == EdgeType.WR || e.type() == EdgeType.SO);
      default -> way.stream().noneMatch(e -> e.type() == EdgeType.RW);
    };
  }
}
