package mtc.workload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import mtc.check.CheckOptions;
import mtc.check.Checker;
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
 * Registers that count their updates, against the definition: some order of the operations within
 * their times in which every update makes the next version, every compare-and-set finds what it
 * compared to, and every read sees the version and the value that it tells.
 */
class VersionedRegisterOracleTest {
  private static final int LOGS = 400;
  private static final int CALLS = 12;
  private static final int PROCESSES = 4;
  private static final int VALUES = 3;
  private static final int NONE = -1;
  private static final int OPEN = Integer.MAX_VALUE;

  private enum Fault {
    NONE,
    STALE_READS,
    LOST_UPDATES,
    SKIPPED_VERSIONS,
    /** Versions are right, and what they held is not; a compare-and-set does not compare. */
    OTHER_VALUES
  }

  private record State(int version, int value) {}

  private static final class Operation {
    String function;
    int process;
    int start;
    int end = OPEN;

    /** What was compared to, and what was written or read; NONE for nothing. */
    int old = NONE;

    int value = NONE;
    int version = NONE;
    boolean isDone;
    boolean isRefused;
    boolean isFailed;
    boolean isOk;
  }

  @ParameterizedTest
  @EnumSource
  void verdictsAgreeWithTheDefinition(Fault fault) throws Exception {
    var random = new Random(fault.ordinal());
    var valid = 0;
    var invalid = 0;
    for (var n = 0; n < LOGS; n++) {
      var store = new Store(fault, random);
      var log = store.run();
      var isLinearizable = isLinearizable(store.operations);
      var outcome = check(log);
      assertNotEquals(isLinearizable ? Outcome.INVALID : Outcome.VALID, outcome, log);
      valid += outcome == Outcome.VALID ? 1 : 0;
      invalid += outcome == Outcome.INVALID ? 1 : 0;
    }
    assertTrue(valid > LOGS / 10, valid + " valid");
    assertTrue(fault == Fault.NONE || invalid > LOGS / 20, invalid + " invalid");
    if (fault != Fault.SKIPPED_VERSIONS) {
      // Of many versions that are missing it is often open who may have made them.
      assertTrue(valid + invalid > LOGS * 19 / 20, valid + " valid, " + invalid + " invalid");
    }
  }

  private static Outcome check(String log) throws Exception {
    var in = new ByteArrayInputStream(log.getBytes(UTF_8));
    var reader =
        new HistoryReader(in, Formats.named("jepsen"), Limits.DEFAULT, Reading.AS_IT_STANDS);
    var options = CheckOptions.DEFAULT.searching(() -> Budget.UNLIMITED);
    return new Checker(reader.read("-"), options).check(Level.LIN).outcome();
  }

  private record Step(int done, int version, int value) {}

  private static boolean isLinearizable(List<Operation> all) {
    var operations = new ArrayList<Operation>();
    all.forEach(op -> {
      if (op.isOk || !op.isFailed && !op.function.equals("read")) {
        operations.add(op);
      }
    });
    var seen = new HashSet<Step>();
    var open = new ArrayDeque<Step>();
    open.add(new Step(0, 0, NONE));
    while (!open.isEmpty()) {
      var step = open.pop();
      if (!seen.add(step)) {
        continue;
      }
      var least = OPEN;
      var isComplete = true;
      for (var i = 0; i < operations.size(); i++) {
        if ((step.done >> i & 1) == 0) {
          least = Math.min(least, operations.get(i).end);
          isComplete &= !operations.get(i).isOk;
        }
      }
      if (isComplete) {
        return true;
      }
      for (var i = 0; i < operations.size(); i++) {
        var op = operations.get(i);
        if ((step.done >> i & 1) == 0 && op.start < least && fits(op, step)) {
          var isRead = op.function.equals("read");
          open.push(
              new Step(
                  step.done | 1 << i,
                  isRead ? step.version : step.version + 1,
                  isRead ? step.value : op.value));
        }
      }
    }
    return false;
  }

  private static boolean fits(Operation op, Step step) {
    if (op.function.equals("read")) {
      return op.value == step.value && (op.version == NONE ? 0 : op.version) == step.version;
    }
    return (!op.isOk || op.version == step.version + 1)
        && (op.function.equals("write") || op.old == step.value);
  }

  /** One register, with clients that lose answers. */
  private static final class Store {
    final List<Operation> operations = new ArrayList<>();
    private final Fault fault;
    private final Random random;
    private final StringBuilder log = new StringBuilder();
    private final Operation[] open = new Operation[PROCESSES];
    private final int[] process = {0, 1, 2, 3};
    private final List<State> states = new ArrayList<>(List.of(new State(0, NONE)));
    private int event;
    private int next = PROCESSES;

    Store(Fault fault, Random random) {
      this.fault = fault;
      this.random = random;
    }

    String run() {
      while (operations.size() < CALLS) {
        var client = random.nextInt(PROCESSES);
        if (open[client] == null) {
          invoke(client);
        } else if (!open[client].isDone && random.nextInt(8) > 0) {
          execute(open[client]);
        } else {
          complete(client);
        }
      }
      return log.toString();
    }

    private void invoke(int client) {
      var op = new Operation();
      op.function = List.of("read", "write", "cas").get(random.nextInt(3));
      op.process = process[client];
      op.value = op.function.equals("read") ? NONE : random.nextInt(VALUES);
      op.old = op.function.equals("cas") ? random.nextInt(VALUES) : NONE;
      op.start = event;
      operations.add(op);
      open[client] = op;
      print("invoke", op, NONE);
    }

    private void execute(Operation op) {
      op.isDone = true;
      var now = states.getLast();
      if (op.function.equals("read")) {
        var seen =
            fault == Fault.STALE_READS && random.nextInt(3) == 0
                ? states.get(random.nextInt(states.size()))
                : now;
        op.value = seen.value;
        op.version = seen.version == 0 && random.nextBoolean() ? NONE : seen.version;
        if (isOther()) {
          op.value = random.nextInt(VALUES + 1) - 1;
          op.version = seen.version;
        }
      } else if (op.function.equals("cas") && op.old != now.value && !isOther()) {
        op.isRefused = true;
      } else {
        op.version = now.version + 1;
        if (fault == Fault.SKIPPED_VERSIONS && random.nextInt(3) == 0) {
          op.version++;
        }
        if (fault != Fault.LOST_UPDATES || random.nextInt(8) > 0) {
          states.add(new State(op.version, op.value));
        }
      }
    }

    private boolean isOther() {
      return fault == Fault.OTHER_VALUES && random.nextInt(6) == 0;
    }

    private void complete(int client) {
      var op = open[client];
      open[client] = null;
      if (op.isRefused) {
        op.isFailed = true;
        print("fail", op, NONE);
      } else if (op.isDone && random.nextInt(6) > 0) {
        op.isOk = true;
        op.end = event;
        print("ok", op, op.version);
      } else {
        var wasRead = op.function.equals("read");
        op.version = NONE;
        op.value = wasRead ? NONE : op.value;
        print("info", op, NONE);
        process[client] = next++;
      }
    }

    private void print(String type, Operation op, int version) {
      var value = op.value == NONE ? "nil" : "" + op.value;
      log.append("{:index ").append(event++).append(", :type :").append(type);
      log.append(", :process ").append(op.process).append(", :f :").append(op.function);
      log.append(", :value [7 [").append(version == NONE ? "nil" : version).append(' ');
      log.append(op.old == NONE ? value : "[" + op.old + " " + value + "]").append("]]}\n");
    }
  }
}
