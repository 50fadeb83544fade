package mtc.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.stream.Collectors;
import mtc.check.CheckOptions;
import mtc.check.Checker;
import mtc.check.Log;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.solve.Budget;
import mtc.verdict.AnomalyKind;
import mtc.verdict.EdgeType;
import mtc.verdict.Level;
import mtc.verdict.Verdict;
import mtc.verdict.Verdict.Outcome;
import org.junit.jupiter.api.Test;

/** What is said of logs that number versions, where reads and numbers do not fit together. */
class NumberedVersionsTest {
  private static final String NAMES_NO_WRITE =
      "a read names its version, but the log does not tell which write that is";

  private static Verdict check(String log) {
    return check(Level.SER, Log.of(log));
  }

  private static Verdict check(Level level, History history) {
    var options = new CheckOptions(true, 0, 5).searching(() -> Budget.UNLIMITED.atMost(100_000));
    return new Checker(history, options).check(level);
  }

  /** Anomalies with how often each was found. */
  private static String found(Verdict verdict) {
    return verdict.anomalies().stream()
        .map(a -> a.kind().paperName() + (a.count() == 1 ? "" : "*" + a.count()))
        .collect(Collectors.joining(" "));
  }

  private static void assertContradiction(String hint, int[] transactions, String log) {
    var verdict = check(log);
    assertEquals(AnomalyKind.INCOMPATIBLE_ORDER.paperName(), found(verdict), log);
    var example = verdict.anomalies().getFirst().examples().getFirst();
    assertEquals(hint, example.hint());
    assertArrayEquals(transactions, example.transactions());
  }

  private static void assertUntold(String reason, int[] keys, String log) {
    var verdict = check(log);
    assertEquals(Outcome.UNKNOWN, verdict.outcome(), log);
    assertEquals(reason + "; --versions ignore asks for any order", verdict.open().reason());
    assertArrayEquals(keys, verdict.open().keys());
    assertEquals(keys.length, verdict.open().keyCount());
  }

  // What a read names.

  @Test
  void twoWritesOfOneValueAndOneNumberAreNotToldApart() {
    assertUntold(
        NAMES_NO_WRITE,
        new int[] {0, 1},
        """
        - : w(x,1)#5
        - : w(x,1)#5
        - : w(y,2)#7
        - : w(y,2)#7
        - : r(x,1)#5
        - : r(x,1)#5
        - : r(y,2)#7
        - : r(y,2)#7
        """);
  }

  @Test
  void aNumberThatNobodyHasMayBeThatOfAWriteWithoutOne() {
    assertUntold(
        NAMES_NO_WRITE,
        new int[] {1},
        """
        - : w(z,9)#1
        - : w(x,1)#5
        - : w(x,1)
        - : r(x,1)#7
        """);
  }

  @Test
  void aNumberThatNobodyHasMayBeThatOfTheInitialVersion() {
    assertUntold(
        NAMES_NO_WRITE,
        new int[] {0},
        """
        - : w(x,0)#5
        - : w(x,0)#6
        - : r(x,0)#9
        """);
  }

  /** Neither other values or keys without a number nor aborted ones explain it. */
  @Test
  void aNumberThatNoWriteOfTheValueHasIsAContradiction() {
    assertContradiction(
        "it read version 7 of \"x\" by the log, but what it read was written as other versions"
            + " only",
        new int[] {6},
        """
        - : w(z,3)
        - : w(x,1)#5
        - : w(x,1)#6
        - : w(x,2)
        - : w(y,1)
        - !: w(x,1)
        - : r(x,1)#7
        """);
  }

  @Test
  void aWriteHasOneNumber() {
    var hint = "it read version 6 of \"x\" by the log, but what it read was written as version 5";
    assertContradiction(hint, new int[] {1, 0}, "- : w(x,1)#5\n- : r(x,1)#6");
    assertContradiction(hint, new int[] {2, 0}, "- ?: w(x,1)\n- : r(x,1)#5\n- : r(x,1)#6");
    assertContradiction(hint, new int[] {1, 0}, "- : w(x,1)#5\n- : r(x,1) r(x,1)#6");
    assertEquals(Outcome.VALID, check("- ?: w(x,1)\n- : r(x,1)#5\n- : r(x,1)#5").outcome());
  }

