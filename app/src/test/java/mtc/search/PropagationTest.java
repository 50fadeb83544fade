package mtc.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Random;
import mtc.check.Log;
import mtc.history.History;
import mtc.history.Status;
import mtc.linear.Dependencies;
import mtc.linear.Groundwork;
import mtc.linear.Violations;
import mtc.solve.AcyclicSolver.Result;
import mtc.solve.Budget;
import mtc.verdict.Level;
import mtc.witness.Replay;
import org.junit.jupiter.api.Test;

/** What follows by itself changes no verdict, on histories too long for a brute-force oracle. */
class PropagationTest {
  private static final int SESSIONS = 4;
  private static final int KEYS = 4;

  @Test
  void aSearchComesToTheSameWithAndWithoutIt() {
    var counts = new EnumMap<Result, Integer>(Result.class);
    for (var seed = 0; seed < 1000; seed++) {
      var history = history(new Random(seed));
      for (var isSnapshot : new boolean[] {false, true}) {
        var core = Groundwork.of(history, 1);
        var findings = core.findings.violating(Level.SER);
        new Violations(core, findings, known(core, isSnapshot)).find();
        if (!findings.isEmpty()) {
          continue;
        }
        var with = search(core, isSnapshot);
        var result = with.run(0);
        assertEquals(search(core, isSnapshot).run(), result, "seed " + seed);
        counts.merge(result, 1, Integer::sum);
        if (result == Result.SATISFIABLE) {
          assertNull(new Replay(history, true, 0).refute(with.witness()), "seed " + seed);
        } else {
          assertExplained(core, with, seed);
        }
      }
    }
    assertTrue(counts.get(Result.SATISFIABLE) > 50, counts::toString);
    assertTrue(counts.get(Result.UNSATISFIABLE) > 20, counts::toString);
  }

  /** The questions that a failure involved are enough for it, however much had been settled. */
  private static void assertExplained(Groundwork core, OrderSearch search, int seed) {
    var problem = search.problem;
    var alone = SolverProblem.of(problem, search.involved()).solver.solve(Budget.UNLIMITED);
    assertEquals(Result.UNSATISFIABLE, alone, "seed " + seed);
    var anomaly =
        new Contradiction(search, core.origins, Budget.UNLIMITED).explain(search::involved);
    var cycle = anomaly.examples().getFirst().cycle();
    assertTrue(!cycle.isEmpty(), "seed " + seed);
    assertEquals(cycle.getFirst().from(), cycle.getLast().to(), "seed " + seed);
  }

  private static OpenProblem problem(Groundwork core, boolean isSnapshot) {
    var reads = new OpenReads(core.versions, core.resolution, Budget.UNLIMITED);
    var chains = new OpenChains(core.versions, reads.keys, reads.mayHaveCommitted);
    return new OpenProblem(chains, reads, known(core, isSnapshot), true);
  }

  private static Dependencies known(Groundwork core, boolean isSnapshot) {
    return isSnapshot ? core.graph(true).snapshot() : core.graph(true).serial();
  }

  private static OrderSearch search(Groundwork core, boolean isSnapshot) {
    var paths = Paths.ofSessions(core.versions.history, true);
    return new OrderSearch(problem(core, isSnapshot), paths, null, null, Budget.UNLIMITED);
  }

  /** Blind writes and read-modify-writes one after the other; now and then a read sees the past. */
  static History history(Random random) {
    var log = Log.builder();
    var holds = new int[KEYS];
    var held = new int[KEYS];
    var values = 0;
    var staleness = random.nextInt(3) * 0.01;
    var repeats = random.nextInt(3) == 0;
    for (var t = 0; t < 60; t++) {
      log.begin(log.session(log.scalars().integer(random.nextInt(SESSIONS))), t, t + 1);
      for (var key = 0; key < KEYS; key++) {
        var name = log.key(log.scalars().integer(key));
        var choice = random.nextInt(6);
        if (choice == 1 || choice == 2) {
          var seen = random.nextDouble() < staleness ? held[key] : holds[key];
          log.operation(History.READ, name, log.scalars().integer(seen));
        }
        if (choice == 2 || choice == 3) {
          held[key] = holds[key];
          holds[key] = repeats && random.nextInt(8) == 0 ? Math.max(1, values) : ++values;
          log.operation(History.WRITE, name, log.scalars().integer(holds[key]));
        }
      }
      log.end(Status.COMMITTED);
    }
    return log.build();
  }

