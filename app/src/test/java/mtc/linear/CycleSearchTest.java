package mtc.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import mtc.check.Log;
import mtc.history.History;
import mtc.witness.Witness;
import org.junit.jupiter.api.Test;

/** Of the cycles of a small component, none tells more than the one that is told. */
class CycleSearchTest {
  private static final int HISTORIES = 1500;
  private static final int LONG = 2500;
  private static final int VERY_LONG = 12_000;
  private static final int PAIR = 7_000;

  private record Arc(int from, int to, int type) {}

  /** The edges between transactions, and of the cycles the best that an exhaustive search finds. */
  private static final class AllCycles {
    private final Set<Arc> arcs = new HashSet<>();
    private final boolean neverTwoRw;
    private final int transactions;
    private final boolean hasKeys;
    private Cycle best;

    AllCycles(Dependencies dependencies) {
      var graph = dependencies.graph;
      transactions = graph.versions.history.transactionCount();
      hasKeys = graph.nodeCount > transactions;
      neverTwoRw = dependencies.splitsTransactions();
      var isFlow = dependencies == graph.flow();
      for (var to = 0; to < transactions; to++) {
        for (var edge = graph.first[to]; edge < graph.first[to + 1]; edge++) {
          var from = graph.source(edge);
          if (from >= transactions) {
            for (var i = graph.first[from]; i < graph.first[from + 1] && !isFlow; i++) {
              arcs.add(new Arc(graph.source(i), to, Graph.RW));
            }
          } else if (graph.type(edge) != Graph.RW || !isFlow) {
            arcs.add(new Arc(from, to, graph.type(edge)));
          }
        }
        for (var from = 0; from < transactions; from++) {
          if (dependencies.ends() != null && dependencies.ends().isBefore(from, to)) {
            arcs.add(new Arc(from, to, Cycle.RT));
          }
          if (graph.hasSessionOrder && isInOrder(graph.versions.history, from, to)) {
            arcs.add(new Arc(from, to, Graph.SO));
          }
        }
      }
    }

    /** Session order is transitive; all of these logs committed. */
    private static boolean isInOrder(History history, int from, int to) {
      return from < to
          && history.session(from) >= 0
          && history.session(from) == history.session(to);
    }

    Cycle best() {
      for (var start = 0; start < transactions; start++) {
        extend(List.of(start), List.of());
      }
      return best;
    }

    private void extend(List<Integer> path, List<Integer> types) {
      for (var arc : arcs) {
        if (arc.from() != path.getLast()
            || arc.to() < path.getFirst()
            || arc.to() != path.getFirst() && path.contains(arc.to())) {
          continue;
        }
        var longer = new ArrayList<>(types);
        longer.add(arc.type());
        if (arc.to() != path.getFirst()) {
          var further = new ArrayList<>(path);
          further.add(arc.to());
          extend(further, longer);
        } else if (isCycle(longer)) {
          var cycle = cycle(path, longer);
          best = cycle.isBetterThan(best) ? cycle : best;
        }
      }
    }

    int mostRwOfTwo() {
      var most = 0;
      for (var arc : arcs) {
        for (var back : arcs) {
          var types = List.of(arc.type(), back.type());
          if (arc.from() == back.to() && arc.to() == back.from() && isCycle(types)) {
            most = Math.max(most, Collections.frequency(types, Graph.RW));
          }
        }
      }
      return most;
    }

    private boolean isCycle(List<Integer> types) {
      for (var i = 0; i < types.size() && neverTwoRw; i++) {
        if (types.get(i) == Graph.RW && types.get((i + 1) % types.size()) == Graph.RW) {
          return false;
        }
      }
      return true;
    }

    void assertIsOne(Cycle cycle) {
      var seen = new HashSet<Integer>();
      var types = new ArrayList<Integer>();
      for (var i = 0; i < cycle.length(); i++) {
        var to = cycle.transactions()[(i + 1) % cycle.length()];
        assertTrue(arcs.contains(new Arc(cycle.transactions()[i], to, cycle.types()[i])));
        assertTrue(seen.add(to));
        types.add(cycle.types()[i]);
      }
      assertTrue(isCycle(types));
    }
  }

