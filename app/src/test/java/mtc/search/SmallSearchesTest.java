package mtc.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import mtc.check.Log;
import mtc.history.History;
import mtc.linear.Dependencies;
import mtc.linear.Findings;
import mtc.linear.Groundwork;
import mtc.linear.RealTime;
import mtc.linear.Violations;
import mtc.solve.AcyclicSolver.Result;
import mtc.solve.Budget;
import mtc.solve.SortedGraph;
import mtc.verdict.Anomaly;
import mtc.verdict.Level;
import mtc.verdict.Verdict.Cause;
import mtc.verdict.Verdict.Open;
import mtc.witness.Replay;
import mtc.witness.Witness;
import org.junit.jupiter.api.Test;

/** What a search says of itself: what its failure rests on, and what is left when it gives up. */
class SmallSearchesTest {
  private static final String FORK =
      """
      - : w(x,1)
      - : w(x,2)
      - : r(x,1) w(y,1)
      - : r(x,2) w(z,1)
      - : r(x,2) r(y,1)
      - : r(x,1) r(z,1)
      """;

  private Groundwork core;

  private OrderSearch search(History history, boolean inRealTime, Budget budget) {
    return search(history, inRealTime, false, budget);
  }

  /**
   * A search for serializability.
   *
   * @param keepsToTime whether it keeps to real time as far as that can be, where it need not
   */
  private OrderSearch search(
      History history, boolean inRealTime, boolean keepsToTime, Budget budget) {
    core = Groundwork.of(history, 1);
    var serial = core.graph(true).serial();
    var realTime = inRealTime || keepsToTime ? new RealTime(core.versions, 0) : null;
    var known =
        inRealTime ? new Dependencies.InRealTime(serial, realTime, Witness.Shape.STRICT) : serial;
    var reads = new OpenReads(core.versions, core.resolution, Budget.UNLIMITED);
    var chains = new OpenChains(core.versions, reads.keys, reads.mayHaveCommitted);
    var paths = inRealTime ? Paths.ofRealTime(history, realTime) : Paths.ofSessions(history, true);
    var problem = new OpenProblem(chains, reads, known, true);
    return new OrderSearch(problem, paths, keepsToTime ? realTime : null, null, budget);
  }

  private boolean isOpen(OrderSearch search) {
    var findings = core.findings.violating(Level.SER);
    new Violations(core, findings, search.problem.known).find();
    return findings.isEmpty() && sourceless(search).isEmpty();
  }

  private static Findings sourceless(OrderSearch search) {
    return search.problem.reads.sourceless(1);
  }

  /** Time may help, but a history that is out of time is judged as if it had none. */
  @Test
  void toKeepToTimeChangesNoResult() {
    var counts = new EnumMap<Result, Integer>(Result.class);
    for (var seed = 0; seed < 3_000; seed++) {
      var history = RandomRegisters.next(seed);
      var search = search(history, false, false, Budget.UNLIMITED);
      if (!isOpen(search) || search.problem.reads.count() > 0) {
        continue;
      }
      var result = search.run();
      counts.merge(result, 1, Integer::sum);
      for (var isBrief : new boolean[] {false, true}) {
        var inTime = search(history, false, true, Budget.UNLIMITED);
        assertTrue(inTime.keepsToTime());
        var found = isBrief ? inTime.attemptBriefly() : inTime.run();
        // A guess that is far off is left for later.
        assertEquals(result, found == Result.UNDECIDED ? inTime.run() : found, "seed " + seed);
        if (result == Result.SATISFIABLE) {
          assertNull(new Replay(history, true, 0).refute(inTime.witness()), "seed " + seed);
        } else {
          var needed = SolverProblem.of(inTime.problem, inTime.involved());
          assertEquals(Result.UNSATISFIABLE, needed.solver.solve(Budget.UNLIMITED));
        }
      }
    }
    assertTrue(counts.get(Result.SATISFIABLE) > 50, counts::toString);
    assertTrue(counts.get(Result.UNSATISFIABLE) > 0, counts::toString);
  }

