package mtc.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import mtc.check.Log;
import mtc.history.History;
import mtc.history.Status;
import mtc.linear.Dependencies;
import mtc.linear.Groundwork;
import mtc.linear.RealTime;
import mtc.linear.Versions;
import mtc.solve.Budget;
import mtc.witness.Witness;
import org.junit.jupiter.api.Test;

/** The order that a search begins with. */
class GuessedOrderTest {
  private static final int KEYS = 3;
  private static final int SESSIONS = 8;

  private History history;
  private Groundwork core;
  private OpenProblem problem;
  private GuessedOrder guess;
  private int[] positions;

  private void look(History of, Dependencies known) {
    history = of;
    var reads = new OpenReads(core.versions, core.resolution, Budget.UNLIMITED);
    var chains = new OpenChains(core.versions, reads.keys, reads.mayHaveCommitted);
    problem = new OpenProblem(chains, reads, known, true);
    guess = new GuessedOrder(problem, problem.knownGraph(), Budget.UNLIMITED);
    positions = guess.positions();
  }

  /** The graphs of five levels; that of the last one only if there is real time. */
  private List<Dependencies> levels(History of) {
    core = Groundwork.of(of, 1);
    var graph = core.graph(true);
    var levels =
        new ArrayList<>(
            List.of(
                graph.serial(),
                graph.snapshot(),
                new Dependencies.Prefix(graph),
                new Dependencies.Parallel(graph)));
    if (of.hasRealTime()) {
      var realTime = new RealTime(core.versions, 0);
      levels.add(new Dependencies.InRealTime(graph.serial(), realTime, Witness.Shape.STRICT));
    }
    return levels;
  }

  /** A store that ran one after the other, at moments that may lie in other transactions' time. */
  private static History serial(Random random, boolean hasTime, int overlap) {
    var lines = new ArrayList<String>();
    var holds = new int[KEYS];
    var values = 0;
    // In sessions, or in any order.
    var hasSessions = !hasTime || random.nextBoolean();
    for (var t = 0; t < 40; t++) {
      var line = new StringBuilder(hasSessions ? "s" + t % SESSIONS : "-");
      if (hasTime) {
        var start = 1000 + 100 * t - random.nextInt(overlap);
        line.append(' ').append(start).append('-');
        line.append(1000 + 100 * t + 1 + random.nextInt(overlap));
      }
      line.append(random.nextInt(10) == 0 ? " ? :" : " :");
      for (var key = 0; key < KEYS; key++) {
        var choice = random.nextInt(8);
        if (choice == 1 || choice == 2) {
          line.append(" r(k%d,%d)".formatted(key, holds[key]));
        }
        if (choice == 2 || choice == 3) {
          holds[key] = ++values;
          line.append(" w(k%d,%d)".formatted(key, values));
        }
      }
      lines.add(line.toString());
    }
    if (!hasSessions) {
      Collections.shuffle(lines, random);
    }
    return Log.of(String.join("\n", lines));
  }

  private void assertIsAnOrder(String seed) {
    var isTaken = new boolean[problem.nodeCount()];
    assertEquals(isTaken.length, positions.length);
    for (var position : positions) {
      assertTrue(!isTaken[position], seed);
      isTaken[position] = true;
    }
    problem.known((from, to) -> assertTrue(positions[from] < positions[to], seed));
  }

  @Test
  void itAgreesWithWhatIsKnown() {
    var cyclic = 0;
    for (var seed = 0; seed < 100; seed++) {
      var random = RandomRegisters.next(seed);
      for (var of : List.of(random, serial(new Random(seed), seed % 2 == 0, 250))) {
        for (var known : levels(of)) {
          look(of, known);
          if (!problem.knownGraph().isAcyclic()) {
            assertNull(positions);
            cyclic++;
          } else {
            assertIsAnOrder(seed + " " + known.getClass());
          }
        }
      }
    }
    assertTrue(cyclic > 10, "cyclic " + cyclic);
  }

