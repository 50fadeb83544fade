package mtc.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mtc.check.CheckOptions;
import mtc.check.Checker;
import mtc.check.Strongest;
import mtc.history.History;
import mtc.solve.Budget;
import mtc.verdict.AnomalyKind;
import mtc.verdict.Level;
import mtc.verdict.Verdict;
import mtc.verdict.Verdict.Outcome;
import mtc.witness.Replay;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every level is decided as a brute force over all commit orders decides it. */
class LatticeTest {
  private static final int LARGEST = 6;
  private static final int MUCH = 70;

  private static final Set<Level> WEAK =
      EnumSet.of(Level.PL2, Level.RC, Level.RA, Level.CAUSAL, Level.PSI);

  @ParameterizedTest
  @EnumSource
  void everyLevelIsDecidedAsTheCommitOrdersSay(RandomHistories.Kind kind) {
    var counts = new EnumMap<Level, Map<Outcome, Integer>>(Level.class);
    for (var seed = 0L; seed < Seeds.count(500); seed++) {
      var draft = RandomHistories.next(kind, seed, LARGEST);
      var sessionOrder = seed % 5 != 0;
      var holding = holding(draft, sessionOrder);
      for (var level : Level.values()) {
        if (!decides(draft, level)) {
          continue;
        }
        var fault = fault(draft, level, sessionOrder, holding, counts);
        if (fault != null) {
          throw new AssertionError(describe(draft, level, sessionOrder, seed, fault));
        }
      }
    }
    System.out.printf("%-20s at every level: %s%n", kind, counts);
  }

  /** A comparison that failed did not see what a transaction left from which others were read. */
  @Test
  void whoSawSomethingElseThanWhatItHadReadFromSawSomethingLater() {
    var draft =
        HistoryText.parse(
            """
            init none
            -: [w(x,0) w(y,0)] [w(y,4)] [r(y,4) r(x,0) o(y,0)]
            """);
    var counts = new EnumMap<Level, Map<Outcome, Integer>>(Level.class);
    for (var sessionOrder : List.of(true, false)) {
      for (var level : CommitOrders.LEVELS) {
        var holding = holding(draft, sessionOrder);
        assertEquals(null, fault(draft, level, sessionOrder, holding, counts), level.label());
      }
    }
    assertEquals(Map.of(Outcome.VALID, 2), counts.get(Level.RC));
  }

  /** Two that had read one element and then saw their own as the second cannot both be right. */
  @Test
  void whoReadAListAgainAfterAppendingToldWhereItsElementStands() {
    var draft =
        HistoryText.parse(
            """
            init! nil
            -: [a(x,4) l(x,[4])] [a(x,4) l(x,[4 4])] [l(x,[4]) a(x,4) l(x,[4 4])] [l(x,[4 4 4])]
            """);
    var counts = new EnumMap<Level, Map<Outcome, Integer>>(Level.class);
    for (var level : CommitOrders.LEVELS) {
      assertEquals(null, fault(draft, level, true, holding(draft, true), counts), level.label());
    }
    assertEquals(Map.of(Outcome.INVALID, 1), counts.get(Level.RA));
  }

  /**
   * Who read two values of a register broke no rule of rc; what else it read must fit all the same.
   */
  @Test
  void readsThatDoNotRepeatAreNotProvedByAnOrderOfRegisters() {
    var draft =
        HistoryText.parse(
            """
            init! nil
            0: [r(x,nil) w(x,2)]@1-2 [w(x,1) w(x,0)]@3-4 [w(x,1)]!@5-6 [r(x,0) r(x,1)]@7-8 [r(x,0) w(x,1)]@9-10
            """);
    var options = new CheckOptions(true, 0, 3).searching(LatticeTest::plenty);
    var verdict = new Checker(draft.toHistory(), options).check(Level.RC);
    assertDecided(holding(draft, true), verdict, draft, "alone", 0);
  }

