package mtc.check;

import static mtc.verdict.Level.LIN;
import static mtc.verdict.Level.PSI;
import static mtc.verdict.Level.SER;
import static mtc.verdict.Level.SI;
import static mtc.verdict.Level.SSER;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import mtc.history.History;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.solve.Budget;
import mtc.verdict.Edge;
import mtc.verdict.EdgeType;
import mtc.verdict.Level;
import mtc.verdict.Verdict;
import mtc.verdict.Verdict.Outcome;
import org.junit.jupiter.api.Test;

class CheckerTest {
  private static Verdict check(Level level, History history) {
    return new Checker(history, CheckOptions.DEFAULT).check(level);
  }

  private static void assertValid(String log, Level... levels) {
    for (var level : levels) {
      assertEquals("VALID", say(check(level, Log.of(log))), level.name());
    }
  }

  private static void assertUnknown(String log, Level... levels) {
    for (var level : levels) {
      assertEquals("UNKNOWN", say(check(level, Log.of(log))), level.name());
    }
  }

  private static void assertFound(String expected, String log, Level... levels) {
    for (var level : levels) {
      assertEquals(expected, say(check(level, Log.of(log))), level.name());
    }
  }

  /** {@code LostUpdate/lost-update*2 ...}, or the outcome. */
  private static String say(Verdict verdict) {
    if (verdict.outcome() != Outcome.INVALID) {
      return verdict.outcome().name();
    }
    var words = new ArrayList<String>();
    for (var anomaly : verdict.anomalies()) {
      words.add(
          anomaly.kind().paperName()
              + "/"
              + anomaly.elleName()
              + (anomaly.count() == 1 ? "" : "*" + anomaly.count()));
    }
    return String.join(" ", words);
  }

  // Lost updates of lists, whoever came between.

  @Test
  void lostUpdatesOfAListWithOthersBetween() {
    var others = "d: a(x,5)\ne: l(x,[1 2 5 3 4])";
    var three = "a: l(x,[]) a(x,1)\nb: l(x,[1]) a(x,2)\nc: l(x,[1]) a(x,3)\nf: l(x,[1]) a(x,4)\n";
    assertFound("LostUpdate/lost-update*2", three + others, SER, SI, PSI);
    // Who appended before reading, or only read, lost nothing.
    var blind = "a: l(x,[]) a(x,1)\nb: a(x,2) l(x,[1 2])\nc: l(x,[1]) a(x,3)\nd: l(x,[1 2 3])";
    assertFound("SerializationCycle/G-single", blind, SER, SI, PSI);
  }

  @Test
  void lostUpdatesOfAListThatNoReadShows() {
    var log = "a: l(x,[]) a(x,1)\nb: a(x,2)\nc: l(x,[1 2])\n";
    var late = "d: l(x,[1]) a(x,3)\ne: l(x,[1]) a(x,4)";
    assertFound("LostUpdate/lost-update", log + late, SER, SI);
    assertFound("LostUpdate/lost-update SerializationCycle/G-single", log + late, PSI);
  }

  // Inside one transaction, and of single reads.

  @Test
  void thinAirRead() {
    assertFound("ThinAirRead/dirty-read", "a: r(x,7)", SER, SI);
  }

  @Test
  void abortedRead() {
    assertFound("AbortedRead/G1a", "a !: r(x,0) w(x,1)\nb: r(x,1)", SER, SI);
  }

  @Test
  void intermediateRead() {
    assertFound("IntermediateRead/G1b", "a: r(x,0) w(x,1) w(x,2)\nb: r(x,1)", SER, SI);
  }

  @Test
  void futureRead() {
    assertFound("FutureRead/internal", "a: r(x,1) w(x,1)", SER, SI);
    assertFound("FutureRead/internal", "a: r(x,0) w(x,1) r(x,2) w(x,2)", SER, SI);
    assertFound("FutureRead/internal", "a: r(x,0) r(x,1) w(x,1)", SER, SI);
  }

