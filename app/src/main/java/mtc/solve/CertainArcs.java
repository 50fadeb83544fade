package mtc.solve;

import java.util.function.IntConsumer;
import mtc.column.Groups;
import mtc.column.Ints;
import mtc.column.LongNumbers;

/** The arcs that are there whatever is chosen, some of them because of what a variable is. */
final class CertainArcs {
  private static final int NONE = -1;

  private final SortedGraph base;

  // What was added to that.
  private final Ints from = new Ints();
  private final Ints to = new Ints();

  /** Arcs that are so because of a variable, by source and target; and the variable. */
  private final LongNumbers reasoned = new LongNumbers();

  private final Ints because = new Ints();

  /** All of them by source, once somebody has asked for it. */
  private SortedGraph graph;

  CertainArcs(SortedGraph base) {
    this.base = base;
  }

  void add(int source, int target) {
    from.add(source);
    to.add(target);
    graph = null;
  }

  void add(int source, int target, int variable) {
    add(source, target);
    if (reasoned.number(asLong(source, target)) == because.size()) {
      because.add(variable);
    }
  }

  private static long asLong(int source, int target) {
    return (long) source << 32 | target;
  }

  /** The variable that an arc is so because of; -1 if there is none. */
  int because(int source, int target) {
    var number = reasoned.find(asLong(source, target));
    return number < 0 ? NONE : because.get(number);
  }

  SortedGraph graph() {
    if (graph == null) {
      graph = from.size() == 0 ? base : new SortedGraph(base.nodeCount(), this::forEach);
    }
    return graph;
  }

  void forEach(Groups.Member consumer) {
    base.forEachArc(consumer);
    for (var arc = 0; arc < from.size(); arc++) {
      consumer.accept(from.get(arc), to.get(arc));
    }
  }

  /** If they form a cycle: the variables that the arcs of one are so because of. */
  void variablesOfACycle(IntConsumer consumer) {
    var without =
        new SortedGraph(
            base.nodeCount(),
            arcs ->
                forEach((source, target) -> {
                  if (because(source, target) < 0) {
                    arcs.accept(source, target);
                  }
                }));
    if (!without.isAcyclic()) {
      return;
    }
    var growing = new DynamicOrder(without, without.positions());
    for (var i = 0; i < reasoned.size(); i++) {
      var source = (int) (reasoned.key(i) >> 32);
      var target = (int) reasoned.key(i);
      if (!growing.add(source, target)) {
        consumer.accept(because.get(i));
        var path = new Ints();
        growing.pathOnto(source, target, new Ints(), path);
        for (var p = 0; p < path.size(); p++) {
          if (path.get(p) >= 0) {
            consumer.accept(because.get(path.get(p)));
          }
        }
        return;
      }
    }
  }
}
