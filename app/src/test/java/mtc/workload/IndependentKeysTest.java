package mtc.workload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import mtc.check.CheckOptions;
import mtc.check.Checker;
import mtc.history.History;
import mtc.history.Reading;
import mtc.history.Status;
import mtc.reading.Formats;
import mtc.reading.HistoryReader;
import mtc.solve.Budget;
import mtc.source.Limits;
import mtc.verdict.Level;
import mtc.verdict.Verdict.Outcome;
import mtc.witness.Replay;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * With independent keys each key is a history of its own, so a log has at every level the worst of
 * the verdicts on the logs of its keys.
 */
class IndependentKeysTest {
  private static final int LOGS = 800;
  private static final int PROCESSES = 3;

  /** What a client may ask for, of a key that holds a list of what was done to it. */
  private enum Kind {
    REGISTER("register"),
    REPEATED_REGISTER("register"),
    MULTI_REGISTER("multi-register"),
    LIST_APPEND("list-append"),
    VERSIONED_REGISTER("versioned-register"),
    ADYA("adya-g2"),
    COMMENTS("comments"),
    SET("set"),
    CAUSAL("causal"),
    UPSERT("upsert"),
    MUTEX("mutex"),
    CLOSED_PREDICATE("closed-predicate");

    final String workload;

    Kind(String workload) {
      this.workload = workload;
    }
  }

  /** A call under way: its function, its key, and its value as it is asked for and answered. */
  private record Asked(int process, String function, int key, String asked, String answered) {}

  private record Line(int key, String text) {}

  @ParameterizedTest
  @EnumSource
  void aLogHasTheWorstVerdictOfItsKeys(Kind kind) throws Exception {
    var random = new Random(kind.ordinal());
    var counts = new EnumMap<Outcome, Integer>(Outcome.class);
    for (var n = 0; n < LOGS; n++) {
      var log = new Store(kind, random).run();
      var whole = read(kind, log);
      if (whole.transactionCount() == 0) {
        continue;
      }
      var byKey = new TreeMap<Integer, List<Line>>();
      log.forEach(line -> byKey.computeIfAbsent(line.key, _ -> new ArrayList<>()).add(line));
      var parts = new ArrayList<History>();
      for (var ofKey : byKey.values()) {
        var part = read(kind, ofKey);
        if (part.transactionCount() > 0) {
          parts.add(part);
        }
      }
      for (var level : Level.values()) {
        var expected = worst(parts, level);
        var options = CheckOptions.DEFAULT.searching(() -> Budget.UNLIMITED).witnessing();
        var checker = new Checker(whole, options);
        if (expected == null || checker.refusal(level) != null) {
          assertEquals(expected == null, checker.refusal(level) != null, () -> print(level, log));
          continue;
        }
        var verdict = checker.check(level);
        assertEquals(expected, verdict.outcome(), () -> print(level, log));
        if (verdict.witness() != null) {
          var refuted = new Replay(whole, true, 0).refute(verdict.witness());
          assertEquals(null, refuted, () -> print(level, log));
        }
        counts.merge(expected, 1, Integer::sum);
      }
    }
    assertTrue(counts.get(Outcome.VALID) > LOGS / 2, counts::toString);
    assertTrue(counts.get(Outcome.INVALID) > LOGS / 2, counts::toString);
  }

  /** Null if one of them has not the data for the level. */
  private static Outcome worst(List<History> parts, Level level) {
    var worst = Outcome.VALID;
    for (var part : parts) {
      var options = CheckOptions.DEFAULT.searching(() -> Budget.UNLIMITED);
      var checker = new Checker(part, options);
      if (checker.refusal(level) != null) {
        return null;
      }
      var outcome = checker.check(level).outcome();
      worst = worst == Outcome.INVALID || outcome == Outcome.VALID ? worst : outcome;
    }
    return worst;
  }

  private static History read(Kind kind, List<Line> log) throws Exception {
    var text = String.join("\n", log.stream().map(Line::text).toList());
    var reading = new Reading(Set.of(), Set.of(), kind.workload, null, false, false);
    var in = new ByteArrayInputStream(text.getBytes(UTF_8));
    return new HistoryReader(in, Formats.named("jepsen"), Limits.DEFAULT, reading).read("-");
  }

