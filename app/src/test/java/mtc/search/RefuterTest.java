package mtc.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Random;
import mtc.check.CheckOptions;
import mtc.check.Checker;
import mtc.check.Log;
import mtc.column.Ints;
import mtc.history.History;
import mtc.linear.CommitCheck;
import mtc.linear.Dependencies;
import mtc.linear.Groundwork;
import mtc.linear.ReadRules;
import mtc.solve.AcyclicSolver.Result;
import mtc.solve.Budget;
import mtc.verdict.Level;
import mtc.verdict.Verdict.Outcome;
import mtc.witness.Replay;
import org.junit.jupiter.api.Test;

/**
 * What is refuted at levels that a commit order decides is wrong with every other choice beside.
 */
class RefuterTest {
  private static final Level[] LEVELS = {Level.PL2, Level.RC, Level.RA, Level.CAUSAL};
  private static final int MOST_CHOICES = 300;

  private Level level;
  private boolean sessionOrder;
  private Groundwork core;
  private OpenProblem problem;
  private OrderSearch search;

  /** Who committed, and what each open read saw: a source of the problem, or -1. */
  private record Choice(boolean[] committed, int[] seen) {}

  private boolean look(History history, Level of, boolean inSessions) {
    level = of;
    sessionOrder = inSessions;
    core = Groundwork.of(history, 3, null, ReadRules.at(level));
    var reads = new OpenReads(core.versions, core.resolution, Budget.UNLIMITED);
    if (reads.count() == 0
        || !core.findings.violating(level).isEmpty()
        || !reads.sourceless(1).isEmpty()) {
      return false;
    }
    var known = new CommitCheck(core, level, sessionOrder).known();
    var chains = OpenChains.none(core.versions, reads.mayHaveCommitted);
    problem = new OpenProblem(chains, reads, known, sessionOrder);
    var refuter = Refuter.of(level, core, problem, sessionOrder, Budget.UNLIMITED);
    search =
        new OrderSearch(
            problem, Paths.ofSessions(history, sessionOrder), null, refuter, Budget.UNLIMITED);
    return true;
  }

  /** All that can be chosen; null if that is too much to look at. */
  private List<Choice> choices() {
    var choices = new ArrayList<Choice>();
    var may = new Ints();
    var mayHave = problem.reads.mayHaveCommitted;
    for (var t = 0; mayHave != null && t < mayHave.length; t++) {
      if (mayHave[t]) {
        may.add(t);
      }
    }
    for (var subset = 0; may.size() < 5 && subset < 1 << may.size(); subset++) {
      var committed = new boolean[problem.versions.history.transactionCount()];
      for (var t = 0; t < committed.length; t++) {
        committed[t] = problem.versions.takesPart(t);
      }
      for (var i = 0; i < may.size(); i++) {
        committed[may.get(i)] |= (subset >> i & 1) == 1;
      }
      var seen = new int[problem.reads.count()];
      Arrays.fill(seen, -1);
      if (!add(0, committed, seen, choices)) {
        return null;
      }
    }
    return may.size() < 5 ? choices : null;
  }

  private boolean add(int read, boolean[] committed, int[] seen, List<Choice> choices) {
    if (read == seen.length) {
      choices.add(new Choice(committed, seen.clone()));
      return choices.size() <= MOST_CHOICES;
    }
    if (!committed[problem.versions.owner(problem.reads.reads.get(read))]) {
      return add(read + 1, committed, seen, choices);
    }
    for (var s = problem.reads.firstSource(read); s < problem.reads.firstSource(read + 1); s++) {
      var write = problem.reads.source(s);
      if (write < 0 || committed[problem.versions.owner(write)]) {
        seen[read] = s;
        if (!add(read + 1, committed, seen, choices)) {
          return false;
        }
        seen[read] = -1;
      }
    }
    return true;
  }

  private boolean isWrong(Choice choice) {
    var reads = new Ints();
    var sources = new Ints();
    for (var read = 0; read < choice.seen().length; read++) {
      if (choice.seen()[read] >= 0) {
        reads.add(problem.reads.reads.get(read));
        sources.add(problem.reads.source(choice.seen()[read]));
      }
    }
    var told = core.with(reads.toArray(), sources.toArray());
    return !new CommitCheck(told, level, sessionOrder).cycles(1).isEmpty();
  }

  private boolean isMade(Choice choice, int literal) {
    for (var t = 0; t < choice.committed().length; t++) {
      if (problem.committed(t) == literal) {
        return choice.committed()[t];
      }
    }
    return Arrays.stream(choice.seen()).anyMatch(s -> s >= 0 && problem.seen(s) == literal);
  }