  @Test
  void theInitialVersionHasOneNumber() {
    assertContradiction(
        "by the log the initial version of \"x\", which it read, is version 1, and version 0 where"
            + " another read it",
        new int[] {1, 0},
        """
        - : r(x,0)#0
        - : r(x,0)#1 r(y,1)#1
        - : w(x,1)#2 w(y,1)#1
        """);
    assertContradiction(
        "it read version 3 of \"x\" by the log, the initial one, but version 3 was written later",
        new int[] {0, 1},
        "- : r(x,0)#3\n- : w(x,1)#3");
    assertEquals(Outcome.VALID, check("- : r(x,0)#3\n- : r(x,0)#3\n- : w(x,1)#4").outcome());
  }

  @Test
  void aReadOfTheInitialVersionThatNamesItsNumberIsARead() {
    assertEquals(
        AnomalyKind.FRACTURED_READ.paperName(),
        found(check("- : w(x,1)#2 w(y,1)#1\n- : r(x,0)#0 r(y,1)#1")));
  }

  @Test
  void whoReadsAgainReadsTheSameVersion() {
    var writes = "- : w(x,1)#5\n- : w(x,1)#6\n";
    assertEquals(Outcome.VALID, check(writes + "- : r(x,1)#5 r(x,1)#5").outcome());
    var verdict = check(writes + "- : r(x,1)#5 r(x,1)#6");
    assertEquals(AnomalyKind.NON_REPEATABLE_READS.paperName(), found(verdict));
    assertEquals(
        "it read \"x\" before and saw another version",
        verdict.anomalies().getFirst().examples().getFirst().hint());
    assertUntold(NAMES_NO_WRITE, new int[] {0}, writes + "- : r(x,1) r(x,1)#6");
  }

  @Test
  void whoReadsAListAgainReadsTheSameVersion() {
    var append = "- : a(x,1)#5\n";
    assertEquals(Outcome.VALID, check(append + "- : l(x,[1])#5 l(x,[1])#5").outcome());
    var verdict = check(append + "- : l(x,[1])#5 l(x,[1])#6");
    assertEquals(AnomalyKind.NON_REPEATABLE_READS.paperName(), found(verdict));
    var afterOthers = append + "- : r(y,0)#5 a(z,1) l(z,[1]) l(x,[1])#6 l(x,[1])";
    assertEquals(Outcome.VALID, check(afterOthers.replace("#6", "#5") + "#5").outcome());
    assertEquals(
        AnomalyKind.NON_REPEATABLE_READS.paperName(),
        found(check(afterOthers.replace("#6", "#5") + "#6")));
    var empty = "- : a(x,1)#9\n- : l(x,[])#0 l(x,[])";
    assertEquals(Outcome.VALID, check(empty + "#0").outcome());
    assertEquals(AnomalyKind.NON_REPEATABLE_READS.paperName(), found(check(empty + "#1")));
  }

  @Test
  void whoReadsAListReadsTheVersionOfItsLastElement() {
    assertContradiction(
        "it read version 6 of \"x\" by the log, but what it read was written as version 5",
        new int[] {1, 0},
        "- : a(x,1)#5\n- : l(x,[1])#6");
    assertContradiction(
        "by the log the initial version of \"x\", which it read, is version 1, and version 0 where"
            + " another read it",
        new int[] {1, 0},
        "- : l(x,[])#0\n- : l(x,[])#1\n- : a(x,1)#2");
    assertEquals(Outcome.VALID, check("- : l(x,[])#0\n- : a(x,1)#5\n- : l(x,[1])#5").outcome());
  }

  @Test
  void whoReadsAListThatEndsWithItsOwnAppendNamesThat() {
    assertEquals(Outcome.VALID, check("- : l(x,[]) a(x,1)#5 l(x,[1])#5").outcome());
    assertEquals(Outcome.VALID, check("- : l(x,[]) a(x,1)#5 l(x,[1])").outcome());
    assertUntold(NAMES_NO_WRITE, new int[] {0}, "- : l(x,[]) a(x,1)#5 l(x,[1])#6");
    assertUntold(NAMES_NO_WRITE, new int[] {1}, "- : w(y,1)#1\n- : l(x,[]) a(x,1) l(x,[1])#5");
  }