  /** What a solution was refuted by may be settled already, and is one of the cases. */
  @Test
  void whatIsRefutedByWhatIsSettledIsAContradiction() {
    var draft =
        HistoryText.parse(
            """
            init! nil
            0: [r(x,nil) w(y,1) w(x,1)] [r(x,2) w(y,3)]
            2: [r(y,1) w(x,2)] [w(x,3) r(y,1) r(y,1)] [w(x,4) r(y,1) w(y,2)]
            """);
    var counts = new EnumMap<Level, Map<Outcome, Integer>>(Level.class);
    assertEquals(null, fault(draft, Level.PSI, true, holding(draft, true), counts));
    assertEquals(Map.of(Outcome.INVALID, 1), counts.get(Level.PSI));
  }

  /** What is wrong with a placement only in cases is not ruled out by one of them alone. */
  @Test
  void aPlacementThatIsWrongInCasesRulesOutNoOther() {
    var draft =
        HistoryText.parse(
            """
            init! nil
            -: [l(y,[]) l(x,[1])] [a(x,4) l(z,[2]) a(y,2)] [a(z,2)] [l(x,[]) a(z,2) a(y,2)] [a(x,1)]
            """);
    var counts = new EnumMap<Level, Map<Outcome, Integer>>(Level.class);
    assertEquals(null, fault(draft, Level.PSI, false, holding(draft, false), counts));
    assertEquals(Map.of(Outcome.VALID, 1), counts.get(Level.PSI));
  }

  /** Where own appends may be missed, whoever appended may also have seen them by halves. */
  @Test
  void whoAppendedAndReadTellsNothingOfWhereOthersEnd() {
    var draft =
        HistoryText.parse(
            """
            init! nil
            1: [l(x,[]) r(x,nil)]@1-3 [a(x,1) l(x,[2 4 4 1]) a(x,3)]@5-8 [l(x,[2 4 4 1 3])]@9-10
            2: [l(x,[]) a(x,2)]@2-4 [a(x,4) a(x,4) l(x,[2 4 4])]@6-7
            """);
    for (var each : List.of(draft, withMuchElse(draft))) {
      var options = new CheckOptions(true, 0, 3).searching(LatticeTest::plenty);
      assertEquals(
          Outcome.VALID, new Checker(each.toHistory(), options).check(Level.PL2).outcome());
    }
    assertTrue(holding(draft, true).contains(Level.PL2));
  }

  /** The element that the reader saw is told, not another one of the same transaction. */
  @Test
  void aReadOfAListIsExplainedByTheElementThatItSaw() {
    var draft =
        HistoryText.parse(
            """
            init! nil
            -: [l(y,[])] [a(x,3) l(x,[3]) l(x,[3])]! [l(x,[3]) r(y,nil) l(x,[3 4])] [l(x,[4])] [a(x,4)]? [a(x,1) a(x,3) l(x,[3 4 1 3])]
            """);
    var counts = new EnumMap<Level, Map<Outcome, Integer>>(Level.class);
    for (var level : WEAK) {
      assertEquals(null, fault(draft, level, true, holding(draft, true), counts), level.label());
    }
  }

  /** A list that has an element twice has no place for it, and leads to nobody through it. */
  @Test
  void whatIsWrongWithAListLeadsToNobodyElse() {
    var draft =
        HistoryText.parse(
            """
            init! nil
            1: [a(x,2)]@1-5
            0: [a(y,4) a(y,1) l(y,[1 4 1])]@2-6
            3: [l(y,[1]) l(x,[]) a(x,1)]@9-10
            """);
    var counts = new EnumMap<Level, Map<Outcome, Integer>>(Level.class);
    assertEquals(null, fault(draft, Level.CAUSAL, true, holding(draft, true), counts));
  }

