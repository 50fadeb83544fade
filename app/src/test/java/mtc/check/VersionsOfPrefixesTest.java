package mtc.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import mtc.history.Reading;
import mtc.reading.Formats;
import mtc.reading.HistoryReader;
import mtc.solve.Budget;
import mtc.source.Limits;
import mtc.verdict.Level;
import mtc.verdict.Verdict.Outcome;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a growing log says of versions counts in each of its beginnings, and no beginning is invalid
 * if the whole is valid.
 */
class VersionsOfPrefixesTest {
  private static final int LOGS = 120;
  private static final int CALLS = 8;
  private static final int PROCESSES = 3;

  /** What a log is of. */
  private enum Kind {
    TRANSACTIONS(Level.SSER, Level.SER, Level.SI, Level.CAUSAL, Level.RC),
    LISTS(Level.SSER, Level.SER, Level.SI, Level.CAUSAL, Level.RC),
    REGISTER(Level.LIN, Level.SSER),
    VERSIONED_REGISTER(Level.LIN, Level.SSER);

    final List<Level> levels;

    Kind(Level... levels) {
      this.levels = List.of(levels);
    }

    boolean repeatsValues() {
      return this == REGISTER || this == VERSIONED_REGISTER;
    }
  }

  /** A version of a key: its number, its value, and of a list all elements. */
  private record Version(int number, int value, List<Integer> elements) {}

  private static final class Call {
    boolean isRead;
    int key;
    int value;

    /** What was seen or made; null before it was carried out. */
    Version done;
  }

  @ParameterizedTest
  @EnumSource
  void noBeginningIsInvalidIfTheWholeIsValid(Kind kind) throws Exception {
    var random = new Random(kind.ordinal());
    var earlier = 0;
    var withoutVersions = 0;
    for (var n = 0; n < LOGS; n++) {
      var log = new Store(kind, random).run();
      for (var level : kind.levels) {
        var isInvalid = false;
        for (var size = 1; size <= log.size(); size++) {
          var text = String.join("\n", log.subList(0, size));
          var outcome = check(text, level, false);
          if (isInvalid) {
            assertNotEquals(Outcome.VALID, outcome, () -> level + "\n" + text);
          }
          earlier += outcome == Outcome.INVALID && size < log.size() ? 1 : 0;
          isInvalid |= outcome == Outcome.INVALID;
        }
        var whole = String.join("\n", log);
        withoutVersions += isInvalid && check(whole, level, true) == Outcome.VALID ? 1 : 0;
      }
    }
    assertTrue(earlier > LOGS / 4, earlier + " beginnings were invalid");
    assertTrue(withoutVersions > LOGS / 20, withoutVersions + " only because of versions");
  }

  private static Outcome check(String log, Level level, boolean ignoresVersions) throws Exception {
    var in = new ByteArrayInputStream(log.getBytes(UTF_8));
    var reading = new Reading(Set.of(), Set.of(), null, null, false, ignoresVersions);
    var history = new HistoryReader(in, Formats.named("jepsen"), Limits.DEFAULT, reading).read("-");
    var checker = new Checker(history, CheckOptions.DEFAULT.searching(() -> Budget.UNLIMITED));
    return checker.refusal(level) != null ? Outcome.UNKNOWN : checker.check(level).outcome();
  }

  /** A store that sometimes reads what is old, loses a write, or tells a wrong version. */
  private static final class Store {
    private final Kind kind;
    private final Random random;
    private final List<String> log = new ArrayList<>();
    private final List<List<Version>> versions = new ArrayList<>();
    private final Call[] open = new Call[PROCESSES];
    private final int[] process = {0, 1, 2};
    private int nextProcess = PROCESSES;
    private int calls;
    private int nextValue = 1;

    Store(Kind kind, Random random) {
      this.kind = kind;
      this.random = random;
      for (var key = 0; key < (kind.repeatsValues() ? 1 : 2); key++) {
        versions.add(new ArrayList<>(List.of(new Version(0, 0, List.of()))));
      }
    }

    private boolean isOneOf(int number) {
      return random.nextInt(number) == 0;
    }

    List<String> run() {
      // The first call has the shape that tells what the log is of.
      begin(0, false);
      while (calls < CALLS) {
        var client = random.nextInt(PROCESSES);
        var call = open[client];
        if (call == null) {
          begin(client, random.nextBoolean());
        } else if (call.done == null) {
          carryOut(call);
        } else {
          end(client, call);
        }
      }
      return log;
    }

    private void begin(int client, boolean isRead) {
      calls++;
      var call = new Call();
      call.isRead = isRead;
      call.key = random.nextInt(versions.size());
      call.value = kind.repeatsValues() ? random.nextInt(2) + 1 : nextValue++;
      open[client] = call;
      print("invoke", client, call);
    }

    private void carryOut(Call call) {
      var of = versions.get(call.key);
      var now = of.getLast();
      if (call.isRead) {
        call.done = isOneOf(4) ? of.get(random.nextInt(of.size())) : now;
        return;
      }
      var elements = new ArrayList<>(now.elements);
      elements.add(call.value);
      call.done = new Version(now.number + (isOneOf(8) ? 2 : 1), call.value, elements);
      if (!isOneOf(8)) {
        of.add(call.done);
      }
    }

    private void end(int client, Call call) {
      open[client] = null;
      if (isOneOf(6)) {
        call.done = null;
        print("info", client, call);
        process[client] = nextProcess++;
      } else {
        print("ok", client, call);
      }
    }

    private void print(String type, int client, Call call) {
      var number = call.done == null || isOneOf(6) ? 0 : call.done.number + (isOneOf(20) ? 1 : 0);
      var value = !call.isRead ? "" + call.value : seen(call.done);
      var version = number == 0 ? "" : ", :version " + number;
      var map = number == 0 ? "" : " {:version " + number + "}";
      var head = call.isRead ? ":r" : kind == Kind.LISTS ? ":append" : ":w";
      var function = call.isRead ? "read" : "write";
      log.add(
          "{:index "
              + log.size()
              + ", :type :"
              + type
              + ", :process "
              + process[client]
              + switch (kind) {
                case TRANSACTIONS, LISTS ->
                    ", :f :txn, :value [[" + head + " " + call.key + " " + value + map + "]]";
                case REGISTER -> ", :f :" + function + ", :value " + value + version;
                case VERSIONED_REGISTER ->
                    ", :f :"
                        + function
                        + ", :value [7 ["
                        + (number == 0 ? "nil" : number)
                        + " "
                        + value
                        + "]]";
              }
              + "}");
    }

    private String seen(Version version) {
      if (version == null || version.number == 0) {
        return "nil";
      }
      return kind == Kind.LISTS ? version.elements.toString().replace(",", "") : "" + version.value;
    }
  }
}
