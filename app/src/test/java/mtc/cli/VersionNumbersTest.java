package mtc.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A number that a log gives to a version counts, or is told not to, or is refused. */
class VersionNumbersTest {
  private static final List<String> NAMES =
      List.of(":version ", ":commit-ts ", ":transaction-order ");

  @TempDir Path folder;
  private Invocation last;

  private int check(String log, String... options) throws IOException {
    var args = new ArrayList<Object>(List.of("check", "-l", "ser"));
    args.addAll(List.of(options));
    args.add(Files.writeString(folder.resolve("log.edn"), log));
    last = Invocation.of(args.toArray());
    return last.exit();
  }

  /** A transaction overwrites what another one wrote, by the numbers before that. */
  private static String transactions(String first, String second) {
    return """
    {:type :ok, :process 0, :f :txn, :value [[:w x 1]]%s}
    {:type :ok, :process 1, :f :txn, :value [[:r x 1] [:w x 2]]%s}
    """
        .formatted(first, second);
  }

  private static String microOperations(String first, String second) {
    return """
    {:type :ok, :process 0, :f :txn, :value [[:w x 1 {%s}]]}
    {:type :ok, :process 1, :f :txn, :value [[:r x 1] [:w x 2 {%s}]]}
    """
        .formatted(first, second);
  }

  private void assertBoth(int exit, String told, String first, String second) throws IOException {
    for (var log :
        List.of(transactions(", " + first, ", " + second), microOperations(first, second))) {
      assertEquals(exit, check(log), log + last.err());
      assertTrue(last.err().contains(told), last.err());
      assertEquals(ExitCode.OK, check(log, "--versions", "ignore"), log + last.err());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "2, 1",
    "20N, 10N",
    "-1, -2",
    "9223372036854775805, 9223372036854775804",
    "9223372036854775805N, 0",
    "0, -9223372036854775807"
  })
  void integersCount(String high, String low) throws IOException {
    for (var name : NAMES) {
      assertBoth(ExitCode.VIOLATION, "which is trusted", name + high, name + low);
      assertBoth(ExitCode.OK, "which is trusted", name + low, name + high);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "9223372036854775807, 9223372036854775806",
    "1, -9223372036854775808",
    "99999999999999999999, 99999999999999999998",
    "1, 9223372036854775806"
  })
  void whatCannotBeKeptIsRefused(String high, String low) throws IOException {
    assertBoth(ExitCode.IO, "beyond 64 bits", ":version " + high, ":version " + low);
  }

  @ParameterizedTest
  @CsvSource({"2.5, 1.5", "2M, 1M", "'\"2\"', '\"1\"'", "[2], [1]", ":b, :a", "1/2, 1/3"})
  void whatIsNoIntegerIsToldOf(String high, String low) throws IOException {
    var told = "2 operations have under :version, :commit-ts or :transaction-order is no integer";
    assertBoth(ExitCode.OK, told, ":version " + high, ":version " + low);
  }

  @Test
  void nilSaysNothing() throws IOException {
    assertEquals(ExitCode.OK, check(transactions(", :version nil", ", :version nil")));
    assertTrue(!last.err().contains(":version"), last.err());
  }

  @Test
  void numbersUnderDifferentNamesAreNotCompared() throws IOException {
    assertBoth(ExitCode.IO, "nothing says that they count the same", ":version 1", ":commit-ts 2");
    var both = ":version %d, :commit-ts %d";
    assertBoth(ExitCode.OK, "trusted", both.formatted(9, 1), both.formatted(8, 2));
    assertBoth(ExitCode.VIOLATION, "trusted", both.formatted(1, 2), both.formatted(2, 1));
    assertBoth(
        ExitCode.IO,
        "beyond 64 bits",
        ":version 1, :commit-ts 1",
        ":version 2, :commit-ts 99999999999999999999");
  }

  @Test
  void whatAReadSawIsNotWhenAWriteCommitted() throws IOException {
    var log =
        """
        {:type :ok, :process 0, :f :write, :value 1, :version 1, :commit-ts 100}
        {:type :ok, :process 1, :f :read, :value 1, :version 1}
        """;
    assertEquals(ExitCode.IO, check(log));
    assertTrue(last.err().contains("count the same"), last.err());
    assertEquals(ExitCode.OK, check(log, "--versions", "ignore"));
    assertEquals(ExitCode.OK, check(log.replace(", :commit-ts 100", "")));
  }