  @Test
  void aFailedComparisonThatNamesItsVersionTellsNotWhatItSaw() {
    assertUntold(
        "a failed compare-and-set tells which version it saw, and not what that was",
        new int[] {1},
        "- : w(y,1)#4\n- : w(x,1)#5\n- : o(x,1)#5");
  }

  /** Only the first reason is told, and the keys that it is about. */
  @Test
  void whatIsUntoldForAnotherReasonIsNotNamed() {
    assertUntold(
        NAMES_NO_WRITE,
        new int[] {0},
        """
        - : w(x,1)#5
        - : w(x,1)#5
        - : w(y,1)#5
        - : o(y,1)#5
        - : r(x,1)#5
        """);
  }

  @Test
  void whoNamesAnotherVersionOfWhatItWroteItselfIsWrong() {
    assertContradiction(
        "it read version 6 of \"x\" by the log, but what it read was written as version 5",
        new int[] {0},
        "- : w(x,1)#5 r(x,1)#6");
    assertEquals(Outcome.VALID, check("- : w(x,1)#5 r(x,1)#5").outcome());
  }

  /** Where own writes may be missed, the number tells whose write it was. */
  @Test
  void whoMayMissItsOwnWriteNamesThatOfAnother() {
    var other = "- : w(x,1)#6 r(z,1)#1\n";
    assertEquals(
        Outcome.INVALID,
        check(Level.PL2, Log.of(other + "- : w(x,1)#5 r(x,1)#6 w(z,1)#1")).outcome());
    assertEquals(
        Outcome.INVALID,
        check(Level.PL2, Log.of(other + "- : w(z,1)#1 w(y,1)#6 r(x,1)#6 w(x,1)#5")).outcome());
    assertEquals(
        Outcome.INVALID,
        check(Level.PL2, Log.of("- : w(x,1)#5 r(x,1)#6 w(z,1)#1\n" + other)).outcome());
    assertEquals(
        Outcome.VALID,
        check(Level.PL2, Log.of(other + "- : w(x,1)#5 r(x,1)#5 w(z,1)#1")).outcome());
    assertEquals(
        Outcome.VALID, check(Level.PL2, Log.of(other + "- : w(x,1)#5 r(x,1) w(z,1)#1")).outcome());
    assertEquals(
        Outcome.UNKNOWN,
        check(Level.PL2, Log.of(other + "- : w(x,1)#5 r(x,1)#7 w(z,1)#1")).outcome());
  }

  /** Of a list, the number is that of an own append only if the list ends with it. */
  @Test
  void whoMayMissItsOwnAppendsNamesWhatItsListEndsWith() {
    var outcomes =
        Map.of(
            "- : a(x,1)#5 l(x,[1])#5", Outcome.VALID,
            "- : a(x,1)#5 l(x,[1])", Outcome.VALID,
            "- : a(x,1)#5 l(x,[1])#6", Outcome.UNKNOWN);
    outcomes.forEach(
        (log, outcome) -> assertEquals(outcome, check(Level.PL2, Log.of(log)).outcome(), log));
  }

  /** A reserved value is the initial one, whoever else wrote it under whatever number. */
  @Test
  void aReservedValueIsNoVersionOfAWrite() {
    var builder = new HistoryBuilder("test");
    builder.reservedInitialValue(Scalars.NIL);
    var history = Log.of(builder, "- : w(x,nil)#5\n- : r(x,nil)#5\n- : w(y,1)#1");
    assertEquals(Outcome.UNKNOWN, check(Level.SER, history).outcome());
  }

  // The order of versions.