  private static Cycle cycle(List<Integer> transactions, List<Integer> types) {
    return new Cycle(
        transactions.stream().mapToInt(i -> i).toArray(),
        types.stream().mapToInt(i -> i).toArray());
  }

  private static int count(Cycle cycle, int type) {
    return Math.toIntExact(Arrays.stream(cycle.types()).filter(t -> t == type).count());
  }

  /** Fewest RW edges, then real time, then session order, then length. */
  private static List<Integer> rank(Cycle cycle, boolean withLength) {
    return List.of(
        count(cycle, Graph.RW),
        count(cycle, Cycle.RT) > 0 ? 1 : 0,
        count(cycle, Graph.SO) > 0 ? 1 : 0,
        withLength ? cycle.transactions().length : 0);
  }

  /** Who read and wrote what at random: most of it is on cycles. */
  private static String randomLog(Random random) {
    var log = new StringBuilder();
    var size = 3 + random.nextInt(5);
    var keys = 2 + random.nextInt(3);
    for (var t = 0; t < size; t++) {
      var start = random.nextInt(20);
      log.append((char) ('a' + random.nextInt(4)));
      log.append(" %d-%d :".formatted(start, start + random.nextInt(12)));
      var first = random.nextInt(keys);
      for (var key : new int[] {first, (first + 1 + random.nextInt(keys - 1)) % keys}) {
        var isBlind = random.nextInt(12) == 0;
        if (!isBlind) {
          var writer = random.nextInt(size + 2) - 1;
          var value = writer == size || writer == t ? 0 : writer + 1;
          log.append(" r(k%d,%d)".formatted(key, value));
        }
        if (isBlind || random.nextInt(3) == 0) {
          log.append(" w(k%d,%d)".formatted(key, t + 1));
        }
      }
      log.append('\n');
    }
    return log.toString();
  }

  private static List<Dependencies> levels(History history, boolean sessionOrder) {
    var core = Groundwork.of(history, 3);
    var graph = core.graph(sessionOrder);
    var realTime = new RealTime(core.versions, 0);
    return List.of(
        graph.flow(),
        graph.snapshot(),
        graph.serial(),
        new Dependencies.InRealTime(graph.snapshot(), realTime, Witness.Shape.SNAPSHOT),
        new Dependencies.InRealTime(graph.serial(), realTime, Witness.Shape.SERIAL),
        new Dependencies.InRealTime(graph.serial(), realTime.byKey(), Witness.Shape.SERIAL));
  }

  @Test
  void noCycleTellsMoreThanTheOneThatIsFound() {
    var found = new int[6];
    var fewestRw = new int[] {9, 9, 9, 9, 9, 9};
    var mostRwOfTwo = new int[6];
    for (var seed = 0; seed < HISTORIES; seed++) {
      var log = randomLog(new Random(seed));
      var levels = levels(Log.of(log), seed % 4 != 0);
      for (var i = 0; i < levels.size(); i++) {
        var level = levels.get(i);
        mostRwOfTwo[i] = Math.max(mostRwOfTwo[i], new AllCycles(level).mostRwOfTwo());
        if (level.isAcyclic() || !level.weaker().stream().allMatch(Dependencies::isAcyclic)) {
          continue;
        }
        found[i]++;
        var all = new AllCycles(level);
        Cycle best = null;
        var told = new HashSet<List<Integer>>();
        var search = new CycleSearch(level, level.components());
        for (var component = 0; component < level.components().count(); component++) {
          var cycle = search.best(component);
          all.assertIsOne(cycle);
          var arcs =
              IntStream.concat(
                  Arrays.stream(cycle.transactions()).sorted(),
                  Arrays.stream(cycle.types()).sorted());
          assertTrue(told.add(arcs.boxed().toList()), "told twice: " + i + " of\n" + log);
          best = cycle.isBetterThan(best) ? cycle : best;
        }
        // The node of a key counts as a step.
        assertEquals(rank(all.best(), !all.hasKeys), rank(best, !all.hasKeys), i + " of\n" + log);
        fewestRw[i] = Math.min(fewestRw[i], best.count(Graph.RW));
      }
    }
    var levels = levels(Log.of(randomLog(new Random(0))), true);
    for (var i = 0; i < levels.size(); i++) {
      assertEquals(fewestRw[i], levels.get(i).leastRw());
      assertEquals(mostRwOfTwo[i], levels.get(i).mostRwOfTwo());
    }
    for (var count : found) {
      assertTrue(count > 10, () -> Arrays.toString(found));
    }
  }

