package mtc.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import mtc.check.CheckOptions;
import mtc.check.Checker;
import mtc.formats.WritableFormat;
import mtc.history.History;
import mtc.mini.MiniTransactions;
import mtc.mini.Outcome.Converted;
import mtc.reading.Formats;
import mtc.reading.HistoryReader;
import mtc.source.Limits;
import mtc.source.Output;
import mtc.verdict.Classification;
import mtc.verdict.HistoryClass;
import mtc.verdict.Level;
import mtc.verdict.Verdict.Outcome;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A conversion into an MT history is one, and no verdict changes: neither oracle's nor checker's.
 */
class ConversionKeepsVerdictsTest {
  private static final List<String> FORMATS = List.of("jepsen", "jepsen-json", "plume", "dbcop");

  private int converted;
  private int valid;
  private int invalid;
  private int realTimeKept;

  @ParameterizedTest
  @EnumSource
  void ofRandomHistories(RandomHistories.Kind kind) throws IOException {
    var seeds = Seeds.count(500);
    for (var seed = 0L; seed < seeds; seed++) {
      var draft = RandomHistories.next(kind, seed, 7);
      var history = draft.toHistory();
      if (MiniTransactions.of(history) instanceof Converted mini
          && mini.history().transactionCount() > 0) {
        converted++;
        var text = kind + " " + seed + "\n" + HistoryText.print(draft);
        compare(text, draft, history, mini.history(), draft.realTime());
        compareBelow(text, draft, mini);
        var format = (WritableFormat) Formats.named(FORMATS.get((int) seed % FORMATS.size()));
        var back = roundTrip(format, mini.history());
        compare(text + format.name(), draft, history, back, back.hasRealTime());
        realTimeKept += back.hasRealTime() ? 1 : 0;
      }
    }
    System.out.printf(
        "%-20s %d of %d converted; %d verdicts valid, %d not%n",
        kind, converted, seeds, valid, invalid);
    assertTrue(converted > seeds / 100, "hardly anything was converted: " + converted);
    assertTrue(realTimeKept > 0, "real time was never written down");
    assertTrue(valid > 0 && invalid > 0, "only one verdict: " + valid + ", " + invalid);
  }

  private void compare(
      String text, Draft before, History original, History mini, boolean realTime) {
    assertEquals(
        new Classification(HistoryClass.MT, List.of()),
        new Checker(mini, CheckOptions.DEFAULT).classification(),
        text);
    var after = Draft.of(mini);
    for (var level : List.of(Level.SER, Level.SI, Level.STRONG_SI, Level.SER_LIN, Level.SSER)) {
      if (level.time() != Level.Time.NONE && !realTime) {
        continue;
      }
      for (var sessionOrder : new boolean[] {true, false}) {
        var expected = Oracle.holds(before, level, sessionOrder);
        var where = text + "\n" + HistoryText.print(after) + level + " " + sessionOrder;
        assertEquals(expected, Oracle.holds(after, level, sessionOrder), where);
        assertEquals(outcome(expected), check(original, level, sessionOrder), where);
        assertEquals(outcome(expected), check(mini, level, sessionOrder), where);
        valid += expected ? 1 : 0;
        invalid += expected ? 0 : 1;
      }
    }
  }

  /** Where no write was given a read, levels that allow lost updates are the same as well. */
  private void compareBelow(String text, Draft before, Converted mini) {
    var after = Draft.of(mini.history());
    for (var sessionOrder : new boolean[] {true, false}) {
      var expected = CommitOrders.holding(before, sessionOrder);
      var actual = CommitOrders.holding(after, sessionOrder);
      var where = text + "\n" + HistoryText.print(after) + sessionOrder;
      if (mini.steps().stream().anyMatch(step -> step.startsWith("only the levels from psi up"))) {
        expected.removeIf(level -> !level.keepsUpdates());
        actual.removeIf(level -> !level.keepsUpdates());
      }
      assertEquals(expected, actual, where);
    }
  }

  private static Outcome outcome(boolean holds) {
    return holds ? Outcome.VALID : Outcome.INVALID;
  }

  private static Outcome check(History history, Level level, boolean sessionOrder) {
    return new Checker(history, new CheckOptions(sessionOrder, 0, 1)).check(level).outcome();
  }

  private static History roundTrip(WritableFormat format, History history) throws IOException {
    var bytes = new ByteArrayOutputStream();
    var output =
        new Output() {
          @Override
          public OutputStream open() {
            return bytes;
          }

          @Override
          public OutputStream open(String name) {
            throw new IllegalArgumentException(name);
          }
        };
    try (var writer = format.writer(output)) {
      writer.write(history);
    }
    var in = new ByteArrayInputStream(bytes.toByteArray());
    return new HistoryReader(in, format, Limits.DEFAULT).read("-");
  }
}