  private static String print(Level level, List<Line> log) {
    return level + "\n" + String.join("\n", log.stream().map(Line::text).toList());
  }

  /** A store that loses, forgets and mixes up a little. */
  private static final class Store {
    private final Kind kind;
    private final Random random;
    private final List<Line> log = new ArrayList<>();

    /** By key: its states, the last one being the present one; a state is a list of numbers. */
    private final Map<Integer, List<List<Integer>>> states = new TreeMap<>();

    private int next = 1;

    Store(Kind kind, Random random) {
      this.kind = kind;
      this.random = random;
    }

    List<Line> run() {
      var names = new int[PROCESSES];
      var open = new Asked[PROCESSES];
      for (var p = 0; p < PROCESSES; p++) {
        names[p] = p;
      }
      var keys = 2 + random.nextInt(2);
      for (var left = 6 + random.nextInt(9); left > 0; ) {
        var p = random.nextInt(PROCESSES);
        if (open[p] == null) {
          open[p] = ask(names[p], random.nextInt(keys));
          add(open[p], "invoke", open[p].asked);
          left--;
        } else {
          var status = complete(open[p]);
          open[p] = null;
          if (status == Status.INDETERMINATE && random.nextInt(8) > 0) {
            names[p] += PROCESSES;
          }
        }
      }
      // What is still open stays so, in one log of two.
      for (var p = 0; p < PROCESSES && random.nextBoolean(); p++) {
        if (open[p] != null) {
          complete(open[p]);
        }
      }
      return log;
    }

    private Status complete(Asked call) {
      var chance = random.nextInt(12);
      if (call.answered == null || chance == 0) {
        add(call, "fail", call.asked);
        return Status.ABORTED;
      }
      if (chance == 1) {
        add(call, "info", call.asked);
        return Status.INDETERMINATE;
      }
      add(call, "ok", call.answered);
      return Status.COMMITTED;
    }

    private void add(Asked call, String type, String value) {
      log.add(
          new Line(
              call.key,
              "{:type :%s, :process %d, :f :%s, :value [%d %s]}"
                  .formatted(type, call.process, call.function, call.key, value)));
    }

    /** The present state, or an older one. */
    private List<Integer> state(int key) {
      var all = states.computeIfAbsent(key, _ -> new ArrayList<>(List.of(List.of())));
      return random.nextInt(4) > 0 ? all.getLast() : all.get(random.nextInt(all.size()));
    }

    private void put(int key, List<Integer> state) {
      states.get(key).add(state);
    }

    private static List<Integer> with(List<Integer> state, int element) {
      var more = new ArrayList<>(state);
      more.add(element);
      return more;
    }

    private static String last(List<Integer> state) {
      return state.isEmpty() ? "nil" : state.getLast().toString();
    }

    private static String elements(List<Integer> state) {
      return String.join(" ", state.stream().map(Object::toString).toList());
    }

