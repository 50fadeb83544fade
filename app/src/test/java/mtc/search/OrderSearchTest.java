package mtc.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import mtc.check.CheckOptions;
import mtc.check.Checker;
import mtc.check.Log;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Status;
import mtc.solve.Budget;
import mtc.verdict.Level;
import mtc.verdict.Verdict;
import mtc.verdict.Verdict.Outcome;
import mtc.witness.Replay;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Histories far too large to look at each two writes of a key. */
class OrderSearchTest {
  private static final int SESSIONS = 20;
  private static final int TRANSACTIONS = Integer.getInteger("mtc.transactions", 50_000);

  /** What a store did whose transactions take effect at some moment between start and end. */
  private enum Workload {
    HOT_KEY(TRANSACTIONS, 1, 0, 0),
    HOT_KEY_OF_FEW_VALUES(TRANSACTIONS / 10, 1, 50, 0),
    INDETERMINATE(TRANSACTIONS, 100, 0, 0.2);

    private final int transactions;
    private final int keys;

    /** Of values, 0 for unique ones. */
    private final int modulus;

    private final double indeterminate;

    Workload(int transactions, int keys, int modulus, double indeterminate) {
      this.transactions = transactions;
      this.keys = keys;
      this.modulus = modulus;
      this.indeterminate = indeterminate;
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatAStoreDidIsFoundAndProved(Workload workload) {
    var history = new Simulated(workload, -1).history();
    for (var level : new Level[] {Level.SER, Level.SI, Level.SSER}) {
      var verdict = check(history, level);
      assertEquals(Outcome.VALID, verdict.outcome(), () -> level + ": " + verdict.open().reason());
      assertNull(new Replay(history, true, 0).refute(verdict.witness()), level.name());
    }
  }

  /** Two wrote independently, and two others saw that in opposite orders. */
  @ParameterizedTest
  @EnumSource(names = {"HOT_KEY", "INDETERMINATE"})
  void oneForkAmongManyIsFoundAndToldInFewCases(Workload workload) {
    var history = new Simulated(workload, workload.transactions / 2).history();
    for (var level : new Level[] {Level.SER, Level.SI}) {
      var verdict = check(history, level);
      assertEquals(Outcome.INVALID, verdict.outcome(), level.name());
      var example = verdict.anomalies().getFirst().examples().getFirst();
      assertTrue(example.cycle().size() <= 4, () -> example.cycle().toString());
      assertTrue(example.alternatives().size() <= 8, () -> example.alternatives().toString());
    }
  }

  private static Verdict check(History history, Level level) {
    var options = CheckOptions.DEFAULT.searching(() -> Budget.UNLIMITED).witnessing();
    return new Checker(history, options).check(level);
  }

  /** Sessions that start and end transactions of two operations at random. */
  private static final class Simulated {
    private final Workload workload;
    private final Random random = new Random(3);
    private final HistoryBuilder log = Log.builder();
    private final int[] holds;
    private int written;
    private long now;

    /** The operations of a transaction, their values once it took effect, and when it started. */
    private static final class Open {
      private final boolean[] writes = new boolean[2];
      private final int[] keys = new int[2];
      private int[] values;
      private long start;
    }

    private final Open[] open = new Open[SESSIONS];

    Simulated(Workload workload, int forkAt) {
      this.workload = workload;
      holds = new int[workload.keys];
      var started = 0;
      for (var ended = 0; ended < workload.transactions; ) {
        now++;
        var session = random.nextInt(SESSIONS);
        if (open[session] == null && started < workload.transactions) {
          open[session] = start();
          started++;
        } else if (open[session] != null) {
          end(session);
          ended++;
          if (ended == forkAt) {
            fork();
          }
        }
      }
    }

    History history() {
      return log.build();
    }

    private Open start() {
      var transaction = new Open();
      transaction.start = now;
      for (var i = 0; i < 2; i++) {
        transaction.writes[i] = random.nextBoolean();
        transaction.keys[i] = random.nextInt(workload.keys);
      }
      if (random.nextBoolean()) {
        run(transaction);
      }
      return transaction;
    }

    private void run(Open transaction) {
      transaction.values = new int[2];
      for (var i = 0; i < 2; i++) {
        if (transaction.writes[i]) {
          written++;
          holds[transaction.keys[i]] =
              workload.modulus > 0 ? 1 + written % workload.modulus : written;
        }
        transaction.values[i] = holds[transaction.keys[i]];
      }
    }

    private void end(int session) {
      var transaction = open[session];
      open[session] = null;
      if (transaction.values == null) {
        run(transaction);
      }
      var isKnown = random.nextDouble() >= workload.indeterminate;
      begin(session, transaction.start, isKnown ? now : History.NEVER);
      for (var i = 0; i < 2; i++) {
        if (transaction.writes[i]) {
          operation(History.WRITE, transaction.keys[i], transaction.values[i]);
        } else if (isKnown) {
          operation(History.READ, transaction.keys[i], transaction.values[i]);
        }
      }
      log.end(isKnown ? Status.COMMITTED : Status.INDETERMINATE);
    }

    /** On two keys of its own, by sessions of their own. */
    private void fork() {
      var keys = new int[] {workload.keys, workload.keys + 1};
      forked(0, History.WRITE, keys, 1, 1);
      now += 2;
      forked(1, History.WRITE, keys, 2, 0);
      forked(2, History.WRITE, keys, 0, 2);
      forked(3, History.READ, keys, 2, 1);
      forked(4, History.READ, keys, 1, 2);
      now += 2;
    }

    /** One value for each of the two keys, 0 to leave it alone. */
    private void forked(int number, byte kind, int[] keys, int... values) {
      begin(SESSIONS + number, now, now + 1);
      for (var i = 0; i < keys.length; i++) {
        if (values[i] > 0) {
          operation(kind, keys[i], values[i]);
        }
      }
      log.end(Status.COMMITTED);
    }

    private void begin(int session, long start, long end) {
      log.begin(log.session(log.scalars().integer(session)), (int) now, (int) now);
      log.realTime(start, end);
    }

    private void operation(byte kind, int key, int value) {
      log.operation(kind, log.key(log.scalars().integer(key)), log.scalars().integer(value));
    }
  }
}
