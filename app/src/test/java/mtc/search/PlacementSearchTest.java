package mtc.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import mtc.check.Log;
import mtc.history.History;
import mtc.history.Status;
import mtc.linear.Groundwork;
import mtc.linear.Placements;
import mtc.linear.ReadRules;
import mtc.search.PlacementSearch.Refutation;
import mtc.solve.Budget;
import mtc.verdict.Anomaly;
import mtc.verdict.Anomaly.Example;
import mtc.verdict.AnomalyKind;
import mtc.verdict.Edge;
import mtc.verdict.EdgeType;
import mtc.verdict.Level;
import mtc.verdict.Verdict;
import mtc.verdict.Verdict.Open;
import mtc.verdict.Verdict.Outcome;
import org.junit.jupiter.api.Test;

/** A search among the ways to tell elements apart leaves none out that a checker would take. */
class PlacementSearchTest {
  /** What a checker finds wrong hangs on the blocks of some keys, and on who committed. */
  private enum Told {
    /** A cycle on one key. */
    ONE_KEY,
    /** A cycle whose step on one key follows from another key. */
    BECAUSE_OF_ANOTHER,
    /** One case on each key. */
    CASES,
    /** No cycle at all. */
    NO_CYCLE,
    /** One case of several, the others of which are no cycles. */
    ONE_CASE
  }

  private History history;
  private AppendBlocks blocks;
  private Groundwork core;

  /** Who appended to one list is open, and who committed on another one. */
  private static final String TWO_LISTS =
      """
      - : a(x,1)
      - : a(x,1)
      - : l(x,[1 1])
      - ?: a(y,1)
      - ?: a(y,1)
      - : l(y,[1])
      """;

  private boolean look(long seed) {
    history =
        seed % 4 == 0 ? Log.of(TWO_LISTS) : AppendBlocksTest.randomLists(seed, (int) seed % 3);
    core = Groundwork.of(history, 3);
    if (core.resolution.lists.openKeys.size() == 0) {
      return false;
    }
    blocks =
        new AppendBlocks(core.versions, core.resolution.lists, ReadRules.STRICT, Budget.UNLIMITED);
    return true;
  }

  private Verdict search(Function<Placements, Verdict> checker) {
    return new PlacementSearch(
            Level.SER, core, core.graph(true).serial(), true, checker, Budget.UNLIMITED)
        .run();
  }

  private static Verdict verdict(Outcome outcome, Anomaly... anomalies) {
    return new Verdict(Level.SER, outcome, List.of(anomalies), Open.NOTHING);
  }

  /** By block: where it begins, or -1. */
  private List<Integer> way(Placements placements) {
    var way = new ArrayList<Integer>();
    for (var b = 0; b < blocks.blockCount(); b++) {
      var begin = -1;
      for (var open = 0; open < blocks.keyCount(); open++) {
        for (var at = 0; blocks.key(open) == blocks.keyOf(b) && at < blocks.size(open); at++) {
          begin = placements.append(blocks.key(open), at) == blocks.append(b, 0) ? at : begin;
        }
      }
      way.add(begin);
    }
    return way;
  }

  /** What a cycle on some keys may hang on: where their blocks stand, and who committed. */
  private List<Integer> of(List<Integer> way, Predicate<Integer> isOfKey) {
    var seen = new ArrayList<Integer>();
    for (var b = 0; b < way.size(); b++) {
      var isIndeterminate = history.status(blocks.owner(b)) == Status.INDETERMINATE;
      seen.add(
          isOfKey.test(blocks.keyOf(b))
              ? way.get(b)
              : isIndeterminate ? Math.min(0, way.get(b)) : -2);
    }
    return seen;
  }

  /** All that the solver allows, found by refusing each as a whole. */
  private Set<List<Integer>> all() {
    var all = new HashSet<List<Integer>>();
    search(placements -> {
      assertTrue(all.add(way(placements)), "the same again");
      return verdict(Outcome.INVALID, anomaly(List.of(), List.of()));
    });
    return all;
  }

  private static Anomaly anomaly(List<Edge> cycle, List<List<Edge>> alternatives) {
    var kind = AnomalyKind.SERIALIZATION_CYCLE;
    var example = new Example(new int[] {0}, -1, cycle, "", alternatives);
    return new Anomaly(kind, kind.elleName(), false, 1, List.of(example));
  }

  private static Edge edge(int key, boolean assumed, Edge... because) {
    return new Edge(0, 1, EdgeType.WW, key, 1, 1, assumed, List.of(because));
  }

  private Anomaly told(Told told) {
    var one = blocks.key(0);
    var other = blocks.key(blocks.keyCount() - 1);
    return switch (told) {
      case ONE_KEY ->
          anomaly(List.of(edge(one, false), Edge.withoutKey(1, 0, EdgeType.SO)), List.of());
      case BECAUSE_OF_ANOTHER -> anomaly(List.of(edge(one, false, edge(other, false))), List.of());
      case CASES -> anomaly(List.of(edge(one, true)), List.of(List.of(edge(other, true))));
      case NO_CYCLE -> anomaly(List.of(), List.of());
      case ONE_CASE -> anomaly(List.of(edge(one, true)), List.of());
    };
  }

  private boolean isOf(Told told, int key) {
    return told != Told.ONE_KEY || key == blocks.key(0);
  }