  @Test
  void notMyLastWrite() {
    assertFound("NotMyLastWrite/internal", "a: r(x,0) w(x,1) w(x,2) r(x,1)", SER, SI);
  }

  @Test
  void notMyOwnWrite() {
    assertFound("NotMyOwnWrite/internal", "b: r(x,0) w(x,9)\na: r(x,9) w(x,1) r(x,9)", SER, SI);
  }

  @Test
  void nonRepeatableReads() {
    assertFound("NonRepeatableReads/internal", "b: r(x,0) w(x,1)\na: r(x,1) r(x,0)", SER, SI);
  }

  @Test
  void largeTransactionsAreJudgedAsSmallOnes() {
    var padding = new StringBuilder();
    for (var i = 0; i < 40; i++) {
      padding.append(" r(p").append(i).append(",0)");
    }
    assertFound(
        "FutureRead/internal NotMyLastWrite/internal NotMyOwnWrite/internal",
        "a:" + padding + "r(x,0) w(x,1) r(x,1) r(x,2) w(x,2) r(x,1) r(x,0) r(x,2)",
        SER);
    assertFound(
        "NonRepeatableReads/internal",
        "a: r(x,0) w(x,1)\nb:" + padding + " r(x,0) r(x,1) r(x,0)",
        SER);
  }

  @Test
  void aValueOfAnAbortedAndACommittedTransactionBelongsToTheCommittedOne() {
    assertValid("a !: r(x,0) w(x,1)\nb: r(x,0) w(x,1)\nc: r(x,1)", SER, SI);
    assertValid("b: r(x,0) w(x,1)\na !: r(x,0) w(x,1)\nc: r(x,1)", SER, SI);
  }

  // Cycles.

  private static final String WRITE_SKEW = "a: r(x,0) r(y,0) w(x,1)\nb: r(x,0) r(y,0) w(y,1)";

  @Test
  void writeSkewViolatesSerializabilityOnly() {
    assertFound("WriteSkew/G2-item", WRITE_SKEW, SER);
    assertValid(WRITE_SKEW, SI);
  }

  @Test
  void lostUpdateViolatesSnapshotIsolation() {
    var log = "a: r(x,0) w(x,1)\nb: r(x,0) w(x,2)\nc: r(x,0) w(x,3)";
    assertFound("LostUpdate/lost-update*2", log, SER, SI);
  }

  @Test
  void longFork() {
    var log = "a: r(x,0) w(x,1)\nb: r(y,0) w(y,1)\nc: r(x,1) r(y,0)\nd: r(x,0) r(y,1)";
    assertFound("LongFork/G-nonadjacent", log, SER, SI);
  }

  @Test
  void fracturedReadReadsTheOldVersionFirst() {
    var write = "a: r(x,0) r(y,0) w(x,1) w(y,1)\n";
    assertFound("FracturedRead/G-single", write + "b: r(x,0) r(y,1)", SER, SI);
    assertFound("NonMonotonicRead/G-single", write + "b: r(y,1) r(x,0)", SER, SI);
  }

  @Test
  void sessionGuaranteeViolation() {
    var log = "a: r(x,0) w(x,1)\na: r(x,0)";
    assertFound("SessionGuaranteeViolation/G-single-process", log, SER, SI);
    var without = new CheckOptions(false, 0, 1);
    assertEquals("VALID", say(new Checker(Log.of(log), without).check(SER)));
  }

  @Test
  void causalityViolation() {
    var log = "a: r(x,0) w(x,1)\nb: r(x,1) r(y,0) w(y,1)\nc: r(y,1) r(x,0)";
    assertFound("CausalityViolation/G-single", log, SER, SI);
    var ofSession = "a: r(x,0) w(x,1)\na: r(y,0) w(y,1)\nc: r(y,1) r(x,0)";
    assertFound("CausalityViolation/G-single-process", ofSession, SER, SI);
  }

  @Test
  void circularInformationFlow() {
    var log = "a: r(x,0) w(x,1) r(y,1)\nb: r(x,1) r(y,0) w(y,1)";
    assertFound("CircularInformationFlow/G1c", log, SER, SI);
    var ofSession = "a: r(x,1)\na: r(x,0) w(x,1)";
    assertFound("CircularInformationFlow/G1c-process", ofSession, SER, SI);
  }

