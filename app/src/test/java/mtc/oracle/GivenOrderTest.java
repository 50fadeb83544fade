package mtc.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import mtc.check.CheckOptions;
import mtc.check.Checker;
import mtc.history.Status;
import mtc.solve.Budget;
import mtc.verdict.EdgeType;
import mtc.verdict.Level;
import mtc.verdict.Verdict;
import mtc.witness.Replay;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Where a log numbers all versions, every level is decided without search, as the definition with
 * that version order says; and what proves a valid one respects the numbers.
 */
class GivenOrderTest {
  private static final int LARGEST = 5;

  @ParameterizedTest
  @EnumSource(
      value = RandomHistories.Kind.class,
      names = {"READ_MODIFY_WRITE", "SINGLE_BLIND", "BLIND", "LISTS", "UNIQUE_REGISTERS"})
  void checkerAgreesWithOracle(RandomHistories.Kind kind) {
    compare(kind, false);
  }

  @ParameterizedTest
  @EnumSource(
      value = RandomHistories.Kind.class,
      names = {"BLIND", "UNIQUE_REGISTERS"})
  void readersTellTheVersionsOfWritesOfUnknownOutcome(RandomHistories.Kind kind) {
    compare(kind, true);
  }

  /** Where neither the write nor a read tells it, the place of a version is open. */
  @ParameterizedTest
  @EnumSource(
      value = RandomHistories.Kind.class,
      names = {"READ_MODIFY_WRITE", "BLIND", "UNIQUE_REGISTERS", "LISTS"})
  void whatIsNotNumberedHasAnyPlace(RandomHistories.Kind kind) {
    var decided = 0;
    for (var seed = 0L; seed < Seeds.count(1500); seed++) {
      var draft = RandomHistories.next(kind, seed, LARGEST);
      if (!HistoryClass.hasUniqueValues(draft)) {
        continue;
      }
      var versions = versions(draft, seed);
      var isOpen = false;
      for (var t = 0; t < draft.size(); t++) {
        if (draft.txns().get(t).indeterminate()) {
          Arrays.fill(versions[t], Draft.UNNUMBERED);
          isOpen = true;
        }
      }
      if (!isOpen) {
        continue;
      }
      var sessionOrder = seed % 3 != 0;
      var checker = new Checker(draft.toHistory(versions, false), options(sessionOrder));
      var holding = CommitOrders.holding(draft, sessionOrder, versions);
      for (var level : CommitOrders.LEVELS) {
        var outcome = checker.check(level).outcome();
        if (outcome != Verdict.Outcome.UNKNOWN) {
          decided++;
          assertEquals(
              holding.contains(level),
              outcome == Verdict.Outcome.VALID,
              "seed " + seed + " " + level + "\n" + described(draft, versions));
        }
      }
    }
    assertTrue(decided > 0);
  }

  /** A search, which does not know of numbers, must not decide what they leave open. */
  private static CheckOptions options(boolean sessionOrder) {
    return new CheckOptions(sessionOrder, 0, 3)
        .searching(() -> Budget.UNLIMITED.atMost(1_000_000))
        .witnessing();
  }

