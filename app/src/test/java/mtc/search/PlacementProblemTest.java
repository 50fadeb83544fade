package mtc.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import mtc.check.Log;
import mtc.column.Ints;
import mtc.history.History;
import mtc.linear.Groundwork;
import mtc.linear.ReadRules;
import mtc.linear.Versions;
import mtc.solve.AcyclicSolver;
import mtc.solve.AcyclicSolver.Result;
import mtc.solve.Budget;
import org.junit.jupiter.api.Test;

/** The ways to tell repeated elements apart that a solver finds are those of the definition. */
class PlacementProblemTest {
  private static final int MOST_WAYS = 60;

  private History history;
  private Groundwork core;
  private AppendBlocks blocks;
  private PlacementProblem problem;

  private boolean look(long seed) {
    history = AppendBlocksTest.randomLists(seed, (int) seed % 4);
    core = Groundwork.of(history, 3);
    if (core.resolution.lists.openKeys.size() == 0) {
      return false;
    }
    blocks =
        new AppendBlocks(core.versions, core.resolution.lists, ReadRules.STRICT, Budget.UNLIMITED);
    var graph = core.graph(seed % 3 > 0);
    var known = seed % 2 == 0 ? graph.serial() : graph.snapshot();
    problem = new PlacementProblem(blocks, core.versions, known, ReadRules.STRICT, seed % 3 > 0);
    return problem.rest.knownGraph().isAcyclic();
  }

  /** By block: the place where it begins, or -1 if it stands nowhere. */
  private List<List<Integer>> covers(int open) {
    var found = new ArrayList<List<Integer>>();
    var begins = new Integer[blocks.blockCount()];
    Arrays.fill(begins, -1);
    cover(open, 0, begins, found);
    return found;
  }

  private void cover(int open, int at, Integer[] begins, List<List<Integer>> found) {
    if (at >= blocks.size(open)) {
      found.add(List.of(begins));
      return;
    }
    for (var c = blocks.firstCandidate(open); c < blocks.firstCandidate(open + 1); c++) {
      var block = blocks.blockOf(c);
      if (blocks.placeOf(c) == at && begins[block] < 0) {
        begins[block] = at;
        cover(open, at + blocks.length(block), begins, found);
        begins[block] = -1;
      }
    }
  }

  /** All covers of all lists together; null if they are too many to look at. */
  private List<List<Integer>> ways() {
    var ways = new ArrayList<List<Integer>>();
    ways.add(new ArrayList<>());
    for (var b = 0; b < blocks.blockCount(); b++) {
      ways.getFirst().add(-1);
    }
    for (var open = 0; open < blocks.keyCount(); open++) {
      var more = new ArrayList<List<Integer>>();
      for (var way : ways) {
        for (var cover : covers(open)) {
          var both = new ArrayList<>(way);
          for (var b = 0; b < both.size(); b++) {
            both.set(b, Math.max(both.get(b), cover.get(b)));
          }
          more.add(both);
        }
      }
      ways = more;
      if (ways.size() > MOST_WAYS) {
        return null;
      }
    }
    return ways;
  }

  private int begin(List<Integer> way, int block) {
    return way.get(block) < 0 ? Integer.MAX_VALUE : way.get(block);
  }

  private int end(List<Integer> way, int block) {
    return Math.min(way.get(block) + blocks.length(block), blocks.size(open(block)));
  }

  private int open(int block) {
    var open = 0;
    while (blocks.key(open) != blocks.keyOf(block)) {
      open++;
    }
    return open;
  }