  @Test
  void serializationCycle() {
    var log = "a: r(x,0) r(y,0) w(y,1)\nb: r(y,0) r(z,0) w(z,1)\nc: r(z,0) r(x,0) w(x,1)";
    assertFound("SerializationCycle/G2-item", log, SER);
    assertValid(log, SI);
  }

  @Test
  void aStaleReadViolatesStrictSerializabilityOnly() {
    var log = "a 1-2: r(x,0) w(x,1)\nb 3-4: r(x,0)";
    assertFound("StaleRead/G-single-realtime", log, SSER, LIN);
    assertValid(log, SER, SI);
    assertValid("a 1-3: r(x,0) w(x,1)\nb 3-4: r(x,0)", SSER, LIN);
  }

  @Test
  void realTimeAgainstAWriteRead() {
    var log = "a 1-2: r(x,1)\nb 3-4: r(x,0) w(x,1)";
    assertFound("CircularInformationFlow/G1c-realtime", log, SSER);
  }

  @Test
  void realTimeOverSeveralTransactions() {
    var log =
        """
        a 1-2: r(x,0) w(x,1)
        c 3-4: r(z,0)
        d 5-6: r(z,0) w(z,1)
        b 7-8: r(x,0) r(y,0) w(y,1)
        """;
    assertFound("StaleRead/G-single-realtime", log, SSER);
    var verdict = check(SSER, Log.of(log));
    var cycle = verdict.anomalies().getFirst().examples().getFirst().cycle();
    assertEquals(2, cycle.size());
  }

  @Test
  void aWeakerViolationIsReportedWithoutRealTime() {
    assertFound(
        "WriteSkew/G2-item", "a 1-4: r(x,0) r(y,0) w(x,1)\nb 2-3: r(x,0) r(y,0) w(y,1)", SSER);
  }

  @Test
  void eachPlaceIsCounted() {
    var log =
        WRITE_SKEW
            + "\n"
            + WRITE_SKEW
                .replace("x", "u")
                .replace("y", "v")
                .replace("a:", "c:")
                .replace("b:", "d:");
    assertFound("WriteSkew/G2-item*2", log, SER);
  }

  @Test
  void edgesCarryKeyAndValues() {
    var history = Log.of("a: r(x,0) r(y,0) w(x,1) w(y,2)\nb: r(x,0) r(y,2)");
    var example = check(SI, history).anomalies().getFirst().examples().getFirst();
    var x = 0;
    var y = 1;
    var expected =
        List.of(new Edge(0, 1, EdgeType.WR, y, 2, 2), new Edge(1, 0, EdgeType.RW, x, 0, 1));
    var cycle = new ArrayList<>(example.cycle());
    cycle.sort((p, q) -> Integer.compare(p.from(), q.from()));
    assertEquals(expected, cycle);
  }

  /** Two wrote x blindly, next to the writer of y; who is before that one is so because of y. */
  @Test
  void anEdgeNamesTheKeyThatItComesFrom() {
    var verdict =
        check(
            SER,
            Log.of(
                """
                a: r(x,0) r(y,0) r(z,0) w(z,1)
                b: r(y,0) r(z,0) w(y,1)
                c: w(x,5)
                d: w(x,6)
                """));
    var cycle = verdict.anomalies().getFirst().examples().getFirst().cycle();
    var y = new Edge(0, 1, EdgeType.RW, 1, 0, 1);
    var z = new Edge(1, 0, EdgeType.RW, 2, 0, 1);
    assertEquals(Set.of(y, z), Set.copyOf(cycle));
  }

  // What is not known.

  @Test
  void oneBlindWriterPerKeyIsExact() {
    assertValid("a: w(x,1)\nb: r(x,1) w(x,2)\nc: r(x,0)", SER, SI);
    assertFound("SessionGuaranteeViolation/G-single-process", "a: w(x,1)\na: r(x,0)", SER, SI);
  }

