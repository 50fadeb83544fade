package mtc.workload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import mtc.check.CheckOptions;
import mtc.check.Checker;
import mtc.history.History;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.reading.Formats;
import mtc.reading.HistoryReader;
import mtc.solve.Budget;
import mtc.source.Limits;
import mtc.verdict.Level;
import mtc.verdict.Verdict.Outcome;
import mtc.witness.Replay;
import org.junit.jupiter.api.Test;

/**
 * Logs with predicates against a store that evaluates them, run in every order of the transactions.
 */
class ClosedPredicateOracleTest {
  private static final int HISTORIES = 3000;
  private static final int KEYS = 2;
  private static final int ABSENT = Scalars.NIL;

  private static final List<String> PREDICATES = List.of(":true", "[:= 2]", "[:mod 2 0]");

  private static final List<IntPredicate> MATCHES =
      List.of(_ -> true, value -> value == 2, value -> value % 2 == 0);

  /** A write of a key (also of nothing, by a deletion), a read of it, or a predicate. */
  private record Op(char kind, int key, int value, int predicate, int[] found) {}

  private record Txn(int session, List<Op> ops, long start, long end, Status status) {
    boolean writes(int key) {
      return ops.stream().anyMatch(op -> op.kind == 'w' && op.key == key);
    }
  }

  private record Log(int[] init, List<Txn> txns) {}

  @Test
  void whatIsNotFoundIsDecidedAsAStoreWouldFindIt() throws Exception {
    var random = new Random(11);
    var counts = new EnumMap<Level, Map<Outcome, Integer>>(Level.class);
    for (var n = 0; n < HISTORIES; n++) {
      var log = random(random);
      for (var level : List.of(Level.SER, Level.SI, Level.SSER)) {
        var history = read(log);
        var options = CheckOptions.DEFAULT.searching(() -> Budget.UNLIMITED).witnessing();
        var verdict = new Checker(history, options).check(level);
        var right = holds(log, level) ? Outcome.VALID : Outcome.INVALID;
        assertEquals(right, verdict.outcome(), () -> level + "\n" + print(log));
        if (right == Outcome.VALID) {
          assertNull(new Replay(history, true, 0).refute(verdict.witness()), () -> print(log));
        }
        counts
            .computeIfAbsent(level, _ -> new EnumMap<>(Outcome.class))
            .merge(right, 1, Integer::sum);
      }
    }
    counts.values().forEach(of -> of.values().forEach(count -> assertTrue(count > 300)));
    assertEquals(2, counts.get(Level.SI).size());
  }

  // Logs: a store where transactions see a state that may be an old one.

  private static Log random(Random random) {
    var init = new int[KEYS];
    for (var k = 0; k < KEYS; k++) {
      init[k] = random.nextInt(3) == 0 ? ABSENT : 1 + random.nextInt(3);
    }
    var states = new ArrayList<int[]>();
    states.add(init);
    var txns = new ArrayList<Txn>();
    var clock = 0L;
    for (var n = 2 + random.nextInt(4); n > 0; n--) {
      var isStale = random.nextInt(3) == 0;
      var seen = states.get(isStale ? random.nextInt(states.size()) : states.size() - 1).clone();
      var after = states.getLast().clone();
      var ops = new ArrayList<Op>();
      for (var i = 1 + random.nextInt(3); i > 0; i--) {
        ops.add(op(random, seen, after));
      }
      var chance = random.nextInt(10);
      var status =
          chance < 8 ? Status.COMMITTED : chance < 9 ? Status.INDETERMINATE : Status.ABORTED;
      if (status == Status.COMMITTED || status == Status.INDETERMINATE && random.nextBoolean()) {
        states.add(after);
      }
      var start = Math.max(0, clock - random.nextInt(5));
      clock += 1 + random.nextInt(3);
      var session = status == Status.COMMITTED ? random.nextInt(3) : 3 + txns.size();
      var free =
          txns.stream().filter(t -> t.session == session).mapToLong(t -> t.end + 1).max().orElse(0);
      txns.add(new Txn(session, ops, Math.max(2 * start, free), 2 * clock + 1, status));
    }
    return new Log(init, txns);
  }

  private static Op op(Random random, int[] seen, int[] after) {
    var key = random.nextInt(KEYS);
    switch (random.nextInt(7)) {
      case 0, 1, 2 -> {
        var value = random.nextInt(5) == 0 ? ABSENT : 1 + random.nextInt(5);
        seen[key] = value;
        after[key] = value;
        return new Op('w', key, value, 0, null);
      }
      case 3 -> {
        return new Op('r', key, seen[key], 0, null);
      }
      default -> {
        var predicate = random.nextInt(PREDICATES.size());
        var found = found(seen, predicate);
        if (random.nextInt(12) == 0) {
          found[key] = ABSENT;
        }
        return new Op('p', 0, 0, predicate, found);
      }
    }
  }