  /** What a proof is not asked for is decided by another way, and all levels at once by a third. */
  @ParameterizedTest
  @EnumSource
  void whatIsNotProvedIsDecidedTheSame(RandomHistories.Kind kind) {
    for (var seed = 0L; seed < Seeds.count(500); seed++) {
      var draft = RandomHistories.next(kind, seed + 2_000_000, LARGEST);
      var sessionOrder = seed % 5 != 0;
      var holding = holding(draft, sessionOrder);
      var options = new CheckOptions(sessionOrder, 0, 3).searching(LatticeTest::plenty);
      var levels = new ArrayList<Level>();
      for (var level : Level.values()) {
        if (decides(draft, level)) {
          levels.add(level);
          var verdict = new Checker(draft.toHistory(), options).check(level);
          assertDecided(holding, verdict, draft, "alone", seed);
          if (verdict.outcome() == Outcome.INVALID) {
            var wrong = wrongExample(draft, verdict, sessionOrder);
            assertEquals(null, wrong, () -> level + " of\n" + HistoryText.print(draft));
          }
        }
      }
      var checker = new Checker(draft.toHistory(), options);
      for (var verdict : new Strongest(checker).verdicts(levels, checker::check)) {
        assertDecided(holding, verdict, draft, "among all", seed);
      }
    }
  }

  /** Large transactions are gone through in other ways than small ones, to the same end. */
  @ParameterizedTest
  @EnumSource
  void writesThatNobodyElseTouchesChangeNothing(RandomHistories.Kind kind) {
    for (var seed = 0L; seed < Seeds.count(500) / 4; seed++) {
      var draft = RandomHistories.next(kind, seed + 5_000_000, LARGEST);
      var sessionOrder = seed % 5 != 0;
      var holding = holding(draft, sessionOrder);
      var options = new CheckOptions(sessionOrder, 0, 3).searching(LatticeTest::plenty);
      for (var level : Level.values()) {
        if (decides(draft, level)) {
          var verdict = new Checker(withMuchElse(draft).toHistory(), options).check(level);
          assertDecided(holding, verdict, draft, "with much else", seed);
        }
      }
    }
  }

  /**
   * Each transaction writes keys of its own many times, before and after all else; in the order of
   * keys they lie before, between and after those of the history.
   */
  private static Draft withMuchElse(Draft draft) {
    var large = draft;
    var stride = draft.size() + 1;
    for (var t = 0; t < draft.size(); t++) {
      var ops = new ArrayList<Draft.Op>();
      for (var op : draft.txns().get(t).ops()) {
        var key = op.key() * stride + draft.size();
        ops.add(new Draft.Op(op.kind(), key, op.value(), op.list(), op.named()));
      }
      for (var value = 1; value <= MUCH; value++) {
        var own = value % (draft.keyCount() + 1) * stride + t;
        ops.add(value % 2 == 0 ? 0 : ops.size(), Draft.Op.of(History.WRITE, own, value));
      }
      large = large.replacing(t, large.txns().get(t).with(ops));
    }
    return large;
  }

  private static void assertDecided(
      Set<Level> holding, Verdict verdict, Draft draft, String how, long seed) {
    var expected = holding.contains(verdict.level()) ? Outcome.VALID : Outcome.INVALID;
    assertEquals(
        expected,
        verdict.outcome(),
        () ->
            "seed %d, %s %s:%n%s".formatted(seed, verdict.level(), how, HistoryText.print(draft)));
  }

  /** The definitions by version orders and those by commit orders are the same. */
  @ParameterizedTest
  @EnumSource
  void theOraclesAgreeAndTheirLevelsImplyEachOther(RandomHistories.Kind kind) {
    for (var seed = 0L; seed < Seeds.count(500) / 2; seed++) {
      var draft = RandomHistories.next(kind, seed + 1_000_000, LARGEST);
      var sessionOrder = seed % 5 != 0;
      var holding = holding(draft, sessionOrder);
      for (var level : List.of(Level.SI, Level.SER)) {
        assertEquals(
            Oracle.holds(draft, level, sessionOrder),
            holding.contains(level),
            () -> level + " of\n" + HistoryText.print(draft));
      }
      for (var level : holding) {
        for (var weaker : level.weaker()) {
          assertTrue(
              weaker == Level.LIN || !decides(draft, weaker) || holding.contains(weaker),
              () -> level + " but not " + weaker + ":\n" + HistoryText.print(draft));
        }
      }
    }
  }

  /** More than any history of this size takes: a search that goes in circles ends too. */
  private static Budget plenty() {
    return Budget.UNLIMITED.atMost(1_000_000);
  }

  private static boolean decides(Draft draft, Level level) {
    return level != Level.LIN && (draft.realTime() || level.time() == Level.Time.NONE);
  }