  /** Where nobody had to go who should have waited, each chain is over before the next begins. */
  @Test
  void chainsDoNotOverlapUnlessSomebodyHadToGo() {
    var all = 0;
    var without = 0;
    for (var seed = 0; seed < 100; seed++) {
      var of = serial(new Random(seed), seed % 2 == 0, 250);
      for (var known : levels(of)) {
        look(of, known);
        all++;
        if (guess.violations == 0) {
          without++;
          for (var chain = 0; chain < problem.chains.count(); chain++) {
            for (var other = 0; other < problem.chains.count(); other++) {
              assertTrue(
                  chain == other || !areOfOneKey(chain, other) || !overlap(chain, other),
                  seed + " " + known.getClass());
            }
          }
        }
      }
    }
    assertTrue(without > all / 2, without + " of " + all);
  }

  private boolean areOfOneKey(int chain, int other) {
    return history.key(problem.chains.head.get(chain))
        == history.key(problem.chains.head.get(other));
  }

  /** Whether a chain that begins before another is not over when that begins. */
  private boolean overlap(int chain, int later) {
    var head = problem.chains.headOwner(later);
    var last = problem.chains.lastOwner(chain);
    var isFirst =
        positions[problem.commit(problem.chains.headOwner(chain))]
            < positions[problem.commit(head)];
    return isFirst
        && (positions[problem.commit(last)] > positions[problem.snapshot(head)]
            || positions[problem.endOf(chain)] > positions[problem.commit(head)]);
  }

  /** Nothing else explains a log whose transactions did not overlap. */
  @Test
  void whatRanOneAfterTheOtherIsGuessedSo() {
    for (var seed = 0; seed < 60; seed++) {
      var of = serial(new Random(seed), true, 40);
      for (var known : levels(of)) {
        look(of, known);
        assertEquals(0, guess.violations, seed + " " + known.getClass());
        for (var s = 0; s < history.transactionCount() && known.decides(); s++) {
          for (var t = 0; t < history.transactionCount(); t++) {
            assertTrue(
                !core.versions.takesPart(s)
                    || !core.versions.takesPart(t)
                    || history.start(s) >= history.start(t)
                    || positions[problem.commit(s)] < positions[problem.snapshot(t)],
                seed + " " + known.getClass());
          }
        }
      }
    }
  }

  /** As a store of locks or moments would have it, nobody need go early. */
  @Test
  void whatRanAtOneMomentEachIsGuessedInTime() {
    var inTime = 0;
    for (var seed = 0; seed < 60; seed++) {
      var of = serial(new Random(seed), true, 250);
      for (var known : levels(of)) {
        look(of, known);
        if (!known.decides() || 5 * guess.violations >= history.transactionCount()) {
          continue;
        }
        inTime++;
        for (var s = 0; s < history.transactionCount(); s++) {
          for (var t = 0; t < history.transactionCount(); t++) {
            if (core.versions.takesPart(s)
                && core.versions.takesPart(t)
                && history.end(s) < history.start(t)) {
              assertTrue(
                  positions[problem.commit(s)] < positions[problem.snapshot(t)],
                  seed + " " + known.getClass());
            }
          }
        }
      }
    }
    assertTrue(inTime > 150, "in time " + inTime);
  }

  /** With snapshots at the start, and effects at the end, of which no two write one key at once. */
  @Test
  void whatRanOnSnapshotsIsGuessedSo() {
    for (var seed = 0; seed < 60; seed++) {
      var random = new Random(seed);
      var of = snapshots(random);
      look(of, levels(of).get(1));
      assertNotNull(positions);
      assertEquals(0, guess.violations, "seed " + seed);
    }
  }

  /** One of two hundred, if the store ran each of them at one moment. */
  @Test
  void rarelyHasAnybodyToGo() {
    var most = 60 * 40 / 200;
    var sums = new int[5];
    for (var seed = 0; seed < 60; seed++) {
      var of = serial(new Random(seed), true, 250);
      var levels = levels(of);
      for (var i = 0; i < levels.size(); i++) {
        look(of, levels.get(i));
        sums[i] += guess.violations;
      }
    }
    assertTrue(Arrays.stream(sums).allMatch(sum -> sum <= most), Arrays.toString(sums));
  }

