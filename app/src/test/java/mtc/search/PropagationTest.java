package mtc.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
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
        new Violations(core.origins, findings, known(core, isSnapshot)).find();
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
    return new OrderSearch(problem(core, isSnapshot), paths, null, Budget.UNLIMITED);
  }

  /** Blind writes and read-modify-writes one after the other; now and then a read sees the past. */
  private static History history(Random random) {
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
}
