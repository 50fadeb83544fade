package mtc.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mtc.verdict.Anomaly.Example;
import mtc.verdict.Edge;
import mtc.verdict.EdgeType;
import mtc.verdict.Level;

/**
 * Verifies a counterexample that has a cycle for each way that what is open could go: every case is
 * a closed cycle that violates the level, what it does not assume holds in any case, and there is
 * no {@link Worlds world} without one of the cycles.
 */
final class CasesVerifier {
  private final Draft draft;
  private final Level level;
  private final boolean sessionOrder;
  private final List<List<Edge>> cases = new ArrayList<>();

  private CasesVerifier(Draft draft, Level level, boolean sessionOrder, Example example) {
    this.draft = draft;
    this.level = level;
    this.sessionOrder = sessionOrder;
    cases.add(example.cycle());
    cases.addAll(example.alternatives());
  }

  static boolean isAboutCases(Example example) {
    return !example.alternatives().isEmpty() || example.cycle().stream().anyMatch(Edge::assumed);
  }

  /** What is wrong with the cases; null if nothing is. */
  static String fault(Draft draft, Level level, boolean sessionOrder, Example example) {
    return new CasesVerifier(draft, level, sessionOrder, example).fault(example);
  }

  private String fault(Example example) {
    for (var cycle : cases) {
      if (!isClosed(cycle)) {
        return "a case that is no cycle: " + cycle;
      }
      if (!violatesLevel(cycle)) {
        return "a case that " + level + " allows: " + cycle;
      }
    }
    for (var t : example.transactions()) {
      if (cases.stream()
          .noneMatch(c -> c.stream().flatMapToInt(Edge::involved).anyMatch(e -> e == t))) {
        return "T" + t + " is in no case";
      }
    }
    return draft.hasLists() ? null : faultOfWorlds(example);
  }

  private String faultOfWorlds(Example example) {
    var keys =
        cases.stream()
            .flatMap(List::stream)
            .filter(e -> e.key() >= 0)
            .map(Edge::key)
            .distinct()
            .toList();
    var worlds = new Worlds(draft, keys);
    for (var cycle : cases) {
      for (var edge : cycle) {
        if (!edge.assumed()
            && Boolean.FALSE.equals(worlds.all(w -> holdsOrIsOut(edge, w, worlds)))) {
          return "an edge that need not hold: " + edge;
        }
      }
    }
    if (example.hint().contains("not all cases")) {
      return null;
    }
    return Boolean.FALSE.equals(new Worlds(draft, keys).all(this::hasOneOfTheCycles))
        ? "a way to order it without any of the cycles"
        : null;
  }

  private boolean holdsOrIsOut(Edge edge, Map<Integer, Worlds.Register> world, Worlds worlds) {
    return !worlds.takesPart(edge.from()) || !worlds.takesPart(edge.to()) || holds(edge, world);
  }

  private boolean hasOneOfTheCycles(Map<Integer, Worlds.Register> world) {
    return cases.stream().anyMatch(c -> c.stream().allMatch(e -> holds(e, world)));
  }

  private boolean holds(Edge edge, Map<Integer, Worlds.Register> world) {
    var register = world.get(edge.key());
    return switch (edge.type()) {
      case SO -> sessionOrder && draft.sessionOrder(edge.from(), edge.to());
      case RT -> draft.realTimeOrder(edge.from(), edge.to());
      case WR -> register.sources().getOrDefault(edge.to(), edge.to()) == edge.from();
      case WW -> register.isBefore(edge.from(), edge.to());
      case RW ->
          edge.from() != edge.to()
              && register.sources().containsKey(edge.from())
              && register.isBefore(register.sources().get(edge.from()), edge.to());
    };
  }

  private static boolean isClosed(List<Edge> cycle) {
    var isClosed = !cycle.isEmpty();
    for (var i = 0; i < cycle.size(); i++) {
      isClosed &= cycle.get(i).to() == cycle.get((i + 1) % cycle.size()).from();
    }
    return isClosed;
  }

  private boolean violatesLevel(List<Edge> cycle) {
    if (level == Level.SSER || level == Level.LIN) {
      return true;
    }
    if (level == Level.PSI && cycle.stream().filter(e -> e.type() == EdgeType.RW).count() > 1) {
      return false;
    }
    for (var i = 0; i < cycle.size(); i++) {
      var edge = cycle.get(i);
      var next = cycle.get((i + 1) % cycle.size());
      // Two who read one version and both overwrote it is what no level allows.
      var isLostUpdate = cycle.size() == 2 && edge.key() == next.key();
      if (edge.type() == EdgeType.RT
          || level == Level.SI
              && edge.type() == EdgeType.RW
              && next.type() == EdgeType.RW
              && !isLostUpdate) {
        return false;
      }
    }
    return true;
  }
}