  @Test
  void twoBlindWritersLeaveTheOrderOpen() {
    var log = "a: w(x,1)\nb: w(x,2)\nc: r(x,1)";
    assertUnknown(log, SER, SI);
    var open = check(SER, Log.of(log)).open();
    assertEquals(1, open.keyCount());
    assertEquals(2, open.transactionCount());
  }

  @Test
  void allChainsComeAfterTheInitialOne() {
    assertFound(
        "SessionGuaranteeViolation/G-single-process", "a: w(x,1)\nb: w(x,2)\nb: r(x,0)", SER, SI);
    assertFound(
        "CircularInformationFlow/G1c-process",
        "c: w(x,3)\na: w(x,2) r(y,0) w(y,1)\nd: r(y,1)\nd: r(x,0) w(x,1)",
        SER,
        SI);
  }

  @Test
  void repeatedValuesLeaveTheirReadersOpen() {
    assertUnknown("a: r(x,0) w(x,1)\nb: r(x,1) w(x,2)\nc: r(x,2) w(x,1)\nd: r(x,1)", SER, SI);
    assertFound("WriteSkew/G2-item", WRITE_SKEW + "\nc: w(z,1)\nd: w(z,1)\ne: r(z,1)", SER);
  }

  @Test
  void anUnobservedIndeterminateTransactionIsLeftOut() {
    assertValid("a: w(x,1)\nb ?: w(x,2)\nc ?: w(x,3)\nd: r(x,1)", SER, SI);
  }

  @Test
  void anObservedIndeterminateTransactionCommitted() {
    assertValid("b ?: w(x,2)\nd: r(x,2)\ne: r(x,0)", SER, SI);
    assertFound("CausalityViolation/G-single-process", "b ?: w(x,2)\nd: r(x,2)\nd: r(x,0)", SER);
    assertUnknown("a: w(x,1)\nb ?: w(x,2)\nd: r(x,2)", SER);
  }

  @Test
  void whatAnObservedIndeterminateTransactionReadIsObservedToo() {
    assertFound(
        "CausalityViolation/G-single-process",
        "a ?: w(x,1)\nb ?: r(x,1) w(x,2)\nc: r(x,2)\nc: r(x,0)",
        SER);
  }

  @Test
  void nothingComesAfterAnIndeterminateTransactionInItsSession() {
    assertValid("a ?: r(x,0) w(x,1)\na: r(x,0)\nb: r(x,1)", SER, SI);
    assertFound("CircularInformationFlow/G1c-process", "a: r(x,1)\na ?: w(x,1)", SER);
  }

  @Test
  void anIndeterminateTransactionNeverEnds() {
    assertValid("a 1- ?: w(x,1)\nb 5-6: r(x,0)\nc 7-8: r(x,1)", SSER, LIN);
  }

  @Test
  void aReservedInitialValueMayBeAmbiguous() {
    var builder = new mtc.history.HistoryBuilder("test");
    builder.reservedInitialValue(Scalars.NIL);
    var history = Log.of(builder, "a: r(x,nil) w(x,1)\nb: r(x,nil)");
    assertEquals("VALID", say(check(SER, history)));
    var rewritten = new mtc.history.HistoryBuilder("test");
    rewritten.reservedInitialValue(Scalars.NIL);
    var written = Log.of(rewritten, "a: r(x,nil) w(x,1)\nc: r(x,1) w(x,nil)\nb: r(x,nil)");
    assertEquals("UNKNOWN", say(check(SER, written)));
  }

  @Test
  void anExplicitFirstTransactionOwnsTheInitialValue() {
    assertValid("a: w(x,0)\nb: r(x,0) w(x,1)\nc: r(x,0)", SER, SI);
  }

  @Test
  void aFailedComparisonIsSettledOnlyIfTheValueWasNeverThere() {
    assertUnknown("a: r(x,0) w(x,1)\nb: o(x,1)", SER);
    assertValid("a: r(x,0) w(x,1)\nb: o(x,5)", SER);
  }

