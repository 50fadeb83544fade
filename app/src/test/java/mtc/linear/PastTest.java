package mtc.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import mtc.check.Log;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Status;
import org.junit.jupiter.api.Test;

/** Who is in whose past is told as walking back along session order and reads tells it. */
class PastTest {
  private final HistoryBuilder log = Log.builder();
  private final List<List<Integer>> sources = new ArrayList<>();
  private final List<Integer> sessions = new ArrayList<>();
  private final BitSet committed = new BitSet();

  /** Each writes a key of its own, and reads those of others. */
  private void add(int session, Status status, Integer... readsFrom) {
    var t = sources.size();
    log.begin(
        session < 0 ? History.NO_SESSION : log.session(log.scalars().integer(session)), t, t + 1);
    for (var source : readsFrom) {
      log.operation(History.READ, key(source), log.scalars().integer(1));
    }
    if (t > 0) {
      // Who comes later overwrites this, which is not of the past.
      log.operation(History.READ, key(t + 1), log.scalars().integer(0));
    }
    log.operation(History.WRITE, key(t), log.scalars().integer(1));
    log.end(status);
    sources.add(List.of(readsFrom));
    sessions.add(session);
    committed.set(t, status == Status.COMMITTED);
  }

  private int key(int writer) {
    return log.key(log.scalars().integer(writer));
  }

  private final class Visited extends Past {
    private final BitSet[] past;
    private final int every;
    private int visits;

    Visited(Groundwork core, boolean sessionOrder, BitSet[] past, int every) {
      super(core.graph(sessionOrder));
      this.past = past;
      this.every = every;
    }

    @Override
    void visit(int t, int[] clock) {
      visits++;
      for (var other = t % every; other < past.length && past[t] != null; other += every) {
        assertEquals(past[t].get(other), contains(clock, other), other + " before " + t);
      }
    }

    int chainCount() {
      var count = 0;
      for (var t = 0; t < sources.size(); t++) {
        count = Math.max(count, chain(t) + 1);
      }
      return count;
    }
  }

  /** The past of each, or null if there is a cycle. */
  private BitSet[] pasts(Groundwork core, boolean sessionOrder) {
    var before = new ArrayList<List<Integer>>();
    for (var t = 0; t < sources.size(); t++) {
      var direct = new ArrayList<>(sources.get(t));
      for (var s = t - 1; s >= 0 && sessionOrder && sessions.get(t) >= 0; s--) {
        if (sessions.get(s).equals(sessions.get(t)) && committed.get(s)) {
          direct.add(s);
          break;
        }
      }
      before.add(core.versions.takesPart(t) ? direct : List.of());
    }
    var pasts = new BitSet[sources.size()];
    var isChanged = true;
    for (var rounds = 0; isChanged; rounds++) {
      isChanged = false;
      for (var t = 0; t < pasts.length; t++) {
        var past = new BitSet();
        for (var source : before.get(t)) {
          past.set(source);
          if (pasts[source] != null) {
            past.or(pasts[source]);
          }
        }
        isChanged |= !past.equals(pasts[t]);
        pasts[t] = past;
      }
    }
    for (var t = 0; t < pasts.length; t++) {
      if (pasts[t].get(t)) {
        return null;
      }
    }
    return pasts;
  }

  private Visited assertPasts(boolean sessionOrder, int every) {
    var core = Groundwork.of(log.build(), 0);
    var pasts = pasts(core, sessionOrder);
    var isCyclic = pasts == null;
    var visited =
        new Visited(core, sessionOrder, isCyclic ? new BitSet[sources.size()] : pasts, every);
    visited.run();
    assertEquals(isCyclic, visited.isCyclic);
    var participants = 0;
    for (var t = 0; t < sources.size(); t++) {
      participants += core.versions.takesPart(t) ? 1 : 0;
    }
    assertEquals(participants, visited.visits);
    return visited;
  }

  private static Status status(Random random) {
    return random.nextInt(8) == 0 ? Status.INDETERMINATE : Status.COMMITTED;
  }

  @Test
  void ofSmallLogsInAnyOrder() {
    var cyclic = 0;
    for (var seed = 0; seed < 400; seed++) {
      var test = new PastTest();
      var random = new Random(seed);
      var size = 3 + random.nextInt(12);
      for (var t = 0; t < size; t++) {
        var reads = new ArrayList<Integer>();
        for (var i = random.nextInt(3); i > 0; i--) {
          var source = random.nextInt(6) == 0 ? random.nextInt(size) : random.nextInt(t + 1);
          if (source != t && !reads.contains(source)) {
            reads.add(source);
          }
        }
        test.add(random.nextInt(5) - 1, status(random), reads.toArray(Integer[]::new));
      }
      cyclic += test.assertPasts(seed % 3 != 0, 1).isCyclic ? 1 : 0;
    }
    assertTrue(cyclic > 50 && cyclic < 350, "both: " + cyclic);
  }

  /** Each has a clock from its own visit until those that it leads to have had theirs. */
  private static final class Clocks extends Past {
    private final BitSet done = new BitSet();
    private int most;

    Clocks(Graph graph) {
      super(graph);
    }

    @Override
    void visit(int t, int[] clock) {
      var isAwaited = new BitSet();
      for (var to = 0; to < graph.nodeCount; to++) {
        for (var edge = graph.first[to]; edge < graph.first[to + 1]; edge++) {
          if (graph.type(edge) < Graph.RW && !done.get(to)) {
            isAwaited.set(graph.source(edge));
          }
        }
      }
      var count = 0;
      for (var node = 0; node < graph.nodeCount; node++) {
        var isKept = done.get(node) && isAwaited.get(node);
        assertEquals(isKept, clock(node).length > 0, node + " at " + t);
        count += isKept ? 1 : 0;
      }
      most = Math.max(most, count);
      done.set(t);
    }
  }