  /**
   * Each on a snapshot that may be some transactions old; what another wrote since, it does not
   * write.
   */
  static History snapshots(Random random) {
    var log = Log.builder();
    var states = new ArrayList<int[]>(List.of(new int[KEYS]));
    var lastOf = new int[SESSIONS];
    var values = 0;
    for (var t = 0; t < 50; t++) {
      var session = random.nextInt(SESSIONS);
      log.begin(log.session(log.scalars().integer(session)), t, t + 1);
      var now = states.getLast().clone();
      var age = random.nextInt(6);
      var seen = states.get(Math.max(lastOf[session], states.size() - 1 - age));
      for (var key = 0; key < KEYS; key++) {
        var name = log.key(log.scalars().integer(key));
        var choice = random.nextInt(6);
        if (choice == 1 || choice == 2) {
          log.operation(History.READ, name, log.scalars().integer(seen[key]));
        }
        if ((choice == 2 || choice == 3) && seen[key] == now[key]) {
          now[key] = ++values;
          log.operation(History.WRITE, name, log.scalars().integer(values));
        }
      }
      log.end(Status.COMMITTED);
      states.add(now);
      lastOf[session] = states.size() - 1;
    }
    return log.build();
  }

  /** Straight from the rule, pair by pair, until nothing more follows. */
  @Test
  void allThatFollowsIsSettled() {
    var settled = 0;
    var open = 0;
    var contradictions = 0;
    for (var seed = 0; seed < 160; seed++) {
      var random = new Random(seed);
      var history = seed % 4 == 0 ? snapshots(random) : history(random);
      var core = Groundwork.of(history, 1);
      var problem = problem(core, seed % 2 == 0);
      if (!problem.knownGraph().isAcyclic()) {
        continue;
      }
      var paths = Paths.ofSessions(history, true);
      var propagation = new Propagation(problem, Budget.UNLIMITED);
      var fits = propagation.run(paths);
      var before = allThatFollows(problem, paths);
      assertEquals(before != null, fits, "seed " + seed);
      if (before == null) {
        contradictions++;
        var asked = new BitSet();
        propagation.addReasons(asked);
        assertEquals(
            Result.UNSATISFIABLE,
            SolverProblem.of(problem, asked).solver.solve(Budget.UNLIMITED),
            "seed " + seed);
        continue;
      }
      for (var a = 0; a < before.length; a++) {
        for (var b = 0; b < before.length; b++) {
          if (a != b && areOfOneKey(problem, a, b)) {
            assertEquals(before[a][b], propagation.isBefore(a, b), "seed " + seed);
            var isOpen = a < b && !before[a][b] && !before[b][a];
            var order = before[a][b] == a < b ? 1 : -1;
            assertEquals(
                before[a][b] || before[b][a] ? order : 0,
                propagation.order(problem.before(a, b) >> 1),
                "seed " + seed);
            if (before[a][b] && random.nextInt(8) == 0) {
              assertReasonsAreEnough(problem, propagation, a, b, seed);
            }
            settled += before[a][b] ? 1 : 0;
            open += isOpen ? 1 : 0;
          }
        }
      }
    }
    assertTrue(settled > 500 && open > 200, settled + " " + open);
    assertTrue(contradictions > 0, "contradictions " + contradictions);
  }

  /** With what settled an order, the opposite one contradicts itself. */
  private static void assertReasonsAreEnough(
      OpenProblem problem, Propagation propagation, int chain, int later, int seed) {
    var asked = new BitSet();
    asked.set(problem.before(chain, later) >> 1);
    propagation.addReasons(asked);
    var encoding = SolverProblem.of(problem, asked);
    encoding.assume(problem.before(later, chain));
    assertEquals(Result.UNSATISFIABLE, encoding.solver.solve(Budget.UNLIMITED), "seed " + seed);
  }