  // Lists.

  @Test
  void aReadOfAListOrdersItsElements() {
    assertValid(
        "a: a(x,1)\nb: a(x,2)\nc: l(x,[1 2])\nd: l(x,[1])\ne: l(x,[])\nf: r(x,nil)", SER, SI);
    assertFound(
        "CausalityViolation/G-single-process",
        "a: a(x,1)\nb: a(x,2)\nc: l(x,[1 2])\nc: l(x,[1])",
        SER,
        SI);
  }

  @Test
  void oneUnobservedAppendIsExactTwoAreOpen() {
    assertValid("a: a(x,1)\nb: a(x,2)\nc: l(x,[1])", SER, SI);
    assertUnknown("a: a(x,1)\nb: a(x,2)\nd: a(x,3)\nc: l(x,[1])", SER, SI);
    assertFound(
        "SessionGuaranteeViolation/G-single-process", "a: a(x,1)\nb: a(x,2)\nb: l(x,[1])", SER, SI);
  }

  @Test
  void listsThatAreNotPrefixesOfEachOther() {
    assertFound(
        "IncompatibleOrder/incompatible-order",
        "a: a(x,1)\nb: a(x,2)\nc: l(x,[1 2])\nd: l(x,[2])",
        SER,
        SI);
  }

  @Test
  void listsAgainstTheOrderOfATransactionsOwnAppends() {
    assertFound("IntermediateRead/G1b", "a: a(x,1) a(x,2)\nb: l(x,[2])", SER, SI);
    assertFound(
        "IntermediateRead/G1b IncompatibleOrder/incompatible-order",
        "a: a(x,1) a(x,2)\nb: l(x,[2 1])",
        SER,
        SI);
  }

  @Test
  void anElementThatOneTransactionAppendsTwiceIsNotReadForCertain() {
    assertUnknown("a: l(x,[2])\nb: a(x,2) a(x,2)", SER, SI);
    assertValid("b: a(x,2) a(x,2)", SER, SI);
  }

  @Test
  void appendsOfListsThatContradictEachOtherAreNotTakenForTheLast() {
    assertFound(
        "IncompatibleOrder/incompatible-order",
        "a: a(y,3) l(y,[3])\nb: r(y,nil) a(y,1)\nc: l(y,[1])",
        SER);
  }

  @Test
  void duplicateElements() {
    assertFound("DuplicateElements/duplicate-elements", "a: a(x,1)\nc: l(x,[1 1])", SER, SI);
    assertFound("DuplicateElements/duplicate-elements", "a: a(x,3) l(x,[3 3])", SER, SI);
  }

  @Test
  void badElementsAnywhereInAList() {
    assertFound("ThinAirRead/dirty-read", "a: a(x,1)\nc: l(x,[9 1])", SER, SI);
    assertFound("AbortedRead/G1a", "a: a(x,1)\nb !: a(x,2)\nc: l(x,[2 1])", SER, SI);
    assertFound("IntermediateRead/G1b", "a: a(x,1) a(x,2)\nb: l(x,[1])\nc: l(x,[1 2])", SER, SI);
  }

  @Test
  void anElementBetweenTwoAppendsOfATransactionIsAWriteLoop() {
    assertFound(
        "CircularInformationFlow/G0", "a: a(x,1) a(x,2)\nb: a(x,3)\nc: l(x,[1 3 2])", SER, SI);
    assertFound("CircularInformationFlow/G0", "a: a(x,1) a(x,2)\nb: a(x,3)\nc: l(x,[1 3])", SER);
  }

  @Test
  void aTransactionReadsItsOwnAppends() {
    assertValid("a: a(x,1)\nb: l(x,[1]) a(x,2) a(x,3) l(x,[1 2 3])", SER, SI);
    assertValid("a: a(x,1)\nb: a(x,2) l(x,[1 2])", SER, SI);
    assertFound("NotMyOwnWrite/internal", "a: a(x,1)\nb: l(x,[1]) a(x,2) l(x,[1])", SER);
    assertFound("NotMyLastWrite/internal", "b: a(x,2) a(x,3) l(x,[2])", SER);
    assertFound("NonRepeatableReads/internal", "a: a(x,1)\nb: l(x,[]) l(x,[1])", SER);
    assertFound("FutureRead/internal", "b: l(x,[2]) a(x,2)", SER);
  }

