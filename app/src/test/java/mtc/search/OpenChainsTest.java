package mtc.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import mtc.check.Log;
import mtc.history.History;
import mtc.history.Status;
import mtc.linear.Groundwork;
import mtc.linear.RealTime;
import mtc.linear.Versions;
import mtc.solve.Budget;
import org.junit.jupiter.api.Test;

/** The chains that a search puts in order, and the lanes that they lie on. */
class OpenChainsTest {
  private static final int HISTORIES = 300;

  private History history;
  private Versions versions;
  private OpenReads reads;
  private OpenChains chains;

  private void look(long seed) {
    history = RandomRegisters.next(seed);
    var core = Groundwork.of(history, 3);
    versions = core.versions;
    reads = new OpenReads(versions, core.resolution, Budget.UNLIMITED);
    chains = new OpenChains(versions, reads.keys, reads.mayHaveCommitted);
  }

  private boolean takesPart(int t) {
    return versions.takesPart(t) || reads.mayHaveCommitted != null && reads.mayHaveCommitted[t];
  }

  private List<Integer> heads(int key) {
    var heads = new ArrayList<Integer>();
    for (var op = 0; op < history.operationCount(); op++) {
      if (history.key(op) == key
          && versions.version(op) == Versions.HEAD
          && takesPart(versions.owner(op))) {
        heads.add(op);
      }
    }
    return heads;
  }

  @Test
  void keysAreOpenWhoseChainsHaveNoOrder() {
    for (var seed = 0; seed < HISTORIES; seed++) {
      look(seed);
      var total = 0;
      for (var key = 0; key < history.keyCount(); key++) {
        var heads = heads(key);
        var isOpen =
            heads.size() > 1
                || reads.keys != null && reads.keys[key]
                || heads.size() == 1 && !versions.takesPart(versions.owner(heads.getFirst()));
        assertEquals(isOpen, chains.place(key) >= 0, "seed " + seed + " key " + key);
        if (isOpen) {
          total += heads.size();
          assertChains(key, heads);
        }
      }
      assertEquals(total, chains.count());
      for (var t = 0; t < history.transactionCount(); t++) {
        assertEquals(takesPart(t), chains.takesPart(t));
      }
    }
  }

  private void assertChains(int key, List<Integer> heads) {
    var place = chains.place(key);
    assertEquals(key, chains.keys.get(place));
    assertEquals(heads.size(), chains.chainsOf(place));
    assertEquals(versions.lastOfChain(key, Versions.INITIAL), chains.lastOfInitial.get(place));
    for (var i = 0; i < heads.size(); i++) {
      var chain = chains.firstChain.get(place) + i;
      var version = (int) heads.get(i);
      assertEquals(version, chains.head.get(chain));
      assertEquals(versions.owner(version), chains.headOwner(chain));
      assertEquals(chain, chains.chainOf(version));
      for (var next = version; next != Versions.NONE; next = versions.next(next)) {
        assertEquals(chain, chains.chainWith(next));
        version = next;
      }
      assertEquals(version, chains.last.get(chain));
      assertEquals(versions.owner(version), chains.lastOwner(chain));
      assertEquals(chain, chains.chainOf(version));
    }
  }

  @Test
  void alongALaneEachChainIsKnownToComeBeforeTheNext() {
    for (var seed = 0; seed < HISTORIES; seed++) {
      look(seed);
      assertLanes(Paths.ofSessions(history, seed % 5 > 0));
      assertLanes(Paths.ofRealTime(history, new RealTime(versions, 0)));
    }
  }

  private void assertLanes(Paths paths) {
    var lanes = new Lanes(chains, paths);
    for (var place = 0; place < chains.keyCount(); place++) {
      var expected = new HashSet<Integer>();
      var from = chains.firstChain.get(place);
      for (var chain = from; chain < from + chains.chainsOf(place); chain++) {
        var path = paths.pathOf[chains.headOwner(chain)];
        expected.add(path < 0 ? -1 - chain : path);
        assertEquals(chain, lanes.chain(place, lanes.laneOf[chain], lanes.indexOf[chain]));
      }
      assertEquals(expected.size(), lanes.count(place));
      var seen = 0;
      for (var lane = 0; lane < lanes.count(place); lane++) {
        for (var index = 0; index < lanes.length(place, lane); index++) {
          seen++;
          var head = chains.headOwner(lanes.chain(place, lane, index));
          if (index > 0) {
            var before = chains.headOwner(lanes.chain(place, lane, index - 1));
            assertTrue(paths.pathOf[head] >= 0);
            assertEquals(paths.pathOf[before], paths.pathOf[head]);
            assertTrue(paths.placeOf[before] < paths.placeOf[head]);
          }
        }
      }
      assertEquals(chains.chainsOf(place), seen);
    }
  }

  @Test
  void noChains() {
    look(1);
    var none = OpenChains.none(versions, reads.mayHaveCommitted);
    assertEquals(0, none.count());
    assertEquals(0, none.keyCount());
    assertArrayEquals(new int[] {0}, none.firstChain.toArray());
  }

  /** By the time of the log, as numbers of its starts and ends; what did not end took as usual. */
  @Test
  void aClockTellsAboutWhen() {
    for (var seed = 0; seed < HISTORIES; seed++) {
      look(seed);
      var clock = new Clock(history);
      var ticks = 0;
      var ended = 0;
      for (var t = 0; t < history.transactionCount(); t++) {
        if (takes(t) && history.end(t) != History.NEVER) {
          ended++;
          ticks += clock.end(t) - clock.start(t);
        }
      }
      for (var t = 0; t < history.transactionCount(); t++) {
        if (!takes(t)) {
          continue;
        }
        assertTrue(clock.start(t) <= clock.end(t));
        if (history.end(t) == History.NEVER) {
          assertEquals(clock.start(t) + (ended == 0 ? 0 : ticks / ended), clock.end(t));
        }
        for (var other = 0; other < history.transactionCount(); other++) {
          if (takes(other)) {
            assertEquals(
                history.start(t) < history.start(other), clock.start(t) < clock.start(other));
            if (history.end(other) != History.NEVER) {
              assertEquals(
                  history.end(other) < history.start(t), clock.end(other) < clock.start(t));
            }
          }
        }
      }
    }
  }

  private boolean takes(int t) {
    return history.status(t) != Status.ABORTED;
  }

  @Test
  void withoutTimeSessionsBeginAndEndTogether() {
    var log = Log.of("a: r(x,0)\nb: r(x,0)\n- : r(x,0)\nb: r(x,0)\n- : r(x,0)\nb: r(x,0)");
    var clock = new Clock(log);
    var all = 1 << 30;
    var starts = new int[] {0, 0, 0, all / 3, all / 2, (int) (2L * all / 3)};
    var ends = new int[] {all, all / 3, all / 2, (int) (2L * all / 3), all, all};
    for (var t = 0; t < 6; t++) {
      assertEquals(starts[t], clock.start(t));
      assertEquals(ends[t], clock.end(t));
    }
  }
}
