package mtc.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import mtc.check.Log;
import mtc.column.Ints;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.linear.Groundwork;
import mtc.linear.ListOrders;
import mtc.linear.ReadRules;
import mtc.solve.Budget;
import mtc.verdict.Level;
import org.junit.jupiter.api.Test;

/**
 * Where blocks of appends could stand, against the definition, of random lists with few elements.
 */
class AppendBlocksTest {
  private static final List<ReadRules> RULES =
      List.of(ReadRules.STRICT, ReadRules.at(Level.RC), ReadRules.at(Level.PL2));

  /** Where a block could stand. */
  private record Candidate(int block, int place) {}

  private History history;
  private ReadRules rules;
  private Groundwork core;
  private ListOrders lists;
  private AppendBlocks blocks;

  private void look(History of, ReadRules by) {
    history = of;
    rules = by;
    core = Groundwork.of(history, 3, null, rules);
    lists = core.resolution.lists;
    blocks = new AppendBlocks(core.versions, lists, rules, Budget.UNLIMITED);
    assertTrue(blocks.isComplete);
  }

  @Test
  void blocksAndCandidatesAreThoseOfTheDefinition() {
    var seen = 0;
    for (var seed = 0; seed < 400; seed++) {
      look(randomLists(seed), RULES.get(seed % 3));
      for (var open = 0; open < blocks.keyCount(); open++) {
        seen++;
        assertBlocks(open);
        assertCandidates(open, blocks, all(open), List.of());
        assertEquals(hasTooMany(open), blocks.hasTooMany(open), "seed " + seed);
      }
    }
    assertTrue(seen > 100);
  }

  @Test
  void whatIsRuledOutNoLongerCounts() {
    for (var seed = 0; seed < 400; seed++) {
      var random = new Random(seed);
      look(randomLists(seed), RULES.get(seed % 3));
      for (var open = 0; open < blocks.keyCount(); open++) {
        var certain = certain(open, all(open));
        var fewer = blocks;
        var left = all(open);
        for (var round = 0; round < 2; round++) {
          var ruledOut = new Ints();
          for (var c = blocks.firstCandidate(open); c < end(open); c++) {
            if (random.nextInt(3) == 0) {
              ruledOut.add(c);
              left.remove(new Candidate(blocks.blockOf(c), blocks.placeOf(c)));
            }
          }
          fewer = fewer.without(open, ruledOut);
          assertCandidates(open, fewer, left, certain);
          certain.addAll(certain(open, left));
        }
        assertCandidates(open, blocks, all(open), List.of());
      }
    }
  }

  /** Twice what was found must fit, or there is no end to it. */
  @Test
  void aBudgetBoundsTheCandidates() {
    var log = new StringBuilder();
    for (var i = 0; i < 5; i++) {
      log.append("- : a(x,1)\n");
    }
    log.append("- : l(x,[1 1 1 1])\n");
    var core = Groundwork.of(Log.of(log.toString()), 3);
    var exhausted = (Budget) () -> true;
    var few = new AppendBlocks(core.versions, core.resolution.lists, rulesOf(core), exhausted);
    assertFalse(few.isComplete);
    assertTrue(isComplete(core, 20_000));
    assertFalse(isComplete(core, 2_000));
    var small = Groundwork.of(Log.of("- : a(x,1)\n- : a(x,1)\n- : l(x,[1 1])"), 3);
    assertTrue(
        new AppendBlocks(small.versions, small.resolution.lists, rulesOf(small), exhausted)
            .isComplete);
  }

  private static boolean isComplete(Groundwork core, long room) {
    var budget =
        new Budget() {
          @Override
          public boolean isExhausted() {
            return false;
          }

          @Override
          public boolean allows(long bytes) {
            return bytes <= room;
          }
        };
    return new AppendBlocks(core.versions, core.resolution.lists, rulesOf(core), budget).isComplete;
  }

  private static ReadRules rulesOf(Groundwork core) {
    return core.resolution.reading;
  }

  // What the definitions say.