  /** Whether what is known, and the order of the blocks and their readers, is acyclic. */
  private boolean isAcyclic(List<Integer> way) {
    var rest = problem.rest;
    var leads = new BitSet[rest.nodeCount()];
    Arrays.setAll(leads, _ -> new BitSet());
    rest.known((from, to) -> leads[from].set(to));
    for (var b = 0; b < way.size(); b++) {
      for (var later = 0; later < way.size(); later++) {
        if (blocks.keyOf(b) == blocks.keyOf(later) && begin(way, b) < begin(way, later)) {
          leads[rest.commit(blocks.owner(b))].set(rest.write(blocks.owner(later)));
        }
      }
      for (var read : blocks.reads(open(b))) {
        addRead(way, b, read, leads);
      }
    }
    for (var via = 0; via < leads.length; via++) {
      for (var from : leads) {
        if (from.get(via)) {
          from.or(leads[via]);
        }
      }
    }
    for (var node = 0; node < leads.length; node++) {
      if (leads[node].get(node)) {
        return false;
      }
    }
    return true;
  }

  /** Who read a list comes after the blocks that it saw, and before the others. */
  private void addRead(List<Integer> way, int block, int read, BitSet[] leads) {
    var rest = problem.rest;
    var reader = core.versions.owner(read);
    var seen = blocks.seen(read);
    if (way.get(block) >= 0 && end(way, block) <= seen) {
      leads[rest.commit(blocks.owner(block))].set(rest.snapshot(reader));
    }
    // Its own comes right after what it saw, and the others after that.
    var own = blocks.block(reader, blocks.keyOf(block));
    var isUpdate = own >= 0 && (way.get(own) >= 0 || seen == blocks.size(open(own)));
    if (begin(way, block) >= seen && !isUpdate) {
      leads[rest.snapshot(reader)].set(rest.overwrite(blocks.owner(block)));
    }
  }

  private Set<List<Integer>> found(BitSet asked) {
    var found = new HashSet<List<Integer>>();
    var clauses = new ArrayList<int[]>();
    while (true) {
      var solver = problem.encode(asked, clauses);
      if (solver.solve(Budget.UNLIMITED) == Result.UNSATISFIABLE) {
        return found;
      }
      var way = new ArrayList<Integer>();
      var elsewhere = new Ints();
      for (var b = 0; b < blocks.blockCount(); b++) {
        way.add(begin(b, solver));
        if (blocks.isOpen(b)) {
          problem.addElsewhere(b, solver, elsewhere);
        }
      }
      for (var i = 0; i < elsewhere.size(); i++) {
        assertTrue(solver.isTrue(AcyclicSolver.not(elsewhere.get(i))));
      }
      assertTrue(found.add(way), "the same again");
      assertStandsInLists(way, solver);
      if (elsewhere.size() == 0) {
        return found;
      }
      clauses.add(elsewhere.toArray());
    }
  }

  private int begin(int block, AcyclicSolver solver) {
    for (var candidate : blocks.candidatesOf(block)) {
      if (solver.isTrue(2 * candidate)) {
        return blocks.placeOf(candidate);
      }
    }
    return -1;
  }

  /** As if nothing were repeated, each block is the version after the block before it. */
  private void assertStandsInLists(List<Integer> way, AcyclicSolver solver) {
    var placed = Groundwork.of(history, 3, problem.placements(solver), ReadRules.STRICT);
    for (var b = 0; b < way.size(); b++) {
      if (way.get(b) < 0) {
        continue;
      }
      var before = Versions.INITIAL;
      for (var other = 0; other < way.size(); other++) {
        if (blocks.keyOf(other) == blocks.keyOf(b)
            && way.get(other) >= 0
            && end(way, other) == way.get(b)) {
          before = blocks.append(other, end(way, other) - way.get(other) - 1);
        }
      }
      var last = blocks.append(b, end(way, b) - way.get(b) - 1);
      assertEquals(before, placed.versions.version(last));
    }
  }

