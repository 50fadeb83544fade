package mtc.linear;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import mtc.check.Log;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;

/** Random logs of some dozens of transactions, in which no value is written twice. */
final class RandomLogs {
  private static final int KEYS = 4;

  private RandomLogs() {}

  /** A serial store of registers, some of whose reads are old, and whose writes may be blind. */
  static History registers(long seed) {
    return registers(seed, 0);
  }

  /** The same, where every other transaction also writes so many keys of its own. */
  static History registers(long seed, int more) {
    var random = new Random(seed);
    var log = Log.builder();
    for (var t = 0; t < 20; t++) {
      for (var i = 0; i < more / 2; i++) {
        log.key(log.scalars().string("own" + t + "of" + i));
      }
    }
    var keys = new int[KEYS];
    var versions = new ArrayList<List<Integer>>();
    for (var k = 0; k < KEYS; k++) {
      keys[k] = log.key(log.scalars().string("k" + k));
      versions.add(new ArrayList<>(List.of(0)));
    }
    var value = 0;
    var count = 6 + random.nextInt(30);
    var oldOfTen = random.nextInt(3);
    var blindOfTen = random.nextInt(3) * random.nextInt(4);
    for (var t = 0; t < count; t++) {
      var session = random.nextInt(5);
      log.begin(session == 0 ? History.NO_SESSION : log.session(session), t, t + 1);
      for (var i = 0; i < more && t % 2 == 0; i++) {
        log.operation(History.WRITE, log.key(log.scalars().string("own" + t + "of" + i)), 1);
      }
      var isLost = random.nextInt(12) == 0;
      var writes = new ArrayList<int[]>();
      var left = 1 + random.nextInt(3);
      for (var k = random.nextInt(2); k < KEYS && left > 0; k += 1 + random.nextInt(2), left--) {
        var known = versions.get(k);
        var age = random.nextInt(10) < oldOfTen ? 1 + random.nextInt(3) : 0;
        var isBlind = random.nextInt(10) < blindOfTen;
        if (!isBlind) {
          log.operation(History.READ, keys[k], known.get(Math.max(0, known.size() - 1 - age)));
        }
        if (isBlind || random.nextInt(2) == 0) {
          log.operation(History.WRITE, keys[k], ++value);
          writes.add(new int[] {k, value});
        }
      }
      log.end(isLost ? Status.INDETERMINATE : Status.COMMITTED);
      for (var write : writes) {
        if (!isLost || random.nextBoolean()) {
          versions.get(write[0]).add(write[1]);
        }
      }
    }
    return log.build();
  }

  /** A serial store of lists, some of whose reads are old. */
  static History lists(long seed) {
    var random = new Random(seed);
    var log = new HistoryBuilder("test");
    log.reservedInitialValue(Scalars.NIL);
    var keys = new int[3];
    var states = new ArrayList<List<List<Integer>>>();
    for (var k = 0; k < keys.length; k++) {
      keys[k] = log.key(log.scalars().string("k" + k));
      states.add(new ArrayList<>(List.of(List.of())));
    }
    var element = 0;
    var count = 5 + random.nextInt(16);
    var oldOfTen = random.nextInt(4);
    for (var t = 0; t < count; t++) {
      var session = random.nextInt(5);
      log.begin(session == 0 ? History.NO_SESSION : log.session(session), t, t + 1);
      var isLost = random.nextInt(12) == 0;
      var now = new ArrayList<List<Integer>>();
      for (var left = 1 + random.nextInt(4); left > 0; left--) {
        var k = random.nextInt(keys.length);
        var known = states.get(k);
        var own = new ArrayList<Integer>();
        now.stream().filter(pair -> pair.getFirst() == k).forEach(pair -> own.add(pair.get(1)));
        if (random.nextBoolean()) {
          var age = own.isEmpty() && random.nextInt(10) < oldOfTen ? 1 + random.nextInt(3) : 0;
          log.readList(keys[k]);
          known.get(Math.max(0, known.size() - 1 - age)).forEach(log::element);
          own.forEach(log::element);
        } else {
          log.operation(History.APPEND, keys[k], ++element);
          now.add(List.of(k, element));
        }
      }
      log.end(isLost ? Status.INDETERMINATE : Status.COMMITTED);
      for (var k = 0; k < keys.length && (!isLost || t % 2 == 0); k++) {
        var key = k;
        var list = new ArrayList<>(states.get(k).getLast());
        now.stream().filter(pair -> pair.getFirst() == key).forEach(pair -> list.add(pair.get(1)));
        if (list.size() > states.get(k).getLast().size()) {
          states.get(k).add(list);
        }
      }
    }
    return log.build();
  }
}