  private static History snapshots(Random random) {
    var log = Log.builder();
    var count = 40;
    var states = new ArrayList<int[]>(List.of(new int[KEYS]));
    var ends = new ArrayList<Long>(List.of(-1L));
    var values = 0;
    for (var t = 0; t < count; t++) {
      // They come in the order of their ends.
      var end = 100L * t + 50;
      var start = Math.max(0, end - 1 - random.nextInt(400));
      var at = 0;
      while (at + 1 < ends.size() && ends.get(at + 1) < start) {
        at++;
      }
      var seen = states.get(at);
      var now = states.getLast().clone();
      log.begin(History.NO_SESSION, t, t + 1);
      log.realTime(start, end);
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
      ends.add(end);
    }
    return log.build();
  }

  /** Where nobody waits for a key, whoever is due first goes first, as soon as it may. */
  @Test
  void whoeverIsDueFirstGoesFirst() {
    for (var seed = 0; seed < 100; seed++) {
      var random = new Random(seed);
      var of = updates(random);
      core = Groundwork.of(of, 1);
      look(of, core.graph(true).serial());
      assertEquals(0, problem.chains.count());
      assertEquals(0, guess.violations);
      var due = due();
      var isPlaced = new boolean[problem.nodeCount()];
      for (var place = 0; place < positions.length; place++) {
        var next = -1;
        for (var node = 0; node < positions.length; node++) {
          next = positions[node] == place ? node : next;
        }
        for (var other = 0; isTransaction(next) && other < isPlaced.length; other++) {
          if (isTransaction(other) && !isPlaced[other] && isReady(other, isPlaced)) {
            assertTrue(
                due[next] < due[other] || due[next] == due[other] && next <= other,
                "seed " + seed + ": " + next + " before " + other);
          }
        }
        isPlaced[next] = true;
      }
    }
  }

  private boolean isTransaction(int node) {
    return node < history.transactionCount();
  }

  private boolean isReady(int node, boolean[] isPlaced) {
    var isReady = new boolean[] {true};
    problem.known((from, to) -> isReady[0] &= to != node || isPlaced[from]);
    return isReady[0];
  }

  /** When a transaction ended, or who depends on it, if that is earlier. */
  private int[] due() {
    var clock = new Clock(history);
    var due = new int[problem.nodeCount()];
    Arrays.fill(due, Integer.MAX_VALUE);
    for (var t = 0; t < history.transactionCount(); t++) {
      due[t] = clock.end(t);
    }
    for (var isNew = new boolean[] {true}; isNew[0]; ) {
      isNew[0] = false;
      problem.known((from, to) -> {
        isNew[0] |= due[to] < due[from];
        due[from] = Math.min(due[from], due[to]);
      });
    }
    return due;
  }

  /** Writes after reads only, by sessions of different lengths. */
  private static History updates(Random random) {
    var log = Log.builder();
    var holds = new int[KEYS];
    var values = 0;
    for (var t = 0; t < 30; t++) {
      var session = random.nextInt(3) * random.nextInt(3);
      log.begin(session == 0 ? History.NO_SESSION : log.session(session), t, t + 1);
      for (var key = 0; key < KEYS; key++) {
        var name = log.key(log.scalars().integer(key));
        var choice = random.nextInt(6);
        if (choice <= 1) {
          log.operation(History.READ, name, log.scalars().integer(holds[key]));
        }
        if (choice == 1) {
          holds[key] = ++values;
          log.operation(History.WRITE, name, log.scalars().integer(values));
        }
      }
      log.end(Status.COMMITTED);
    }
    return log.build();
  }

  /** Those that are likely to be overwritten later hold in a guess for psi, if they can. */
  @Test
  void forParallelSnapshotsReadsComeBeforeWhatOverwroteThem() {
    for (var seed = 0; seed < 60; seed++) {
      var of = updates(new Random(seed));
      core = Groundwork.of(of, 1);
      look(of, new Dependencies.Parallel(core.graph(true)));
      assertNotNull(positions);
      for (var read = 0; read < history.operationCount(); read++) {
        var reader = core.versions.owner(read);
        if (history.kind(read) != History.READ || !core.versions.takesPart(reader)) {
          continue;
        }
        var next = core.versions.nextOf(history.key(read), core.versions.version(read));
        if (next != Versions.NONE && core.versions.owner(next) != reader) {
          assertTrue(positions[reader] < positions[core.versions.owner(next)], "seed " + seed);
        }
      }
    }
  }
}