  @Test
  void anUnobservedAppendAfterAReadIsAReadModifyWrite() {
    assertValid("a: a(x,1)\nb: l(x,[1]) a(x,2)\nc: a(x,3)", SER, SI);
    assertFound(
        "LostUpdate/lost-update", "a: a(x,1)\nb: l(x,[1]) a(x,2)\nc: l(x,[1]) a(x,3)", SER, SI);
  }

  @Test
  void writeSkewOfLists() {
    assertFound(
        "WriteSkew/G2-item", "a: l(x,[]) a(y,1)\nb: l(y,[]) a(x,1)\nc: l(x,[1]) l(y,[1])", SER);
  }

  @Test
  void theTimeOfASearchBeginsWithTheCheckOfTheLevel() {
    var begun = new int[1];
    var options =
        CheckOptions.DEFAULT.searching(() -> {
          begun[0]++;
          return Budget.UNLIMITED;
        });
    var checker = new Checker(Log.of("a: r(x,nil) w(x,1)\nb: r(x,1)"), options);
    for (var level : Level.values()) {
      begun[0] = 0;
      if (checker.refusal(level) == null) {
        checker.check(level);
        assertEquals(1, begun[0], level.name());
      }
    }
  }

  // Linearizability.

  @Test
  void aChainAgainstRealTimeIsNotLinearizable() {
    assertFound(
        "StaleRead/G-single-realtime", "a 1-2: w(x,1)\na 3-4: r(x,1) w(x,2)\nb 5-6: r(x,1)", LIN);
    assertValid("a 1-2: w(x,1)\na 3-6: r(x,1) w(x,2)\nb 4-5: r(x,1)", LIN);
  }

  @Test
  void aRegisterMayHaveBeenWrittenByATransactionOfSeveralThatNeverEnded() {
    var log =
        """
        a 1- ?: w(x,1) w(y,5)
        b 9- ?: w(y,5)
        c 3-4: r(y,5)
        """;
    var options = CheckOptions.DEFAULT.searching(() -> Budget.UNLIMITED);
    assertEquals(Outcome.VALID, new Checker(Log.of(log), options).check(LIN).outcome());
  }

  @Test
  void realTimeOrdersManyBlindWrites() {
    assertValid("a 1-2: w(x,1)\nb 3-6: w(x,2)\nc 4-9: w(x,3)\nd 7-8: r(x,3)", LIN);
    assertUnknown("a 1-2: w(x,1)\nb 3-6: w(x,2)\nc 4-9: w(x,3)\nd 7-8: r(x,3)", SSER);
  }

  @Test
  void twoWritesThatMustBothComeFirst() {
    var log =
        """
        a 1-2: w(x,1)
        b 3-4: w(x,2)
        c 5-6: r(x,1)
        """;
    assertFound("StaleRead/G-single-realtime", log, LIN);
    var example = check(LIN, Log.of(log)).anomalies().getFirst().examples().getFirst();
    assertEquals(
        List.of(new Edge(2, 1, EdgeType.RW, 0, 1, 2, true), Edge.withoutKey(1, 2, EdgeType.RT)),
        example.cycle());
    assertEquals(
        List.of(
            List.of(
                new Edge(1, 0, EdgeType.WW, 0, 2, 1, true), Edge.withoutKey(0, 1, EdgeType.RT))),
        example.alternatives());
  }

  @Test
  void aWriteWithinTheSpanOfAnotherIsNotLinearizable() {
    assertFound(
        "CausalityViolation/G-single-realtime",
        "a 1-2: w(x,1)\nb 3-8: r(x,1)\nb 20-21: r(x,1)\nc 5-9: w(x,2)\nd 6-8: r(x,2)",
        LIN);
    assertValid(
        "a 1-2: w(x,1)\nb 3-8: r(x,1)\nb 9-10: r(x,1)\nc 5-30: w(x,2)\nd 6-28: r(x,2)", LIN);
  }

