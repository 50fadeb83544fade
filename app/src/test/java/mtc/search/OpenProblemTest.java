package mtc.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import mtc.check.Log;
import mtc.history.History;
import mtc.linear.Dependencies;
import mtc.linear.Groundwork;
import mtc.linear.RealTime;
import mtc.linear.Versions;
import mtc.solve.AcyclicSolver;
import mtc.solve.Budget;
import mtc.witness.Witness;
import org.junit.jupiter.api.Test;

/** The numbers of questions, variables and nodes, and what holds whatever is chosen. */
class OpenProblemTest {
  private static final int HISTORIES = 200;

  private History history;
  private Versions versions;
  private OpenReads reads;
  private OpenChains chains;
  private OpenProblem problem;
  private boolean sessionOrder;

  private void look(long seed) {
    history = RandomRegisters.next(seed);
    var core = Groundwork.of(history, 3);
    versions = core.versions;
    reads = new OpenReads(versions, core.resolution, Budget.UNLIMITED);
    chains = new OpenChains(versions, reads.keys, reads.mayHaveCommitted);
    sessionOrder = seed % 4 > 0;
    problem = new OpenProblem(chains, reads, known(core, seed), sessionOrder);
  }

  private Dependencies known(Groundwork core, long seed) {
    var graph = core.graph(sessionOrder);
    return switch ((int) seed % 3) {
      case 0 -> graph.serial();
      case 1 -> graph.snapshot();
      default ->
          new Dependencies.InRealTime(
              graph.serial(), new RealTime(versions, 0), Witness.Shape.STRICT);
    };
  }

  private boolean mayHaveCommitted(int t) {
    return reads.mayHaveCommitted != null && reads.mayHaveCommitted[t];
  }

  @Test
  void anOrderInRealTimeIsOneOfEveryWeakerLevel() {
    var told = 0;
    for (var seed = 0; seed < HISTORIES; seed++) {
      look(seed);
      var core = Groundwork.of(history, 3);
      var graph = core.graph(sessionOrder);
      var inTime =
          new Dependencies.InRealTime(
              graph.serial(), new RealTime(core.versions, 0), Witness.Shape.STRICT);
      var strict = of(core, inTime);
      var order = strict.knownGraph().order;
      if (strict.knownGraph().isAcyclic()) {
        told++;
        for (var weaker :
            List.of(graph.serial(), graph.snapshot(), new Dependencies.Parallel(graph))) {
          var of = of(core, weaker);
          var positions = of.positions(strict, order);
          of.known((from, to) -> assertTrue(positions[from] < positions[to]));
          assertEquals(of.nodeCount(), Arrays.stream(positions).distinct().count());
          assertNull(strict.positions(of, of.knownGraph().order), "tells nothing of real time");
        }
      }
    }
    assertTrue(told > HISTORIES / 10, "enough of them");
  }

  private OpenProblem of(Groundwork core, Dependencies dependencies) {
    var open = new OpenReads(core.versions, core.resolution, Budget.UNLIMITED);
    return new OpenProblem(
        new OpenChains(core.versions, open.keys, open.mayHaveCommitted),
        open,
        dependencies,
        sessionOrder);
  }

  @Test
  void literalsAreToldApartAndLeadBack() {
    for (var seed = 0; seed < HISTORIES; seed++) {
      look(seed);
      var literals = new HashSet<Integer>();
      for (var read = 0; read < reads.count(); read++) {
        assertEquals(read, problem.readOf(problem.questionOfRead(read)));
        for (var s = reads.firstSource(read); s < reads.firstSource(read + 1); s++) {
          assertTrue(literals.add(problem.seen(s)));
          assertEquals(s, problem.sourceOf(problem.seen(s)));
          assertEquals(read, problem.readOfSource(s));
          assertEquals(problem.questionOfRead(read), problem.questionOf(problem.seen(s) >> 1));
        }
      }
      for (var t = 0; t < history.transactionCount(); t++) {
        assertTrue(literals.add(problem.committed(t)));
        assertEquals(t, problem.transactionOf(problem.committed(t) >> 1));
        assertEquals(-1, problem.questionOf(problem.committed(t) >> 1));
      }
      for (var a = 0; a < chains.count(); a++) {
        for (var b = a + 1; b < chains.count(); b++) {
          var literal = problem.before(a, b);
          assertTrue(literals.add(literal));
          assertEquals(AcyclicSolver.not(literal), problem.before(b, a));
          assertEquals(0, literal & 1);
          assertTrue(problem.isPair(literal >> 1));
          assertEquals(literal >> 1, problem.questionOf(literal >> 1));
          assertEquals(a, problem.firstOf(literal >> 1));
          assertEquals(b, problem.secondOf(literal >> 1));
          assertArrayEquals(new int[] {literal, literal + 1}, problem.answers(literal >> 1));
        }
      }
    }
  }

