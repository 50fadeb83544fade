package mtc.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Logs of workloads that share an {@code :f} with one that is read, and have other values. */
class OtherWorkloadsTest {
  private static String call(int process, String function, String asked, String answered) {
    return "{:type :invoke, :process %d, :f :%s, :value %s}\n".formatted(process, function, asked)
        + "{:type :ok, :process %d, :f :%s, :value %s}\n".formatted(process, function, answered);
  }

  private static Invocation check(String log, String option) {
    return Invocation.reading(log, "check", option, "-");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "add    | nil                | {:at 5, :row 1} | read | nil     | [{:at 5, :row 1}]",
        "add    | [4 1]              | [4 1]           | read | [4 nil] | [4 1]",
        "upsert | [4 1]              | [4 1 true]      | read | nil     | {4 1}",
        "write  | [4 1]              | [4 1]           | read | nil     | {4 1}",
        "write  | {4 1}              | {4 1}           | read | [4 5]   | {:at 7, :rows {4 1}}",
        "write  | nil                | nil             | read | nil     | {:a 1, :b 2}",
        "write  | [[\"f\"] \"text\"] | [[\"f\"] \"text\"] | read | [[\"f\"]] | [[\"f\"] \"text\"]",
        "txn    | [:deposit [4 1]]   | [:deposit [4 1]] | txn | [:take [4 1]] | [:take [4 1]]",
        "txn    | [[:w :x 1]]        | [[:w :x 1]]     | txn | [[:r :x nil]] | [[:r :x #{1}]]",
      })
  void areSkippedIfThatIsAskedFor(
      String write, String asked, String answered, String read, String wanted, String found) {
    var log = call(0, write, asked, answered) + call(1, read, wanted, found);
    var refused = check(log, "--quiet");
    assertEquals(ExitCode.IO, refused.exit(), refused.err());
    var skipped = check(log, "--skip-unsupported");
    assertEquals(ExitCode.OK, skipped.exit(), skipped.err());
    assertTrue(skipped.err().endsWith(": skipped\n"), skipped.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "add    | 1           | 1           | read | [1]           | [{:row 1}]",
        "upsert | nil         | \"0x1\"     | read | [\"0x1\"]    | {4 1}",
        "write  | 1           | 1           | read | 1             | {4 1}",
        "txn    | [[:w :x 1]] | [[:w :x 1]] | txn  | [[:r :x 1]]   | [[:r :x #{1}]]",
        "txn    | [[:w :x 1]] | [[:w :x 1]] | txn  | [[:r :x 1]]   | [:deposit [4 1]]",
      })
  void areNoneIfOnlySomeOperationIsSomethingElse(
      String write, String asked, String answered, String read, String known, String other) {
    var log = call(0, write, asked, answered) + call(1, read, "nil", known);
    var found = check(log + call(1, read, "nil", other), "--skip-unsupported");
    assertEquals(ExitCode.IO, found.exit(), found.err());
    assertTrue(!found.err().contains("skipped"), found.err());
  }
}