  /** Each read from the next one; the first comes before the last in one of three ways. */
  @Test
  void aLongCycleIsFoundAsAWhole() {
    for (var closing : List.of(Graph.WR, Graph.SO, Cycle.RT)) {
      var log = new StringBuilder();
      for (var t = 0; t < LONG; t++) {
        var isEnd = t == 0 || t == LONG - 1;
        log.append(isEnd && closing == Graph.SO ? "a" : "-");
        var start = closing == Cycle.RT && t == LONG - 1 ? 3 : 1;
        var end = closing == Cycle.RT && t == 0 ? 2 : 9;
        log.append(" %d-%d :".formatted(start, end));
        if (t < LONG - 1 || closing == Graph.WR) {
          log.append(" r(k%d,1)".formatted((t + 1) % LONG));
        }
        log.append(" w(k%d,1)\n".formatted(t));
      }
      var cyclic = 0;
      for (var level : levels(Log.of(log.toString()), true)) {
        if (!level.isAcyclic()) {
          cyclic++;
          var cycle = new CycleSearch(level, level.components()).best(0);
          assertEquals(LONG, cycle.transactions().length);
          assertEquals(1, closing == Graph.WR ? 1 : count(cycle, closing));
        }
      }
      assertEquals(closing == Cycle.RT ? 2 : 6, cyclic);
      if (closing == Graph.WR) {
        var withoutSessions = levels(Log.of(log.toString()), false).get(0);
        var search = new CycleSearch(withoutSessions, withoutSessions.components());
        assertEquals(LONG, search.best(0).length());
      }
    }
  }

  /** However long the cycles around it are, and wherever it is. */
  @Test
  void aCycleOfTwoIsFoundAmongLongOnes() {
    for (var isOfReads : new boolean[] {false, true}) {
      var log = new StringBuilder();
      for (var t = 0; t < VERY_LONG; t++) {
        var next = (t + 1) % VERY_LONG;
        log.append("- 1-9 : r(k%d,%d) r(k%d,0) w(k%d,1)".formatted(next, isOfReads ? 1 : 0, t, t));
        if (t == PAIR) {
          log.append(" r(p,0) w(p,1)");
        } else if (t == PAIR + 1) {
          log.append(isOfReads ? " r(p,1)" : " r(p,0)");
        }
        log.append('\n');
      }
      var levels = levels(Log.of(log.toString()), true);
      var level = isOfReads ? levels.get(0) : levels.get(2);
      var cycle = new CycleSearch(level, level.components()).best(0);
      assertEquals(
          Set.of(PAIR, PAIR + 1), Set.of(cycle.transactions()[0], cycle.transactions()[1]));
      assertEquals(2, cycle.length());
    }
  }

  /**
   * The first transaction and the second lead to each other only by way of a cycle that returns to
   * the second: that one is told.
   */
  @Test
  void aDetourThatReturnsToATransactionIsTheCycle() {
    var log =
        """
        - 1-100 : r(a,0) r(b,0) w(b,1)
        - 1-2 : r(b,0) r(a,0) w(a,1) r(v,1)
        - 5-6 : r(u,0) w(u,1)
        - 1-100 : r(u,1) r(v,0) w(v,1)
        """;
    var level = levels(Log.of(log), true).get(3);
    assertEquals(1, level.components().count());
    var cycle = new CycleSearch(level, level.components()).best(0);
    new AllCycles(level).assertIsOne(cycle);
    assertEquals(List.of(0, 1, 0, 3), rank(cycle, true));
  }

