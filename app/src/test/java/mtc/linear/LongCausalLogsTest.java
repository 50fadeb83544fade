package mtc.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import mtc.check.CheckOptions;
import mtc.check.Checker;
import mtc.check.Log;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Status;
import mtc.verdict.Level;
import mtc.verdict.Verdict.Outcome;
import org.junit.jupiter.api.Test;

/** Causal consistency of logs so long that pasts are forgotten and their room is used again. */
class LongCausalLogsTest {
  private static final int TRANSACTIONS = 3000;
  private static final int KEYS = 40;

  /** Who wrote each key, in order; a transaction reads one key and writes another. */
  private final List<List<Integer>> writers = new ArrayList<>();

  private final int[] readKey = new int[TRANSACTIONS];
  private final int[] readFrom = new int[TRANSACTIONS];
  private final int[] session = new int[TRANSACTIONS];
  private final BitSet[] past = new BitSet[TRANSACTIONS];

  /**
   * @param inSession how many transactions a session has; 0 for no sessions
   * @param stale how many reads see something old
   */
  private History history(Random random, int inSession, int stale) {
    writers.clear();
    for (var key = 0; key < KEYS; key++) {
      writers.add(new ArrayList<>());
    }
    var log = Log.builder();
    for (var t = 0; t < TRANSACTIONS; t++) {
      // Some sessions run at once.
      session[t] = inSession == 0 ? -1 : t / (4 * inSession) * 4 + random.nextInt(4);
      readKey[t] = random.nextInt(KEYS);
      var ofKey = writers.get(readKey[t]);
      var back = random.nextInt(TRANSACTIONS) < stale ? 1 + random.nextInt(3) : 0;
      readFrom[t] = ofKey.size() > back ? ofKey.get(ofKey.size() - 1 - back) : -1;
      var writeKey = (readKey[t] + 1 + random.nextInt(KEYS - 1)) % KEYS;
      log.begin(
          inSession == 0 ? History.NO_SESSION : log.session(log.scalars().integer(session[t])),
          t,
          t + 1);
      operation(log, History.READ, readKey[t], readFrom[t] + 1);
      operation(log, History.WRITE, writeKey, t + 1);
      log.end(Status.COMMITTED);
      writers.get(writeKey).add(t);
    }
    return log.build();
  }

  private static void operation(HistoryBuilder log, byte kind, int key, int value) {
    log.operation(kind, log.key(log.scalars().integer(key)), log.scalars().integer(value));
  }

  /** By the definition: what must come before what a read saw makes no cycle. */
  private boolean isCausal() {
    var before = new ArrayList<List<Integer>>();
    var last = new int[TRANSACTIONS];
    for (var t = 0; t < TRANSACTIONS; t++) {
      before.add(new ArrayList<>());
      past[t] = new BitSet();
      if (session[t] >= 0 && last[session[t]] > 0) {
        precede(last[session[t]] - 1, t, before);
      }
      if (session[t] >= 0) {
        last[session[t]] = t + 1;
      }
      if (readFrom[t] >= 0) {
        precede(readFrom[t], t, before);
      }
    }
    for (var t = 0; t < TRANSACTIONS; t++) {
      for (var writer : writers.get(readKey[t])) {
        if (writer != readFrom[t] && past[t].get(writer)) {
          if (readFrom[t] < 0) {
            return false;
          }
          before.get(readFrom[t]).add(writer);
        }
      }
    }
    return isAcyclic(before);
  }

  private void precede(int earlier, int later, List<List<Integer>> before) {
    before.get(later).add(earlier);
    past[later].or(past[earlier]);
    past[later].set(earlier);
  }

  /** Takes away whoever nobody comes before, until nothing changes. */
  private static boolean isAcyclic(List<List<Integer>> before) {
    var gone = new BitSet();
    for (var size = -1; size < gone.cardinality(); ) {
      size = gone.cardinality();
      for (var t = 0; t < before.size(); t++) {
        if (before.get(t).stream().allMatch(gone::get)) {
          gone.set(t);
        }
      }
    }
    return gone.cardinality() == before.size();
  }

  @Test
  void areDecidedAsTheDefinitionSays() {
    var random = new Random(2);
    var valid = 0;
    for (var round = 0; round < 12; round++) {
      var history = history(random, new int[] {0, 3, 100}[round % 3], round);
      var isCausal = isCausal();
      valid += isCausal ? 1 : 0;
      assertEquals(
          isCausal ? Outcome.VALID : Outcome.INVALID,
          new Checker(history, CheckOptions.DEFAULT).check(Level.CAUSAL).outcome(),
          "round " + round);
    }
    assertTrue(valid > 2 && valid < 10, "both answers: " + valid);
  }

  /** Each reads what the next one in the log wrote: nobody comes before whom it must see. */
  @Test
  void twoLongChainsThatMissEachOtherAreCausalButNotSerializable() {
    var log = new StringBuilder();
    for (var chain : new String[] {"a", "b"}) {
      var other = chain.equals("a") ? "b" : "a";
      for (var i = 0; i < 200; i++) {
        log.append("- : ");
        log.append(i == 0 ? "r(" + other + "200,0) " : "w(" + chain + i + ",1) ");
        log.append("r(" + chain + (i + 1) + ",1)\n");
      }
      log.append("- : w(" + chain + "200,1)\n");
    }
    var checker = new Checker(Log.of(log.toString()), CheckOptions.DEFAULT);
    for (var level : new Level[] {Level.RC, Level.RA, Level.CAUSAL}) {
      assertEquals(Outcome.VALID, checker.check(level).outcome(), level.label());
    }
    assertEquals(Outcome.INVALID, checker.check(Level.SER).outcome());
  }
}
