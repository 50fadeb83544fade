package mtc.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import mtc.history.History;
import mtc.mini.MiniTransactions;
import mtc.mini.Outcome.Converted;
import mtc.mini.Outcome.Refused;
import mtc.verdict.Level;
import org.junit.jupiter.api.Test;

/** What a conversion may not leave out, because real time depends on it; random ones rarely do. */
class ConversionOfRealTimeTest {
  private static Draft converted(String text) {
    var outcome = MiniTransactions.of(HistoryText.parse(text).toHistory());
    return Draft.of(assertInstanceOf(Converted.class, outcome).history());
  }

  private static List<String> refused(String text) {
    var outcome = MiniTransactions.of(HistoryText.parse(text).toHistory());
    return assertInstanceOf(Refused.class, outcome).reasons().stream()
        .map(reason -> reason.what() + " " + reason.transaction())
        .toList();
  }

  @Test
  void aTransactionThatWritesTheInitialValueIsTheInitialVersion() {
    var mini =
        converted(
            """
            init 0
            0: [w(x,0) w(y,0) w(z,0)]@1-2
            1: [r(x,0) w(x,1)]@1-4
            """);
    assertEquals("init 0\n1: [r(x,0) w(x,1)]@1-4\n", HistoryText.print(mini));
  }

  @Test
  void itIsNotIfSomethingEndedBeforeItStarted() {
    var text =
        """
        init 0
        0: [r(x,0)]@1-2
        1: [w(x,0)]@3-4
        """;
    var mini = converted(text);
    assertEquals(2, mini.size());
    assertFalse(Oracle.holds(HistoryText.parse(text), Level.SSER, true));
    assertFalse(Oracle.holds(mini, Level.SSER, true));
  }

  @Test
  void itIsNotIfItsSessionDidSomethingBefore() {
    var text =
        """
        init 0
        0: [r(x,0)]@1-2 [w(x,0)]@3-4
        """;
    assertFalse(Oracle.holds(HistoryText.parse(text), Level.SER, true));
    assertFalse(Oracle.holds(converted(text), Level.SER, true));
  }

  @Test
  void aTransactionWithoutEffectIsLeftOut() {
    var mini =
        converted(
            """
            init 0
            0: [r(x,0) w(x,1)]@1-2 []@3-4 [r(x,1)]@5-6
            """);
    assertEquals("init 0\n0: [r(x,0) w(x,1)]@1-2 [r(x,1)]@5-6\n", HistoryText.print(mini));
  }

  @Test
  void itIsNotIfItOrdersOthersThatStartedEarlier() {
    var text =
        """
        init 0
        0: [r(x,0) w(x,1)]@1-2
        1: []@3-9 [r(x,0)]@1-9
        """;
    assertFalse(Oracle.holds(HistoryText.parse(text), Level.SSER, true));
    assertEquals(
        List.of("transactions without effect, placed differently by session and real time 1"),
        refused(text));
  }

  @Test
  void itIsNotIfItOrdersOthersThatEndedLater() {
    var text =
        """
        init 0
        0: [r(x,0) w(x,1)]@1-9 []@1-2
        1: [r(x,0)]@3-9
        """;
    assertFalse(Oracle.holds(HistoryText.parse(text), Level.SSER, true));
    assertEquals(
        List.of("transactions without effect, placed differently by session and real time 1"),
        refused(text));
  }

  @Test
  void whatNeverEndedEndsAfterEverythingElse() {
    var outcome =
        MiniTransactions.of(
            HistoryText.parse(
                    """
                    init 0
                    0: [w(x,1)]?@1-
                    1: [r(x,0)]@2-3 [r(x,1)]@4-7
                    """)
                .toHistory());
    History mini = assertInstanceOf(Converted.class, outcome).history();
    assertEquals(8, mini.end(0));
  }
}