  /** However it is searched, the result is the same, proved, or rests on the questions involved. */
  @Test
  void aSearchComesToTheSameInEveryWay() {
    var counts = new EnumMap<Result, Integer>(Result.class);
    var brieflyDecided = 0;
    for (var seed = 0; seed < 600; seed++) {
      var history = RandomRegisters.next(seed);
      var inRealTime = seed % 2 == 0;
      var search = search(history, inRealTime, Budget.UNLIMITED);
      if (!isOpen(search)) {
        continue;
      }
      var result = search.run();
      counts.merge(result, 1, Integer::sum);
      if (result == Result.SATISFIABLE) {
        assertNull(new Replay(history, true, 0).refute(search.witness()), "seed " + seed);
        assertNull(new Replay(history, true, 0).refute(search.witnessWithSources()));
      } else {
        var involved = search.involved();
        assertEquals(
            Result.UNSATISFIABLE,
            SolverProblem.of(search.problem, involved).solver.solve(Budget.UNLIMITED),
            "seed " + seed);
      }
      assertEquals(result, search(history, inRealTime, Budget.UNLIMITED).attempt());
      assertEquals(result, search(history, inRealTime, Budget.UNLIMITED).run(0));
      var brief = search(history, inRealTime, Budget.UNLIMITED);
      var briefly = brief.attemptBriefly();
      if (briefly != Result.UNDECIDED) {
        assertEquals(0, brief.problem.reads.count());
        assertEquals(result, briefly);
        brieflyDecided++;
      }
      // Whatever was tried before.
      assertEquals(result, brief.run());
    }
    assertTrue(counts.get(Result.SATISFIABLE) > 50, counts::toString);
    assertTrue(counts.get(Result.UNSATISFIABLE) > 30, counts::toString);
    assertTrue(brieflyDecided > 30, "decided briefly " + brieflyDecided);
  }

  /** Nothing is asked where an order is found at once. */
  @Test
  void whatRanOneAfterTheOtherLeavesNoQuestion() {
    var log = new StringBuilder();
    for (var t = 0; t < 30; t++) {
      log.append(
          "s%d %d-%d : w(x,%d) w(y,%d)%n".formatted(t % 3, 10 * t, 10 * t + 5, t + 1, t + 1));
      log.append("- %d-%d : r(x,%d) r(y,%d)%n".formatted(10 * t + 6, 10 * t + 8, t + 1, t + 1));
    }
    for (var inRealTime : new boolean[] {false, true}) {
      var search = search(Log.of(log.toString()), inRealTime, Budget.UNLIMITED);
      assertEquals(Result.SATISFIABLE, search.run());
      // The first pair that anybody asks for.
      assertEquals(search.problem.firstPair(), search.problem.before(3, 4) >> 1);
    }
  }

  /** Of several writes of a value, whoever read it in turn is taken to have read the last one. */
  @Test
  void whatRanOneAfterTheOtherReadTheLastWrite() {
    for (var seed = 0; seed < 60; seed++) {
      var random = new Random(seed);
      var log = new StringBuilder();
      var holds = new int[2];
      var writers = new int[2];
      var expected = new ArrayList<Integer>();
      for (var t = 0; t < 30; t++) {
        log.append("- %d-%d :".formatted(10 * t, 10 * t + 5));
        for (var key = 0; key < 2; key++) {
          var choice = t < 4 ? 4 : random.nextInt(6);
          if (choice < 3) {
            log.append(" r(k%d,%d)".formatted(key, holds[key]));
            expected.add(writers[key]);
          } else if (choice < 5) {
            holds[key] = 1 + (t < 4 ? t % 2 : random.nextInt(2));
            writers[key] = t;
            log.append(" w(k%d,%d)".formatted(key, holds[key]));
          }
        }
        log.append('\n');
      }
      var search = search(Log.of(log.toString()), false, Budget.UNLIMITED);
      assertEquals(Result.SATISFIABLE, search.run());
      var sources = search.witnessWithSources().sources();
      var found = new ArrayList<Integer>();
      for (var i = 0; i < sources.length; i += 2) {
        found.add(sources[i + 1]);
      }
      assertEquals(expected, found, "seed " + seed);
    }
  }

  // Giving up.

  private static final Open OPEN = new Open(Cause.ORDER, "so far", 0, new int[0], 0, new int[0]);

  /** What is done is told to whoever waits. */
  @Test
  void whatIsDoneIsTold() {
    var told = new ArrayList<String>();
    var budget =
        new Budget() {
          @Override
          public boolean isExhausted() {
            return false;
          }

          @Override
          public void doing(String what) {
            told.add(what);
          }
        };
    search(Log.of(FORK), false, budget).run();
    assertEquals(List.of("searching"), told);
    told.clear();
    search(clauses(random(new Random(1), 170, 50), 50), false, budget).run(1);
    assertEquals(List.of("settling what follows by itself", "searching"), told);
    told.clear();
    search(Log.of(FORK), false, budget).attemptBriefly();
    assertEquals(List.of("searching"), told);
    told.clear();
    search(Log.of(FORK), false, budget).attempt();
    assertEquals(List.of("trying an order in real time"), told);
    told.clear();
    explain(FORK, budget);
    assertEquals(List.of("looking for few cases that tell why"), told);
  }