  @Test
  void sessionsDoNotMatterForRegisters() {
    assertValid("a 1-5: r(x,0) w(x,1)\na 2-4: r(x,0)", LIN);
    assertFound(
        "SessionGuaranteeViolation/G-single-process", "a 1-5: r(x,0) w(x,1)\na 2-4: r(x,0)", SSER);
  }

  @Test
  void transactionsOfSeveralKeysAreHeldToStrictSerializability() {
    assertFound(
        "WriteSkew/G2-item", "a 1-4: r(x,0) r(y,0) w(x,1)\nb 2-3: r(x,0) r(y,0) w(y,1)", LIN);
    assertUnknown("a 1-2: w(x,1) w(y,1)\nb 3-6: w(x,2)\nc 7-8: r(x,2)", LIN);
  }

  @Test
  void linIsRefusedForLists() {
    assertNotNull(new Checker(Log.of("a 1-2: a(x,0)"), CheckOptions.DEFAULT).refusal(LIN));
  }

  // Levels that a history has no data for.

  @Test
  void realTimeLevelsAreRefusedWithoutRealTime() {
    var checker = new Checker(Log.of("a: r(x,0)"), CheckOptions.DEFAULT);
    assertNotNull(checker.refusal(SSER));
    assertNotNull(checker.refusal(LIN));
    assertNull(checker.refusal(SER));
    assertThrows(IllegalArgumentException.class, () -> checker.check(SSER));
  }

  @Test
  void realTimeCountsOnlyBeyondTheClockSkew() {
    var log = "a 1-2: r(x,0) w(x,1)\nb 5-6: r(x,0)";
    var skew3 = new CheckOptions(true, 3, 1);
    var skew2 = new CheckOptions(true, 2, 1);
    assertEquals("VALID", say(new Checker(Log.of(log), skew3).check(SSER)));
    assertEquals("StaleRead/G-single-realtime", say(new Checker(Log.of(log), skew2).check(SSER)));
  }

  /** Two of them also make a shorter cycle, but one that a weaker level allows. */
  @Test
  void ofSeveralCyclesTheOneIsToldThatViolatesTheWeakestLevel() {
    assertFound(
        "CircularInformationFlow/G1c",
        """
        a: r(r,1) r(p,0) w(p,1) r(s,0) w(s,1)
        b: r(p,1) r(s,0) r(q,0) w(q,1)
        c: r(q,1) r(r,0) w(r,1)
        """,
        SER,
        SI);
  }

  @Test
  void whoWroteWhatReadsCannotTellApartIsNamed() {
    var open = check(SER, Log.of("a: w(x,1)\nb: w(x,2)\nc: w(x,1) w(y,1)\nd: r(x,1)")).open();
    assertArrayEquals(new int[] {0, 2}, open.transactions());
    assertArrayEquals(new int[] {0}, open.keys());
  }

  /** 1 may have committed, and its reader says that it did as the version of another write. */
  @Test
  void oneVersionIsNotThatOfTwoWrites() {
    var log = Log.builder();
    var x = log.key(log.scalars().string("x"));
    for (var t = 0; t < 3; t++) {
      log.begin(History.NO_SESSION, t, t + 1);
      log.operation(t < 2 ? History.WRITE : History.READ, x, log.scalars().integer(t == 0 ? 1 : 2));
      if (t != 1) {
        log.version(5);
      }
      log.end(t == 1 ? Status.INDETERMINATE : Status.COMMITTED);
    }
    var verdict = check(SER, log.build());
    assertEquals("IncompatibleOrder/incompatible-order", say(verdict));
    var example = verdict.anomalies().getFirst().examples().getFirst();
    assertArrayEquals(new int[] {2, 0}, example.transactions());
    assertEquals(
        "it read version 5 of \"x\" by the log, which is that of another write", example.hint());
  }
}