  /**
   * From s, and from the snapshot of t, all ways back lead through t and on to s: past the end of t
   * in real time, along a long line of reads, to its snapshot. The part from t to t is the cycle.
   */
  @Test
  void aLongDetourThatReturnsToATransactionIsTheCycle() {
    var s = "- 1-100 : r(k,0) w(k,1)\n- 1-100 : r(k,1) r(p,0)\n";
    var t = "- 1-2 : r(line%d,1) r(k,0) r(p,0) w(p,1)\n".formatted(LONG);
    var line = new StringBuilder("- 5-100 : w(line0,1)\n");
    for (var i = 1; i <= LONG; i++) {
      line.append("- 1-100 : r(line%d,1) w(line%d,1)%n".formatted(i - 1, i));
    }
    for (var log : List.of(s + t + line, t + s + line, line + s + t, line + t + s)) {
      var level = levels(Log.of(log), true).get(3);
      assertTrue(level.weaker().stream().allMatch(Dependencies::isAcyclic));
      assertEquals(1, level.components().count());
      var cycle = new CycleSearch(level, level.components()).best(0);
      new AllCycles(level).assertIsOne(cycle);
      assertEquals(List.of(0, 1, 0, LONG + 2), rank(cycle, true));
    }
  }

  /** The lines of a log, each in its turn the first one. */
  private static List<String> turned(String log) {
    var lines = log.strip().lines().toList();
    var all = new ArrayList<String>();
    for (var first = 0; first < lines.size(); first++) {
      var turned = new ArrayList<>(lines.subList(first, lines.size()));
      turned.addAll(lines.subList(0, first));
      all.add(String.join("\n", turned));
    }
    return all;
  }

  private static List<Integer> rankOfBest(Dependencies level) {
    assertEquals(1, level.components().count());
    var cycle = new CycleSearch(level, level.components()).best(0);
    new AllCycles(level).assertIsOne(cycle);
    return rank(cycle, true);
  }

  @Test
  void ofTwoRingsTheShorterOneIsTold() {
    var rings =
        """
        - : r(a,1) w(b,1)
        - : r(b,1) w(c,1)
        - : r(c,1) w(d,1)
        - : r(d,1) w(a,1) w(e,1) r(g,1)
        - : r(e,1) w(f,1)
        - : r(f,1) w(g,1)
        """;
    for (var log : turned(rings)) {
      assertEquals(List.of(0, 0, 0, 3), rankOfBest(levels(Log.of(log), true).get(0)));
    }
  }

  /** From each of them there is a shorter way back with session order. */
  @Test
  void aRingOfReadsAloneIsToldThoughShorterOnesHaveSessionOrder() {
    var log =
        """
        a : r(d,1) w(e,1)
        a : r(b,1) w(c,1)
        a : r(e,1) w(a,1)
        - : r(a,1) w(b,1)
        - : r(c,1) w(d,1)
        """;
    assertEquals(List.of(0, 0, 0, 5), rankOfBest(levels(Log.of(log), true).get(0)));
    assertEquals(List.of(0, 0, 0, 5), rankOfBest(levels(Log.of(log), true).get(2)));
  }

  /** The two last ones overwrote what each other read, which snapshots allow. */
  @Test
  void aWriteSkewWithinALongForkIsNotWhatSnapshotsForbid() {
    var fork =
        """
        - : r(x,0) w(x,1)
        - : r(y,0) w(y,1)
        - : r(x,1) r(y,0) r(a,0) r(b,0) w(b,1)
        - : r(x,0) r(y,1) r(a,0) r(b,0) w(a,1)
        """;
    for (var log : turned(fork)) {
      assertEquals(List.of(2, 0, 0, 4), rankOfBest(levels(Log.of(log), true).get(1)));
    }
  }