  /**
   * Clauses of three literals, and some that follow, as a log: each variable is the order of two
   * writes, and three readers close a cycle if all three literals are false.
   */
  private static History clauses(int[][] clauses, int variables) {
    var log = new StringBuilder();
    for (var v = 0; v < variables; v++) {
      log.append("- : w(k%d,1) w(a%d,1)%n- : w(k%d,2) w(b%d,1)%n".formatted(v, v, v, v));
    }
    for (var clause : clauses) {
      for (var i = 0; i < 3; i++) {
        // False if the second write comes first, or the first one if the literal is negated.
        var literal = clause[i];
        var before = clause[(i + 2) % 3];
        log.append(
            "- : r(k%d,%d) r(%s%d,1)%n"
                .formatted(
                    literal >> 1,
                    (literal & 1) == 0 ? 2 : 1,
                    (before & 1) == 0 ? "a" : "b",
                    before >> 1));
      }
    }
    return Log.of(log.toString());
  }

  private static int[][] random(Random random, int clauses, int variables) {
    var all = new int[clauses][];
    for (var i = 0; i < clauses; i++) {
      all[i] = random.ints(0, variables).distinct().limit(3).map(v -> 2 * v + v % 2).toArray();
      for (var j = 0; j < 3; j++) {
        all[i][j] = all[i][j] & ~1 | random.nextInt(2);
      }
    }
    return all;
  }

  /** Whether some order of each two writes closes no cycle. */
  private static boolean isSatisfiable(OpenProblem problem, int variables) {
    for (var orders = 0; orders < 1 << variables; orders++) {
      var choice = orders;
      var arcs =
          new SortedGraph(
              problem.nodeCount(),
              to -> {
                problem.known(to::accept);
                for (var place = 0; place < variables; place++) {
                  var from = problem.chains.firstChain.get(place);
                  var first = from + (choice >> place & 1);
                  var head = problem.chains.headOwner(2 * from + 1 - first);
                  to.accept(problem.commit(problem.chains.lastOwner(first)), problem.write(head));
                  to.accept(problem.endOf(first), problem.overwrite(head));
                }
              });
      if (arcs.isAcyclic()) {
        return true;
      }
    }
    return false;
  }

  @Test
  void clausesAreSatisfiedOrNot() {
    var counts = new EnumMap<Result, Integer>(Result.class);
    for (var seed = 0; seed < 40; seed++) {
      var clauses = random(new Random(seed), 10 + seed, 8);
      var search = search(clauses(clauses, 8), false, Budget.UNLIMITED);
      assertEquals(8, search.problem.chains.keyCount());
      var result = isSatisfiable(search.problem, 8) ? Result.SATISFIABLE : Result.UNSATISFIABLE;
      assertEquals(result, search.run(seed % 2 == 0 ? 0 : 1000), "seed " + seed);
      counts.merge(result, 1, Integer::sum);
      if (result == Result.UNSATISFIABLE) {
        assertEquals(
            Result.UNSATISFIABLE,
            SolverProblem.of(search.problem, search.involved()).solver.solve(Budget.UNLIMITED));
      }
    }
    assertEquals(2, counts.size());
  }

  /** After some hundred conflicts it gives up, and may go on where it stopped. */
  @Test
  void aSearchThatGaveUpGoesOn() {
    var gaveUp = 0;
    for (var seed = 0; seed < 2; seed++) {
      var history = clauses(random(new Random(seed), 350, 100), 100);
      var search = search(history, false, Budget.UNLIMITED);
      var result = search.attemptBriefly();
      if (result == Result.UNDECIDED) {
        gaveUp++;
        assertSame(OPEN, search.left(OPEN));
        result = search.run();
      }
      assertEquals(search(history, false, Budget.UNLIMITED).run(), result, "seed " + seed);
      assertEquals(search(history, false, Budget.UNLIMITED).run(50), result, "seed " + seed);
      if (result == Result.SATISFIABLE) {
        assertNull(new Replay(history, true, 0).refute(search.witness()));
      }
    }
    assertTrue(gaveUp > 0, "gave up " + gaveUp);
  }