  @Test
  void clocksAreKeptAsLongAsSomebodyWillAskForThem() {
    for (var seed = 0; seed < 40; seed++) {
      var test = new PastTest();
      var random = new Random(seed);
      for (var t = 0; t < 60; t++) {
        var source = t - 1 - random.nextInt(12);
        if (source < 0 || random.nextInt(5) == 0) {
          test.add(random.nextInt(3) - 1, Status.COMMITTED);
        } else {
          test.add(random.nextInt(3) - 1, Status.COMMITTED, source);
        }
      }
      var clocks = new Clocks(Groundwork.of(test.log.build(), 0).graph(true));
      clocks.run();
      assertTrue(clocks.most > 2 && clocks.most < 30, "at once: " + clocks.most);
    }
  }

  @Test
  void whoLeadsToNobodyIsOnNoChain() {
    add(0, Status.COMMITTED);
    add(1, Status.COMMITTED, 0);
    add(1, Status.COMMITTED);
    add(2, Status.INDETERMINATE, 1);
    var visited = assertPasts(true, 1);
    assertEquals(List.of(0, 0, -1, -1), List.of(0, 1, 2, 3).stream().map(visited::chain).toList());
  }

  /** Chains end, are gone on with, and wait for whoever has them in its past. */
  @Test
  void ofLongLogsOfShortSessions() {
    for (var inSession = 1; inSession <= 3; inSession++) {
      var test = new PastTest();
      var random = new Random(inSession);
      for (var t = 0; t < 4000; t++) {
        var session = t / (4 * inSession) * 4 + random.nextInt(4);
        var source = t - 1 - random.nextInt(40);
        if (source < 0 || random.nextInt(9) == 0) {
          test.add(session, status(random));
        } else {
          test.add(session, status(random), source);
        }
      }
      test.assertPasts(true, 7);
    }
  }

  /** Each goes on where it was, in a session of its own for every two transactions. */
  @Test
  void clientsThatStartNewSessionsNeedAChainEach() {
    for (var t = 0; t < 300; t++) {
      var session = t % 3 + 3 * (t / 6);
      if (t < 3) {
        add(session, Status.COMMITTED);
      } else {
        add(session, Status.COMMITTED, t - 3);
      }
    }
    assertEquals(3, assertPasts(true, 1).chainCount());
  }

  /** A session goes on and on; others come and go, each after it has seen the one before. */
  @Test
  void aSessionThatEndedInThePastOfANewOneLeavesItsChainToIt() {
    add(0, Status.COMMITTED);
    for (var i = 1; i < 600; i++) {
      add(i, Status.COMMITTED, 2 * i - 2);
      add(0, Status.COMMITTED, 2 * i - 1);
    }
    assertEquals(2, assertPasts(true, 1).chainCount());
  }

  @Test
  void withoutSessionsOneChainIsEnoughForWhoReadFromTheOneBefore() {
    for (var t = 0; t < 100; t++) {
      if (t == 0) {
        add(-1, Status.COMMITTED);
      } else {
        add(-1, Status.COMMITTED, t - 1);
      }
    }
    assertEquals(1, assertPasts(true, 1).chainCount());
  }

  /**
   * Each new session of a client follows a server that has seen the one before: its chain is one of
   * those that wait, however many came and went before it.
   */
  @Test
  void aChainWaitsUntilWhoHasSeenItsEndComes() {
    var clients = 3;
    add(0, Status.COMMITTED);
    for (var t = 1; t < 6000; t++) {
      if (t % 2 == 0) {
        add(0, Status.COMMITTED, t - 1);
      } else if (t < 2 * clients) {
        add(t, Status.COMMITTED);
      } else {
        add(t, Status.COMMITTED, t + 1 - 2 * clients);
      }
    }
    assertEquals(1 + clients, assertPasts(true, 97).chainCount());
  }

  /** Whoever read from the end of a chain goes on with it, however many others wait. */
  @Test
  void aChainIsGoneOnWithByWhoReadItsEnd() {
    var others = new Integer[300];
    for (var t = 0; t < others.length; t++) {
      others[t] = t;
      add(t, Status.COMMITTED);
    }
    for (var t = others.length; t < 500; t++) {
      if (t == others.length) {
        add(t, Status.COMMITTED);
      } else {
        add(t, Status.COMMITTED, t - 1);
      }
    }
    add(500, Status.COMMITTED, others);
    assertEquals(others.length + 1, assertPasts(true, 1).chainCount());
  }

  @Test
  void eachHistoryOfALogNumbersItsChainsForItself() {
    for (var t = 0; t < 8; t++) {
      log.begin(log.session(log.scalars().integer(t / 4)), t, t + 1);
      log.part(log.scalars().integer(t % 2));
      if (t > 1) {
        log.operation(History.READ, key(t - 2), log.scalars().integer(1));
      }
      log.operation(History.WRITE, key(t), log.scalars().integer(1));
      log.end(Status.COMMITTED);
    }
    var core = Groundwork.of(log.build(), 0);
    var chains = new ArrayList<Integer>();
    var past =
        new Past(core.graph(true)) {
          @Override
          void visit(int t, int[] clock) {
            chains.add(clock.length);
          }
        };
    past.run();
    assertEquals(List.of(0, 0, 1, 1, 1, 1, 1, 1), chains);
  }
}