  @Test
  void whatIsRefutedIsWrongWhateverElseIsChosen() {
    var counts = new EnumMap<Result, Integer>(Result.class);
    var refuted = 0;
    for (var seed = 0; seed < 600; seed++) {
      for (var of : LEVELS) {
        if (!look(RandomRegisters.next(seed), of, seed % 3 > 0)) {
          continue;
        }
        var choices = choices();
        if (choices == null) {
          continue;
        }
        var isThere = choices.stream().anyMatch(choice -> !isWrong(choice));
        var result = search.run();
        assertEquals(isThere ? Result.SATISFIABLE : Result.UNSATISFIABLE, result, seed + " " + of);
        counts.merge(result, 1, Integer::sum);
        for (var each : problem.refuted) {
          refuted++;
          assertFalse(each.cycle().isEmpty());
          for (var choice : choices) {
            var isMade = Arrays.stream(each.literals()).allMatch(l -> isMade(choice, l));
            assertTrue(!isMade || isWrong(choice), seed + " " + of + " " + each);
          }
        }
      }
    }
    assertTrue(refuted > 50, "refuted " + refuted);
    assertTrue(counts.getOrDefault(Result.UNSATISFIABLE, 0) > 10, counts::toString);
  }

  /** Of choices that are wrong together, each has a part in it, and once. */
  @Test
  void whatIsRefutedIsToldOnce() {
    var log =
        """
        - ?: w(x,1) w(y,1)
        - ?: w(x,1) w(z,1)
        - : r(y,0) r(x,1) r(y,0) r(x,1) r(z,0)
        """;
    assertTrue(look(Log.of(log), Level.RA, false));
    assertEquals(Result.UNSATISFIABLE, search.run());
    for (var each : problem.refuted) {
      assertEquals(each.literals().length, Arrays.stream(each.literals()).distinct().count());
    }
  }

  /** Also if what follows by itself was settled before. */
  @Test
  void forParallelSnapshotsASearchComesToTheSameWithAndWithoutWhatFollows() {
    var counts = new EnumMap<Result, Integer>(Result.class);
    for (var seed = 0; seed < 300; seed++) {
      var random = new Random(seed);
      var history =
          seed % 3 == 0
              ? RandomRegisters.next(seed)
              : seed % 3 == 1 ? PropagationTest.history(random) : PropagationTest.snapshots(random);
      core = Groundwork.of(history, 1);
      if (new Checker(history, CheckOptions.DEFAULT).check(Level.PSI).outcome() != Outcome.UNKNOWN
          || isPlain()) {
        continue;
      }
      var result = parallel(history).run();
      assertEquals(result, search.run(0), "seed " + seed);
      if (result == Result.SATISFIABLE) {
        assertNull(new Replay(history, true, 0).refute(search.witness()), "seed " + seed);
      }
      assertEquals(result, parallel(history).run(0), "seed " + seed);
      if (result == Result.SATISFIABLE) {
        assertNull(new Replay(history, true, 0).refute(search.witness()), "seed " + seed);
      } else {
        // What follows by itself is refuted only where it is told.
        var anomaly =
            new Contradiction(search, core.origins, Budget.UNLIMITED).explain(search::involved);
        assertFalse(anomaly.examples().getFirst().cycle().isEmpty(), "seed " + seed);
        var alone = SolverProblem.of(problem, search.involved()).withRefuted().solver;
        assertEquals(Result.UNSATISFIABLE, alone.solve(Budget.UNLIMITED), "seed " + seed);
      }
      counts.merge(result, 1, Integer::sum);
    }
    assertTrue(counts.get(Result.SATISFIABLE) > 50, counts::toString);
    assertTrue(counts.get(Result.UNSATISFIABLE) > 20, counts::toString);
  }

  /** Whether something is wrong that a search is not asked for. */
  private boolean isPlain() {
    var reads = new OpenReads(core.versions, core.resolution, Budget.UNLIMITED);
    return !reads.sourceless(1).isEmpty()
        || !new CircularReads(reads, core.versions).find().isEmpty()
        || !new LostUpdates(reads, core.versions).find().isEmpty();
  }

  private OrderSearch parallel(History history) {
    var reads = new OpenReads(core.versions, core.resolution, Budget.UNLIMITED);
    var chains = new OpenChains(core.versions, reads.keys, reads.mayHaveCommitted);
    var known = new Dependencies.Parallel(core.graph(true));
    problem = new OpenProblem(chains, reads, known, true);
    var refuter = Refuter.of(Level.PSI, core, problem, true, Budget.UNLIMITED);
    search =
        new OrderSearch(problem, Paths.ofSessions(history, true), null, refuter, Budget.UNLIMITED);
    return search;
  }
}