  /**
   * A register goes from 1 to 2 and back; while another is 5, two more read 1 than read 2. To see
   * that they cannot take turns takes trying all their orders.
   */
  private static History hard() {
    var log = new StringBuilder("- : w(x,1)\n- : w(y,5)\n");
    for (var t = 1; t <= 81; t++) {
      var from = t <= 21 || t > 40 && t <= 60 ? 1 : 2;
      log.append("- : r(x,%d) w(x,%d)".formatted(from, 3 - from));
      log.append(" r(y,%d) w(y,%d)%n".formatted(t <= 41 ? 5 : 6, t <= 40 ? 5 : 6));
    }
    return Log.of(log.toString());
  }

  @Test
  void whatIsLeftIsTold() {
    var history = hard();
    var pattern =
        Pattern.compile(
            "so far; after (\\d+) conflicts?, (\\d+) of (\\d+) open keys? (is|are) left in"
                + " question, and (.*) would settle them");
    var told = 0;
    for (var times = 1; times < 100; times += 8) {
      var search = search(history, false, Budget.UNLIMITED.atMost(times));
      Result result;
      try {
        result = search.run();
      } catch (Budget.Exhausted e) {
        assertSame(OPEN, search.left(OPEN));
        continue;
      }
      assertEquals(Result.UNDECIDED, result);
      var left = search.left(OPEN);
      if (left == OPEN) {
        continue;
      }
      told++;
      var found = pattern.matcher(left.reason());
      assertTrue(found.matches(), left.reason());
      assertEquals(Cause.BUDGET, left.cause());
      assertEquals(left.keyCount(), Integer.parseInt(found.group(2)));
      assertEquals(search.problem.chains.keyCount(), Integer.parseInt(found.group(3)));
      assertEquals(left.keyCount() == 1 ? "is" : "are", found.group(4));
      assertEquals("values that are written only once", found.group(5));
      assertLeft(search, left);
    }
    assertTrue(told > 0);
  }

  /**
   * The keys and transactions of the questions that had a part in a conflict, the first of them.
   */
  private static void assertLeft(OrderSearch search, Open left) {
    var keys = new BitSet();
    var transactions = new BitSet();
    var problem = search.problem;
    for (var question : search.involved().stream().toArray()) {
      if (problem.isPair(question)) {
        keys.set(problem.versions.history.key(problem.chains.head.get(problem.firstOf(question))));
        transactions.set(problem.chains.headOwner(problem.firstOf(question)));
        transactions.set(problem.chains.headOwner(problem.secondOf(question)));
      } else {
        var read = problem.reads.reads.get(problem.readOf(question));
        keys.set(problem.versions.history.key(read));
        transactions.set(problem.versions.owner(read));
      }
    }
    assertEquals(keys.cardinality(), left.keyCount());
    assertEquals(transactions.cardinality(), left.transactionCount());
    assertArrayEquals(keys.stream().limit(10).toArray(), left.keys());
    assertArrayEquals(transactions.stream().limit(10).toArray(), left.transactions());
  }

  /** A search that met no conflict has nothing to add. */
  @Test
  void whatIsLeftWithoutAConflictIsAsBefore() {
    var search = search(Log.of("- : w(x,1)\n- : w(x,2)"), false, Budget.UNLIMITED);
    assertSame(OPEN, search.left(OPEN));
    assertEquals(Result.SATISFIABLE, search.run());
    assertSame(OPEN, search.left(OPEN));
  }

  /** What would settle it: unique values, else reads before writes, else times. */
  @Test
  void whatALogCouldTellIsNamed() {
    var source = "- : w(x,1) w(z,1)\n- : w(x,1) w(y,1)\n- : r(x,1) r(y,0) r(z,0)";
    var search = search(Log.of(source), false, Budget.UNLIMITED);
    assertEquals(Result.UNSATISFIABLE, search.run());
    assertEquals(
        "so far; after 2 conflicts, 1 of 1 open key is left in question, and values that are"
            + " written only once would settle them",
        search.left(OPEN).reason());
    assertArrayEquals(new int[] {2}, search.left(OPEN).transactions());
    var inTime = "- 1-2 : w(x,1)\n- 3-9 : w(x,2)\n- 5-6 : w(x,3)\n- 10-11 : r(x,1)";
    search = search(Log.of(inTime), true, Budget.UNLIMITED);
    assertEquals(Result.UNSATISFIABLE, search.run());
    assertTrue(
        search
            .left(OPEN)
            .reason()
            .endsWith("and reads of them before they are written would settle" + " them"),
        search.left(OPEN).reason());
  }