    private Asked ask(int process, int key) {
      var state = state(key);
      return switch (kind) {
        case REGISTER, REPEATED_REGISTER -> register(process, key, state);
        case MULTI_REGISTER -> multiRegister(process, key, state, "read", "write");
        case CLOSED_PREDICATE ->
            random.nextInt(4) > 0
                ? multiRegister(process, key, state, "txn", "txn")
                : predicate(process, key, state);
        case LIST_APPEND -> {
          var isRead = random.nextBoolean();
          var append = isRead ? "" : " [:append 0 %d]".formatted(next);
          if (!isRead) {
            put(key, with(state, next++));
          }
          yield new Asked(
              process,
              "txn",
              key,
              "[[:r 0 nil]" + append + "]",
              "[[:r 0 [" + elements(state) + "]]" + append + "]");
        }
        case VERSIONED_REGISTER -> {
          if (random.nextBoolean()) {
            var seen = state.isEmpty() ? "[nil nil]" : "[" + state.size() + " " + last(state) + "]";
            yield new Asked(process, "read", key, "[nil nil]", seen);
          }
          var value = random.nextInt(3);
          put(key, with(state, value));
          var made = "[" + (state.size() + 1) + " " + value + "]";
          yield new Asked(process, "write", key, "[nil " + value + "]", made);
        }
        case ADYA -> {
          var row = (random.nextBoolean() ? "[nil %d]" : "[%d nil]").formatted(next++);
          if (state.size() < 2) {
            put(key, with(state, 1));
          }
          var isThere = !state.isEmpty() && random.nextInt(4) > 0;
          yield new Asked(process, "insert", key, row, isThere ? null : row);
        }
        case COMMENTS, SET -> {
          if (random.nextInt(5) < 2) {
            var id = Integer.toString(next);
            put(key, with(states.get(key).getLast(), next++));
            yield new Asked(process, kind == Kind.SET ? "add" : "write", key, id, id);
          }
          yield new Asked(process, "read", key, "nil", "#{" + elements(state) + "}");
        }
        case CAUSAL -> {
          if (random.nextInt(5) < 2) {
            var value = Integer.toString(next);
            put(key, List.of(next++));
            yield new Asked(process, "write", key, value, value);
          }
          var seen = state.isEmpty() ? "0" : last(state);
          yield new Asked(process, state.isEmpty() ? "read-init" : "read", key, "nil", seen);
        }
        case UPSERT -> {
          if (random.nextBoolean()) {
            var uid = "\"0x" + next + "\"";
            var isThere = !state.isEmpty();
            if (!isThere) {
              put(key, with(states.get(key).getLast(), next++));
            }
            yield new Asked(process, "upsert", key, "nil", isThere ? null : uid);
          }
          var uids = state.stream().map(uid -> "\"0x" + uid + "\"").toList();
          yield new Asked(process, "read", key, "nil", "[" + String.join(" ", uids) + "]");
        }
        case MUTEX -> {
          var isHeld = state.equals(List.of(1));
          put(key, List.of(isHeld ? 0 : 1));
          yield new Asked(process, isHeld ? "release" : "acquire", key, "nil", "nil");
        }
      };
    }

    private int value() {
      return kind == Kind.REPEATED_REGISTER ? random.nextInt(3) : next++;
    }

    private Asked register(int process, int key, List<Integer> state) {
      var what = random.nextInt(10);
      if (what < 5) {
        return new Asked(process, "read", key, "nil", last(state));
      }
      var value = value();
      put(key, List.of(value));
      if (what < 8 || state.isEmpty()) {
        return new Asked(process, "write", key, "" + value, "" + value);
      }
      var pair = "[" + last(state) + " " + value + "]";
      return new Asked(process, "cas", key, pair, pair);
    }

    /** Two registers: the state has the one after the other. */
    private Asked multiRegister(
        int process, int key, List<Integer> state, String read, String write) {
      var now = state.isEmpty() ? List.of(-1, -1) : state;
      if (random.nextBoolean()) {
        var seen = now.stream().map(v -> v < 0 ? "nil" : v.toString()).toList();
        return new Asked(
            process,
            read,
            key,
            "[[:r 0 nil] [:r 1 nil]]",
            "[[:r 0 %s] [:r 1 %s]]".formatted(seen.get(0), seen.get(1)));
      }
      var register = random.nextInt(2);
      var value = next++;
      var written =
          random.nextBoolean()
              ? "[[:w 0 %d] [:w 1 %d]]".formatted(value, value)
              : "[[:w %d %d]]".formatted(register, value);
      var isBoth = written.contains("] [");
      put(
          key,
          List.of(
              isBoth || register == 0 ? value : now.get(0),
              isBoth || register == 1 ? value : now.get(1)));
      return new Asked(process, write, key, written, written);
    }

    /** Finds all of the same that there are. */
    private Asked predicate(int process, int key, List<Integer> state) {
      var found = new ArrayList<String>();
      for (var register = 0; register < state.size(); register++) {
        if (state.get(register) >= 0) {
          found.add(register + " " + state.get(register));
        }
      }
      return new Asked(
          process,
          "txn",
          key,
          "[[:rp :true nil]]",
          "[[:rp :true {" + String.join(", ", found) + "}]]");
    }
  }
}
