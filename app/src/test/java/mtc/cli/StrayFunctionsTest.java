package mtc.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import mtc.workload.Workload;
import mtc.workload.Workloads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What is no operation of the workload that the user names may have written something. */
class StrayFunctionsTest {
  static Stream<String> workloads() {
    return Workloads.ALL.stream().filter(w -> w.functions() != Workload.ANY).map(Workload::name);
  }

  private static String operation(String type, int process, String function, String value) {
    return "{:type :%s, :process %d, :f :%s, :value %s}\n"
        .formatted(type, process, function, value);
  }

  private static String call(int process, String function, String value) {
    return operation("invoke", process, function, value)
        + operation("ok", process, function, value);
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void areRefusedInEveryWorkload(String workload) {
    var found = Invocation.reading(call(0, "wipe", "nil"), "check", "--workload", workload, "-");
    assertEquals(ExitCode.IO, found.exit(), found.err());
    assertTrue(found.err().contains("-:1:1: expected :"), found.err());
    assertTrue(found.err().contains("found :wipe; --ignore wipe leaves"), found.err());
  }

  @ParameterizedTest
  @CsvSource({
    "counter, add, 1, decr, 1",
    "bank, read, {0 100}, deposit, {:to 0}",
    "upsert, upsert, '\"0x1\"', delete, '\"0x1\"'",
    "adya-g2, insert, [1 [5 nil]], delete, [1 [5 nil]]",
    "versioned-register, write, [1 [nil 3]], delete, [1 [nil 3]]",
    "causal, write, 1, reset, 0",
    "closed-predicate, init, {:x 1}, wipe, nil",
    "sequential, add, '[1 \"1_0\"]', write, 1",
  })
  void areRefusedBesideThoseOfTheWorkload(
      String workload, String known, String value, String stray, String with) {
    var log = call(0, known, value) + call(1, stray, with);
    var found = Invocation.reading(log, "check", "--workload", workload, "-");
    assertEquals(ExitCode.IO, found.exit(), found.err());
    assertTrue(found.err().contains(":" + known), found.err());
    assertTrue(found.err().contains("found :" + stray), found.err());
  }

  @ParameterizedTest
  @CsvSource({
    "txn, '[[:w 0 1]]', wipe, nil, 4",
    "txn, '[[:w 0 1]]', enqueue, 1, 4",
    "txn, '[[:r 0 nil] [:w 0 1]]', txn, '[[:foo 1 1]]', 4",
    "txn, '[[:r 0 nil] [:foo 1 1]]', txn, '[[:w 0 1]]', 4",
    "txn, '[1 [[:w 0 1]]]', wipe, nil, 4",
    "write, 1, wipe, nil, 4",
    "cas, [1 2], wipe, nil, 4",
    "wipe, nil, write, 1, 4",
    "wipe, nil, wash, 1, 0",
    "wipe, nil, read, nil, 0",
    "enqueue, 1, dequeue, 1, 0",
    "txn, '[[:send 0 1]]', crash, nil, 0",
    "assign, [1], txn, '[[:poll] [:send 0 1]]', 0",
    "generate, nil, generate, nil, 0",
  })
  void areNotSkippedBesideWhatIsSupported(
      String first, String value, String second, String with, int exit) {
    var log =
        operation("invoke", 0, first, value)
            + operation("invoke", 1, second, with)
            + operation("ok", 0, first, value)
            + operation("ok", 1, second, with);
    var found = Invocation.reading(log, "check", "--skip-unsupported", "-");
    assertEquals(exit, found.exit(), found.err());
    assertEquals(exit == ExitCode.OK, found.err().contains(": skipped"), found.err());
    assertEquals(ExitCode.IO, Invocation.reading(log, "check", "-").exit());
  }
}