  @Test
  void waysToTellElementsApartAreThoseThatAreAcyclic() {
    var valid = 0;
    var invalid = 0;
    for (var seed = 0; seed < 500; seed++) {
      var ways = look(seed) ? ways() : null;
      if (ways == null) {
        continue;
      }
      var expected = new HashSet<List<Integer>>();
      for (var way : ways) {
        if (isAcyclic(way)) {
          expected.add(way);
        }
      }
      valid += expected.size();
      invalid += ways.size() - expected.size();
      assertEquals(expected, found(null), "seed " + seed);
      var all = new BitSet();
      all.set(0, problem.questionCount());
      assertEquals(expected, found(all), "seed " + seed);
    }
    assertTrue(valid > 100 && invalid > 50, valid + " " + invalid);
  }

  private void look(String log) {
    history = Log.of(log);
    core = Groundwork.of(history, 3);
    blocks =
        new AppendBlocks(core.versions, core.resolution.lists, ReadRules.STRICT, Budget.UNLIMITED);
    problem =
        new PlacementProblem(
            blocks, core.versions, core.graph(true).serial(), ReadRules.STRICT, true);
  }

  /** What a transaction appended to a list that it had read comes right after what it read. */
  @Test
  void whoReadAListThatWentOnOtherwiseHasNoPlace() {
    var others = "- : a(x,1)\n- : a(x,1)\n- : l(x,[1 1])\n";
    look(others + "- : l(x,[]) a(x,5)");
    assertEquals(Set.of(), found(null));
    look(others + "- : l(x,[1]) a(x,5)");
    assertEquals(Set.of(), found(null));
    look(others + "- : l(x,[1 1]) a(x,5)");
    assertEquals(2, found(null).size());
    look(others + "- : l(x,[]) a(y,5)");
    assertEquals(2, found(null).size());
  }

  /** Registers stay open beside the lists, and so does who committed. */
  @Test
  void whatElseIsOpenStaysSo() {
    look("- : a(x,1) w(y,1)\n- ?: a(x,1) w(y,2)\n- : l(x,[1 1])\n- : w(y,3)");
    assertEquals(3, problem.rest.chains.count());
    assertArrayEquals(
        new boolean[] {false, true, false, false}, problem.rest.reads.mayHaveCommitted);
    assertEquals(2, found(null).size());
  }

  @Test
  void aListIsCoveredOrNot() {
    var covered = 0;
    var not = 0;
    for (var seed = 0; seed < 500; seed++) {
      if (!look(seed)) {
        continue;
      }
      for (var open = 0; open < blocks.keyCount(); open++) {
        var isCovered = !covers(open).isEmpty();
        covered += isCovered ? 1 : 0;
        not += isCovered ? 0 : 1;
        assertEquals(
            isCovered ? Result.SATISFIABLE : Result.UNSATISFIABLE,
            problem.cover(open).solve(Budget.UNLIMITED),
            "seed " + seed);
      }
    }
    assertTrue(covered > 50 && not > 10, covered + " " + not);
  }

  /** Which block covers a place, or where a block stands. */
  @Test
  void anAnswerIsACandidateOrNone() {
    for (var seed = 0; seed < 200; seed++) {
      if (!look(seed)) {
        continue;
      }
      var question = 0;
      for (var open = 0; open < blocks.keyCount(); open++) {
        for (var at = 0; at < blocks.size(open); at++) {
          assertEquals(literals(blocks.covering(open, at)), list(problem.answers(question++)));
        }
      }
      var nowhere = new HashSet<Integer>();
      for (var b = 0; b < blocks.blockCount(); b++) {
        var answers = list(problem.answers(question++));
        assertTrue(
            nowhere.add(answers.getLast()) && answers.getLast() >= 2 * blocks.candidateCount());
        assertEquals(literals(blocks.candidatesOf(b)), answers.subList(0, answers.size() - 1));
      }
      assertEquals(question, problem.questionCount());
    }
  }

  private static List<Integer> literals(int[] candidates) {
    return Arrays.stream(candidates).mapToObj(candidate -> 2 * candidate).toList();
  }

  private static List<Integer> list(int[] numbers) {
    return Arrays.stream(numbers).boxed().toList();
  }
}