  // Explaining with little left.

  private static BitSet all(OpenProblem problem) {
    var all = new BitSet();
    for (var read = 0; read < problem.reads.count(); read++) {
      all.set(problem.questionOfRead(read));
    }
    for (var place = 0; place < problem.chains.keyCount(); place++) {
      var from = problem.chains.firstChain.get(place);
      for (var chain = from; chain < problem.chains.firstChain.get(place + 1); chain++) {
        for (var other = from; other < chain; other++) {
          all.set(problem.before(chain, other) >> 1);
        }
      }
    }
    return all;
  }

  private Anomaly explain(String log, Budget budget) {
    var search = search(Log.of(log), false, Budget.UNLIMITED);
    assertEquals(Result.UNSATISFIABLE, search.run());
    return new Contradiction(search, core.origins, budget).explain(() -> all(search.problem));
  }

  @Test
  void ofAllQuestionsTheFewestAreTold() {
    var others = new StringBuilder(FORK);
    for (var i = 0; i < 20; i++) {
      others.append("- : w(u,").append(i + 1).append(")\n");
    }
    for (var log : new String[] {FORK, others.toString()}) {
      var example = explain(log, Budget.UNLIMITED).examples().getFirst();
      assertEquals(
          "whatever the order of \"x\"=1 and \"x\"=2 is, there is a cycle", example.hint());
      assertEquals(1, example.alternatives().size());
    }
  }

  @Test
  void withoutABudgetTheQuestionsAreTold() {
    var five = FORK + "- : w(x,3)\n- : w(u,1)\n- : w(u,2)\n- : w(v,1)\n- : w(v,2)\n";
    var anomaly = explain(five, () -> true);
    assertEquals("G2-item", anomaly.elleName());
    var example = anomaly.examples().getFirst();
    assertEquals(
        "whatever the order of \"x\"=1 and \"x\"=2, the order of \"x\"=1 and \"x\"=3, the order of"
            + " \"x\"=2 and \"x\"=3 and the 2 other open questions are, there is a cycle; not all"
            + " cases are shown",
        example.hint());
    assertEquals(List.of(), example.cycle());
    assertArrayEquals(new int[] {0, 1, 6, 7, 8, 9, 10}, example.transactions());
    var withRead = "- : w(x,1) w(z,1)\n- : w(x,1) w(y,1)\n- : r(x,1) r(y,0) r(z,0)";
    assertArrayEquals(
        new int[] {0, 1, 2}, explain(withRead, () -> true).examples().getFirst().transactions());
    var many = new StringBuilder(FORK);
    for (var i = 0; i < 40; i++) {
      many.append("- : w(u,").append(i + 1).append(")\n");
    }
    var named = explain(many.toString(), () -> true).examples().getFirst().transactions();
    assertTrue(named.length >= 24 && named.length <= 25, Arrays.toString(named));
    assertEquals(named.length, new HashSet<>(Arrays.stream(named).boxed().toList()).size());
  }

  /** That there is no order is known, if nothing else. */
  @Test
  void withoutEvenTheQuestionsThatIsTold() {
    var search = search(Log.of(FORK), false, Budget.UNLIMITED);
    assertEquals(Result.UNSATISFIABLE, search.run());
    var anomaly =
        new Contradiction(search, core.origins, () -> true)
            .explain(() -> {
              throw new OutOfMemoryError();
            });
    var example = anomaly.examples().getFirst();
    assertEquals("no order fits, and nothing was left of the budget to tell why", example.hint());
    assertEquals(0, example.transactions().length);
  }

  /** The cases are those that the budget left time for. */
  @Test
  void aBudgetThatEndsAmongTheCasesLeavesSome() {
    var whole = explain(FORK, Budget.UNLIMITED).examples().getFirst();
    var lengths = new ArrayList<Integer>();
    for (var times = 1; times < 60; times++) {
      var example = explain(FORK, Budget.UNLIMITED.atMost(times)).examples().getFirst();
      var isWhole = !example.hint().endsWith("; not all cases are shown");
      var count = example.cycle().isEmpty() ? 0 : 1 + example.alternatives().size();
      assertTrue(!isWhole || count == 2, example.hint());
      assertFalse(isWhole && !example.cycle().equals(whole.cycle()));
      lengths.add(count);
    }
    assertEquals(0, lengths.getFirst());
    assertEquals(2, lengths.getLast());
  }
}