  private void assertBlocks(int open) {
    var key = blocks.key(open);
    var expected = new TreeMap<Integer, List<Integer>>();
    for (var op = 0; op < history.operationCount(); op++) {
      var owner = core.versions.owner(op);
      if (history.kind(op) == History.APPEND
          && history.key(op) == key
          && history.status(owner) != Status.ABORTED) {
        expected.computeIfAbsent(owner, _ -> new ArrayList<>()).add(op);
      }
    }
    var b = blocks.firstBlock(open);
    for (var entry : expected.entrySet()) {
      assertEquals(entry.getKey(), blocks.owner(b));
      assertEquals(key, blocks.keyOf(b));
      assertEquals(entry.getValue().size(), blocks.length(b));
      for (var i = 0; i < blocks.length(b); i++) {
        assertEquals(entry.getValue().get(i), blocks.append(b, i));
      }
      b++;
    }
    var next = open + 1 < blocks.keyCount() ? blocks.firstBlock(open + 1) : blocks.blockCount();
    assertEquals(b, next);
    for (var t = 0; t < history.transactionCount(); t++) {
      var block = blocks.block(t, key);
      assertEquals(expected.containsKey(t), block >= 0);
      assertTrue(block < 0 || blocks.owner(block) == t && blocks.keyOf(block) == key);
      assertTrue(blocks.block(t, -1) < 0);
    }
    assertEquals(core.versions.owner(lists.longest[key]), blocks.reader(open));
    var reads = new ArrayList<Integer>();
    for (var op = 0; op < history.operationCount(); op++) {
      if (history.key(op) == key && lists.isExternal(op)) {
        reads.add(op);
        assertEquals(lists.seen(op), blocks.seen(op));
        assertTrue(blocks.hasSeen(core.versions.owner(op), key, lists.seen(op)));
        assertFalse(blocks.hasSeen(core.versions.owner(op), key, -3));
      }
    }
    assertArrayEquals(ints(reads), blocks.reads(open));
  }

  private static int[] ints(List<Integer> list) {
    return list.stream().mapToInt(i -> i).toArray();
  }

  private int end(int open) {
    return open + 1 < blocks.keyCount() ? blocks.firstCandidate(open + 1) : blocks.candidateCount();
  }

  /** All candidates of a key, by place and then by block. */
  private List<Candidate> all(int open) {
    var found = new ArrayList<Candidate>();
    for (var at = 0; at < blocks.size(open); at++) {
      for (var b = blocks.firstBlock(open); b < blocks.blockCount(); b++) {
        if (blocks.keyOf(b) == blocks.key(open) && fits(open, b, at)) {
          found.add(new Candidate(b, at));
        }
      }
    }
    return found;
  }

  private boolean fits(int open, int b, int at) {
    var key = blocks.key(open);
    var owner = blocks.owner(b);
    var size = blocks.size(open);
    var only = rules.keepsUpdates() ? seenFirst(owner, key) : placeShown(b);
    if (only >= 0 && only != at || at + blocks.length(b) > size && owner != blocks.reader(open)) {
      return false;
    }
    for (var i = 0; i < blocks.length(b) && at + i < size; i++) {
      if (history.value(blocks.append(b, i)) != lists.element(lists.longest[key], at + i)
          || i > 0 && isEnd(key, at + i)) {
        return false;
      }
    }
    return true;
  }

  private int seenFirst(int owner, int key) {
    for (var op = history.firstOperation(owner); op < history.endOperation(owner); op++) {
      if (history.key(op) == key && lists.isExternal(op)) {
        assertEquals(op, blocks.externalRead(owner, key));
        return lists.seen(op);
      }
    }
    assertTrue(blocks.externalRead(owner, key) < 0);
    return -1;
  }

  private int placeShown(int b) {
    var owner = blocks.owner(b);
    var appended = 0;
    for (var op = history.firstOperation(owner); op < history.endOperation(owner); op++) {
      if (history.key(op) != blocks.keyOf(b)) {
        continue;
      }
      if (history.kind(op) == History.APPEND) {
        appended++;
      } else if (history.kind(op) == History.READ_LIST && appended > 0 && rules.seesOwnWrites()) {
        var shown = history.listSize(history.value(op)) - appended;
        assertEquals(shown, blocks.placeShown(b));
        return shown;
      }
    }
    assertTrue(blocks.placeShown(b) < 0);
    return -1;
  }

  /** Whether somebody saw what others appended end there. */
  private boolean isEnd(int key, int at) {
    for (var op = 0; op < history.operationCount(); op++) {
      if (history.key(op) == key
          && lists.isExternal(op)
          && lists.seen(op) == at
          && (rules.seesOwnWrites() || !appends(core.versions.owner(op), key))) {
        return true;
      }
    }
    return false;
  }