  private static Set<Level> holding(Draft draft, boolean sessionOrder) {
    var holding = EnumSet.copyOf(CommitOrders.holding(draft, sessionOrder));
    for (var level : List.of(Level.STRONG_SI, Level.SER_LIN, Level.SSER)) {
      if (draft.realTime() && Oracle.holds(draft, level, sessionOrder)) {
        holding.add(level);
      }
    }
    return holding;
  }

  private static String fault(
      Draft draft,
      Level level,
      boolean sessionOrder,
      Set<Level> holding,
      Map<Level, Map<Outcome, Integer>> counts) {
    var history = draft.toHistory();
    var options = new CheckOptions(sessionOrder, 0, 3).searching(LatticeTest::plenty).witnessing();
    Verdict verdict;
    try {
      verdict = new Checker(history, options).check(level);
    } catch (RuntimeException e) {
      return "crash: " + e + " at " + List.of(e.getStackTrace()).subList(0, 5);
    }
    counts
        .computeIfAbsent(level, _ -> new EnumMap<>(Outcome.class))
        .merge(verdict.outcome(), 1, Integer::sum);
    var holds = holding.contains(level);
    return switch (verdict.outcome()) {
      case UNKNOWN -> "unknown: " + verdict.open().reason();
      case INVALID -> {
        if (holds) {
          yield "invalid: but it holds " + verdict.anomalies();
        }
        yield verdict.anomalies().isEmpty()
            ? "invalid without an anomaly"
            : wrongExample(draft, verdict, sessionOrder);
      }
      case VALID -> {
        if (!holds) {
          yield "valid";
        }
        if (verdict.witness() == null) {
          yield "valid without a witness";
        }
        var refuted = new Replay(history, sessionOrder, 0).refute(verdict.witness());
        yield refuted == null ? null : "the witness does not replay: " + refuted;
      }
    };
  }

  /** What is wrong with the cycles that show a violation. */
  private static String wrongExample(Draft draft, Verdict verdict, boolean sessionOrder) {
    var told = ToldEdges.fault(draft, verdict, sessionOrder, 3);
    if (told != null) {
      return told;
    }
    if (!WEAK.contains(verdict.level()) || !HistoryClass.hasUniqueValues(draft)) {
      return null;
    }
    for (var anomaly : verdict.anomalies()) {
      for (var example : anomaly.examples()) {
        if (example.cycle().isEmpty()) {
          if (example.hint() != null && example.hint().startsWith("no order fits")) {
            return "no case is told";
          }
          continue;
        }
        var named = Arrays.stream(example.transactions()).boxed().toList();
        if (!example.cycle().stream().allMatch(edge -> named.contains(edge.from()))) {
          return "not all of the cycle are named";
        }
        if (CasesVerifier.isAboutCases(example)) {
          if (verdict.level() != Level.PSI || HistoryClass.hasFailedComparisons(draft)) {
            continue; // an edge that follows from a choice is none that holds in every case
          }
          var fault = CasesVerifier.fault(draft, verdict.level(), sessionOrder, example);
          if (fault != null) {
            return "the cases are wrong: " + fault;
          }
        } else if (anomaly.kind() != AnomalyKind.LOST_UPDATE) {
          var fault = WeakCycles.fault(draft, verdict.level(), example);
          if (fault != null) {
            return "the counterexample is wrong: " + fault;
          }
        }
      }
    }
    return null;
  }

  private static String describe(
      Draft draft, Level level, boolean sessionOrder, long seed, String fault) {
    var small =
        Shrinker.shrink(
            draft,
            d -> {
              if (!decides(d, level)) {
                return false;
              }
              var smaller =
                  fault(
                      d, level, sessionOrder, holding(d, sessionOrder), new EnumMap<>(Level.class));
              return smaller != null && smaller.split(":")[0].equals(fault.split(":")[0]);
            });
    return "seed %d, %s%s: %s%n%s"
        .formatted(
            seed,
            level,
            sessionOrder ? "" : " without session order",
            fault(
                small,
                level,
                sessionOrder,
                holding(small, sessionOrder),
                new EnumMap<>(Level.class)),
            HistoryText.print(small));
  }
}