  @Test
  void aReadSawOneOfItsSourcesOrDidNotCommit() {
    for (var seed = 0; seed < HISTORIES; seed++) {
      look(seed);
      for (var read = 0; read < reads.count(); read++) {
        var reader = versions.owner(reads.reads.get(read));
        var answers = problem.answers(problem.questionOfRead(read));
        var from = reads.firstSource(read);
        var count = reads.firstSource(read + 1) - from;
        assertEquals(count + (versions.takesPart(reader) ? 0 : 1), answers.length);
        for (var i = 0; i < count; i++) {
          assertEquals(problem.seen(from + i), answers[i]);
        }
        if (count < answers.length) {
          assertEquals(AcyclicSolver.not(problem.committed(reader)), answers[count]);
        }
        assertEquals(ownChain(reads.reads.get(read)), problem.ownChain(reads.reads.get(read)));
      }
    }
  }

  private int ownChain(int read) {
    for (var chain = 0; chain < chains.count(); chain++) {
      var head = chains.head.get(chain);
      if (head > read
          && history.key(head) == history.key(read)
          && versions.owner(head) == versions.owner(read)) {
        return chain;
      }
    }
    return -1;
  }

  @Test
  void endsStandForChains() {
    for (var seed = 0; seed < HISTORIES; seed++) {
      look(seed);
      var nodes = new HashSet<Integer>();
      for (var chain = 0; chain < chains.count(); chain++) {
        var end = problem.endOf(chain);
        assertTrue(nodes.add(end) && end >= problem.known.nodeCount());
        assertEquals(history.key(chains.head.get(chain)), problem.keyOf(end));
        assertEquals(chains.last.get(chain), problem.versionBefore(end));
        var isRead = versions.reader(chains.last.get(chain)) != Versions.NONE;
        var isOpen = reads.keys != null && reads.keys[history.key(chains.head.get(chain))];
        assertEquals(isRead || isOpen, problem.mayHaveReaders(chain));
      }
      for (var place = 0; place < chains.keyCount(); place++) {
        var end = problem.endOfInitial(place);
        assertTrue(nodes.add(end) && end < problem.nodeCount());
        assertEquals(chains.keys.get(place), problem.keyOf(end));
        assertEquals(chains.lastOfInitial.get(place), problem.versionBefore(end));
      }
      assertEquals(problem.nodeCount(), problem.known.nodeCount() + nodes.size());
    }
  }

  @Test
  void whatHoldsWhateverIsChosen() {
    for (var seed = 0; seed < HISTORIES; seed++) {
      look(seed);
      var found = new HashSet<List<Integer>>();
      problem.known((from, to) -> found.add(List.of(from, to)));
      assertEquals(knownArcs(), found, "seed " + seed);
      var again = new HashSet<List<Integer>>();
      problem.with(reads).known((from, to) -> again.add(List.of(from, to)));
      assertEquals(found, again);
    }
  }

  /** Of those who may have committed too, whom the graph of the level does not have. */
  @Test
  void whoEndedBeforeAnotherStartedLeadsToIt() {
    var count = 0;
    for (var seed = 2; seed < HISTORIES; seed += 3) {
      look(seed);
      var leads = closure();
      for (var s = 0; s < history.transactionCount(); s++) {
        for (var t = 0; t < history.transactionCount(); t++) {
          if (versions.takesPart(s)
              && (versions.takesPart(t) || mayHaveCommitted(t))
              && history.end(s) < history.start(t)) {
            assertTrue(leads[problem.commit(s)].get(problem.snapshot(t)), "seed " + seed);
            count += mayHaveCommitted(t) ? 1 : 0;
          }
        }
      }
    }
    assertTrue(count > 0);
  }

  private BitSet[] closure() {
    var leads = new BitSet[problem.nodeCount()];
    Arrays.setAll(leads, _ -> new BitSet());
    problem.known((from, to) -> leads[from].set(to));
    for (var via = 0; via < leads.length; via++) {
      for (var from : leads) {
        if (from.get(via)) {
          from.or(leads[via]);
        }
      }
    }
    return leads;
  }