  /** Where there is nothing to go by, or no room, all pairs stay open. */
  @Test
  void withoutPathsOrRoomNothingIsSettled() {
    var history = history(new Random(5));
    var problem = problem(Groundwork.of(history, 1), false);
    var none = new Propagation(problem, Budget.UNLIMITED);
    assertTrue(none.run(Paths.ofSessions(history, false)));
    assertAllOpen(problem, none);
    var paths = Paths.ofSessions(history, true);
    var bytes = new long[1];
    var noRoom = new Propagation(problem, room(Long.MAX_VALUE, bytes));
    assertTrue(noRoom.run(paths));
    // What each node leads to on each path, and how many of each lane come before each chain.
    var lanes = new Lanes(problem.chains, paths);
    var numbers = (long) problem.nodeCount() * paths.count;
    for (var place = 0; place < problem.chains.keyCount(); place++) {
      numbers += (long) lanes.count(place) * problem.chains.chainsOf(place);
    }
    assertTrue(bytes[0] >= Integer.BYTES * numbers && bytes[0] < 20 * numbers, "" + bytes[0]);
    noRoom = new Propagation(problem, room(bytes[0] - 1, bytes));
    assertTrue(noRoom.run(paths));
    assertAllOpen(problem, noRoom);
    var asked = new BitSet();
    noRoom.addReasons(asked);
    assertTrue(asked.isEmpty());
  }

  private static Budget room(long most, long[] asked) {
    return new Budget() {
      @Override
      public boolean isExhausted() {
        return false;
      }

      @Override
      public boolean allows(long bytes) {
        asked[0] = Math.max(asked[0], bytes);
        return bytes <= most;
      }
    };
  }

  private static void assertAllOpen(OpenProblem problem, Propagation propagation) {
    for (var a = 0; a < problem.chains.count(); a++) {
      for (var b = 0; b < problem.chains.count(); b++) {
        assertFalse(propagation.isBefore(a, b));
        assertTrue(a == b || propagation.order(problem.before(a, b) >> 1) == 0);
      }
    }
    propagation.forEachArc((_, _, _) -> fail("an arc"));
  }

  private static boolean areOfOneKey(OpenProblem problem, int chain, int other) {
    var history = problem.versions.history;
    return history.key(problem.chains.head.get(chain))
        == history.key(problem.chains.head.get(other));
  }

  /** By two chains: whether the one is known to come before the other; null if there is a cycle. */
  private static boolean[][] allThatFollows(OpenProblem problem, Paths paths) {
    var chains = problem.chains;
    var before = new boolean[chains.count()][chains.count()];
    for (var a = 0; a < chains.count(); a++) {
      for (var b = 0; b < chains.count(); b++) {
        var head = chains.headOwner(a);
        var later = chains.headOwner(b);
        before[a][b] =
            a != b
                && areOfOneKey(problem, a, b)
                && paths.pathOf[head] >= 0
                && paths.pathOf[head] == paths.pathOf[later]
                && paths.placeOf[head] < paths.placeOf[later];
      }
    }
    while (true) {
      var leads = closure(problem, before);
      for (var node = 0; node < leads.length; node++) {
        if (leads[node].get(node)) {
          return null;
        }
      }
      var isNew = false;
      for (var a = 0; a < chains.count(); a++) {
        for (var b = 0; b < chains.count(); b++) {
          if (a != b
              && areOfOneKey(problem, a, b)
              && !before[b][a]
              && isRuledOut(problem, leads, a, b)) {
            before[b][a] = true;
            isNew = true;
          }
        }
      }
      if (!isNew) {
        return before;
      }
    }
  }

  private static boolean isRuledOut(OpenProblem problem, BitSet[] leads, int chain, int later) {
    var head = problem.chains.headOwner(later);
    var last = problem.chains.last.get(chain);
    var versions = problem.versions;
    if (leads[problem.write(head)].get(problem.commit(versions.owner(last)))
        || problem.write(head) == problem.commit(versions.owner(last))) {
      return true;
    }
    for (var reader = versions.reader(last); reader >= 0; reader = versions.reader(reader)) {
      if (leads[problem.commit(head)].get(problem.snapshot(versions.owner(reader)))
          || problem.commit(head) == problem.snapshot(versions.owner(reader))) {
        return true;
      }
    }
    return false;
  }

  private static BitSet[] closure(OpenProblem problem, boolean[][] before) {
    var leads = new BitSet[problem.nodeCount()];
    Arrays.setAll(leads, _ -> new BitSet());
    problem.known((from, to) -> leads[from].set(to));
    var chains = problem.chains;
    for (var a = 0; a < before.length; a++) {
      for (var b = 0; b < before.length; b++) {
        if (before[a][b]) {
          var head = chains.headOwner(b);
          leads[problem.commit(chains.lastOwner(a))].set(problem.write(head));
          leads[problem.endOf(a)].set(problem.overwrite(head));
        }
      }
    }
    for (var via = 0; via < leads.length; via++) {
      for (var from = 0; from < leads.length; from++) {
        if (leads[from].get(via)) {
          leads[from].or(leads[via]);
        }
      }
    }
    return leads;
  }
}