  @Test
  void whatACheckerWouldTakeIsFound() {
    var found = 0;
    var none = 0;
    for (var seed = 0; seed < 400; seed++) {
      if (!look(seed)) {
        continue;
      }
      var all = all();
      if (all.size() < 2 || all.size() > 60) {
        continue;
      }
      for (var told : Told.values()) {
        var random = new Random(seed);
        var bad = new HashSet<List<Integer>>();
        for (var way : all) {
          if (random.nextInt(5) > 1) {
            bad.add(of(way, key -> isOf(told, key)));
          }
        }
        var isThere = all.stream().anyMatch(way -> !bad.contains(of(way, key -> isOf(told, key))));
        var verdict =
            search(placements ->
                bad.contains(of(way(placements), key -> isOf(told, key)))
                    ? verdict(Outcome.INVALID, told(told))
                    : verdict(Outcome.VALID));
        assertEquals(
            isThere ? Outcome.VALID : Outcome.INVALID, verdict.outcome(), seed + " " + told);
        assertTrue(isThere || !verdict.anomalies().isEmpty());
        found += isThere ? 1 : 0;
        none += isThere ? 0 : 1;
      }
    }
    assertTrue(found > 50 && none > 20, found + " " + none);
  }

  /** Of several things that are wrong, the one that rests on the fewest blocks rules out most. */
  @Test
  void whatRestsOnNoBlockIsWrongWhereverTheyStand() {
    for (var seed = 0; seed < 100; seed++) {
      if (!look(seed) || all().isEmpty()) {
        continue;
      }
      var times = new int[1];
      var cycle = List.of(Edge.withoutKey(0, 1, EdgeType.SO), Edge.withoutKey(1, 0, EdgeType.SO));
      var everywhere = anomaly(cycle, List.of());
      var isCertain =
          IntStream.range(0, blocks.blockCount())
              .noneMatch(b -> history.status(blocks.owner(b)) == Status.INDETERMINATE);
      var verdict =
          search(_ -> {
            times[0]++;
            return verdict(Outcome.INVALID, anomaly(List.of(), List.of()), everywhere);
          });
      assertEquals(Outcome.INVALID, verdict.outcome());
      assertTrue(!isCertain || times[0] == 1, "seed " + seed + " times " + times[0]);
    }
  }

  @Test
  void whatACheckerLeavesOpenStaysOpen() {
    core = Groundwork.of(Log.of("- : a(x,1)\n- : a(x,1)\n- : l(x,[1 1])"), 1);
    assertNull(search(_ -> verdict(Outcome.UNKNOWN)));
    assertNull(search(_ -> null));
  }

  // What is told of it.

  private static final String APART =
      """
      - : a(x,1) r(y,1)
      - : a(x,1) r(z,1)
      - : l(x,[1]) w(y,1) w(z,1)
      - : l(x,[1 1])
      - : a(u,1)
      - : a(u,1)
      - : l(u,[1 1])
      """;

  private Anomaly explain(Refutation... refutations) {
    history = Log.of(APART);
    core = Groundwork.of(history, 1);
    blocks =
        new AppendBlocks(core.versions, core.resolution.lists, ReadRules.STRICT, Budget.UNLIMITED);
    var problem =
        new PlacementProblem(
            blocks, core.versions, core.graph(true).serial(), ReadRules.STRICT, true);
    return new PlacementContradiction(problem, core.origins, List.of(refutations), Budget.UNLIMITED)
        .explain();
  }

  @Test
  void whatAContradictionDoesNotNeedIsNotTold() {
    var cycle = List.of(edge(1, true), Edge.withoutKey(1, 0, EdgeType.RT));
    var alone = explain().examples().getFirst();
    assertEquals(1, alone.alternatives().size());
    var needless = new Refutation(new int[] {2 * blocks.candidatesOf(2)[0] + 1}, List.of(cycle));
    var example = explain(needless, needless).examples().getFirst();
    assertEquals(alone.cycle(), example.cycle());
    assertEquals(alone.alternatives(), example.alternatives());
  }

  /** Wherever the elements of another list stand, a checker found it wrong. */
  @Test
  void whatAContradictionNeedsIsTold() {
    history = Log.of("- : a(u,1)\n- : a(u,1)\n- : l(u,[1 1])");
    core = Groundwork.of(history, 1);
    blocks =
        new AppendBlocks(core.versions, core.resolution.lists, ReadRules.STRICT, Budget.UNLIMITED);
    var cycles = List.of(edge(0, false), Edge.withoutKey(1, 0, EdgeType.RT));
    var verdict = search(_ -> verdict(Outcome.INVALID, anomaly(cycles, List.of())));
    assertEquals(Outcome.INVALID, verdict.outcome());
    var example = verdict.anomalies().getFirst().examples().getFirst();
    assertFalse(example.cycle().isEmpty());
    // Its elements may stand elsewhere, so it is one of the cases.
    assertTrue(example.cycle().getFirst().assumed());
    assertFalse(example.cycle().get(1).assumed());
  }

  @Test
  void withoutABudgetTheReaderIsTold() {
    explain();
    var problem =
        new PlacementProblem(
            blocks, core.versions, core.graph(true).serial(), ReadRules.STRICT, true);
    var anomaly =
        new PlacementContradiction(problem, core.origins, List.of(), () -> true).explain();
    var example = anomaly.examples().getFirst();
    assertEquals(
        "whichever append each of the repeated elements is, there is a cycle; not all cases are"
            + " shown",
        example.hint());
    assertEquals(3, example.transactions()[0]);
  }
}