  private boolean appends(int t, int key) {
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      if (history.key(op) == key && history.kind(op) == History.APPEND) {
        return true;
      }
    }
    return false;
  }

  private List<Candidate> covering(int at, List<Candidate> among) {
    return among.stream()
        .filter(c -> c.place() <= at && at < c.place() + blocks.length(c.block()))
        .toList();
  }

  /** Those that alone cover some place. */
  private List<Candidate> certain(int open, List<Candidate> among) {
    var certain = new ArrayList<Candidate>();
    for (var at = 0; at < blocks.size(open); at++) {
      if (covering(at, among).size() == 1) {
        certain.addAll(covering(at, among));
      }
    }
    return certain;
  }

  private void assertCandidates(
      int open, AppendBlocks of, List<Candidate> left, List<Candidate> certainBefore) {
    var counted = new ArrayList<Candidate>();
    for (var c = of.firstCandidate(open); c < end(open); c++) {
      if (of.counts(c)) {
        counted.add(candidate(of, c));
      }
    }
    assertEquals(left, counted);
    var certain = certain(open, left);
    certain.addAll(certainBefore);
    for (var c = of.firstCandidate(open); c < end(open); c++) {
      assertEquals(certain.contains(candidate(of, c)), of.isCertain(c));
    }
    for (var at = 0; at < of.size(open); at++) {
      assertEquals(covering(at, left), candidates(of, of.covering(open, at)));
    }
    of.forEachPlace(
        open, (at, covering) -> assertEquals(covering(at, left), candidates(of, covering)));
    var isSomeOpen = false;
    for (var b = of.firstBlock(open); b < of.blockCount(); b++) {
      if (of.keyOf(b) == of.key(open)) {
        var block = b;
        var own = left.stream().filter(c -> c.block() == block).toList();
        assertEquals(own.reversed(), candidates(of, of.candidatesOf(b)));
        var isOpen = !own.isEmpty() && own.stream().noneMatch(certain::contains);
        assertEquals(isOpen, of.isOpen(b));
        isSomeOpen |= isOpen;
      }
    }
    assertEquals(isSomeOpen, of.hasOpenBlocks(open));
  }

  private static Candidate candidate(AppendBlocks of, int c) {
    return new Candidate(of.blockOf(c), of.placeOf(c));
  }

  private static List<Candidate> candidates(AppendBlocks of, int[] numbers) {
    var list = new ArrayList<Candidate>();
    for (var c : numbers) {
      list.add(candidate(of, c));
    }
    return list;
  }

  private boolean hasTooMany(int open) {
    var left = new ArrayList<Integer>();
    for (var b = blocks.firstBlock(open); b < blocks.blockCount(); b++) {
      for (var i = 0; i < blocks.length(b) && blocks.keyOf(b) == blocks.key(open); i++) {
        left.add(history.value(blocks.append(b, i)));
      }
    }
    for (var at = 0; at < blocks.size(open); at++) {
      if (!left.remove((Integer) blocks.element(open, at))) {
        return true;
      }
    }
    return false;
  }

  // Random lists: a serial store, whose reads may be tampered with.

  static History randomLists(long seed) {
    return randomLists(seed, 0);
  }

  /** By so many sessions by turns, or by none. */
  static History randomLists(long seed, int sessions) {
    var random = new Random(seed);
    var to = new HistoryBuilder("test");
    to.reservedInitialValue(Scalars.NIL);
    var keys = new int[2];
    for (var k = 0; k < 2; k++) {
      keys[k] = to.key(to.scalars().string("k" + k));
    }
    var states = List.of(new ArrayList<Integer>(), new ArrayList<Integer>());
    var elements = 1 + random.nextInt(4);
    var count = 4 + random.nextInt(8);
    for (var t = 0; t < count; t++) {
      to.begin(sessions == 0 ? History.NO_SESSION : to.session(t % sessions), t, t + 1);
      var chance = random.nextInt(8);
      var status =
          chance == 0 ? Status.ABORTED : chance == 1 ? Status.INDETERMINATE : Status.COMMITTED;
      var own = List.of(new ArrayList<Integer>(), new ArrayList<Integer>());
      var operations = 1 + random.nextInt(4);
      for (var i = 0; i < operations; i++) {
        var k = random.nextInt(3) / 2;
        if (random.nextInt(5) < 2) {
          to.readList(keys[k]);
          var list = new ArrayList<>(states.get(k));
          list.addAll(own.get(k));
          if (random.nextInt(25) == 0 && !list.isEmpty()) {
            list.set(random.nextInt(list.size()), 1 + random.nextInt(elements));
          }
          list.forEach(to::element);
        } else {
          var element = 1 + random.nextInt(elements);
          own.get(k).add(element);
          to.operation(History.APPEND, keys[k], element);
        }
      }
      to.end(status);
      for (var k = 0; k < 2 && (status == Status.COMMITTED || chance == 1 && t % 2 == 0); k++) {
        states.get(k).addAll(own.get(k));
      }
    }
    return to.build();
  }
}