  /** Where the log gives the order, it says which of two updates was lost. */
  @Test
  void updatesThatDivergeAreLostWithAnOrderOrWithout() {
    var verdict =
        check(
            """
            - : r(x,0)#0 w(x,1)#1
            - : r(x,0)#0 w(x,2)#2
            - : r(y,0) w(y,1)
            - : r(y,0) w(y,2)
            """);
    assertEquals("LostUpdate*2", found(verdict));
    var lost = verdict.anomalies().getFirst();
    assertEquals("lost-update", lost.elleName());
    assertEquals(2, lost.count());
    for (var example : lost.examples()) {
      var type = example.transactions()[0] < 2 ? EdgeType.WW : EdgeType.RW;
      assertEquals(type, example.cycle().getFirst().type());
    }
  }

  @Test
  void manyNumbersAreToldByReadersOnly() {
    var log = new StringBuilder();
    for (var value = 1; value <= 20; value++) {
      log.append("- ?: w(x,%d)%n- : r(x,%d)#%d%n".formatted(value, value, 100 - value));
    }
    assertEquals(Outcome.VALID, check(log.toString()).outcome());
    // The first write has the last version, so whoever saw both in this order contradicts it.
    log.append("- : w(y,1)#1 r(x,1)\n- : r(y,1) r(x,20)\n");
    assertEquals(Outcome.INVALID, check(log.toString()).outcome());
  }

  @Test
  void versionsOfOneNumberHaveNoOrder() {
    assertEquals(Outcome.VALID, check("- : w(x,1)#5 r(y,2)#1\n- : w(x,2)#5 w(y,2)#1").outcome());
    assertEquals(Outcome.VALID, check("- : w(x,1)#5 w(y,2)#1\n- : w(x,2)#5 r(y,2)#1").outcome());
    assertEquals(Outcome.INVALID, check("- : w(x,1)#6 w(y,2)#1\n- : w(x,2)#5 r(y,2)#1").outcome());
  }

  @Test
  void aTieIsToldByTheReaderThatNamesIt() {
    assertContradiction(
        "it read version 5 of \"x\" by the log, which is that of another write",
        new int[] {3, 0},
        """
        - : w(x,1)#5
        - ?: w(x,2)
        - : r(x,2)
        - : r(x,2)#5
        - : r(x,2)
        """);
  }

  @Test
  void elementsBetweenThoseOfAnotherAreNoSingleVersion() {
    assertEquals(
        Outcome.INVALID,
        check("- : a(x,1)#1 a(x,3)#3\n- : a(x,2)#2\n- : l(x,[1 2 3])#3").outcome());
    assertEquals(
        Outcome.INVALID, check("- : a(x,1)#1 a(x,3)#1\n- : a(x,2)#2\n- : l(x,[1 2 3])").outcome());
    assertEquals(
        Outcome.VALID, check("- : a(x,1)#1 a(x,2)#2\n- : a(x,3)#3\n- : l(x,[1 2 3])#3").outcome());
  }

  /** All of one place come before all of the next, which is one edge for each two. */
  @Test
  void tooManyVersionsOfOneNumberAreUntold() {
    var several = new StringBuilder();
    for (var i = 0; i < 128; i++) {
      several.append("- : w(x,%d)#%d%n".formatted(i + 1, i / 64));
    }
    assertEquals(Outcome.VALID, check(several + "- : r(x,128)").outcome());
    var threePlaces = new StringBuilder(several);
    for (var i = 200; i < 240; i++) {
      threePlaces.append("- : w(x,%d)#2%n".formatted(i));
    }
    assertEquals(Outcome.VALID, check(threePlaces.toString()).outcome());
    assertUntold(
        "the log gives too many writes of a key the same versions",
        new int[] {0},
        several + "- : w(x,129)#1");
  }

  /**
   * Only the log orders what was written: the first read is of the last write, the second of none.
   */
  @Test
  void whatASessionNoLongerSeesOfVersionsThatTheLogOrdersIsMissed() {
    var log =
        Log.of(
            """
            a : r(x,2)
            a : r(x,0)
            - : w(x,1)#1
            - : w(x,2)#2
            """);
    assertEquals(Outcome.INVALID, check(Level.CAUSAL, log).outcome());
    assertEquals(Outcome.VALID, check(Level.RA, log).outcome());
  }
}
