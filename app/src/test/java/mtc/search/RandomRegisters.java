package mtc.search;

import java.util.Random;
import mtc.check.Log;
import mtc.history.History;
import mtc.history.Status;

/**
 * Registers with few values, in real time, whose operations saw what was there or anything. Of a
 * comparison that failed the outcome is known.
 */
final class RandomRegisters {
  private RandomRegisters() {}

  static History next(long seed) {
    return next(seed, 0);
  }

  /** With so many transactions more. */
  static History next(long seed, int more) {
    var random = new Random(seed);
    var log = Log.builder();
    var keys = new int[] {log.key(log.scalars().string("x")), log.key(log.scalars().string("y"))};
    var now = new int[2];
    var values = 1 + random.nextInt(4);
    var count = 5 + random.nextInt(12) + more;
    for (var t = 0; t < count; t++) {
      var session = random.nextInt(4);
      log.begin(session == 0 ? History.NO_SESSION : log.session(session), t, t + 1);
      var chance = random.nextInt(9);
      var status =
          chance == 0 ? Status.ABORTED : chance < 3 ? Status.INDETERMINATE : Status.COMMITTED;
      for (var left = 1 + random.nextInt(3); left > 0; left--) {
        var k = random.nextInt(3) / 2;
        var value = random.nextInt(5) == 0 ? random.nextInt(values + 1) : now[k];
        switch (status == Status.INDETERMINATE ? 1 + random.nextInt(4) : random.nextInt(5)) {
          case 0 -> log.operation(History.READ_OTHER, keys[k], random.nextInt(values + 1));
          case 1, 2 -> log.operation(History.READ, keys[k], value);
          default -> {
            now[k] = random.nextInt(values + 1);
            log.operation(History.WRITE, keys[k], now[k]);
          }
        }
      }
      var start = 10L * t - random.nextInt(40);
      var end = status == Status.INDETERMINATE ? History.NEVER : 10L * t + 1 + random.nextInt(30);
      log.realTime(start, end);
      log.clock(start, end);
      log.end(status);
    }
    return log.build();
  }
}