  private static void compare(RandomHistories.Kind kind, boolean byReaders) {
    var counts = new EnumMap<Level, Map<Verdict.Outcome, Integer>>(Level.class);
    var seeds = Seeds.count(1500);
    for (var seed = 0L; seed < seeds; seed++) {
      var draft = RandomHistories.next(kind, seed, LARGEST);
      if (!HistoryClass.hasUniqueValues(draft)) {
        continue;
      }
      var versions = versions(draft, seed);
      var sessionOrder = seed % 3 != 0;
      var history = draft.toHistory(versions, byReaders);
      var checker = new Checker(history, options(sessionOrder));
      var holding = CommitOrders.holding(draft, sessionOrder, versions);
      for (var level : Level.values()) {
        if (checker.refusal(level) != null || !isKnown(level, draft)) {
          continue;
        }
        var verdict = checker.check(level);
        var holds =
            CommitOrders.LEVELS.contains(level)
                ? holding.contains(level)
                : Oracle.holds(
                    draft,
                    level == Level.LIN ? Level.SSER : level,
                    sessionOrder && level != Level.LIN,
                    versions);
        var text = "seed " + seed + " " + level + "\n" + described(draft, versions) + verdict;
        if (verdict.outcome() == Verdict.Outcome.UNKNOWN) {
          assertTrue(byReaders && hasUnreadVersion(draft), text);
        } else {
          assertEquals(holds, verdict.outcome() == Verdict.Outcome.VALID, text);
        }
        if (verdict.outcome() == Verdict.Outcome.VALID) {
          assertNotNull(verdict.witness(), text);
          var replay = new Replay(history, sessionOrder && level.hasSessions(), 0);
          assertNull(replay.refute(verdict.witness()), text);
        }
        assertEquals(
            verdict.outcome() == Verdict.Outcome.INVALID, !verdict.anomalies().isEmpty(), text);
        var tellsAll = !draft.hasLists() && !(byReaders && hasUnreadVersion(draft));
        assertTrue(!tellsAll || edgesFollowVersions(verdict, versions), text);
        counts
            .computeIfAbsent(level, _ -> new EnumMap<>(Verdict.Outcome.class))
            .merge(verdict.outcome(), 1, Integer::sum);
      }
    }
    System.out.printf("%-20s %s%n", kind, counts);
  }

  private static boolean edgesFollowVersions(Verdict verdict, int[][] versions) {
    return verdict.anomalies().stream()
        .flatMap(anomaly -> anomaly.examples().stream())
        .flatMap(example -> example.cycle().stream())
        .filter(edge -> edge.type() == EdgeType.WW && edge.from() >= 0 && edge.because().isEmpty())
        .allMatch(edge -> versions[edge.from()][edge.key()] < versions[edge.to()][edge.key()]);
  }

  /** Whether one that may have committed wrote more than what somebody read. */
  private static boolean hasUnreadVersion(Draft draft) {
    return draft.txns().stream()
        .filter(Draft.Txn::indeterminate)
        .flatMap(txn -> txn.ops().stream().filter(Draft.Op::writes))
        .anyMatch(write ->
            draft.txns().stream()
                .filter(reader -> reader.status() == Status.COMMITTED)
                .flatMap(reader -> reader.ops().stream())
                .noneMatch(
                    op -> op.tells() && op.key() == write.key() && op.value() == write.value()));
  }

  /** What the oracles decide: not those that one of them does not know. */
  private static boolean isKnown(Level level, Draft draft) {
    return CommitOrders.LEVELS.contains(level)
        || level == Level.SSER
        || level == Level.STRONG_SI
        || level == Level.SER_LIN
        || level == Level.LIN && RegisterOracle.decides(draft);
  }

  /** The order of the log, with some places changed; or none in particular. */
  static int[][] versions(Draft draft, long seed) {
    var random = new SplittableRandom(seed);
    var versions = new int[draft.size()][draft.keyCount()];
    var isAnyOrder = random.nextInt(4) == 0;
    for (var key = 0; key < draft.keyCount(); key++) {
      for (var t = 0; t < draft.size(); t++) {
        versions[t][key] = 10 * t;
      }
      var changes = isAnyOrder ? 2 * draft.size() : random.nextInt(2);
      for (var i = 0; i < changes; i++) {
        var one = random.nextInt(draft.size());
        var other = random.nextInt(draft.size());
        var number = versions[one][key];
        versions[one][key] = versions[other][key];
        versions[other][key] = number;
      }
    }
    return versions;
  }

  private static String described(Draft draft, int[][] versions) {
    var text = new StringBuilder(HistoryText.print(draft));
    for (var t = 0; t < draft.size(); t++) {
      text.append("versions of ").append(t).append(": ");
      text.append(Arrays.toString(versions[t])).append('\n');
    }
    return text.toString();
  }
}