  /** Process 2 sees x=1 and then x=2; by the log x=1 may have come after x=2. */
  private static String unanswered(String completion) {
    return """
    {:type :invoke, :process 0, :f :txn, :value [[:r y nil] [:w x 1] [:w z 1]]}
    {:process 0, :f :txn, %s}
    {:type :invoke, :process 1, :f :txn, :value [[:w x 2]]}
    {:type :ok, :process 1, :f :txn, :value [[:w x 2 {:version 3}]]}
    {:type :invoke, :process 2, :f :txn, :value [[:r x nil]]}
    {:type :ok, :process 2, :f :txn, :value [[:r x 1]]}
    {:type :invoke, :process 2, :f :txn, :value [[:r x nil] [:r z nil]]}
    {:type :ok, :process 2, :f :txn, :value [[:r x 2] [:r z 1]]}
    """
        .formatted(completion);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          :type :info, :version 5, :value [[:r y nil] [:w x 1] [:w z 1]]
          :type :info, :value [[:r y nil] [:w x 1 {:version 5}] [:w z 1]]
          :type :info, :value [[:r y 7 {:version 4}] [:w x 1 {:version 5}] [:w z 1 {:a 1}]]
          :type :info, :value [[:r y nil] [:w x 1 {:version 5}]]
          :type :info, :version 1, :value [[:r y nil] [:w x 1 {:version 5}] [:w z 1]]
          """)
  void whatAnUnansweredWriteMadeCountsHoweverItIsTold(String completion) throws IOException {
    var log = unanswered(completion);
    for (var keyed : List.of(log, log.replace("[[", "[k [[").replace("]]", "]]]"))) {
      assertEquals(ExitCode.VIOLATION, check(keyed), keyed + last.err());
      assertEquals(
          ExitCode.OK, check(keyed.replace(":version 5", ":version 2")), keyed + last.err());
      assertEquals(ExitCode.OK, check(keyed, "--versions", "ignore"), keyed + last.err());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          :type :info, :value [[:r y nil] [:w x 9 {:version 5}] [:w z 1]]
          :type :info, :value [[:r y nil] [:w q 1 {:version 5}] [:w z 1]]
          :type :info, :value [[:w x 1 {:version 5}]]
          :type :info, :value [[:r y nil] [:append x 1 {:version 5}]]
          :type :info, :value [k [[:r y nil] [:w x 1 {:version 5}]]]
          :type :fail, :value [[:r y nil] [:w x 1] [:w z 1] [:w x 2 {:version 5}]]
          """)
  void aVersionOfWhatWasNotInvokedIsRefused(String completion) throws IOException {
    var log = unanswered(completion);
    assertEquals(ExitCode.IO, check(log), last.err());
    assertTrue(last.err().contains(":2:1: it tells the version of a write that"));
    assertTrue(ExitCode.IO != check(log, "--versions", "ignore"), last.err());
  }

  @Test
  void theVersionOfANilThatMayBeAnythingIsNotPassedOver() throws IOException {
    var log =
        """
        {:type :ok, :process 0, :f :txn, :value [[:w x 1 {:version 1}]]}
        {:type :ok, :process 0, :f :txn, :value [[:w x 2 {:version 2}]]}
        {:type :ok, :process 1, :f :txn, :value [[:r x nil {:version 2}]]}
        {:type :ok, :process 1, :f :txn, :value [[:r x nil {:version 1}]]}
        """;
    assertEquals(ExitCode.UNKNOWN, check(log, "--nil-reads", "unknown"));
    var told = last.text();
    assertTrue(told.contains("read of nil that may have seen anything names a version"), told);
    var both = new String[] {"--nil-reads", "unknown", "--versions", "ignore"};
    assertEquals(ExitCode.OK, check(log, both), last.err());
    var unnamed = log.replaceAll("(:r x nil) \\{:version .}", "$1");
    assertEquals(ExitCode.OK, check(unnamed, "--nil-reads", "unknown"), last.err());
  }

  /** {@code :f} makes it a workload of its own, in which versions mean nothing. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {:type :ok, :process 0, :f :write, :value [1 [[:w 0 3 {:version 5}]]]}
          {:type :ok, :process 0, :f :write, :value [1 [[:w 0 3]]], :version 5}
          """)
  void aWorkloadThatUsesNoVersionsPassesOverNone(String write) throws IOException {
    var log = write + "\n{:type :ok, :process 0, :f :read, :value [1 [[:r 0 3]]]}\n";
    assertEquals(ExitCode.UNKNOWN, check(log), last.err());
    assertTrue(last.text().contains("operations tell versions"), last.text());
    assertEquals(ExitCode.OK, check(log, "--versions", "ignore"), last.err());
    var without = log.replaceAll(" \\{:version 5}|, :version 5", "");
    assertEquals(ExitCode.OK, check(without), last.err());
  }
}