  private static int[] found(int[] state, int predicate) {
    var found = new int[KEYS];
    for (var k = 0; k < KEYS; k++) {
      var matches = state[k] != ABSENT && MATCHES.get(predicate).test(state[k]);
      found[k] = matches ? state[k] : ABSENT;
    }
    return found;
  }

  // All orders.

  private static boolean holds(Log log, Level level) {
    return extend(log, level, new ArrayList<>(), new ArrayList<>(List.of(log.init)));
  }

  private static boolean extend(Log log, Level level, List<Txn> order, List<int[]> states) {
    if (log.txns.stream().allMatch(t -> t.status != Status.COMMITTED || order.contains(t))) {
      return true;
    }
    for (var t : log.txns) {
      if (t.status == Status.ABORTED || order.contains(t) || isPreceded(log, level, t, order)) {
        continue;
      }
      if (mayCommit(log, level, t, order, states)) {
        var next = states.getLast().clone();
        t.ops.stream().filter(op -> op.kind == 'w').forEach(op -> next[op.key] = op.value);
        order.add(t);
        states.add(next);
        var holds = extend(log, level, order, states);
        order.removeLast();
        states.removeLast();
        if (holds) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isPreceded(Log log, Level level, Txn t, List<Txn> order) {
    return log.txns.stream()
        .anyMatch(other ->
            other.status == Status.COMMITTED
                && !order.contains(other)
                && precedes(log, level, other, t));
  }

  private static boolean precedes(Log log, Level level, Txn one, Txn other) {
    return one.session == other.session && log.txns.indexOf(one) < log.txns.indexOf(other)
        || level == Level.SSER && one.end < other.start;
  }

  /** A snapshot may be any state since what comes before, if nobody else wrote the same since. */
  private static boolean mayCommit(
      Log log, Level level, Txn t, List<Txn> order, List<int[]> states) {
    for (var at = order.size(); at >= 0; at--) {
      if (reads(t, states.get(at))) {
        return true;
      }
      if (at == 0 || level != Level.SI || precedes(log, level, order.get(at - 1), t)) {
        return false;
      }
      var skipped = order.get(at - 1);
      for (var k = 0; k < KEYS; k++) {
        if (t.writes(k) && skipped.writes(k)) {
          return false;
        }
      }
    }
    return false;
  }

  private static boolean reads(Txn t, int[] snapshot) {
    var state = snapshot.clone();
    for (var op : t.ops) {
      var isTold = t.status == Status.COMMITTED;
      switch (op.kind) {
        case 'w' -> state[op.key] = op.value;
        case 'r' -> {
          if (isTold && state[op.key] != op.value) {
            return false;
          }
        }
        default -> {
          if (isTold && !Arrays.equals(found(state, op.predicate), op.found)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  // As Jepsen writes it.

  private static History read(Log log) throws Exception {
    var lines = new TreeMap<Long, String>();
    lines.put(-2L, line("invoke", 99, "init", map(log.init)));
    lines.put(-1L, line("ok", 99, "init", map(log.init)));
    for (var t : log.txns) {
      var type =
          switch (t.status) {
            case COMMITTED -> "ok";
            case ABORTED -> "fail";
            case INDETERMINATE -> "info";
          };
      lines.merge(t.start, line("invoke", t.session, "txn", value(t)), String::concat);
      lines.put(t.end, line(type, t.session, "txn", value(t)));
    }
    var bytes = String.join("", lines.values()).getBytes(UTF_8);
    return new HistoryReader(
            new ByteArrayInputStream(bytes), Formats.named("jepsen"), Limits.DEFAULT)
        .read("-");
  }

  private static String line(String type, int process, String function, String value) {
    return "{:type :%s, :process %d, :f :%s, :value %s}%n"
        .formatted(type, process, function, value);
  }

  private static String print(Log log) {
    var text = new StringBuilder("init ").append(map(log.init)).append('\n');
    for (var t : log.txns) {
      text.append(
          "session %d, %d to %d, %s: %s%n"
              .formatted(t.session, t.start, t.end, t.status, value(t)));
    }
    return text.toString();
  }

  private static String value(Txn t) {
    var text = new StringBuilder("[");
    for (var op : t.ops) {
      text.append(
          switch (op.kind) {
            case 'w' ->
                op.value == ABSENT
                    ? "[:delete :k%d]".formatted(op.key)
                    : "[:w :k%d %d]".formatted(op.key, op.value);
            case 'r' -> "[:r :k%d %s]".formatted(op.key, op.value == ABSENT ? "nil" : op.value);
            default -> "[:rp %s %s]".formatted(PREDICATES.get(op.predicate), map(op.found));
          });
    }
    return text.append(']').toString();
  }

  private static String map(int[] state) {
    var text = new StringBuilder("{");
    for (var k = 0; k < KEYS; k++) {
      text.append(state[k] == ABSENT ? "" : ":k%d %d ".formatted(k, state[k]));
    }
    return text.append('}').toString();
  }
}