  /** The first one comes after the last one in real time, and after one in between. */
  @Test
  void stepsOfRealTimeAreOneWhereALongCycleBegins() {
    var log = new StringBuilder("- 7-9 : w(k0,1)\n- 4-5 : r(u,0)\n");
    for (var t = 1; t < LONG; t++) {
      var time = t == LONG - 1 ? "1-2" : "1-99";
      log.append("- %s : r(k%d,1) w(k%d,1)%n".formatted(time, t - 1, t));
    }
    for (var i : new int[] {3, 4}) {
      assertEquals(List.of(0, 1, 0, LONG), rankOfBest(levels(Log.of(log.toString()), true).get(i)));
    }
  }

  /** The fewest RW edges, and the shortest way with those, over all starts and kinds of edges. */
  private static List<Integer> leastRank(AllCycles all) {
    for (var rw = 0; ; rw++) {
      for (var needs = 0; needs < 4; needs++) {
        var least = Integer.MAX_VALUE;
        for (var start = 0; start < all.transactions; start++) {
          least = Math.min(least, shortest(all, start, rw, needs));
        }
        if (least < Integer.MAX_VALUE) {
          return List.of(rw, needs >> 1, needs & 1, least);
        }
      }
    }
  }

  /** Breadth first over (node, RW edges so far, whether the last edge was one). */
  private static int shortest(AllCycles all, int start, int rw, int needs) {
    var isSeen = new HashSet<List<Integer>>();
    for (var firstIsRw = 0; firstIsRw < 2; firstIsRw++) {
      var layer = List.of(List.of(start, 0, 2));
      for (var length = 1; !layer.isEmpty(); length++) {
        var next = new ArrayList<List<Integer>>();
        for (var state : layer) {
          for (var arc : all.arcs) {
            var isRw = arc.type() == Graph.RW ? 1 : 0;
            var count = state.get(1) + isRw;
            if (arc.from() != state.get(0)
                || count > rw
                || arc.type() == Graph.SO && (needs & 1) == 0
                || arc.type() == Cycle.RT && (needs & 2) == 0
                || state.get(2) == 2 && isRw != firstIsRw
                || all.neverTwoRw && state.get(2) == 1 && isRw == 1) {
              continue;
            }
            if (arc.to() == start
                && count == rw
                && !(all.neverTwoRw && isRw == 1 && firstIsRw == 1)) {
              return length;
            }
            var reached = List.of(arc.to(), count, isRw);
            if (isSeen.add(List.of(firstIsRw, arc.to(), count, isRw))) {
              next.add(reached);
            }
          }
        }
        layer = next;
      }
    }
    return Integer.MAX_VALUE;
  }

  /** A few reads of each: cycles are long, and lead through several of the same kind. */
  @Test
  void noCycleTellsMoreInSparseLogs() {
    var found = new int[6];
    for (var seed = 0; seed < 600; seed++) {
      var random = new Random(seed);
      var log = new StringBuilder();
      var size = 8 + random.nextInt(4);
      for (var t = 0; t < size; t++) {
        var start = random.nextInt(60);
        log.append((char) ('a' + random.nextInt(6)));
        log.append(" %d-%d :".formatted(start, start + 10 + random.nextInt(30)));
        for (var reads = 1 + random.nextInt(2); reads > 0; reads--) {
          var from = random.nextInt(size);
          log.append(from == t ? "" : " r(k%d,%d)".formatted(from, random.nextInt(3) == 0 ? 1 : 0));
        }
        log.append(" r(k%d,0) w(k%d,1)%n".formatted(t, t));
      }
      var levels = levels(Log.of(log.toString()), seed % 4 != 0);
      for (var i = 0; i < levels.size(); i++) {
        var level = levels.get(i);
        if (level.isAcyclic() || !level.weaker().stream().allMatch(Dependencies::isAcyclic)) {
          continue;
        }
        found[i]++;
        Cycle best = null;
        var search = new CycleSearch(level, level.components());
        for (var component = 0; component < level.components().count(); component++) {
          var cycle = search.best(component);
          best = cycle.isBetterThan(best) ? cycle : best;
        }
        assertEquals(leastRank(new AllCycles(level)), rank(best, true), i + " of\n" + log);
      }
    }
    for (var count : found) {
      assertTrue(count > 10, () -> Arrays.toString(found));
    }
  }

