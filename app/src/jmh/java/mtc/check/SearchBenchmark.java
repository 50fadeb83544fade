package mtc.check;

import java.util.Arrays;
import java.util.Random;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Status;
import mtc.solve.Budget;
import mtc.verdict.Level;
import mtc.verdict.Verdict;

/**
 * How long a search takes for what real logs leave open. Run {@code main}; each line is the fifth
 * run of one workload at one level, in a warm virtual machine.
 */
final class SearchBenchmark {
  private static final int SESSIONS = 20;
  private static final int OPERATIONS = 15;
  private static final int KEYS = 10_000;

  private SearchBenchmark() {}

  public static void main(String[] args) {
    for (var perSession : new int[] {100, 250}) {
      time("uniform 20 x " + perSession, transactions(perSession, false), Level.SER, Level.SI);
      time("zipf 20 x " + perSession, transactions(perSession, true), Level.SER, Level.SI);
    }
    time("register 10000", register(10_000), Level.LIN);
  }

  private static void time(String name, History history, Level... levels) {
    var options = new CheckOptions(true, 0, 1).searching(() -> Budget.UNLIMITED);
    for (var level : levels) {
      var millis = 0L;
      Verdict verdict = null;
      for (var run = 0; run < 5; run++) {
        var start = System.nanoTime();
        verdict = new Checker(history, options).check(level);
        millis = (System.nanoTime() - start) / 1_000_000;
      }
      System.out.printf("%-20s %-5s %-8s %6d ms%n", name, level, verdict.outcome(), millis);
    }
  }

  /** Random reads and blind writes, one transaction after the other, by sessions in turn. */
  private static History transactions(int perSession, boolean isZipfian) {
    var random = new Random(7);
    var builder = Log.builder();
    var holds = new long[KEYS];
    var keys = isZipfian ? zipf() : null;
    var written = 0L;
    for (var t = 0; t < SESSIONS * perSession; t++) {
      builder.begin(builder.session(builder.scalars().integer(random.nextInt(SESSIONS))), t, t);
      for (var i = 0; i < OPERATIONS; i++) {
        var key = keys == null ? random.nextInt(KEYS) : pick(keys, random.nextDouble());
        var isWrite = random.nextBoolean();
        holds[key] = isWrite ? ++written : holds[key];
        operation(builder, isWrite ? History.WRITE : History.READ, key, holds[key]);
      }
      builder.end(Status.COMMITTED);
    }
    return builder.build();
  }

  private static double[] zipf() {
    var sums = new double[KEYS];
    var sum = 0.0;
    for (var i = 0; i < KEYS; i++) {
      sum += 1 / Math.pow(i + 1, 0.99);
      sums[i] = sum;
    }
    return Arrays.stream(sums).map(s -> s / sums[KEYS - 1]).toArray();
  }

  private static int pick(double[] sums, double at) {
    var found = Arrays.binarySearch(sums, at);
    return found >= 0 ? found : Math.min(-found - 1, KEYS - 1);
  }

  private static void operation(HistoryBuilder builder, byte kind, int key, long value) {
    var scalars = builder.scalars();
    builder.operation(kind, builder.key(scalars.integer(key)), scalars.integer(value));
  }

  /** Twenty clients on one register of five values; comparisons mostly fail. */
  private static History register(int operations) {
    var random = new Random(7);
    var builder = Log.builder();
    var holds = 0;
    for (var t = 0; t < operations; t++) {
      builder.begin(builder.session(builder.scalars().integer(t % SESSIONS)), t, t);
      var start = 10L * t - random.nextInt(90);
      builder.realTime(Math.max(0, start), 10L * t + 1 + random.nextInt(90));
      var value = random.nextInt(5);
      switch (random.nextInt(3)) {
        case 0 -> operation(builder, History.READ, 0, holds);
        case 1 -> {
          operation(builder, History.WRITE, 0, value);
          holds = value;
        }
        default -> {
          if (value == holds) {
            holds = random.nextInt(5);
            operation(builder, History.READ, 0, value);
            operation(builder, History.WRITE, 0, holds);
          } else {
            operation(builder, History.READ_OTHER, 0, value);
          }
        }
      }
      builder.end(Status.COMMITTED);
    }
    return builder.build();
  }
}