  /** Only levels that ask for nothing but an order of all writes are decided by one. */
  @Test
  void levelsThatWantMoreAreNotDecidedByAnOrder() {
    var core = Groundwork.of(Log.of("- : w(x,1)\n- : w(x,2)"), 1);
    var graph = core.graph(true);
    assertTrue(inSessions(core, graph.serial()).isDecidedByOrder());
    assertTrue(inSessions(core, graph.snapshot()).isDecidedByOrder());
    assertTrue(inSessions(core, new Dependencies.Prefix(graph)).isDecidedByOrder());
    assertFalse(inSessions(core, new Dependencies.Parallel(graph)).isDecidedByOrder());
    assertTrue(inSessions(core, new Dependencies.Parallel(graph)).isOrderedByNeighbours());
  }

  private static OpenProblem inSessions(Groundwork core, Dependencies known) {
    var reads = new OpenReads(core.versions, core.resolution, Budget.UNLIMITED);
    var chains = new OpenChains(core.versions, reads.keys, reads.mayHaveCommitted);
    return new OpenProblem(chains, reads, known, true);
  }

  /** The version of a list that was read last comes before what nobody read, whoever wrote it. */
  @Test
  void theFirstAppendOfALogComesBeforeTheOthers() {
    var core = Groundwork.of(Log.of("- : a(x,1)\n- : l(x,[1])\n- : a(x,2)\n- : a(x,3)"), 1);
    var problem = inSessions(core, core.graph(true).serial());
    var found = new HashSet<List<Integer>>();
    problem.known((from, to) -> found.add(List.of(from, to)));
    assertTrue(found.contains(List.of(0, 2)) && found.contains(List.of(0, 3)), found.toString());
    assertTrue(found.contains(List.of(problem.endOfInitial(0), 2)));
  }

  private Set<List<Integer>> knownArcs() {
    var arcs = new HashSet<List<Integer>>();
    var known = problem.known;
    for (var node = 0; node < known.nodeCount(); node++) {
      for (var i = 0; i < known.edgeCount(node); i++) {
        if (known.source(node, i) != Dependencies.SKIP) {
          arcs.add(List.of(known.source(node, i), node));
        }
      }
    }
    for (var node = 0; known.splitsTransactions() && node < known.graph.nodeCount; node++) {
      arcs.add(List.of(known.snapshot(node), known.commit(node)));
      assertNotEquals(known.snapshot(node), known.commit(node));
    }
    for (var t = 0; t < history.transactionCount(); t++) {
      if (mayHaveCommitted(t)) {
        addPossiblyCommitted(t, arcs);
      }
    }
    for (var place = 0; place < chains.keyCount(); place++) {
      addEnds(place, arcs);
    }
    return arcs;
  }

  /** After the last of its session that committed. */
  private void addPossiblyCommitted(int t, Set<List<Integer>> arcs) {
    var last = -1;
    for (var s = 0; s < t && sessionOrder && history.session(t) != History.NO_SESSION; s++) {
      last = history.isCommitted(s) && history.session(s) == history.session(t) ? s : last;
    }
    if (last >= 0) {
      arcs.add(List.of(problem.commit(last), problem.snapshot(t)));
    }
  }

  private void addEnds(int place, Set<List<Integer>> arcs) {
    var key = chains.keys.get(place);
    addReaders(key, chains.lastOfInitial.get(place), problem.endOfInitial(place), arcs);
    for (var chain = 0; chain < chains.count(); chain++) {
      if (history.key(chains.head.get(chain)) == key) {
        var owner = chains.headOwner(chain);
        var last = chains.lastOfInitial.get(place);
        if (last >= 0) {
          arcs.add(List.of(problem.commit(versions.owner(last)), problem.write(owner)));
        }
        arcs.add(List.of(problem.endOfInitial(place), problem.overwrite(owner)));
        addReaders(key, chains.last.get(chain), problem.endOf(chain), arcs);
      }
    }
  }

  private void addReaders(int key, int version, int end, Set<List<Integer>> arcs) {
    for (var op = 0; op < history.operationCount(); op++) {
      if (!History.isWrite(history.kind(op))
          && history.key(op) == key
          && versions.version(op) == version) {
        arcs.add(List.of(problem.snapshot(versions.owner(op)), end));
      }
    }
  }
}