  /**
   * Four overwrote and read each other in a ring; from two of them, RW leads on to a longer way
   * back as well. A search from any of the four comes to both ways, and the shorter one is told.
   */
  @Test
  void ofTwoWaysBackTheShorterOneIsTold() {
    var byReads =
        """
        - : r(a,0) r(c,3) r(e,1)
        - : r(a,0) w(a,1) r(x,0)
        - : r(a,1) r(b,0) r(g,1)
        - : r(b,0) w(b,1) r(y,0) w(c,3)
        - : r(x,0) w(x,1)
        - : r(x,1) w(d,1)
        - : r(d,1) w(e,1)
        - : r(y,0) w(y,1)
        - : r(y,1) w(f,1)
        - : r(f,1) w(g,1)
        """;
    for (var log : turned(byReads)) {
      assertEquals(List.of(2, 0, 0, 4), rankOfBest(levels(Log.of(log), true).get(2)));
    }
    var bySessions =
        """
        - : r(a,0) w(a,1) r(x,0)
        t : r(b,0) w(b,1) r(y,0)
        u : r(x,0) w(x,1)
        u : w(d,1)
        t : r(d,1)
        v : r(y,0) w(y,1)
        v : w(f,1)
        s : r(f,1)
        t : r(a,0)
        s : r(b,0) r(a,1)
        """;
    assertEquals(List.of(2, 0, 1, 4), rankOfBest(levels(Log.of(bySessions), true).get(2)));
    var byTime =
        """
        - 0-4 : r(b,0) w(b,1) r(y,0) r(t,0)
        - 5-9 : r(a,0) r(t,0) r(m,0)
        - 3-9 : r(b,0) r(a,1) r(n,0)
        - 1-9 : r(a,0) w(a,1) r(x,0)
        - 1-2 : r(x,0) w(x,1) r(o,0)
        - 3-4 : r(o,0) w(d,1)
        - 3-4 : r(d,1) r(m,0)
        - 0-0 : r(y,0) w(y,1) r(q,0)
        - 1-1 : r(q,0) w(f,1)
        - 1-2 : r(f,1) r(n,0)
        """;
    for (var log : turned(byTime)) {
      assertEquals(List.of(2, 1, 0, 4), rankOfBest(levels(Log.of(log), true).get(5)));
    }
  }

  /** Others have session order, and the two also read what they overwrote. */
  @Test
  void ofCyclesOfTwoTheOneThatTellsMostIsFoundAmongLongOnes() {
    var log = new StringBuilder();
    for (var t = 0; t < VERY_LONG; t++) {
      var inSession = t % 3_000 / 2 == 1_499;
      log.append(inSession ? "s%d".formatted(t / 2) : "-");
      log.append(" 1-9 : r(k%d,1) r(k%d,0) w(k%d,1)".formatted((t + 1) % VERY_LONG, t, t));
      if (t == PAIR) {
        log.append(" r(p,0) w(p,1) r(y,0) r(z,0) w(z,1)");
      } else if (t == PAIR + 1) {
        log.append(" r(p,1) r(z,0) r(y,0) w(y,1)");
      }
      log.append('\n');
    }
    var level = levels(Log.of(log.toString()), true).get(0);
    var cycle = new CycleSearch(level, level.components()).best(0);
    assertEquals(Set.of(PAIR, PAIR + 1), Set.of(cycle.transactions()[0], cycle.transactions()[1]));
    assertEquals(List.of(0, 0, 0, 2), rank(cycle, true));
  }
}
