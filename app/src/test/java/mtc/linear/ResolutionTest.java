package mtc.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import mtc.check.CheckOptions;
import mtc.check.Checker;
import mtc.check.Log;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.solve.Budget;
import mtc.verdict.Level;
import mtc.verdict.Verdict.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of single reads, and which write they are taken to have seen. */
class ResolutionTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a: r(x,7) | ThinAirRead: nobody wrote what it read of \"x\"",
        "a !: w(x,1); b: r(x,1) | AbortedRead: what it read of \"x\" was written only by an aborted"
            + " one",
        "a: w(x,1) w(x,2); b: r(x,1) | IntermediateRead: its writer overwrote what it read of"
            + " \"x\"",
        "a: r(x,1) w(x,1) | FutureRead: it read its own later write to \"x\"",
        "a: w(x,1) w(x,2) r(x,1) | NotMyLastWrite: it read its own earlier, overwritten write to"
            + " \"x\"",
        "a: w(x,9); b: w(x,1) r(x,9) | NotMyOwnWrite: it wrote \"x\" before and read something"
            + " else",
        "a: w(x,1); b: r(x,1) r(x,0) | NonRepeatableReads: it read \"x\" before and saw another"
            + " value",
        "a: w(x,1); b: r(x,0) r(y,1) r(x,1); c: w(y,1) | NonRepeatableReads: it read \"x\" before"
            + " and saw another value",
        "a: a(x,1); b: l(x,[1 1]) | DuplicateElements: the list it read of \"x\" holds an element"
            + " twice",
        "a: a(x,1); b: a(x,2); c: l(x,[1 2]); d: l(x,[2 1]) | IncompatibleOrder: two reads of \"x\""
            + " order its elements differently",
      })
  void aSentenceSaysWhatIsWrongWithARead(String log, String expected) {
    var verdict =
        new Checker(Log.of(log.replace("; ", "\n")), CheckOptions.DEFAULT).check(Level.SER);
    var anomaly = verdict.anomalies().getFirst();
    var example = anomaly.examples().getFirst();
    assertEquals(expected, anomaly.kind().paperName() + ": " + example.hint());
  }

  /** Also where reads need not repeat, and each is looked at by itself. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a: r(x,7) r(y,0) r(x,7) | ThinAirRead",
        "a !: w(x,1); b: r(x,1) r(x,1) r(x,1) | AbortedRead",
        "a: w(x,1) w(x,2); b: r(x,1) r(x,1) | IntermediateRead",
      })
  void aReadThatIsMadeAgainIsOneAnomaly(String text, String expected) {
    var log = Log.of(text.replace("; ", "\n"));
    for (var level : List.of(Level.PL2, Level.RC, Level.RA, Level.SER)) {
      var anomalies = new Checker(log, CheckOptions.DEFAULT).check(level).anomalies();
      assertEquals(1, anomalies.size(), level.label());
      assertEquals(expected, anomalies.getFirst().kind().paperName());
      assertEquals(1, anomalies.getFirst().count(), level.label());
    }
  }

  /** Where reads need not repeat, one transaction may read a list in two orders. */
  @Test
  void whoContradictsItselfIsNamedOnce() {
    var log = Log.of("a: a(x,1)\nb: a(x,2)\nc: l(x,[1 2]) l(x,[2 1])");
    var verdict = new Checker(log, CheckOptions.DEFAULT).check(Level.PL2);
    var example = verdict.anomalies().getFirst().examples().getFirst();
    assertArrayEquals(new int[] {2}, example.transactions());
  }

  private static Outcome decide(Level level, String log, boolean isReserved) {
    var builder = isReserved ? new HistoryBuilder("test") : Log.builder();
    if (isReserved) {
      builder.reservedInitialValue(Scalars.NIL);
    }
    var options = CheckOptions.DEFAULT.searching(() -> Budget.UNLIMITED.atMost(100_000));
    return new Checker(Log.of(builder, log), options).check(level).outcome();
  }

  @Test
  void aReservedValueMayBeThatOfTheInitialVersion() {
    var log = "- : w(x,nil) w(y,1)\n- : r(x,nil) r(y,nil)";
    for (var level : Level.values()) {
      if (level.time() == Level.Time.NONE && level != Level.LIN) {
        assertEquals(Outcome.VALID, decide(level, log, true), level.label());
      }
    }
  }

  /** That one transaction writes a value twice does not tell apart what others wrote twice. */
  @Test
  void valuesStayRepeatedWhateverIsWrittenNext() {
    var log =
        "- : w(x,1) w(y,1)\n- : w(x,1)\n- : w(z,1) w(z,1)\n- : r(x,1) r(y,1)\n- : r(x,1) r(y,0)";
    assertEquals(
        Outcome.UNKNOWN, new Checker(Log.of(log), CheckOptions.DEFAULT).check(Level.SER).outcome());
    assertEquals(Outcome.VALID, decide(Level.SER, log, false));
  }

  /** Each element of a list is an edge of its own. */
  @Test
  void aLongListThatWasReadOnce() {
    var log = new StringBuilder("- : l(x,[1");
    for (var element = 2; element <= 40; element++) {
      log.append(' ').append(element);
    }
    log.append("])\n");
    for (var element = 1; element <= 40; element++) {
      log.append("- : a(x,").append(element).append(")\n");
    }
    for (var level : new Level[] {Level.PL2, Level.CAUSAL, Level.PSI, Level.SER}) {
      assertEquals(Outcome.VALID, decide(level, log.toString(), false), level.label());
    }
  }

  /** The first operation of a log is as good as any other. */
  @Test
  void theFirstWriteOfALogMayBeTheOneThatWasRead() {
    assertEquals(Outcome.VALID, decide(Level.SER, "- ?: w(x,1)\n- ?: w(x,1)\n- : r(x,1)", false));
    assertEquals(
        Outcome.INVALID,
        decide(Level.SER, "- ?: w(x,1) r(y,1)\n- : r(x,1) w(y,1)\n- !: w(x,1)", false));
  }

  @Test
  void valuesAreCountedByKeyAndWritesThatAreWrittenAgainAreTold() {
    var resolution =
        Groundwork.of(Log.of("- : w(x,1) w(x,2) w(x,1)\n- : w(y,1) w(x,2)"), 1).resolution;
    assertEquals(3, resolution.valueCount());
    assertTrue(resolution.isWrittenAgain(0));
    assertFalse(resolution.isWrittenAgain(1));
    assertFalse(resolution.isWrittenAgain(2));
    assertFalse(resolution.isWrittenAgain(3));
  }

  /** Only who saw what is wrong with a list is reported, not who saw what stands before it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a: a(x,1); b: l(x,[1 9]); c: l(x,[1]); d: l(x,[1 9]) | ThinAirRead*2",
        "a: a(x,1); b !: a(x,2); c: l(x,[1 2]); d: l(x,[1]) | AbortedRead*1",
        "a: a(x,1); b: a(x,2); c: l(x,[1 2 1]); d: l(x,[1 2]) | DuplicateElements*1",
        "a: a(x,1); b: l(x,[1]) a(x,2) l(x,[1 2]); c: a(x,3); d: a(x,4); e: l(x,[1 3 4])"
            + " | IncompatibleOrder*1",
        "a: a(x,1) a(x,2); b: l(x,[1]) | IntermediateRead*1",
        "a: a(x,2) l(x,[]) | NotMyOwnWrite*1",
        "a: a(x,2) l(x,[3]) a(x,3) | FutureRead*1",
        "a: a(x,1) a(x,2) l(x,[1]) | NotMyLastWrite*1",
        "a: a(x,1); b: l(x,[]) l(x,[1]) | NonRepeatableReads*1",
        "a: a(y,1); b: l(y,[1]); c: a(x,1) a(x,2) l(x,[]) | NotMyOwnWrite*1",
        "a: l(x,[2 1]) a(x,1) a(x,2) | FutureRead*1",
        "a: a(x,2); b: l(x,[2]); c: l(x,[]) a(x,1) l(x,[1]) | IncompatibleOrder*1",
      })
  void whatIsWrongWithListsIsCounted(String log, String expected) {
    var verdict =
        new Checker(Log.of(log.replace("; ", "\n")), CheckOptions.DEFAULT).check(Level.SER);
    var anomaly = verdict.anomalies().getFirst();
    assertEquals(expected, anomaly.kind().paperName() + "*" + anomaly.count());
    assertEquals(1, verdict.anomalies().size(), verdict.anomalies().toString());
  }

  /** It may have been the read of an empty list, or of any other. */
  @Test
  void aReadOfAListThatTellsNothingSaysNothing() {
    for (var log :
        new String[] {
          "- : a(x,1)\n- : a(x,2) r(x,?)\n- : l(x,[1 2])",
          "- : a(x,1)\n- : r(x,?) l(x,[1]) r(x,?)",
          "- : a(x,1) w(y,1)\n- : r(y,1) r(x,?)",
        }) {
      assertEquals(Outcome.VALID, decide(Level.SER, log, false), log);
    }
  }

  /**
   * At a level where own appends may be missed, others' elements are read from lists all the same.
   */
  @Test
  void whoReadAListThatEndsWithItsOwnAppendReadThoseBefore() {
    var readsFromEachOther = "- : a(x,1) r(y,1)\n- : a(x,2) l(x,[1 2]) w(y,1)";
    assertEquals(Outcome.INVALID, decide(Level.PL2, readsFromEachOther, false));
    assertEquals(
        Outcome.INVALID,
        decide(Level.PL2, "- : a(z,9)\n- : l(z,[9])\n" + readsFromEachOther, false));
    assertEquals(Outcome.VALID, decide(Level.PL2, "- : r(y,1)\n- : a(x,2) l(x,[2]) w(y,1)", false));
  }
}
