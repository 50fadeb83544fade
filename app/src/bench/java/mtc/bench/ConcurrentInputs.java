package mtc.bench;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * General transactions of sessions that run at the same time, as Jepsen's EDN: each takes effect
 * when it is invoked or when it completes.
 */
final class ConcurrentInputs {
  /**
   * What to run.
   *
   * @param transactions of each session
   * @param reads the part of the operations that read
   * @param values how many different values there are; 0 if no two writes have the same
   * @param indeterminate the part of the transactions that nobody knows the end of
   * @param isForked whether halfway two readers see two writes in opposite orders
   */
  record Workload(
      int sessions,
      int transactions,
      int operations,
      int keys,
      boolean isZipf,
      double reads,
      int values,
      double indeterminate,
      boolean isForked) {
    static Workload general(int sessions, int transactions, boolean isZipf) {
      return new Workload(sessions, transactions, 15, 10_000, isZipf, 0.5, 0, 0, false);
    }

    Workload withReads(double part) {
      return new Workload(
          sessions, transactions, operations, keys, isZipf, part, values, indeterminate, isForked);
    }

    Workload withKeys(int count, int operationsEach) {
      return new Workload(
          sessions,
          transactions,
          operationsEach,
          count,
          isZipf,
          reads,
          values,
          indeterminate,
          isForked);
    }

    Workload withValues(int count) {
      return new Workload(
          sessions, transactions, operations, keys, isZipf, reads, count, indeterminate, isForked);
    }

    Workload withIndeterminate(double part) {
      return new Workload(
          sessions, transactions, operations, keys, isZipf, reads, values, part, isForked);
    }

    Workload forked() {
      return new Workload(
          sessions, transactions, operations, keys, isZipf, reads, values, indeterminate, true);
    }
  }

  private final Workload workload;
  private final Random random = new Random(5);
  private final double[] weights;
  private final Map<Integer, Integer> store = new HashMap<>();
  private int written;
  private boolean isForked;

  // By session: how many are left, its process, the operations of the open transaction (keys, each
  // with the value to write or 0 for a read beside it), and what they saw once it took effect.
  private final int[] left;
  private final int[] process;
  private final int[][] open;
  private final int[][] seen;

  private ConcurrentInputs(Workload workload) {
    this.workload = workload;
    weights = new double[workload.keys];
    var sum = 0.0;
    for (var key = 0; key < workload.keys; key++) {
      sum += workload.isZipf ? 1.0 / (key + 1) : 1;
      weights[key] = sum;
    }
    left = new int[workload.sessions];
    Arrays.fill(left, workload.transactions);
    process = new int[workload.sessions];
    Arrays.setAll(process, session -> session);
    open = new int[workload.sessions][];
    seen = new int[workload.sessions][];
  }

  static Path write(Path file, Workload workload) throws IOException {
    try (var out = Files.newBufferedWriter(file)) {
      new ConcurrentInputs(workload).write(out);
    }
    return file;
  }

  private void write(BufferedWriter out) throws IOException {
    var halfway = (long) workload.sessions * workload.transactions;
    for (var events = 2 * halfway; events > 0; ) {
      if (workload.isForked && events <= halfway && !isForked) {
        isForked = fork(out);
      }
      var session = random.nextInt(workload.sessions);
      if (left[session] > 0) {
        events--;
        if (open[session] == null) {
          start(session, out);
        } else {
          end(session, out);
        }
      }
    }
  }

  /** Beside what is counted; false if not enough sessions are at rest. */
  private boolean fork(BufferedWriter out) throws IOException {
    var resting = new ArrayList<Integer>();
    for (var session = 0; session < workload.sessions && resting.size() < 4; session++) {
      if (open[session] == null) {
        resting.add(session);
      }
    }
    var one = 0;
    var other = 1;
    if (resting.size() < 4 || !store.containsKey(one) || !store.containsKey(other)) {
      return false;
    }
    var oldOne = store.get(one);
    var oldOther = store.get(other);
    store.put(one, ++written);
    store.put(other, ++written);
    open[resting.get(0)] = new int[] {one, written - 1};
    open[resting.get(1)] = new int[] {other, written};
    open[resting.get(2)] = new int[] {one, 0, other, 0};
    open[resting.get(3)] = new int[] {one, 0, other, 0};
    seen[resting.get(0)] = new int[] {written - 1};
    seen[resting.get(1)] = new int[] {written};
    seen[resting.get(2)] = new int[] {written - 1, oldOther};
    seen[resting.get(3)] = new int[] {oldOne, written};
    for (var type : List.of(":invoke", ":ok")) {
      for (var session : resting) {
        event(type, session, type.equals(":ok") ? seen[session] : null, out);
      }
    }
    for (var session : resting) {
      open[session] = null;
      seen[session] = null;
    }
    return true;
  }

  private void start(int session, BufferedWriter out) throws IOException {
    open[session] = new int[2 * workload.operations];
    for (var o = 0; o < open[session].length; o += 2) {
      var found = Arrays.binarySearch(weights, random.nextDouble() * weights[workload.keys - 1]);
      open[session][o] = found < 0 ? -found - 1 : found;
      if (random.nextDouble() >= workload.reads) {
        written++;
        open[session][o + 1] = workload.values == 0 ? written : 1 + written % workload.values;
      }
    }
    event(":invoke", session, null, out);
    if (random.nextBoolean()) {
      takeEffect(session);
    }
  }

  private void takeEffect(int session) {
    seen[session] = new int[workload.operations];
    for (var o = 0; o < workload.operations; o++) {
      var key = open[session][2 * o];
      if (open[session][2 * o + 1] > 0) {
        store.put(key, open[session][2 * o + 1]);
      }
      seen[session][o] = store.getOrDefault(key, 0);
    }
  }

  private void end(int session, BufferedWriter out) throws IOException {
    if (seen[session] == null) {
      takeEffect(session);
    }
    if (random.nextDouble() >= workload.indeterminate) {
      event(":ok", session, seen[session], out);
    } else {
      event(":info", session, null, out);
      process[session] += workload.sessions;
    }
    open[session] = null;
    seen[session] = null;
    left[session]--;
  }

  private void event(String type, int session, int[] results, BufferedWriter out)
      throws IOException {
    var text = new StringBuilder("{:type ").append(type).append(", :f :txn, :process ");
    text.append(process[session]).append(", :value [");
    for (var o = 0; o < open[session].length / 2; o++) {
      var value = open[session][2 * o + 1];
      text.append(value == 0 ? "[:r " : "[:w ").append(open[session][2 * o]).append(' ');
      if (value > 0) {
        text.append(value);
      } else {
        text.append(results == null || results[o] == 0 ? "nil" : Integer.toString(results[o]));
      }
      text.append(']');
    }
    out.write(text.append("]}\n").toString());
  }
}
